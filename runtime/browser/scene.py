"""The board of a game for a browser: where its cells lie, in which colours, and a picture for each state.

A scene says nothing of a position: the component that shows it puts the pictures on the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from lxml import etree

from tilewright.metamodel.language import Symmetry, Theme
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.pictures.colours import contrast, mix
from tilewright.runtime.pictures.figures import BACK, edge_of
from tilewright.runtime.pictures.layouts import NAME_SIZE, layout_for, width_of
from tilewright.runtime.pictures.placing import LINE, table
from tilewright.runtime.pictures.svg import (
    BORDER,
    GROUND,
    INK,
    LEGAL,
    MARGIN,
    drawing_of,
    extent_of,
    ground_of,
    piece_of,
    readable,
    room_of,
)
from tilewright.runtime.pictures.under import under
from tilewright.runtime.pictures.view import (
    BACK_COLOUR,
    STACK,
    USUAL,
    HeapView,
    StateView,
    heaps_of,
    states_of,
    view_of,
)
from tilewright.runtime.state import Game
from tilewright.runtime.views import Unknown

PIECE = "piece-"
"""What stands before the number of a state in the identifier of its picture."""
HEAP = "heap-"
"""What stands before the number of a look in the identifier of a piece of a heap."""
SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Scene:
    """What is shown. ``facts`` is ready for JSON."""

    facts: dict[str, Any]
    """
    box          the corner, the width and the height of what is drawn
    outlines     the paths around the middle of a cell
    grounds      the colours of cells; ``none`` for that of a point
    marks        for each of these colours that of the marks that can be seen on it
    shift        how far the board is moved, with what lies under its pieces
    under        what lies under the pieces of the board: tags of SVG with their attributes; under the cells, if they
                 are points, else over them
    cells        for each cell of the game its middle, and the numbers of its colour and its outline; then, if it is not
                 0, -1 for scenery, and by how many degrees what is on it leans
    names        texts with their middles: of columns and rows, then of zones; of a stack also its cells, which are
                 counted
    unseen       the state of cells that are not seen; the next one is that of cells of which only the back is
    laying       null, or, if pieces cover several cells: for each cell the number of its grid, 0 for the board, its row
                 and its column; and for each state whose piece has a shape its cells, as column and row, and whether
                 it may be turned and flipped
    inside       the states whose pictures bear no text, so that numbers stand in the middle, with the colours of these
    heaps        for the numbers of cells, which of the numbers that stand there are drawn as heaps: their places among
                 these, and the numbers of their looks
    looks        of a heap, the identifier of the picture of a piece, its scale, the colour of a number on it, and where
                 the pieces lie around the middle of the cell; the last one bears the number if there are more
    stacks       for the numbers of cells those beneath them, from below, which are shown there alone
    slices       the colours of each state, of its edge and of its letter, as part of a stack, and that letter
    border, background, ink
    """
    pieces: etree._Element
    """An SVG element with the pictures, each of which is called ``PIECE`` and a number."""


def scene_of(game: Game, theme: Theme | None = None) -> Scene:
    """Return the scene of a game, in the colours of a theme, else of its first one."""
    view = view_of(game.initial_state(), legal=False, theme=theme)
    parts = [view, *view.zones]
    layouts = [layout_for(part) for part in parts]
    boxes = [extent_of(part) for part in parts]
    rooms = [room_of(zone, box[2:]) for zone, box in zip(view.zones, boxes[1:], strict=True)]
    laid = table(view, boxes[0][2:], rooms)
    shifts = [(x - box[0], y - box[1]) for (x, y), box in zip((laid.board, *laid.zones), boxes, strict=True)]
    board, (left, top) = layouts[0], shifts[0]
    named = view.named and view.cells
    drawn = [0, *(number for number, grid in enumerate(game.tables.grids, 1) if grid.under is None)]
    part_of = {number: part for part, number in enumerate(drawn)}
    stacks: dict[int, list[int]] = {}
    names: list[list[Any]] = (
        [[text, x + left, y + top] for text, (x, y) in board.names(view.cells, view.height)] if named else []
    )
    places = game.tables.cells.places
    for number, (zone, (x, y)) in zip(drawn[1:], zip(view.zones, laid.zones, strict=True), strict=True):
        counted = [[cell for cell, place in enumerate(places) if place[2:] == (number,)]] * (zone.layout == STACK)
        middle = x + MARGIN + width_of(zone.title, NAME_SIZE) // 2
        names.append([zone.title, middle, y - LINE // 2, *counted])
    grounds: dict[tuple[str, bool], int] = {}
    outlines: dict[str, int] = {}
    cells: list[list[int]] = []
    width, height = laid.size
    background = view.background or GROUND

    def undrawn(middle: Sequence[int]) -> list[int]:
        bare = grounds.setdefault((background, True), len(grounds))
        return [*middle, bare, outlines.setdefault("M0 0", len(outlines)), -1]

    for index, place in enumerate(places):
        shown_on = game.tables.grids[place[2] - 1].under if place[2:] else None
        if shown_on is not None:  # as a part of the stack on that cell
            base = game.tables.cells.index[shown_on]
            stacks.setdefault(base, []).append(index)
            cells.append(undrawn(cells[base][:2]))
            continue
        number = part_of[place[2] if len(place) > 2 else 0]
        cell, layout = parts[number].cells.get(place[:2]), layouts[number]
        if cell is None:  # of a board on which nothing happens: nothing is drawn of it
            cells.append(undrawn((width // 2, height // 2)))
            continue
        (x, y), (across, down) = layout.centre(place[:2]), shifts[number]
        outline = outlines.setdefault(layout.shape_of(place[:2]), len(outlines))
        colour = grounds.setdefault((ground_of(cell), layout.bare), len(grounds))
        lean = layout.angle(place[:2])
        cells.append(
            [x + across, y + down, colour, outline, *([-int(cell.fixed), lean] if lean else [-1] * cell.fixed)]
        )
    heaps, looks = _heaps(game, theme)
    facts = {
        "box": [0, 0, width, height],
        "outlines": list(outlines),
        "grounds": ["none" if bare else ground for ground, bare in grounds],
        "marks": [readable(LEGAL, ground) for ground, _ in grounds],
        "under": under(view, board, boxes[0]),
        "shift": [left, top],
        "cells": cells,
        "names": names,
        "unseen": len(game.tables.states),
        "inside": {
            number: contrast(look.colour)
            for number, look in enumerate(states_of(game, theme))
            if not look.empty and not look.fixed and (look.sprite or not look.label.strip())
        },
        "laying": _laying(game.tables),
        "heaps": heaps,
        "looks": [
            [f"{HEAP}{number}", look.size / 100, contrast(look.colour), look.places]
            for number, look in enumerate(looks)
        ],
        "stacks": stacks,
        "slices": [
            [look.colour, edge_of(look.colour), contrast(look.colour), look.letter] for look in states_of(game, theme)
        ]
        if stacks
        else [],
        "border": view.lines or BORDER,
        "background": background,
        "ink": mix(view.background, contrast(view.background), 0.7) if view.background else INK,
    }
    return Scene(facts, _pieces(game, theme, looks))


def _laying(tables: Tables) -> dict[str, Any] | None:
    """Return what pieces cover that have a shape, and how cells lie to each other; None where none has."""
    shapes = {}
    for number, info in enumerate(tables.states):
        cells = tables.pictured(info.piece) if info.piece >= 0 else ()
        if cells:
            symmetry = tables.game.pieces[info.piece].symmetry
            turns, flips = symmetry is not Symmetry.Fixed, symmetry is Symmetry.Full
            shapes[number] = {"cells": cells, "turns": turns, "flips": flips}
    places = [[place[2] if len(place) > 2 else 0, *place[:2]] for place in tables.cells.places]
    return {"places": places, "shapes": shapes} if shapes else None


def _heaps(game: Game, theme: Theme | None) -> tuple[dict[int, list[list[int]]], list[HeapView]]:
    """Return the heaps of cells, and their looks."""
    looks: dict[HeapView, int] = {}
    found: dict[int, list[list[int]]] = {}
    for cell, heaps in heaps_of(game, theme).items():
        there = [at for at, pile in enumerate(game.names.piles) if pile.first <= cell < pile.first + pile.cells]
        found[cell] = [[there.index(pile), looks.setdefault(look, len(looks))] for pile, look in heaps]
    return found, list(looks)


def _pieces(game: Game, theme: Theme | None, looks: Sequence[HeapView]) -> etree._Element:
    pictures = etree.Element(f"{{{SVG}}}svg", nsmap={None: SVG})
    pictures.set("width", "0")
    pictures.set("height", "0")
    pictures.set("aria-hidden", "true")
    defs = etree.SubElement(pictures, f"{{{SVG}}}defs")
    for number, look in enumerate(states_of(game, theme)):
        if not look.empty:
            piece = piece_of(look)
            piece.set("id", f"{PIECE}{number}")
            defs.append(piece)
    for number, look in enumerate(_unknown(game), len(game.tables.states)):
        piece = piece_of(look)
        piece.set("id", f"{PIECE}{number}")
        defs.append(piece)
    for number, heap in enumerate(looks):
        group = etree.SubElement(defs, f"{{{SVG}}}g", {"id": f"{HEAP}{number}"})
        for tag, attributes in drawing_of(heap):
            etree.SubElement(group, f"{{{SVG}}}{tag}", {name: str(value) for name, value in attributes.items()})
    return pictures


def _unknown(game: Game) -> list[StateView]:
    """Return how what is not seen looks, and that of which only the back is."""
    if not game.is_hidden:
        return []
    unseen = StateView(str(Unknown.UNSEEN), None, "#8b826f", empty=False, fixed=True, sprite="", figure=USUAL, angle=0)
    if game.tables.grids:
        return [unseen, replace(unseen, label="", colour=BACK_COLOUR, fixed=False, figure=BACK)]
    return [unseen, replace(unseen, label=str(Unknown.COVERED))]
