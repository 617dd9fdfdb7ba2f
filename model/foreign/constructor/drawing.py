"""How a board is drawn: its orientation, the shape of its cells, their places, and their colours.

A configuration gives the corners of a cell, its place and its colour by expressions over its coordinates, and an angle
by which each player sees the board turned. The model has columns to the right and rows downwards, as the first player
sees the board. Cells are squares, or hexagons that stand on a corner or lie on a side. If the default does not fit,
axes give the steps to the next column and row. Colours become a theme: one for all cells, two for a chequered board, or
tints. A tint has a rule that divides and looks at the remainder, or else a region. Whatever the model cannot express is
reported and left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, dist, radians, sin
from typing import TypeAlias

from tilewright.model.foreign.constructor.colours import colour_called
from tilewright.model.foreign.constructor.expressions import NotComputed, expression, number_of
from tilewright.model.foreign.constructor.grid import Facing, Grid
from tilewright.model.foreign.constructor.sheet import Amount, Sheet, Vector

Point: TypeAlias = tuple[float, float]
Axes: TypeAlias = tuple[tuple[int, int], tuple[int, int]]

NEAR = 0.05
"""The tolerance of corners and places, as a fraction of a cell."""
FURTHEST_AXIS = 400
"""The greatest component of an axis, in hundredths."""
MOST_DIVISOR = 6
"""The greatest divisor of the rules that are tried for a tint."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of cells: its word in the notation, its size and its default axes, in hundredths of a square's width."""

    word: str
    width: int
    height: int
    axes: Axes


SQUARE = Shape("", 100, 100, ((100, 0), (0, 100)))
STANDING = Shape("hexagonal", 100, 117, ((100, 0), (50, 88)))
LYING = Shape("flat", 117, 100, ((88, 50), (0, 100)))


@dataclass(frozen=True, slots=True)
class Tint:
    """The colour of some cells."""

    colour: str
    cells: frozenset[tuple[int, int]]
    """The column and row of each cell."""
    rule: tuple[int, int, int, int] | None
    """The factor of the row, that of the column, the divisor, and the remainder that only these cells have; or None."""


