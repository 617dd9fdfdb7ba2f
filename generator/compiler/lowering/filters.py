"""The lowering of each filter and each value: a function for each metaclass, registered under that class."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import reduce
from math import lcm
from typing import assert_never

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.lowering.constants import NOBODY, Constants
from tilewright.generator.compiler.lowering.lowering import Lowering, lowers, lowers_value
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Vector, Way, covered, orientations
from tilewright.generator.compiler.rules.traits import starts_anew
from tilewright.metamodel.elements import present
from tilewright.metamodel.language import (
    AggregateValue,
    AmountFilter,
    ApplyFilter,
    Arithmetic,
    AttributeOf,
    BendFilter,
    Best,
    BestFilter,
    CallFilter,
    CellsFilter,
    CellSource,
    ChoiceFilter,
    ChoiceMode,
    Collect,
    Combine,
    CompareFilter,
    Comparison,
    ConditionalValue,
    ConstantOf,
    CounterEffectFilter,
    CounterValue,
    CountValue,
    DirectionFilter,
    Division,
    DivisionValue,
    EndFilter,
    ExtremeValue,
    FloodFilter,
    ForEach,
    GuardFilter,
    ImageFilter,
    IntoFilter,
    IntValue,
    IterativeFilter,
    MarkFilter,
    MovableFilter,
    MoveEffectFilter,
    OptionFilter,
    Outcome,
    ParameterValue,
    PatternFilter,
    PerPlayerValue,
    Perspective,
    PhaseEffectFilter,
    PhaseFilter,
    PickFilter,
    PlayerFilter,
    ProductValue,
    Quantifier,
    RecordFilter,
    RepeatFilter,
    RepetitionFilter,
    SelectFilter,
    ShapeFilter,
    ShiftEffectFilter,
    StackEffectFilter,
    StampFilter,
    StateEffectFilter,
    StateSelection,
    StepFilter,
    SumValue,
    TableValue,
    Transform,
    TurnEffectFilter,
    Value,
    WinConditionFilter,
)
from tilewright.model.values import GREATEST, LEAST

MOST_AMOUNTS = 1024
"""The most numbers of an amount that are compiled: there is an alternative for each, though one loop for all."""

MOST_STEPS = 256
"""The most numbers of steps that are compiled: there is code for each."""

CLICKS = 8
"""The most rounds with a click that are written out where clicks do not depend on each other's cells."""

DEPENDENT_CLICKS = 4
"""The most clicks of all rounds together that are written out elsewhere."""

NEVER = ir.Guard((), negate=False, per_cell=False)
"""A test that never holds."""

