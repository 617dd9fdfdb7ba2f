"""Oshi-zumo: OpenSpiel's, whose players bid one after the other here."""

from __future__ import annotations

from typing import Any

import pyspiel

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class OshiZumo(SingleActions):
    """OpenSpiel's actions are the coins that are bid."""

    def __init__(self) -> None:
        self.state = pyspiel.load_game_as_turn_based("oshi_zumo").new_initial_state()

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the amount."""
        return [str(action)]


RIVALS = {"oshi-zumo": OshiZumo}
