"""Rolit for three players, after the rules of Goliath's game (1997): Othello with balls of four colours.

The first four balls are one of each colour, whatever the number of players; nobody plays the fourth colour here. Who
can enclose must; who cannot puts a ball next to any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

LIBRARY = None

SIZE = 8
PLAYERS = "RYG"
CENTRE = {"d5": "R", "e5": "Y", "d4": "B", "e4": "G"}
AROUND = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
CELLS = [f"{column}{row}" for row in range(SIZE, 0, -1) for column in "abcdefgh"]


def beside(cell: str, x: int, y: int) -> str:
    """Return the cell so far to the right and so far up, on the board or not."""
    return f"{chr(ord(cell[0]) + x)}{int(cell[1:]) + y}"


class Rolit:
    """Balls are kept by the name of their cell."""

    def __init__(self) -> None:
        self._balls = dict(CENTRE)
        self._turn = 0

    @property
    def _mover(self) -> str:
        return PLAYERS[self._turn % len(PLAYERS)]

    def _enclosed(self, cell: str) -> list[str]:
        """Return the balls that a ball of the player's on this cell would roll over."""
        found: list[str] = []
        for x, y in AROUND:
            line: list[str] = []
            at = beside(cell, x, y)
            while self._balls.get(at, self._mover) != self._mover:
                line.append(at)
                at = beside(at, x, y)
            if at in self._balls:
                found += line
        return found

    def moves(self) -> list[str]:
        free = [cell for cell in CELLS if cell not in self._balls]
        enclosing = [cell for cell in free if self._enclosed(cell)]
        return enclosing or [cell for cell in free if any(beside(cell, x, y) in self._balls for x, y in AROUND)]

    def play(self, move: str) -> None:
        for cell in [*self._enclosed(move), move]:
            self._balls[cell] = self._mover
        self._turn += 1

    def returns(self) -> Sequence[float] | None:
        if len(self._balls) < SIZE * SIZE:
            return None
        balls = [list(self._balls.values()).count(player) for player in PLAYERS]
        if balls.count(max(balls)) > 1:
            return [0, 0, 0]
        return [1 if number == max(balls) else -0.5 for number in balls]


RIVALS = {"rolit": Rolit}
