"""The lines that a model draws on its board: which cells they join, and their SVG path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.metamodel.language import Board, BoardLine
from tilewright.runtime.interpreter.cells import NOWHERE, Neighbour
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.move import Cell

Point: TypeAlias = tuple[int, int]
"""A place in a picture, in its units: to the right, downwards."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A line between two cells of the board; ``start`` comes before ``end`` row by row."""

    start: Cell
    end: Cell
    round: bool = False
    """Whether the line is a loop, three quarters of an ellipse outside of the board."""


def segments_of(tables: Tables, scenery: Iterable[int]) -> tuple[Segment, ...]:
    """Return the lines of the board of a game, each once, in the order of the model.

    *scenery*: the numbers of tiles that never change; no line ends there.
    """
    fixed = set(scenery)
    found = {
        segment: None
        for line in tables.game.board.lines
        for within in _within(tables, line)
        for ways in _ways(tables, line)
        for segment in _along(tables, line, ways, within, fixed)
    }
    return tuple(found)


def _within(tables: Tables, line: BoardLine) -> list[int]:
    """Return sets of cells, as bit sets: both ends of a line must lie in one of them."""
    if line.within is None:
        return [tables.cells.board]
    return list(dict.fromkeys(tables.region(line.within, me) for me in range(len(tables.players))))


def _ways(tables: Tables, line: BoardLine) -> Iterator[Neighbour]:
    """Yield the directions of a line, as each player has them."""
    for me in range(len(tables.players)):
        yield from tables.directions(line.directions, me)


def _along(tables: Tables, line: BoardLine, way: Neighbour, within: int, fixed: set[int]) -> Iterator[Segment]:
    """Yield the lines in one direction, from each cell to the next one at which a line may end."""
    places = tables.cells.places
    passed = {tables.tiles[tile] for tile in line.through}

    def ends(cell: int) -> bool:
        tile = tables.tile_at[cell]
        return bool(within >> cell & 1) and tile not in passed and tile not in fixed

    for cell in filter(ends, range(len(places))):
        seen = {cell}
        target = way.table[cell]
        while target != NOWHERE and target not in seen and tables.tile_at[target] in passed:
            seen.add(target)
            target = way.table[target]
        if target not in seen and target != NOWHERE and ends(target):
            first, last = sorted((places[cell], places[target]))
            if _goes_around(tables.game.board, first, last):
                continue
            straight = first[0] == last[0] or first[1] == last[1]
            yield Segment(first, last, line.round and not straight)


def _goes_around(board: Board, first: Cell, last: Cell) -> bool:
    """Return whether the shorter way between two cells leads over a side of the board, where it wraps."""
    across, down = abs(first[1] - last[1]), abs(first[0] - last[0])
    return (board.wrapsAcross and 2 * across > board.width) or (board.wrapsDown and 2 * down > board.height)


def path_of(segments: Sequence[Segment], centre: Callable[[Cell], Point], middle: Point) -> str:
    """Return the SVG path of lines; empty without lines.

    *centre* returns the centre of a cell, *middle* is that of the board.
    """
    straight = [(centre(line.start), centre(line.end)) for line in segments if not line.round]
    loops = [_loop(centre(line.start), centre(line.end), middle) for line in segments if line.round]
    return "".join([*(f"M{x} {y}L{to_x} {to_y}" for (x, y), (to_x, to_y) in _joined(straight)), *loops])


def reach_of(segments: Sequence[Segment], centre: Callable[[Cell], Point], middle: Point) -> list[Point]:
    """Return the upper left and the lower right corner of the ellipse of each loop."""
    found = []
    for line in segments:
        if line.round:
            (x, y), (right, down) = _around(centre(line.start), centre(line.end), middle)
            found += [(x - right, y - down), (x + right, y + down)]
    return found


def _joined(lines: Iterable[tuple[Point, Point]]) -> Iterator[tuple[Point, Point]]:
    """Yield the lines, where lines of the same vector that continue one another are joined into one."""
    by_vector: dict[Point, dict[Point, Point]] = {}
    for (x, y), (to_x, to_y) in lines:
        by_vector.setdefault((to_x - x, to_y - y), {})[x, y] = to_x, to_y
    for following in by_vector.values():
        inner = set(following.values())
        for start, end in following.items():
            if start not in inner:
                last = end
                while last in following:
                    last = following[last]
                yield start, last


def _around(start: Point, end: Point, middle: Point) -> tuple[Point, Point]:
    """Return the centre of the ellipse of a loop between two points, on the side away from *middle*, and its radii."""
    corners = ((start[0], end[1]), (end[0], start[1]))
    x, y = max(corners, key=lambda at: (at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2)
    return (x, y), (abs(end[0] - start[0]), abs(end[1] - start[1]))


def _loop(start: Point, end: Point, middle: Point) -> str:
    """Return the SVG path of a loop: the longer arc between two points."""
    (x, y), (across, down) = _around(start, end, middle)
    crossed = (start[0] - x) * (end[1] - y) - (start[1] - y) * (end[0] - x)
    return f"M{start[0]} {start[1]}A{across} {down} 0 1 {int(crossed < 0)} {end[0]} {end[1]}"
