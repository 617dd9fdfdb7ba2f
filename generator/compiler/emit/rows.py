"""Rows: some number of cells in a line, found by doubling: two rows of two are a row of four.

    before   T & (T >> 1) & (T >> 2) & (T >> 3)
    after    A = T & (T >> 1);  A & (A >> 2)

A row is read from its first cell along a way. Doubling is right only if steps along a way and its multiples lead to the
same cells. On a board with holes they may not, so this is checked for each cell at compile time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tilewright.generator.compiler.emit.sets import Cells, join_all, meet, preimage
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way, way_of

LONGEST = 16
"""The most cells of a row that is looked for in this way."""


def parts_of(length: int) -> list[int]:
    """Return the lengths that are added to a row of 1 until it has *length*; each is at most what the row has then."""
    parts, reached = [], 1
    while reached < length:
        parts.append(min(reached, length - reached))
        reached += parts[-1]
    return parts


def starts(cells: Cells, multiples: tuple[Way, ...], name: Callable[[Cells], Cells]) -> Cells:
    """Return the cells at which a row within *cells* begins, as many cells long as there are *multiples*.

    ``multiples[n]`` leads n steps on; the first one is the identity. *name* gives a set a variable.
    """
    for part in parts_of(len(multiples)):
        cells = name(cells)
        cells = meet(cells, preimage(cells, multiples[part]))
    return cells


def rows_through(
    cells: Cells, way: Way, back: Way, length: int, everything: Cells, name: Callable[[Cells], Cells]
) -> Cells:
    """Return the cells that are part of a row of *length* cells, or would be if they were added to *cells*.

    Such a row has some of *cells* ahead of the cell, along *way*, and the others behind it, along *back*. Cost: linear
    in the length.
    """
    ahead, behind = [everything], [everything]
    for _ in range(length - 1):
        ahead.append(name(preimage(meet(cells, ahead[-1]), way)))
        behind.append(name(preimage(meet(cells, behind[-1]), back)))
    return join_all([meet(some, others) for some, others in zip(ahead, reversed(behind), strict=True)])


@cache
def multiples_of(offsets: tuple[Way, ...]) -> tuple[Way, ...] | None:
    """Return offsets sorted as 0, 1, 2 ... times one vector, or None if they are not such multiples.

    None also if, on this board, building the row by doubling would miss or add a cell: see the module.
    """
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
    """Return the cells of the row that doubling builds from a cell on; None if it leaves the board."""
    if length == 1:
        return frozenset({bit})
    part = parts_of(length)[-1]
    there = multiples[part].table.get(bit)
    first = _row(multiples, length - part, bit)
    second = None if there is None else _row(multiples, length - part, there)
    return None if first is None or second is None else first | second


@cache
def powers(way: Way, length: int) -> tuple[Way, ...]:
    """Return the ways of 0, 1, 2 ... steps along a way: *length* of them."""
    bits = {*way.table, *way.table.values()}
    tables = [{bit: bit for bit in bits}]
    while len(tables) < length:
        tables.append({bit: way.table[there] for bit, there in tables[-1].items() if there in way.table})
    return tuple(way_of(table) for table in tables)


@cache
def leading(ways: tuple[Way, ...], bits: int) -> tuple[int, ...]:
    """Return for each of *bits* bits the set of the cells from which one of some ways leads to it."""
    found = [0] * bits
    for way in ways:
        for bit, target in way.table.items():
            found[target] |= 1 << bit
    return tuple(found)


def asked_length(op: ir.Compare) -> int | None:
    """Return the least number of cells that a flood must reach, if a comparison asks for that, else None."""
    match op:
        case ir.Compare(ir.Count(ir.Chain(_, (ir.Flood(),))), ">=", ir.Int(number)):
            return number
        case ir.Compare(ir.Count(ir.Chain(_, (ir.Flood(),))), ">", ir.Int(number)):
            return number + 1
    return None
