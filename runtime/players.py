"""Programs that choose moves. A person is asked by the code that shows the board."""

from __future__ import annotations

import random
from typing import Protocol

from tilewright.runtime.move import Move
from tilewright.runtime.state import State


class Chooser(Protocol):
    """Chooses one of the legal moves of a state."""

    def choose(self, state: State) -> Move:
        """Return a legal move; the game is not over."""


class RandomPlayer:
    """Chooses any legal move with the same probability. The same seed gives the same games."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return any of the legal moves."""
        return self._random.choice(list(state.legal_moves))
