"""Goofspiel: OpenSpiel's, whose players bid one after the other here."""

from __future__ import annotations

from typing import Any

import pyspiel

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"


class Goofspiel(SingleActions):
    """OpenSpiel's actions are the cards, which count from 0: of the deck, and of the hand of the player to move."""

    def __init__(self) -> None:
        self.state = pyspiel.load_game_as_turn_based("goofspiel", {"num_cards": 13}).new_initial_state()

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the card."""
        zone = "prizes" if state.is_chance_node() else f"{'AB'[state.current_player()]}.hand"
        return [f"{zone}.{cell(0, action, 1)}"]


RIVALS = {"goofspiel": Goofspiel}
