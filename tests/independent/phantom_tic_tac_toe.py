"""Phantom tic-tac-toe: OpenSpiel's."""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"


class PhantomTicTacToe(SingleActions):
    """OpenSpiel counts the cells from the top."""

    def __init__(self) -> None:
        super().__init__("phantom_ttt")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cell."""
        return [cell(*divmod(action, 3), 3)]


RIVALS = {"phantom-tic-tac-toe": PhantomTicTacToe}
