"""What expressions compile to: closures over a frame.

A ``Code`` takes the frame of one evaluation, a list: slot 0 holds the meter, slot 1 ``self``, the others the variables.
It returns a value, perhaps ``INVALID``. It raises only ``OclBudgetError`` and what reading a feature raises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from tilewright.metamodel import budget
from tilewright.metamodel.ocl.errors import OclBudgetError
from tilewright.metamodel.ocl.types import Type

Frame: TypeAlias = list[Any]
Code: TypeAlias = Callable[[Frame], Any]

METER = 0
SELF = 1


class Typed(NamedTuple):
    """A compiled expression and its static type; *slot* if it only reads one, *constant* if it is a literal."""

    type: Type
    code: Code
    slot: int | None = None
    constant: int | float | str | None = None


MAX_NESTED_EVALUATIONS = 50
"""How deeply evaluations of derived features and operations may nest."""

_NESTED_COST = 20
_TOLD = 60


class Meter(budget.Meter):
    """Counts down the steps that an evaluation may still take, and limits the nesting of evaluations.

    ``model`` holds all elements of the model if the caller knows them; a model may have several roots. It is *partial*
    if elements in the file could not be read. ``instances`` caches the results of ``allInstances``.
    """

    __slots__ = ("instances", "model", "nesting", "partial")

    error = OclBudgetError

    def __init__(self, steps: int) -> None:
        super().__init__(steps)
        self.nesting = 0
        self.model: Sequence[Any] | None = None
        self.partial = False
        self.instances: dict[tuple[int, str], Any] = {}

    def nested(self, code: Code, frame: Frame, text: str) -> Any:
        """Evaluate another text, *text*, on the same budget; ``OclBudgetError`` if that nests too deeply."""
        self.charge(_NESTED_COST)
        if self.nesting >= MAX_NESTED_EVALUATIONS:
            first = " ".join(text.split())
            told = first if len(first) <= _TOLD else f"{first[:_TOLD]}…"
            message = f"derived features or operations depend on each other too deeply, or in a circle, as in '{told}'"
            raise OclBudgetError(message, text)
        self.nesting += 1
        try:
            return code(frame)
        finally:
            self.nesting -= 1
