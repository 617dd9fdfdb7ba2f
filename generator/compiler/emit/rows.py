"""Rows: cells in a line, found by doubling. Two in a row twice are four in a row.

    before   T & (T >> 1) & (T >> 2) & (T >> 3)
    after    A = T & (T >> 1);  A & (A >> 2)

A row is read from its first cell along a way. That a way and its multiples fit together is not taken for granted: on a
board with holes a row may or may not reach over one, so it is looked up cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tilewright.generator.compiler.emit.sets import Cells, join_all, meet, preimage
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way, way_of

LONGEST = 16
"""The cells of the longest row that is looked for."""


def parts_of(length: int) -> list[int]:
    """Return the lengths by which a row grows from 1, each at most what it has by then."""
    parts, reached = [], 1
    while reached < length:
        parts.append(min(reached, length - reached))
        reached += parts[-1]
    return parts


def starts(cells: Cells, multiples: tuple[Way, ...], name: Callable[[Cells], Cells]) -> Cells:
    """Return where rows begin whose cells are the images under all multiples (the first one: each cell itself)."""
    for part in parts_of(len(multiples)):
        cells = name(cells)
        cells = meet(cells, preimage(cells, multiples[part]))
    return cells


def rows_through(
    cells: Cells, way: Way, back: Way, length: int, everything: Cells, name: Callable[[Cells], Cells]
) -> Cells:
    """Return which cells are, with some cells, part of a row of so many, or would be if they were among them.

    Of the row, some cells are ahead of the cell and the others behind it.
    """
    ahead, behind = [everything], [everything]
    for _ in range(length - 1):
        ahead.append(name(preimage(meet(cells, ahead[-1]), way)))
        behind.append(name(preimage(meet(cells, behind[-1]), back)))
    return join_all([meet(some, others) for some, others in zip(ahead, reversed(behind), strict=True)])


@cache
def multiples_of(offsets: tuple[Way, ...]) -> tuple[Way, ...] | None:
    """Return offsets in the order in which they are the multiples of one, or None if they are not."""
    if any(len(way.shifts) != 1 for way in offsets):
        return None
    ordered = tuple(sorted(offsets, key=lambda way: abs(way.shifts[0][0])))
    if any(way.shifts[0][0] != number * ordered[1].shifts[0][0] for number, way in enumerate(ordered)):
        return None
    for bit in ordered[0].table:
        row: frozenset[int] | None = frozenset(way.table.get(bit, -1) for way in ordered)
        if row is not None and -1 in row:
            row = None
        if _row(ordered, len(ordered), bit) != row:
            return None
    return ordered


def _row(multiples: tuple[Way, ...], length: int, bit: int) -> frozenset[int] | None:
    """Return the cells of the row that is built of its parts from a cell on."""
    if length == 1:
        return frozenset({bit})
    part = parts_of(length)[-1]
    there = multiples[part].table.get(bit)
    first = _row(multiples, length - part, bit)
    second = None if there is None else _row(multiples, length - part, there)
    return None if first is None or second is None else first | second


@cache
def powers(way: Way, length: int) -> tuple[Way, ...]:
    """Return no step, one step, two steps, ... along a way, as many as a row has cells."""
    bits = {*way.table, *way.table.values()}
    tables = [{bit: bit for bit in bits}]
    while len(tables) < length:
        tables.append({bit: way.table[there] for bit, there in tables[-1].items() if there in way.table})
    return tuple(way_of(table) for table in tables)


@cache
def leading(ways: tuple[Way, ...], bits: int) -> tuple[int, ...]:
    """Return for each cell the cells that some ways lead from to it."""
    found = [0] * bits
    for way in ways:
        for bit, target in way.table.items():
            found[target] |= 1 << bit
    return tuple(found)


def asked_length(op: ir.Compare) -> int | None:
    """Return how many cells a flood must reach at least, if that is what a comparison asks."""
    match op:
        case ir.Compare(ir.Count(ir.Chain(_, (ir.Flood(),))), ">=", ir.Int(number)):
            return number
        case ir.Compare(ir.Count(ir.Chain(_, (ir.Flood(),))), ">", ir.Int(number)):
            return number + 1
    return None
