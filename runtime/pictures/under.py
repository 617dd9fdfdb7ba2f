"""What lies under the pieces of a board whatever the position: the wood around points, lines and stars.

It is a list of SVG elements, each its tag and its attributes, so that a picture and a browser draw the same.
"""

from __future__ import annotations

from typing import TypeAlias

from tilewright.runtime.pictures.layouts import HALF, Layout, Points, middle_of
from tilewright.runtime.pictures.lines import path_of
from tilewright.runtime.pictures.view import BoardView, contrast, mix

Drawn: TypeAlias = "tuple[str, dict[str, str | int]]"
"""An element: its tag and its attributes."""

_STAR = 5


def under(view: BoardView, layout: Layout) -> list[Drawn]:
    """Return what lies under the cells of a board of points, or between the cells and the pieces of another one."""
    found: list[Drawn] = []
    if isinstance(layout, Points):
        found.append(("rect", _plate(view, layout)))
    ink = lines_of(view)
    path = path_of(view.segments, layout.centre, middle_of(view, layout))
    if path:
        found.append(("path", {"d": path, "fill": "none", "stroke": ink, "stroke-width": 2, "stroke-linecap": "round"}))
    for cell in sorted(view.stars & view.cells.keys()):
        x, y = layout.centre(cell)
        found.append(("circle", {"cx": x, "cy": y, "r": _STAR, "fill": ink}))
    return found


def lines_of(view: BoardView) -> str:
    """Return the colour of lines: what the model says, else one that can be told from what is behind them."""
    ground = _ground(view)
    return view.lines or mix(ground, contrast(ground), 0.6)


def _ground(view: BoardView) -> str:
    return next(iter(view.cells.values())).ground if view.cells else "#ffffff"


def _plate(view: BoardView, layout: Points) -> dict[str, str | int]:
    """Return the rectangle on which points lie."""
    centres = [layout.centre(cell) for cell in view.cells] or [(0, 0)]
    room = HALF + layout.beyond
    (left, right), (top, bottom) = ((min(c), max(c)) for c in zip(*centres, strict=True))
    return {
        "x": left - room, "y": top - room, "width": right - left + 2 * room, "height": bottom - top + 2 * room,
        "rx": 4, "fill": _ground(view),
    }  # fmt: skip
