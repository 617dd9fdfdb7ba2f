"""Why a move is not legal: the rules are run along the move to find the filter that stops it.

Each rule is tried again without the filter that stopped the move, until the move passes the rule. The distance of a
rule is the number of filters that had to be left out; a filter that had to lead a piece where it does not go counts
twice, and a pattern that says at the beginning that the rule is for another piece more than all others together. Going
to a mark leads, if the move adds cells to it. The nearest rule explains the refusal; that of a move of options alone,
or of one with options to which no rule is near, a rule that has them. Of equally near rules it is the one in which the
move gets furthest, then one with a click of it at all, then one whose author gives a reason, then the first one; the
others are kept.

Within a rule, the filter to blame is the one that stopped the move last: after the most clicks, in the direction that
leads to the next click if there is one, deepest in its chain. If a cell could not be clicked, the filter that dropped
the cell earlier is to blame. What a condition asks never is: where it does not hold its opposite does. Besides, a move
may follow a whole rule that is not active: one of another phase, of lower priority, or with less of what is maximised.
The phase counts only if no active rule has such a move: none passes it without a few filters, or the nearest one is
meant for something else than what stands where the move begins. A move that goes on where a rule has ended is refused
like the part that the rule lets through, if no rule gets further. What stops it in another rule behind these clicks is
asked for apart.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import islice
from threading import Lock
from typing import Any, TypeAlias

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AggregateValue,
    AmountFilter,
    ApplyFilter,
    BendFilter,
    BranchingFilter,
    CallFilter,
    CellsFilter,
    CellSource,
    ChoiceFilter,
    ChoiceMode,
    Combine,
    CompareFilter,
    DirectionFilter,
    Filter,
    FloodFilter,
    Game,
    GuardFilter,
    ImageFilter,
    IntoFilter,
    IterativeFilter,
    Lifetime,
    MarkFilter,
    MoveRule,
    OptionFilter,
    Pattern,
    PatternFilter,
    PlayerFilter,
    RecordFilter,
    RepeatFilter,
    SelectFilter,
    ShapeFilter,
    StampFilter,
    StepFilter,
    SubPipeline,
    Value,
)
from tilewright.model.diagnostics import ModelError
from tilewright.model.game.recognition import condition_of
from tilewright.model.places import Places
from tilewright.runtime.interpreter.branching import shape_filter
from tilewright.runtime.interpreter.cells import NOWHERE, Neighbour, bits
from tilewright.runtime.interpreter.chains import BudgetExceeded
from tilewright.runtime.interpreter.flow import Branch, Flow, Run, Step
from tilewright.runtime.interpreter.patterns import selected_states
from tilewright.runtime.interpreter.rules import Group, Rule
from tilewright.runtime.interpreter.turn import Interpreter
from tilewright.runtime.position import CellSet, Identity, Position

_MOVERS: TypeAlias = StepFilter | IterativeFilter | FloodFilter | ImageFilter | IntoFilter | StampFilter | ChoiceFilter
"""The filters that lead from cells to others. Of choices that is the union, the only one that is a single step."""
_FIXED: TypeAlias = BranchingFilter | RecordFilter | RepeatFilter | CallFilter | PlayerFilter
"""The filters that are never left out: without them the move would be a different one, or that of a rule of another
player, or they only run others."""
_RUNNING: TypeAlias = ChoiceFilter | RepeatFilter | CallFilter
"""The filters that pass the flow itself through other filters; all others run filters to answer a question."""
MOST_REASONS = 2
"""The greatest number of equally near rules, or of alternatives, whose demands a sentence names."""
MOST_TRIES = 4
"""The number of times that a rule is tried, each time without one more filter."""
FAR = 100
"""The distance of a rule that the move does not pass even so."""
NEARER = 10
"""A distance that is subtracted from ``FAR`` if without one filter the move was followed to its end, and only then the
rules failed, which the filter had prevented."""
OTHER_PIECE = 2 * MOST_TRIES
"""What it costs that a rule is meant for another piece than the one with which the move begins: no rule for this piece
is further, if the move passes it in the end and does not have to be led to another grid."""
NEAREST = FAR - NEARER + 1
"""The greatest distance of a rule that the move passes, or may pass, without the filters that stop it."""
TRIED_STEPS = 4_000
"""The budget in steps of a rule without its filters, or in another phase: it might never end."""


class Cause(Enum):
    """The way in which a move was stopped."""

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

    ``rule`` is the rule in which the move was stopped, and ``element`` the filter that stopped it; for the last three
    causes it is a rule. ``clicks`` is the number of clicks and options with which the move comes through: the filter
    stands behind the last of these clicks. ``flow`` is the flow that came to it, and ``cells`` its working set.
    ``wanted`` is the cell that was to be clicked next, if any.

    ``inner`` says what stopped the condition of a guard, or the alternative of a union that fits best. ``passed`` are
    the cells that a negated condition found, from ``sources`` if it went on from cells, and ``player`` is the first one
    for whom it found any, if it was asked for several. ``callers`` are the calls inside which the filter stands, the
    innermost first. ``moves`` are those that must be played instead. ``others`` are what stopped the move in equally
    near rules; inside a condition on each of several cells, what stopped it for the other cells.
    """

    cause: Cause
    rule: MoveRule | Filter
    element: Any
    clicks: int
    cells: tuple[int, ...] = ()
    wanted: int | None = None
    flow: Flow | None = None
    inner: Blame | None = None
    passed: tuple[int, ...] = ()
    sources: tuple[int, ...] = ()
    player: int | None = None
    callers: tuple[CallFilter, ...] = ()
    moves: tuple[Identity, ...] = ()
    others: tuple[Blame, ...] = ()


@dataclass(frozen=True, slots=True)
class _Event:
    """A flow came to a filter. ``clicks`` is the number of clicks and options so far, ``flow`` a copy from before.

    ``after`` is the working set after a filter that does not branch. ``aside`` says that the filter was run to answer
    a question of another filter, ``passed_over`` that it stands in an alternative in whose place a later one counts.
    """

    element: Filter
    clicks: int
    flow: Flow
    after: CellSet
    branches: bool
    aside: bool
    passed_over: bool = False

    @property
    def before(self) -> CellSet:
        return self.flow.cells


