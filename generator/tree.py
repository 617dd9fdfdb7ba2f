"""Search trees: which numbers a node has, for the programs that grow trees and for those who read them."""

from __future__ import annotations

from enum import IntEnum


class Node(IntEnum):
    """The words of a node. Its position stands elsewhere: a node takes one line of a processor's cache."""

    VISITS = 0
    VALUE = 1
    """What the player who moved here has gained by all visits, each from 0 to ``GAIN``."""
    ROOT = 2
    """One divided by the square root of the visits, with ``DIGITS`` binary digits."""
    FIRST = 3
    """The first child, 0 as long as there are none. The others follow it in the order of the legal moves."""
    COUNT = 4
    """The number of children. Above these ``BEST`` binary digits stands the best end that is known of a child."""
    PROVEN = 5
    """The number of the end to which the game comes from here, 0 if it is not known."""
    MOVER = 6
    """The number of the player who moved here."""
    SUM = 7
    """The values of all children together."""


BEST = 40
"""The binary digits of the number of children."""

USED, FULL, LEAST_GAINED, MOST_GAINED = range(4)
"""In place of node 0: the nodes that are in use, with it, and whether there was no room for children; in games that pay
the least and the most that anybody has gained."""

GAIN = 1 << 10
"""What a player gains at most."""

DIGITS_PAID, MOST_PAID = 12, 1 << 22
"""The binary digits of what is gained where rules pay, and the most that counts."""

NOTHING_PAID = MOST_PAID << DIGITS_PAID
"""Who is paid nothing gains this, so that no gain is negative."""

DIGITS = 20
"""The binary digits of a fraction."""

TABLE = 64 * 60
"""The words of a table of square roots: 64 for each power of two."""
