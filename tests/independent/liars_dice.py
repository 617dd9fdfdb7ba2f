"""Liar's dice with one die each: OpenSpiel's."""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class LiarsDice(SingleActions):
    """OpenSpiel's actions are the bids from the lowest on, and last of all the doubt; the numbers of a die count from 0."""

    def __init__(self) -> None:
        super().__init__("liars_dice")
        self.liar = self.state.num_distinct_actions() - 1

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the number on the die, the number of the bid, or the doubt."""
        return ["liar" if action == self.liar and not state.is_chance_node() else str(action + 1)]


RIVALS = {"liars-dice": LiarsDice}
