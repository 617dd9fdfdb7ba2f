"""A game while it is played: its states, its moves, and what each player has been told on the way.

A state does not know how it came about. What a player knows in a game with hidden parts depends on it: the *transcript*
of a player is all that this player has been told. After each ply the player is told which move was made, if the rule
tells him, and what he sees then; if he is not told the move and sees what he saw before, he is told nothing at all, not
even that there was a ply.

The *information key* is the hash of a transcript, brought up to date ply by ply: two lines of play with equal keys are
the same to this player, who must decide alike in both.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.runtime.keys import mix
from tilewright.runtime.move import Move
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game, State
from tilewright.runtime.views import View


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


@dataclass(frozen=True, slots=True)
class _Known:
    """What a player knows at some moment: the number of entries told so far, their hash, and what is seen."""

    entries: int
    key: int
    view: View


class Session:
    """A game that begins with a state and goes on move by move."""

    def __init__(self, start: Game | State) -> None:
        state = start.initial_state() if isinstance(start, Game) else start
        self._moves: list[Move] = []
        self._told: list[list[Told]] = [[] for _ in state.game.players]
        views = [state.view(player) for player in state.game.players]
        self._moments = [(state, tuple(_Known(0, view.key, view) for view in views))]

    @property
    def game(self) -> Game:
        """The game."""
        return self.state.game

    @property
    def start(self) -> State:
        """The state with which it began."""
        return self._moments[0][0]

    @property
    def state(self) -> State:
        """The state to which the moves have led."""
        return self._moments[-1][0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far."""
        return tuple(self._moves)

    @property
    def states(self) -> tuple[State, ...]:
        """The states from the beginning on: one more than there are moves."""
        return tuple(state for state, _ in self._moments)

    def copy(self) -> Session:
        """Return a session of the same moves, which goes on by itself."""
        other = Session(self.start)
        other._moves = [*self._moves]
        other._told = [[*told] for told in self._told]
        other._moments = [*self._moments]
        return other

    def play(self, move: str | Move) -> State:
        """Play a move and return the state after it. ``IllegalMove`` if it is none: then nothing has changed.

        Cost: beside that of the move, what each player sees is found.
        """
        before, known = self._moments[-1]
        after = before.play(move)
        made = self.game.move(self.game.identity(move))
        visibility = self.game.engine.told(before.position, self.game.identity(made))
        now: list[_Known] = []
        for player, last in zip(self.game.players, known, strict=True):
            view = after.view(player)
            is_told = visibility == "All" or (visibility == "Owner" and player == before.player)
            if is_told or view != last.view:
                told = Told(before.player, made, view) if is_told else Told(None, None, view)
                self._told[player.number].append(told)
                last = _Known(last.entries + 1, _chained(last.key, told), view)
            now.append(last)
        self._moves.append(made)
        self._moments.append((after, tuple(now)))
        return after

    def undo(self) -> State:
        """Take the last move back and return the state before it. ``IndexError`` if there is none."""
        self._moves.pop()
        self._moments.pop()
        for told, known in zip(self._told, self._moments[-1][1], strict=True):
            del told[known.entries :]
        return self.state

    def transcript(self, player: Player | int) -> tuple[Told, ...]:
        """Return what a player has been told, entry by entry; what he saw at the beginning is not among it."""
        return tuple(self._told[_number(player)])

    def information_key(self, player: Player | int) -> int:
        """Return 64 bits that are equal for equal transcripts of a player, and the same in every run."""
        return self._moments[-1][1][_number(player)].key


def _chained(key: int, told: Told) -> int:
    """Return the hash of a transcript with one entry more."""
    key = mix(key ^ told.view.key)
    if told.mover is not None and told.move is not None:
        key = mix(key ^ (told.mover.number + 1))
        for byte in told.move.notation.encode():
            key = mix(key ^ byte)
    return key


def _number(player: Player | int) -> int:
    return player.number if isinstance(player, Player) else player
