"""Y: OpenSpiel's, without the rule of swapping, on a triangle of 13 cells a side."""

from __future__ import annotations

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


RIVALS = {"y": Y}
