"""Yavalath: a referee of ours, from the rules as Cameron Browne gives them (2007; the rules of nestorgames).

Players place a stone in turn. Four or more in a row win; three in a row, without four by the same stone, lose; a full
board is a draw. The rule of swapping is left out. No library knows the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LIBRARY = None
SIDE = 5
AXES = ((1, -1, 0), (0, 1, -1), (-1, 0, 1))

Cell = tuple[int, int, int]
"""Three coordinates whose sum is 0; each of them is at most ``SIDE - 1`` away from the centre."""


def name(cell: Cell) -> str:
    """Return the name of a cell: a letter for its diagonal from the left, and its row from below."""
    return f"{chr(ord('a') + cell[0] + SIDE - 1)}{SIDE - cell[1]}"


def hexagon() -> dict[str, Cell]:
    """Return the cells of the board by their names."""
    reach = range(1 - SIDE, SIDE)
    return {name((x, y, -x - y)): (x, y, -x - y) for x in reach for y in reach if -x - y in reach}


class Yavalath:
    """A game in progress."""

    players = 2

    def __init__(self) -> None:
        self.cells = hexagon()
        self.stones: dict[Cell, int] = {}
        self.mover = 0
        self.result: list[float] | None = None

    def longest(self, cell: Cell, player: int) -> int:
        """Return how many stones stand in the longest row of a player's through a cell, if one of his stood there."""
        return max(1 + sum(self._run(cell, player, axis, way) for way in (1, -1)) for axis in AXES)

    def _run(self, cell: Cell, player: int, axis: Cell, way: int) -> int:
        count = 0
        x, y, z = (here + way * step for here, step in zip(cell, axis, strict=True))
        while self.stones.get((x, y, z)) == player:
            count += 1
            x, y, z = x + way * axis[0], y + way * axis[1], z + way * axis[2]
        return count

    def empty(self) -> list[str]:
        """Return the names of the cells without a stone."""
        return [text for text, cell in self.cells.items() if cell not in self.stones]

    def moves(self) -> Iterable[str]:
        """Return the legal moves: every empty cell."""
        return [] if self.result else self.empty()

    def play(self, move: str) -> None:
        """Place a stone."""
        cell = self.cells[move]
        longest = self.longest(cell, self.mover)
        self.stones[cell] = self.mover
        if longest >= 4:
            self.win(self.mover)
        elif longest == 3:
            self.three()
        if self.result is None and not self.empty():
            self.result = [0.0] * self.players
        self.mover = self.following()

    def three(self) -> None:
        """Let the player who moves lose."""
        self.win(1 - self.mover)

    def win(self, player: int) -> None:
        """End the game."""
        self.result = [1.0 if number == player else -1.0 for number in range(self.players)]

    def following(self) -> int:
        """Return who moves after the player who moves."""
        return 1 - self.mover

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        return self.result


RIVALS = {"yavalath": Yavalath}
