"""Playouts: one random game to the end."""

from __future__ import annotations

from random import Random

from tilewright.runtime.limits import LONGEST, check
from tilewright.runtime.state import Game, State, state_of

MAX_PLIES = 10_000
"""The plies after which a playout stops, because some games need not end."""


def playout(start: Game | State, seed: int | Random | None = None, *, max_plies: int = MAX_PLIES) -> State:
    """Return the last state of a random game: players choose uniformly, nature by its odds.

    The same seed gives the same game, whatever engine plays it. After *max_plies* the playout stops: then the last
    state may not be over. ``ValueError`` if *max_plies* is beyond ``limits.LONGEST``.
    """
    check("plies", max_plies, 0, LONGEST)
    state = state_of(start)
    random = seed if isinstance(seed, Random) else Random(seed)
    for _ in range(max_plies):
        choices = state.count_moves()
        if not choices:
            break
        number = state.drawn(random) if state.is_chance else random.randrange(choices)
        state = state.play_number(number)
    return state
