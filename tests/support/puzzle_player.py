"""A player of games with puzzles in a process of its own: ``python puzzle_player.py``. It knows ``ai_player`` and nothing else.

It lays a piece where it can, takes the puzzle with the fewest cells, of the black ones as soon as it has filled one, and
a basic piece where it has nothing to lay. What
it is told as ``path`` says what else it does: ``rude`` takes what is not there, ``gold`` wants what is no reward, ``mute``
leaves.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from tilewright.runtime.foreign.ai_player import Action, AIPlayer, Table, Verifier

SHAPES = {"O1": [(0, 0)], "I2": [(0, 0), (0, 1)], "I3": [(0, 0), (0, 1), (0, 2)]}


class Greedy(AIPlayer):
    """Fills what it has with small pieces."""

    def init(self, players: int, puzzles: Sequence[dict[str, Any]], path: str | None) -> None:
        self.size = {puzzle["puzzle"]: puzzle["open"].bit_count() for puzzle in puzzles}
        self.path = path

    def get_action(self, table: Table, verifier: Verifier) -> Action:
        if self.path == "mute":
            sys.exit(3)
        me = table["players"][table["you"]]
        if self.path == "rude":
            return {"take": "Gold"}
        for piece, cells in SHAPES.items() if table["phase"] != "touching" else ():
            for turned in (cells, [(column, row) for row, column in cells]):
                masks = [
                    sum(1 << 5 * (row + down) + column + across for row, column in turned)
                    for down in range(5)
                    for across in range(5)
                ]
                for begun in me["puzzles"] if me["pieces"][piece] else ():
                    for mask in (mask for mask in masks if not mask & ~begun["open"]):
                        action = {"place": {"piece": piece, "puzzle": begun["puzzle"], "mask": mask}}
                        if verifier(action) is None:
                            return action
        if table["phase"] == "touching":
            return {"finish": True}
        colour = "black" if me["finished"] and not table["end"] else "white"
        wishes: list[Action] = [{"take": name} for name in sorted(table["rows"][colour], key=self.size.__getitem__)]
        return next((wish for wish in [*wishes, {"basic": True}] if verifier(wish) is None), {"nothing": True})

    def get_reward(self, options: Sequence[str], puzzle: str, table: Table) -> str:
        return "gold" if self.path == "gold" else options[-1]


if __name__ == "__main__":
    Greedy().run()
