"""What tests of batches share."""

from __future__ import annotations

from typing import Any

from tilewright.generator.errors import TOO_LONG
from tilewright.runtime import Batch
from tilewright.runtime.engines.batch import NOTHING
from tilewright.runtime.kernels import Kernel

PLAYING = ("name_many", "find_many", "play_many", "random_many", "roll_many")


class Refusing:
    """A kernel that leaves every row to the interpreter, in calls of some functions."""

    def __init__(self, kernel: Kernel, refused: tuple[str, ...] = PLAYING) -> None:
        self._kernel, self._refused = kernel, refused
        self.array, self.memory = kernel.array, kernel.memory

    def call(self, name: str, *args: Any) -> int:
        """Do what concerns no moves."""
        if name not in self._refused:
            return self._kernel.call(name, *args)
        first, last = args[4:6]
        while name in ("find_many", "play_many") and first < last and args[-2][first] == NOTHING:
            first += 1
        args[-1][1] = TOO_LONG
        return int(first)


def positions(batch: Batch) -> list[object]:
    """Return all positions."""
    return [batch.state(number).position for number in range(len(batch))]
