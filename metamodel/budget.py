"""A budget of steps, so that no evaluation over a hostile model goes on for ever."""

from __future__ import annotations

from collections.abc import Sized
from typing import ClassVar, TypeVar

S = TypeVar("S", bound=Sized)


class BudgetError(Exception):
    """An evaluation that needs more steps than it was given."""


class Meter:
    """Counts down the steps an evaluation may still take: roughly one per element visited or made."""

    __slots__ = ("left",)

    error: ClassVar[type[BudgetError]] = BudgetError

    def __init__(self, steps: int) -> None:
        self.left = steps

    def charge(self, steps: int) -> None:
        """Take *steps* off; ``BudgetError`` if there are not so many left."""
        self.left -= steps
        if self.left < 0:
            raise self.error("the evaluation takes too many steps")

    def over(self, values: S) -> S:
        """Return *values*, a step taken off for each."""
        self.left -= len(values)
        if self.left < 0:
            raise self.error("the evaluation takes too many steps")
        return values
