"""The memory layout of a Monte Carlo search tree, for the programs that grow trees and for Python, which reads them."""

from __future__ import annotations

from enum import IntEnum


class Node(IntEnum):
    """The words of a node. Its position is kept in another array, so that a node takes one cache line."""

    VISITS = 0
    VALUE = 1
    """The sum of what the player who moved here gained in all visits: from 0 to ``GAIN`` for each, or with fractional
    bits: see ``fraction_bits``."""
    BOUND = 2
    """What the upper bound of this move is made of: 0 if it was never visited, -1 if it is proven. Else the lowest
    ``MEAN`` bits are the reciprocal of the square root of the visits, in fixed point with ``DIGITS`` fractional bits;
    above them is the mean of ``VALUE``, with as many, or where gains have fractional bits, with those."""
    FIRST = 3
    """The number of the first child, 0 while there are none. The others follow it in the order of the legal moves."""
    COUNT = 4
    """The number of children, in the lowest ``BEST`` bits. Above them is the code of the best proven end of a child."""
    PROVEN = 5
    """The code of the end that is proven to come of this node with best play, 0 if none is."""
    MOVER = 6
    """The number of the player who moved here."""
    SUM = 7
    """The sum of ``VALUE`` over all children."""


BEST = 40
"""The bits of the number of children in ``Node.COUNT``."""

MEAN = 24
"""The bits of the root in ``Node.BOUND``: a mean where gains have fractional bits takes up to 36 above them."""

USED, FULL, LEAST_GAINED, MOST_GAINED, WRONG = range(5)
"""The words that stand in place of node 0: the number of nodes in use, this one included; whether there was no room for
children; where gains have fractional bits, the least and the greatest gain of any player so far (if the model has a
heuristic and the rules do not pay, the least and the greatest that was expected by it); and the node at which the rules
have failed."""

GAIN = 1 << 10
"""The gain of a win, unless gains have fractional bits; that of a loss is 0."""

DIGITS_PAID, MOST_PAID = 12, 1 << 22
"""The fractional bits of a gain where rules pay, and the greatest payment that is told apart from greater ones."""

DIGITS_JUDGED = 20
"""The fractional bits of a gain where the model has a heuristic, unless rules pay."""

NOTHING_PAID = MOST_PAID << DIGITS_PAID
"""The gain of a player who is paid nothing, where gains have fractional bits: it keeps them non-negative."""


def fraction_bits(paid: bool, heuristic: bool) -> int | None:
    """Return the fractional bits of gains; None in games that neither pay nor have a heuristic: see ``GAIN``."""
    if paid:
        return DIGITS_PAID
    return DIGITS_JUDGED if heuristic else None


DIGITS = 20
"""The fractional bits of fixed-point numbers."""

TABLE = 64 * 60
"""The words of the table of reciprocal square roots: 64 for each power of two."""
