"""What players have been told in a game so far.

A state does not know how it came about. What a player knows in a game with hidden parts depends on it: the *transcript*
of a player is all that this player has been told. After each ply the player is told which move was made, if the rule
tells him, and what he sees then. If he is not told the move and sees what he saw before, the transcript gets no entry:
he does not even learn that there was a ply.

The *information key* is a hash of a transcript, updated ply by ply: two lines of play with equal keys belong to the
same information set of this player, who must decide alike in both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilewright.runtime.information.seen import Seen
from tilewright.runtime.information.views import View
from tilewright.runtime.keys import mix
from tilewright.runtime.move import Move
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game, State


@dataclass(frozen=True, slots=True)
class Told:
    """What a player is told after a ply."""

    mover: Player | None
    """Who has moved; None if the player is not told the move."""
    move: Move | None
    """The move; None if the player is not told."""
    view: View
    """What the player sees after it."""

    def __str__(self) -> str:
        moved = "" if self.mover is None else f"{self.mover.name}: {self.move}\n"
        return moved + self.view.to_text()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Known:
    """What a player knows at some moment: what he knew before, and what he has been told since. It never changes."""

    before: Known | None
    """What he knew before the last entry; None at the beginning."""
    told: Told | None
    """The last entry; None at the beginning."""
    key: int
    """The information key: 64 bits that are equal for equal transcripts, and the same in every run."""
    view: View
    """What he sees."""

    @property
    def transcript(self) -> tuple[Told, ...]:
        """The entries in order, without what the player saw at the beginning. Cost: linear in their number."""
        found: list[Told] = []
        known = self
        while known.told is not None and known.before is not None:
            found.append(known.told)
            known = known.before
        return tuple(reversed(found))

    def to_text(self) -> str:
        """Return what the player saw at the beginning and the transcript as text; texts are equal iff these are."""
        return "\n\n".join([_first(self).view.to_text(), *map(str, self.transcript)])

    def after(self, told: Told) -> Known:
        """Return what the player knows after one more entry."""
        return Known(self, told, _chained(self.key, told), told.view)


Knowledge: TypeAlias = tuple[Known, ...]
"""What each player knows, in the order of the players."""

PlainKnowledge: TypeAlias = tuple[tuple[Seen, tuple[tuple[int | None, Move | None, Seen], ...]], ...]
"""For each player: the view at the beginning, and for each entry the number of the mover, the move and the view."""


def known_at(start: State) -> Knowledge:
    """Return what each player knows where a game begins."""
    views = [start.view(player) for player in start.game.players]
    return tuple(Known(None, None, view.key, view) for view in views)


def known_after(known: Knowledge, before: State, move: Move, after: State) -> Knowledge:
    """Return what each player knows after a legal move; *known* is what each knew before it.

    Cost: one view for each player.
    """
    game = before.game
    visibility = game.engine.told(before.position, game.identity(move))
    now: list[Known] = []
    for player, last in zip(game.players, known, strict=True):
        view = after.view(player)
        is_told = visibility == "All" or (visibility == "Owner" and player == before.player)
        if is_told or view != last.view:
            told = Told(before.player, move, view) if is_told else Told(None, None, view)
            last = last.after(told)
        now.append(last)
    return tuple(now)


def plain(knowledge: Knowledge) -> PlainKnowledge:
    """Return what players know as values without the game, which can be pickled; ``knowledge_of`` is the inverse."""
    return tuple(
        (
            _first(known).view.content,
            tuple(
                (None if told.mover is None else told.mover.number, told.move, told.view.content)
                for told in known.transcript
            ),
        )
        for known in knowledge
    )


def knowledge_of(game: Game, parts: PlainKnowledge) -> Knowledge:
    """Return what players of a game know, from the result of ``plain``."""
    knowledge: list[Known] = []
    for start, entries in parts:
        view = View(game.board, game, start)
        known = Known(None, None, view.key, view)
        for mover, move, content in entries:
            view = View(game.board, game, content)
            known = known.after(Told(None if mover is None else game.mover(mover), move, view))
        knowledge.append(known)
    return tuple(knowledge)


def _first(known: Known) -> Known:
    while known.before is not None:
        known = known.before
    return known


def _chained(key: int, told: Told) -> int:
    """Return the information key after one more entry; *key* is the one before it."""
    key = mix(key ^ told.view.key)
    if told.mover is not None and told.move is not None:
        key = mix(key ^ (told.mover.number + 1))
        for byte in told.move.notation.encode():
            key = mix(key ^ byte)
    return key
