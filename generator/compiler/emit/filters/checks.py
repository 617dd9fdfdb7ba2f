"""Emission of tests: patterns, guards, comparisons, repetition of positions, and others."""

from __future__ import annotations

from typing import assert_never

from tilewright.generator.compiler.analysis.questions import asks_anew
from tilewright.generator.compiler.emit.emitter import Emitter, straight
from tilewright.generator.compiler.emit.filters.answers import answer
from tilewright.generator.compiler.emit.filters.asking import ask
from tilewright.generator.compiler.emit.filters.cursor import is_line
from tilewright.generator.compiler.emit.filters.fullness import reaches_all
from tilewright.generator.compiler.emit.filters.gathering import gather_all
from tilewright.generator.compiler.emit.filters.masses import has_mass
from tilewright.generator.compiler.emit.filters.numerals import compared
from tilewright.generator.compiler.emit.filters.preimage import guard_preimage
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.patterns import pattern_cells, states_of
from tilewright.generator.compiler.emit.rows import LONGEST, asked_length, leading, powers, starts
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, chosen, join, join_all, meet, variable, without
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    WORD,
    ZERO,
    Expression,
    If,
    Operand,
    While,
    all_of,
    any_of,
    binary,
    call,
    choice,
    comparison,
    entry,
    equal,
    expression,
    item,
    local,
    logic,
    negated,
    number,
    total,
)
from tilewright.generator.compiler.rules import ir


@straight(ir.Keep)
def keep(emitter: Emitter, op: ir.Keep, flow: Flow) -> None:
    """Keep the cells that match all patterns; with ``whole``, keep all cells if all match, else none."""
    cells = flow.cells
    for pattern in op.patterns:
        cells = meet(cells, pattern_cells(emitter, flow, pattern, flow.states, cells.maybe))
        states = states_of(pattern)
        if states is not None:
            flow.states = states if flow.states is None else flow.states & states
    if op.whole and not flow.single:
        cells = emitter.name(cells)
        before = emitter.named(flow).cells
        cells = chosen(equal(cells.value, before.value), before)
    flow.cells = cells
    flow.alive = False
    emitter.named(flow)


@straight(ir.Drop)
def drop(emitter: Emitter, op: ir.Drop, flow: Flow) -> None:
    """Remove the cells that some chains yield."""
    others = gather_all(emitter, op.chains, emitter.named(flow))
    flow.cells, flow.alive = without(flow.cells, others), False
    emitter.named(flow)


# -- tests on the whole flow

FILTER = 1 << 10
"""The entries of the table ``a_count``, which counts the keys of earlier positions by their lowest bits."""


def row_through(emitter: Emitter, op: ir.Compare, flow: Flow) -> Expression | None:
    """Return a condition that is true if a flood along a line has enough cells: a row, found without the flood.

    Return None if the comparison asks for something else, or the working set is not known to be one cell.
    """
    length = asked_length(op)
    if length is None or not 1 < length <= LONGEST or not flow.single or not flow.alive or flow.many:
        return None
    assert isinstance(op.left, ir.Count) and op.left.cells is not None
    chain = op.left.cells
    flood = chain.ops[0]
    assert isinstance(flood, ir.Flood)
    if not is_line(emitter, flood.ways):
        return None
    inner = aside(flow, chain.me)
    cell = emitter.named(inner).cells
    ways = powers(flood.ways[0], length)
    begins = starts(join(pattern_cells(emitter, inner, flood.through), cell), ways, emitter.name)
    table = emitter.module.table("ROW", leading(ways, max(emitter.constants.board.bits) + 1))
    return emitter.name(meet(begins, Cells(entry(table, call("ctz", cell.value)), emitter.constants.board.cells))).value


def condition(emitter: Emitter, op: ir.Test, flow: Flow) -> Expression:
    """Return a condition that is true if a flow passes a test on the whole flow: 0 or 1 where that is known."""
    match op:
        case ir.Guard():
            found = answer(emitter, op.conditions, flow)
            return negated(found) if op.negate else found
        case ir.Compare():
            quick = row_through(emitter, op, flow)
            if quick is None:
                quick = reaches_all(emitter, op, flow)
            if quick is not None:
                return quick
            if flow.single and flow.alive and not flow.many:
                there = compared(emitter, op, flow)
                if there is not None:
                    return emitter.name(meet(there, emitter.named(flow).cells)).value
            return comparison(op.relation, value_of(emitter, op.left, flow), value_of(emitter, op.right, flow))
        case ir.Repetition():
            return repeated(emitter, op, flow)
        case ir.Movable():
            return ONE if emitter.could_move is None else emitter.could_move(emitter, flow)
        case ir.Mass():
            return has_mass(emitter, op, flow)
        case _:
            assert_never(op)


