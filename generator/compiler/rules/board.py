"""The board as bits: which bit stands for which cell, and where directions lead.

A set of cells is an integer. Bit *row* * stride + *column* stands for a cell, so that one vector is one shift, whatever
holes the board has. The stride is one more than the width, which keeps a free column between the rows and saves masks,
but only where that costs no further word of 64 bits: a word costs more than all masks.

    place   (row, column), row 0 at the top
    bit     the number of a cell in sets
    dense   the number of a cell in positions: row by row, without holes
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tilewright.metamodel.typing import EObject

Place = tuple[int, int]
Vector = tuple[int, int]

WORD = 64
"""The bits of a machine word."""

UNTURNED = {"Rotate90": "Rotate270", "Rotate270": "Rotate90"}
"""The transforms that are not their own inverse, with their inverse."""


def cells_of(cells: int) -> Iterator[int]:
    """Yield the bits of a set from the lowest on."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def turned(transform: str, vector: Vector) -> Vector:
    """Return the image of a vector (x to the right, y downwards) under a transform."""
    x, y = vector
    match transform:
        case "FlipRows":
            return x, -y
        case "FlipColumns":
            return -x, y
        case "Rotate180":
            return -x, -y
        case "Transpose":
            return y, x
        case "Rotate90":
            return -y, x
        case "Rotate270":
            return y, -x
    return vector


def moved(transform: str, place: Place, width: int, height: int) -> Place:
    """Return the image of a place of a rectangle: that of its vector from the middle."""
    row, column = place
    x, y = turned(transform, (2 * column - width + 1, 2 * row - height + 1))
    wide, high = (height, width) if transform in ("Transpose", "Rotate90", "Rotate270") else (width, height)
    return (y + high - 1) // 2, (x + wide - 1) // 2


@dataclass(frozen=True)
class Way:
    """One direction: a partial function from cells to cells, as one masked shift for each distance.

    ``shifts`` has pairs of a distance between bits and the set of cells from which it leads to a neighbour.
    """

    shifts: tuple[tuple[int, int], ...]
    table: Mapping[int, int]
    vector: Vector | None = None
    """What tells it from another way that leads nowhere, either."""

    def __hash__(self) -> int:
        return hash((self.shifts, self.vector))

    @property
    def domain(self) -> int:
        """The cells that have a neighbour."""
        return sum(mask for _, mask in self.shifts)

    @property
    def inverse(self) -> Way | None:
        """The way back, or None if two cells have the same neighbour."""
        back = {target: bit for bit, target in self.table.items()}
        return way_of(back) if len(back) == len(self.table) else None

    def image(self, cells: int) -> int:
        """Return the neighbours of a constant set."""
        return sum(1 << target for target in {self.table[bit] for bit in cells_of(cells) if bit in self.table})

    def preimage(self, cells: int) -> int:
        """Return the cells whose neighbour is in a constant set."""
        return sum(1 << bit for bit, target in self.table.items() if cells >> target & 1)


def way_of(table: Mapping[int, int], vector: Vector | None = None) -> Way:
    """Return the way that a table from bits to bits describes."""
    masks: dict[int, int] = {}
    for bit, target in table.items():
        masks[target - bit] = masks.get(target - bit, 0) | 1 << bit
    return Way(tuple(sorted(masks.items())), dict(table), vector)


class Board:
    """The numbering of one board and the ways on it."""

    def __init__(self, board: EObject) -> None:
        self.width: int = board.width
        self.height: int = board.height
        places = {(p.row, p.column): p for p in board.tileplacement}
        self.places: tuple[Place, ...] = tuple(sorted(places))
        self.placements: tuple[EObject, ...] = tuple(places[place] for place in self.places)
        last_row, last_column = max(self.places)[0], max(column for _, column in self.places)
        tight, wide = last_column + 1, last_column + 2
        needed = last_row * tight + last_column + 1
        guarded = last_row * wide + last_column + 1
        self.words = -(-needed // WORD)
        self.stride = wide if -(-guarded // WORD) == self.words else tight
        self.bit: Mapping[Place, int] = {(row, column): row * self.stride + column for row, column in self.places}
        self.bits: tuple[int, ...] = tuple(self.bit[place] for place in self.places)
        self.cells: int = sum(1 << bit for bit in self.bits)
        self._ways: dict[Vector, Way] = {}

    def set_of(self, places: Iterable[Place]) -> int:
        """Return the set of those places that are cells."""
        return sum(1 << self.bit[place] for place in set(places) if place in self.bit)

    def way(self, vector: Vector) -> Way:
        """Return the way along a vector."""
        found = self._ways.get(vector)
        if found is None:
            x, y = vector
            table = {
                bit: self.bit[row + y, column + x]
                for (row, column), bit in self.bit.items()
                if (row + y, column + x) in self.bit
            }
            found = self._ways[vector] = way_of(table, vector)
        return found

    def image(self, transform: str) -> Way:
        """Return a transform of the whole board as a way; a cell whose image is no cell has none."""
        table = {}
        for place, bit in self.bit.items():
            target = self.bit.get(moved(transform, place, self.width, self.height))
            if target is not None:
                table[bit] = target
        return way_of(table)
