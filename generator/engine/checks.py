"""How tests are emitted, and the cells that patterns match."""

from __future__ import annotations

from tilewright.generator.engine import ir
from tilewright.generator.engine.analysis import starts_anew
from tilewright.generator.engine.code import If, While
from tilewright.generator.engine.flow import Apart, Flow, States
from tilewright.generator.engine.lifting import Lifting
from tilewright.generator.engine.rows import asked_length, leading, multiples_of, powers, starts
from tilewright.generator.engine.sets import EMPTY, Cells, constant, join, join_all, meet, preimage, variable, without
from tilewright.generator.engine.values import value_text
from tilewright.generator.engine.walker import STRAIGHT, Walker, aside, straight

# -- patterns


def board_of(walker: Walker, flow: Flow, states: frozenset[int]) -> Cells:
    """Return the cells in one of some states: of each tile what is shorter, these states or all but the others.

    The initial state of a tile has no set of its own: it is where the other states are not.
    """
    constants = walker.constants
    parts: list[Cells] = []
    for tile, cells in enumerate(constants.tile_cells):
        all_states = constants.of_tile(tile)
        wanted = [state for state in all_states if state in states]
        if not wanted or not cells:
            continue
        if len(wanted) == len(all_states):
            parts.append(constant(cells))
        elif constants.initial_state[tile] in states:
            others = [flow.boards[state] for state in all_states if state not in states]
            parts.append(without(constant(cells), walker.name(join_all(others), "O")))
        else:
            parts.append(join_all([flow.boards[state] for state in wanted]))
    return join_all(parts)


def matching(walker: Walker, flow: Flow, pattern: ir.Pattern) -> Cells:
    """Return the cells that one of the alternatives matches, offsets aside."""
    found = EMPTY
    for part in pattern.alternatives:
        cells = meet(board_of(walker, flow, part.states), constant(part.mask))
        for mark in part.within:
            cells = meet(cells, flow.place(flow.marks[mark]))
        for mark in part.without:
            cells = without(cells, flow.place(flow.marks[mark]))
        found = join(found, cells)
    return found


def pattern_cells(walker: Walker, flow: Flow, pattern: ir.Pattern) -> Cells:
    """Return the cells at which a pattern holds."""
    found = matching(walker, flow, pattern)
    if not pattern.offsets:
        return found
    everything = constant(walker.constants.board.cells)
    found = walker.name(found, "T")
    multiples = None if pattern.off_board or len(pattern.offsets) < 4 else multiples_of(pattern.offsets)
    if multiples is not None:
        return starts(found, multiples, walker.name)
    held = everything
    for way in pattern.offsets:
        reaching = preimage(found, way)
        if pattern.off_board:
            reaching = join(reaching, constant(everything.maybe & ~way.domain))
        held = meet(held, reaching)
    return held


def states_of(pattern: ir.Pattern) -> States:
    """Return the states that a cell can have at which a pattern holds."""
    if pattern.offsets or not pattern.alternatives:
        return None
    return frozenset().union(*(part.states for part in pattern.alternatives))


@straight(ir.Keep)
def keep(walker: Walker, op: ir.Keep, flow: Flow) -> None:
    """Intersect the working set with the cells that match."""
    cells = flow.cells
    for pattern in op.patterns:
        cells = meet(cells, pattern_cells(walker, flow, pattern))
        states = states_of(pattern)
        if states is not None:
            flow.states = states if flow.states is None else flow.states & states
    if op.whole and not flow.single:
        cells = walker.name(cells)
        before = walker.named(flow).cells
        cells = Cells(f"({before.value} if {cells.value} == {before.value} else 0)", before.maybe, None, before.single)
    flow.cells = cells
    flow.alive = False
    walker.named(flow)


# -- tests on the whole flow

FILTER = 1 << 10
"""The places of the table that counts keys by their last digits."""

LONGEST = 16
"""The cells of the longest row that is looked for by doubling."""


def row_through(walker: Walker, op: ir.Compare, flow: Flow) -> str | None:
    """Return the text of the question whether a flood along a line has enough cells: is it a row of so many?"""
    from tilewright.generator.engine.cursor import is_line

    length = asked_length(op)
    if length is None or not 1 < length <= LONGEST or not flow.single or not flow.alive or flow.many:
        return None
    assert isinstance(op.left, ir.Count) and op.left.cells is not None
    chain = op.left.cells
    flood = chain.ops[0]
    assert isinstance(flood, ir.Flood)
    if not is_line(walker, flood.ways):
        return None
    inner = aside(flow, chain.me)
    cell = walker.named(inner).cells
    ways = powers(flood.ways[0], length)
    begins = starts(join(pattern_cells(walker, inner, flood.through), cell), ways, walker.name)
    table = walker.module.table("ROW", leading(ways, max(walker.constants.board.bits) + 1))
    return walker.name(meet(begins, Cells(f"{table}[ctz({cell.value})]", walker.constants.board.cells))).value


