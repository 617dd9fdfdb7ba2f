"""The odds of nature's moves: integers all the way, so that probabilities are exact and a draw is fair.

A rule is drawn by its weight among the rules that have a move, then one of its moves by its share.
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
"""The lots of all rules that have a move. Their moves one after another are the legal moves in order."""


def probabilities(odds: Odds) -> Iterator[Fraction]:
    """Yield the probability of each move in order. Together they are 1."""
    weights = sum(lot.weight for lot in odds)
    for lot in odds:
        shares = sum(lot.shares)
        yield from (Fraction(lot.weight * share, weights * shares) for share in lot.shares)


def drawn(odds: Odds, below: Callable[[int], int]) -> int:
    """Return the number of a move that is drawn. *below* gives a number from 0 to below its argument.

    It is asked twice, for the rule and for its move. Cost: linear in the moves.
    """
    rule = _hit([lot.weight for lot in odds], below)
    return sum(len(lot.shares) for lot in odds[:rule]) + _hit(odds[rule].shares, below)


def _hit(masses: list[int] | tuple[int, ...], below: Callable[[int], int]) -> int:
    """Return which of these masses is hit by a number below their sum."""
    ends = list(accumulate(masses))
    number = below(ends[-1])
    return next(place for place, end in enumerate(ends) if number < end)
