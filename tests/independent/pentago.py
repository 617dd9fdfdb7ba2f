"""Pentago: OpenSpiel's. There too every move ends with a turn, and only what stands after it counts.

OpenSpiel has no move without a turn, neither the variant's that skips it while a quarter is symmetrical, nor the
published leave to stop at five in a row before it; nor has the model.
"""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"
TURNS = {"s": "nwL", "t": "nwR", "u": "neL", "v": "neR", "w": "seL", "x": "seR", "y": "swL", "z": "swR"}
"""OpenSpiel's letters are the eight edges of the quarters, from the north-west one's left clockwise."""


class Pentago(SingleActions):
    """OpenSpiel names columns as we do and counts the rows from the top."""

    def __init__(self) -> None:
        super().__init__("pentago")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cell with the turn."""
        column, row, turn = state.action_to_string(action)
        return [f"{cell(int(row) - 1, ord(column) - ord('a'), 6)}={TURNS[turn]}"]


RIVALS = {"pentago": Pentago}
