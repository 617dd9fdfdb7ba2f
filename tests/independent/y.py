"""Y: OpenSpiel's on a triangle of 13 cells a side, without the swap and with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class Y(SingleActions):
    """OpenSpiel names cells as we do, and draws the row that we have at the bottom at the top."""

    def __init__(self) -> None:
        super().__init__("y", board_size=13)

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cell."""
        return [str(state.action_to_string(action))]


class YSwap(Y):
    """OpenSpiel's Y has no swap: after one its first player is our second one, who has put down the stone."""

    def __init__(self) -> None:
        super().__init__()
        self._swapped = False

    def moves(self) -> list[str]:
        """Return the legal moves; the first stone is one of the answers to it."""
        first = self.state.history() if len(self.state.history()) == 1 and not self._swapped else []
        return [*super().moves(), *map(self.state.action_to_string, first)]

    def play(self, move: str) -> None:
        """Play a legal move. A swap leaves the stone where it is; the players change places."""
        if move in super().moves():
            super().play(move)
        else:
            self._swapped = True

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player."""
        returns = super().returns()
        return returns[::-1] if returns is not None and self._swapped else returns


RIVALS = {"y": Y, "y-swap": YSwap}
