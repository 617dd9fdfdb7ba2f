"""What a board shows under its pieces in every position: the plate of points, the grain, lines, stars and edges.

It is a list of SVG elements, each with its tag and its attributes, so that a picture and a browser draw the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from tilewright.runtime.pictures.colours import contrast, mix
from tilewright.runtime.pictures.figures import Drawn
from tilewright.runtime.pictures.layouts import HALF, Layout, Points, middle_of
from tilewright.runtime.pictures.lines import path_of
from tilewright.runtime.pictures.view import PLAIN, BoardView

Box: TypeAlias = tuple[int, int, int, int]
"""The upper left corner, the width and the height of a rectangle."""

_STAR = 5
_EDGE = 7


def under(view: BoardView, layout: Layout, box: Box) -> list[Drawn]:
    """Return what is drawn under the points of a board of points, and between cells and pieces on any other board.

    In the order in which it is drawn. *box* is the whole picture, which the grain covers.
    """
    found: list[Drawn] = []
    if isinstance(layout, Points):
        found.append(("rect", _plate(view, layout)))
    if view.ground != PLAIN:
        found.append(("path", _grain(view, box)))
    ink = _ink(view)
    path = path_of(view.segments, layout.centre, middle_of(view, layout))
    if path:
        found.append(("path", {"d": path, "fill": "none", "stroke": ink, "stroke-width": 2, "stroke-linecap": "round"}))
    for cell in sorted(view.stars & view.cells.keys()):
        x, y = layout.centre(cell)
        found.append(("circle", {"cx": x, "cy": y, "r": _STAR, "fill": ink}))
    sides: dict[str, str] = {}
    for cell, vector, colour in view.edges:
        side = layout.side(cell, vector)
        if side is not None:
            (x, y), (to_x, to_y) = side
            sides[colour] = f"{sides.get(colour, '')}M{x} {y}L{to_x} {to_y}"
    for colour, path in sides.items():
        line = {"d": path, "fill": "none", "stroke": colour, "stroke-width": _EDGE, "stroke-linecap": "round"}
        found.append(("path", line))
    return found


def _ink(view: BoardView) -> str:
    """Return the colour of lines: that of the model, or one with contrast to the ground."""
    ground = _ground(view)
    return view.lines or mix(ground, contrast(ground), 0.6)


def _ground(view: BoardView) -> str:
    """Return the colour of the first cell."""
    return next(iter(view.cells.values())).ground if view.cells else "#ffffff"


def _plate(view: BoardView, layout: Points) -> Mapping[str, object]:
    """Return the attributes of the rectangle on which points lie."""
    centres = [layout.centre(cell) for cell in view.cells] or [(0, 0)]
    room = HALF + layout.beyond
    (left, right), (top, bottom) = ((min(c), max(c)) for c in zip(*centres, strict=True))
    return {
        "x": left - room, "y": top - room, "width": right - left + 2 * room, "height": bottom - top + 2 * room,
        "rx": 4, "fill": _ground(view),
    }  # fmt: skip


def _grain(view: BoardView, box: Box) -> Mapping[str, object]:
    """Return the attributes of a path of fine lines over a picture, which suggest the material of the board."""
    path, look = GRAINS[view.ground](box)
    return {"d": path, "fill": "none", "stroke": contrast(_ground(view)), **look}


def _wood(box: Box) -> tuple[str, Mapping[str, object]]:
    x, y, width, height = box

    def veins() -> Iterator[str]:
        for number in range(1, height // 13):
            bend, swing = number * 7 % 11 - 5, number * 5 % 9 - 4
            start = y + number * 13 + number * 3 % 5
            bends = f"{x + width // 3} {start + bend} {x + width * 2 // 3} {start - swing}"
            yield f"M{x} {start}C{bends} {x + width} {start + bend - swing}"

    return "".join(veins()), {"stroke-width": 3, "stroke-opacity": 0.05}


def _felt(box: Box) -> tuple[str, Mapping[str, object]]:
    x, y, width, height = box
    path = "".join(f"M{x + row * 5 % 8} {y + 5 * row}h{width - 8}" for row in range(1, height // 5))
    return path, {"stroke-width": 1.5, "stroke-opacity": 0.09, "stroke-dasharray": "2 6"}


def _paper(box: Box) -> tuple[str, Mapping[str, object]]:
    x, y, width, height = box
    path = "".join(f"M{x + row * 29 % 61} {y + 11 * row}h{width - 62}" for row in range(1, height // 11))
    return path, {"stroke-width": 1.2, "stroke-opacity": 0.07, "stroke-dasharray": "9 53 4 71"}


GRAINS: dict[str, Callable[[Box], tuple[str, Mapping[str, object]]]] = {
    "Wood": _wood,
    "Felt": _felt,
    "Paper": _paper,
}
"""For each ground but the plain one, the function that returns the path of its lines and their attributes."""
