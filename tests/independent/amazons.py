"""Amazons: OpenSpiel's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.independent._spiel import Spiel, cell

LIBRARY = "pyspiel"


class Amazons(Spiel):
    """OpenSpiel takes a move in three actions, each of them a cell: where from, where to, and the arrow."""

    def __init__(self, size: int = 10) -> None:
        super().__init__("amazons", board_size=size)
        self._size = size

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cell."""
        return [cell(*divmod(action, self._size), self._size)]


RIVALS: dict[str, Callable[[], Amazons]] = {"amazons": Amazons, "amazons-6x6": partial(Amazons, 6)}
