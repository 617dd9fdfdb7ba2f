"""A position as a picture (SVG): square boards, with coordinates, pieces and legal moves.

1 unit = 1/48 of a cell; columns run to the right, rows downwards; a margin of half a cell holds the coordinates.
"""

from __future__ import annotations

from lxml import etree

from tilewright.runtime.move import column_name
from tilewright.runtime.view import BoardView, CellView, contrast, shade

_CELL = 48
_MARGIN = 24
_NS = "http://www.w3.org/2000/svg"


def render_svg(view: BoardView) -> str:
    """Return the picture of a board as an SVG document."""
    width = view.width * _CELL + 2 * _MARGIN
    height = view.height * _CELL + 2 * _MARGIN
    svg = etree.Element(f"{{{_NS}}}svg", nsmap={None: _NS}, viewBox=f"0 0 {width} {height}", role="img")
    etree.SubElement(svg, f"{{{_NS}}}title").text = view.title
    _add(svg, "rect", width=width, height=height, fill="#f5f2ea")
    for cell in view.cells.values():
        _draw_cell(svg, cell)
    for cell in view.cells.values():
        _draw_piece(svg, cell)
    for row, column in sorted(view.legal):
        x, y = _centre(row, column)
        _add(svg, "circle", cx=x, cy=y, r=_CELL // 8, fill="#2e8b57", **{"fill-opacity": "0.8"})
    for column in range(view.width):
        x = _MARGIN + column * _CELL + _CELL // 2
        _write(svg, column_name(column), x, height - _MARGIN // 2, 14, "#444444")
    for row in range(view.height):
        y = _MARGIN + row * _CELL + _CELL // 2
        _write(svg, str(view.height - row), _MARGIN // 2, y, 14, "#444444")
    etree.indent(svg)
    return str(etree.tostring(svg, encoding="unicode")) + "\n"


def _draw_cell(svg: etree._Element, cell: CellView) -> None:
    x, y = _MARGIN + cell.column * _CELL, _MARGIN + cell.row * _CELL
    ground = shade(cell.ground, 0.82) if cell.darker else cell.ground
    _add(svg, "rect", x=x, y=y, width=_CELL, height=_CELL, fill=ground, stroke="#555555")


def _draw_piece(svg: etree._Element, cell: CellView) -> None:
    x, y = _centre(cell.row, cell.column)
    if cell.empty:
        if cell.count:
            _write(svg, cell.count, x, y, 18, contrast(cell.ground))
        return
    if cell.count:
        _write(svg, cell.count, x + _CELL // 3, y - _CELL // 3, 12, contrast(cell.ground))
    if cell.owner is None:
        _write(svg, cell.symbol, x, y, 24, contrast(cell.ground))
        return
    _add(svg, "circle", cx=x, cy=y, r=_CELL * 2 // 5, fill=cell.colour, stroke="#222222")
    _write(svg, cell.symbol, x, y, 22, contrast(cell.colour))


def _centre(row: int, column: int) -> tuple[int, int]:
    return _MARGIN + column * _CELL + _CELL // 2, _MARGIN + row * _CELL + _CELL // 2


def _add(svg: etree._Element, tag: str, **attributes: object) -> etree._Element:
    return etree.SubElement(svg, f"{{{_NS}}}{tag}", {name: str(value) for name, value in attributes.items()})


def _write(svg: etree._Element, text: str, x: int, y: int, size: int, colour: str) -> None:
    element = _add(svg, "text", x=x, y=y, fill=colour)
    element.set("font-size", str(size))
    element.set("font-family", "sans-serif")
    element.set("text-anchor", "middle")
    element.set("dominant-baseline", "central")
    element.text = text
