"""Soccer on a small field: OpenSpiel's markov_soccer, whose players choose one after the other here."""

from __future__ import annotations

from typing import Any

import pyspiel

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"
WAYS = ("up", "down", "left", "right", "stand")
LUCK = ("A", "B", "c3", "c2")


class MarkovSoccer(SingleActions):
    """OpenSpiel counts chance: who goes first, and before that where the ball is."""

    def __init__(self) -> None:
        self.state = pyspiel.load_game_as_turn_based("markov_soccer").new_initial_state()
        self.told: list[tuple[str, ...]] = [(), ()]

    def steps(self, state: Any, action: int) -> list[str]:
        """Return where somebody goes, or what chance says."""
        return [(LUCK if state.is_chance_node() else WAYS)[action]]

    def play(self, move: str) -> None:
        """Play a legal move, and tell those who hear of it: all of chance, and of a choice who has made it."""
        hearers = (0, 1) if self.state.is_chance_node() else (self.state.current_player(),)
        super().play(move)
        for player in hearers:
            self.told[player] += (move,)

    def shown(self, player: int) -> str:
        """Return what a player has heard so far, and sees."""
        seen = self.state.observation_string(player).split()[-4:]
        return " ".join((*self.told[player], *seen))


RIVALS = {"markov-soccer": MarkovSoccer}
