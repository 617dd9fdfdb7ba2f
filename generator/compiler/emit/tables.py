"""Tables of a program that say something for each cell.

A table with a set for each cell is the fastest answer there is, but it grows with the square of the board. Where that
is too much, neighbours are numbers of cells, and who asks for a set calculates it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.sets import Cells
from tilewright.generator.compiler.kernel.nodes import ONE, Expression, call, choice, entry
from tilewright.generator.compiler.rules.board import WORD, Board, Way

LARGEST = 1 << 22
"""The bytes of the largest table with a set for each cell: boards of up to about 75x75 have them."""


def holds_sets(board: Board) -> bool:
    """Return whether a table with a set for each cell of a board is not too large."""
    return (max(board.bits) + 1) * board.words * WORD // 8 <= LARGEST


def cell_at(
    emitter: Emitter, stem: str, cells: Sequence[int | None], index: Expression, *, known: Expression = ONE
) -> Expression:
    """Return the set of the cell that stands at an index, the empty one if it is None there.

    *known* says whether there is an index at all.
    """
    if holds_sets(emitter.constants.board):
        name = emitter.module.table(stem.upper(), (0 if cell is None else 1 << cell for cell in cells))
        found = entry(name, index)
        return choice(known, found, 0) if known.constant is None else found
    name = emitter.module.table(stem.lower(), (-1 if cell is None else cell for cell in cells))
    found = entry(name, index)
    bit = emitter.code.name(choice(known, found, -1) if known.constant is None else found, "n")
    return choice(bit >= 0, call("bit", bit), 0)


def neighbour(emitter: Emitter, table: Mapping[int, int], cell: Expression, *, known: Expression = ONE) -> Expression:
    """Return the set of a cell's neighbour, for the set of the cell: see ``cell_at``."""
    targets = [table.get(bit) for bit in range(max(emitter.constants.board.bits) + 1)]
    return cell_at(emitter, "NEXT", targets, call("ctz", cell), known=known)


def looked_up(emitter: Emitter, cells: Cells, table: Mapping[int, int]) -> Cells:
    """Return the neighbour of one cell, or of none."""
    cell = emitter.name(cells)
    found = neighbour(emitter, table, cell.value, known=cell.value)
    return Cells(found, sum(1 << t for t in set(table.values())), None, True)


def around(emitter: Emitter, start: Cells, ways: tuple[Way, ...]) -> Cells | None:
    """Return all neighbours of one cell by a table, or None if that is too large."""
    if not holds_sets(emitter.constants.board):
        return None
    bits = range(max(emitter.constants.board.bits) + 1)
    tables = [sum({1 << way.table[bit] for way in ways if bit in way.table}) for bit in bits]
    name = emitter.module.table("AROUND", tables)
    maybe = 0
    for bit, cells in enumerate(tables):
        if start.maybe >> bit & 1:
            maybe |= cells
    return Cells(entry(name, call("ctz", start.value)), maybe)


def straight_rays(emitter: Emitter, way: Way) -> list[int] | None:
    """Return the ray of each cell if bits along it only rise or only fall, and a table of them is not too large."""
    if len(way.shifts) != 1 or not holds_sets(emitter.constants.board):
        return None
    return [way.rays.get(bit, 0) for bit in range(max(emitter.constants.board.bits) + 1)]
