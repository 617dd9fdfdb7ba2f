"""Work in steps, which may be broken off between two of them and be gone on with later."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")

Steps: TypeAlias = Generator[None, None, T]
"""Work that pauses after each step, and returns its result in the end."""


class Job(Generic[T]):
    """Work in steps. What an error breaks off cannot be gone on with."""

    def __init__(self, steps: Steps[T]) -> None:
        self._steps = steps
        self._found: list[T] = []

    @property
    def is_done(self) -> bool:
        """Whether there is a result."""
        return bool(self._found)

    @property
    def result(self) -> T:
        """The result of work that is done."""
        return self._found[0]

    def go_on(self, end: float) -> None:
        """Go on until the work is done, or until a moment of ``time.perf_counter``."""
        while not self._found and time.perf_counter() < end:
            self.go_on_once()

    def go_on_once(self) -> None:
        """Do the next step of work that is not done."""
        try:
            next(self._steps)
        except StopIteration as last:
            self._found.append(last.value)


def finished(steps: Steps[T]) -> T:
    """Return the result of work in steps, all of which are done now."""
    job = Job(steps)
    job.go_on(float("inf"))
    return job.result
