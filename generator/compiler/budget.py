"""What compiling a game may take. Rules that are longer, or branch more, are left to the interpreter.

Work is counted in chains that are gone on with: a choice of two, and whatever follows, are two of each. That does not
depend on the machine; the time, which does, is the net below it.
"""

from __future__ import annotations

import time

from tilewright.model.places import Place

OPERATIONS = 10_000
"""The operations that the rules of a game may have for one player, sub-pipelines written out. Chess has 200."""

WORK = 30_000
"""The chains that may be gone on with. Backgammon takes 10 000, surakarta 4 000, all others less."""

SECONDS = 30.0
"""The seconds of processor time that it may take."""


class NotLowered(Exception):
    """A game that is not compiled: the interpreter plays it. The message says why and, once it is known, where."""

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason, place)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return self.reason if self.place is None else f"{self.place}: {self.reason}"


class Budget:
    """What is left for compiling one game, or for a part of it."""

    def __init__(self, share: int = 1) -> None:
        """*share*: the part gets no more than one of so many shares."""
        self._work = WORK // share
        self._end = time.thread_time() + SECONDS / share

    def spend(self) -> None:
        """Go on with a chain. ``NotLowered`` if there is nothing left for it."""
        self._work -= 1
        if self._work < 0 or time.thread_time() > self._end:
            raise NotLowered(
                "compiled, these rules would be too long: what follows a filter that branches is written out for each"
                " of its outputs; let alternatives meet in a union, branch in fewer places, or nest less"
            )