@dataclass
class _Watch:
    """Records what happens to the flows that follow the move; flows that answer questions are left out.

    A filter in ``skipped`` lets everything pass; one in ``led`` leads to the cell that is clicked next.
    """

    events: list[_Event] = field(default_factory=list)
    skipped: set[Filter] = field(default_factory=set)
    led: set[Filter] = field(default_factory=set)
    asking: bool = False
    """Whether flows that answer a question are recorded, too."""
    questions: int = 0
    """The number of filters, nested in each other, whose questions are being answered."""
    far: int = 0
    """The greatest number of clicks and options with which a flow has come to a filter."""
    failed: bool = False
    """Whether a filter has failed, which only happens without those that are left out."""

    def begin(self) -> None:
        """Forget what has been recorded."""
        self.events.clear()
        self.far = 0
        self.failed = False

    def compares_only(self) -> bool:
        """Return whether the filters that are left out do nothing but compare numbers."""
        return not self.led and all(map(_compares, self.skipped))

    def around(self, step: Step | Branch) -> Step | Branch:
        """Return a step that does the same and records it."""
        element = step.element
        if isinstance(step, Step):
            apply = step.apply
            questions = not isinstance(element, _RUNNING)

            def watched(flow: Flow) -> None:
                if flow.follow is None and not self.asking:
                    self._applied(apply, flow)
                    return
                self.far = max(self.far, len(flow.selection))
                if element in self.skipped:
                    return
                before = flow.copy()
                if element in self.led and (wanted := _next_cell(flow)) is not None:
                    flow.cells = 1 << wanted
                else:
                    self.questions += questions
                    try:
                        self._applied(apply, flow)
                    finally:
                        self.questions -= questions
                self.events.append(
                    _Event(element, len(before.selection), before, flow.cells, False, self.questions > 0)
                )

            return Step(element, watched)
        outputs = step.outputs

        def branched(flow: Flow) -> Iterator[Flow]:
            if flow.follow is None and not self.asking:
                yield from outputs(flow)
                return
            self.far = max(self.far, len(flow.selection))
            self.events.append(_Event(element, len(flow.selection), flow.copy(), flow.cells, True, self.questions > 0))
            begin = len(self.events)
            found = outputs(flow)
            first = next(found, None)
            if isinstance(element, ChoiceFilter) and element.mode is ChoiceMode.First:
                self._pass_over(element, begin, first is not None)
            if first is not None:
                yield first
                yield from found

        return Branch(element, branched)

    def _applied(self, apply: Callable[[Flow], None], flow: Flow) -> None:
        """Apply a filter, or pass the flow as it is if only a filter that was left out kept this one from failing.

        So a counter that does not suffice for a price is left as it is, and the move is followed beyond.
        """
        cells = flow.cells
        try:
            apply(flow)
        except ModelError:
            if not self.skipped and not self.led:
                raise
            flow.cells = cells
            self.failed = True

    def _pass_over(self, choice: ChoiceFilter, begin: int, passed: bool) -> None:
        """Mark the events since *begin* of the alternatives before the one that counts, if one does.

        An alternative that counts although no flow has passed it has outputs elsewhere: those after it were not tried.
        """
        heads = [place for place in range(begin, len(self.events))
                 if self.events[place].element in choice.alternatives]  # fmt: skip
        if heads and (passed or self.events[heads[-1]].element is not choice.alternatives[-1]):
            for place in range(begin, heads[-1]):
                self.events[place] = replace(self.events[place], passed_over=True)


