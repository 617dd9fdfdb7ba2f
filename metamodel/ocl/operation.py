"""An operation of the OCL standard library: its source, its parameters and result, and its Python function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.metamodel.ocl.types import OCL_ANY, CollectionType, Type
from tilewright.metamodel.ocl.values import Value

ELEMENT = Type("T")
"""The type of a parameter that stands for the element type of the source: arguments must be comparable with it."""

SOURCE = CollectionType("Collection", OCL_ANY)
"""The type of a parameter that takes any collection."""

Result: TypeAlias = Type | Callable[[CollectionType, tuple[Type, ...]], Type]


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of *source*: a type, or the kinds of collection that have it.

    *cost* computes the steps that a call costs from the source and the arguments; None if a call costs none. *element*
    is the type of element that a collection must have; None for any.
    """

    name: str
    source: Type | tuple[str, ...]
    parameters: tuple[Type, ...]
    result: Result
    run: Callable[..., Value]
    cost: Callable[..., int] | None
    element: Type | None = None

    def result_type(self, source: Type, arguments: tuple[Type, ...]) -> Type:
        """Return the type of the result of a call; only that of a collection's operation depends on the types."""
        if isinstance(self.result, Type):
            return self.result
        assert isinstance(source, CollectionType)
        return self.result(source, arguments)

    def signature(self) -> str:
        """Return the name and the parameters, for messages."""
        return f"{self.name}({', '.join(map(str, self.parameters))})"


class Table(list[Operation]):
    """A list of operations, to which ``define`` adds."""

    def define(
        self,
        source: Type | tuple[str, ...],
        names: str,
        parameters: tuple[Type, ...],
        result: Result,
        run: Callable[..., Value],
        cost: Callable[..., int] | None = None,
        element: Type | None = None,
    ) -> None:
        """Add an operation under each of the *names*, which blanks separate."""
        self.extend(Operation(name, source, parameters, result, run, cost, element) for name in names.split())
