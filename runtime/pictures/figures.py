"""The drawings of pieces, one for each figure that a theme can name.

A drawing is a list of SVG elements around the origin, which is the middle of a cell; a cell is 48 units wide. Drawings
have no identifiers, so that a page may hold several copies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from tilewright.runtime.pictures.colours import channels, contrast, mix, shade

Drawn: TypeAlias = tuple[str, Mapping[str, object]]
"""An SVG element: its tag and its attributes."""

DISC = 19
"""The radius of a disc."""
BLOCK = 17
"""Half the width of a block, the square that stands for a piece that nobody owns."""
_IVORY, _WOOD = "#fffdf5", "#f3dcae"
_STROKE = 3


class Face(NamedTuple):
    """How a text on a drawing is written: its colour, the width that it may take, and the greatest size of letters."""

    ink: str
    width: int = 2 * DISC
    size: int = 28


SLICE = 10
"""The width of a piece of a stack, which is drawn from the side."""


def slices_of(height: int) -> list[tuple[int, int, int]]:
    """Return the left end, the upper end and the thickness of each piece of a stack, from below.

    The stack is drawn at the left edge of the cell, beside the piece on top.
    """
    thick = max(1, min(7, 42 // height))
    return [(-23, 22 - thick * (number + 1), thick) for number in range(height)]


def edge_of(colour: str) -> str:
    """Return the colour of the outline of a piece: darker than the piece, or lighter if the piece is dark."""
    return shade(colour, 0.35) if max(channels(colour)) > 90 else mix(colour, "#ffffff", 0.4)


def _disc(colour: str) -> list[Drawn]:
    return [("circle", {"r": DISC, "fill": colour, "stroke": edge_of(colour), "stroke-width": _STROKE})]


def _stone(colour: str) -> list[Drawn]:
    rim, shine = mix(colour, edge_of(colour), 0.6), mix(colour, "#ffffff", 0.55)
    return [
        ("circle", {"r": 21, "fill": colour, "stroke": rim, "stroke-width": 1.5}),
        ("ellipse", {"cx": -7, "cy": -9, "rx": 7, "ry": 4, "fill": shine, "transform": "rotate(-38 -7 -9)"}),
    ]


def _man(colour: str) -> list[Drawn]:
    ring = {"fill": "none", "stroke": mix(colour, edge_of(colour), 0.45), "stroke-width": 2}
    return [*_disc(colour), ("circle", {"r": 13, **ring}), ("circle", {"r": 7, **ring})]


def _king(colour: str) -> list[Drawn]:
    crown = "M-11 9L-13 -7L-6 -1L0 -11L6 -1L13 -7L11 9z"
    ring = {"r": 16, "fill": "none", "stroke": mix(colour, edge_of(colour), 0.45), "stroke-width": 1.5}
    gold = {"d": crown, "fill": "#f0c230", "stroke": "#5a4204", "stroke-width": 1.5, "stroke-linejoin": "round"}
    return [*_disc(colour), ("circle", ring), ("path", gold)]


def _wedge(colour: str) -> list[Drawn]:
    path = "M0 -21L14 -14L18 20H-18L-14 -14z"
    stroke = shade(colour, 0.45)
    return [("path", {"d": path, "fill": colour, "stroke": stroke, "stroke-width": 2, "stroke-linejoin": "round"})]


def _card(colour: str) -> list[Drawn]:
    face = {"x": -16, "y": -22, "width": 32, "height": 44, "rx": 4, "fill": _IVORY, "stroke": "#6b6353"}
    return [("rect", {**face, "stroke-width": 1.5})]


def _die(colour: str) -> list[Drawn]:
    edges = {"fill": colour, "stroke": edge_of(colour), "stroke-width": 2}
    return [("rect", {"x": -18, "y": -18, "width": 36, "height": 36, "rx": 8, **edges})]


def _token(colour: str) -> list[Drawn]:
    ring = {"r": 16, "fill": "none", "stroke": colour, "stroke-width": 1.5}
    return [("circle", {"r": 21, "fill": _WOOD, "stroke": shade(_WOOD, 0.5), "stroke-width": 1.5}), ("circle", ring)]


def _lined(path: str) -> Callable[[str], list[Drawn]]:
    def drawn(colour: str) -> list[Drawn]:
        line = {"d": path, "fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}
        under = {**line, "stroke": edge_of(colour), "stroke-width": 9}
        return [("path", under), ("path", {**line, "stroke": colour, "stroke-width": 6})]

    return drawn


def _block(colour: str) -> list[Drawn]:
    edges = {"fill": colour, "stroke": edge_of(colour), "stroke-width": _STROKE}
    return [("rect", {"x": -BLOCK, "y": -BLOCK, "width": 2 * BLOCK, "height": 2 * BLOCK, "rx": 4, **edges})]


DRAWINGS: dict[str, Callable[[str], list[Drawn]]] = {
    "Disc": _disc,
    "Stone": _stone,
    "Man": _man,
    "King": _king,
    "Wedge": _wedge,
    "Card": _card,
    "Die": _die,
    "Cross": _lined("M-13 -13L13 13M13 -13L-13 13"),
    "Ring": _lined("M-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0z"),
    "Arrow": _lined("M0 16V-15M-10 -5L0 -16L10 -5"),
    "Block": _block,
    "Token": _token,
    "Sign": lambda colour: [],
    "Whole": _block,
}
"""For each figure but the usual one, the function that draws it in a colour."""

CARD = "Card"
"""The figure whose text stands in two corners, so that it is read in a fan, too."""
CORNER = (-12, -13)
"""The left end of the text in the upper corner of a card; that in the lower corner is turned round."""
WHOLE = "Whole"
"""The figure that draws all cells of the shape of a piece, with the text below; a block if the piece has no shape."""
_ABOVE, _ALONE = 28, 38
"""The width and height in which a shape must fit if there is a text below it, and if there is none."""


BELOW = 16
"""The distance from the middle of a cell down to the text below a shape."""


def whole_of(covers: Sequence[tuple[int, int]], colour: str, *, text: bool) -> list[Drawn]:
    """Return the drawing of a shape on a card, in the middle of its cell, or a little higher if a *text* is below.

    *covers*: the cells of the shape, as column and row.
    """
    room = _ABOVE if text else _ALONE
    lefts, tops = [x for x, _ in covers], [y for _, y in covers]
    columns, rows = max(lefts) - min(lefts) + 1, max(tops) - min(tops) + 1
    side = min(room // max(columns, rows), 12)
    left, top = -side * (columns / 2 + min(lefts)), -side * (rows / 2 + min(tops)) - (_ALONE - room) / 2
    card = {"x": -21, "y": -21, "width": 42, "height": 42, "rx": 3, "fill": _IVORY, "stroke": "#6b6353"}
    path = "".join(f"M{left + x * side:g} {top + y * side:g}h{side}v{side}h-{side}z" for x, y in covers)
    cells = {"d": path, "fill": colour, "stroke": edge_of(colour), "stroke-width": 1}
    return [("rect", {**card, "stroke-width": 1.5}), ("path", cells)]


BACK = "Back"
"""The figure of a card of which only the back is seen. No model can name it."""


def back_of(colour: str) -> list[Drawn]:
    """Return the drawing of the back of a card."""
    face = {"x": -16, "y": -22, "width": 32, "height": 44, "rx": 4, "fill": _IVORY, "stroke": "#6b6353"}
    inner = {"x": -13, "y": -19, "width": 26, "height": 38, "rx": 2, "fill": colour}
    lattice = "M-13 -6L0 -19L13 -6M-13 7L13 -19M-13 19L13 -6M0 19L13 7M-13 6L0 19M13 19L-13 -7M13 6L-13 -19"
    lines = {"d": lattice, "fill": "none", "stroke": _IVORY, "stroke-width": 1, "stroke-opacity": 0.5}
    return [("rect", {**face, "stroke-width": 1.5}), ("rect", inner), ("path", lines)]


FOG = "Fog"
"""The figure of a cell of which nothing is known. No model can name it."""


def fog_of(colour: str) -> list[Drawn]:
    """Return the drawing of fog over a cell, through which its ground is seen."""
    hatch = "M-23 -7L-7 -23M-23 9L9 -23M-21 23L23 -21M-9 23L23 -9M7 23L23 7"
    veil = {"x": -23, "y": -23, "width": 46, "height": 46, "rx": 5, "fill": colour, "fill-opacity": 0.5}
    return [("rect", veil), ("path", {"d": hatch, "stroke": colour, "stroke-width": 3, "stroke-opacity": 0.6})]


WRITTEN = frozenset({"Usual", "Disc", "Wedge", "Card", "Die", "Block", "Token", "Sign"})
"""The figures on which the symbol of a piece is written unless its glyph has a text. The others need no symbol."""
POINTING = frozenset({"Wedge", "Arrow"})
"""The figures that are turned so that they point away from the owner of the piece."""

_DOTS = {
    "1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679",
}  # fmt: skip
"""For each number of a die, the places of its dots among nine, which count row by row from 1."""


def dots_of(figure: str, text: str, colour: str) -> list[Drawn]:
    """Return the dots of a die whose text is a digit from 1 to 6; an empty list for any other figure or text."""
    if figure != "Die" or text not in _DOTS:
        return []
    ink = contrast(colour)
    places = [divmod(int(place) - 1, 3) for place in _DOTS[text]]
    return [("circle", {"cx": 10 * (x - 1), "cy": 10 * (y - 1), "r": 4, "fill": ink}) for y, x in places]


def face_of(figure: str, colour: str) -> Face:
    """Return how a text is written on a figure of a colour."""
    match figure:
        case "Card":
            return Face(colour if max(channels(colour)) < 200 else shade(colour, 0.5), 23, 14)
        case "Token":
            return Face(colour if max(channels(colour)) < 220 else shade(colour, 0.4), 30, 26)
        case "Wedge":
            return Face("#1d150a", 28, 26)
        case "Sign":
            return Face(colour, 44, 34)
        case "Whole":
            return Face("#1d150a", 44, 13)
        case "Cross" | "Ring" | "Arrow" | "King" | "Man":
            return Face(contrast(colour), 18, 16)
    return Face(contrast(colour))
