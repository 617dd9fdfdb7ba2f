"""2048: OpenSpiel's.

OpenSpiel 2.0.2 forgets ways in which nothing but a tile can be joined that the ply before has made: it still remembers that
this tile must not be joined again in its own ply. So a way is legal here if it changes what OpenSpiel shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"


class TwentyFortyEight(SingleActions):
    """OpenSpiel's actions are the four ways; what appears is a 2 or a 4 on each cell in turn, row by row."""

    def __init__(self) -> None:
        super().__init__("2048")

    def _lines(self, state: Any) -> Iterable[tuple[list[str], list[int]]]:
        if state.is_terminal() or state.is_chance_node():
            yield from super()._lines(state)
            return
        for action in range(4):
            if str(state.child(action)) != str(state):
                yield self.steps(state, action), [action]

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the way, or the cell and the value that appears there."""
        if not state.is_chance_node():
            return [("up", "right", "down", "left")[action]]
        place, four = divmod(action, 2)
        return [f"{cell(*divmod(place, 4), rows=4)}={4 if four else 2}"]


RIVALS = {"twenty-forty-eight": TwentyFortyEight}
