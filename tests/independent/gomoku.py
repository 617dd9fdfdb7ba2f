"""Gomoku: OpenSpiel's, free style on 15x15; six or more in a row win as five do, and a full board is a draw."""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"
SIZE = 15


class Gomoku(SingleActions):
    """OpenSpiel counts the cells from the top."""

    def __init__(self) -> None:
        super().__init__("gomoku")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cell."""
        return [cell(*divmod(action, SIZE), SIZE)]


RIVALS = {"gomoku": Gomoku}
