"""The board of a game for a browser: where its cells lie, in which colours, and a picture for each state.

A scene says nothing of a position: the component that shows it puts the pictures on the cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lxml import etree

from tilewright.metamodel.language import Theme
from tilewright.runtime.pictures.colours import contrast, mix
from tilewright.runtime.pictures.layouts import HALF, NAME_SIZE, Points, Squares, layout_for, width_of
from tilewright.runtime.pictures.svg import (
    BORDER,
    GROUND,
    INK,
    LEGAL,
    MARGIN,
    extent_of,
    ground_of,
    piece_of,
    readable,
)
from tilewright.runtime.pictures.under import under
from tilewright.runtime.pictures.view import BoardView, states_of, view_of
from tilewright.runtime.state import Game

PIECE = "piece-"
"""What stands before the number of a state in the identifier of its picture."""

_GAP = 2 * HALF


@dataclass(frozen=True)
class Scene:
    """What is shown. ``facts`` is ready for JSON."""

    facts: dict[str, Any]
    """
    box          the corner, the width and the height of what is drawn
    outlines     the paths around the middle of a cell: those of the board, of zones
    grounds      the colours of cells; ``none`` for that of a point
    marks        for each of these colours that of the marks that can be seen on it
    under        what lies under the pieces of the board: tags of SVG with their attributes; under the cells, if they
                 are points, else over them
    cells        for each cell of the game its middle, and the numbers of its colour and its outline; of one that is
                 scenery -1 more
    names        texts with their middles: of columns and rows, then of zones
    inside       the states whose pictures bear no text, so that numbers stand in the middle, with the colours of these
    border, background, ink
    """
    pieces: etree._Element
    """An SVG element with the pictures, each of which is called ``PIECE`` and a number."""


def scene_of(game: Game, theme: Theme | None = None) -> Scene:
    """Return the scene of a game, in the colours of a theme, else of its first one."""
    view = view_of(game.initial_state(), legal=False, theme=theme)
    board = layout_for(view)
    x, y, width, height = extent_of(view)
    outlines = [board.outline((0, 0)), Squares().outline((0, 0))]
    names = [(text, *place) for text, place in board.names(view.cells, view.height)] if view.named else []
    shift: list[tuple[int, int]] = [(0, 0)]
    top, left = y + height, x
    for zone in view.zones:  # below the board, each with its name above it
        zone_x, zone_y, wide, high = extent_of(zone)
        shift.append((x - zone_x, top + _GAP // 2 - zone_y))
        names.append((zone.title, left + MARGIN + width_of(zone.title, NAME_SIZE) // 2, top + _GAP // 4))
        top += high + _GAP // 2
        width = max(width, wide)
    grounds: dict[tuple[str, bool], int] = {}
    cells = []
    for place in game.tables.cells.places:
        number = place[2] if len(place) > 2 else 0
        part: BoardView = view.zones[number - 1] if number else view
        cell = part.cells[place[:2]]
        across, down = (Squares() if number else board).centre(place[:2])
        on_line = not number and isinstance(board, Points)
        colour = grounds.setdefault((ground_of(cell), on_line), len(grounds))
        middle = [across + shift[number][0], down + shift[number][1]]
        cells.append([*middle, colour, int(number > 0), *([-1] if cell.fixed else [])])
    background = view.background or GROUND
    facts = {
        "box": [x, y, width, top - y],
        "outlines": outlines,
        "grounds": ["none" if on_line else ground for ground, on_line in grounds],
        "marks": [readable(LEGAL, ground) for ground, _ in grounds],
        "under": under(view, board, (x, y, width, height)),
        "cells": cells,
        "names": names,
        "inside": {
            number: contrast(look.colour)
            for number, look in enumerate(states_of(game, theme))
            if not look.empty and not look.fixed and (look.sprite or not look.label.strip())
        },
        "border": view.lines or BORDER,
        "background": background,
        "ink": mix(view.background, contrast(view.background), 0.7) if view.background else INK,
    }
    return Scene(facts, _pieces(game, theme))


def _pieces(game: Game, theme: Theme | None) -> etree._Element:
    pictures = etree.Element("{http://www.w3.org/2000/svg}svg", nsmap={None: "http://www.w3.org/2000/svg"})
    pictures.set("width", "0")
    pictures.set("height", "0")
    pictures.set("aria-hidden", "true")
    defs = etree.SubElement(pictures, "{http://www.w3.org/2000/svg}defs")
    for number, look in enumerate(states_of(game, theme)):
        if not look.empty:
            piece = piece_of(look)
            piece.set("id", f"{PIECE}{number}")
            defs.append(piece)
    return pictures
