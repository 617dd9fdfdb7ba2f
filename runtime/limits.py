"""The greatest numbers that users may ask for: greater ones are refused with a sentence before work begins.

They are far above what anybody waits for, and low enough that no memory, stack or machine integer overflows.
"""

from __future__ import annotations

from numbers import Integral, Real
from operator import index
from typing import SupportsIndex

DEEPEST = 1_000
"""The depth of perft, in plies."""

LONGEST = 1_000_000
"""The plies of a random game."""

MOST_GAMES = 1_000_000_000
"""The games of a simulation, or of a proof."""

MOST_POSITIONS = 10_000_000
"""The positions of a batch."""

MOST_JOBS = 1_000
"""The threads or processes that play at the same time."""

MOST_VISITS = 1_000_000_000
"""The visits of a tree search."""

MOST_DEPTH = 200
"""The plies that alpha-beta search looks ahead."""

MOST_NODES = 1_000_000_000_000
"""The positions that alpha-beta search looks at."""

MOST_LEAVES = 1_000_000_000_000
"""The leaves up to which a proof counts."""

MOST_ROUNDS = 1_000_000
"""The rounds of a benchmark."""

MOST_SECONDS = 86_400
"""The seconds of a measurement, or of a search."""

MOST_MEMORY = 1 << 40
"""The bytes that a search may use."""

MOST_EXPLORATION = 1_000
"""The exploration constant of a tree search: the weight of moves that were visited seldom."""

GREATEST_SEED = (1 << 63) - 1
"""The seed of random numbers: a signed word of 64 bits that is not negative."""


def check(what: str, number: int, least: int, most: int) -> None:
    """Raise ``ValueError`` with a sentence about *what*, unless *number* is whole and from *least* to *most*."""
    if not isinstance(number, Integral):
        raise ValueError(f"{what}: {number!r} is not a whole number")
    check_seconds(what, number, least, most)


def whole(what: str, number: SupportsIndex) -> int:
    """Return a number as an ``int``; an array without dimensions is one, too.

    ``TypeError`` with a sentence about *what* if it is not a whole number.
    """
    try:
        return index(number)
    except TypeError:
        raise TypeError(f"{what}: {number!r} is not a whole number") from None


def one_of(what: str, number: SupportsIndex, count: int) -> int:
    """Return an index into *count* things, from 0; a negative *number* counts from the end.

    ``TypeError`` if it is no whole number; True and False are refused, because they probably come from a mask.
    ``IndexError`` if it is out of range.
    """
    if not isinstance(number, Integral) or isinstance(number, bool):
        raise TypeError(f"{what}: {number!r} is not a whole number; of a mask numpy.flatnonzero makes numbers")
    found = int(number)
    if not -count <= found < count:
        raise IndexError(f"{what}: there is no number {found}, they go from 0 to {count - 1}")
    return found % count


def check_limits(what: str, number: int | None, most: int, seconds: float | None) -> None:
    """Raise ``ValueError`` with a sentence unless a search has a limit, and all its limits are in bounds.

    *number* is a number of *what*, at most *most*. One of *number* and *seconds* may be None, not both.
    """
    if number is None and seconds is None:
        raise ValueError(f"say how many {what}, or how many seconds")
    if number is not None:
        check(what, number, 1, most)
    if seconds is not None:
        check_seconds("seconds", seconds, 0, MOST_SECONDS)


def check_seconds(what: str, number: float, least: float, most: float) -> None:
    """Raise ``ValueError`` with a sentence about *what*, unless *number* is from *least* to *most*."""
    if not isinstance(number, Real):
        raise ValueError(f"{what}: {number!r} is not a number")
    if not least <= number <= most:  # true for NaN, too
        raise ValueError(f"{what}: {number} is not between {least} and {most}")
