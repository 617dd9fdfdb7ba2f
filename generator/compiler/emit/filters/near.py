"""Rows that a single cell is part of, found in one word that holds the cells around it.

before   where { step (-1,0) 0..3 -> own @(0,0)(1,0)(2,0)(3,0) }       all rows of the board; those of the cell
after    W = the 31 cells before the cell, itself, and the 31 after it: 63 bits of two words
         A = W & (W >> 1);  A & (A >> 2) & T_NEAR[cell]

``T_NEAR`` has, for each cell, the places in the window at which a row may begin that has the cell. A row that would go
on at the other side of the board is none, so that nothing else has to be known of the edges.

This pays for sets of two words, whose shifts take several instructions each. Those of one word are windows themselves,
and vectors of more words are not shifted by a variable distance in few instructions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.patterns import matching
from tilewright.generator.compiler.emit.rows import multiples_of, parts_of
from tilewright.generator.compiler.emit.sets import Cells
from tilewright.generator.compiler.kernel.nodes import Expression, call, entry
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import WORD, Way

REACH = 31
"""How far the window reaches from the cell, in both directions: its 63 bits are a number of one word."""
WINDOW = (1 << 2 * REACH + 1) - 1
WORDS = 2
"""The words of sets for which this pays."""


@dataclass(frozen=True)
class Row:
    """A row that a chain asks for: a pattern that holds at as many cells as there are ``multiples`` of a way."""

    pattern: ir.Pattern
    multiples: tuple[Way, ...]
    begun: tuple[int, ...]
    """For each bit of the board, the bits of the window around it at which a row may begin that has that cell."""


def rows_near(emitter: Emitter, chain: ir.Chain, flow: Flow) -> Expression | None:
    """Return a condition that is true if the only cell of a flow is part of one of the rows that a chain asks for.

    Return None if the chain asks for anything else, or if a row does not fit into the window.
    """
    board = emitter.constants.board
    if board.words != WORDS or not flow.single or not flow.alive or flow.many:
        return None
    if max(board.bits) + REACH >= WORDS * WORD:  # the window is moved up before it is moved to the cell
        return None
    rows = list(_rows(chain.ops, chain.me))
    if not rows or None in rows:
        return None
    inner = aside(flow, chain.me)
    place = call("ctz", emitter.named(inner).cells.value)
    begun = [_begun(emitter, row, inner, place) for row in rows if row is not None]
    return _named(emitter, reduce(or_, begun))


def _begun(emitter: Emitter, row: Row, flow: Flow, place: Expression) -> Expression:
    """Return the bits of the window at which a row begins that has the cell at a place of the board."""
    held = emitter.name(matching(emitter, flow, row.pattern)).value
    found = _named(emitter, ((held << REACH) >> place) & WINDOW)
    distance = row.multiples[1].shifts[0][0]
    for part in parts_of(len(row.multiples)):
        by = part * abs(distance)
        found = _named(emitter, found & (found >> by if distance > 0 else found << by))
    return found & entry(emitter.module.table("NEAR", row.begun), place)


def _named(emitter: Emitter, window: Expression) -> Expression:
    """Return a variable with a window, whose bits are not those of the board."""
    return emitter.name(Cells(window, WINDOW)).value


def _rows(ops: tuple[ir.Op, ...], me: int) -> Iterator[Row | None]:
    """Yield the rows that a chain of a player asks for, and None for each other thing."""
    match ops:
        case (ir.Choice("Union", alternatives),):
            for each in alternatives:
                if each.me == me:
                    yield from _rows(each.ops, me)
                else:
                    yield None
        case (ir.Step((back,), 0, most, None), ir.Keep((pattern,), False)) if most + 1 == len(pattern.offsets):
            yield _row(back, pattern)
        case _:
            yield None


@cache
def _row(back: Way, pattern: ir.Pattern) -> Row | None:
    """Return the row of a pattern with offsets, if *back* leads from each of its cells to the one before."""
    multiples = multiples_of(pattern.offsets) if len(pattern.offsets) > 1 and not pattern.off_board else None
    if multiples is None or any(multiples[1].table.get(there) != bit for bit, there in back.table.items()):
        return None
    distance = multiples[1].shifts[0][0]
    if (len(multiples) - 1) * abs(distance) > REACH:
        return None
    begun = []
    for cell in range(max(multiples[0].table) + 1):
        first: int | None = cell
        bits = 0
        for _ in multiples:
            if first is None:
                break
            if all(first in way.table for way in multiples):
                bits |= 1 << (REACH + first - cell)
            first = back.table.get(first)
        begun.append(bits if cell in multiples[0].table else 0)
    return Row(pattern, multiples, tuple(begun))
