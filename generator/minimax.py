"""The memory layout of alpha-beta search: frames, transposition table and progress, for the program and its callers."""

from __future__ import annotations

from enum import IntEnum


class Frame(IntEnum):
    """The words of a frame, a position of the searched line. Its values are those for the player who moves in it."""

    PLACE = 0
    """The index of its record in the arena of listed moves."""
    LIST = 1
    """The index in the arena at which its legal moves are listed."""
    ORDER = 2
    """The index in the arena of its move ordering, one ``Order`` for each move. What follows that is free."""
    COUNT = 3
    """The number of moves in the ordering."""
    DONE = 4
    """The number of moves that have been tried."""
    ALPHA = 5
    BETA = 6
    FLOOR = 7
    """The value of ``ALPHA`` before the first move was tried."""
    BEST = 8
    MOVE = 9
    """The number of the best move among the legal ones, -1 if there is none yet."""
    DEPTH = 10
    """The remaining depth in plies. At 0 and below only captures are tried (quiescence search)."""
    SIGN = 11
    """1 if the player for whom the search is made moves here, or nature does; -1 if an opponent does."""
    KEY = 12
    PAST = 13
    """A hash of all positions before it, in games that remember them."""
    SOLVED = 14
    """Whether the values of all moves so far are certain, so that a deeper search would not change them."""
    WIDE = 15
    """Whether it is a node of the principal variation: its exact value may become that of the root."""
    PROBED = 16
    """Whether the current move is searched with a null window, which gives only a bound."""
    CHOICES = 17
    """The number of legal moves."""
    LENGTH = 18
    """The plies of the principal variation from here."""
    SUM = 19
    """At nature's turn: the sum of the outcomes' values so far, each times its probability in parts of ``SURE``."""
    REST = 20
    """At nature's turn: the probability of the outcomes not yet tried, in parts of ``SURE``."""
    WORTH = 21
    """The static evaluation of the position: the sum of the weights of all that is in it."""


class Order(IntEnum):
    """The words of a move in the ordering. ``PLACE`` is the index of the record after it, ``NUMBER`` its number."""

    PLACE = 0
    SCORE = 1
    """The score by which moves are ordered; of a move of nature its probability, in parts of ``SURE``."""
    NUMBER = 2
    TRACE = 3
    """A hash of the move's words, which names the same move in other positions (killer and history heuristics)."""


class Entry(IntEnum):
    """The words of an entry of the transposition table. ``CHECK`` is the key XOR the other three words."""

    CHECK = 0
    VALUE = 1
    """The value for the player to move. The distance to an end is counted from this position, not from the root."""
    FACTS = 2
    """``Bound``, whether the value is certain, the depth, and the best move's number plus 1, packed: see ``DEPTHS``."""
    PAST = 3


class Bound(IntEnum):
    """Whether the value of an entry is exact or a bound."""

    LOWER = 1
    UPPER = 2
    EXACT = 3


class Progress(IntEnum):
    """The words of a search that has been interrupted: where it goes on."""

    LEVEL = 0
    """The current ply, counted from the root."""
    STEP = 1
    VALUE = 2
    CLOSED = 3
    """Whether ``VALUE``, which is handed to the ply above, is certain."""
    NODES = 4
    """The number of positions visited."""


class Step(IntEnum):
    """What the search does next."""

    ENTER = 0
    """Look the position up in the table, or list its moves."""
    NEXT = 1
    """Try its next move."""
    PUSH = 2
    """Enter the position after the move."""
    BACK = 3
    """Return the value of the position to the one above."""
    OVER = 4


SOLVED, DEPTHS, MOVES = 2, 3, 16
"""The bit offsets within the facts of an entry of: whether it is certain, the depth, the best move."""

WAYS = 2
"""The entries of a bucket of the table: a position that was searched to some depth may be kept in any of them."""

UNIT = 10_000
"""The scale of evaluations: an expected result from -1 to 1 is multiplied by this."""

MOST = 1 << 30
"""The largest absolute value of an evaluation."""

NEAR, WON = 1 << 36, 1 << 40
"""The least absolute value that stands for an end of the game, and the value of an immediate win."""

FINE = 6
"""The fractional bits of a value, in games in which values are averaged or paid: see ``Layout.averages``."""

CHANCES = 20
SURE = 1 << CHANCES
"""The probability 1: probabilities are fixed-point numbers with ``CHANCES`` fractional bits."""

DEEPEST = 1 << 8
"""The most plies of a line."""

KILLERS = 2
"""The killer moves that are remembered for each ply."""

SLOTS = 1 << 12
"""The entries of the history table for each turn, which counts how often a move refuted others."""


def order_words(turns: int) -> int:
    """Return the words of the killer and history tables of a game with that many turns, nature's included."""
    return KILLERS * DEEPEST + turns * SLOTS