class Explainer(Interpreter):
    """An interpreter that says why a move is not legal."""

    def __init__(self, game: Game, places: Places) -> None:
        self._watch = _Watch()
        self._lock = Lock()
        super().__init__(game, places, self._watch.around)

    def why_not(
        self,
        position: Position,
        identity: Identity,
        only: Container[MoveRule | Filter] | None = None,
        within: int = FAR,
        preventing: int = 1,
    ) -> Blame | None:
        """Return what stops a move; None if it is legal, or if no rule begins to apply to it.

        *only* restricts the rules that are tried. Rules further from the move than *within* count as not tried.
        *preventing* is how many filters together may have prevented that a rule fails at the end of the move.
        """
        with self._lock, self._bounded():
            return self._why_not(position, identity, only, within, preventing)

    def refused_as_it_is(self, position: Position, identity: Identity) -> Blame | None:
        """Return what stops the beginning of longer moves, after all its clicks, from being a move of another rule.

        None if nothing does so in a rule that is near, or if the rules fail where they are tried.
        """
        with self._lock, self._bounded():
            legal = self._moves(position)
        longer = {one.rule.element for other, one in legal.items() if other[: len(identity)] == identity}
        blame = self.refused_by_others(position, identity, longer)
        if blame is None or blame.cause not in (Cause.DIED, Cause.POST_CHECK) or blame.clicks != len(identity):
            return None
        return blame

    def refused_by_others(
        self, position: Position, identity: Identity, rules: Container[MoveRule | Filter], preventing: int = 1
    ) -> Blame | None:
        """Return what stops a move in another rule than *rules*; None if nothing does so in one that is near.

        None, too, if the rules fail where they are tried. For *preventing* see ``why_not``.
        """
        others = self._others(position, rules)
        return self.refused_by(position, identity, others, NEAREST + preventing - 1, preventing)

    def refused_behind(
        self, position: Position, identity: Identity, clicks: int, rules: Container[MoveRule | Filter]
    ) -> Blame | None:
        """Return what stops a move behind some clicks in the first rule other than *rules* that takes these clicks.

        None if there is no such rule that is near, or if the rules fail where they are tried.
        """
        for other in self._others(position, rules):
            blame = self.refused_by(position, identity, [other], NEAREST)
            if blame is not None and blame.clicks >= clicks and blame.cause in (Cause.DIED, Cause.LOST):
                return blame
        return None

    def _others(self, position: Position, rules: Container[MoveRule | Filter]) -> list[MoveRule | Filter]:
        """Return the rules of the player to move other than *rules*."""
        every = [rule.element for group in self._groups_of(position) for rule in group.rules]
        return [rule for rule in every if rule not in rules]

    def refused_by(
        self,
        position: Position,
        identity: Identity,
        rules: Container[MoveRule | Filter],
        within: int,
        preventing: int = 1,
    ) -> Blame | None:
        """Return what stops a move in some rules; None if nothing does so, or if the rules fail.

        For *within* and *preventing* see ``why_not``.
        """
        try:
            return self.why_not(position, identity, rules, within, preventing)
        except (ModelError, BudgetExceeded, RecursionError):
            return None

    def rule_of(self, position: Position, identity: Identity) -> MoveRule | Filter | None:
        """Return the rule by which a move is legal; None for a forced pass."""
        with self._lock, self._bounded():
            found = self._moves(position, identity).get(identity)
        return None if found is None else found.rule.element

    def holds(self, pipeline: SubPipeline, position: Position, me: int) -> bool:
        """Return whether a chain that changes nothing, run as a player, leaves a cell of the board."""
        with self._lock:
            return self._cells_of(self._builder.called(pipeline, False), self.tables.cells.board, position, me) != 0

    def offering(self, option: str) -> list[MoveRule | Filter]:
        """Return the rules in which an option stands, their sub-pipelines included."""
        return [
            rule.element
            for group in (*self._groups, self._chance_rules)
            for rule in group.rules
            if _has_option(rule.element, option)
        ]

    def value(self, value: Value, flow: Flow) -> int:
        """Return the number that a value has in a flow."""
        return self._builder.value(value)(flow.copy())

    def amounts(self, element: AmountFilter, flow: Flow) -> range:
        """Return the numbers among which a move chooses in a flow."""
        return range(self.value(element.low, flow), self.value(element.high, flow) + 1)

    def cells_of(self, value: AggregateValue, flow: Flow) -> CellSet:
        """Return the cells from which a value is computed in a flow."""
        if value.cells is None:
            return flow.cells
        chain = self._builder.chain(value.cells, effect=False)
        found = 0
        for me in self.tables.meant(flow.me, value):
            for output in chain.outputs(flow.aside(flow.cells, me)):
                found |= output.cells
        return found

    def matching(self, pattern: Pattern, flow: Flow) -> CellSet:
        """Return the cells at which a pattern holds in a flow."""
        return self._builder.pattern(pattern)(flow)

    @cached_property
    def _heads(self) -> frozenset[Filter]:
        """The tests of all conditions, and their opposites: where one fails the other holds, so neither is a reason."""
        choices = (one for one in self.tables.game.eAllContents() if isinstance(one, ChoiceFilter))
        return frozenset(head for one in choices if condition_of(one) is not None for head in one.alternatives)

    def _why_not(
        self,
        position: Position,
        identity: Identity,
        only: Container[MoveRule | Filter] | None,
        within: int = FAR,
        preventing: int = 1,
    ) -> Blame | None:
        near: list[tuple[tuple[int, int, int], Blame]] = []
        asleep: Blame | None = None
        labels = _labels(identity)
        sleeping: list[MoveRule | Filter] = []
        offered = False
        for number, group in enumerate(self._groups_of(position)):
            for rule in group.rules:
                if only is not None and rule.element not in only:
                    continue
                has_options = all(_has_option(rule.element, label) for label in labels)
                if rule.phases and position.phase not in rule.phases:
                    if labels and has_options:
                        sleeping.append(rule.element)
                    if asleep is None and self._would_follow(replace(rule, phases=frozenset()), position, identity):
                        asleep = Blame(Cause.PHASE, rule.element, rule.element, len(identity))
                    continue
                offered = offered or has_options
                if self._follows(rule, Run(position, self._steps), identity):
                    return self._compulsory(number, position, identity, rule)
                found = self._distance(rule, position, identity, preventing)
                part = self._part(rule, position, identity)
                if part and (found is None or found[1].clicks < len(part)):
                    refused = self._why_not(position, part, (rule.element,))
                    found = found if refused is None else ((FAR, -len(part), 0), refused)
                if found is not None and found[0][0] <= within:
                    near.append(found)
        if sleeping and not offered:
            return asleep or Blame(Cause.PHASE, sleeping[0], sleeping[0], len(identity))
        if not near:
            return asleep
        alone = len(labels) == len(identity)
        if alone or (labels and min(near, key=lambda one: one[0])[0][0] >= FAR):
            having = [one for one in near if all(_has_option(one[1].rule, label) for label in labels)]
            near = [one for one in having if alone or _has_click(one[1].rule)] or near
        least = min(distance for distance, _ in near)
        first, *later = sorted((blame for distance, blame in near if distance == least), key=_is_wordless)
        meant_for_others = first.clicks == 0 and _begins(first.element) and _is_wordless(first)
        if asleep is not None and (least[0] > NEAREST or meant_for_others):
            return asleep
        others = [*first.others, *(other for other in later if _is_like(first, other))]
        return replace(self._with_inner(first), others=tuple(map(self._with_inner, others)))

    def _part(self, rule: Rule, position: Position, identity: Identity) -> Identity:
        """Return the longest part of a move, from its start, with which a rule ends; empty if there is none."""
        ends = self._outputs(rule, Run(position, self._steps), identity)
        return max((flow.selection for flow in ends), key=len, default=())

    def _follows(self, rule: Rule, run: Run, identity: Identity) -> bool:
        alone = Group((rule,), None)
        return any(found.flow.selection == identity for found in self._legal(alone, run, identity))

    def _would_follow(self, rule: Rule, position: Position, identity: Identity) -> bool:
        """Return whether a rule yields the move; False, too, if the rules fail or take too many steps."""
        try:
            return self._follows(rule, Run(position, TRIED_STEPS), identity)
        except (ModelError, BudgetExceeded, RecursionError):
            return False

    def _compulsory(self, number: int, position: Position, identity: Identity, rule: Rule) -> Blame | None:
        """Return why a move is not legal that a rule yields: a rule of higher priority, or a maximum; None if legal."""
        legal = self._moves(position)
        first = next((candidate.rule.element for candidate in legal.values()), None)
        if first is not None and any(
            first is other.element for group in self._groups_of(position)[:number] for other in group.rules
        ):
            return Blame(Cause.PRIORITY, rule.element, first, len(identity), moves=tuple(legal))
        if identity not in legal:
            return Blame(Cause.MAXIMUM, rule.element, rule.element, len(identity), moves=tuple(legal))
        return None

    def _distance(
        self, rule: Rule, position: Position, identity: Identity, preventing: int
    ) -> tuple[tuple[int, int, int], Blame] | None:
        """Return the distance of a rule from a move, and what stopped the move first; None if nothing stopped it.

        Distances compare by the cost of the filters that had to be left out until the move passed, then by how early
        the move was stopped: fewer clicks are further. A rule without a click of the move, even then, or with too few
        for it, is further than one with any. The beginning of a longer move passes if an option or a number must follow
        it, or a click behind a price that cannot be paid: what must follow is the reason only if nothing else stops the
        move.
        """
        first: Blame | None = None
        watch, cost, tries, far, is_short = self._watch, 0, MOST_TRIES, 0, False
        try:
            while tries:
                tries -= 1
                stopped, through = self._stopped(rule, position, identity)
                far = max(far, watch.far)
                if watch.failed and not watch.compares_only():
                    # it is no price that is too high, but something that the rule is not meant for
                    cost += self._of_failure(identity, preventing)
                    break
                found = self._last(stopped, identity)
                if found is not None and isinstance(found.element, DirectionFilter):
                    # no direction leads to the next click, or those that do passed all filters before it
                    cost += 3 if first is None else FAR
                    first = first or found
                    break
                if found is not None and not (through and first is not None):
                    lost_before = first is not None and _is_before(found, first)
                    if first is not None and lost_before and first.element in watch.skipped:
                        # it stopped cells to which the move does not go: whether it stops this one is seen later
                        watch.skipped.remove(first.element)
                        cost, tries = cost - 1, tries + 1
                    if first is None or lost_before:
                        # the wanted cell was dropped before the filter that stopped all the others
                        same = (one for one in stopped if _is_like(found, one) and _depth(one) == _depth(found))
                        first = replace(found, others=tuple(same))
                if through:
                    cost += found is not None
                    break
                if found is not None and _is_open(found, identity, clicks=watch.failed):
                    cost = max(cost, 1)
                    break
                if found is None or _is_fixed(found.element) or found.element in watch.skipped | watch.led:
                    cost += FAR
                    is_short = found is None
                    break
                leads = _goes_on(found, identity) and (isinstance(found.element, _MOVERS) or _jumps(found.element))
                (watch.led if leads else watch.skipped).add(found.element)
                if leads:
                    cost += NEARER if self._is_elsewhere(found, identity) else 2
                else:
                    cost += OTHER_PIECE if self._is_for_other_piece(found, identity) else 1
            else:
                cost += FAR
        except (ModelError, BudgetExceeded, RecursionError):
            if first is None:
                raise
            cost += self._of_failure(identity, preventing)
        finally:
            watch.skipped.clear()
            watch.led.clear()
        return None if first is None else ((min(cost, FAR), -first.clicks, 0 if far and not is_short else 1), first)

    def _of_failure(self, identity: Identity, preventing: int) -> int:
        """Return what it costs that a rule fails without its filters where it otherwise could not."""
        watch = self._watch
        prevented = len(watch.skipped | watch.led) <= preventing and watch.far == len(identity)
        return FAR - NEARER if prevented else FAR

    def _is_for_other_piece(self, blame: Blame, identity: Identity) -> bool:
        """Return whether a filter is a pattern with which a rule begins, and none of its pieces is clicked first."""
        element, flow, cell = blame.element, blame.flow, next(iter(identity[blame.clicks :]), None)
        if blame.clicks or flow is None or not isinstance(cell, int) or not _begins(element):
            return False
        there = next(number for number, board in enumerate(flow.boards) if board >> cell & 1)
        named = [pattern for pattern in element.patterns if pattern.pieces or pattern.groups]
        return any(
            all((there in selected_states(one, self.tables, flow.me)) is bool(one.negate) for one in either)
            for either in ((pattern, *pattern.alternatives) for pattern in named)
        )

    def _is_elsewhere(self, blame: Blame, identity: Identity) -> bool:
        """Return whether the next click is in another grid (the board or a zone) than all cells before a filter.

        If it goes to cells that do not depend on those before it, these count in their place.
        """
        wanted = identity[blame.clicks]
        if blame.flow is None or not isinstance(wanted, int):
            return False
        cells = blame.flow.cells
        if _jumps(blame.element):
            cells = next(event.after for event in self._watch.events if event.flow is blame.flow)
        places = self.tables.cells.places
        return all(places[cell][2:] != places[wanted][2:] for cell in bits(cells))

    def _stopped(self, rule: Rule, position: Position, identity: Identity) -> tuple[list[Blame], bool]:
        """Return what stops the move in one rule, and whether it passes the rule.

        If it passes, only the post-check can stop it.
        """
        self._watch.begin()
        steps = TRIED_STEPS if self._watch.skipped or self._watch.led else self._steps
        ends = list(self._outputs(rule, Run(position, steps), identity))
        events = list(self._watch.events)
        through = [flow for flow in ends if flow.selection == identity]
        if through:
            return list(self._refused_afterwards(rule, through)), True
        blames = [(event, self._blame(rule, events, index, identity)) for index, event in enumerate(events)]
        found = [blame for event, blame in blames if blame is not None and not event.passed_over]
        # what stands in an alternative that was passed over stopped the move only if it got no further in another one
        far = max((blame.clicks for blame in found), default=-1)
        found += [blame for event, blame in blames if blame is not None and event.passed_over and blame.clicks > far]
        found = [blame for blame in found if blame.element not in self._heads] or found
        found = self._unplaced(rule, events, identity) or found
        return [blame for blame in found if not _lacks_option(blame, identity)] or found, False

    def _unplaced(self, rule: Rule, events: list[_Event], identity: Identity) -> list[Blame]:
        """Return what dropped the first cell of a shape that would lie on the rest of the move.

        Empty if nothing did so: then the shape has been laid there, or does not lie so.
        """
        far = max((event.clicks for event in events), default=0)
        rest = {step for step in identity[far:] if isinstance(step, int)}
        found: list[Blame] = []
        for index, event in enumerate(events):
            if event.clicks != far or not isinstance(event.element, ShapeFilter):
                continue
            laid = shape_filter(event.element, self._builder, False)
            assert isinstance(laid, Branch)
            for first in rest - set(bits(event.before)):
                place = self._where_lost(events, index, 1 << first)
                alone = event.flow.aside(1 << first, event.flow.me)
                if place is not None and any(set(bits(one.cells)) == rest for one in laid.outputs(alone)):
                    found.append(_lost(rule, events, place, far, first))
        return found

    def _refused_afterwards(self, rule: Rule, through: list[Flow]) -> Iterator[Blame]:
        """Yield what the post-check refuses of the flows that have passed a rule."""
        for flow in through:
            if self._ensure is not None and self._completed(flow) is None:
                yield self._refused_by(self._ensure.element, rule, flow)

    def _refused_by(self, ensure: Filter, rule: Rule, through: Flow) -> Blame:
        """Return what refuses a flow in the chain of the post-check: the filter at which the last of its flows ends.

        Of one that only runs others it is the last of these. What the watch has seen of the rule itself is kept.
        """
        watch, after = self._watch, self._after_effects(through)
        far, failed = watch.far, watch.failed
        _, events = self._asked(ensure, after)
        watch.far, watch.failed = far, failed
        ended = (
            place
            for place in reversed(range(len(events)))
            if events[place].before and not (events[place].after or events[place].branches or events[place].aside)
            and not isinstance(events[place].element, RepeatFilter | CallFilter)
            and events[place].element not in self._heads
        )  # fmt: skip
        place = next(ended, 0)
        event, clicks = events[place], len(through.selection)
        cells, callers = tuple(bits(event.before)), _callers(events, place)
        return Blame(Cause.POST_CHECK, rule.element, event.element, clicks, cells, flow=event.flow, callers=callers)

    def _last(self, stopped: list[Blame], identity: Identity) -> Blame | None:
        """Return what stopped the move last, in the direction that leads to the next cell if there is one."""
        clicks = max((blame.clicks for blame in stopped), default=0)
        last = [blame for blame in stopped if blame.clicks == clicks]
        last = _behind_repetitions(last, maximal=bool(last) and _goes_on(last[0], identity))
        aimed = [blame for blame in last if _aims(blame, identity)]
        unbound = [blame for blame in last if blame.flow is None or blame.flow.direction is None]
        if last and not aimed and not unbound and _goes_on(last[0], identity):
            for event in self._watch.events:
                if event.clicks == clicks and isinstance(event.element, DirectionFilter) and _clicks(event.element):
                    cells, wanted = tuple(bits(event.before)), int(identity[clicks])
                    return Blame(Cause.LOST, last[0].rule, event.element, clicks, cells, wanted, event.flow)
        lost = [blame for blame in last if blame.cause is Cause.LOST]
        to_come = set(identity[clicks:])

        def rank(one: Blame) -> tuple[bool, bool, tuple[int, ...], int]:
            """Rank a blame: of cells that count together, in another order, nothing else is wrong.

            What refuses the cells that are to come, if they are several, is about this move, others are not.
            """
            is_about_them = to_come == set(one.cells)
            several = is_about_them and len(to_come) > 1
            return _is_recorded(one) and is_about_them, several, _depth(one), len(to_come.intersection(one.cells))

        return max(aimed or unbound or lost or last, key=rank, default=None)

    def _after_effects(self, candidate: Flow) -> Flow:
        """Return the flow that the post-check of a candidate is given."""
        flow = candidate.copy()
        flow.follow = None
        flow.run = Run(candidate.run.start, self._steps, played=True)
        if flow.returns is None:
            self._run_effects(flow)
        after = flow.aside(self.tables.cells.board, candidate.run.start.player)
        after.returns = after.direction = None
        return after

    def _blame(self, rule: Rule, events: list[_Event], index: int, identity: Identity) -> Blame | None:
        event = events[index]
        element, cells = event.element, tuple(bits(event.before))
        wanted = identity[event.clicks] if event.clicks < len(identity) else None
        if not event.branches:
            if not event.before or event.after:
                return None
            if isinstance(element, RecordFilter) and isinstance(wanted, int):
                place = self._where_lost(events, index, 1 << wanted)
                dropped = events[index if place is None else place]
                if place is not None and dropped.before >> wanted & 1 and dropped is not event:
                    return _lost(rule, events, place, event.clicks, wanted)
            lost = isinstance(wanted, int) and event.before >> wanted & 1
            return Blame(
                Cause.LOST if lost else Cause.DIED, rule.element, element, event.clicks, cells,
                wanted if lost and isinstance(wanted, int) else None, event.flow, callers=_callers(events, index),
            )  # fmt: skip
        if isinstance(element, AmountFilter):
            if isinstance(wanted, str) and wanted.isdigit() and int(wanted) in self.amounts(element, event.flow):
                return None
            return self._unanswered(Cause.DIED, rule, events, index)
        if not isinstance(element, SelectFilter) or not element.record:
            return None
        if not isinstance(wanted, int):
            return self._unanswered(Cause.CELL_WANTED, rule, events, index)
        if event.before >> wanted & 1:
            return None
        place = self._where_lost(events, index, 1 << wanted)
        return _lost(rule, events, index if place is None else place, event.clicks, wanted)

    def _unanswered(self, cause: Cause, rule: Rule, events: list[_Event], index: int) -> Blame:
        """Return the blame of a filter that asks for a click or a number, which the move does not have."""
        event, callers = events[index], _callers(events, index)
        cells = tuple(bits(event.before))
        return Blame(cause, rule.element, event.element, event.clicks, cells, flow=event.flow, callers=callers)

    def _where_lost(self, events: list[_Event], index: int, cell: CellSet) -> int | None:
        """Return the index of the event that dropped a cell since the last click of a cell.

        If none did after the last filter that leads elsewhere, it is that of this filter, which did not lead there;
        None if there is none. What was dropped before does not matter: the cells there are those from which it leads.
        Only if filters are left out, one that goes back elsewhere and drops the cell counts: the move is another one.
        One with which a rule begins goes back to nothing.
        """
        mover = None
        clicks = events[index].clicks
        for place in range(index - 1, -1, -1):
            event = events[place]
            if event.clicks != clicks:
                if event.clicks > clicks or _next_cell(event.flow) is not None:
                    break
                clicks = event.clicks  # an option or a number is no click: the working set is still the same
            if event.branches or event.passed_over:
                continue
            if mover is None and _jumps(event.element) and not event.after & cell:
                return place
            if event.before & cell and not event.after & cell:
                begins = event.before == events[0].before
                other_move = bool(self._watch.skipped) and _is_fixed(event.element) and not begins
                leads = mover is not None and not other_move and _precedes(events, place, mover)
                return mover if leads else place
            if mover is None and isinstance(event.element, _MOVERS) and leads_elsewhere(event.element):
                mover = place
        return mover

    def _with_inner(self, blame: Blame) -> Blame:
        """Return the blame with ``inner``, ``passed``, ``sources`` and ``player``, if it is of a guard or a union."""
        element, flow = blame.element, blame.flow
        if flow is None:
            return blame
        if isinstance(element, ChoiceFilter):
            wanted = _next_cell(flow) if blame.wanted is None else blame.wanted
            inner = None if wanted is None else self._alternative(blame, flow, wanted)
            return replace(blame, inner=inner or self._furthest(blame, flow))
        if not isinstance(element, GuardFilter):
            return blame
        cells = flow.cells if blame.wanted is None or not element.perCell else 1 << blame.wanted
        if element.negate:
            asked = self._builder.players(element, flow.me)
            for me in asked:
                found = self._found(element, flow.aside(cells, me))
                if found is not None:
                    sources, passed = map(tuple, map(bits, found))
                    player = me if len(asked) > 1 else None
                    return replace(blame, sources=sources, passed=passed, player=player)
            return blame
        if element.perCell and cells.bit_count() > 1:
            each = [one for cell in bits(cells) for one in self._within(blame, element, flow, 1 << cell)[:1]]
            last = max(each, key=lambda one: (one.clicks, _depth(one)), default=None)
            if last is not None and isinstance(last.element, CompareFilter):  # sums over the cells are not compared
                first, *others = (one for one in each if one.element is last.element)
                return replace(blame, inner=replace(first, others=tuple(others)))
        nearest = self._within(blame, element, flow, cells)
        if not nearest or (element.reason and len(nearest) > 1):  # one of several says less than the author does
            return blame
        inner, *others = (
            self._with_inner(one) if isinstance(one.element, GuardFilter) and one.element.negate else one
            for one in nearest
        )
        alternatives = tuple(one for one in others if one.element is not inner.element)
        return replace(blame, inner=replace(inner, others=alternatives))

    def _within(self, blame: Blame, guard: GuardFilter, flow: Flow, cells: CellSet) -> list[Blame]:
        """Return what stops the condition of a guard furthest, if it is asked for some cells together."""
        died: list[Blame] = []
        for me in self._builder.players(guard, flow.me):
            _, events = self._asked(guard.condition, flow.aside(cells, me))
            died += [
                Blame(Cause.DIED, blame.rule, e.element, e.clicks, tuple(bits(e.before)), flow=e.flow)
                for place, e in enumerate(events)
                if e.before and not e.after and not e.branches and _may_stop(events, place, guard)
            ]
        furthest = max(((one.clicks, _depth(one)) for one in died), default=None)
        return [one for one in died if (one.clicks, _depth(one)) == furthest]

    def _found(self, guard: GuardFilter, flow: Flow) -> tuple[CellSet, CellSet] | None:
        """Return the cells from which the condition of a guard succeeds, and those that it finds; None if it fails.

        It is asked as the player of the flow. If it only asks another guard or calls a sub-pipeline, the inner one
        counts.
        """
        first = guard.condition
        while isinstance(first, CallFilter) and first.nextFilter is None:
            first = first.pipeline.filter
        outputs, events = self._asked(first, flow.copy())
        if not outputs:
            return None
        if isinstance(first, GuardFilter) and first.nextFilter is None and not first.negate:
            asked = (self._found(first, flow.aside(flow.cells, me)) for me in self._builder.players(first, flow.me))
            return next((found for found in asked if found is not None), (0, 0))
        passed = 0
        for output in outputs:
            passed |= output.cells
        return self._sources(first, events), passed

    def _sources(self, first: Filter, events: list[_Event]) -> CellSet:
        """Return the cells from which the first filter of a chain that leads elsewhere has an output."""
        chain: list[Filter] = []
        current: Filter | None = first
        while current is not None:
            chain.append(current)
            current = current.nextFilter
        leading = next((e for e in chain if isinstance(e, _MOVERS | CallFilter)), None)
        event = next((event for event in events if event.element is leading), None)
        if leading is None or event is None:
            return 0
        found = 0
        for cell in bits(event.before):
            if self._asked(leading, event.flow.aside(1 << cell, event.flow.me))[0]:
                found |= 1 << cell
        return found

    def _alternative(self, blame: Blame, flow: Flow, wanted: int) -> Blame | None:
        """Return the filter inside a union that keeps it from leading to the wanted cell; None if that is unclear.

        It is a filter without which an alternative would lead there, if possible in the direction of the cell, and one
        at which the flow ended; of a union of tests one of each alternative, unless they are too many. The patterns
        with which an alternative begins do not count, since they only say for which piece it is meant. If there is no
        such filter, it is the last filter of each alternative that leads elsewhere, if all of these start from the same
        cells. Of a union that leads nowhere it is what drops the cell. If each alternative is one filter it is a test,
        also if it is a pattern.
        """
        fitting: list[Blame] = []
        deciding: list[Blame] = []
        stays = not leads_elsewhere(blame.element)
        alone = _is_of_tests(blame.element)
        for alternative in blame.element.alternatives:
            events = self._reasons(alternative, flow)
            aimed = [place for place, event in enumerate(events) if _aims_at(event.flow, wanted)]
            ended = [place for place in aimed if events[place].before and not events[place].after]
            places = dict.fromkeys((*ended, *aimed, *range(len(events))))
            decides = (
                place
                for place in places
                if not events[place].branches and self._decides(events[place], alternative, flow, wanted)
            )
            decided = [_inner(blame, events, place, wanted) for place in islice(decides, 1)]
            deciding += decided
            if deciding and not stays:
                break
            if stays:
                last = [place for place, event in enumerate(events) if _drops(event, wanted)]
                if not decided and alone:
                    deciding += [_inner(blame, events, place, wanted) for place in last[-1:]]
            else:
                last = [place for place, event in enumerate(events) if isinstance(event.element, _MOVERS)]
            fitting += [_inner(blame, events, place, wanted) for place in last[-1:]]
        if stays and len(deciding) > MOST_REASONS:
            return None
        if stays and not deciding:
            fitting = [one for one in fitting if not _tells_piece(one.element)] or fitting
        if not deciding and len({one.cells for one in fitting}) != 1:
            return None
        first, *others = map(self._with_inner, deciding or fitting)
        return replace(first, others=tuple(others))

    def _furthest(self, blame: Blame, flow: Flow) -> Blame | None:
        """Return the filter at which the alternative of a union ends that comes furthest, if the union leads nowhere.

        None if none comes further than the patterns with which it begins, or several do; but of a union of tests, each
        of which is one filter, it is what each demands, unless they are too many.
        """
        ends: list[Blame] = []
        alone = _is_of_tests(blame.element)
        for alternative in () if blame.wanted is not None else blame.element.alternatives:
            events = self._reasons(alternative, flow)
            died = [
                place
                for place, event in enumerate(events)
                if event.before and not (event.after or event.branches) and (alone or not _tells_piece(event.element))
            ]
            ends += [_inner(blame, events, place, None) for place in died[-1:]]
        if not 0 < len(ends) <= (MOST_REASONS if alone else 1):
            return None
        first, *others = map(self._with_inner, ends)
        return replace(first, others=tuple(others))

    def _reasons(self, alternative: Filter, flow: Flow) -> list[_Event]:
        """Return the events in an alternative of a union, without questions and the tests of conditions."""
        _, events = self._asked(alternative, flow.aside(flow.cells, flow.me))
        return [event for event in events if not event.aside and event.element not in self._heads]

    def _decides(self, event: _Event, alternative: Filter, flow: Flow, wanted: int) -> bool:
        """Return whether an alternative would lead to the wanted cell without what the filter of an event demands."""
        element = event.element
        if isinstance(element, _MOVERS):
            return self.in_the_way(element, event.flow, wanted) is not None
        if not event.before & ~event.after or _tells_piece(element):
            return False
        self._watch.skipped.add(element)
        try:
            outputs, _ = self._asked(alternative, flow.aside(flow.cells, flow.me))
        except (ModelError, BudgetExceeded, RecursionError):
            return False
        finally:
            self._watch.skipped.clear()
        return any(output.cells >> wanted & 1 for output in outputs)

    def in_the_way(self, element: Filter, flow: Flow, wanted: int | None) -> tuple[int, int] | None:
        """Return a start cell of a step or ray and the cell that blocks its way to the wanted cell, or to any if None.

        None if nothing is in the way.
        """
        if isinstance(element, IterativeFilter) and wanted is not None:
            passable, least, most = self.matching(element.matchRule, flow), 1, -1
        elif isinstance(element, StepFilter) and element.through is not None:
            passable = self.matching(element.through, flow)
            count = None if element.count is None else self._builder.value(element.count)(flow)
            least, most = (element.min, element.max) if count is None else (count, count)
        else:
            return None
        bound = () if flow.direction is None else (flow.direction,)
        named = self.tables.ways(element, flow.me)
        for start in bits(flow.cells):
            for way in bound if named is None else named:
                passed = _cells_before(way, start, least, most, wanted)
                blocking = next((cell for cell in passed if not passable >> cell & 1), None)
                if blocking is not None:
                    return start, blocking
        return None

    def _asked(self, first: Filter, flow: Flow) -> tuple[list[Flow], list[_Event]]:
        """Return the outputs of a chain that answers a question, and the events of its run."""
        chain = self._builder.chain(first, effect=False)
        self._watch.begin()
        self._watch.asking = True
        try:
            return list(chain.outputs(flow)), list(self._watch.events)
        finally:
            self._watch.asking = False


