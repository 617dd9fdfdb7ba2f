"""The odds of nature's moves, as integers: probabilities are exact, and drawing has no bias.

First a rule is drawn, in proportion to its weight among the rules that have a move; then one of its moves, in
proportion to its share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Lot:
    """The moves of one chance rule: the weight of the rule, and the share of each move in order. All are positive."""

    weight: int
    shares: tuple[int, ...]


Odds: TypeAlias = tuple[Lot, ...]
"""The lots of all rules that have a move. The moves of one lot after another are the legal moves in order."""


def probabilities(odds: Odds) -> Iterator[Fraction]:
    """Yield the probability of each move in order. Their sum is 1."""
    weights = sum(lot.weight for lot in odds)
    for lot in odds:
        shares = sum(lot.shares)
        yield from (Fraction(lot.weight * share, weights * shares) for share in lot.shares)


def drawn(odds: Odds, below: Callable[[int], int]) -> int:
    """Return the number of a move that is drawn at random.

    ``below(n)`` returns a uniform number from 0 to n - 1; it is called for the rule and then for the move. Cost: linear
    in the moves.
    """
    rule = _hit([lot.weight for lot in odds], below)
    return sum(len(lot.shares) for lot in odds[:rule]) + _hit(odds[rule].shares, below)


def _hit(masses: list[int] | tuple[int, ...], below: Callable[[int], int]) -> int:
    """Return an index that is drawn in proportion to the masses."""
    ends = list(accumulate(masses))
    number = below(ends[-1])
    return next(place for place, end in enumerate(ends) if number < end)