class Drawing:
    """The drawing of a board. *left_out* is called with a message and an offset for what cannot be drawn."""

    def __init__(self, sheet: Sheet, left_out: Callable[[str, int], None]) -> None:
        self._sheet = sheet
        self._drawn = sheet.drawn
        self._left_out = left_out
        self._names = frozenset(sheet.dimensions)
        corners = self._corners()
        least = 30 if len(corners) == 6 else 90
        self._angle = sheet.drawn.angles.get(sheet.players[0], 0) % 360
        if self._angle % least:
            message = f"the board is not turned by {self._angle} degrees, since its cells are turned by {least} or more"
            left_out(message, sheet.drawn.angles_offset)
            self._angle = 0
        self.shape, self._size, fits = _shaped(_turned(corners, self._angle))
        """The shape of cells, and the width and height of a cell in the configuration."""
        if not fits:
            what = "squares that lie on a side" if self.shape is SQUARE else "regular hexagons"
            left_out(f"cells are drawn as {what}, and not of the shape that is said", sheet.drawn.corners_offset)
        self.axes: Axes | None = None
        """The steps to the next column and to the next row, unless they are the default ones of the shape."""
        self.grid = self._laid(corners)

    def _at(self, cell: Vector) -> dict[str, float]:
        return dict(zip(self._sheet.dimensions, map(float, cell), strict=True))

    def _number(self, amount: Amount) -> Callable[[Mapping[str, float]], float]:
        """Return a function from the coordinates of a cell to an amount."""
        return number_of(amount, self._names) if isinstance(amount, str) else lambda at: amount

    # -- the shape of cells

    def _corners(self) -> list[Point]:
        """Return the corners that all cells have; none if they are not given, or cannot be drawn."""
        drawn = self._drawn
        if drawn.corners and len(drawn.corners) not in (4, 6):
            self._left_out(f"cells with {len(drawn.corners)} corners are drawn as squares", drawn.corners_offset)
            return []
        try:
            parts = [(self._number(x), self._number(y)) for x, y in drawn.corners]
            found = [[(x(at), y(at)) for x, y in parts] for at in map(self._at, self._sheet.cells)]
        except NotComputed:
            message = "cells are drawn as squares: no expression of numbers and coordinates that is known is a corner"
            self._left_out(message, drawn.corners_offset)
            return []
        if any(dist(one, other) > 1e-6 for each in found for one, other in zip(found[0], each, strict=True)):
            self._left_out("cells are drawn as squares: here each has a shape of its own", drawn.corners_offset)
            return []
        return found[0]

    # -- where cells lie

    def _laid(self, corners: Sequence[Point]) -> Grid:
        """Return the grid of columns and rows, and set the axes."""
        steps = self._steps()
        if steps is None:
            shape, (wide, high), _ = _shaped(corners)
            steps = [(x / shape.width * wide, y / shape.height * high) for x, y in shape.axes]
        across, down = _turned(steps[:2], self._angle)
        swapped = abs(across[0] * down[1]) < abs(down[0] * across[1])
        if swapped:
            across, down = down, across
        flipped = (across[0] < 0, down[1] < 0)
        across, down = ((-x, -y) if flip else (x, y) for (x, y), flip in zip((across, down), flipped, strict=True))
        self._find_axes(across, down, bool(corners))
        return Grid(self._sheet.cells, len(self._sheet.dimensions), Facing(swapped, flipped))

    def _steps(self) -> list[Point] | None:
        """Return the step of the place of a cell for each dimension; None for the default places."""
        drawn = self._drawn
        if drawn.place is None:
            return None
        first, *others = self._sheet.cells
        try:
            x, y = map(self._number, drawn.place)

            def place(cell: Vector) -> Point:
                at = self._at(cell)
                return x(at), y(at)

            begin = place(first)
            steps: list[Point] = []
            for dimension in range(len(first)):
                there = place((*first[:dimension], first[dimension] + 1, *first[dimension + 1 :]))
                steps.append((there[0] - begin[0], there[1] - begin[1]))
            if len(steps) == 1:
                steps.append((-steps[0][1], steps[0][0]))
            near = NEAR * max(map(abs, (*steps[0], *steps[1])))
            (a, b), (c, d) = steps[:2]
            fits = abs(a * d - b * c) > near * near
            strides = Grid(self._sheet.cells, len(first), Facing()).strides
            for dimension, stride in enumerate(strides):
                ahead = steps[dimension % 2]
                fits &= dist(steps[dimension], (ahead[0] * stride, ahead[1] * stride)) <= near
            for cell in others:
                away = [number - start for number, start in zip(cell, first, strict=True)]
                expected = [begin[s] + sum(n * step[s] for n, step in zip(away, steps, strict=False)) for s in (0, 1)]
                fits &= dist(place(cell), expected) <= near
        except NotComputed:
            message = "cells lie side by side: the place of a cell is no expression of coordinates that is known"
            self._left_out(message, drawn.place_offset)
            return None
        if not fits:
            message = (
                "cells lie side by side: where they are is not said by a step for each column and one for each row"
            )
            self._left_out(message, drawn.place_offset)
        return steps if fits else None

    def _find_axes(self, across: Point, down: Point, shaped: bool) -> None:
        """Set the axes, unless they are the default. If cells have no corners, they are as large as the steps."""
        wide, high = self._size if shaped else (abs(across[0]), abs(down[1]))
        (a, b), (c, d) = (
            (round(x / wide * self.shape.width), round(y / high * self.shape.height)) for x, y in (across, down)
        )
        if max(map(abs, (a, b, c, d))) > FURTHEST_AXIS or a * d == b * c:
            message = (
                "cells lie side by side: the steps from one to the next are too long, or too short, for their size"
            )
            self._left_out(message, self._drawn.place_offset)
        elif any(abs(one - usual) > 2 for one, usual in zip((a, b, c, d), sum(self.shape.axes, ()), strict=True)):
            self.axes = (a, b), (c, d)

    def transforms(self) -> dict[str, str]:
        """Return the transform of each player who sees the board turned, relative to the first player."""
        places = {self.grid.at(cell) for cell in self._sheet.cells}
        turned = {(self.grid.width - 1 - column, self.grid.height - 1 - row) for column, row in places}
        found: dict[str, str] = {}
        for player, angle in self._drawn.angles.items():
            away = (angle - self._angle) % 360
            if away == 180 and places == turned:
                found[player] = "Rotate180"
            elif away and player != self._sheet.players[0]:
                message = f"the board is not turned by {away} degrees: it does not fit on itself, or not by half a turn"
                self._left_out(message, self._drawn.angles_offset)
        return found

    # -- colours

    def grounds(self) -> tuple[list[str], list[Tint]]:
        """Return the ground colours of the board, and tints for the cells of other colours.

        The ground colours are none if the configuration gives none that can be drawn, one for all cells, or two: for
        the cells whose column and row have an even sum, and for the others.
        """
        if self._drawn.fill is None:
            return [], []
        text, offset = self._drawn.fill
        colours: dict[tuple[int, int], str] = {}
        try:
            compute = expression(text, self._names)
            for cell in self._sheet.cells:
                colour = colour_called(compute(self._at(cell)))
                if colour is None:
                    raise NotComputed
                colours[self.grid.at(cell)] = colour
        except NotComputed:
            message = "the colours of the cells are left out: this is no expression of coordinates that is known"
            self._left_out(message, offset)
            return [], []
        even, odd = ({colour for at, colour in colours.items() if sum(at) % 2 == rest} for rest in (0, 1))
        if len(even) <= 1 and len(odd) <= 1:
            return ([*even] if even == odd or not odd else [*(even or odd), *odd]), []
        ((usual, _),) = Counter(colours.values()).most_common(1)
        return [usual], list(_tints(colours, usual))


