"""Ridge regression of whole numbers, with exact sums and a Cholesky decomposition.

See Hoerl and Kennard, "Ridge regression: biased estimation for nonorthogonal problems", 1970.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import sqrt
from operator import mul


class Column:
    """The values of a feature in all samples, as bit sets of samples: one for each sign and each binary digit.

    So the scalar product of two columns is a weighted sum of the sizes of intersections, and of a single one for
    features that are 0 or 1.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self.digits = list(_digits(numbers))
        """Pairs of the value of a digit, with its sign, and the set of samples that have the digit."""

    def __mul__(self, other: Column) -> int:
        """Return the scalar product of two columns."""
        return sum(one * two * (these & those).bit_count() for one, these in self.digits for two, those in other.digits)

    def __bool__(self) -> bool:
        """Return whether any value is not 0."""
        return bool(self.digits)

    @cached_property
    def square(self) -> int:
        """The sum of the squares."""
        return self * self


def _digits(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    for sign in (1, -1):
        left = [max(0, sign * number) for number in numbers]
        value = sign
        while any(left):
            yield value, int("".join("1" if number & 1 else "0" for number in left), 2)
            left = [number >> 1 for number in left]
            value *= 2


def ridge(columns: Sequence[Column], penalties: Sequence[float], target: Column) -> list[float]:
    """Return the weights of columns whose weighted sum is nearest to a target.

    They minimise the sum of the squared errors and of each squared weight times its penalty, which is above 0. Cost:
    cubic in the number of columns.
    """
    system = [[float(one * other) for other in columns[: place + 1]] for place, one in enumerate(columns)]
    for place, penalty in enumerate(penalties):
        system[place][place] += penalty
    return _solved(system, [float(column * target) for column in columns])


def explained(columns: Sequence[Column], weights: Sequence[float], target: Column, count: int) -> float:
    """Return the coefficient of determination of weights, R squared, at most 1; *count* is the number of samples."""
    fitted = sum(
        weight * other_weight * (one * other)
        for one, weight in zip(columns, weights, strict=True)
        for other, other_weight in zip(columns, weights, strict=True)
    )
    missed = target.square - 2 * sum(w * (c * target) for c, w in zip(columns, weights, strict=True)) + fitted
    every = Column([1] * count)
    spread = target.square - (every * target) ** 2 / count if count else 0
    return 1 - missed / spread if spread > 0 else 0.0


def _solved(lower: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of a system of linear equations with the right side *right*, by Cholesky decomposition.

    *lower* is the lower triangle of its positive definite matrix, and is overwritten.
    """
    size = len(right)
    for row in range(size):
        mine = lower[row]
        for column in range(row):
            other = lower[column]
            mine[column] = (mine[column] - sum(map(mul, mine[:column], other))) / other[column]
        mine[row] = sqrt(mine[row] - sum(part * part for part in mine[:row]))
    forward: list[float] = []
    for row in range(size):
        forward.append((right[row] - sum(map(mul, lower[row], forward))) / lower[row][row])
    found = forward
    for row in reversed(range(size)):
        found[row] /= lower[row][row]
        for column in range(row):
            found[column] -= lower[row][column] * found[row]
    return found
