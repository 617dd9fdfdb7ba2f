"""Building: the filters of a model become steps that can be run.

Each metaclass has one function, named after it and registered with ``meaning``. It reads an element once and returns
its step; what depends on the player is computed for every player at that time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    Filter,
    Pattern,
    SubPipeline,
    Value,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError
from tilewright.model.objects import MAX_DEPTH
from tilewright.model.places import Places
from tilewright.runtime.interpreter.chains import Chain
from tilewright.runtime.interpreter.flow import Branch, Flow, Step
from tilewright.runtime.interpreter.patterns import CellsOf, pattern_cells
from tilewright.runtime.interpreter.tables import ForPlayers, Tables

F = TypeVar("F", bound=Filter)
V = TypeVar("V", bound=Value)

Wrap: TypeAlias = Callable[[Step | Branch], Step | Branch]
"""Wraps a step, so that it can be watched."""

Meaning: TypeAlias = "Callable[[F, Builder, bool], Step | Branch]"
"""Builds a filter; the flag says that it stands in effect context."""

Number: TypeAlias = Callable[[Flow], int]
"""Computes a number from a flow."""

MEANINGS: dict[type[Filter], Callable[[Any, Builder, bool], Step | Branch]] = {}
"""The meaning of each concrete filter, by its class."""

VALUES: dict[type[Value], Callable[[Any, Builder], Number]] = {}
"""The meaning of each value, by its class."""


def meaning(cls: type[F]) -> Callable[[Meaning[F]], Meaning[F]]:
    """Register the meaning of a filter."""

    def register(build: Meaning[F]) -> Meaning[F]:
        MEANINGS[cls] = build
        return build

    return register


def value_of(cls: type[V]) -> Callable[[Callable[[V, Builder], Number]], Callable[[V, Builder], Number]]:
    """Register the meaning of a value."""

    def register(build: Callable[[V, Builder], Number]) -> Callable[[V, Builder], Number]:
        VALUES[cls] = build
        return build

    return register


class Builder:
    """Builds the chains of one game, which has no errors."""

    def __init__(self, tables: Tables, places: Places, wrap: Wrap | None = None) -> None:
        self.tables = tables
        self.places = places
        self.could_move: Callable[[Flow], bool] = lambda flow: True
        """Whether the player of a flow would have a legal move in its position; the interpreter sets this function."""
        self._wrap = wrap
        self._called: dict[tuple[SubPipeline, bool], Chain] = {}
        self._depth = 0

    @property
    def watched(self) -> bool:
        """Whether the steps are watched, so that none may be skipped as an optimisation."""
        return self._wrap is not None

    def chain(self, first: Filter, effect: bool) -> Chain:
        """Build the chain that starts with a filter, for one of the two contexts."""
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise self.error("chains-too-deep", first, f"chains call each other deeper than {MAX_DEPTH} levels")
            filters: list[Step | Branch] = []
            current: Filter | None = first
            while current is not None:
                filters.append(self._filter(current, effect))
                current = current.nextFilter
            return Chain(filters)
        finally:
            self._depth -= 1

    def _filter(self, element: Filter, effect: bool) -> Step | Branch:
        built = MEANINGS[type(element)](element, self, effect)
        return self._wrap(built) if self._wrap is not None else built

    def called(self, pipeline: SubPipeline, effect: bool) -> Chain:
        """Return the chain of a sub-pipeline, built once for each context."""
        found = self._called.get((pipeline, effect))
        if found is None:
            found = self._called[pipeline, effect] = self.chain(pipeline.filter, effect)
        return found

    def pattern(self, pattern: Pattern) -> CellsOf:
        """Return a function that computes the cells at which a pattern holds."""
        return pattern_cells(pattern, self.tables)

    def value(self, value: Value) -> Number:
        """Return a function that computes a value."""
        return VALUES[type(value)](value, self)

    def players(self, element: ForPlayers, me: int) -> tuple[int, ...]:
        """Return the players for whom an element is read if *me* is the current player."""
        return self.tables.meant(me, element)

    def player(self, element: ForPlayers) -> tuple[int, ...]:
        """Return for each current player the first player for whom an element is read."""
        return tuple(self.players(element, me)[0] for me in range(len(self.tables.players)))

    def error(self, code: str, element: Element, message: str) -> ModelError:
        """Return the error that says what is wrong at an element."""
        return ModelError([diagnose(code, message, self.places.of(element))])
