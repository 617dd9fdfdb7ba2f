"""What expressions compile to: closures over a frame.

A ``Code`` takes the frame of one evaluation, a list: slot 0 holds the meter, slot 1 ``self``, the others the variables.
It returns a value, ``INVALID`` included; it raises only ``OclBudgetError`` and what reading a feature raises.
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
    """A compiled expression and its static type; *slot* if it merely reads one, *constant* if it is a literal."""

    type: Type
    code: Code
    slot: int | None = None
    constant: int | float | str | None = None


MAX_NESTED_EVALUATIONS = 50
"""How deep an evaluation may lead to others: of derived features and of operations."""

_NESTED_COST = 20


class Meter(budget.Meter):
    """Counts down the steps an evaluation may still take, and how deep evaluations nest.

    ``model`` has all elements of the model, if whoever evaluates knows them: several roots may belong together.
    ``instances`` is for ``allInstances``, which lists what it finds once.
    """

    __slots__ = ("instances", "model", "nesting")

    error = OclBudgetError

    def __init__(self, steps: int) -> None:
        super().__init__(steps)
        self.nesting = 0
        self.model: Sequence[Any] | None = None
        self.instances: dict[tuple[int, str], Any] = {}

    def nested(self, code: Code, frame: Frame, text: str) -> Any:
        """Evaluate another text meanwhile; ``OclBudgetError`` if that nests too deeply."""
        self.charge(_NESTED_COST)
        if self.nesting >= MAX_NESTED_EVALUATIONS:
            message = "derived features or operations depend on each other too deeply, or in a circle"
            raise OclBudgetError(message, text)
        self.nesting += 1
        try:
            return code(frame)
        finally:
            self.nesting -= 1
