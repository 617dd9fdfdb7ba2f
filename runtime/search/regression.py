"""Ridge regression of whole numbers, with exact sums and a Cholesky decomposition.

See Hoerl and Kennard, "Ridge regression: biased estimation for nonorthogonal problems", 1970.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import sqrt
from operator import mul

from tilewright.runtime.search.steps import Steps


class Column:
    """The values of a feature in all samples, as bit sets of samples: one for each sign and each binary digit.

    So the scalar product of two columns is a weighted sum of the sizes of intersections, and of a single one for
    features that are 0 or 1.
    """

    def __init__(self, numbers: Mapping[int, int]) -> None:
        """*numbers*: the value in each sample, by its number, where it is not 0."""
        self.numbers = numbers
        digits: dict[int, int] = {}
        for sample, number in numbers.items():
            value, left, own = 1 if number > 0 else -1, abs(number), 1 << sample
            while left:
                if left & 1:
                    digits[value] = digits.get(value, 0) | own
                left >>= 1
                value *= 2
        self.digits = list(digits.items())
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


def ridge(columns: Sequence[Column], penalties: Sequence[float], target: Column) -> Steps[list[float]]:
    """Return the weights of columns whose weighted sum is nearest to a target, in a step for each column, twice.

    They minimise the sum of the squared errors and of each squared weight times its penalty, which is above 0. Cost:
    cubic in the number of columns.
    """
    system = []
    for place, one in enumerate(columns):
        system.append([float(one * other) for other in columns[: place + 1]])
        yield
    for place, penalty in enumerate(penalties):
        system[place][place] += penalty
    return (yield from _solved(system, [float(column * target) for column in columns]))


def explained(columns: Sequence[Column], weights: Sequence[float], target: Column, count: int) -> float:
    """Return the coefficient of determination of weights, R squared, at most 1; *count* is the number of samples."""
    missed = [float(target.numbers.get(sample, 0)) for sample in range(count)]
    for column, weight in zip(columns, weights, strict=True):
        for sample, number in column.numbers.items():
            missed[sample] -= weight * number
    spread = target.square - sum(target.numbers.values()) ** 2 / count if count else 0
    return 1 - sum(part * part for part in missed) / spread if spread > 0 else 0.0


def _solved(lower: list[list[float]], right: list[float]) -> Steps[list[float]]:
    """Return the solution of a system of linear equations with the right side *right*, by Cholesky decomposition.

    There is a step for each row. *lower* is the lower triangle of its positive definite matrix, and is overwritten.
    """
    size = len(right)
    for row in range(size):
        mine = lower[row]
        for column in range(row):
            other = lower[column]
            mine[column] = (mine[column] - sum(map(mul, mine[:column], other))) / other[column]
        mine[row] = sqrt(mine[row] - sum(part * part for part in mine[:row]))
        yield
    forward: list[float] = []
    for row in range(size):
        forward.append((right[row] - sum(map(mul, lower[row], forward))) / lower[row][row])
    found = forward
    for row in reversed(range(size)):
        found[row] /= lower[row][row]
        for column in range(row):
            found[column] -= lower[row][column] * found[row]
    return found
