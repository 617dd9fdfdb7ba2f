"""Random games, as records."""

from __future__ import annotations

from random import Random

from tilewright.runtime import Game
from tilewright.runtime.formats.record import Record


def random_record(game: Game, random: Random, plies: int) -> Record:
    """Return a random game, left after so many plies."""
    state = start = game.initial_state()
    moves = []
    while not state.is_over and len(moves) < plies:
        moves.append(random.choice(list(state.legal_moves)))
        state = state.play(moves[-1])
    return Record(start, tuple(moves), names=("Ann", 'B "the \\ rook" ]'))
