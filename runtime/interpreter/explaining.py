"""Why a move is not legal: the rules are run along it, and the filter that stopped it is found.

A rule that stops a move is tried again without the filter that stopped it, until the move comes through. The rule that
is nearest to the move is the one that needs this least often; leading a piece where it does not go counts double. Then
the one counts that stopped the move last: after the most clicks, deepest in its chain. A cell that could not be clicked
was lost at an earlier filter, which is the one to blame. Besides there are whole rules that a move follows, but that do
not count now: those of another phase, of lower priority, or with less of what is maximised.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from threading import Lock

from tilewright.metamodel.typing import EObject
from tilewright.model.places import Places
from tilewright.runtime.interpreter.flow import Branch, Flow, Run, Step
from tilewright.runtime.interpreter.rules import Group, Rule
from tilewright.runtime.interpreter.tables import bits
from tilewright.runtime.interpreter.turn import Interpreter
from tilewright.runtime.position import CellSet, Identity, Position

_MOVERS = {"StepFilter", "IterativeFilter", "FloodFilter", "ImageFilter", "ChoiceFilter"}
"""The filters that lead somewhere; of choices only those do that are recorded as one step, the unions."""
_FIXED = {"OptionFilter", "RecordFilter", "RepeatFilter", "CallFilter", "DirectionFilter"}
"""The filters without which a move would be another one, or that only run others."""
MOST_TRIES = 4
"""The filters that are left out of a rule, one after the other."""


class Cause(Enum):
    """What kind of thing stopped a move."""

    DIED = "no cell passed the filter"
    LOST = "the filter did not pass the cell that was clicked next"
    CELL_WANTED = "a cell must be clicked here"
    POST_CHECK = "the position afterwards is not allowed"
    PHASE = "the rule belongs to another phase"
    PRIORITY = "a rule of higher priority has a move"
    MAXIMUM = "another move has more of what is maximised"


@dataclass(frozen=True, slots=True)
class Blame:
    """What stopped a move.

    ``element`` is the filter, or the rule for the last three causes; ``cells`` is the working set that the filter was
    given; ``wanted`` the cell that was to be clicked, if there is one; ``flow`` the flow before the filter; ``inner``
    what stopped the condition of a guard or the fitting alternative of a union; ``passed`` the cells that a negated
    condition found; ``callers`` the calls inside which the filter stands; ``moves`` those that must be played instead.
    """

    cause: Cause
    rule: EObject
    element: EObject
    clicks: int
    cells: tuple[int, ...] = ()
    wanted: int | None = None
    flow: Flow | None = None
    inner: Blame | None = None
    passed: tuple[int, ...] = ()
    callers: tuple[EObject, ...] = ()
    moves: tuple[Identity, ...] = ()


@dataclass(frozen=True, slots=True)
class _Event:
    """A flow met a filter, after so many clicks and options; ``flow`` is a copy of it before that."""

    element: EObject
    clicks: int
    flow: Flow
    after: CellSet
    branches: bool

    @property
    def before(self) -> CellSet:
        return self.flow.cells


@dataclass
class _Watch:
    """Records what happens to the flows that follow the move; questions asked on the way are left out.

    A filter that is ``skipped`` lets everything pass; one that is ``led`` leads to the cell that is clicked next.
    """

    events: list[_Event] = field(default_factory=list)
    skipped: set[EObject] = field(default_factory=set)
    led: set[EObject] = field(default_factory=set)
    asking: bool = False
    """Whether the question itself is watched, so that flows that follow nothing count."""

    def around(self, step: Step | Branch) -> Step | Branch:
        """Return a step that does the same, recorded."""
        element = step.element
        if isinstance(step, Step):
            apply = step.apply

            def watched(flow: Flow) -> None:
                if flow.follow is None and not self.asking:
                    apply(flow)
                    return
                if element in self.skipped:
                    return
                before = flow.copy()
                if element in self.led and (wanted := _next_cell(flow)) is not None:
                    flow.cells = 1 << wanted
                else:
                    apply(flow)
                self.events.append(_Event(element, len(before.selection), before, flow.cells, False))

            return Step(element, watched)
        outputs = step.outputs

        def branched(flow: Flow) -> Iterator[Flow]:
            if flow.follow is not None or self.asking:
                self.events.append(_Event(element, len(flow.selection), flow.copy(), flow.cells, True))
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
        nearest: tuple[tuple[int, int, int], Blame] | None = None
        with self._lock, self._bounded():
            for number, group in enumerate(self._groups):
                for rule in group.rules:
                    if rule.phases and position.phase not in rule.phases:
                        if self._follows(group, replace(rule, phases=frozenset()), position, identity):
                            return Blame(Cause.PHASE, rule.element, rule.element, len(identity))
                        continue
                    if self._follows(group, rule, position, identity):
                        return self._compulsory(number, position, identity, rule)
                    found = self._distance(rule, position, identity)
                    if found is not None and (nearest is None or found[0] < nearest[0]):
                        nearest = found
        return None if nearest is None else nearest[1]

    def rule_of(self, position: Position, identity: Identity) -> EObject | None:
        """Return the rule by which a move is legal; None for a forced pass."""
        with self._lock, self._bounded():
            found = self._moves(position, identity).get(identity)
        return None if found is None else found.rule.element

    def value(self, value: EObject, flow: Flow) -> int:
        """Return the number that a value has in a flow."""
        return self._builder.value(value)(flow.copy())

    def matching(self, pattern: EObject, flow: Flow) -> CellSet:
        """Return the cells at which a pattern holds in a flow."""
        return self._builder.pattern(pattern)(flow)

    def _follows(self, group: Group, rule: Rule, position: Position, identity: Identity) -> bool:
        alone = Group((rule,), None)
        return any(
            found.flow.selection == identity for found in self._legal(alone, Run(position, self._steps), identity)
        )

    def _compulsory(self, number: int, position: Position, identity: Identity, rule: Rule) -> Blame | None:
        """Return the rule that takes precedence over one by which the move would be legal."""
        for group in self._groups[:number]:
            moves = tuple(self._merged(self._legal(group, Run(position, self._steps), None)))
            if moves:
                other = next(one.element for one in group.rules if self._yields(one, position))
                return Blame(Cause.PRIORITY, rule.element, other, len(identity), moves=moves)
        moves = tuple(self._moves(position))
        if identity not in moves:
            return Blame(Cause.MAXIMUM, rule.element, rule.element, len(identity), moves=moves)
        return None

    def _yields(self, rule: Rule, position: Position) -> bool:
        return any(True for _ in self._legal(Group((rule,), None), Run(position, self._steps), None))

    def _distance(
        self, rule: Rule, position: Position, identity: Identity
    ) -> tuple[tuple[int, int, int], Blame] | None:
        """Return how far a rule is from a move, the nearest first in order, and what stopped the move first.

        The distance is what had to be left out until the move came through, then how early it was stopped.
        """
        first: tuple[int, int, Blame] | None = None
        cost = 0
        try:
            for _ in range(MOST_TRIES):
                stopped, through = self._stopped(rule, position, identity)
                if through and first is not None:
                    break
                if not stopped:
                    cost += 2 * MOST_TRIES
                    break
                found = max(stopped, key=lambda one: one[:2])
                if first is None or (found[0] == first[0] and found[1] < first[1]):
                    first = found  # the cell that is wanted was lost before the filter that nothing else passed
                if through:
                    cost += 1
                    break
                element = found[2].element
                if element.eClass.name in _FIXED or element in self._watch.skipped | self._watch.led:
                    cost += 2 * MOST_TRIES
                    break
                leads = found[2].wanted is not None and element.eClass.name in _MOVERS
                (self._watch.led if leads else self._watch.skipped).add(element)
                cost += 2 if leads else 1
            else:
                cost += 2 * MOST_TRIES
        finally:
            self._watch.skipped.clear()
            self._watch.led.clear()
        return None if first is None else ((cost, -first[0], -first[1]), first[2])

    def _stopped(self, rule: Rule, position: Position, identity: Identity) -> tuple[list[tuple[int, int, Blame]], bool]:
        """Return the filters that stop the move in one rule, with the clicks before them and their depth.

        The second part tells whether the move comes through the rule; then only the post-check can stop it.
        """
        self._watch.events.clear()
        ends = list(self._outputs(rule, Run(position, self._steps), identity))
        events = list(self._watch.events)
        through = [flow for flow in ends if flow.selection == identity]
        found = []
        for flow in through:
            if self._ensure is not None and self._completed(flow) is None:
                after = self._after_effects(flow)
                element, cells = self._ensure.element, tuple(bits(after.cells))
                blame = Blame(Cause.POST_CHECK, rule.element, element, len(identity), cells, flow=after)
                found.append((len(identity) + 1, 0, self._with_inner(blame)))
        if through:
            return found, True
        for index in range(len(events)):
            stopped = self._blame(rule, events, index, identity)
            if stopped is not None:
                found.append((events[index].clicks, _depth(stopped.element), stopped))
        return found, False

    def _after_effects(self, candidate: Flow) -> Flow:
        """Return the flow that the post-check of a candidate is given."""
        flow = candidate.copy()
        flow.follow = None
        flow.run = Run(candidate.run.start, self._steps, played=True)
        if flow.returns is None:
            self._run_effects(flow)
        after = flow.aside(self.tables.cells.everything, candidate.run.start.player)
        after.returns = after.direction = None
        return after

    def _blame(self, rule: Rule, events: list[_Event], index: int, identity: Identity) -> Blame | None:
        event = events[index]
        element, cells = event.element, tuple(bits(event.before))
        wanted = identity[event.clicks] if event.clicks < len(identity) else None
        if not event.branches:
            if not event.before or event.after:
                return None
            lost = isinstance(wanted, int) and event.before >> wanted & 1
            blame = Blame(
                Cause.LOST if lost else Cause.DIED, rule.element, element, event.clicks, cells,
                wanted if lost and isinstance(wanted, int) else None, event.flow, callers=_callers(events, index),
            )  # fmt: skip
            return self._with_inner(blame)
        if element.eClass.name != "SelectFilter" or not element.record or wanted is None:
            return None
        if not isinstance(wanted, int):
            return Blame(Cause.CELL_WANTED, rule.element, element, event.clicks, cells, flow=event.flow)
        if event.before >> wanted & 1:
            return None
        place = self._where_lost(events, index, 1 << wanted)
        place = index if place is None else place
        dropped, callers = events[place], _callers(events, place)
        given = tuple(bits(dropped.before))
        return self._with_inner(
            Blame(Cause.LOST, rule.element, dropped.element, event.clicks, given, wanted, dropped.flow, callers=callers)
        )

    def _where_lost(self, events: list[_Event], index: int, cell: CellSet) -> int | None:
        """Return where a cell was dropped since the click before, or else the filter that did not lead there."""
        mover = None
        clicks = events[index].clicks
        for place in range(index - 1, -1, -1):
            event = events[place]
            if event.clicks != clicks:
                break
            if event.branches:
                continue
            if event.before & cell and not event.after & cell:
                return place
            if mover is None and event.element.eClass.name in _MOVERS:
                mover = place
        return mover

    def _with_inner(self, blame: Blame) -> Blame:
        """Return the same with what stopped the condition of a guard, or what lies inside a union."""
        element, flow = blame.element, blame.flow
        if flow is None:
            return blame
        if element.eClass.name == "ChoiceFilter" and blame.wanted is not None:
            return replace(blame, inner=self._alternative(blame, flow, blame.wanted))
        if element.eClass.name != "GuardFilter":
            return blame
        cells = flow.cells if blame.wanted is None or not element.perCell else 1 << blame.wanted
        found = 0
        events: list[_Event] = []
        for me in self._builder.players(element, flow.me):
            outputs, seen = self._asked(element.condition, flow.aside(cells, me))
            events += seen
            for output in outputs:
                found |= output.cells
        if element.negate:
            return replace(blame, passed=tuple(bits(found)))
        died = [event for event in events if event.before and not event.after and not event.branches]
        if not died:
            return blame
        last = max(died, key=lambda event: (event.clicks, _depth(event.element)))
        inner = Blame(Cause.DIED, blame.rule, last.element, last.clicks, tuple(bits(last.before)), flow=last.flow)
        return replace(blame, inner=inner)

    def _alternative(self, blame: Blame, flow: Flow, wanted: int) -> Blame | None:
        """Return what in the one alternative of a union that fits did not lead to the cell that was wanted."""
        fitting = []
        for alternative in blame.element.alternatives:
            _, events = self._asked(alternative, flow.aside(flow.cells, flow.me))
            movers = [event for event in events if event.element.eClass.name in _MOVERS and event.before]
            if movers:
                fitting.append(movers[-1])
        if len(fitting) != 1:
            return None
        (mover,) = fitting
        cells = tuple(bits(mover.before))
        return Blame(Cause.LOST, blame.rule, mover.element, blame.clicks, cells, wanted, mover.flow)

    def _asked(self, first: EObject, flow: Flow) -> tuple[list[Flow], list[_Event]]:
        """Return the outputs of a chain that asks a question, and what happened in it."""
        chain = self._builder.chain(first, effect=False)
        self._watch.events.clear()
        self._watch.asking = True
        try:
            return list(chain.outputs(flow)), list(self._watch.events)
        finally:
            self._watch.asking = False


def _next_cell(flow: Flow) -> int | None:
    """Return the cell that is clicked next on the way that a flow follows."""
    follow, place = flow.follow, len(flow.selection)
    step = follow[place] if follow is not None and place < len(follow) else None
    return step if isinstance(step, int) else None


def _callers(events: list[_Event], index: int) -> tuple[EObject, ...]:
    """Return the calls inside which an event happened, the innermost first."""
    found = []
    pipeline = _pipeline(events[index].element)
    for event in reversed(events[:index]):
        if pipeline is not None and event.element.eClass.name == "CallFilter" and event.element.pipeline is pipeline:
            found.append(event.element)
            pipeline = _pipeline(event.element)
    return tuple(found)


def _pipeline(element: EObject) -> EObject | None:
    """Return the sub-pipeline in which a filter stands; None if it stands in none."""
    while element is not None and element.eClass.name != "SubPipeline":
        element = element.eContainer()
    return element


def _depth(element: EObject) -> int:
    depth = 0
    while element is not None:
        element = element.eContainer()
        depth += 1
    return depth
