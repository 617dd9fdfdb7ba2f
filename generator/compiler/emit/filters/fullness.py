"""Fullness: whether a flood reaches all cells that it ever can. That is one test of a set, without a flood.

    before   count { flood horizontal own or Line -> own } == 3        (there are three points on each line)
    after    own men stand on all three points of the line: a set from a table

Conditions: (1) from each cell at which the flood may begin, the tiles let it reach exactly as many cells that count as
are asked for; (2) all that it can reach are cells that always let it through, or that let it through if they count.
"""

from __future__ import annotations

from collections.abc import Mapping

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
    clear = _certain(constants, flood.through) | counting & ~_blocking(constants, counted, flood.through)
    found = [0] * (max(constants.board.bits) + 1)
    beside = _neighbours(constants, flood.ways, passing)
    for bit in constants.board.bits:
        reached = _spread(bit, beside)
        if (reached & counting).bit_count() == wanted and not reached & ~clear & ~(1 << bit):  # (1), (2)
            found[bit] = reached & counting
        elif starts >> bit & 1:
            return None
    return tuple(found)


def _is_plain(pattern: ir.Pattern) -> bool:
    """Return whether a pattern reads no mark and has no offsets."""
    return not pattern.offsets and not any(part.marks for part in pattern.alternatives)


def _matching(constants: Constants, pattern: ir.Pattern, state: int) -> int:
    """Return the cells that match a pattern if they have a state."""
    found = 0
    for part in pattern.alternatives:
        found |= part.mask if state in part.states else 0
    return found & constants.cells_with(state)


def _possible(constants: Constants, pattern: ir.Pattern) -> int:
    """Return the cells that match a pattern in some state."""
    found = 0
    for state in range(len(constants.states)):
        found |= _matching(constants, pattern, state)
    return found


def _certain(constants: Constants, pattern: ir.Pattern) -> int:
    """Return the cells that match a pattern in every state."""
    found = constants.board.cells
    for state in range(len(constants.states)):
        found &= _matching(constants, pattern, state) | ~constants.cells_with(state)
    return found


def _blocking(constants: Constants, pattern: ir.Pattern, other: ir.Pattern) -> int:
    """Return the cells that match a pattern in some state in which they do not match the other one."""
    found = 0
    for state in range(len(constants.states)):
        found |= _matching(constants, pattern, state) & ~_matching(constants, other, state)
    return found


def _neighbours(constants: Constants, ways: tuple[Way, ...], through: int) -> dict[int, int]:
    """Return for each cell, by its bit, the cells of *through* to which one of some ways leads from it."""
    found = dict.fromkeys(constants.board.bits, 0)
    for way in ways:
        for bit, target in way.table.items():
            found[bit] |= 1 << target & through
    return found


def _spread(start: int, beside: Mapping[int, int]) -> int:
    """Return a cell and all cells that are connected to it, given the neighbours of each cell."""
    reached = front = 1 << start
    while front:
        found = 0
        for bit in cells_of(front):
            found |= beside[bit]
        front = found & ~reached
        reached |= front
    return reached
