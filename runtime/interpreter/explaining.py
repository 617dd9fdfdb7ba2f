"""Why a move is not legal: the rules are run along it, and the filter that stopped it is found.

Of all filters that stopped the move in some rule the one counts that stopped it last: after the most clicks, deepest in
its chain. A cell that could not be clicked was lost at an earlier filter, which is the one to blame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock

from tilewright.metamodel.typing import EObject
from tilewright.model.places import Places
from tilewright.runtime.interpreter.flow import Branch, Flow, Run, Step
from tilewright.runtime.interpreter.rules import Group, Rule
from tilewright.runtime.interpreter.tables import bits
from tilewright.runtime.interpreter.turn import Interpreter
from tilewright.runtime.interpreter.words import needed
from tilewright.runtime.position import CellSet, Identity, Position

_MOVERS = {"StepFilter", "IterativeFilter", "FloodFilter", "ImageFilter"}
"""The filters that lead somewhere."""


@dataclass(frozen=True, slots=True)
class Blame:
    """What stopped a move. ``element`` is the filter, ``cells`` are the cells that it did not let pass, as numbers."""

    element: EObject
    cells: tuple[int, ...]
    demand: str
    """What would have to hold, after "must"."""


@dataclass(frozen=True, slots=True)
class _Event:
    """A flow on the way along the move met a filter, after so many clicks and options."""

    element: EObject
    clicks: int
    before: CellSet
    after: CellSet
    branches: bool


@dataclass
class _Watch:
    """Records what happens to the flows that follow the move; questions asked on the way are left out."""

    events: list[_Event] = field(default_factory=list)

    def around(self, step: Step | Branch) -> Step | Branch:
        """Return a step that does the same, recorded."""
        element = step.element
        if isinstance(step, Step):
            apply = step.apply

            def watched(flow: Flow) -> None:
                follows, clicks, before = flow.follow is not None, len(flow.selection), flow.cells
                apply(flow)
                if follows:
                    self.events.append(_Event(element, clicks, before, flow.cells, False))

            return Step(element, watched)
        outputs = step.outputs

        def branched(flow: Flow) -> Iterator[Flow]:
            if flow.follow is not None:
                self.events.append(_Event(element, len(flow.selection), flow.cells, flow.cells, True))
            yield from outputs(flow)

        return Branch(element, branched)


class Explainer(Interpreter):
    """An interpreter that says why a move is not legal."""

    def __init__(self, game: EObject, places: Places) -> None:
        self._watch = _Watch()
        self._lock = Lock()
        super().__init__(game, places, self._watch.around)

    def why_not(self, position: Position, identity: Identity) -> Blame | None:
        """Return what stops a move, or None if no rule begins to apply to it, or if it is legal."""
        blames: list[tuple[int, int, Blame]] = []
        with self._lock, self._bounded():
            for number, group in enumerate(self._groups):
                for rule in group.rules:
                    blames += self._stopped(rule, position, identity)
                    if self._follows(group, rule, position, identity):
                        return self._compulsory(number, position, identity, rule)
        if not blames:
            return None
        most = max((clicks, depth) for clicks, depth, _ in blames)
        return next(blame for clicks, depth, blame in blames if (clicks, depth) == most)

    def _follows(self, group: Group, rule: Rule, position: Position, identity: Identity) -> bool:
        alone = Group((rule,), None)
        return any(
            found.flow.selection == identity for found in self._legal(alone, Run(position, self._steps), identity)
        )

    def _compulsory(self, number: int, position: Position, identity: Identity, rule: Rule) -> Blame | None:
        """Return the rule that takes precedence over one by which the move would be legal."""
        for group in self._groups[:number]:
            if any(True for _ in self._legal(group, Run(position, self._steps), None)):
                return Blame(group.rules[0].element, (), "be a move by a rule of higher priority, because there is one")
        if identity not in self._moves(position):
            counter = self._groups[number].maximise
            name = counter.name if counter is not None else "a counter"
            return Blame(rule.element, (), f"leave '{name}' as great as another move does")
        return None

    def _stopped(self, rule: Rule, position: Position, identity: Identity) -> list[tuple[int, int, Blame]]:
        """Return the filters that stop the move in one rule, with the clicks before them and their depth."""
        run = Run(position, self._steps)
        if rule.phases and position.phase not in rule.phases:
            return []
        self._watch.events.clear()
        ends = list(self._outputs(rule, run, identity))
        found = []
        for index, event in enumerate(self._watch.events):
            blame = self._blame(index, event, identity)
            if blame is not None:
                found.append((event.clicks, _depth(blame.element), blame))
        for flow in ends:
            if flow.selection == identity and self._ensure is not None and self._completed(flow) is None:
                demand = f"leave a position that passes the post-check: {needed(self._ensure.element)}"
                blame = Blame(self._ensure.element, (), demand)
                found.append((len(identity) + 1, 0, blame))
        return found

    def _blame(self, index: int, event: _Event, identity: Identity) -> Blame | None:
        element = event.element
        if not event.branches:
            return (
                Blame(element, tuple(bits(event.before)), needed(element)) if event.before and not event.after else None
            )
        if element.eClass.name != "SelectFilter" or not element.record or event.clicks >= len(identity):
            return None
        wanted = identity[event.clicks]
        if not isinstance(wanted, int):
            return Blame(element, (), "be followed by a cell here, not an option")
        if event.before >> wanted & 1:
            return None
        lost = self._where_lost(index, 1 << wanted) or element
        return Blame(lost, (wanted,), needed(lost))

    def _where_lost(self, index: int, cell: CellSet) -> EObject | None:
        """Return the filter that dropped a cell since the click before, or else the one that did not lead there."""
        mover = None
        clicks = self._watch.events[index].clicks
        for event in reversed(self._watch.events[:index]):
            if event.clicks != clicks:
                break
            if event.before & cell and not event.after & cell:
                return event.element
            if mover is None and event.element.eClass.name in _MOVERS:
                mover = event.element
        return mover


def _depth(element: EObject) -> int:
    depth = 0
    while element is not None:
        element = element.eContainer()
        depth += 1
    return depth
