"""How shapes are laid: a loop over the ways in which what is on a mark may lie, and one over the cells for the first.

The ways are numbered, and those of the kinds on the mark are a set, as cells are. A table has for each way and each
first cell what is covered; nothing where the shape does not fit.
"""

from __future__ import annotations

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.emitter import Emitter, Then
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.sets import Cells, constant, join_all, meet
from tilewright.generator.compiler.emit.tables import LARGEST
from tilewright.generator.compiler.kernel.nodes import If, call, choice, entry
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import WORD


def lay(emitter: Emitter, op: ir.Shape, flow: Flow, then: Then) -> None:
    """Emit the loops; *then* emits what follows, for as many ways together as a set has numbers."""
    together = emitter.constants.board.words * WORD
    for first in range(0, len(op.ways), together):
        _lay_some(emitter, op.mark, op.ways[first : first + together], flow.copy(), then)


def _lay_some(emitter: Emitter, mark: int, ways: tuple[ir.Lying, ...], flow: Flow, then: Then) -> None:
    board = emitter.constants.board
    end = max(board.bits) + 1
    if len(ways) * end * board.words * WORD // 8 > LARGEST:
        raise NotLowered("there are too many ways in which shapes may lie on so many cells")
    covered = [dict(way.covered).get(bit, 0) for way in ways for bit in range(end)]
    table = emitter.module.table("COVERED", covered)
    everywhere = sum({1 << bit for way in ways for _, cells in way.covered for bit in range(end) if cells >> bit & 1})
    marked = emitter.name(flow.place(flow.marks[mark]))
    numbers: dict[frozenset[int], int] = {}
    for number, way in enumerate(ways):
        numbers[way.states] = numbers.get(way.states, 0) | 1 << number
    lying = emitter.name(
        join_all(
            [
                Cells(choice(meet(board_of(emitter, flow, states), marked).value, constant(some).value, 0), some)
                for states, some in numbers.items()
            ]
        )
    )
    cells = emitter.named(flow).cells
    with emitter.each_cell(lying.value) as (_, chosen):
        row = emitter.number(call("ctz", chosen) * end)
        inside = flow.copy()
        inside.cells = cells
        for one in emitter.each(inside):
            found = emitter.name(Cells(entry(table, row + call("ctz", one.cells.value)), everywhere))
            one.cells, one.alive, one.many, one.states = found, False, False, None
            with emitter.code.block(If(found.value)):
                one.alive = True
                then(one)
