"""Connect four: OpenSpiel's, on 6 rows of 7 columns."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"


class ConnectFour(SingleActions):
    """OpenSpiel's moves are columns; ours are the cells where discs come to rest, above so many rows of floor."""

    def __init__(self, floor: int = 0) -> None:
        super().__init__("connect_four")
        self._floor = floor

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the lowest free cell of the column."""
        return [cell(-state.history().count(action), action, 1 + self._floor)]


class ConnectFourColumns(SingleActions):
    """OpenSpiel's moves are columns; ours are their top cells."""

    def __init__(self) -> None:
        super().__init__("connect_four")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the top cell of the column."""
        return [cell(0, action, 6)]


RIVALS = {
    "connect-four": ConnectFour,
    "connect-four-columns": ConnectFourColumns,
    "connect-four-floor": partial(ConnectFour, 1),
}
