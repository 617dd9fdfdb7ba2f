"""Kalah: OpenSpiel's, there called Mancala."""

from __future__ import annotations

from collections.abc import Sequence

import pyspiel

LIBRARY = "pyspiel"

PITS = {action: f"{'abcdefg'[action]}1" for action in range(1, 7)} | {
    action: f"{'gfedcb'[action - 8]}3" for action in range(8, 14)
}
"""OpenSpiel counts the pits anticlockwise from the left store, which is 0; the right one is 7."""


class Kalah:
    """OpenSpiel too counts the seeds that are left in the pits of a side for its player."""

    def __init__(self) -> None:
        self._state = pyspiel.load_game("mancala").new_initial_state()

    def moves(self) -> list[str]:
        return [] if self._state.is_terminal() else [PITS[action] for action in self._state.legal_actions()]

    def play(self, move: str) -> None:
        self._state.apply_action(next(action for action, pit in PITS.items() if pit == move))

    def returns(self) -> Sequence[float] | None:
        return self._state.returns() if self._state.is_terminal() else None


RIVALS = {"kalah": Kalah}
