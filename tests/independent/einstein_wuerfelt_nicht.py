"""EinStein würfelt nicht!: OpenSpiel's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import Any

import pyspiel

from tests.independent._spiel import SingleActions, cell

LIBRARY = "pyspiel"

GAME = "einstein_wurfelt_nicht"
BLACK = ("a5", "b5", "c5", "a4", "b4", "a3")
WHITE = ("e3", "d2", "e2", "c1", "d1", "e1")
STEPS = {"up": (-1, 0), "left": (0, -1), "down": (1, 0), "right": (0, 1)}


def cubes(state: Any) -> list[tuple[str, str]]:
    """Return the cubes by their names, each with its cell."""
    rows = [line.split("||") for line in str(state).splitlines() if line]
    return [
        (name.strip("|"), cell(row, column, 5)) for row, line in enumerate(rows) for column, name in enumerate(line)
    ]


@cache
def placements() -> dict[tuple[str, ...], int]:
    """Return by the cells of Black's cubes, in the order of their numbers, the action that lays them so."""
    start = pyspiel.load_game(GAME).new_initial_state()
    found = {}
    for action in start.legal_actions():
        places = dict(cubes(start.child(action)))
        found[tuple(places[f"b{number}"] for number in range(1, 7))] = action
    assert {*found} == {*permutations(BLACK)}
    return found


class Einstein(SingleActions):
    """OpenSpiel lays six cubes at once, and Black is its first player; in the model a cube is laid after the other."""

    def __init__(self) -> None:
        super().__init__(GAME)
        self.laid: list[str] = []

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cells from where and to where, or the number on the die."""
        if state.is_chance_node():
            return [str(action + 1)]
        name, way = state.action_to_string(state.current_player(), action).rstrip("*").split("-")
        start = dict(cubes(state))[name.lower()]
        sign = -1 if name[0] == "W" else 1
        row, column = (sign, sign) if way == "diag" else STEPS[way]
        return [start, f"{chr(ord(start[0]) + column)}{int(start[1]) - row}"]

    def moves(self) -> Iterable[str]:
        """Return the legal moves in notation."""
        return self.chances() if len(self.laid) < 12 else super().moves()

    def chances(self) -> dict[str, float]:
        """Return how likely each legal move is where nature moves."""
        if len(self.laid) == 12:
            return super().chances()
        left = {*BLACK} - {*self.laid} or {*WHITE} - {*self.laid}
        return {cell: 1 / len(left) for cell in left}

    def play(self, move: str) -> None:
        """Play a legal move."""
        if len(self.laid) == 12:
            super().play(move)
            return
        self.laid.append(move)
        if len(self.laid) % 6 == 0:
            black = [BLACK[WHITE.index(cell)] if cell in WHITE else cell for cell in self.laid[-6:]]
            self.state.apply_action(placements()[tuple(black)])
            assert [dict(cubes(self.state))[f"{'bw'[move in WHITE]}{n + 1}"] for n in range(6)] == self.laid[-6:]

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        found = super().returns()
        return None if found is None else found[::-1]


RIVALS = {"einstein-wuerfelt-nicht": Einstein}
