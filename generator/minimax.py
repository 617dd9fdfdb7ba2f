"""Alpha-beta search: which numbers a line, a table and a search have, for the program and for those who call it."""

from __future__ import annotations

from enum import IntEnum


class Frame(IntEnum):
    """The words of a position on the line that is looked at. Values are those for the player who moves in it."""

    PLACE = 0
    """Where its record stands among the listed moves."""
    LIST = 1
    """Where its moves are listed."""
    ORDER = 2
    """Where its moves stand in the order in which they are tried: ``Order`` for each. After it all is free."""
    COUNT = 3
    """The moves that are tried."""
    DONE = 4
    """Those that have been."""
    ALPHA = 5
    BETA = 6
    FLOOR = 7
    """What ``ALPHA`` was at first."""
    BEST = 8
    MOVE = 9
    """The number of the best move among the legal ones, -1 if there is none yet."""
    DEPTH = 10
    """The plies to look ahead from here; 0 and less where captures alone are tried."""
    SIGN = 11
    """1 where the player moves for whom values are, -1 where another one does."""
    KEY = 12
    PAST = 13
    """A hash of all positions before it, in games that remember them."""
    SOLVED = 14
    """Whether the values of all moves so far are certain: no deeper search will find others."""
    WIDE = 15
    """Whether its value may be that of the root."""
    PROBED = 16
    """Whether the move that is being tried was asked for a bound alone."""
    CHOICES = 17
    """The number of legal moves."""
    LENGTH = 18
    """The plies of the line that is expected from here."""
    SUM = 19
    """At nature's turn: the values of the outcomes so far, each as often as it is likely, in parts of ``SURE``."""
    REST = 20
    """At nature's turn: how likely the other outcomes are together."""
    WORTH = 21
    """The weights of all that is in it."""


class Order(IntEnum):
    """The words of a move that is to be tried."""

    PLACE = 0
    SCORE = 1
    """What is expected of it; of a move of nature, how likely it is, in parts of ``SURE``."""
    NUMBER = 2
    TRACE = 3
    """A hash of the move's words, by which it is known again elsewhere."""


class Entry(IntEnum):
    """The words of an entry of the transposition table. The first one is the key, joined by XOR with the others."""

    CHECK = 0
    VALUE = 1
    """The value for the player to move; of an end as if the search had begun here."""
    FACTS = 2
    """``Bound``, whether it is certain, the depth and the number of the best move plus one: see ``DEPTHS``."""
    PAST = 3


class Bound(IntEnum):
    """What the value of an entry is."""

    LOWER = 1
    UPPER = 2
    EXACT = 3


class Progress(IntEnum):
    """The words of a search: where it goes on."""

    LEVEL = 0
    """The plies from the root."""
    STEP = 1
    VALUE = 2
    CLOSED = 3
    """Whether the value is certain."""
    NODES = 4
    """The positions that have been looked at."""


class Step(IntEnum):
    """What is done next."""

    ENTER = 0
    """A position is looked up, or its moves are listed."""
    NEXT = 1
    """Its next move is tried."""
    PUSH = 2
    """The position after the move is to be entered."""
    BACK = 3
    """The value of a position is known."""
    OVER = 4


SOLVED, DEPTHS, MOVES = 2, 3, 16
"""Where in the facts of an entry the digits stand that say whether it is certain, the depth, the move."""

WAYS = 2
"""The entries that a position may have in the table."""

UNIT = 10_000
"""A win that is certain, for the evaluation: what a player expects to get, from -1 to 1, in so many parts."""

MOST = 1 << 30
"""An evaluation at most, and at least when it is negative."""

NEAR, WON = 1 << 36, 1 << 40
"""From where on values are those of ends, and the value of a win at once."""

FINE = 6
"""The binary digits of a value after the point where values are averaged or paid: see ``Layout.averages``."""

CHANCES = 20
SURE = 1 << CHANCES
"""What all outcomes of nature's turn are likely together."""

DEEPEST = 1 << 8
"""The plies of a line at most."""

KILLERS = 2
"""The moves of a ply that are remembered because they refuted others."""

SLOTS = 1 << 12
"""The moves at a turn for which it is counted how often they refuted others."""


def order_words(turns: int) -> int:
    """Return the words for what is remembered of moves, where so many take turns, nature's among them."""
    return KILLERS * DEEPEST + turns * SLOTS
