"""Fullness: whether a flood reaches all cells that it ever can. That is one test of a set, without a flood.

    before   count { flood horizontal own or Line -> own } == 3        (there are three points on each line)
    after    own men stand on all three points of the line: a set from a table

Conditions: (1) from each cell at which the flood may begin, the tiles let it reach exactly as many cells that count as
are asked for; (2) all that it can reach are cells that always let it through, or that let it through if they count.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.patterns import pattern_cells
from tilewright.generator.compiler.emit.sets import Cells, without
from tilewright.generator.compiler.kernel.nodes import Expression, call, entry, negated
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way, cells_of


def reaches_all(emitter: Emitter, op: ir.Compare, flow: Flow) -> Expression | None:
    """Return a condition that is true if a count over a flood holds, because the flood reaches all that it can.

    Return None if the comparison is no such count, or the conditions do not hold. Cost: two operations at run time, and
    a table with a set for each cell.
    """
    match op:
        case ir.Compare(ir.Count(ir.Chain() as chain), "==" | ">=", ir.Int(wanted)):
            pass
        case _:
            return None
    match chain.ops:
        case (ir.Flood() as flood, ir.Keep(patterns=(counted,), whole=False)):
            pass
        case _:
            return None
    if not flow.single or not flow.alive or flow.many:
        return None
    cell = emitter.named(flow).cells
    table = _table(emitter.constants, flood, counted, wanted, cell.maybe)
    if table is None:
        return None
    name = emitter.module.table("ALL", table)
    held = pattern_cells(emitter, aside(flow, chain.me), counted)
    missing = without(Cells(entry(name, call("ctz", cell.value)), emitter.constants.board.cells), held)
    return negated(emitter.name(missing).value)


def _table(
    constants: Constants, flood: ir.Flood, counted: ir.Pattern, wanted: int, starts: int
) -> tuple[int, ...] | None:
    """Return for each bit the cells that a flood from its cell has to reach; None if the conditions do not hold.

    *starts*: the cells at which the flood may begin.
    """
    if not _is_plain(flood.through) or not _is_plain(counted):
        return None
    passing, counting = _possible(constants, flood.through), _possible(constants, counted)
    clear = _certain(constants, flood.through)
    for bit in cells_of(counting):
        if _states(constants, counted, bit) <= _states(constants, flood.through, bit):
            clear |= 1 << bit
    found = [0] * (max(constants.board.bits) + 1)
    for bit in constants.board.bits:
        reached = _spread(1 << bit, flood.ways, passing)
        if (reached & counting).bit_count() == wanted and not reached & ~clear & ~(1 << bit):  # (1), (2)
            found[bit] = reached & counting
        elif starts >> bit & 1:
            return None
    return tuple(found)


def _is_plain(pattern: ir.Pattern) -> bool:
    """Return whether a pattern reads no mark and has no offsets."""
    return not pattern.offsets and not any(part.marks for part in pattern.alternatives)


def _states(constants: Constants, pattern: ir.Pattern, bit: int) -> frozenset[int]:
    """Return the states in which a cell matches a pattern."""
    of_cell = {state for state in range(len(constants.states)) if constants.cells_with(state) >> bit & 1}
    return frozenset(
        state for part in pattern.alternatives if part.mask >> bit & 1 for state in part.states if state in of_cell
    )


def _possible(constants: Constants, pattern: ir.Pattern) -> int:
    """Return the cells that match a pattern in some state."""
    return sum(1 << bit for bit in constants.board.bits if _states(constants, pattern, bit))


def _certain(constants: Constants, pattern: ir.Pattern) -> int:
    """Return the cells that match a pattern in every state."""
    everything = ir.Pattern((ir.Alternative(frozenset(range(len(constants.states))), constants.board.cells),))
    return sum(
        1 << bit
        for bit in constants.board.bits
        if _states(constants, pattern, bit) == _states(constants, everything, bit)
    )


def _spread(start: int, ways: tuple[Way, ...], through: int) -> int:
    """Return a set with all cells of *through* that are connected to it."""
    reached, front = start, start
    while front:
        beside = 0
        for way in ways:
            beside |= way.image(front)
        front = beside & through & ~reached
        reached |= front
    return reached
