"""A game that is running, played again under other rules.

Moves are what they are called: ``c2-c3`` is the move from the cell c2 to the cell c3, wherever these are now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.state import Game, State


@dataclass(frozen=True)
class Refusal:
    """The first move that is no longer allowed: its ply, from 1, what it is called, and why it is refused."""

    ply: int
    move: str
    why: str

    def __str__(self) -> str:
        return f"ply {self.ply}, {self.move}: {self.why}"


@dataclass(frozen=True)
class Replay:
    """How far the moves of a game can be played: the states from the first one on, and what ends it, if anything."""

    states: tuple[State, ...]
    refusal: Refusal | None

    @property
    def state(self) -> State:
        """The last state that is reached."""
        return self.states[-1]


def replay(game: Game, moves: Sequence[str]) -> Replay:
    """Play moves in notation from the beginning, up to the first one that the rules of a game do not allow.

    ``ModelError`` if the rules go wrong on the way. Cost: that of playing the moves.
    """
    states = [game.initial_state()]
    for move in moves:
        try:
            states.append(states[-1].play(move))
        except IllegalMove as error:
            why = error.reason if error.explanation is None else error.explanation.message
            return Replay(tuple(states), Refusal(len(states), move, why))
    return Replay(tuple(states), None)
