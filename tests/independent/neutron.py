"""Neutron: a referee of ours, from the rules of Robert A. Kraus as they are given in the literature.

On 5 x 5 cells each player has five soldiers on his own home row, and the neutron stands in the middle. Everything that
moves goes on in one of eight directions until the next cell is taken or off the board, by a cell at least. A turn is a
move of the neutron, then one of a soldier; the first turn of the game is the move of a soldier alone. The owner of the
home row on which the neutron comes to stand has won. A player who cannot make the move that is due has lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LIBRARY = None

Cell = tuple[int, int]
SIZE = 5
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class Neutron:
    """A game in progress: the soldiers of both players and the neutron, by column and row from the lower left."""

    def __init__(self) -> None:
        self.soldiers: list[set[Cell]] = [{(column, row) for column in range(SIZE)} for row in (0, SIZE - 1)]
        self.neutron: Cell = (2, 2)
        self.mover = 0
        self.shifts = False
        """Whether the neutron is to be moved."""

    def _slide(self, start: Cell, way: Cell) -> Cell:
        taken = {self.neutron, *self.soldiers[0], *self.soldiers[1]}
        (column, row), (right, up) = start, way
        while True:
            following = column + right, row + up
            if following in taken or not all(0 <= at < SIZE for at in following):
                return column, row
            column, row = following

    def _legal(self) -> dict[str, tuple[Cell, Cell]]:
        found = {}
        for start in [self.neutron] if self.shifts else self.soldiers[self.mover]:
            for way in WAYS:
                end = self._slide(start, way)
                if end != start:
                    found[f"{_name(start)}-{_name(end)}"] = start, end
        return found

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return [] if self.returns() else self._legal()

    def play(self, move: str) -> None:
        """Play a legal move."""
        start, end = self._legal()[move]
        if self.shifts:
            self.neutron = end
        else:
            self.soldiers[self.mover].remove(start)
            self.soldiers[self.mover].add(end)
            self.mover = 1 - self.mover
        self.shifts = not self.shifts

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        row = self.neutron[1]
        if row in (0, SIZE - 1):
            return [1.0, -1.0] if row == 0 else [-1.0, 1.0]
        if not self._legal():
            return [-1.0, 1.0] if self.mover == 0 else [1.0, -1.0]
        return None


def _name(cell: Cell) -> str:
    return f"{'abcde'[cell[0]]}{cell[1] + 1}"


RIVALS = {"neutron": Neutron}
