"""Othello: OpenSpiel's."""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"
PASS = 64


class Othello(SingleActions):
    """OpenSpiel counts the cells from the top."""

    def __init__(self) -> None:
        super().__init__("othello")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cell, or that it is a pass."""
        return ["pass"] if action == PASS else [cell(*divmod(action, 8), 8)]


RIVALS = {"othello": Othello}
