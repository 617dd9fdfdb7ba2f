"""Floods that are asked whether they reach all that they ever can: then no flood is needed.

    before   count { flood horizontal own or Line -> own } == 3        (there are three points on each line)
    after    own men stand on all three points of the line: a set from a table

Conditions: (1) wherever the flood may begin, it can reach exactly as many cells that count as are asked for, as far as
the tiles tell; (2) between them are only cells that always let it through, and what counts does so, too.
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
    """Return whether a flood from one cell reaches all that it can, or None if it is another.

    Cost: two operations and a table of a set for each cell.
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
    """Return for each cell the cells that a flood from it has to reach, or None if the conditions do not hold."""
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
    return not pattern.offsets and not any(part.marks for part in pattern.alternatives)


def _states(constants: Constants, pattern: ir.Pattern, bit: int) -> frozenset[int]:
    """Return the states in which a cell matches."""
    of_cell = {state for state in range(len(constants.states)) if constants.cells_with(state) >> bit & 1}
    return frozenset(
        state for part in pattern.alternatives if part.mask >> bit & 1 for state in part.states if state in of_cell
    )


def _possible(constants: Constants, pattern: ir.Pattern) -> int:
    """Return the cells that may match."""
    return sum(1 << bit for bit in constants.board.bits if _states(constants, pattern, bit))


def _certain(constants: Constants, pattern: ir.Pattern) -> int:
    """Return the cells that match in whichever state they are."""
    everything = ir.Pattern((ir.Alternative(frozenset(range(len(constants.states))), constants.board.cells),))
    return sum(
        1 << bit
        for bit in constants.board.bits
        if _states(constants, pattern, bit) == _states(constants, everything, bit)
    )


def _spread(start: int, ways: tuple[Way, ...], through: int) -> int:
    reached, front = start, start
    while front:
        beside = 0
        for way in ways:
            beside |= way.image(front)
        front = beside & through & ~reached
        reached |= front
    return reached
