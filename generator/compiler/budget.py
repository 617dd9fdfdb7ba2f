"""The limits of compiling a game. Rules that are longer, or branch more, are left to the interpreter.

Work is counted in chains that the compiler follows: what comes after a choice of two is followed twice. This count does
not depend on the machine. The limit of time, which does, is only a safety net below it.
"""

from __future__ import annotations

import time

from tilewright.model.places import Place

OPERATIONS = 10_000
"""The most operations that the rules of a game may have for one player, with sub-pipelines expanded."""

WRITTEN_OUT = 48
"""The most operations of a repetition that is written out, all rounds together."""

WORK = 30_000
"""The most chains that may be followed."""

SECONDS = 30.0
"""The most seconds of processor time of the compiling thread."""


class NotLowered(Exception):
    """Raised for a game that cannot be compiled, and is left to the interpreter. It says why and, once known, where.

    ``rule`` is the name of the rule at fault, where that is known before its place.
    """

    def __init__(self, reason: str, place: Place | None = None, rule: str | None = None) -> None:
        super().__init__(reason, place, rule)
        self.reason = reason
        self.place = place
        self.rule = rule

    def __str__(self) -> str:
        return self.reason if self.place is None else f"{self.place}: {self.reason}"


class Budget:
    """What is left of the limits for compiling one game, or a part of it."""

    def __init__(self, share: int = 1) -> None:
        """*share* divides the limits: a part of a game may use a *share*-th of them."""
        self._work = WORK // share
        self._end = time.thread_time() + SECONDS / share

    def spend(self) -> None:
        """Count one more chain. Raises ``NotLowered`` if the work or the time is used up."""
        self._work -= 1
        if self._work < 0 or time.thread_time() > self._end:
            raise NotLowered(
                "compiled, these rules would be too long: what follows a filter that branches is written out for each"
                " of its outputs; let alternatives meet in a union, branch in fewer places, or nest less"
            )