def _lost(rule: Rule, events: list[_Event], place: int, clicks: int, wanted: int) -> Blame:
    """Return the blame of the filter of an event, which dropped the cell that was wanted after some clicks."""
    event, callers = events[place], _callers(events, place)
    given = tuple(bits(event.before))
    return Blame(Cause.LOST, rule.element, event.element, clicks, given, wanted, event.flow, callers=callers)


def _has_option(rule: Element, label: str) -> bool:
    """Return whether an option stands in a rule or a chain, or in a sub-pipeline that it calls."""
    return any(isinstance(element, OptionFilter) and element.label == label for element in _whole(rule))


def _has_click(rule: Element) -> bool:
    """Return whether the moves of a rule may have clicks."""
    if not isinstance(rule, MoveRule):  # it is tried for each cell, which is clicked
        return True
    return any(isinstance(element, SelectFilter | RecordFilter) for element in _whole(rule))


def _whole(rule: Element) -> Iterator[Element]:
    """Yield the elements of a rule or a chain, and of the sub-pipelines that it calls."""
    pending: list[Element] = [rule]
    seen: set[Element] = {rule}
    for found in pending:
        for element in (found, *found.eAllContents()):
            yield element
            if isinstance(element, CallFilter) and element.pipeline not in seen:
                seen.add(element.pipeline)
                pending.append(element.pipeline)


