"""Dots and boxes: OpenSpiel's, with its default of two rows of two boxes."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pyspiel

LIBRARY = "pyspiel"

LINE = re.compile(r"P\d\((h|v),(\d),(\d)\)")


class DotsAndBoxes:
    """OpenSpiel calls a line horizontal or vertical, by its row from the top and its column among its like."""

    def __init__(self) -> None:
        self._state = pyspiel.load_game("dots_and_boxes").new_initial_state()

    def moves(self) -> list[str]:
        return list(self._named())

    def _named(self) -> dict[str, int]:
        state = self._state
        if state.is_terminal():
            return {}
        return {self._name(state.action_to_string(action)): action for action in state.legal_actions()}

    def _name(self, line: str) -> str:
        """Return the cell of a line on the model's board, where the dots stand in every other row and column."""
        match = LINE.fullmatch(line)
        assert match, line
        across, row, column = match[1] == "h", int(match[2]), int(match[3])
        return f"{'abcde'[2 * column + across]}{5 - 2 * row - (not across)}"

    def play(self, move: str) -> None:
        self._state.apply_action(self._named()[move])

    def returns(self) -> Sequence[float] | None:
        return self._state.returns() if self._state.is_terminal() else None


RIVALS = {"dots-and-boxes": DotsAndBoxes}