def _turned(points: Sequence[Point], angle: int) -> list[Point]:
    """Return points rotated clockwise by an angle in degrees; y points down."""
    exact = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    c, s = exact.get(angle, (cos(radians(angle)), sin(radians(angle))))
    return [(x * c - y * s, x * s + y * c) for x, y in points]


def _shaped(corners: Sequence[Point]) -> tuple[Shape, Point, bool]:
    """Return the shape that is closest to some corners, their width and height, and whether the shape fits them."""
    if not corners:
        return SQUARE, (1.0, 1.0), True
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*corners, strict=True))
    wide, high = right - left, bottom - top
    if not (wide > 0 and high > 0):
        return SQUARE, (1.0, 1.0), False
    # the corners in quarters of the width and height
    places = Counter((round((x - left) / wide * 4), round((y - top) / high * 4)) for x, y in corners)
    shape = SQUARE if len(corners) == 4 else LYING if max(y for x, y in places if x == 0) == 2 else STANDING
    close = abs(wide / high / (shape.width / shape.height) - 1) < NEAR * 2
    return shape, (wide, high), close and places == _QUARTERS[shape.word]


_QUARTERS = {
    SQUARE.word: Counter([(0, 0), (4, 0), (4, 4), (0, 4)]),
    STANDING.word: Counter([(2, 0), (4, 1), (4, 3), (2, 4), (0, 3), (0, 1)]),
    LYING.word: Counter([(1, 0), (3, 0), (4, 2), (3, 4), (1, 4), (0, 2)]),
}
"""The corners of each shape, in quarters of its width and height."""


def _tints(colours: Mapping[tuple[int, int], str], usual: str) -> Iterator[Tint]:
    """Yield a tint for each colour but *usual*, with a rule if there is one."""
    cells: dict[str, set[tuple[int, int]]] = {}
    for at, colour in colours.items():
        cells.setdefault(colour, set()).add(at)
    rules: dict[tuple[int, int, int], Counter[int]] = {}
    for colour, places in cells.items():
        if colour != usual:
            yield Tint(colour, frozenset(places), _rule(places, colours, rules))


def _rule(
    places: set[tuple[int, int]],
    board: Mapping[tuple[int, int], str],
    rules: dict[tuple[int, int, int], Counter[int]],
) -> tuple[int, int, int, int] | None:
    """Return a rule that holds for exactly these cells, or None.

    *rules* caches for each pair of factors and divisor how many cells of the board have each remainder.
    """
    for divisor in range(2, min(MOST_DIVISOR, len(places)) + 1):  # fewer cells than that would fit a rule by chance
        for row_factor in range(divisor):
            for column_factor in range(divisor):
                rests = {(row * row_factor + column * column_factor) % divisor for column, row in places}
                if len(rests) > 1:
                    continue
                key = row_factor, column_factor, divisor
                if key not in rules:
                    rules[key] = Counter((y * row_factor + x * column_factor) % divisor for x, y in board)
                (rest,) = rests
                if rules[key][rest] == len(places):
                    return (*key, rest)
    return None
