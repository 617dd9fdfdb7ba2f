"""Numbers that pieces carry, given at the start to cells on which nothing stands."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import Counter
from tilewright.model.cell_names import column_name
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.validation.model import Model


def carrying_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of lists of carried numbers that give one to an empty cell: what comes there has a number of its own.

    The number of a cell on which nothing stands is 0, or the allowed one nearest to 0. A board that begins in several
    ways is left out.
    """
    board = model.game.board
    carried = [counter for counter in model.all(Counter) if counter.carried and len(counter.initialCells) > 0]
    if len(board.setups) > 0 or not carried:
        return
    cells = sorted(board.tileplacement, key=lambda placement: (placement.row, placement.column))
    begun = [placement.initialState or placement.tile.initialState for placement in cells]
    empty = [
        state is placement.tile.initialState and state.piece is None
        for placement, state in zip(cells, begun, strict=True)
    ]
    for counter in carried:
        nothing = min(max(counter.min, 0), counter.max)
        for k, number in enumerate(counter.initialCells):
            if empty[k % len(cells)] and number != nothing:
                cell = cells[k % len(cells)]
                name = f"{column_name(cell.column)}{board.height - cell.row}"
                message = (
                    f"the numbers of '{counter.name}' go along with pieces, and nothing stands on {name} at the start: "
                    f"write {nothing} there, and not {number}"
                )
                yield model.warn("number-of-nothing", message, counter)
                break
