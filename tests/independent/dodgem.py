"""Dodgem: a referee of ours, from the rules of "Winning Ways" (Berlekamp, Conway and Guy 1982).

On n x n cells Blue has n - 1 cars along the left edge, and Red as many along the bottom one; the corner between them is
empty. A car goes one cell forwards, which is to the right for Blue and up for Red, or to either side, if the cell is
empty. It leaves over the far edge, forwards only. Who has no car left has won, and so has a player without a move. Our
choice: a position that comes about for the third time with the same player to move is a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

LIBRARY = None

Cell = tuple[int, int]


def named(cell: Cell) -> str:
    """Return the name of a cell by its column and row, counted from 1 at the lower left."""
    return f"{chr(ord('a') - 1 + cell[0])}{cell[1]}"


class Dodgem:
    """A game in progress: where the cars of each player are."""

    def __init__(self, size: int = 3) -> None:
        self.size = size
        others = range(2, size + 1)
        self.cars: list[set[Cell]] = [{(1, row) for row in others}, {(column, 1) for column in others}]
        self.mover = 0
        self.seen: Counter[object] = Counter([self._now()])

    def _now(self) -> object:
        return (self.mover, *map(frozenset, self.cars))

    def _legal(self) -> dict[str, tuple[Cell, Cell | None]]:
        """Return the moves with the cell that a car leaves and the one that it goes to, if any."""
        found: dict[str, tuple[Cell, Cell | None]] = {}
        for column, row in self.cars[self.mover]:
            blue = self.mover == 0
            forwards = (column + 1, row) if blue else (column, row + 1)
            sides = [(column, row + 1), (column, row - 1)] if blue else [(column + 1, row), (column - 1, row)]
            start = (column, row)
            if max(forwards) > self.size:
                found[f"{named(start)}=off"] = (start, None)
            for target in (forwards, *sides):
                inside = min(target) >= 1 and max(target) <= self.size
                if inside and target not in self.cars[0] | self.cars[1]:
                    found[f"{named(start)}-{named(target)}"] = (start, target)
        return found

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return [] if self.returns() else self._legal()

    def play(self, move: str) -> None:
        """Play a legal move."""
        start, target = self._legal()[move]
        self.cars[self.mover].remove(start)
        if target is not None:
            self.cars[self.mover].add(target)
        self.mover = 1 - self.mover
        self.seen[self._now()] += 1

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        for player, won in enumerate(([1.0, -1.0], [-1.0, 1.0])):
            if not self.cars[player]:
                return won
        if self.seen[self._now()] >= 3:
            return [0.0, 0.0]
        if not self._legal():
            return [1.0, -1.0] if self.mover == 0 else [-1.0, 1.0]
        return None


RIVALS: dict[str, Callable[[], Dodgem]] = {"dodgem": Dodgem, "dodgem-4x4": partial(Dodgem, 4)}
