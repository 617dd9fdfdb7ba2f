"""Hex: OpenSpiel's, without the swap and with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"


class Hex(SingleActions):
    """OpenSpiel counts the cells from the top, and the player who moves first joins the top and the bottom."""

    def __init__(self, columns: int = 11, rows: int = 11, *, swap: bool = False) -> None:
        super().__init__("hex", num_cols=columns, num_rows=rows, swap=swap)
        self._columns, self._rows = columns, rows

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cell. The action after all cells is the swap, which is named with the mirror image of the first stone."""
        if action == self._columns * self._rows:
            row, column = divmod(state.history()[0], self._columns)
            return [f"swap={cell(column, row, self._rows)}"]
        return [cell(*divmod(action, self._columns), self._rows)]


RIVALS: dict[str, Callable[[], Hex]] = {
    "hex": Hex,
    "hex-3x3": partial(Hex, 3, 3),
    "hex-4x4": partial(Hex, 4, 4),
    "hex-5x4": partial(Hex, 5, 4),
    "hex-5x5": partial(Hex, 5, 5),
    "hex-7x7": partial(Hex, 7, 7),
    "hex-9x9": partial(Hex, 9, 9),
    "hex-swap": partial(Hex, swap=True),
}
