"""Many flows at once: after a click, one set stands for one flow for each of its cells.

    before   for each own pawn: from := it; one step ahead; if it is empty: a move
    after    T = (pawns >> 8) & empty: a move for each of its cells; from is the cell one step back

Where this is not possible, the flows are followed one by one. Effects are delayed until then if nothing reads what they
do.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import assert_never

from tilewright.generator.compiler.analysis.copies import is_long
from tilewright.generator.compiler.analysis.questions import (
    asks_anew,
    clicks_follow,
    independent,
    may_wait,
    reads_no_board,
)
from tilewright.generator.compiler.analysis.straightness import is_a_loop, tests_and_effects, tests_before_effects
from tilewright.generator.compiler.emit.emitter import Emitter, Then
from tilewright.generator.compiler.emit.filters.clicking import click_all
from tilewright.generator.compiler.emit.filters.kinds import by_kind
from tilewright.generator.compiler.emit.filters.preimage import Preimage, guard_preimage
from tilewright.generator.compiler.emit.flow import Apart, Flow, aside, living
from tilewright.generator.compiler.emit.patterns import pattern_cells
from tilewright.generator.compiler.emit.sets import Cells, image, meet, without
from tilewright.generator.compiler.kernel.nodes import ONE
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Becomes, MarkPart, Part, branches, changes, may_fail, reads


def bundle(emitter: Emitter, op: ir.Op, ops: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> bool:
    """Emit the operation *op*, the first of *ops*, for many flows at once; return whether what follows is emitted, too.

    Where the operation cannot be emitted for all flows at once, the flows are followed one by one, or left to a leaf.
    """
    rest = ops[1:]
    if not reads_apart((op,), flow):
        match op:
            case ir.Combine(how="Intersect" | "Minus") if op.mask is not None or not flow.pending:
                emitter.apply(op, flow)
                return False
            case ir.Option() | ir.Record() | ir.Pick():
                return False
            case ir.Best() if not op.traits.raises:
                return False
            case ir.Guard() if flow.pending and reads_no_board(op) and _lifted(emitter, op, flow):
                return False
            case ir.Choice(mode="All") if not is_long(op, rest):
                for chain in op.alternatives:
                    emitter.run((*chain.ops, *rest), emitter.named(flow).copy(), then, needs_way=needs_way)
                return True
            case ir.Choice(mode="First") if not _waits(emitter, op, ops, flow, then):
                if _split_first(emitter, op, rest, flow, then, needs_way):
                    return True
            case (
                ir.Keep() | ir.Guard() | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass() | ir.Drop()
                | ir.Combine() | ir.Step() | ir.Ray() | ir.Flood() | ir.Image() | ir.Spread() | ir.Stamp() | ir.Bend()
                | ir.Best() | ir.Mark() | ir.Select() | ir.Along() | ir.Shape() | ir.Choice() | ir.Repeat() | ir.Apply()
                | ir.SetState() | ir.Move() | ir.Stack() | ir.Shift() | ir.SetCounter() | ir.SetPhase()
                | ir.SetTurn() | ir.End()
                | ir.Die()
            ):  # fmt: skip
                pass  # see below
            case _:
                assert_never(op)
        if not flow.pending:
            emitted = _without_waiting(emitter, op, rest, flow, then, needs_way)
            if emitted is not Emitted.NOTHING:
                return emitted is Emitted.ALL
    if emitter.leaf is not None and _at_leaf(emitter, ops, then) and _is_effect(op, flow):
        waiting, flow.pending = flow.pending, ()
        emitter.leaf(flow, (*waiting, *ops))
        return True
    if changes((op,)) and op.traits.cells is Becomes.SAME and (may_wait(ops) or _waits_for_leaves(emitter, ops, then)):
        flow.pending = (*flow.pending, op)
        return False
    if _survives(emitter, ops, flow, then):
        return True
    if isinstance(op, ir.Repeat) and op.least > 0 and not flow.pending:
        _narrow(emitter, op, flow)
    at_end(emitter, flow, ops, then, needs_way)
    return True


def _at_leaf(emitter: Emitter, ops: tuple[ir.Op, ...], then: Then) -> bool:
    """Return whether the rest of a chain may wait until a move is made: it is a rule's, and does not branch."""
    return then is emitter.top and emitter.leaf is not None and not _parts(ops)


