"""Columns and rows for the cells of a configuration, which may have any number of dimensions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.model.foreign.constructor.sheet import Vector


@dataclass(frozen=True, slots=True)
class Facing:
    """The orientation of a board: whether the first dimension goes down, and whether columns and rows are reversed."""

    swapped: bool = False
    flipped: tuple[bool, bool] = (False, False)


class Grid:
    """Columns and rows for the cells of a board.

    The first dimension goes to the right and the second one down, unless the board has another orientation. Further
    dimensions alternate in the same way, with strides so wide that no vector inside a layer leads into another layer.
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
        """For each dimension 0 if it goes along columns, 1 if along rows."""
        self._signs = tuple(-1 if facing.flipped[side] else 1 for side in self.sides)
        self._origin = tuple(a if sign > 0 else b for a, b, sign in zip(low, high, self._signs, strict=True))
        places = [self.at(cell) for cell in cells]
        self.width = 1 + max(column for column, _ in places)
        self.height = 1 + max(row for _, row in places)

    def at(self, cell: Vector) -> tuple[int, int]:
        """Return the column and row of a cell."""
        return self.step(tuple(number - first for number, first in zip(cell, self._origin, strict=True)))

    def step(self, vector: Vector) -> tuple[int, int]:
        """Return the numbers of columns and rows that a vector spans."""
        parts = [0, 0]
        for number, stride, side, sign in zip(vector, self.strides, self.sides, self._signs, strict=True):
            parts[side] += number * stride * sign
        return parts[0], parts[1]

    def holds(self, vector: Vector) -> bool:
        """Return whether a vector is shorter than the board in each dimension, so that it may lead to a cell."""
        return all(abs(number) < span for number, span in zip(vector, self.spans, strict=True))
