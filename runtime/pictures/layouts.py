"""Where the cells of a board, and the names of its columns and rows, lie in a picture.

A cell is 48 units wide; columns run to the right, rows downwards. Hexagons have slanted coordinates: where they stand
on a corner, each row begins half a cell to the right of the row above it; where they lie on a side, each column begins
half a cell below the column before it. The axes of a model may say otherwise, and so may the shapes of a theme for
single cells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from tilewright.model.cell_names import column_name
from tilewright.model.hexagons import slant_between
from tilewright.runtime.interpreter.cells import Vector
from tilewright.runtime.move import Cell
from tilewright.runtime.pictures.lines import Point, reach_of
from tilewright.runtime.pictures.view import FAN, FLAT, HEXAGONAL, POINTS, STACK, BoardView, Outline

HALF = 24
"""Half the width of a cell."""
NAME_SIZE = 18
"""The size of the letters in the names of columns and rows."""

_BELOW = 8
"""The distance from the lower end of the last cell of a column to the name of the column, where columns are slanted."""


class Layout:
    """How cells lie in a picture. All coordinates are in units of the picture.

    ``across`` and ``down`` lead from a cell to the next column and the next row. ``beyond`` is how far lines reach
    beyond the outer cells; the names of columns and rows stand outside of that.
    """

    above: ClassVar[int] = HALF
    """The distance from the centre of a cell to its upper end."""
    beside: ClassVar[int] = HALF
    """The distance from the centre of a cell to its right end."""
    bare: ClassVar[bool] = False
    """Whether no ground is drawn for cells."""
    _across: ClassVar[Point]
    _down: ClassVar[Point]
    _corners: ClassVar[tuple[Point, ...]]
    """The corners of a cell, relative to its centre, clockwise."""
    _sides: tuple[Vector, ...]
    """The vectors to the neighbours, clockwise: number *n* leads over the side between corners *n* and *n* + 1."""

    def __init__(self, axes: tuple[Vector, Vector] | None = None, shapes: Mapping[Cell, Outline] | None = None) -> None:
        self.across, self.down = (self._across, self._down) if axes is None else map(_in_units, axes)
        self.shapes = shapes or {}
        self.beyond = 0

    def centre(self, cell: Cell) -> Point:
        """Return the centre of a cell."""
        row, column, *_ = cell
        x, y = column * self.across[0] + row * self.down[0], column * self.across[1] + row * self.down[1]
        if shape := self.shapes.get((row, column)):
            right, below = _in_units(shape.shift)
            return x + right, y + below
        return x, y

    def outline(self, cell: Cell, inset: int = 0) -> str:
        """Return the SVG path around a cell, *inset* units inside its border; a shape of the theme has no inset."""
        corners = self._drawn(cell)
        if not corners:
            return self._outline(cell, inset)
        x, y = self.centre(cell)
        return _path([(x + right, y + below) for right, below in corners], curved=self.shapes[cell[:2]].round)

    def _outline(self, cell: Cell, inset: int) -> str:
        raise NotImplementedError

    def _drawn(self, cell: Cell) -> list[Point]:
        """Return the corners that the theme gives a cell, relative to its centre; empty if it gives none."""
        shape = self.shapes.get(cell[:2])
        return [] if shape is None else [_in_units(corner) for corner in shape.corners]

    def shape_of(self, cell: Cell) -> str:
        """Return the SVG path around a cell, relative to its centre."""
        x, y = self.centre(cell)
        return _moved(self.outline(cell), -x, -y)

    def reach(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the left, upper, right and lower ends of a cell, relative to its centre."""
        corners = self._drawn(cell)
        if not corners:
            return -self.beside, -self.above, self.beside, self.above
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return min(across), min(down), max(across), max(down)

    def angle(self, cell: Cell) -> int:
        """Return by how many degrees, clockwise, the piece on a cell is turned."""
        return 0

    def side(self, cell: Cell, vector: Vector) -> tuple[Point, Point] | None:
        """Return the ends of the side towards the neighbour at *vector*; None if the layout has no such neighbour."""
        if vector not in self._sides:
            return None
        x, y = self.centre(cell)
        place = self._sides.index(vector)
        ends = self._corners[place], self._corners[(place + 1) % len(self._corners)]
        return (x + ends[0][0], y + ends[0][1]), (x + ends[1][0], y + ends[1][1])

    def names(self, cells: Collection[Cell], height: int) -> list[tuple[str, Point]]:
        """Return the names of the columns, then those of the rows from the top, each with the centre of its text.

        The name of a column stands after its last cell, that of a row before its first cell. *height*: the number of
        rows, which are numbered from the lowest one.
        """
        first: dict[int, Cell] = {}
        last: dict[int, Cell] = {}
        for row, column, *_ in sorted(cells):
            first.setdefault(row, (row, column))
            last[column] = row, column
        found = []
        for column in sorted(last):
            x, y = self.centre(last[column])
            found.append((column_name(column), (x + self.down[0] // 2, y + self.above + _BELOW)))
        for row in sorted(first):
            x, y = self.centre(first[row])
            name = str(height - row)
            found.append((name, (x - self.beside - _room(name), y - self.across[1] // 2)))
        return found


class Squares(Layout):
    """Squares. Columns are named below the board and rows on its left, unless the axes are slanted."""

    _across, _down = (2 * HALF, 0), (0, 2 * HALF)
    _corners: ClassVar[tuple[Point, ...]] = ((-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF))
    _sides: tuple[Vector, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))

    def _outline(self, cell: Cell, inset: int) -> str:
        x, y = self.centre(cell)
        side = 2 * (HALF - inset)
        return f"M{x - side // 2} {y - side // 2}h{side}v{side}h-{side}z"

    def names(self, cells: Collection[Cell], height: int) -> list[tuple[str, Point]]:
        if self.across[1] or self.down[0]:
            return super().names(cells, height)
        rows, columns = sorted({cell[0] for cell in cells}), sorted({cell[1] for cell in cells})
        left = min(self.centre(cell)[0] + self.reach(cell)[0] for cell in cells) - self.beyond
        bottom = max(self.centre(cell)[1] + self.reach(cell)[3] for cell in cells) + self.beyond
        across, down = left - _room(str(height - rows[0])), bottom + _room("")
        return [
            *((column_name(column), (self.centre((0, column))[0], down)) for column in columns),
            *((str(height - row), (across, self.centre((row, columns[0]))[1])) for row in rows),
        ]


class Points(Squares):
    """Points, each with room around it for a stone."""

    bare = True
    _sides = ()

    def _outline(self, cell: Cell, inset: int) -> str:
        x, y = self.centre(cell)
        radius = HALF - 2 - inset
        return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0-{2 * radius} 0z"


class AnyHexagons(Layout):
    """Hexagons, whose neighbours depend on the angle between the axes."""

    def __init__(self, axes: tuple[Vector, Vector] | None = None, shapes: Mapping[Cell, Outline] | None = None) -> None:
        super().__init__(axes, shapes)
        if slant_between(self.across, self.down) < 0:
            self._sides = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1))


class Hexagons(AnyHexagons):
    """Hexagons that stand on a corner."""

    above = 28
    _across, _down = (2 * HALF, 0), (HALF, 42)
    _corners = ((0, -28), (HALF, -14), (HALF, 14), (0, 28), (-HALF, 14), (-HALF, -14))
    _sides = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

    def _outline(self, cell: Cell, inset: int) -> str:
        x, y = self.centre(cell)
        across, slope, side = HALF - inset, 14 - inset // 2, 28 - inset // 2 * 2
        top = y - slope - side // 2
        return f"M{x} {top}l{across} {slope}v{side}l-{across} {slope}-{across}-{slope}v-{side}z"


class FlatHexagons(AnyHexagons):
    """Hexagons that lie on a side."""

    beside = 28
    _across, _down = (42, HALF), (0, 2 * HALF)
    _corners = ((-14, -HALF), (14, -HALF), (28, 0), (14, HALF), (-14, HALF), (-28, 0))
    _sides = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

    def _outline(self, cell: Cell, inset: int) -> str:
        x, y = self.centre(cell)
        down, slope, side = HALF - inset, 14 - inset // 2, 28 - inset // 2 * 2
        left = x - side // 2
        return f"M{left} {y - down}h{side}l{slope} {down}-{slope} {down}h-{side}l-{slope}-{down}z"


class Fan(Squares):
    """A hand of cards: the cards of each row overlap and are fanned out."""

    above = HALF + 10
    beside = HALF + 4
    bare = True
    _across, _down = (28, 0), (0, 64)
    _sides = ()

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width

    def centre(self, cell: Cell) -> Point:
        x, y = super().centre(cell)
        away = 2 * cell[1] - self.width + 1
        return x, y + min(away * away // 12, 10)

    def _outline(self, cell: Cell, inset: int) -> str:
        x, y = self.centre(cell)
        across, down = 32 - 2 * inset, 44 - 2 * inset
        return f"M{x - across // 2} {y - down // 2}h{across}v{down}h-{across}z"

    def angle(self, cell: Cell) -> int:
        """Return by how many degrees a card leans to the right: the more, the farther right it is in its row."""
        return (2 * cell[1] - self.width + 1) * 2 if self.width < 10 else 2 * cell[1] - self.width + 1

    def names(self, cells: Collection[Cell], height: int) -> list[tuple[str, Point]]:
        return []


class Stack(Fan):
    """A stack of cards, each drawn a little higher than the one below it, up to a dozen."""

    _across, _down = (0, 0), (0, 0)

    def centre(self, cell: Cell) -> Point:
        height = min(cell[0] * self.width + cell[1], 12)
        return height, 12 - height

    def angle(self, cell: Cell) -> int:
        return 0


_LAYOUTS: dict[str, type[Layout]] = {HEXAGONAL: Hexagons, FLAT: FlatHexagons, POINTS: Points}


def layout_for(view: BoardView) -> Layout:
    """Return the layout of a view, with the room that its lines need beyond the cells."""
    if view.layout in (FAN, STACK):
        return (Fan if view.layout == FAN else Stack)(view.width)
    layout = _LAYOUTS.get(view.layout, Squares)(view.axes, view.shapes)
    layout.beyond = _beyond(view, layout)
    return layout


def middle_of(view: BoardView, layout: Layout) -> Point:
    """Return the centre of the rectangle around the centres of all cells; (0, 0) without cells."""
    centres = [layout.centre(cell) for cell in view.cells] or [(0, 0)]
    across, down = ([centre[axis] for centre in centres] for axis in (0, 1))
    return (min(across) + max(across)) // 2, (min(down) + max(down)) // 2


def _beyond(view: BoardView, layout: Layout) -> int:
    """Return how far loops reach beyond the outer cells."""
    reached = reach_of(view.segments, layout.centre, middle_of(view, layout))
    if not reached:
        return 0
    centres = [layout.centre(cell) for cell in view.cells]
    over = max(
        max(sign * at[axis] for at in reached) - max(sign * at[axis] for at in centres)
        for axis in (0, 1)
        for sign in (-1, 1)
    )
    return max(over - HALF // 2, 0)


def _moved(path: str, across: int, down: int) -> str:
    """Return a path, which must begin with ``M`` and be relative from there on, moved by a vector."""
    found = re.match(r"M(-?\d+) (-?\d+)", path)
    assert found is not None, path
    return f"M{int(found[1]) + across} {int(found[2]) + down}{path[found.end() :]}"


def _path(corners: Sequence[Point], *, curved: bool) -> str:
    """Return the SVG path of a polygon or, if *curved*, of the curve that touches its sides in their middles."""
    following = [*corners[1:], corners[0]]
    if not curved:
        steps = (f"l{to_x - x} {to_y - y}" for (x, y), (to_x, to_y) in zip(corners, following[:-1], strict=False))
        return f"M{corners[0][0]} {corners[0][1]}{''.join(steps)}z"
    middles = [((x + to_x) // 2, (y + to_y) // 2) for (x, y), (to_x, to_y) in zip(corners, following, strict=True)]
    path = f"M{middles[-1][0]} {middles[-1][1]}"
    for number, (x, y) in enumerate(corners):
        (from_x, from_y), (to_x, to_y) = middles[number - 1], middles[number]
        path += f"q{x - from_x} {y - from_y} {to_x - from_x} {to_y - from_y}"
    return path + "z"


def _in_units(axis: Vector) -> Point:
    """Return a vector in hundredths of the width of a cell in units of the picture."""
    x, y = axis
    return round(x * 2 * HALF / 100), round(y * 2 * HALF / 100)


def _room(name: str) -> int:
    """Return the distance from the board to the centre of a name."""
    return 6 + max(width_of(name, NAME_SIZE), 14) // 2


def width_of(text: str, size: int) -> int:
    """Return an estimate of the width of a text, 0.6 *size* for each letter: pictures cannot measure fonts."""
    return -(-len(text) * size * 3 // 5)