def _parts(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain may have several outputs, or clicks: whether it branches, otherwise than by a loop."""
    return any(op.traits.branches and not (isinstance(op, ir.Repeat) and is_a_loop(op)) for op in ops)


def _waits(emitter: Emitter, op: ir.Op, ops: tuple[ir.Op, ...], flow: Flow, then: Then) -> bool:
    """Return whether a choice waits until a move is made: one among effects, none of which may fail."""
    return _at_leaf(emitter, ops, then) and _is_effect(op, flow) and not may_fail(ops)


def _waits_for_leaves(emitter: Emitter, ops: tuple[ir.Op, ...], then: Then) -> bool:
    """Return whether effects may wait in a rule until it no longer branches, as only labels tell its branches apart."""
    return then is emitter.top and emitter.leaf is not None and _only_labels_branch(ops)


def _only_labels_branch(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether all branches of a chain begin with a label, and are chosen whatever its effects are."""
    for place, op in enumerate(ops):
        rest = ops[place + 1 :]
        if isinstance(op, ir.Choice) and op.mode == "All" and not is_long(op, rest):
            labelled = all(isinstance(op, ir.Option) for chain in op.alternatives for op in chain.ops[:1])
            return labelled and all(_only_labels_branch((*chain.ops, *rest)) for chain in op.alternatives)
        if op.traits.branches or op.traits.cells is not Becomes.SAME or op.traits.may_fail:
            return not branches(ops[place:])
    return True


class Emitted(Enum):
    """What has been emitted."""

    NOTHING = auto()
    OPERATION = auto()
    ALL = auto()
    """The operation and what follows it."""


def _without_waiting(
    emitter: Emitter, op: ir.Op, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool
) -> Emitted:
    """Emit an operation for many flows that have no delayed effects, if that is possible; return what is emitted."""
    match op:
        case ir.Keep():
            emitter.apply(ir.Keep(op.patterns), flow)
            return Emitted.OPERATION
        case ir.Select():
            click_all(emitter, op, flow)
            return Emitted.OPERATION
        case ir.Mark(how="Replace"):
            flow.marks[op.mark], flow.mark_states[op.mark] = Apart(0), flow.states
            flow.written[op.mark] = ONE
            return Emitted.OPERATION
        case ir.Along():
            for way in op.ways:
                other = emitter.named(flow).copy()
                other.way = way
                emitter.run(rest, other, then, needs_way=needs_way)
            return Emitted.ALL
        case ir.Step() if (clicks_follow(rest) or _goes_one_way(op)) and _split_step(
            emitter, op, rest, flow, then, needs_way
        ):
            return Emitted.ALL
        case ir.Guard() | ir.Compare() if op.traits.raises and not flow.alive:
            emitter.run_if(emitter.named(flow).cells.value, (op, *rest), living(flow), then, needs_way)
            return Emitted.ALL
        case ir.Guard() if not asks_anew(op):
            return Emitted.OPERATION if _lifted(emitter, op, flow) else Emitted.NOTHING
        case ir.Guard():
            emitter.run_if(emitter.condition(op, flow), rest, flow, then, needs_way)
            return Emitted.ALL
        case ir.Compare() if independent(op.left) and independent(op.right):
            emitter.run_if(emitter.condition(op, flow), rest, flow, then, needs_way)
            return Emitted.ALL
        case (
            ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass() | ir.Drop() | ir.Combine() | ir.Step() | ir.Ray()
            | ir.Flood() | ir.Image() | ir.Spread() | ir.Stamp() | ir.Bend() | ir.Pick() | ir.Best() | ir.Mark()
            | ir.Record() | ir.Option() | ir.Shape() | ir.Choice() | ir.Repeat() | ir.Apply() | ir.SetState()
            | ir.Move() | ir.Stack() | ir.Shift() | ir.SetCounter() | ir.SetPhase() | ir.SetTurn() | ir.End() | ir.Die()
        ):  # fmt: skip
            return Emitted.NOTHING
        case _:
            assert_never(op)


def _lifted(emitter: Emitter, op: ir.Guard, flow: Flow) -> bool:
    """Keep those of many flows that pass a guard, by its preimage; return whether there is one."""
    lifted = guard_preimage(emitter, op, flow)
    if lifted is None:
        return False
    flow.cells = without(flow.cells, lifted) if op.negate else meet(flow.cells, lifted)
    emitter.named(flow)
    return True


def _split_step(
    emitter: Emitter, op: ir.Step, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool
) -> bool:
    """Emit a step of many flows vector by vector: then the cells clicked before have a constant distance.

    Return whether that is possible: at most three steps, each along a single shift, and no cell is reached from
    another one in two ways.
    """
    ways = (flow.bound,) if op.ways is None else tuple(dict.fromkeys(op.ways))
    if not 0 <= op.least <= op.most <= 3 or any(way is None or len(way.shifts) > 1 for way in ways):
        return False
    shifts = [shift * number for way in ways if way is not None for shift, _ in way.shifts for number in _numbers(op)]
    if len(set(shifts)) < len(shifts):
        return False
    through = None if op.through is None else emitter.name(pattern_cells(emitter, flow, op.through))
    start = emitter.named(flow)
    if op.least == 0:
        emitter.run(rest, start.copy(), then, needs_way=needs_way)
    for way in ways:
        if way is None or not way.shifts:
            continue
        other = start.copy()
        for number in range(1, op.most + 1):
            if number > 1 and through is not None:
                other.cells = meet(other.cells, through)
            other = other.copy()
            other.cells = image(other.cells, way)
            distance = way.shifts[0][0]
            other.marks = [Apart(m.distance + distance) if isinstance(m, Apart) else m for m in other.marks]
            if isinstance(other.anchor, Apart):
                other.anchor = Apart(other.anchor.distance + distance)
            other.states, other.alive = None, False
            if other.cells.constant == 0:
                break
            if number >= op.least:
                emitter.run(rest, other.copy(), then, needs_way=needs_way)
    return True


def _numbers(op: ir.Step) -> range:
    """Return the numbers of steps, without 0, that an operation may take."""
    return range(max(op.least, 1), op.most + 1)


def _goes_one_way(op: ir.Step) -> bool:
    """Return whether a step leads from one cell to at most one cell: one way, a fixed number of steps."""
    return op.least == op.most and (op.ways is None or len(op.ways) == 1)


def _split_first(
    emitter: Emitter, op: ir.Choice, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool
) -> bool:
    """Emit each alternative of a choice for those of many flows that take it; return whether these are known."""
    parts: list[tuple[ir.Chain, Cells | None]] = []
    for chain in op.alternatives[:-1]:
        tests, _ = tests_and_effects(chain.ops)
        if reads_apart(tests, flow):
            return False
        if flow.pending and not all(isinstance(t, ir.Combine) and t.mask is not None for t in tests):
            return False
        inner = aside(flow, chain.me)
        takes = Preimage(emitter, inner).origins(tests, flow.bound)
        if takes is None:
            return False
        parts.append((chain, emitter.name(takes)))
    parts.append((op.alternatives[-1], None))
    left = emitter.named(flow).cells
    for chain, takes in parts:
        other = flow.copy()
        other.cells = left if takes is None else meet(left, takes)
        other.alive = False
        if other.cells.constant != 0:
            emitter.run((*chain.ops, *rest), emitter.named(other), then, needs_way=needs_way)
        if takes is not None:
            left = emitter.name(without(left, takes))
    return True


def _narrow(emitter: Emitter, op: ir.Repeat, flow: Flow) -> None:
    """Keep those of many flows that pass the tests with which the first round of a repetition begins."""
    tests = tests_before_effects(op.body.ops)
    if reads_apart(tests, flow):
        return
    origins = Preimage(emitter, aside(flow, flow.me)).origins(tests, flow.bound)
    if origins is not None:
        flow.cells, flow.alive = meet(flow.cells, origins), False
        emitter.named(flow)


def _survives(emitter: Emitter, ops: tuple[ir.Op, ...], flow: Flow, then: Then) -> bool:
    """Emit the rest of a chain as one test of all cells, where it matters only whether it has an output.

    Return whether that is possible.
    """
    at_leaf = then is emitter.top and emitter.leaf is not None
    if flow.pending or not (at_leaf or then is emitter.yes) or branches(ops):
        return False
    if reads_apart(ops, flow):
        return False
    origins = Preimage(emitter, aside(flow, flow.me)).origins(ops, flow.bound)
    if origins is None:
        return False
    flow.cells, flow.alive = meet(flow.cells, origins), False
    if emitter.named(flow).cells.constant == 0:
        return True
    if at_leaf and emitter.leaf is not None:
        emitter.leaf(flow, ())
    else:
        then(flow)
    return True


def at_end(emitter: Emitter, flow: Flow, ops: tuple[ir.Op, ...], then: Then, needs_way: bool) -> None:
    """Emit the rest of a chain for many flows one by one, the delayed effects first; or leave it to a leaf."""
    waiting, flow.pending = flow.pending, ()
    if waiting and not branches(ops) and then is emitter.top and emitter.leaf is not None:
        emitter.leaf(flow, (*waiting, *ops))
        return
    if then is emitter.top and emitter.open_end is not None and emitter.open_end(flow, (*waiting, *ops)):
        return
    for part, rest in [(flow, ops)] if waiting else by_kind(emitter, ops, flow):
        for one in emitter.each_of_many(part):
            emitter.run((*waiting, *rest), one, then, needs_way=needs_way)


def reads_apart(ops: tuple[ir.Op, ...], flow: Flow) -> bool:
    """Return whether a chain reads a mark, or the last click, that differs among many flows."""
    places = [flow.marks[part.mark] for part in reads(ops) if isinstance(part, MarkPart)]
    if Part.CLICK in reads(ops):
        places.append(flow.anchor)
    if Part.MARKS in reads(ops):
        places += flow.marks
    return any(isinstance(place, Apart) for place in places)


def _is_effect(op: ir.Op, flow: Flow) -> bool:
    """Return whether an operation has an effect, or effects before it are delayed."""
    return bool(flow.pending) or changes((op,))
