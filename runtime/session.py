"""A game while it is played: its states, its moves, and what each player has been told on the way."""

from __future__ import annotations

from tilewright.runtime.information.knowledge import Told, known_after, known_at
from tilewright.runtime.move import Move
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game, State, state_of


class Session:
    """A game that begins with a state and goes on move by move."""

    def __init__(self, start: Game | State) -> None:
        state = state_of(start)
        self._moves: list[Move] = []
        self._moments = [(state, known_at(state))]

    @property
    def game(self) -> Game:
        """The game."""
        return self.state.game

    @property
    def start(self) -> State:
        """The state with which the session began."""
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
        """Return an independent session with the same start and moves."""
        other = Session(self.start)
        other._moves = [*self._moves]
        other._moments = [*self._moments]
        return other

    def play(self, move: str | Move) -> State:
        """Play a move and return the state after it. ``IllegalMove`` if it is not legal: then nothing has changed.

        Cost: that of the move, and one view for each player.
        """
        before, known = self._moments[-1]
        after = before.play(move)
        made = self.game.move(self.game.identity(move))
        moment = after, known_after(known, before, made, after)
        self._moves.append(made)
        self._moments.append(moment)
        return after

    def undo(self) -> State:
        """Take the last move back and return the state before it. ``IndexError`` if there is none."""
        if not self._moves:
            raise IndexError("no move has been played that could be taken back")
        self._moves.pop()
        self._moments.pop()
        return self.state

    def transcript(self, player: Player | int | str) -> tuple[Told, ...]:
        """Return what a player has been told, entry by entry, without what the player saw at the beginning.

        ``ValueError`` if the game has no such player.
        """
        return self._moments[-1][1][self.game.seat(player)].transcript

    def information_key(self, player: Player | int | str) -> int:
        """Return 64 bits that are equal for equal transcripts of a player, and the same in every run."""
        return self._moments[-1][1][self.game.seat(player)].key