def _labels(identity: Identity) -> list[str]:
    """Return the options of a move, without the numbers in it."""
    return [part for part in identity if isinstance(part, str) and not part.isdigit()]


def _lacks_option(blame: Blame, identity: Identity) -> bool:
    """Return whether a move was stopped in an alternative without its next option, which another alternative has."""
    label = next(iter(_labels(identity[blame.clicks :])), None)
    if label is None:
        return False
    inside: Element
    for element in (blame.element, *blame.callers):
        inside = element
        for parent, feature in _parents(element):
            if feature == "alternatives" and isinstance(parent, ChoiceFilter) and not _has_option(inside, label):
                return any(_has_option(other, label) for other in parent.alternatives)
            inside = parent
    return False


def _next_cell(flow: Flow) -> int | None:
    """Return the next click of the identity that a flow follows; None if there is none."""
    follow, place = flow.follow, len(flow.selection)
    step = follow[place] if follow is not None and place < len(follow) else None
    return step if isinstance(step, int) else None


def _goes_on(blame: Blame, identity: Identity) -> bool:
    """Return whether the next step of the move, after what stopped it, is a click."""
    return blame.clicks < len(identity) and isinstance(identity[blame.clicks], int)


def _compares(element: Element) -> bool:
    """Return whether a filter does nothing but compare numbers, of the flow or of each cell."""
    if isinstance(element, GuardFilter):
        condition = element.condition
        return element.perCell and not element.negate and condition.nextFilter is None and _compares(condition)
    return isinstance(element, CompareFilter)


