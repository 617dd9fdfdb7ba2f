"""Corridors: OpenSpiel's quoridor, whose squares are every other cell here, with the gaps between them.

OpenSpiel ends every game after 324 plies; nothing is compared from there on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyspiel

LIBRARY = "pyspiel"
SQUARES = 9


class Corridors:
    """Knows where the pawns are, which OpenSpiel's moves do not say."""

    def __init__(self) -> None:
        self.state: Any = pyspiel.load_game("quoridor").new_initial_state()
        self.pawns = [cell(8, 16), cell(8, 0)]

    def actions(self) -> dict[str, int]:
        """Return the moves in notation with their actions."""
        if self.state.is_terminal():
            return {}
        player = self.state.current_player()
        return {self.name(self.state.action_to_string(player, a), player): a for a in self.state.legal_actions()}

    def name(self, text: str, player: int) -> str:
        """Return a move in notation: where a pawn goes, or the end of two gaps at which a wall stands, and how it lies."""
        column, row = 2 * (ord(text[0]) - ord("a")), 2 * (int(text[1]) - 1)
        if text[2:]:
            return f"{cell(column + 1, row + 1)}={text[2:]}"
        return f"{self.pawns[player]}-{cell(column, row)}"

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return self.actions()

    def play(self, move: str) -> None:
        """Play a legal move."""
        action = self.actions()[move]
        if "=" not in move:
            self.pawns[self.state.current_player()] = move.split("-")[1]
        self.state.apply_action(action)

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        returns: Sequence[float] = self.state.returns()
        return returns if self.state.is_terminal() else None


def cell(column: int, row: int) -> str:
    """Return the name of a cell, counted from the upper left corner."""
    return f"{chr(ord('a') + column)}{2 * SQUARES - 1 - row}"


RIVALS = {"corridors": Corridors}
