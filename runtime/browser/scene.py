"""The board of a game for a browser: where its cells lie, their colours, and a picture for each state of a cell.

A scene does not depend on the position: ``board.js`` puts the pictures on the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, assert_never

from lxml import etree

from tilewright.metamodel.language import Symmetry, Theme
from tilewright.model.hexagons import slant_of
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.pictures.captions import captions_of
from tilewright.runtime.pictures.colours import contrast, mix
from tilewright.runtime.pictures.figures import BACK, FOG, edge_of
from tilewright.runtime.pictures.layouts import NAME_SIZE, layout_for, width_of
from tilewright.runtime.pictures.placing import LINE, table
from tilewright.runtime.pictures.svg import (
    BORDER,
    GROUND,
    INK,
    MARGIN,
    drawing_of,
    extent_of,
    ground_of,
    piece_of,
    room_of,
)
from tilewright.runtime.pictures.under import under
from tilewright.runtime.pictures.view import (
    BACK_COLOUR,
    FAN,
    FOG_COLOUR,
    STACK,
    HeapView,
    Source,
    StateView,
    heaps_of,
    states_of,
    theme_of,
    view_of,
)
from tilewright.runtime.state import Game

PIECE = "piece-"
"""The prefix of the identifier of a state's picture, before the number of the state."""
HEAP = "heap-"
"""The prefix of the identifier of the picture of a heap's pieces, before the number of the look."""
SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Scene:
    """The board of a game. ``facts`` is ready for JSON."""

    facts: dict[str, Any]
    """
    box          the corner, the width and the height of the whole picture
    outlines     the different paths around the middle of a cell
    grounds      the different colours of cells; ``none`` for a point
    shift        the vector by which the board is moved, with ``under``
    under        what is drawn under the pieces of the board, as SVG tags with attributes: see ``pictures.under``
    cells        for each cell its middle (two numbers), and the indices of its colour and its outline; then -1 for
                 scenery, or 0, and by how many degrees the piece leans; zeros at the end are left out
    names        the names of columns and rows, then those of zones, each with its middle (two numbers); for a stack
                 also the list of its cells, whose pieces are counted
    unseen       the number of the state of a hidden cell; the next number is that of a cell of which the back is seen
    doubted      the places of cards at which nothing is drawn if they are hidden
    laying       null unless pieces have shapes. ``places``: for each cell the number of its grid (0: the board), its
                 row and its column. ``shapes``: for each state whose piece has a shape its cells, as column and row,
                 and whether the piece may be turned and flipped. ``slant``: that of the hexagons of the board, 0 if it
                 has none
    inside       the states whose pictures have no text, so that a number is written in the middle, with its colour
    heaps        for cells with heaps, each one as three numbers: 0, the index among the numbers of the cell, and the
                 index of a look; or 1, the index of a mark in ``marked``, and that of a look; or 2, the number itself,
                 which never changes, and the index of a look; such a heap lies under the piece
    looks        for each look of a heap the identifier of the picture of a piece, its scale, the colour of a number on
                 it, the greatest number of pieces, and where they lie, relative to the middle of the cell; if there are
                 more pieces, or if none are drawn at all, the number is written in the last of these places, if this is
                 not forbidden by the next item; the last one is the colour of the edge of the number
    marked       the numbers of the sets of the marks that are drawn, and their names
    captions     other names of options, of counters and of phases, each by their own; one that is empty is not told
    stacks       for cells with a block beneath them, the cells of the block from below; these are drawn only there
    slices       for each state, as a piece of a stack: its colour, that of its edge, that of its letter, and the letter
    border, background, ink   colours
    """
    pieces: etree._Element
    """An SVG element with the pictures, whose identifiers begin with ``PIECE`` or ``HEAP``."""


