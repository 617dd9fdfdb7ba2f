"""Sessions in the midst of random games."""

from __future__ import annotations

from random import Random

from tilewright.runtime import Game
from tilewright.runtime.session import Session


def later(played: Game, share: float, seed: int, plies: int = 120) -> Session:
    """Return a session after a share of the decisions of a random game, which is cut off after so many plies."""
    session, random = Session(played), Random(seed)
    while not session.state.is_over and session.state.ply < plies:
        session.play(session.state.move_of(random.randrange(session.state.count_moves())))
    decisions = [ply for ply, state in enumerate(session.states) if not state.is_over and not state.is_chance]
    for _ in range(session.state.ply - decisions[int(share * len(decisions))]):
        session.undo()
    return session
