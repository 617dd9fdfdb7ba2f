"""The error codes of a compiled program. They are negative: a function returns one in place of a number."""

TOO_SMALL, AMBIGUOUS, OVERFLOW, NO_STATE, ONE_CELL, TOO_LONG, STOPPED, TOO_DEEP = -1, -2, -3, -4, -5, -7, -8, -9
NO_MOVE, DOUBTFUL, WRONG_ODDS, PAID_PER_ZERO, NO_STACK = -10, -11, -12, -13, -14
TOO_LARGE, BY_ZERO = -15, -16

WORDS = 4
"""The words of the error array ``a_err``: the error code (0: none), the steps taken for this position (``SPENT``), the
stack position at which ``perft`` began, and whether a move has been found (``FOUND``)."""

SPENT = 1
"""The index of the steps in the error array."""

FOUND = 3
"""The index of the flag that says that a move has been found: see ``seeking``."""

WHY_LEFT = {
    TOO_LONG: "it has more moves, or takes more steps, than its program has room for",
    TOO_DEEP: "its rules go deeper than its program may",
    DOUBTFUL: "two of its rules may make the same move",
}
"""Why a position is left to the interpreter, by the codes that blame the program and not the rules."""

LIMITS = tuple(WHY_LEFT)
"""Those codes: the position needs more steps or a deeper stack than the program has, or two rules may make the same
move and the program does not compare them."""