COMPARE: dict[ir.Relation, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

RELATIONS: dict[Comparison, ir.Relation] = {
    Comparison.eq: "==", Comparison.ne: "!=", Comparison.lt: "<",
    Comparison.le: "<=", Comparison.gt: ">", Comparison.ge: ">=",
}  # fmt: skip
COMBINING: dict[Combine, ir.How] = {
    Combine.Replace: "Replace", Combine.Intersect: "Intersect", Combine.Union: "Union",
    Combine.Minus: "Minus", Combine.Clear: "Clear",
}  # fmt: skip
COLLECTING: dict[Collect, ir.Collect] = {
    Collect.Matched: "Matched", Collect.End: "End", Collect.Both: "Both", Collect.Last: "Last",
}  # fmt: skip
MODES: dict[ChoiceMode, ir.Mode] = {ChoiceMode.All: "All", ChoiceMode.First: "First", ChoiceMode.Union: "Union"}
CHANGES: dict[Arithmetic, ir.Change] = {
    Arithmetic.Add: "Add", Arithmetic.Subtract: "Subtract", Arithmetic.Set: "Set",
}  # fmt: skip


# -- filters that test


@lowers(PatternFilter)
def _(lowering: Lowering, element: PatternFilter, me: int) -> ir.Op:
    patterns = tuple(lowering.pattern(pattern, me) for pattern in element.patterns)
    return ir.Keep(patterns, element.require is Quantifier.All)


@lowers(GuardFilter)
def _(lowering: Lowering, element: GuardFilter, me: int) -> ir.Op:
    seen = lowering.constants.meant(me, element)
    conditions = tuple(lowering.chain(element.condition, other) for other in seen)
    return ir.Guard(conditions, bool(element.negate), bool(element.perCell))


@lowers(CompareFilter)
def _(lowering: Lowering, element: CompareFilter, me: int) -> ir.Op:
    return ir.Compare(lowering.value(element.left, me), RELATIONS[element.op], lowering.value(element.right, me))


@lowers(RepetitionFilter)
def _(lowering: Lowering, element: RepetitionFilter, me: int) -> ir.Op:
    return ir.Repetition(element.times, bool(element.includePlayer))


@lowers(MovableFilter)
def _(lowering: Lowering, element: MovableFilter, me: int) -> ir.Op:
    return ir.Movable()


@lowers(PlayerFilter)
def _(lowering: Lowering, element: PlayerFilter, me: int) -> ir.Op:
    players = {lowering.constants.player_of[player] for player in element.players}
    return ir.Compare(ir.Int(int(me in players)), "==", ir.Int(1))


@lowers(PhaseFilter)
def _(lowering: Lowering, element: PhaseFilter, me: int) -> ir.Op:
    numbers = (lowering.constants.phases[phase] for phase in element.phases)
    tests = [ir.Compare(ir.PhaseNumber(), "==", ir.Int(number)) for number in numbers]
    return tests[0] if len(tests) == 1 else ir.Guard(tuple(ir.Chain(me, (test,)) for test in tests), False, False)


# -- filters on the working set


@lowers(CellsFilter)
def _(lowering: Lowering, element: CellsFilter, me: int) -> ir.Op:
    how, constants = COMBINING[element.combine], lowering.constants
    seen = constants.meant(me, element)
    match element.source:
        case CellSource.Region:
            regions = (constants.region(present(element.region), other) for other in seen)
            return ir.Combine(how, mask=reduce(operator.or_, regions, 0))
        case CellSource.Mark:
            return _with_marks(how, [constants.mark(present(element.mark), other) for other in seen], me)
        case CellSource.Anchor:
            return ir.Combine(how)
        case CellSource.All:
            return ir.Combine(how, mask=constants.board.board)
        case _:
            assert_never(element.source)


def _with_marks(how: ir.How, marks: list[int], me: int) -> ir.Op:
    """Return the operation that combines the working set with the cells of all of some marks."""
    each = [ir.Combine(how, mark=mark) for mark in marks]
    if not each:
        return ir.Combine(how, mask=0)
    if len(each) == 1:
        return each[0]
    if how == "Minus":
        return ir.Choice("First", (ir.Chain(me, tuple(each)),))
    return ir.Choice("Union", tuple(ir.Chain(me, (one,)) for one in each))


@lowers(StepFilter)
def _(lowering: Lowering, element: StepFilter, me: int) -> ir.Op:
    through = None if element.through is None else lowering.pattern(element.through, me)
    ways = lowering.named_ways(element, me)
    if element.count is None:
        return ir.Step(ways, element.min, element.max, through)
    count = lowering.value(element.count, me)
    numbers, checked = lowering.constants.range_of(count), ir.is_error(count)
    if element.atMost:
        return _at_most(lowering, element, me, ways, through, count)
    period = _period(ways) if through is None and numbers.start >= LEAST and numbers[-1] <= GREATEST else None
    if period is not None and period < numbers[-1] and period <= MOST_STEPS:
        return _around(count, ways, period, me, first=numbers.start)
    far = _farthest(lowering, element, ways, numbers)
    steps = []
    for number in range(max(0, numbers.start), far + 1):
        is_so = () if len(numbers) == 1 and not checked else (ir.Compare(count, "==", ir.Int(number)),)
        steps.append(ir.Chain(me, (*is_so, ir.Step(ways, number, number, through))))
    if checked and not steps:
        steps.append(ir.Chain(me, (ir.Compare(count, "==", ir.Int(far)), NEVER)))
    return ir.Choice("Union", tuple(steps)) if steps else NEVER


def _at_most(
    lowering: Lowering, element: StepFilter, me: int, ways: tuple[Way, ...] | None, through: ir.Pattern | None,
    count: ir.Value,
) -> ir.Op:  # fmt: skip
    """Return the steps from the least number to one that is computed: each one where this number is not less."""
    numbers, checked = lowering.constants.range_of(count), ir.is_error(count)
    steps = [
        ir.Chain(me, (ir.Compare(count, ">=", ir.Int(number)), ir.Step(ways, number, number, through)))
        for number in range(element.min, _farthest(lowering, element, ways, numbers) + 1)
    ]
    if not steps:
        return ir.Choice("Union", (ir.Chain(me, (ir.Compare(count, ">=", ir.Int(0)), NEVER)),)) if checked else NEVER
    return ir.Choice("Union", tuple(steps))


def _farthest(lowering: Lowering, element: StepFilter, ways: tuple[Way, ...] | None, numbers: range) -> int:
    """Return how many steps may be gone, by the numbers that there may be and the length of the ways."""
    far = min(numbers[-1], max(map(_longest, _bindable(lowering) if ways is None else ways), default=0))
    if far > MOST_STEPS:
        counter = element.count.counter if isinstance(element.count, CounterValue) else None
        what, bounded = ("they", "what counts them") if counter is None else (f"'{counter.name}'", "it")
        raise NotLowered(
            f"a number of more than {MOST_STEPS} steps is not compiled, and {what} may be {numbers[-1]}; give bounds "
            f"to {bounded}, as in 'counter {'n' if counter is None else counter.name} 0..9'",
            lowering.place_of(element),
        )
    return far


def _around(count: ir.Value, ways: tuple[Way, ...] | None, period: int, me: int, *, first: int) -> ir.Op:
    """Return the step by a number along rings, where up to *period* steps lead as far as any others.

    *first* is the least number; a cell that is on no ring stays if it is 0, and no cell does if it is less.
    """
    before = ir.Division(ir.Sum(((1, count), (-1, ir.Int(1)))), ir.Int(period), remainder=True)
    leads = (ir.Compare(count, ">", ir.Int(0)),) if first <= 0 else ()
    steps = [ir.Chain(me, (ir.Compare(count, "==", ir.Int(0)), ir.Step(ways, 0, 0, None)))] if first <= 0 else []
    for number in range(1, period + 1):
        is_so = (*leads, ir.Compare(before, "==", ir.Int(number - 1)))
        steps.append(ir.Chain(me, (*is_so, ir.Step(ways, number, number, None))))
    return ir.Choice("Union", tuple(steps))


def _bindable(lowering: Lowering) -> Iterator[Way]:
    """Yield every way that may be bound, as any player means it."""
    constants = lowering.constants
    for me in range(constants.players):
        for directions in constants.game.directionSets:
            yield from constants.directions(directions, me)


def _period(ways: Sequence[Way] | None) -> int | None:
    """Return after how many steps along any of some ways every cell is reached again; None if they lead on."""
    lengths = [] if ways is None else [way.period for way in ways]
    known = [length for length in lengths if length is not None]
    return lcm(*known) if known and len(known) == len(lengths) else None


def _longest(way: Way) -> int:
    """Return the most steps along a way, but at most one more than may be compiled."""
    cells, steps = way.image(way.domain), 0
    while cells and steps <= MOST_STEPS:
        cells, steps = way.image(cells), steps + 1
    return steps


@lowers(IterativeFilter)
def _(lowering: Lowering, element: IterativeFilter, me: int) -> ir.Op:
    ways = lowering.named_ways(element, me)
    end = None if element.endRule is None else lowering.pattern(element.endRule, me)
    match = lowering.pattern(element.matchRule, me)
    return ir.Ray(ways, match, end, element.min, element.max, COLLECTING[element.collect])


@lowers(FloodFilter)
def _(lowering: Lowering, element: FloodFilter, me: int) -> ir.Op:
    return ir.Flood(lowering.constants.directions(element.directions, me), lowering.pattern(element.through, me))


@lowers(ImageFilter)
def _(lowering: Lowering, element: ImageFilter, me: int) -> ir.Op:
    return ir.Image(lowering.constants.board.image(element.transform.name))


@lowers(IntoFilter)
def _(lowering: Lowering, element: IntoFilter, me: int) -> ir.Op:
    board, zone = lowering.constants.board, element.zone
    blocks = () if zone is None else tuple(board.blocks(zone))
    if blocks:
        return ir.Spread(blocks)
    image = ir.Image(board.into(zone, me))
    out = [pair for other in board.blocks_of(zone) for pair in board.blocks(other)]
    if not out:
        return image
    back = ir.Spread(tuple(out)).inverse
    return ir.Choice("Union", (ir.Chain(me, (back,)), ir.Chain(me, (image,))))


@lowers(StampFilter)
def _(lowering: Lowering, element: StampFilter, me: int) -> ir.Op:
    constants = lowering.constants
    there, ways = constants.on(element.mark), []
    for piece, number in constants.pieces.items():
        vectors = covered(piece.shape)
        ways += [_lying(constants, number, vectors, constants.board.cells)] if vectors and number in there else []
    return ir.Stamp(constants.mark(element.mark, me), tuple(ways))


@lowers(BendFilter)
def _(lowering: Lowering, element: BendFilter, me: int) -> ir.Op:
    ways = lowering.constants.directions(element.directions, me)
    if element.count is None:
        return ir.Bend(ways, element.by)
    turns = ir.Division(lowering.value(element.count, me), ir.Int(len(ways)), remainder=True)
    return ir.Choice(
        "First",
        tuple(ir.Chain(me, (ir.Compare(turns, "==", ir.Int(by)), ir.Bend(ways, by))) for by in range(len(ways))),
    )


@lowers(PickFilter)
def _(lowering: Lowering, element: PickFilter, me: int) -> ir.Op:
    return ir.Pick(bool(element.last))


@lowers(BestFilter)
def _(lowering: Lowering, element: BestFilter, me: int) -> ir.Op:
    return ir.Best(lowering.value(element.value, me), element.best is Best.Most)


@lowers(RecordFilter)
def _(lowering: Lowering, element: RecordFilter, me: int) -> ir.Op:
    return ir.Record()


@lowers(MarkFilter)
def _(lowering: Lowering, element: MarkFilter, me: int) -> ir.Op:
    return ir.Mark(lowering.constants.mark(element.mark, me), COMBINING[element.combine])


# -- filters that branch


@lowers(SelectFilter)
def _(lowering: Lowering, element: SelectFilter, me: int) -> ir.Op:
    mark = None if element.mark is None else lowering.constants.mark(element.mark, me)
    return ir.Select(mark, bool(element.record))


@lowers(ShapeFilter)
def _(lowering: Lowering, element: ShapeFilter, me: int) -> ir.Op:
    constants = lowering.constants
    there = constants.on(element.mark)
    ways = [
        _lying(constants, number, vectors, ground)
        for piece, number in constants.pieces.items()
        for slant, ground in constants.board.grounds
        for vectors in orientations(piece.shape, piece.symmetry.name, slant)
        if number in there
    ]
    return ir.Shape(constants.mark(element.mark, me), tuple(ways))


def _lying(constants: Constants, piece: int, vectors: Sequence[Vector], ground: int) -> ir.Lying:
    """Return an orientation of a kind of piece, given the vectors from its first cell to all cells that it covers.

    *ground*: the cells that may be the first one.
    """
    board = constants.board
    states = frozenset(state for state, facts in enumerate(constants.states) if facts.piece == piece)
    ways = [board.flat_way(vector) for vector in vectors]
    fitting = reduce(operator.and_, (way.domain for way in ways), ground)
    covered = tuple((bit, sum(1 << way.table[bit] for way in ways)) for bit in board.bits if fitting >> bit & 1)
    return ir.Lying(states, covered)


@lowers(DirectionFilter)
def _(lowering: Lowering, element: DirectionFilter, me: int) -> ir.Op:
    return ir.Along(lowering.constants.directions(element.directions, me))


@lowers(OptionFilter)
def _(lowering: Lowering, element: OptionFilter, me: int) -> ir.Op:
    return ir.Option(lowering.labels.setdefault(element.label, len(lowering.labels)))


@lowers(AmountFilter)
def _(lowering: Lowering, element: AmountFilter, me: int) -> ir.Op:
    """Lower to a choice of options, one for each value of the amount; bounds outside its range are an error."""
    constants = lowering.constants
    facts = constants.counters[element.counter]
    player = me if facts.players > 1 else 0
    low, high = lowering.value(element.low, me), lowering.value(element.high, me)
    first = max(0, facts.least, constants.range_of(low).start)
    last = min(facts.greatest, constants.range_of(high)[-1])
    if last - first >= MOST_AMOUNTS:
        name = element.counter.name
        raise NotLowered(
            f"this amount may have {last - first + 1} numbers, {first}..{last}; at most {MOST_AMOUNTS} are compiled: "
            f"narrow the bounds of '{name}' or of the amount, which may be values, as in "
            f"'amount {name} {first}..min(coins, {first + MOST_AMOUNTS - 1})'"
        )

    def chain(*ops: ir.Op | None) -> ir.Chain:
        return ir.Chain(me, tuple(op for op in ops if op is not None))

    error = ir.SetCounter(facts.number, player, "Set", ir.Int(facts.greatest + 1))
    least, most = ir.Int(facts.least), ir.Int(facts.greatest)
    found = []
    in_order = _compared(constants, low, "<=", high)
    for outside in (
        [_compared(constants, low, "<", ir.Int(0))],
        [in_order, _compared(constants, low, "<", least)],
        [in_order, _compared(constants, high, ">", most)],
    ):
        found.append(chain(*outside, error, ir.Die()))
    for number in range(first, last + 1):
        amount = ir.Int(number)
        option = ir.Option(lowering.labels.setdefault(str(number), len(lowering.labels)))
        within = (_compared(constants, low, "<=", amount), _compared(constants, high, ">=", amount))
        found.append(chain(*within, option, ir.SetCounter(facts.number, player, "Set", amount)))
    return ir.Choice("All", tuple(chain for chain in found if NEVER not in chain.ops))


def _compared(constants: Constants, left: ir.Value, relation: ir.Relation, right: ir.Value) -> ir.Op | None:
    """Return a comparison; None if it always holds and is no error, and ``NEVER`` if it never holds and is none."""
    if ir.is_error(left, right):
        return ir.Compare(left, relation, right)
    one, other = constants.range_of(left), constants.range_of(right)
    smallest, greatest = one.start - other[-1], one[-1] - other.start
    holds = COMPARE[relation]
    found = {holds(difference, 0) for difference in (smallest, greatest)}
    if found == {True}:
        return None
    return ir.Compare(left, relation, right) if True in found else NEVER


# -- filters that run other chains


@lowers(ChoiceFilter)
def _(lowering: Lowering, element: ChoiceFilter, me: int) -> ir.Op:
    return ir.Choice(MODES[element.mode], tuple(lowering.chain(part, me) for part in element.alternatives))


@lowers(RepeatFilter)
def _(lowering: Lowering, element: RepeatFilter, me: int) -> ir.Op | tuple[ir.Op, ...]:
    """A fixed number of rounds with clicks is written out: then clicks are drawn one by one, without listing all."""
    body = lowering.chain(element.body, me)
    if 0 < element.min == element.max <= _most_written_out(body.ops):
        written_out = lowering.written_out(element.body, me, element.max)
        if written_out is not None:
            return written_out
    return ir.Repeat(body, element.min, element.max, bool(element.maximal))


def _most_written_out(ops: Sequence[ir.Op]) -> int:
    """Return how many rounds of a chain are written out at most, so that the code does not grow with each click.

    0 if it has other branches: there would be a copy of what follows for each of them. Where a click depends on the
    one before it, there may be a copy for each direction between them.
    """
    branching = [op for op in ops if op.traits.branches]
    if not branching or not all(isinstance(op, ir.Select) and op.record for op in branching):
        return 0
    return CLICKS if starts_anew(ops) and len(branching) == 1 else DEPENDENT_CLICKS // len(branching)


@lowers(ApplyFilter)
def _(lowering: Lowering, element: ApplyFilter, me: int) -> ir.Op | tuple[ir.Op, ...]:
    seen = lowering.constants.meant(me, element)
    return (
        _applied(lowering, element, seen[0]) if len(seen) == 1 else tuple(_applied(lowering, element, p) for p in seen)
    )


def _applied(lowering: Lowering, element: ApplyFilter, me: int) -> ir.Op:
    mode = element.forEach
    ways = lowering.ways(element.directions, me) if mode is ForEach.Direction else None
    return ir.Apply(lowering.chain(element.body, me), mode is ForEach.Cell, ways)


@lowers(CallFilter)
def _(lowering: Lowering, element: CallFilter, me: int) -> tuple[ir.Op, ...]:
    return lowering.chain(element.pipeline.filter, me).ops


# -- filters that change the position


@lowers(StateEffectFilter)
def _(lowering: Lowering, element: StateEffectFilter, me: int) -> ir.Op:
    constants = lowering.constants
    if element.like is None:
        return _set(constants, element, me, None if element.piece is None else constants.pieces[element.piece])
    mark = constants.mark(element.like, me)

    def marked(*ops: ir.Op) -> ir.Chain:
        return ir.Chain(me, (ir.Combine("Replace", mark=mark), *ops))

    def where(pieces: Collection[int], *ops: ir.Op) -> ir.Chain:
        states = frozenset(constants.with_pieces(pieces))
        found = marked(ir.Keep((ir.Pattern((ir.Alternative(states, constants.board.cells),)),)))
        return ir.Chain(me, (ir.Guard((found,), negate=False, per_cell=False), *ops))

    error = ir.SetState(tuple((state, None) for state in range(len(constants.states))))
    pieces = list(constants.on(element.like))
    several = ir.Chain(me, (ir.Compare(ir.Count(marked()), ">", ir.Int(1)), error))
    kinds = constants.kinds(element.attribute)
    alike = tuple(where({piece}, _set(constants, element, me, kinds[piece])) for piece in pieces if piece in kinds)
    return ir.Choice("First", (several, *alike, ir.Chain(me, (error,))))


def _set(constants: Constants, element: StateEffectFilter, me: int, piece: int | None) -> ir.SetState:
    """Return the operation of an effect that sets states; *piece* is the kind that is set, if it names one."""
    selection = element.stateSelection
    owner = constants.enemies(me)[0] if selection is StateSelection.OtherPlayer else me
    targets: list[tuple[int, int | None]] = []
    for state, facts in enumerate(constants.states):
        wanted = _wanted(constants, element, state, owner, piece)
        transitions = constants.tile_elements[facts.tile].transitions
        allowed = not transitions or any(
            facts.element in transition.source and constants.state_of[transition.target] == wanted
            for transition in transitions
        )
        if allowed and wanted != state:
            targets.append((state, wanted))
    return ir.SetState(tuple(targets), constants.carried)


def _wanted(constants: Constants, element: StateEffectFilter, state: int, owner: int, piece: int | None) -> int | None:
    """Return the new state that an effect gives a cell, transitions aside; None if its tile has no such state."""
    facts = constants.states[state]
    match element.stateSelection:
        case StateSelection.Empty:
            return constants.initial_state[facts.tile]
        case StateSelection.StateBased if piece is None:
            return constants.namesake(constants.state_of[present(element.targetState)], facts.tile)
        case StateSelection.StateBased:
            owner = NOBODY
    if piece is not None:
        return constants.bearing(owner, piece, facts.tile)
    associated = constants.game.players[owner].associatedState
    if associated is not None:
        return constants.namesake(constants.state_of[associated], facts.tile)
    return None if facts.piece == NOBODY else constants.bearing(owner, facts.piece, facts.tile)


@lowers(MoveEffectFilter)
def _(lowering: Lowering, element: MoveEffectFilter, me: int) -> ir.Op:
    constants = lowering.constants
    return ir.Move(constants.mark(element.source, me), bool(element.swap), constants.carried)


@lowers(StackEffectFilter)
def _(lowering: Lowering, element: StackEffectFilter, me: int) -> ir.Op:
    constants = lowering.constants
    amount = None if element.amount is None else lowering.value(element.amount, me)
    blocks = tuple(constants.board.blocks(element.zone))
    return ir.Stack(constants.mark(element.source, me), blocks, amount, constants.carried)


@lowers(ShiftEffectFilter)
def _(lowering: Lowering, element: ShiftEffectFilter, me: int) -> ir.Op:
    carried = lowering.constants.carried
    if element.transform is not None and element.transform is not Transform.Identity:
        return ir.Shift(None, element.transform.name, carried)
    ways = lowering.ways(element.directions, me)
    return ir.Shift(None if ways is None else ways[0], None, carried)


@lowers(CounterEffectFilter)
def _(lowering: Lowering, element: CounterEffectFilter, me: int) -> ir.Op:
    facts = lowering.constants.counters[element.counter]
    player = lowering.constants.meant(me, element)[0] if facts.players > 1 else 0
    return ir.SetCounter(facts.number, player, CHANGES[element.op], lowering.value(element.value, me))


@lowers(PhaseEffectFilter)
def _(lowering: Lowering, element: PhaseEffectFilter, me: int) -> ir.Op:
    return ir.SetPhase(lowering.constants.phases[element.phase])


@lowers(TurnEffectFilter)
def _(lowering: Lowering, element: TurnEffectFilter, me: int) -> ir.Op:
    constants = lowering.constants
    if element.player is not None:
        nature = element.player is constants.game.nature
        first = lowering.nature if nature else constants.player_of[element.player]
    elif element.perspective is Perspective.Mover:
        first = constants.turns[lowering.turn]
    else:
        first = constants.meant(me, element)[0]
    if element.condition is None:
        return ir.SetTurn(first)
    way = -1 if element.perspective is Perspective.Previous else 1
    candidates = [(first + way * places) % constants.players for places in range(constants.players)]
    asked = [ir.Guard((lowering.chain(element.condition, other),), False, False) for other in candidates]
    ways = zip(asked, candidates, strict=True)
    return ir.Choice("First", tuple(ir.Chain(me, (guard, ir.SetTurn(other))) for guard, other in ways))


@lowers(EndFilter)
def _(lowering: Lowering, element: EndFilter, me: int) -> ir.Op:
    players = lowering.constants.players

    def of_all(value: Value, sign: int = 1) -> tuple[ir.Value, ...]:
        values = (lowering.value(value, other) for other in range(players))
        return tuple(value if sign == 1 else ir.Sum(((sign, value),)) for value in values)

    match element.outcome:
        case Outcome.Score:
            return ir.End(0, ir.Scores(of_all(present(element.score))))
        case Outcome.Pay:
            parts = () if element.per is None else of_all(element.per)
            return ir.End(0, ir.Paid(of_all(present(element.score)), parts))
        case Outcome.Rank:
            criteria = lowering.constants.game.ranking
            signs = (1 if each.best is Best.Most else -1 for each in criteria)
            values = (of_all(each.value, sign) for each, sign in zip(criteria, signs, strict=True))
            return ir.End(0, ir.Ranked(tuple(values)))
        case Outcome.Draw:
            return ir.End(ir.DRAW)
        case Outcome.Win:
            return lowering.constants.won_by(me)
        case Outcome.Loss:
            return lowering.constants.won_by(me, -1)
        case _:
            assert_never(element.outcome)


@lowers(WinConditionFilter)
def _(lowering: Lowering, element: WinConditionFilter, me: int) -> ir.Op:
    return ir.Die()  # its lines are lowered apart: see ``Rules.wins``


# -- values


@lowers_value(IntValue)
def _(lowering: Lowering, element: IntValue, me: int) -> ir.Value:
    return ir.Int(int(element.value))


@lowers_value(PerPlayerValue)
def _(lowering: Lowering, element: PerPlayerValue, me: int) -> ir.Value:
    return ir.Int(int(element.values[me]))


@lowers_value(ParameterValue)
def _(lowering: Lowering, element: ParameterValue, me: int) -> ir.Value:
    parameter = element.parameter
    names = [choice.name for choice in parameter.choices]
    return ir.Int(names.index(parameter.value) if names else int(parameter.value))


@lowers_value(CounterValue)
def _(lowering: Lowering, element: CounterValue, me: int) -> ir.Value:
    facts = lowering.constants.counters[element.counter]

    def read(player: int) -> ir.Value:
        cells = _cells_of(lowering, element, player) if facts.per_cell else None
        return ir.Number(facts.number, player if facts.players > 1 else 0, facts.per_cell, cells)

    return _sum_of_players(lowering, element, me, read)


@lowers_value(AttributeOf)
def _(lowering: Lowering, element: AttributeOf, me: int) -> ir.Value:
    numbers = tuple(lowering.constants.numbers(element.attribute).items())
    return _sum_of_players(
        lowering, element, me, lambda player: ir.Attribute(numbers, _cells_of(lowering, element, player))
    )


@lowers_value(ConstantOf)
def _(lowering: Lowering, element: ConstantOf, me: int) -> ir.Value:
    if not element.constant.perCell:
        return ir.Int(int(element.constant.offset))

    def read(player: int) -> ir.Value:
        sets = tuple(lowering.constants.constant(element.constant, player).items())
        return ir.Constant(sets, _cells_of(lowering, element, player))

    return _sum_of_players(lowering, element, me, read)


@lowers_value(CountValue)
def _(lowering: Lowering, element: CountValue, me: int) -> ir.Value:
    return _sum_of_players(lowering, element, me, lambda player: ir.Count(_cells_of(lowering, element, player)))


def _cells_of(lowering: Lowering, element: AggregateValue, player: int) -> ir.Chain | None:
    """Return the chain over whose outputs a value is computed, run as a player; None if that is the working set."""
    return None if element.cells is None else lowering.chain(element.cells, player)


def _sum_of_players(lowering: Lowering, element: AggregateValue, me: int, read: Callable[[int], ir.Value]) -> ir.Value:
    """Return what is read as the player who is meant, or the sum if several are."""
    players = lowering.constants.meant(me, element)
    return read(players[0]) if len(players) == 1 else lowering.sum_of([(1, read(player)) for player in players])


@lowers_value(SumValue)
def _(lowering: Lowering, element: SumValue, me: int) -> ir.Value:
    terms = zip(element.terms, element.weights, strict=True)
    return lowering.sum_of([(int(weight), lowering.value(term, me)) for term, weight in terms])


@lowers_value(ProductValue)
def _(lowering: Lowering, element: ProductValue, me: int) -> ir.Value:
    first, *others = (lowering.fitting(lowering.value(value, me)) for value in element.values)
    return reduce(lambda product, factor: lowering.fitting(ir.Product(product, factor)), others, first)


@lowers_value(DivisionValue)
def _(lowering: Lowering, element: DivisionValue, me: int) -> ir.Value:
    dividend, divisor = (lowering.fitting(lowering.value(part, me)) for part in (element.dividend, element.divisor))
    if 0 in lowering.constants.range_of(divisor):
        divisor = ir.NonZero(divisor)
    return lowering.fitting(ir.Division(dividend, divisor, element.result is Division.Remainder))


@lowers_value(ExtremeValue)
def _(lowering: Lowering, element: ExtremeValue, me: int) -> ir.Value:
    return ir.Extreme(tuple(lowering.value(value, me) for value in element.values), element.best is Best.Most)


@lowers_value(TableValue)
def _(lowering: Lowering, element: TableValue, me: int) -> ir.Value:
    return ir.Table(lowering.value(element.index, me), tuple(map(int, element.numbers)))


@lowers_value(ConditionalValue)
def _(lowering: Lowering, element: ConditionalValue, me: int) -> ir.Value:
    condition = lowering.chain(element.condition, me)
    return ir.Conditional(condition, lowering.value(element.value, me), lowering.value(element.otherwise, me))
