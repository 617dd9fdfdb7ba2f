"""Go: OpenSpiel's, with a komi of 7.5 and simple ko."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from typing import Any

import pyspiel

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"
ENDLESS = 1_000_000
"""Plies that no game reaches. OpenSpiel would end a game by its length."""


class Go(SingleActions):
    """OpenSpiel counts the points from the bottom.

    For OpenSpiel a game is drawn as soon as a position comes back. Such a game is gone on with from a game in which the
    same position arises in another way, so that only the simple ko is left of the rules on repetition.
    """

    def __init__(self, size: int = 9) -> None:
        self._parameters = {"board_size": size, "komi": 7.5, "max_game_length": ENDLESS}
        super().__init__("go", **self._parameters)
        self._size, self._pass = size, size * size

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the point, or that it is a pass."""
        size = self._size
        return ["pass"] if action == self._pass else [cell(size - 1 - action // size, action % size, size)]

    def play(self, move: str) -> None:
        """Play a legal move."""
        before = self.state.clone()
        (action,) = self.lines[move]
        super().play(move)
        if self.state.is_terminal() and action != self._pass:
            self.state = self._arisen_otherwise(before)
            self.state.apply_action(action)

    def _arisen_otherwise(self, wanted: Any) -> Any:
        """Return a position without its history: the stones are set in turn, none of them taking any."""
        state = pyspiel.load_game("go", self._parameters).new_initial_state()
        rows = [line.split()[1] for line in str(wanted).splitlines() if line.strip()[:1].isdigit()]
        stones = {
            colour: [
                self._size * row + column
                for row, line in enumerate(reversed(rows))
                for column, point in enumerate(line)
                if point == colour
            ]
            for colour in "XO"
        }
        turns = [action for pair in zip_longest(stones["X"], stones["O"], fillvalue=self._pass) for action in pair]
        while turns and turns[-1] == self._pass:
            turns.pop()
        if len(turns) % 2 != wanted.current_player():
            turns.append(self._pass)
        for action in turns:
            state.apply_action(action)
        return state


RIVALS: dict[str, Callable[[], Go]] = {
    "go": Go,
    "go-5x5": partial(Go, 5),
    "go-7x7": partial(Go, 7),
    "go-13x13": partial(Go, 13),
    "go-19x19": partial(Go, 19),
}
