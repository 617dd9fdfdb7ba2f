"""The board as a bitboard: which bit stands for which cell, and where directions lead.

A set of cells is an integer. Bit *row* * stride + *column* stands for a cell, so that each vector is a single shift,
even on a board with holes. The stride is one more than the width if that needs no further word of 64 bits: a free
column between the rows saves masks, but a word costs more than all masks. The cells of the zones follow, grid by grid,
row by row.

    place   (row, column), row 0 at the top; in a zone there is a third part, the number of its grid, from 1
    bit     the number of a cell in the sets of programs
    dense   the number of a cell in the positions of the runtime: row by row, without holes
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import assert_never

from tilewright.metamodel.language import Board as BoardOfGame
from tilewright.metamodel.language import Game, TilePlacement, Zone
from tilewright.model.hexagons import Slant, slant_of

Place = tuple[int, ...]
Vector = tuple[int, int]

WORD = 64
"""The bits of a machine word."""

UNTURNED = {"Rotate90": "Rotate270", "Rotate270": "Rotate90"}
"""The transforms that are not involutions, each with its inverse."""


def cells_of(cells: int) -> Iterator[int]:
    """Yield the numbers of the bits of a set, from the lowest on."""
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
        case "Identity":
            return vector
        case _:
            raise ValueError(f"there is no transform {transform}")


def moved(transform: str, place: Place, width: int, height: int) -> Place:
    """Return the image of a place under a transform about the middle of a rectangle."""
    row, column, *grid = place
    x, y = turned(transform, (2 * column - width + 1, 2 * row - height + 1))
    wide, high = (height, width) if transform in ("Transpose", "Rotate90", "Rotate270") else (width, height)
    return (y + high - 1) // 2, (x + wide - 1) // 2, *grid


def covered(shape: str | None) -> list[Vector]:
    """Return the cells of a shape as it is written, as vectors from the upper left corner; see ``orientations``."""
    if shape is None:
        return []
    return [(x, y) for y, row in enumerate(shape.split("/")) for x, sign in enumerate(row) if sign == "#"]


def orientations(shape: str | None, symmetry: str, slant: Slant) -> list[tuple[Vector, ...]]:
    """Return the distinct orientations of a shape, each as the vectors from its first cell to all cells, row by row.

    A shape is written as rows of ``#`` and ``.``, separated by ``/``. The order is: the shape, turned clockwise by
    quarters, on hexagons (*slant* is not 0) by sixths, and then (if *symmetry* is ``Full``) its mirror image, turned
    likewise; ``Fixed`` allows no turns. The mirror exchanges left and right, on hexagons columns and rows.
    """
    if shape is None:
        return []
    lying = covered(shape)
    found: list[tuple[Vector, ...]] = []
    mirrored = [(y, x) if slant else (-x, y) for x, y in lying]
    for image in (lying, mirrored) if symmetry == "Full" else (lying,):
        for _ in range(1 if symmetry == "Fixed" else 6 if slant else 4):
            ordered = sorted(image, key=lambda cell: (cell[1], cell[0]))
            way = tuple((x - ordered[0][0], y - ordered[0][1]) for x, y in ordered)
            if way not in found:
                found.append(way)
            match slant:
                case 0:
                    image = [(-y, x) for x, y in image]
                case 1:
                    image = [(-y, x + y) for x, y in image]
                case -1:
                    image = [(x - y, x) for x, y in image]
                case _:
                    assert_never(slant)
    return found


@dataclass(frozen=True)
class Way:
    """One direction: a partial function from cells to cells, as a list of masked shifts.

    ``shifts`` has pairs of a distance between bits and the set of cells whose neighbour is at that distance. ``table``
    is the same function as a map from bit to bit.
    """

    shifts: tuple[tuple[int, int], ...]
    table: Mapping[int, int]
    vector: Vector | None = None
    """The vector, if it is one. It tells ways apart that lead nowhere on this board."""

    def __hash__(self) -> int:
        return hash((self.shifts, self.vector))

    @property
    def domain(self) -> int:
        """The cells from which the way leads on."""
        return sum(mask for _, mask in self.shifts)

    @cached_property
    def inverse(self) -> Way | None:
        """The inverse function, or None if two cells have the same neighbour."""
        back = {target: bit for bit, target in self.table.items()}
        return way_of(back) if len(back) == len(self.table) else None

    @cached_property
    def rows(self) -> Mapping[int, int]:
        """For each cell of the domain, the steps that can follow each other; in a cycle, more than there are cells."""
        found: dict[int, int] = {}
        for bit in self.table:
            steps, cell = 0, bit
            while cell in self.table and steps <= len(self.table):
                cell = self.table[cell]
                steps += 1
            found[bit] = steps
        return found

    @property
    def longest_row(self) -> int:
        """The most steps that can follow each other; if there is a cycle, a number greater than that of the cells."""
        return max(self.rows.values(), default=0)

    def longest_row_from(self, cells: int) -> int:
        """Return the same for the rows that begin in a constant set."""
        return max((steps for bit, steps in self.rows.items() if cells >> bit & 1), default=0)

    @cached_property
    def period(self) -> int | None:
        """After how many steps each cell of the domain is reached again; None if a cell is left for good."""
        if self.image(self.domain) != self.domain:
            return None
        lengths, left = [1], set(self.table)
        while left:
            first = cell = left.pop()
            length = 1
            while (cell := self.table[cell]) != first:
                left.remove(cell)
                length += 1
            lengths.append(length)
        return lcm(*lengths)

    @property
    def is_acyclic(self) -> bool:
        """Whether no cell is reached twice by following the way."""
        return self.longest_row <= len(self.table)

    @cached_property
    def rays(self) -> Mapping[int, int]:
        """For each cell of the domain, by its bit, all cells that the way leads to. The way must be acyclic."""
        found: dict[int, int] = {}
        for bit in self.table:
            ray, cell = 0, bit
            while cell in self.table:
                cell = self.table[cell]
                ray |= 1 << cell
            found[bit] = ray
        return found

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
    """The bits of the cells of a game, and the ways on its board and in its zones."""

    def __init__(self, game: Game) -> None:
        board = self._board = game.board
        self.extents: list[tuple[int, int]] = [(board.width, board.height)]
        """The width and the height of the board, then of each grid of the zones."""
        self.grids: Mapping[Zone, tuple[tuple[int, ...], ...]] = {}
        """For each zone and each player, the numbers of the grids that are the player's own or that all share.

        There is one such grid, unless the zone exists once for each cell of the board or of another zone: then there
        is one for each of these cells, in their order.
        """
        self.grids = self._grids(game)
        places: dict[Place, TilePlacement] = {(p.row, p.column): p for p in board.tileplacement}
        own = sorted(places)
        last_row, last_column = max(own)[0], max(place[1] for place in own)
        tight, wide = last_column + 1, last_column + 2
        needed = last_row * tight + last_column + 1
        guarded = last_row * wide + last_column + 1
        words = -(-needed // WORD)
        stride = wide if -(-guarded // WORD) == words else tight
        self.bit: Mapping[Place, int] = {place: place[0] * stride + place[1] for place in own}
        self.board: int = sum(1 << bit for bit in self.bit.values())
        """The cells of the board."""
        end = max(self.bit.values()) + 1
        for zone, numbers in self.grids.items():
            for grid in dict.fromkeys(grid for own in numbers for grid in own):
                places |= {(p.row, p.column, grid): p for p in zone.tileplacement}
                self.bit |= {(p.row, p.column, grid): end + p.row * zone.width + p.column for p in zone.tileplacement}
                end += zone.width * zone.height
        self.places: tuple[Place, ...] = tuple(sorted(places, key=lambda place: (place[2:], place[:2])))
        self.placements: tuple[TilePlacement, ...] = tuple(places[place] for place in self.places)
        self.words = -(-end // WORD) if self.grids else words
        self.bits: tuple[int, ...] = tuple(self.bit[place] for place in self.places)
        self.cells: int = sum(1 << bit for bit in self.bits)
        """All cells, those of the zones included."""
        self._by_grid: dict[int, int] = {}
        for place, bit in self.bit.items():
            self._by_grid[sum(place[2:])] = self._by_grid.get(sum(place[2:]), 0) | 1 << bit
        self._ways: dict[Vector, Way] = {}

    def _grids(self, game: Game) -> Mapping[Zone, tuple[tuple[int, ...], ...]]:
        """Return ``grids``, and append the extents of the grids."""
        found: dict[Zone, tuple[tuple[int, ...], ...]] = {}
        for zone in game.zones:
            first, players = len(self.extents), len(game.players)
            per_player = (zone if zone.each is None else zone.each).perPlayer
            base = self._base(zone)
            blocks = 1 if base is None else len(base.tileplacement)
            self.extents += [(zone.width, zone.height)] * (blocks * (players if per_player else 1))
            starts = [first + (me if per_player else 0) * blocks for me in range(players)]
            found[zone] = tuple(tuple(range(start, start + blocks)) for start in starts)
        return found

    def in_zone(self, zone: Zone | None, me: int | None = None) -> int:
        """Return the cells of a zone, of one player or of all (None); without a zone, those of the board."""
        if zone is None:
            return self.board
        numbers = {n for own in (self.grids[zone] if me is None else (self.grids[zone][me],)) for n in own}
        return sum(map(self.in_grid, numbers))

    def in_grid(self, number: int) -> int:
        """Return the cells of a grid of the zones, by its number, or of the board, which is 0."""
        return self._by_grid.get(number, 0)

    @cached_property
    def grounds(self) -> tuple[tuple[Slant, int], ...]:
        """The slant of the board and its cells; the cells of the zones, which are squares, go with those of squares."""
        slant = slant_of(self._board)
        return ((slant, self.board), (0, self.cells & ~self.board)) if slant else ((0, self.cells),)

    def into(self, zone: Zone | None, me: int) -> Way:
        """Return the way from each cell to the one with the same row and column in a player's zone, or on the board.

        It leads nowhere from the blocks that belong to the cells of that zone.
        """
        grid = () if zone is None else self.grids[zone][me]
        blocks = sum(map(self.in_zone, self.blocks_of(zone)))
        targets = ((bit, self.bit.get((*place[:2], *grid))) for place, bit in self.bit.items() if not blocks >> bit & 1)
        return way_of({bit: target for bit, target in targets if target is not None})

    def blocks(self, zone: Zone) -> Iterator[tuple[int, int]]:
        """Yield pairs of a cell, as a set, and its block: the grid of *zone* that belongs to this cell.

        Yield nothing if *zone* does not exist once for each cell of the board or of another zone.
        """
        base = self._base(zone)
        if base is None:
            return
        numbers_of = self.grids[zone]
        of_players = self.grids[base] if isinstance(base, Zone) else ((),) * len(numbers_of)
        for own, numbers in sorted(set(zip(of_players, numbers_of, strict=True))):
            cells = cells_of(self.in_grid(sum(own)))
            for cell, number in zip(cells, numbers, strict=True):
                yield 1 << cell, self.in_grid(number)

    def blocks_of(self, zone: Zone | None) -> list[Zone]:
        """Return the zones that exist once for each cell of a zone, or of the board (None)."""
        base = self._board if zone is None else zone
        return [other for other in self.grids if self._base(other) is base]

    def _base(self, zone: Zone) -> BoardOfGame | Zone | None:
        """Return the board or the zone for each of whose cells there is such a zone, if it consists of blocks."""
        return self._board if zone.perCell else zone.each

    def set_of(self, places: Iterable[Place]) -> int:
        """Return the set of cells at some places; places without a cell are left out."""
        return sum(1 << self.bit[place] for place in set(places) if place in self.bit)

    def way(self, vector: Vector) -> Way:
        """Return the way along a vector, on the board, around it where it wraps, and within each grid."""
        found = self._ways.get(vector)
        if found is None:
            board, (width, height) = self._board, self.extents[0]
            rows, columns = height if board.wrapsDown else None, width if board.wrapsAcross else None
            found = self._ways[vector] = self._along(vector, rows, columns)
        return found

    def flat_way(self, vector: Vector) -> Way:
        """Return the way along a vector that does not lead around the board: so pieces of several cells lie."""
        wraps = self._board.wrapsAcross or self._board.wrapsDown
        return self._along(vector, None, None) if wraps else self.way(vector)

    def _along(self, vector: Vector, rows: int | None, columns: int | None) -> Way:
        """Return the way along a vector; rows and columns of the board are counted around if a number is given."""
        x, y = vector
        table = {}
        for (row, column, *grid), bit in self.bit.items():
            down, right = row + y, column + x
            if not grid:
                down = down if rows is None else down % rows
                right = right if columns is None else right % columns
            target = self.bit.get((down, right, *grid))
            if target is not None:
                table[bit] = target
        return way_of(table, vector)

    def ways_within(self, width: int, height: int) -> Iterator[Way]:
        """Yield the ways from each cell to the others of its rectangle, of the given size; rectangles tile the board.

        The first way leads to the next cell of the rectangle, row by row and cyclically, the second to the one after
        it, and so on.
        """
        followers: dict[int, list[int]] = {}
        for row, column, *grid in self.places:
            top, left = row - row % height, column - column % width
            inside = ((y, x, *grid) for y in range(top, top + height) for x in range(left, left + width))
            bits = [self.bit[place] for place in inside if place in self.bit]
            own = bits.index(self.bit[row, column, *grid])
            followers[bits[own]] = bits[own + 1 :] + bits[:own]
        for after in range(width * height - 1):
            yield way_of({bit: others[after] for bit, others in followers.items() if after < len(others)})

    def turning(self, transform: str, cells: int) -> Way:
        """Return the way that maps constant cells by a transform of their bounding rectangle, one for each grid.

        The upper left corner of the rectangle stays. Cells whose image is no cell are not in the way.
        """
        grids: dict[tuple[int, ...], list[Place]] = {}
        for place, bit in self.bit.items():
            if cells >> bit & 1:
                grids.setdefault(place[2:], []).append(place)
        table = {}
        for grid, places in grids.items():
            rows, columns = [place[0] for place in places], [place[1] for place in places]
            top, left = min(rows), min(columns)
            height, width = max(rows) - top + 1, max(columns) - left + 1
            for place in places:
                down, across = moved(transform, (place[0] - top, place[1] - left), width, height)
                target = self.bit.get((top + down, left + across, *grid))
                if target is not None:
                    table[self.bit[place]] = target
        return way_of(table)

    def image(self, transform: str) -> Way:
        """Return the way that maps the board, and each grid of a zone, by a transform."""
        table = {}
        for place, bit in self.bit.items():
            target = self.bit.get(moved(transform, place, *self.extents[sum(place[2:])]))
            if target is not None:
                table[bit] = target
        return way_of(table)
