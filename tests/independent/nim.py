"""Nim: OpenSpiel's, with its default heaps 1, 3, 5, 7 and its default, that the last match loses.

The rule by which one player is greedy and the other modest is ours.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyspiel

LIBRARY = "pyspiel"

ROWS = (1, 3, 5, 7)
"""The matches of the rows, the top one first; each row is centred below the one above."""


class Nim:
    """OpenSpiel says how many of which heap are taken; in the model that is the leftmost match that goes."""

    def __init__(self) -> None:
        self._state = pyspiel.load_game("nim").new_initial_state()
        self._left = list(ROWS)

    def moves(self) -> list[str]:
        return list(self._named())

    def _named(self) -> dict[str, tuple[int, int, int]]:
        state = self._state
        if state.is_terminal():
            return {}
        named = {}
        for action in state.legal_actions():
            heap, amount = (int(word.split(":")[1]) for word in state.action_to_string(action).rstrip(";").split(","))
            column = (max(ROWS) - ROWS[heap - 1]) // 2 + self._left[heap - 1] - amount
            named[f"{'abcdefg'[column]}{len(ROWS) + 1 - heap}"] = action, heap - 1, amount
        return named

    def play(self, move: str) -> None:
        action, heap, amount = self._named()[move]
        self._state.apply_action(action)
        self._left[heap] -= amount

    def returns(self) -> Sequence[float] | None:
        return self._state.returns() if self._state.is_terminal() else None


class NimGreedy(Nim):
    """Red takes from a longest row, Blue from a shortest one: those of OpenSpiel's moves that do."""

    def _named(self) -> dict[str, tuple[int, int, int]]:
        named = super()._named()
        wanted = (max, min)[max(self._state.current_player(), 0)](filter(None, self._left), default=0)
        return {move: found for move, found in named.items() if self._left[found[1]] == wanted}


RIVALS = {"nim": Nim, "nim-greedy": NimGreedy}
