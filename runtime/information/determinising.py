"""Determinisation: drawing states that agree with everything that a player has been told.

A search that may know only what its player knows draws such states and searches each of them: see Frank and Basin,
"Search in games with incomplete information", 1998, and Cowling, Powley and Whitehouse, "Information set Monte Carlo
tree search", 2012. A line of play that explains what was told is found by repair (``repairing``), and others by a walk
from there (``walking``).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from tilewright.runtime.information.guessing import guess
from tilewright.runtime.information.knowledge import Told
from tilewright.runtime.information.lines import Line, Transcript
from tilewright.runtime.information.repairing import Repair
from tilewright.runtime.information.walking import Walk
from tilewright.runtime.state import State

MOST_STATES = 100_000
"""The number of states that are looked at before ``determinise`` gives up."""
RESTARTS = (32, 32, 32, 32, 16, 16, 8)
"""The parts of these states for which the repair of a line is tried before it begins anew. A repair finds a line soon
or hardly ever, so that restarts find one sooner: see Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas
algorithms", 1993. What is left is for one last repair, since some lines need long ones."""
MIXING = 60
"""The steps of a walk between the repair of a line and the first state that is drawn."""
GUESSES = 10
"""The number of guesses that are tried before one is given up."""
STEPS = 2
"""The steps of a walk between two states that are drawn."""


def determinise(
    start: State, viewer: int, transcript: Sequence[Told], random: Random, states: int = MOST_STATES
) -> State | None:
    """Return a state that a line of play from *start* reaches and that explains a transcript; None if none is found.

    A line explains the transcript if the player with the number *viewer* would have been told just that. Every state
    that fits can be found. How likely each is comes near to how likely it is for the player if nature draws by its odds
    and the other players draw evenly; it comes nearer in the long run of a ``Determiniser``. The search is given up
    after *states* states.
    """
    return Determiniser(start, viewer, transcript).draw(random, states)


class Determiniser:
    """Draws states that explain what a player has been told. When the player is told more, it goes on from there."""

    def __init__(self, start: State, viewer: int, transcript: Sequence[Told] = ()) -> None:
        self._told = Transcript(start, viewer)
        self._told.extend(transcript)
        self._line = Line([], self._told.first())
        self._walk: Walk | None = None

    def goes_on(self, start: State, viewer: int, transcript: Sequence[Told]) -> bool:
        """Return whether a transcript begins with what was told before; if so, add what is new in it."""
        known = self._told.entries
        if self._told.viewer != viewer or self._told.start != start or [*transcript[: len(known)]] != known:
            return False
        if len(transcript) > len(known):
            self._told.extend(transcript[len(known) :])
            self._walk = None
        return True

    def guess(self, random: Random, deadline: float | None = None) -> State | None:
        """Return a state with the player's present view, after ``draw`` has found none; None if there is none in time.

        It need not explain all that the player was told: see ``guessing``.
        """
        for _ in range(GUESSES):
            found = guess(self._told, self._line, random, deadline)
            if found is not None or (deadline is not None and time.monotonic() >= deadline):
                return found
        return None

    def _repaired(self, random: Random, states: int, deadline: float | None) -> Line:
        """Return a line that explains all, or less if none is found, after about so many states."""
        left = states
        for part in (*RESTARTS, 1):
            before = self._told.played
            self._told.allow(min(states // part, left), deadline)
            line = Repair(self._told, random).extended(self._line)
            left -= self._told.played - before
            late = deadline is not None and time.monotonic() >= deadline
            if self._told.is_whole(line.last) or left <= 0 or late:
                break
        return line

    def draw(self, random: Random, states: int = MOST_STATES, deadline: float | None = None) -> State | None:
        """Return a state that fits, or None if none is found.

        About *states* states are looked at, at most, and none after *deadline*, a moment of ``time.monotonic``.
        """
        steps, end = STEPS, self._told.played + states
        if self._walk is None:
            self._line = self._repaired(random, states, deadline)
            if not self._told.is_whole(self._line.last):
                return None
            self._walk, steps = Walk(self._told, self._line), MIXING
        self._told.allow(end - self._told.played, deadline)
        for _ in range(steps):
            if self._told.is_spent:
                break
            self._walk.step(random)
        self._line = self._walk.line
        return self._line.last.state
