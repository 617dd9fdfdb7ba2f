"""Tables of a program with an entry for each cell.

A table with a set for each cell is fastest, but it grows with the square of the board. Where it would be too large, a
table of neighbours has the numbers of cells instead, and sets are calculated from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.sets import Cells
from tilewright.generator.compiler.kernel.nodes import ONE, Expression, call, choice, entry
from tilewright.generator.compiler.rules.board import WORD, Board, Way

LARGEST = 1 << 22
"""The most bytes of a table with a set for each cell: boards of up to about 75x75 have such tables."""


def holds_sets(board: Board) -> bool:
    """Return whether a table with a set for each cell of a board is not too large."""
    return (max(board.bits) + 1) * board.words * WORD // 8 <= LARGEST


def cell_at(
    emitter: Emitter, stem: str, cells: Sequence[int | None], index: Expression, *, known: Expression = ONE
) -> Expression:
    """Return the set of the cell at an index of a sequence, or the empty set if there is None.

    *stem* begins the name of the table. Where the condition *known* does not hold, the result is empty.
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
    """Return the neighbour of a cell as a set; empty if *table* has none. *cell* is a set, *known*: see ``cell_at``."""
    targets = [table.get(bit) for bit in range(max(emitter.constants.board.bits) + 1)]
    return cell_at(emitter, "NEXT", targets, call("ctz", cell), known=known)


def looked_up(emitter: Emitter, cells: Cells, table: Mapping[int, int]) -> Cells:
    """Return the neighbour of a set of at most one cell; empty if the set is."""
    cell = emitter.name(cells)
    found = neighbour(emitter, table, cell.value, known=cell.value)
    return Cells(found, sum(1 << t for t in set(table.values())), None, True)


def around(emitter: Emitter, start: Cells, ways: tuple[Way, ...]) -> Cells | None:
    """Return all neighbours of one cell along some ways, from a table; None if the table would be too large."""
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
    """Return for each bit the ray of its cell along a way that is one shift; None if the table would be too large.

    Along such a way bits only rise, or only fall.
    """
    if len(way.shifts) != 1 or not holds_sets(emitter.constants.board):
        return None
    return [way.rays.get(bit, 0) for bit in range(max(emitter.constants.board.bits) + 1)]
