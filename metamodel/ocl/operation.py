"""What an operation of the OCL standard library is: who has it, what it takes and gives, and the Python function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.metamodel.ocl.types import OCL_ANY, CollectionType, Type
from tilewright.metamodel.ocl.values import Value

ELEMENT = Type("T")
"""Stands for the element type of the source: the argument must be comparable with it."""

SOURCE = CollectionType("Collection", OCL_ANY)
"""The argument may be any collection."""

Result: TypeAlias = Type | Callable[[CollectionType, tuple[Type, ...]], Type]


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of *source*: a type, or the kinds of collection that have it.

    *cost* says what one call takes of the budget, given the values; ``None`` if it does not depend on them.
    """

    name: str
    source: Type | tuple[str, ...]
    parameters: tuple[Type, ...]
    result: Result
    run: Callable[..., Value]
    cost: Callable[..., int] | None

    def result_type(self, source: Type, arguments: tuple[Type, ...]) -> Type:
        """Return the type of a call's value; only collections have operations whose result depends on the types."""
        if isinstance(self.result, Type):
            return self.result
        assert isinstance(source, CollectionType)
        return self.result(source, arguments)

    def signature(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parameters))})"


class Table(list[Operation]):
    """A list of operations, filled line by line."""

    def define(
        self,
        source: Type | tuple[str, ...],
        names: str,
        parameters: tuple[Type, ...],
        result: Result,
        run: Callable[..., Value],
        cost: Callable[..., int] | None = None,
    ) -> None:
        """Add an operation under each of the *names*."""
        self.extend(Operation(name, source, parameters, result, run, cost) for name in names.split())
