"""Battleship with a destroyer, a cruiser and a submarine on 5x5: OpenSpiel's."""

from __future__ import annotations

import re
from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"

SIZES = (2, 3, 3)


class Battleship(SingleActions):
    """OpenSpiel names the upper left cell of a ship and its way; here the first and the last cell are clicked."""

    def __init__(self) -> None:
        super().__init__(
            "battleship", board_width=5, board_height=5, ship_sizes="[2;3;3]", ship_values="[1;1;1]", num_shots=12
        )

    def steps(self, state: Any, action: int) -> list[str]:
        """Return both ends of the ship, or the cell that is shot at."""
        text = state.action_to_string(action)
        row, column = map(int, re.findall(r"\d+", text.partition(":")[2]))
        player = "AB"[state.current_player()]
        if "shoot" in text:
            return [f"{player}.chart.{cell(row, column, 5)}"]
        length = SIZES[len(state.history()) // 2] - 1
        end = (row, column + length) if "horizontally" in text else (row + length, column)
        return [f"{player}.sea.{cell(row, column, 5)}", f"{player}.sea.{cell(*end, 5)}"]


RIVALS = {"battleship": Battleship}
