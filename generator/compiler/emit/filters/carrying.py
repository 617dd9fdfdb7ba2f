"""Emission of what goes along with what stands on a cell: the planes of carried counters, and carried marks.

They are moved as boards are, one set after the other. A set is *lifted* for that: where the number of an empty cell has
a 1 in the digit of a plane, the complement of the plane is taken, so that no lifted set has an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow, Slot
from tilewright.generator.compiler.emit.sets import Cells, constant, join, join_all, without
from tilewright.generator.compiler.kernel.nodes import choice
from tilewright.generator.compiler.lowering.constants import CounterFacts
from tilewright.generator.compiler.rules import ir


def lifted(emitter: Emitter, flow: Flow, carried: ir.Carried) -> dict[Slot, Cells]:
    """Return the sets of what is carried, lifted, by the names of these parts of the flow."""
    found: dict[Slot, Cells] = {}
    for slot, facts, digit in _planes(emitter, carried):
        plane = flow.planes[facts.number, int(slot[2])][digit]
        found[slot] = emitter.name(_complement(emitter, plane) if facts.vacant >> digit & 1 else plane)
    for mark in carried.marks:
        found["mark", mark] = emitter.name(flow.place(flow.marks[mark]))
    return found


def put_down(emitter: Emitter, flow: Flow, carried: ir.Carried, sets: dict[Slot, Cells]) -> None:
    """Replace what is carried by lifted sets."""
    for slot, facts, digit in _planes(emitter, carried):
        plane = sets[slot]
        flow.put(slot, emitter.name(_complement(emitter, plane) if facts.vacant >> digit & 1 else plane))
    for mark in carried.marks:
        flow.put(("mark", mark), emitter.name(sets["mark", mark]))


def carry(emitter: Emitter, op: ir.Move, flow: Flow, source: Cells, target: Cells) -> None:
    """Take what is carried along from one cell to another, or exchange what belongs to the two."""
    sets = lifted(emitter, flow, op.carried)
    for slot, cells in sets.items():
        after = cells.value & ~(source.value | target.value) | choice(cells.value & source.value, target.value, 0)
        if op.swap:
            after |= choice(cells.value & target.value, source.value, 0)
        sets[slot] = Cells(after, cells.maybe | target.maybe | (source.maybe if op.swap else 0))
    if op.source in op.carried.marks:
        sets["mark", op.source] = target
    put_down(emitter, flow, op.carried, sets)


def forget(emitter: Emitter, flow: Flow, carried: ir.Carried, cells: Cells) -> None:
    """Let cells be as those on which nothing has ever stood."""
    for slot, facts, digit in _planes(emitter, carried):
        plane = flow.planes[facts.number, int(slot[2])][digit]
        flow.put(slot, emitter.name(join(plane, cells) if facts.vacant >> digit & 1 else without(plane, cells)))
    for mark in carried.marks:
        flow.marks[mark] = emitter.name(without(flow.place(flow.marks[mark]), cells))


def begin(emitter: Emitter, flow: Flow, carried: ir.Carried, new: Mapping[int, Cells]) -> None:
    """Give cells, which were empty, the numbers with which what is set there begins. *new*: these cells by state."""
    for slot, facts, digit in _planes(emitter, carried):
        plane = flow.planes[facts.number, int(slot[2])][digit]
        for bit, change in ((0, without), (1, join)):
            cells = [cells for state, cells in new.items() if facts.begun[state] >> digit & 1 == bit]
            if cells:
                plane = change(plane, emitter.name(join_all(cells)))
        flow.put(slot, emitter.name(plane))


def _planes(emitter: Emitter, carried: ir.Carried) -> Iterator[tuple[Slot, CounterFacts, int]]:
    """Yield each plane of the carried counters by its name, with the counter and the digit."""
    for counter, player in carried.counters:
        facts = emitter.constants.facts(counter)
        for digit in range(facts.planes):
            yield ("plane", counter, player, digit), facts, digit


def _complement(emitter: Emitter, cells: Cells) -> Cells:
    """Return all other cells."""
    return without(constant(emitter.constants.board.cells), cells)
