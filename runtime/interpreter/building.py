"""Turns the filters of a model into steps that can be run: once for each place where they stand.

Each metaclass has one function, named after it and registered with ``meaning``. It reads the element once and returns
the step; what depends on the player is looked up per player when the step is built.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError
from tilewright.model.objects import MAX_DEPTH
from tilewright.model.places import Places
from tilewright.runtime.interpreter.chains import Chain
from tilewright.runtime.interpreter.flow import Branch, Flow, Step
from tilewright.runtime.interpreter.patterns import CellsOf, pattern_cells
from tilewright.runtime.interpreter.tables import Tables

Wrap: TypeAlias = Callable[[Step | Branch], Step | Branch]
"""Puts something around a step, so that one may watch it."""

Meaning: TypeAlias = "Callable[[EObject, Builder, bool], Step | Branch]"
"""Builds a filter; the flag says that it stands in effect context."""

Number: TypeAlias = Callable[[Flow], int]
"""Computes the value of a flow."""

MEANINGS: dict[str, Meaning] = {}
"""The meaning of each concrete filter, by the name of its class."""

VALUES: dict[str, Callable[[EObject, Builder], Number]] = {}
"""The meaning of each value, by the name of its class."""


def meaning(name: str) -> Callable[[Meaning], Meaning]:
    """Register the meaning of a filter."""

    def register(build: Meaning) -> Meaning:
        MEANINGS[name] = build
        return build

    return register


def value_of(name: str) -> Callable[[Callable[[EObject, Builder], Number]], Callable[[EObject, Builder], Number]]:
    """Register the meaning of a value."""

    def register(build: Callable[[EObject, Builder], Number]) -> Callable[[EObject, Builder], Number]:
        VALUES[name] = build
        return build

    return register


class Builder:
    """Builds the chains of one game, which has no errors."""

    def __init__(self, tables: Tables, places: Places, wrap: Wrap | None = None) -> None:
        self.tables = tables
        self.places = places
        self.could_move: Callable[[Flow], bool] = lambda flow: True
        """Whether the player of a flow would have a legal move in its position; known once all rules are built."""
        self._wrap = wrap
        self._called: dict[tuple[EObject, bool], Chain] = {}
        self._depth = 0

    @property
    def watched(self) -> bool:
        """Whether somebody watches the steps, so that none may be left out."""
        return self._wrap is not None

    def chain(self, first: EObject, effect: bool) -> Chain:
        """Build the chain that starts with a filter, for one of the two contexts."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self.error("chains-too-deep", first, f"chains call each other deeper than {MAX_DEPTH} levels")
        filters: list[Step | Branch] = []
        current = first
        while current is not None:
            filters.append(self._filter(current, effect))
            current = current.nextFilter
        self._depth -= 1
        return Chain(filters)

    def _filter(self, element: EObject, effect: bool) -> Step | Branch:
        built = MEANINGS[element.eClass.name](element, self, effect)
        return self._wrap(built) if self._wrap is not None else built

    def called(self, pipeline: EObject, effect: bool) -> Chain:
        """Return the chain of a sub-pipeline, built once for each context."""
        found = self._called.get((pipeline, effect))
        if found is None:
            found = self._called[pipeline, effect] = self.chain(pipeline.filter, effect)
        return found

    def pattern(self, pattern: EObject) -> CellsOf:
        """Build a pattern."""
        return pattern_cells(pattern, self.tables)

    def value(self, value: EObject) -> Number:
        """Build a value."""
        return VALUES[value.eClass.name](value, self)

    def players(self, element: EObject, me: int) -> tuple[int, ...]:
        """Return the players that an element's perspective stands for."""
        return self.tables.seen(me, element.perspective.name)

    def player(self, element: EObject) -> tuple[int, ...]:
        """Return for each player the one that an element's perspective stands for, where it is one."""
        return tuple(self.players(element, me)[0] for me in range(len(self.tables.players)))

    def error(self, code: str, element: EObject, message: str) -> ModelError:
        """Return the error that says what is wrong at an element."""
        return ModelError([diagnose(code, message, self.places.of(element))])
