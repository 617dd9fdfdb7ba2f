"""How the cells of a configuration, of any dimensions, lie in columns and rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.model.constructor.sheet import Vector


@dataclass(frozen=True, slots=True)
class Facing:
    """Which way a board lies: whether the first dimension goes down, and whether columns, and rows, count backwards."""

    swapped: bool = False
    flipped: tuple[bool, bool] = (False, False)


class Grid:
    """Columns and rows for the cells of a board.

    The first dimension goes to the right and the second one down, unless the board faces another way. Further ones do
    likewise by turns, in strides so wide that no vector leads from one layer into another by mistake.
    """

    def __init__(self, cells: Iterable[Vector], dimensions: int, facing: Facing) -> None:
        cells = list(cells)
        low = [min(cell[d] for cell in cells) for d in range(dimensions)]
        high = [max(cell[d] for cell in cells) for d in range(dimensions)]
        self.spans = tuple(b - a + 1 for a, b in zip(low, high, strict=True))
        self.strides: list[int] = []
        for dimension in range(dimensions):
            before = dimension - 2
            self.strides.append(1 if before < 0 else self.strides[before] * (2 * self.spans[before] - 1))
        self.sides = tuple((dimension + facing.swapped) % 2 for dimension in range(dimensions))
        """For each dimension whether it counts columns, 0, or rows, 1."""
        self._signs = tuple(-1 if facing.flipped[side] else 1 for side in self.sides)
        self._origin = tuple(a if sign > 0 else b for a, b, sign in zip(low, high, self._signs, strict=True))
        places = [self.at(cell) for cell in cells]
        self.width = 1 + max(column for column, _ in places)
        self.height = 1 + max(row for _, row in places)

    def at(self, cell: Vector) -> tuple[int, int]:
        """Return the column and row of a cell."""
        return self.step(tuple(number - first for number, first in zip(cell, self._origin, strict=True)))

    def step(self, vector: Vector) -> tuple[int, int]:
        """Return by how many columns and rows a vector leads."""
        parts = [0, 0]
        for number, stride, side, sign in zip(vector, self.strides, self.sides, self._signs, strict=True):
            parts[side] += number * stride * sign
        return parts[0], parts[1]

    def holds(self, vector: Vector) -> bool:
        """Return whether a vector leads from one cell to another anywhere on the board, as far as its extent goes."""
        return all(abs(number) < span for number, span in zip(vector, self.spans, strict=True))
