"""How long the random games of a proof go on, and who is told how far the proof has come."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import TypeAlias

Going: TypeAlias = Callable[[int, int], bool]
"""Return whether random games go on; called before each ply with the numbers of the game and of the ply, from 0 on."""


def always(game: int, ply: int) -> bool:
    """Go on: there is no limit of time."""
    return True


class Pace:
    """Gives each part of a proof the same time.

    *seconds* are those of a part, and *tell* is called before each ply with the name of the part, the engine or None,
    and the numbers of the game and of the ply, from 0 on. *begin* is called at the beginning of what else takes long,
    with the name of the part, the engine or None, and what is done.
    """

    def __init__(
        self,
        seconds: float = inf,
        tell: Callable[[str, str | None, int, int], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        begin: Callable[[str, str | None, str], None] | None = None,
    ) -> None:
        self.seconds = seconds
        self._begin = begin
        self._tell = tell
        self._clock = clock

    def begins(self, name: str, engine: str | None, what: str) -> None:
        """Tell who wants to know that something begins in a part."""
        if self._begin is not None:
            self._begin(name, engine, what)

    def part(self, name: str, engine: str | None = None) -> Going:
        """Return what says whether the games of a part go on.

        Its first ply is always played, and the time begins after it: an engine compiles what it needs when it is first
        used.
        """
        end: float | None = None

        def going(game: int, ply: int) -> bool:
            nonlocal end
            if self._tell is not None:
                self._tell(name, engine, game, ply)
            if game == ply == 0:
                return True
            now = self._clock()
            if end is None:
                end = now + self.seconds
            return now < end

        return going
