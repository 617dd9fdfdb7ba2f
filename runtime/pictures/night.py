"""Dark pictures, for pages with a dark background: boards become darker, pieces stay as they are."""

from __future__ import annotations

from dataclasses import replace

from tilewright.runtime.pictures.colours import shade
from tilewright.runtime.pictures.view import BoardView

_CELLS, _AROUND = 0.72, 0.55
"""The factors by which the colours of cells and lines, and the colour around the cells, are darkened."""
_GROUND, _LINES = "#4a453b", "#8b826f"
"""The colours around the cells and of their borders, before they are darkened, where the model says none."""


def by_night(view: BoardView) -> BoardView:
    """Return a view with a darker board and darker zones."""
    return replace(
        view,
        background=shade(view.background or _GROUND, _AROUND),
        lines=shade(view.lines or _LINES, _CELLS),
        cells={place: replace(cell, ground=shade(cell.ground, _CELLS)) for place, cell in view.cells.items()},
        zones=tuple(map(by_night, view.zones)),
    )