def _is_wordless(blame: Blame) -> bool:
    """Return whether the author gives no reason for the filter, a filter around it, or a call of it."""
    elements = (blame.element, *blame.callers)
    return not any(each.reason for each in elements if isinstance(each, Filter)) and not any(
        parent.reason for each in elements for parent, feature in _parents(each)
        if isinstance(parent, Filter) and feature != "nextFilter"
    )  # fmt: skip


def _is_recorded(blame: Blame) -> bool:
    """Return whether what stopped the move is that it goes on with other cells than those that count together."""
    return isinstance(blame.element, RecordFilter)


def _is_open(blame: Blame, identity: Identity, *, clicks: bool) -> bool:
    """Return whether what stopped the move is only that an option, a number or, with *clicks*, a click must follow."""
    labelled = isinstance(blame.element, OptionFilter | AmountFilter)
    return blame.clicks == len(identity) and (labelled or (clicks and isinstance(blame.element, SelectFilter)))


def _behind_repetitions(blames: list[Blame], *, maximal: bool) -> list[Blame]:
    """Return the blames without those inside a repetition that the move has left, to be stopped behind it.

    *maximal* says that only repetitions count that go on as long as they can: that they end is no reason, even if the
    move has further clicks.
    """
    left: set[Element] = set()
    for blame in blames:
        for element in (blame.element, *blame.callers):
            left.update(parent for parent, feature in _parents(element) if feature == "nextFilter")
    return [blame for blame in blames if left.isdisjoint(_repetitions(blame, maximal))]


