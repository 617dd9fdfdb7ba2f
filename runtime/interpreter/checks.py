"""Filters that test: they keep the flow, or cells of it, or nothing."""

from __future__ import annotations

import operator

from tilewright.metamodel.language import (
    CompareFilter,
    GuardFilter,
    MovableFilter,
    PatternFilter,
    PhaseFilter,
    PlayerFilter,
    RepetitionFilter,
)
from tilewright.runtime.interpreter.building import Builder, meaning
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.flow import Flow, Step


@meaning(PatternFilter)
def pattern_filter(element: PatternFilter, builder: Builder, effect: bool) -> Step:
    """Keep the cells at which every pattern holds; with ``require All`` keep all cells or none."""
    patterns = [builder.pattern(pattern) for pattern in element.patterns]

    def each(flow: Flow) -> None:
        for holds in patterns:
            flow.cells &= holds(flow)

    def all_or_none(flow: Flow) -> None:
        if any(flow.cells & ~holds(flow) for holds in patterns):
            flow.cells = 0

    if element.require.name == "All":
        return Step(element, all_or_none)
    if len(patterns) == 1:
        only = patterns[0]

        def single(flow: Flow) -> None:
            flow.cells &= only(flow)

        return Step(element, single)
    return Step(element, each)


@meaning(GuardFilter)
def guard_filter(element: GuardFilter, builder: Builder, effect: bool) -> Step:
    """Pass if the condition has an output on a copy of the flow, read as the player of the perspective.

    If the perspective stands for several players, one of them is enough. A negated guard passes if none has an output.
    """
    condition = builder.chain(element.condition, effect=False)
    negate = bool(element.negate)
    seen = [builder.players(element, me) for me in range(len(builder.tables.players))]

    def holds(flow: Flow, cells: int) -> bool:
        found = False
        for other in seen[flow.me]:
            found = found or condition.has_output(flow.aside(cells, other))
        return found

    def whole(flow: Flow) -> None:
        if holds(flow, flow.cells) is negate:
            flow.cells = 0

    def per_cell(flow: Flow) -> None:
        kept = 0
        for cell in bits(flow.cells):
            if holds(flow, 1 << cell) is not negate:
                kept |= 1 << cell
        flow.cells = kept

    return Step(element, per_cell if element.perCell else whole)


@meaning(CompareFilter)
def compare_filter(element: CompareFilter, builder: Builder, effect: bool) -> Step:
    """Pass if the comparison of the two values holds."""
    left, right = builder.value(element.left), builder.value(element.right)
    compare = getattr(operator, element.op.name)

    def apply(flow: Flow) -> None:
        if not compare(left(flow), right(flow)):
            flow.cells = 0

    return Step(element, apply)


@meaning(RepetitionFilter)
def repetition_filter(element: RepetitionFilter, builder: Builder, effect: bool) -> Step:
    """Pass if the states and numbers of all cells have occurred at least ``times`` times, the present ones included.

    While a rule is tried, the occurrences are those before the position in which it started. Once it is done, the
    present position is the one that the next player will see, and the start counts as an earlier one.
    """
    times = element.times
    include_player = bool(element.includePlayer)
    tables = builder.tables

    def apply(flow: Flow) -> None:
        start = flow.run.start
        now = tables.repetition_key(flow.boards, flow.counters)
        earlier = start.history
        player = start.player
        if flow.run.played:
            earlier = (*earlier, (tables.repetition_key(start.boards, start.counters), player))
            player = tables.after(start.seat) if flow.turn is None else flow.turn
        same = sum(1 for key, mover in earlier if key == now and (mover == player or not include_player))
        if same + 1 < times:
            flow.cells = 0

    return Step(element, apply)


@meaning(MovableFilter)
def movable_filter(element: MovableFilter, builder: Builder, effect: bool) -> Step:
    """Pass if the player would have a legal move in the position of the flow. Within such a question it passes."""

    def apply(flow: Flow) -> None:
        if not flow.run.asked and not builder.could_move(flow):
            flow.cells = 0

    return Step(element, apply)


@meaning(PlayerFilter)
def player_filter(element: PlayerFilter, builder: Builder, effect: bool) -> Step:
    """Pass if the player as whom the chain is run is one of these."""
    players = {builder.tables.player_of[player] for player in element.players}

    def apply(flow: Flow) -> None:
        if flow.me not in players:
            flow.cells = 0

    return Step(element, apply)


@meaning(PhaseFilter)
def phase_filter(element: PhaseFilter, builder: Builder, effect: bool) -> Step:
    """Pass if the phase of the flow is one of these."""
    phases = {builder.tables.phases[phase] for phase in element.phases}

    def apply(flow: Flow) -> None:
        if flow.phase not in phases:
            flow.cells = 0

    return Step(element, apply)
