"""The codes of errors, which a compiled program returns in place of a number."""

TOO_SMALL, AMBIGUOUS, OVERFLOW, NO_STATE, ONE_CELL, TOO_LONG, STOPPED, TOO_DEEP = -1, -2, -3, -4, -5, -7, -8, -9
NO_MOVE, DOUBTFUL, WRONG_ODDS, PAID_PER_ZERO, NO_STACK = -10, -11, -12, -13, -14

WORDS = 4
"""The words for errors that a program has: the code of an error, the steps taken for a position, and two more."""

SPENT = 1
"""The place among them of the steps."""

FOUND = 3
"""The place of the note that a move has been found: see ``seeking``."""

LIMITS = (TOO_LONG, TOO_DEEP, DOUBTFUL)
"""The codes of what is no fault of the rules: a position for which a program has no room, or in which rules may make
the same move where it does not compare them."""
