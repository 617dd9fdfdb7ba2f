"""Nine men's morris: OpenSpiel's, a draw after 200 turns."""

from __future__ import annotations

import re
from typing import Any

from tests.independent._spiel import Spiel, cell

LIBRARY = "pyspiel"
ROWS = (
    "o..o..o",
    ".o.o.o.",
    "..ooo..",
    "ooo.ooo",
    "..ooo..",
    ".o.o.o.",
    "o..o..o",
)
POINTS = [
    cell(row, column, len(ROWS)) for row, line in enumerate(ROWS) for column, mark in enumerate(line) if mark == "o"
]


class NineMensMorris(Spiel):
    """OpenSpiel numbers the points row by row from the top; taking a man is an action of its own."""

    def __init__(self) -> None:
        super().__init__("nine_mens_morris")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the points of the action."""
        return [POINTS[int(number)] for number in re.findall(r"\d+", state.action_to_string(action))]


RIVALS = {"nine-mens-morris": NineMensMorris}
