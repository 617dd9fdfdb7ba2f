"""A budget of steps that bounds every evaluation, also one over a hostile model."""

from __future__ import annotations

from collections.abc import Sized
from typing import ClassVar, TypeVar

S = TypeVar("S", bound=Sized)


class BudgetError(Exception):
    """An evaluation needed more steps than it was given."""


class Meter:
    """Counts down the steps that an evaluation may still take: about one for each element visited or made."""

    __slots__ = ("left",)

    error: ClassVar[type[BudgetError]] = BudgetError
    """The exception that is raised when no steps are left."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def charge(self, steps: int) -> None:
        """Take *steps* from the budget. Raises ``error`` if fewer were left."""
        self.left -= steps
        if self.left < 0:
            raise self.error("the evaluation takes too many steps")

    def over(self, values: S) -> S:
        """Charge one step for each of *values*, and return *values*. Raises ``error`` if fewer were left."""
        self.left -= len(values)
        if self.left < 0:
            raise self.error("the evaluation takes too many steps")
        return values
