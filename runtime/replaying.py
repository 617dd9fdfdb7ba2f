"""Replaying the moves of a running game under changed rules.

Moves are matched by their notation: ``c2-c3`` is the move from the cell c2 to the cell c3, wherever these are now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.state import Game, State


@dataclass(frozen=True)
class Refusal:
    """The first move that is no longer legal: its ply, from 1, its notation, and why it is refused."""

    ply: int
    move: str
    why: str

    def __str__(self) -> str:
        return f"ply {self.ply}, {self.move}: {self.why}"


@dataclass(frozen=True)
class Replay:
    """How far moves can be replayed: the states from the initial one on, and the refusal that ends them, if any."""

    states: tuple[State, ...]
    refusal: Refusal | None

    @property
    def state(self) -> State:
        """The last state that is reached."""
        return self.states[-1]


def replay(game: Game, moves: Sequence[str]) -> Replay:
    """Play moves, given in notation, from the initial state up to the first one that is not legal.

    ``ModelError`` if the rules fail on the way. Cost: that of playing the moves.
    """
    states = [game.initial_state()]
    for move in moves:
        try:
            states.append(states[-1].play(move))
        except IllegalMove as error:
            why = error.reason if error.explanation is None else error.explanation.message
            return Replay(tuple(states), Refusal(len(states), move, why))
    return Replay(tuple(states), None)
