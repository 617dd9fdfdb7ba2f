"""Lines of play as one player knows them: plies from the start of a game, with what they explain.

The player has been told a sequence of entries, the transcript (see ``knowledge``). A line *explains* an entry if the
player would have been told just that after one of its plies. A ply is *open* if its mover may make moves of which the
player is not told, as nature when it deals. The moves of all other plies stand in the transcript. So a line is a
vector of choices, one for each open ply.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.runtime.information.glances import Glances
from tilewright.runtime.information.knowledge import Told
from tilewright.runtime.information.telling import Telling
from tilewright.runtime.move import Move
from tilewright.runtime.refusals import UnreadableMove
from tilewright.runtime.state import State

NONE = -1
"""The number of no move."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A state on a line, and what the player knows there."""

    state: State
    glance: int
    """What the player sees: see ``Glances``."""
    explained: int
    """The number of entries that the line explains up to here."""
    open: bool
    """Whether the next ply is open."""


@dataclass(slots=True)
class Ply:
    """A ply of a line."""

    before: Moment
    number: int
    """The number of the move among the legal ones."""
    move: Move | None
    """The move of an open ply."""
    chance: float | None = None
    """What ``Transcript.chance`` has found."""
    touched: frozenset[tuple[str, int]] | None = None
    """What it has changed, as soon as somebody has asked: see ``blaming``."""


class Line:
    """A line of play. It never changes: a longer one shares its plies."""

    __slots__ = ("last", "plies")

    def __init__(self, plies: list[Ply], last: Moment) -> None:
        self.plies = plies
        self.last = last

    @property
    def open(self) -> list[int]:
        """The places of the open plies."""
        return [place for place, ply in enumerate(self.plies) if ply.before.open]

    def moment(self, place: int) -> Moment:
        """Return the moment before the ply at a place, or the last one."""
        return self.plies[place].before if place < len(self.plies) else self.last


class Transcript:
    """What a player has been told since the start of a game, and what explains it. Entries can be added.

    ``played`` counts the plies that were tried. Who looks for lines stops when the transcript ``is_spent``.
    """

    def __init__(self, start: State, viewer: int) -> None:
        self.start = start
        self.viewer = viewer
        self.entries: list[Told] = []
        self.played = 0
        self._limit = 0
        self._deadline: float | None = None
        self.glances = Glances(start.game, viewer)
        self._telling = Telling(start.game, viewer)
        self._keys: list[int] = []

    def allow(self, plies: int, deadline: float | None = None) -> None:
        """Let about so many more plies be tried, but none after a moment of ``time.monotonic``."""
        self._limit, self._deadline = self.played + plies, deadline

    @property
    def is_spent(self) -> bool:
        """Whether all plies that were allowed have been tried, or their time is over."""
        return self.played >= self._limit or (self._deadline is not None and time.monotonic() >= self._deadline)

    def extend(self, entries: Sequence[Told]) -> None:
        """Add what the player has been told since."""
        self.entries += entries
        self._keys += [told.view.key for told in entries]

    def first(self) -> Moment:
        """Return the moment at which the game starts."""
        return self.moment(self.start, self.glances.of(self.start), 0)

    def told(self, moment: Moment) -> int:
        """Return the number of the move that the next entry tells; ``NONE`` if it tells none that is legal here."""
        entry = self.entries[moment.explained]
        state = moment.state
        if entry.move is None or entry.mover != state.player or state.is_over:
            return NONE
        try:
            number = state.number_of(entry.move)
        except UnreadableMove:  # the player was told of another game
            return NONE
        return number if number >= 0 and self._telling.tells(state, number) else NONE

    def after(self, moment: Moment, number: int) -> Moment | None:
        """Return the moment after a legal move; None if the player would have been told something else."""
        state = moment.state
        tells = not moment.open or self._telling.tells(state, number)
        if tells and number != self.told(moment):
            return None
        self.played += 1
        after = state.play_number(number)
        glance = self.glances.of(after)
        if not tells and glance == moment.glance:
            return self.moment(after, glance, moment.explained)
        if glance != self._keys[moment.explained] or (self.entries[moment.explained].move is None) is tells:
            return None
        return self.moment(after, glance, moment.explained + 1)

    def ply(self, moment: Moment, number: int) -> Ply:
        """Return the ply from a moment with a legal move."""
        return Ply(moment, number, moment.state.move_of(number) if moment.open else None)

    def chance(self, ply: Ply) -> float:
        """Return the probability of a move if its mover draws it: nature by its odds, and other players evenly.

        It is 1 for the moves that the player has chosen.
        """
        if ply.chance is None:
            state, is_open = ply.before.state, ply.before.open
            own = state.player.number == self.viewer and not is_open
            ply.chance = 1.0 if own else self._telling.chance(state, ply.number)
        return ply.chance

    def is_whole(self, moment: Moment) -> bool:
        """Return whether all entries are explained."""
        return moment.explained == len(self.entries)

    def moment(self, state: State, glance: int, explained: int) -> Moment:
        """Return the moment with a state that explains so many entries."""
        return Moment(state, glance, explained, self._telling.always(state) is not True)