def scene_of(game: Game, theme: Theme | None = None) -> Scene:
    """Return the scene of a game, in the colours of *theme* or of its first theme."""
    view = view_of(game.initial_state(), legal=False, theme=theme)
    parts = [view, *view.zones]
    layouts = [layout_for(part) for part in parts]
    boxes = [extent_of(part) for part in parts]
    rooms = [room_of(zone, box[2:]) for zone, box in zip(view.zones, boxes[1:], strict=True)]
    laid = table(view, boxes[0][2:], rooms)
    shifts = [(x - box[0], y - box[1]) for (x, y), box in zip((laid.board, *laid.zones), boxes, strict=True)]
    board, (left, top) = layouts[0], shifts[0]
    named = view.named and view.cells
    drawn = [0, *(number for number, grid in enumerate(game.tables.grids, 1) if grid.drawn)]
    part_of = {number: part for part, number in enumerate(drawn)}
    stacks: dict[int, list[int]] = {}
    doubted: list[int] = []
    names: list[list[Any]] = (
        [[text, x + left, y + top] for text, (x, y) in board.names(view.cells, view.height)] if named else []
    )
    places = game.tables.cells.places
    for number, (zone, (x, y)) in zip(drawn[1:], zip(view.zones, laid.zones, strict=True), strict=True):
        within = list(bits(game.tables.cells.in_grid(number)))
        counted = [within] * (zone.layout == STACK)
        doubted += within if zone.layout == FAN else within[1:] * (zone.layout == STACK)
        middle = x + MARGIN + width_of(zone.caption, NAME_SIZE) // 2
        names.append([zone.caption, middle, y - LINE // 2, *counted])
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
        if shown_on is not None:  # it is drawn as a part of the stack on that cell
            base = game.tables.cells.index[shown_on]
            stacks.setdefault(base, []).append(index)
            cells.append(undrawn(cells[base][:2]))
            continue
        part = part_of.get(place[2] if len(place) > 2 else 0)
        cell = None if part is None else parts[part].cells.get(place[:2])
        if part is None or cell is None:  # in an undrawn zone, or nothing happens on the board
            cells.append(undrawn((width // 2, height // 2)))
            continue
        layout = layouts[part]
        (x, y), (across, down) = layout.centre(place[:2]), shifts[part]
        outline = outlines.setdefault(layout.shape_of(place[:2]), len(outlines))
        colour = grounds.setdefault((ground_of(cell), layout.bare), len(grounds))
        lean = layout.angle(place[:2])
        cells.append(
            [x + across, y + down, colour, outline, *([-int(cell.fixed), lean] if lean else [-1] * cell.fixed)]
        )
    heaps, looks, marked = _heaps(game, theme)
    facts = {
        "box": [0, 0, width, height],
        "outlines": list(outlines),
        "grounds": ["none" if bare else ground for ground, bare in grounds],
        "under": under(view, board, boxes[0]),
        "shift": [left, top],
        "cells": cells,
        "names": names,
        "unseen": len(game.tables.states),
        "doubted": doubted,
        "inside": {
            number: contrast(look.colour)
            for number, look in enumerate(states_of(game, theme))
            if not look.empty and not look.fixed and (look.sprite or not look.label.strip())
        },
        "laying": _laying(game.tables),
        "heaps": heaps,
        "looks": [
            [f"{HEAP}{number}", look.size / 100, look.ink, look.most, look.places, look.numbered, look.edge]
            for number, look in enumerate(looks)
        ],
        "marked": [[mark, game.tables.marks[mark].element.name] for mark in marked],
        "captions": asdict(captions_of(theme_of(game.tables, theme))),
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
    """Return what ``laying`` in ``Scene`` says: shapes and the places of cells; None if no piece has a shape."""
    shapes = {}
    for number, info in enumerate(tables.states):
        cells = tables.pictured(info.piece) if info.piece >= 0 else ()
        if cells:
            symmetry = tables.game.pieces[info.piece].symmetry
            turns, flips = symmetry is not Symmetry.Fixed, symmetry is Symmetry.Full
            shapes[number] = {"cells": cells, "turns": turns, "flips": flips}
    places = [[place[2] if len(place) > 2 else 0, *place[:2]] for place in tables.cells.places]
    return {"places": places, "shapes": shapes, "slant": slant_of(tables.game.board)} if shapes else None


def _heaps(game: Game, theme: Theme | None) -> tuple[dict[int, list[list[int]]], list[HeapView], list[int]]:
    """Return ``heaps`` and ``looks`` as ``Scene`` has them, the looks as views, and the numbers of the marks."""
    looks: dict[HeapView, int] = {}
    marked: dict[int, int] = {}
    found: dict[int, list[list[int]]] = {}
    kinds = list(Source)
    for cell, heaps in heaps_of(game, theme).items():
        there = [at for at, pile in enumerate(game.names.piles) if pile.first <= cell < pile.first + pile.cells]
        for heap in heaps:
            match heap.source:
                case Source.NUMBER:
                    number = there.index(heap.number)
                case Source.MARK:
                    number = marked.setdefault(heap.number, len(marked))
                case Source.CONSTANT:
                    number = heap.number
                    if not heap.look.shows(number):
                        continue
                case _:
                    assert_never(heap.source)
            entry = [kinds.index(heap.source), number, looks.setdefault(heap.look, len(looks))]
            found.setdefault(cell, []).append(entry)
    return found, list(looks), list(marked)


def _pieces(game: Game, theme: Theme | None, looks: Sequence[HeapView]) -> etree._Element:
    """Return an invisible SVG element that defines the pictures of all states, hidden cells and heaps."""
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
    """Return the looks of a hidden cell, and of one of which only the back is seen; none if the game hides nothing."""
    if not game.is_hidden:
        return []
    unseen = StateView("", None, FOG_COLOUR, empty=False, fixed=False, sprite="", figure=FOG, angle=0)
    return [unseen, replace(unseen, colour=BACK_COLOUR, figure=BACK)]
