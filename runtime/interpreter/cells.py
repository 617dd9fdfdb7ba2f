"""The cells of a game as numbers: sets of them, the symmetries of a rectangle, and directions.

Cells are numbered row by row, those of the board first, then those of the zones, grid by grid. Only this module and
``tables`` know the numbering: others ask ``Cells`` for places and ``Neighbour`` for neighbours, so that boards may have
holes and links, and zones beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_

from tilewright.model.hexagons import Slant
from tilewright.runtime.move import Cell
from tilewright.runtime.position import CellSet

Vector = tuple[int, int]

NOWHERE = -1
"""In place of a neighbour: off the board. In place of an owner or a piece: none."""


def bits(cells: CellSet) -> Iterator[int]:
    """Yield the cells of a set by increasing number, which is row by row."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def union(sets: Iterable[CellSet]) -> CellSet:
    """Return the cells that are in any of the sets."""
    return reduce(or_, sets, 0)


# The symmetries of a rectangle. ``turn`` maps a vector; ``turn_place`` a place of a board of the given size.

INVERSE = {"Rotate90": "Rotate270", "Rotate270": "Rotate90"}
"""The transforms that are not their own inverse."""


def turn(transform: str, vector: Vector) -> Vector:
    """Return the image of a vector under a transform."""
    x, y = vector
    return {
        "Identity": (x, y), "FlipRows": (x, -y), "FlipColumns": (-x, y), "Rotate180": (-x, -y),
        "Transpose": (y, x), "Rotate90": (-y, x), "Rotate270": (y, -x),
    }[transform]  # fmt: skip


def turn_place(transform: str, place: Cell, width: int, height: int) -> Cell:
    """Return the image of a place under a transform of the rectangle with this width and height."""
    row, column, *grid = place
    bottom, right = height - 1, width - 1
    image = {
        "Identity": (row, column), "FlipRows": (bottom - row, column), "FlipColumns": (row, right - column),
        "Rotate180": (bottom - row, right - column), "Transpose": (column, row),
        "Rotate90": (column, bottom - row), "Rotate270": (right - column, row),
    }[transform]  # fmt: skip
    return (*image, *grid)


def turn_hexagons(slant: Slant, vector: Vector) -> Vector:
    """Return the image of a vector under a turn by a sixth, clockwise, of a board of hexagons with this slant."""
    x, y = vector
    return (-y, x + y) if slant == 1 else (x - y, x)


class Cells:
    """The cells of a game: those of the board, and after them those of its zones."""

    def __init__(self, places: Iterable[Cell]) -> None:
        self.places = tuple(sorted(set(places), key=lambda place: (place[2:], place[:2])))
        self.index: Mapping[Cell, int] = {place: cell for cell, place in enumerate(self.places)}
        self.everything: CellSet = (1 << len(self.places)) - 1
        self.board: CellSet = (1 << sum(len(place) == 2 for place in self.places)) - 1
        """The cells of the board, which are the working set with which rules begin."""
        self._grids = _by_grid(self.places)

    def in_grid(self, number: int) -> CellSet:
        """Return the cells of a grid of the zones, by its number, or of the board, which is 0."""
        return self._grids.get(number, 0)

    def set_of(self, places: Iterable[Cell]) -> CellSet:
        """Return the set of the cells at these places; places without a cell are ignored."""
        return sum(1 << self.index[place] for place in set(places) if place in self.index)


def _by_grid(places: Iterable[Cell]) -> Mapping[int, CellSet]:
    found: dict[int, CellSet] = {}
    for cell, place in enumerate(places):
        number = sum(place[2:])
        found[number] = found.get(number, 0) | 1 << cell
    return found


class Neighbour:
    """One direction: a partial function from cells to cells.

    ``table`` has the neighbour of each cell, or ``NOWHERE``; ``domain`` is the set of cells that have one. Whole sets
    are mapped with one mask and shift for each difference between the numbers of a cell and its neighbour: for a vector
    on a rectangular board without holes, there is one.
    """

    def __init__(self, table: tuple[int, ...]) -> None:
        self.table = table
        masks: dict[int, int] = {}
        for cell, target in enumerate(table):
            if target != NOWHERE:
                masks[target - cell] = masks.get(target - cell, 0) | 1 << cell
        self._up = tuple((mask, distance) for distance, mask in masks.items() if distance >= 0)
        self._down = tuple((mask, -distance) for distance, mask in masks.items() if distance < 0)
        self.domain: CellSet = sum(masks.values())

    def image(self, cells: CellSet) -> CellSet:
        """Return the neighbours of all cells of a set."""
        found = 0
        for mask, shift in self._up:
            found |= (cells & mask) << shift
        for mask, shift in self._down:
            found |= (cells & mask) >> shift
        return found

    def preimage(self, cells: CellSet) -> CellSet:
        """Return the cells whose neighbour is in a set."""
        found = 0
        for mask, shift in self._up:
            found |= cells >> shift & mask
        for mask, shift in self._down:
            found |= cells << shift & mask
        return found