def repeated(emitter: Emitter, op: ir.Repetition, flow: Flow) -> Expression:
    """Return a condition that is true if the position has occurred as often as asked, the present one included.

    ``a_hist`` has the keys of earlier positions and, at index ``h``, that of the position in which the move began. This
    one counts, too, once the rule has been played. ``a_count`` counts the keys by their lowest bits; the keys are
    compared only if it shows that there can be enough equal ones. Cost: linear in the number of positions, then.
    """
    assert emitter.start is not None
    code = emitter.code
    constants, mover = emitter.constants, emitter.start.me
    player: Expression = number(mover)
    if emitter.played:
        player, successor = flow.turn, constants.after(mover)
        if player.constant is None:
            player = choice(player < 0, successor, player)
        elif player.constant < 0:
            player = number(successor)
    everybody = constants.players + (constants.game.nature is not None)
    wanted = [player] if op.include_player else [number(me) for me in range(everybody)]
    keys = [code.name(position_key(emitter, flow, one), "n") for one in wanted]
    seen, place = code.fresh("n"), code.fresh("n")
    end = local("h") + 1 if emitter.played else local("h")
    code.assign(seen, 1)
    code.assign(place, 0)
    likely = total([item("a_count", key & (FILTER - 1)) for key in keys])
    enough = If(all_of(end >= op.times - 1, likely >= op.times - 1))
    with code.block(enough), code.block(While(place < end)):
        earlier = code.name(item("a_hist", place) & WORD, "n")
        hit = any_of(*(equal(earlier, key) for key in keys))
        code.assign(seen, seen + choice(hit, 1, 0))
        code.assign(place, place + 1)
    return seen >= op.times


def position_key(emitter: Emitter, flow: Flow, player: Operand) -> Expression:
    """Return a 64-bit hash of a position: what stands on the cells, the counters per cell, and who moves.

    The boards of a factor are numbered, and hashed as one set for each binary digit of these numbers: there are fewer
    digits than boards. In the largest factor, numbers begin at 1, so that a cell on no board differs from one on the
    first. That is known then for the other factors, too, where numbers begin at 0.
    """
    largest = max(emitter.constants.boards.factors, key=len)
    parts = []
    for factor in emitter.constants.boards.factors:
        if emitter.constants.boards.coded:
            parts += [flow.boards[board] for board in factor]
            continue
        boards = list(enumerate((flow.boards[board] for board in factor), factor is largest))
        digits = range(max((number for number, _ in boards), default=0).bit_length())
        parts += [join_all([cells for number, cells in boards if number >> digit & 1]) for digit in digits]
    parts += [plane for planes in flow.planes.values() for plane in planes]
    if len(parts) % 2:
        parts.append(EMPTY)
    joined: Expression = ZERO
    for one, other in zip(parts[::2], parts[1::2], strict=True):
        one, other = emitter.name(one), emitter.name(other)
        joined = emitter.code.name(call("digest", one.value, other.value, joined), "n")
    return call("mix", joined ^ binary("+", _whose(emitter, player), 1))


def _whose(emitter: Emitter, turn: Operand) -> Operand:
    """Return the player who moves at a turn; for all turns of nature it is the same number."""
    constants = emitter.constants
    if constants.game.nature is None:
        return turn
    moves = expression(turn)
    if moves.constant is not None:
        return min(moves.constant, constants.players)
    return choice(moves < constants.players, moves, constants.players)


def test(emitter: Emitter, op: ir.Compare | ir.Repetition | ir.Movable | ir.Mass, flow: Flow) -> None:
    """Keep the working set if a test holds, else nothing."""
    keep_if(emitter, condition(emitter, op, flow), flow)


straight(ir.Compare)(test)
straight(ir.Repetition)(test)
straight(ir.Movable)(test)
straight(ir.Mass)(test)


def keep_if(emitter: Emitter, condition: Expression, flow: Flow) -> None:
    """Keep the working set if a condition holds, else nothing."""
    if condition.constant == 1:
        return
    emitter.named(flow)
    flow.cells = EMPTY if condition.constant == 0 else chosen(condition, flow.cells)
    flow.alive = False
    emitter.named(flow)


@straight(ir.Guard)
def guard(emitter: Emitter, op: ir.Guard, flow: Flow) -> None:
    """Keep the cells from which a condition has an output (negated: has none).

    They are found by its preimage if it has one, else by a loop over the cells.
    """
    if not op.per_cell:
        keep_if(emitter, condition(emitter, op, flow), flow)
        return
    if not flow.single:
        lifted = guard_preimage(emitter, op, flow, emitter.named(flow).cells)
        if lifted is not None:
            flow.cells = without(flow.cells, lifted) if op.negate else meet(flow.cells, lifted)
            flow.alive = False
            emitter.named(flow)
            return
    if asks_anew(op) or flow.single:
        found = answer(emitter, op.conditions, flow)
        keep_if(emitter, negated(found) if op.negate else found, flow)
        return
    kept = emitter.code.fresh("U")
    emitter.code.assign(kept, 0)
    outer = flow.cells
    for one in emitter.each(flow):
        asked = ask(emitter, op.conditions, one)
        with emitter.code.block(If(logic("not", asked) if op.negate else asked)):
            emitter.code.assign(kept, kept | one.cells.value)
    flow.cells, flow.alive = variable(kept, outer.maybe), False