def _is_before(found: Blame, first: Blame) -> bool:
    """Return whether a filter stands before the one that stopped the move first, in no repetition that it has left."""
    same = found.clicks == first.clicks and _depth(found) < _depth(first)
    return same and len(_behind_repetitions([first, found], maximal=True)) == 2


def _repetitions(blame: Blame, maximal: bool) -> Iterator[Element]:
    """Yield the repetitions inside whose bodies a filter stands, each with the calls inside which it stands itself.

    With *maximal* only those that go on as long as they can.
    """
    for number, element in enumerate((blame.element, *blame.callers)):
        for parent, feature in _parents(element):
            if isinstance(parent, RepeatFilter) and feature == "body" and (parent.maximal or not maximal):
                yield from (parent, *blame.callers[number:])


def _parents(element: Element) -> Iterator[tuple[Element, str]]:
    """Yield the elements that contain an element, the innermost first, with the name of the feature that does."""
    while element.eContainmentFeature() is not None:
        feature = element.eContainmentFeature().name
        element = element.eContainer()
        yield element, feature


def _aims(blame: Blame, identity: Identity) -> bool:
    """Return whether the direction that is bound leads from the last click to the next one."""
    return blame.flow is not None and _goes_on(blame, identity) and _aims_at(blame.flow, int(identity[blame.clicks]))


def _aims_at(flow: Flow, wanted: int) -> bool:
    """Return whether the direction that is bound in a flow leads from the last click to a cell."""
    if flow.direction is None or flow.anchor == NOWHERE:
        return False
    table, cell, seen = flow.direction.table, flow.anchor, {NOWHERE}
    while cell not in seen:
        seen.add(cell)
        cell = table[cell]
        if cell == wanted:
            return True
    return False


def _clicks(element: Filter) -> bool:
    """Return whether a click follows a filter, with nothing between that changes the direction or jumps elsewhere."""
    current: Filter | None = element
    while current is not None and (current := current.nextFilter) is not None:
        if isinstance(current, CallFilter):
            called = current.pipeline.filter
            if isinstance(called, SelectFilter) or _clicks(called):
                return True
        elif isinstance(current, SelectFilter):
            return bool(current.record)
        elif isinstance(
            current, BendFilter | CellsFilter | ImageFilter | IntoFilter | StampFilter | DirectionFilter | ChoiceFilter
        ):
            return False
    return False


def _cells_before(way: Neighbour, start: int, least: int, most: int, wanted: int | None) -> list[int]:
    """Return the cells that a step passes before the wanted cell, or before the first cell it may reach if None.

    Empty if the step does not reach it.
    """
    passed: list[int] = []
    cell = way.table[start]
    while cell not in (NOWHERE, start) and len(passed) + 1 != most:
        if cell == wanted or (wanted is None and len(passed) + 1 == least):
            break
        passed.append(cell)
        cell = way.table[cell]
    reached = cell != NOWHERE and len(passed) + 1 >= least and wanted in (None, cell)
    return passed if reached else []


