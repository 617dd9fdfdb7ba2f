"""Banqi: OpenSpiel's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"

KINDS = "GAERHCS"
"""The symbols of the kinds in the order of the model's rows: Red's above, Black's below."""

CELLS = re.compile(r"\((\d),(\d)\)")


class Banqi(SingleActions):
    """OpenSpiel's players are those who move first and second; the model's are the colours."""

    def __init__(self) -> None:
        super().__init__("banqi")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cells that are named, or that of the kind that is revealed."""
        text = state.action_to_string(state.current_player(), action)
        if state.is_chance_node():
            symbol = text[-1]
            return [cell(int(symbol.islower()), KINDS.index(symbol.upper()), 7)]
        return [cell(int(row), int(column), 4) for row, column in CELLS.findall(text)]

    def returns(self) -> Sequence[float] | None:
        """Return the result for Red and Black; None as long as the game goes on."""
        found = super().returns()
        return found[::-1] if found is not None and "P0=Black" in str(self.state) else found


RIVALS = {"banqi": Banqi}
