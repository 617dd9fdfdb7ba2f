"""Dark hex: OpenSpiel's."""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"


class DarkHex(SingleActions):
    """OpenSpiel counts the cells from the top, and the player who moves first joins the top and the bottom."""

    def __init__(self) -> None:
        super().__init__("dark_hex", num_cols=3, num_rows=3)

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cell."""
        return [cell(*divmod(action, 3), 3)]


RIVALS = {"dark-hex": DarkHex}
