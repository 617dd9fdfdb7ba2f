"""Clobber: OpenSpiel's."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class Clobber(SingleActions):
    """OpenSpiel names cells as we do. The player who moves first has the corner at the bottom left."""

    def __init__(self, columns: int = 6, rows: int = 5) -> None:
        super().__init__("clobber", rows=rows, columns=columns)

    def steps(self, state: Any, action: int) -> list[str]:
        """Return where the stone comes from and goes to."""
        return re.findall(r"[a-z]\d+", state.action_to_string(action))


RIVALS: dict[str, Callable[[], Clobber]] = {
    "clobber": Clobber,
    "clobber-3x3": partial(Clobber, 3, 3),
    "clobber-4x3": partial(Clobber, 4, 3),
    "clobber-4x4": partial(Clobber, 4, 4),
    "clobber-5x6": partial(Clobber, 5, 6),
    "clobber-8x8": partial(Clobber, 8, 8),
}
