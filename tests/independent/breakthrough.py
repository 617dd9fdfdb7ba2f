"""Breakthrough: OpenSpiel's."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class Breakthrough(SingleActions):
    """OpenSpiel's first player starts at the top, so the rows are mirrored."""

    def __init__(self, columns: int = 8, rows: int = 8) -> None:
        super().__init__("breakthrough", rows=rows, columns=columns)
        self._rows = rows

    def steps(self, state: Any, action: int) -> list[str]:
        """Return where the pawn comes from and goes to."""
        cells = re.findall(r"([a-z])(\d+)", state.action_to_string(action))
        return [f"{column}{self._rows + 1 - int(row)}" for column, row in cells]


RIVALS: dict[str, Callable[[], Breakthrough]] = {
    "breakthrough": Breakthrough,
    "breakthrough-4x4": partial(Breakthrough, 4, 4),
    "breakthrough-5x5": partial(Breakthrough, 5, 5),
    "breakthrough-6x6": partial(Breakthrough, 6, 6),
}