def _begins(element: Filter) -> bool:
    """Return whether a filter is a pattern at the head of its chain, which says for which piece the chain is meant."""
    if not isinstance(element, PatternFilter):
        return False
    while element.eContainmentFeature().name == "nextFilter":
        element = element.eContainer()
        if isinstance(element, _MOVERS | DirectionFilter) or _goes_elsewhere(element):
            return False
        if isinstance(element, CallFilter) and leads_elsewhere(element):
            return False
    return True


def _tells_piece(element: Filter) -> bool:
    """Return whether a filter begins an alternative of a union: not if it is what a condition demands."""
    if not _begins(element):
        return False
    choice = next(parent for parent, feature in _parents(element) if feature != "nextFilter")
    return not isinstance(choice, ChoiceFilter) or condition_of(choice) is None


def _is_fixed(element: Filter) -> bool:
    """Return whether a filter must not be left out, such as one that goes back to a cell that was clicked."""
    if isinstance(element, CellsFilter):
        return _jumps(element) and element.source is not CellSource.Region and not _is_gathered(element)
    return isinstance(element, _FIXED)


def _is_gathered(element: CellsFilter) -> bool:
    """Return whether a filter is about cells that the move has added to a mark: it is as if it had led to them."""
    if element.mark is None or element.mark.lifetime is not Lifetime.Move:
        return False
    *_, (game, _) = _parents(element)
    return any(
        isinstance(one, MarkFilter) and one.mark is element.mark and one.combine is Combine.Union
        for one in game.eAllContents()
    )


def _jumps(element: Filter) -> bool:
    """Return whether a filter goes to cells that do not depend on those before it."""
    return isinstance(element, CellsFilter) and element.combine is Combine.Replace


def _precedes(events: list[_Event], index: int, other: int) -> bool:
    """Return whether the filter of an event stands before that of another one in a chain, or inside one that does."""
    chains = (events[other].element, *_callers(events, other))
    before = {parent for element in chains for parent, feature in _parents(element) if feature == "nextFilter"}
    inside = (events[index].element, *_callers(events, index))
    around = {parent for element in inside for parent, feature in _parents(element) if feature != "nextFilter"}
    return not before.isdisjoint(around.union(inside))


def _is_of_tests(union: ChoiceFilter) -> bool:
    """Return whether each alternative of a union is one filter, which leads nowhere else."""
    return not leads_elsewhere(union) and all(each.nextFilter is None for each in union.alternatives)


def leads_elsewhere(mover: Filter) -> bool:
    """Return whether a filter leads to other cells: a union or a call does if a filter inside it does."""
    if not isinstance(mover, ChoiceFilter | CallFilter):
        return True
    pending = list(mover.alternatives) if isinstance(mover, ChoiceFilter) else [mover.pipeline.filter]
    seen: set[Filter | None] = set()
    for element in pending:
        if isinstance(element, ChoiceFilter):
            pending += element.alternatives
        elif isinstance(element, _MOVERS) or _goes_elsewhere(element):
            return True
        following = (element.nextFilter, *_run_by(element))
        pending += [each for each in following if each is not None and each not in seen]
        seen.update(following)
    return False


def _run_by(element: Filter) -> tuple[Filter | None, ...]:
    """Return the chain through which a filter that is no choice passes the flow itself."""
    if isinstance(element, RepeatFilter):
        return (element.body,)
    return (element.pipeline.filter,) if isinstance(element, CallFilter) else ()


def _goes_elsewhere(element: Filter) -> bool:
    """Return whether a filter adds cells that do not depend on the working set."""
    return isinstance(element, CellsFilter) and element.combine.name in ("Replace", "Union")


def _drops(event: _Event, cell: int) -> bool:
    """Return whether a filter that does not branch did not pass a cell that it was given."""
    return not event.branches and bool(event.before & ~event.after & 1 << cell)


def _inner(blame: Blame, events: list[_Event], place: int, wanted: int | None) -> Blame:
    """Return a blame for the filter of an event inside the filter that *blame* is about; *wanted* is the next click."""
    event = events[place]
    leads = isinstance(event.element, _MOVERS) and (event.after or blame.wanted is not None)
    lost = wanted is not None and (leads or event.before >> wanted & 1)
    return replace(
        blame, cause=Cause.LOST if lost else Cause.DIED, element=event.element, cells=tuple(bits(event.before)),
        wanted=wanted if lost else None, flow=event.flow, callers=(*_callers(events, place), *blame.callers),
    )  # fmt: skip


def _is_like(first: Blame, other: Blame) -> bool:
    """Return whether two different filters stopped a move at the same point and were given the same cells.

    Of what is placed in several ways, the others are like the first.
    """
    about_cells = isinstance(other.element, _MOVERS | PatternFilter | CellsFilter | GuardFilter)
    if _is_recorded(first) and other.element is first.element:
        return other.cells != first.cells
    same = (first.cells, first.wanted, first.clicks) == (other.cells, other.wanted, other.clicks)
    by_filters = first.flow is not None and other.flow is not None
    return about_cells and same and by_filters and other.element is not first.element


def _may_stop(events: list[_Event], place: int, guard: GuardFilter) -> bool:
    """Return whether the condition of a guard may fail because no cell passes the filter of an event.

    Not so if the filter stands in a value, of which it only makes less, in a ``do``, or in what must not hold.
    """
    for element in (events[place].element, *_callers(events, place)):
        for parent, feature in _parents(element):
            if parent is guard:
                return True
            negates = isinstance(parent, GuardFilter) and parent.negate
            if feature != "nextFilter" and (negates or isinstance(parent, Value | ApplyFilter)):
                return False
    return True


def _callers(events: list[_Event], index: int) -> tuple[CallFilter, ...]:
    """Return the calls inside which an event happened, the innermost first."""
    found = []
    pipeline = _pipeline(events[index].element)
    for event in reversed(events[:index]):
        if pipeline is not None and isinstance(event.element, CallFilter) and event.element.pipeline is pipeline:
            found.append(event.element)
            pipeline = _pipeline(event.element)
    return tuple(found)


def _pipeline(element: Filter) -> SubPipeline | None:
    """Return the sub-pipeline in which a filter stands; None if it stands in none."""
    current: Element | None = element
    while current is not None and not isinstance(current, SubPipeline):
        current = current.container
    return current


def _depth(blame: Blame) -> tuple[int, ...]:
    """Return the position of a filter in its rule, for comparison: the depths of its callers, then its own depth."""
    depths: list[int] = []
    for element in (*reversed(blame.callers), blame.element):
        depth = 0
        while element is not None:
            element = element.eContainer()
            depth += 1
        depths.append(depth)
    return tuple(depths)
