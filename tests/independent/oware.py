"""Oware: OpenSpiel's."""

from __future__ import annotations

from collections.abc import Sequence

import pyspiel

LIBRARY = "pyspiel"

ROWS = ("bcdefg", "1"), ("gfedcb", "3")
"""The columns of each player's houses in the order of sowing, and the row."""


class Oware:
    """OpenSpiel numbers the houses of the player to move in the order of sowing."""

    def __init__(self) -> None:
        self._state = pyspiel.load_game("oware").new_initial_state()

    def moves(self) -> list[str]:
        return list(self._named())

    def _named(self) -> dict[str, int]:
        if self._state.is_terminal():
            return {}
        columns, row = ROWS[self._state.current_player()]
        return {f"{columns[action]}{row}": action for action in self._state.legal_actions()}

    def play(self, move: str) -> None:
        self._state.apply_action(self._named()[move])

    def returns(self) -> Sequence[float] | None:
        return self._state.returns() if self._state.is_terminal() else None


RIVALS = {"oware": Oware}
