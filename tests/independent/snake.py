"""Snake for two: OpenSpiel's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import pyspiel

from tests.independent._spiel import cell

LIBRARY = "pyspiel"

WAYS = ("north", "east", "south", "west")
SIDE = 10


class Snake:
    """OpenSpiel's players choose at once; here the choice of the first one waits for that of the second."""

    def __init__(self) -> None:
        self.state: Any = pyspiel.load_game("snake").new_initial_state()
        self.waiting: list[int] = []

    def fruits(self) -> dict[str, int]:
        """Return the actions of nature by the cells where fruit appears."""
        texts = {action: self.state.action_to_string(-1, action) for action in self.state.legal_actions()}
        places = {action: map(int, re.findall(r"\d+", text)) for action, text in texts.items()}
        return {cell(row, column, SIDE): action for action, (row, column) in places.items()}

    def moves(self) -> Iterable[str]:
        """Return the cells where fruit may appear, or the four ways."""
        if self.state.is_terminal():
            return []
        return self.fruits() if self.state.is_chance_node() else WAYS

    def play(self, move: str) -> None:
        """Play a legal move."""
        if self.state.is_chance_node():
            self.state.apply_action(self.fruits()[move])
            return
        self.waiting.append(WAYS.index(move))
        if len(self.waiting) == 2:
            self.state.apply_actions(self.waiting)
            self.waiting = []

    def chances(self) -> dict[str, float]:
        """Return how likely fruit is on each cell."""
        odds = dict(self.state.chance_outcomes())
        return {place: odds[action] for place, action in self.fruits().items()}

    def returns(self) -> Sequence[float] | None:
        """Return the points of each player; None as long as the game goes on."""
        returns: Sequence[float] = self.state.returns()
        return returns if self.state.is_terminal() else None

    def shown(self, player: int) -> str:
        """Return what a player sees; who has chosen already is not among it."""
        text: str = self.state.observation_string(player)
        return text


RIVALS = {"snake": Snake}