def condition(walker: Walker, op: ir.Op, flow: Flow) -> str:
    """Return the text of what a test on the whole flow asks: 0 or 1 where the answer is known."""
    from tilewright.generator.engine.answers import answer

    match op:
        case ir.Guard():
            text = answer(walker, op.conditions, flow)
            return _opposite(text) if op.negate else text
        case ir.Compare():
            row = row_through(walker, op, flow)
            if row is not None:
                return row
            return f"{value_text(walker, op.left, flow)} {op.relation} {value_text(walker, op.right, flow)}"
        case ir.Repetition():
            return repeated(walker, op, flow)
        case ir.Movable():
            return "1" if walker.could_move is None else walker.could_move(walker, flow)
    raise AssertionError(op)


def _opposite(condition: str) -> str:
    return {"0": "1", "1": "0"}.get(condition, f"not {condition}")


def repeated(walker: Walker, op: ir.Repetition, flow: Flow) -> str:
    """Emit the count of earlier positions like this one.

    The program keeps the keys of the earlier positions, and behind them that of the position in which the move began.
    That one is earlier, too, once the rule is through. How many keys end in the same digits is counted, so that the
    others are looked at only if there can be enough.
    """
    assert walker.start is not None
    code = walker.code
    mover, players = walker.start.me, walker.constants.players
    player = str(mover)
    if walker.played:
        player = flow.turn
        if player == "-1":
            player = str((mover + 1) % players)
        elif not player.isdigit():
            player = f"({(mover + 1) % players} if {player} < 0 else {player})"
    wanted = [player] if op.include_player else [str(me) for me in range(players)]
    keys = [code.name(position_key(walker, flow, one), "n") for one in wanted]
    seen, place = code.fresh("n"), code.fresh("n")
    end = "h + 1" if walker.played else "h"
    code.assign(seen, "1")
    code.assign(place, "0")
    likely = " + ".join(f"a_count[{key} & {FILTER - 1}]" for key in keys)
    enough = If(f"{end} >= {op.times - 1} and {likely} >= {op.times - 1}")
    with code.block(enough), code.block(While(f"{place} < {end}")):
        entry = code.name(f"(a_hist[{place}] & 0xffffffffffffffff)", "n")
        hit = " or ".join(f"{entry} == {key}" for key in keys)
        code.assign(seen, f"({seen} + (1 if {hit} else 0))")
        code.assign(place, f"{place} + 1")
    return f"{seen} >= {op.times}"


def position_key(walker: Walker, flow: Flow, player: str) -> str:
    """Return the text of a 64-bit key of what stands on the cells, of the numbers on them, and of who moves.

    Each set is hashed for itself, so that no hash waits for another one, and a hash of all joins them.
    """
    parts = [*flow.boards.values(), *(plane for planes in flow.planes.values() for plane in planes)]
    hashes = [f"mix(fold({part.value}) ^ {number})" for number, part in enumerate(parts, walker.constants.players + 1)]
    joined = walker.code.name(f"({' ^ '.join(hashes) or '0'})", "n")
    return f"mix({joined} ^ ({player} + 1))"


def test(walker: Walker, op: ir.Op, flow: Flow) -> None:
    """Keep all of the working set or nothing."""
    keep_if(walker, condition(walker, op, flow), flow)


for kind in (ir.Compare, ir.Repetition, ir.Movable):
    STRAIGHT[kind] = test


def keep_if(walker: Walker, text: str, flow: Flow) -> None:
    """Keep the working set if a condition holds."""
    if text == "1":
        return
    walker.named(flow)
    cells = flow.cells
    flow.cells = EMPTY if text == "0" else Cells(f"({cells.value} if {text} else 0)", cells.maybe, None, cells.single)
    flow.alive = False
    walker.named(flow)


@straight(ir.Guard)
def guard(walker: Walker, op: ir.Guard, flow: Flow) -> None:
    """Keep the cells from which the condition has an output: as a set where it can be lifted, else one by one."""
    from tilewright.generator.engine.answers import answer

    if not op.per_cell:
        keep_if(walker, condition(walker, op, flow), flow)
        return
    if op.per_cell and not flow.single:
        lifted = lifted_guard(walker, op, flow, walker.named(flow).cells)
        if lifted is not None:
            flow.cells = without(flow.cells, lifted) if op.negate else meet(flow.cells, lifted)
            flow.alive = False
            walker.named(flow)
            return
    if all(starts_anew(chain) for chain in op.conditions) or flow.single:
        text = answer(walker, op.conditions, flow)
        keep_if(walker, _opposite(text) if op.negate else text, flow)
        return
    kept = walker.code.fresh("U")
    walker.code.assign(kept, "0")
    outer = flow.cells
    for one in walker.each(flow):
        text = walker.ask(op.conditions, one)
        with walker.code.block(If(f"not {text}" if op.negate else text)):
            walker.code.assign(kept, f"({kept} | {one.cells.value})")
    flow.cells, flow.alive = variable(kept, outer.maybe), False


def lifted_guard(walker: Walker, op: ir.Guard, flow: Flow, asked: Cells | None = None) -> Cells | None:
    """Return the cells (of those asked for) from which one of the conditions has an output, or None if unknown."""
    parts = []
    for chain in op.conditions:
        inner = aside(flow, chain.me)
        inner.marks = [EMPTY if isinstance(mark, Apart) else mark for mark in inner.marks]
        part = Lifting(walker, inner, asked).origins(chain.ops, None)
        if part is None:
            return None
        parts.append(part)
    return join_all(parts)
