"""Where the cells of a board and their names lie in a picture.

A cell is 48 units wide; columns run to the right, rows downwards. A board of hexagons, which stand on a corner, has
each row half a cell to the right of the one above it, since its coordinates are slanted.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from tilewright.runtime.move import Cell, column_name
from tilewright.runtime.pictures.lines import Point, reach_of
from tilewright.runtime.pictures.view import BoardView

HALF = 24
"""Half the width of a cell."""
NAME_SIZE = 18
"""The size of the letters in the names of columns and rows."""


class Layout(Protocol):
    """How cells lie."""

    above: int
    """From the centre of a cell to its upper end."""

    def centre(self, cell: Cell) -> Point:
        """Return the middle of a cell."""

    def outline(self, cell: Cell, inset: int = 0) -> str:
        """Return the path around a cell, some units inside its border."""

    def names(self, cells: Collection[Cell], height: int) -> list[tuple[str, Point]]:
        """Return the names of the columns, then those of the rows from the top, with the middle of each."""


class Squares:
    """The columns are named below the board, the rows on its left."""

    above = HALF

    def centre(self, cell: Cell) -> Point:
        row, column, *_ = cell
        return column * 2 * HALF, row * 2 * HALF

    def outline(self, cell: Cell, inset: int = 0) -> str:
        x, y = self.centre(cell)
        side = 2 * (HALF - inset)
        return f"M{x - side // 2} {y - side // 2}h{side}v{side}h-{side}z"

    def names(self, cells: Collection[Cell], height: int) -> list[tuple[str, Point]]:
        rows, columns = sorted({cell[0] for cell in cells}), sorted({cell[1] for cell in cells})
        left, bottom = self.centre((rows[-1], columns[0]))
        across, down = left - HALF - _room(str(height - rows[0])), bottom + HALF + _room("")
        return [
            *((column_name(column), (self.centre((0, column))[0], down)) for column in columns),
            *((str(height - row), (across, self.centre((row, 0))[1])) for row in rows),
        ]


class Points(Squares):
    """A cell is a point with room around it for a stone. *beyond*: how far lines go over the outer points.

    Names stand outside of the lines.
    """

    def __init__(self, beyond: int = 0) -> None:
        self.beyond = beyond

    def outline(self, cell: Cell, inset: int = 0) -> str:
        x, y = self.centre(cell)
        radius = HALF - 2 - inset
        return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0-{2 * radius} 0z"

    def names(self, cells: Collection[Cell], height: int) -> list[tuple[str, Point]]:
        columns = len({cell[1] for cell in cells})
        return [
            (name, (x, y + self.beyond) if number < columns else (x - self.beyond, y))
            for number, (name, (x, y)) in enumerate(super().names(cells, height))
        ]


class Hexagons:
    """A column is named after its last cell, a row before its first."""

    above = 28

    def centre(self, cell: Cell) -> Point:
        row, column, *_ = cell
        return (2 * column + row) * HALF, row * 42

    def outline(self, cell: Cell, inset: int = 0) -> str:
        x, y = self.centre(cell)
        across, slope, side = HALF - inset, 14 - inset // 2, 28 - inset // 2 * 2
        top = y - slope - side // 2
        return f"M{x} {top}l{across} {slope}v{side}l-{across} {slope}-{across}-{slope}v-{side}z"

    def names(self, cells: Collection[Cell], height: int) -> list[tuple[str, Point]]:
        first: dict[int, Cell] = {}
        last: dict[int, Cell] = {}
        for row, column, *_ in sorted(cells):
            first.setdefault(row, (row, column))
            last[column] = row, column
        found = []
        for column in sorted(last):
            x, y = self.centre(last[column])
            found.append((column_name(column), (x + 12, y + 36)))
        for row in sorted(first):
            x, y = self.centre(first[row])
            name = str(height - row)
            found.append((name, (x - HALF - _room(name), y)))
        return found


def layout_for(view: BoardView) -> Layout:
    """Return how the cells of a view lie."""
    match view.layout:
        case "Hexagonal":
            return Hexagons()
        case "Points":
            return Points(_beyond(view))
    return Squares()


def middle_of(view: BoardView, layout: Layout) -> Point:
    """Return the middle of the cells of a view."""
    centres = [layout.centre(cell) for cell in view.cells] or [(0, 0)]
    across, down = ([centre[axis] for centre in centres] for axis in (0, 1))
    return (min(across) + max(across)) // 2, (min(down) + max(down)) // 2


def _beyond(view: BoardView) -> int:
    """Return how far loops go over the outer points and the room around these."""
    plain = Squares()
    reached = reach_of(view.segments, plain.centre, middle_of(view, plain))
    if not reached:
        return 0
    centres = [plain.centre(cell) for cell in view.cells]
    over = max(
        max(max(sign * at[axis] for at in reached) - max(sign * at[axis] for at in centres) for sign in (-1, 1))
        for axis in (0, 1)
    )
    return max(over - HALF // 2, 0)


def _room(name: str) -> int:
    """Return how far the middle of a name is from the board."""
    return 6 + max(width_of(name, NAME_SIZE), 14) // 2


def width_of(text: str, size: int) -> int:
    """Return the width that a text takes at most in letters of a size, which pictures cannot measure."""
    return -(-len(text) * size * 3 // 5)
