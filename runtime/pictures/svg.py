"""A position as a picture (SVG).

Unless a theme says otherwise, a piece is a disc in the colour of its owner, and a piece that nobody owns is a square.
The cells of the last move are yellow. The last cell of a legal move has a green dot, or a ring if something is there.
A picture has no identifiers and no style sheet, so that a page may hold several; it has no fixed size and fills the
place that it is given. Colours and the pictures of pieces come from the model and its theme; no other file is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from unicodedata import category

from lxml import etree

from tilewright.runtime.information.views import Unknown
from tilewright.runtime.move import Cell
from tilewright.runtime.pictures.colours import channels, contrast, mix
from tilewright.runtime.pictures.figures import (
    BACK,
    BELOW,
    BLOCK,
    CARD,
    CORNER,
    DISC,
    DRAWINGS,
    FOG,
    SLICE,
    Drawn,
    Face,
    back_of,
    dots_of,
    edge_of,
    face_of,
    fog_of,
    slices_of,
    whole_of,
)
from tilewright.runtime.pictures.layouts import HALF, NAME_SIZE, Layout, layout_for, width_of
from tilewright.runtime.pictures.lines import Point
from tilewright.runtime.pictures.placing import LINE, Size, table
from tilewright.runtime.pictures.under import Box, under
from tilewright.runtime.pictures.view import FAN, STACK, USUAL, BoardView, CellView, HeapView, StateView

_NS = "http://www.w3.org/2000/svg"

_FIGURE = 42
"""The size of the letter where a text is a picture by itself."""
_IDEOGRAPHS = "\u2e80"
"""The first of the characters for which many fonts have nothing, so that a letter stands beside them."""
_ASIDE, _SMALL = (15, 15), 12
"""The middle and the size of that letter."""
MARGIN = 12
"""The space between what is drawn and the edge of a picture."""
EDGE = 3
"""The width of the edge of a number that stands alone."""
PALE = 0.3
"""The opacity of the sample of a supply that is used up."""
LEGIBLE = 6
"""The size of a letter on a piece of a stack; thinner pieces have none."""
_LINE = 26
"""The height of a line of numbers."""

GROUND = "#ece5d6"
INK = "#5c5340"
BORDER = "#8b826f"
_LAST = "#f2c230"
_LAST_BORDER = "#c98a00"
LEGAL = "#1c8c54"


def render_svg(view: BoardView, *, coordinates: bool = True) -> str:
    """Return the picture of a view as an SVG document, with or without the names of its columns and rows.

    The zones stand around the board (see ``placing``), and below them the numbers that belong to no cell.
    """
    svg = scene_of(view, coordinates=coordinates)
    etree.indent(svg, space="")
    return str(etree.tostring(svg, encoding="unicode")) + "\n"


def scene_of(view: BoardView, *, coordinates: bool = True, numbers: bool = True) -> etree._Element:
    """Return the picture of a board with its zones as an SVG element.

    With *numbers*, lines with the numbers that belong to no cell stand below it.
    """
    if not view.zones:
        return svg_of(view, coordinates=coordinates, numbers=view.numbers if numbers else ())
    board, *parts = (svg_of(part, coordinates=coordinates) for part in (view, *view.zones))
    titles = [title_of(zone) for zone in view.zones]
    laid = table(
        view, _size_of(board), [room_of(zone, _size_of(part)) for zone, part in zip(view.zones, parts, strict=True)]
    )
    lines = view.numbers if numbers else ()
    width, top = max([laid.size[0], *(width_of(text, NAME_SIZE) + 2 * MARGIN for text in lines)]), laid.size[1]
    height = top + _LINE * len(lines)
    svg = etree.Element(f"{{{_NS}}}svg", {"viewBox": f"0 0 {width} {height}", "role": "img"}, nsmap={None: _NS})
    etree.SubElement(svg, f"{{{_NS}}}title").text = view.title
    _add(svg, "rect", x=0, y=0, width=width, height=height, rx=MARGIN, fill=view.background or GROUND)
    ink = mix(view.background, contrast(view.background), 0.9) if view.background else INK
    names = _group(svg, "zones", fill=ink, font_size=NAME_SIZE, font_family="sans-serif")
    for title, (x, y) in zip(titles, laid.zones, strict=True):
        _write(names, title, (x + MARGIN, y - LINE // 2 + 4), NAME_SIZE)
    for part, (x, y) in zip((board, *parts), (laid.board, *laid.zones), strict=True):
        wide, high = _size_of(part)
        if not wide:
            continue
        for attribute, value in (("x", x), ("y", y), ("width", wide), ("height", high)):
            part.set(attribute, str(value))
        svg.append(part)
    if lines:
        group = _group(svg, "numbers", fill=ink, font_size=NAME_SIZE, font_family="sans-serif")
        for place, text in enumerate(lines):
            _write(group, text, (MARGIN, top + _LINE * place + 4), NAME_SIZE)
    return svg


def title_of(zone: BoardView) -> str:
    """Return the title of a zone: its caption, and for a stack the number of its pieces, unless some are hidden."""
    cells = zone.cells.values()
    if zone.layout != STACK or any(cell.symbol == str(Unknown.UNSEEN) for cell in cells):
        return zone.caption
    return f"{zone.caption}: {sum(not cell.empty for cell in cells)}"


def room_of(zone: BoardView, size: Size) -> Size:
    """Return the size of a zone, widened for its title; *size* is that of its picture."""
    title = f"{zone.caption}: 00" if zone.layout == STACK else zone.caption
    return max(size[0], width_of(title, NAME_SIZE) + 2 * MARGIN), size[1]


def _size_of(part: etree._Element) -> tuple[int, int]:
    """Return the width and the height of a picture, from its view box."""
    _, _, width, height = map(int, part.get("viewBox", "").split())
    return width, height


def svg_of(view: BoardView, *, coordinates: bool = True, numbers: Sequence[str] = ()) -> etree._Element:
    """Return the picture of one board or zone as an SVG element. *numbers*: lines of text that stand below it."""
    layout = layout_for(view)
    names = layout.names(view.cells, view.height) if coordinates and view.named and view.cells else []
    x, y, width, height = box = _extent(view, layout, names)
    written = [(line, (x + MARGIN, y + height + _LINE * place + 4)) for place, line in enumerate(numbers)]
    width = max([width, *(width_of(line, NAME_SIZE) + 2 * MARGIN for line in numbers)])
    height += _LINE * len(numbers)
    svg = etree.Element(f"{{{_NS}}}svg", {"viewBox": f"{x} {y} {width} {height}", "role": "img"}, nsmap={None: _NS})
    etree.SubElement(svg, f"{{{_NS}}}title").text = view.caption
    _add(svg, "rect", x=x, y=y, width=width, height=height, rx=MARGIN, fill=view.background or GROUND)
    if not layout.bare:
        _draw_cells(svg, view, layout)
    _draw_under(svg, under(view, layout, box))
    _draw_last(svg, view, layout)
    _draw_pieces(svg, view, layout)
    _draw_legal(svg, view, layout)
    _draw_writing(svg, view, layout)
    if names:
        ink = mix(view.background, contrast(view.background), 0.7) if view.background else INK
        group = _group(svg, "names", fill=ink, font_size=NAME_SIZE, font_family="sans-serif", text_anchor="middle")
        for name, place in names:
            _write(group, name, place, NAME_SIZE)
    if written:
        ink = mix(view.background, contrast(view.background), 0.9) if view.background else INK
        group = _group(svg, "numbers", fill=ink, font_size=NAME_SIZE, font_family="sans-serif")
        for line, place in written:
            _write(group, line, place, NAME_SIZE)
    return svg


def disc_of(colour: str) -> etree._Element:
    """Return a small picture of a disc in a colour."""
    svg = etree.Element(f"{{{_NS}}}svg", {"viewBox": "0 0 48 48", "aria-hidden": "true"}, nsmap={None: _NS})
    _add(svg, "circle", cx=HALF, cy=HALF, r=DISC, fill=colour, stroke=edge_of(colour), stroke_width=3)
    return svg


def piece_of(look: StateView | CellView) -> etree._Element:
    """Return the picture of a piece as an SVG group around the origin, which is the middle of its cell."""
    whole = group = etree.Element(f"{{{_NS}}}g", nsmap={None: _NS})
    if look.sprite:
        _add(group, "image", x=-DISC, y=-DISC, width=2 * DISC, height=2 * DISC, href=look.sprite)
        return group
    if is_figure(look.label) and look.figure == USUAL:
        _write(_group(group, "figures", **_figure(look.colour)), look.label, (0, 0), _FIGURE)
        return group
    if look.fixed and look.figure == USUAL:
        face = Face(mix(look.colour, contrast(look.colour), 0.4))
    else:
        face = face_of(look.figure, look.colour)
        if look.angle:
            group = _add(group, "g", transform=f"rotate({look.angle})")
        for tag, attributes in _drawing_of(look):
            _add(group, tag, **attributes)
    dots = dots_of(look.figure, look.label, look.colour)
    for tag, attributes in dots:
        _add(group, tag, **attributes)
    if look.label and not dots:
        size = _size(look.label, face.size, face.width)
        if look.figure == CARD:
            for turned in (0, 180):
                style = {**_bold(size), "text_anchor": "start", "transform": f"rotate({turned})"}
                _write(_group(group, "symbols", fill=face.ink, **style), look.label, CORNER, size)
        else:
            at = (0, BELOW) if look.covers else (0, 0)
            _write(_group(group, "symbols", fill=face.ink, **_bold(size)), look.label, at, size)
    if look.letter and any(char >= _IDEOGRAPHS for char in look.label):
        x, y = _ASIDE
        badge = _group(whole, "letters", fill="#1d150a", **_bold(_SMALL))
        _add(badge, "circle", cx=x, cy=y, r=_SMALL // 2 + 1, fill="#fffdf5", stroke=BORDER, stroke_width=1)
        _write(badge, look.letter, _ASIDE, _SMALL)
    return whole


def drawing_of(heap: HeapView) -> list[Drawn]:
    """Return the drawing of one piece of a heap."""
    return DRAWINGS["Disc" if heap.figure == USUAL else heap.figure](heap.colour)


def _drawing_of(look: StateView | CellView) -> list[Drawn]:
    """Return the drawing of a piece without its text."""
    if look.figure == BACK:
        return back_of(look.colour)
    if look.figure == FOG:
        return fog_of(look.colour)
    if look.covers:
        return whole_of(look.covers, look.colour, text=bool(look.label))
    usual = "Disc" if look.owner is not None else "Block"
    return DRAWINGS[usual if look.figure == USUAL else look.figure](look.colour)


def extent_of(view: BoardView) -> Box:
    """Return the view box of the picture of a board with the names of its columns and rows."""
    layout = layout_for(view)
    return _extent(view, layout, layout.names(view.cells, view.height) if view.cells and view.named else [])


def _extent(view: BoardView, layout: Layout, names: Iterable[tuple[str, Point]]) -> Box:
    """Return the view box around cells and names, with a margin; four zeros if there are no cells."""
    if not view.cells:
        return 0, 0, 0, 0
    room = layout.beyond
    boxes = []
    for cell in view.cells:
        (x, y), (left, top, right, bottom) = layout.centre(cell), layout.reach(cell)
        boxes.append((x + left - room, y + top - room, x + right + room, y + bottom + room))
    for name, (x, y) in names:
        half, high = width_of(name, NAME_SIZE) // 2, NAME_SIZE // 2 - 4
        boxes.append((x - half, y - high, x + half, y + high))
    left, top = (min(box[side] for box in boxes) - MARGIN for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) + MARGIN for side in (2, 3))
    return left, top, right - left, bottom - top


def _draw_cells(svg: etree._Element, view: BoardView, layout: Layout) -> None:
    """Draw the ground of the cells, grouped by colour. Scenery has no borders."""
    alike: dict[tuple[bool, str], list[Cell]] = {}
    for place, cell in view.cells.items():
        ground = mix(ground_of(cell), _LAST, 0.5) if place in view.last else ground_of(cell)
        alike.setdefault((not cell.fixed, ground), []).append(place)
    border = view.lines or BORDER
    for bordered, ground in sorted(alike):
        group = _group(svg, "cells", fill=ground, stroke=border if bordered else ground, stroke_width=2)
        for place in alike[bordered, ground]:
            _add(group, "path", d=layout.outline(place))


def _draw_under(svg: etree._Element, drawn: Sequence[Drawn]) -> None:
    if drawn:
        group = _group(svg, "under")
        for tag, attributes in drawn:
            _add(group, tag, **attributes)


def _draw_last(svg: etree._Element, view: BoardView, layout: Layout) -> None:
    """Draw the borders of the cells of the last move."""
    if view.last:
        group = _group(svg, "last", fill="none", stroke=_LAST_BORDER, stroke_width=4)
        for place in sorted(view.last & view.cells.keys()):
            x, y = layout.centre(place)
            lean = {"transform": f"rotate({layout.angle(place)} {x} {y})"} if layout.angle(place) else {}
            _add(group, "path", d=layout.outline(place, 2), **lean)


def _draw_pieces(svg: etree._Element, view: BoardView, layout: Layout) -> None:
    """Draw pieces with what lies under them, heaps and stacks. Pieces of the usual figure are grouped by colour."""
    for place, cell in view.cells.items():
        for heap, number in cell.below:
            _draw_heap(svg, heap, number, layout.centre(place))
            _write_heap(svg, heap, number, layout.centre(place))
    alike: dict[tuple[str, bool, bool], list[Cell]] = {}
    for place, cell in view.cells.items():
        if not cell.empty and not cell.fixed and not cell.sprite and cell.figure == USUAL and not is_figure(cell.label):
            alike.setdefault((cell.colour, cell.owner is not None, cell.pale), []).append(place)
    for (colour, owned, pale), places in alike.items():
        look = {"fill": colour, "stroke": edge_of(colour), "stroke_width": 3, **({"opacity": PALE} if pale else {})}
        group = _group(svg, "pieces" if owned else "things", **look)
        for place in places:
            x, y = layout.centre(place)
            if owned:
                _add(group, "circle", cx=x, cy=y, r=DISC)
            else:
                _add(group, "rect", x=x - BLOCK, y=y - BLOCK, width=2 * BLOCK, height=2 * BLOCK, rx=4)
    below = _below_others(view)
    for place, cell in view.cells.items():
        x, y = layout.centre(place)
        if cell.sprite:
            _add(svg, "image", x=x - DISC, y=y - DISC, width=2 * DISC, height=2 * DISC, href=cell.sprite)
        elif _is_drawn(cell):
            piece = piece_of(replace(cell, label="", covers=()) if place in below else cell)
            lean = f" rotate({layout.angle(place)})" if layout.angle(place) else ""
            piece.set("transform", f"translate({x} {y}){lean}")
            piece.set("class", "drawn")
            if cell.pale:
                piece.set("opacity", str(PALE))
            svg.append(piece)
        for heap, number in cell.heaps:
            _draw_heap(svg, heap, number, (x, y))
        if cell.stack:
            _draw_stack(svg, cell, (x, y))


def _draw_heap(svg: etree._Element, heap: HeapView, number: int, at: Point) -> None:
    """Draw as many pieces as a number says, or the greatest number that is drawn."""
    for aside, down in heap.places[: max(0, min(number, heap.most))]:
        place = f"translate({at[0] + aside} {at[1] + down}) scale({heap.size / 100})"
        group = _group(svg, "heap", transform=place)
        for tag, attributes in drawing_of(heap):
            _add(group, tag, **attributes)


def _write_heap(svg: etree._Element, heap: HeapView, number: int, at: Point) -> None:
    """Write the number of a heap, if it has more pieces than are drawn."""
    if heap.numbered and (number > heap.most or not heap.most):
        aside, down = heap.places[-1]
        size = _size(str(number), min(24, 40 * heap.size // 100), 36 * heap.size // 100)
        edge = {} if heap.most else {"stroke": heap.edge, "stroke_width": EDGE, "paint_order": "stroke"}
        group = _group(svg, "symbols", fill=heap.ink, **edge, **_bold(size))
        _write(group, str(number), (at[0] + aside, at[1] + down), size)


def _draw_stack(svg: etree._Element, cell: CellView, at: Point) -> None:
    """Draw the pieces of a stack from the side, with their letters where the pieces are thick enough."""
    group = _group(svg, "stack", transform=f"translate({at[0]} {at[1]})", stroke_width=1)
    for layer, (left, top, thick) in zip(cell.stack, slices_of(len(cell.stack)), strict=True):
        look = {"fill": layer.colour, "stroke": edge_of(layer.colour)}
        _add(group, "rect", x=left, y=top, width=SLICE, height=thick, rx=1, **look)
        if layer.letter and thick >= LEGIBLE:
            letters = _group(group, "letters", fill=contrast(layer.colour), stroke="none", **_bold(LEGIBLE))
            _write(letters, layer.letter, (left + SLICE // 2, top + thick // 2), LEGIBLE)


def _is_drawn(cell: CellView) -> bool:
    """Return whether ``piece_of`` draws a piece, with its text: it has a figure other than the usual one."""
    return not cell.empty and not cell.sprite and cell.figure != USUAL


def _draw_legal(svg: etree._Element, view: BoardView, layout: Layout) -> None:
    """Mark the cells of legal moves: of a stack the uppermost one, cards by their edges."""
    places = sorted(view.legal & view.cells.keys())
    for place in places[-1:] if view.layout == STACK else places:
        cell = view.cells[place]
        x, y = layout.centre(place)
        colour = readable(LEGAL, ground_of(cell))
        if view.layout in (FAN, STACK) and not cell.empty:
            lean = {"transform": f"rotate({layout.angle(place)} {x} {y})"} if layout.angle(place) else {}
            ring = {"class": "legal", "stroke-width": 4}
            _add(svg, "path", **ring, **lean, d=layout.outline(place, 2), fill="none", stroke=LEGAL)
        elif (cell.empty or cell.figure == FOG) and not cell.count:
            _add(svg, "circle", **{"class": "legal"}, cx=x, cy=y, r=8, fill=colour)
        else:
            ring = {"class": "legal", "stroke-width": 4}
            _add(svg, "circle", **ring, cx=x, cy=y, r=21, fill="none", stroke=colour)


def _draw_writing(svg: etree._Element, view: BoardView, layout: Layout) -> None:
    """Write symbols and numbers in the middle of their cells; if a cell has both, the number in a corner.

    Texts are grouped by colour and size.
    """
    alike: dict[tuple[str, int], list[tuple[str, Point]]] = {}
    corners: list[tuple[str, Point]] = []
    figures: dict[str, list[tuple[str, Point]]] = {}
    below = _below_others(view)
    for place, cell in view.cells.items():
        if (cell.fixed and layout.bare) or place in below:
            continue
        behind = ground_of(cell) if cell.empty or cell.fixed else cell.colour
        ink = mix(behind, contrast(behind), 0.4) if cell.fixed else contrast(behind)
        label = "" if cell.empty or cell.sprite else cell.label.strip()
        text = label or ("" if cell.stack else cell.written)
        if is_figure(label) and not _is_drawn(cell):
            figures.setdefault(cell.colour, []).append((label, layout.centre(place)))
        elif text and not (label and _is_drawn(cell)):
            alike.setdefault((ink, _size(text, 28)), []).append((text, layout.centre(place)))
        if cell.written and (label or cell.stack):
            x, y = layout.centre(place)
            corners.append((cell.written, (x + 12, y - 15)))
    for (ink, size), texts in alike.items():
        group = _group(svg, "symbols", fill=ink, **_bold(size))
        for text, at in texts:
            _write(group, text, at, size)
    for colour, texts in figures.items():
        group = _group(svg, "figures", **_figure(colour))
        for text, at in texts:
            _write(group, text, at, _FIGURE)
    for text, (x, y) in corners:
        size = _size(text, 16)
        half = width_of(text, size) // 2 + 4
        group = _group(svg, "counts", fill="#000000", **_bold(size))
        _add(group, "rect", x=x - half, y=y - 9, width=2 * half, height=18, rx=6, fill="#ffffff", stroke=BORDER)
        _write(group, text, (x, y), size)
    for place, cell in view.cells.items():
        for heap, number in cell.heaps:
            _write_heap(svg, heap, number, layout.centre(place))


def _below_others(view: BoardView) -> set[Cell]:
    """Return the cells of a stack of cards that another card covers, so that only an edge is seen."""
    lying = [place for place, cell in view.cells.items() if not cell.empty] if view.layout == STACK else []
    return set(lying[:-1])


def ground_of(cell: CellView) -> str:
    """Return the colour of a cell, mixed with ink if it is one of the darker cells or scenery."""
    ground = mix(cell.ground, INK, 0.28) if cell.darker else cell.ground
    return mix(ground, INK, 0.2) if cell.fixed else ground


def readable(colour: str, ground: str) -> str:
    """Return *colour*, or black or white if its channels differ from those of *ground* by no more than 160 in all."""
    apart = sum(abs(one - other) for one, other in zip(channels(colour), channels(ground), strict=True))
    return colour if apart > 160 else contrast(ground)


def _size(text: str, size: int, room: int = 2 * DISC) -> int:
    """Return the greatest size of letters, from 4 to *size*, in which a text fits into the width *room*."""
    return max(min(size, room * size // max(width_of(text, size), 1)), 4)


def is_figure(label: str) -> bool:
    """Return whether a text is a picture by itself, such as ♞: one character of the category So. It gets no disc."""
    return category(label[:1] or " ") == "So" and len(label.rstrip("\ufe0e")) == 1


def _figure(colour: str) -> dict[str, object]:
    """Return the attributes of texts that are pictures: in the colour of the owner, with an outline."""
    return {
        "fill": colour, "stroke": edge_of(colour), "stroke_width": 1.5, "font_size": _FIGURE,
        "font_family": "'DejaVu Sans', 'Segoe UI Symbol', 'Apple Symbols', 'Noto Sans Symbols2', sans-serif",
        "text_anchor": "middle", "paint_order": "stroke",
    }  # fmt: skip


def _bold(size: int) -> dict[str, object]:
    return {"font_size": size, "font_family": "sans-serif", "font_weight": "bold", "text_anchor": "middle"}


def _group(svg: etree._Element, kind: str, **attributes: object) -> etree._Element:
    return _add(svg, "g", **{"class": kind}, **attributes)


def _add(parent: etree._Element, tag: str, **attributes: object) -> etree._Element:
    texts = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
    return etree.SubElement(parent, f"{{{_NS}}}{tag}", texts)


def _write(parent: etree._Element, text: str, at: Point, size: int) -> None:
    """Write a text that is centred vertically at a point; ``dominant-baseline`` would do this, but not everywhere."""
    x, y = at
    _add(parent, "text", x=x, y=y + size * 9 // 25).text = text
