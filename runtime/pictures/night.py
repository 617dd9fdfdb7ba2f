"""Pictures for those who read on a dark ground: the board is darker, the pieces stay as they are."""

from __future__ import annotations

from dataclasses import replace

from tilewright.runtime.pictures.colours import shade
from tilewright.runtime.pictures.view import BoardView

_CELLS, _AROUND = 0.72, 0.55
"""What is left of the light of cells, and of what is around them."""
_GROUND, _LINES = "#4a453b", "#8b826f"
"""What is around the cells, and their borders, where the model says nothing."""


def by_night(view: BoardView) -> BoardView:
    """Return how a position looks on a dark ground."""
    return replace(
        view,
        background=shade(view.background or _GROUND, _AROUND),
        lines=shade(view.lines or _LINES, _CELLS),
        cells={place: replace(cell, ground=shade(cell.ground, _CELLS)) for place, cell in view.cells.items()},
        zones=tuple(map(by_night, view.zones)),
    )
