"""Banners: a referee from the rules in words. Soldiers are objects, which know their strength and whether they bear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

LIBRARY = None

PATIENCE = 40
"""The plies without a blow after which a game is drawn."""

STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
SLANTWISE = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass
class Soldier:
    """A soldier of a player, 0 or 1."""

    player: int
    strength: int = 2
    bears: bool = False


class Banners:
    """The soldiers by their cells: column and row, both from 1."""

    def __init__(self) -> None:
        self._field = {(column, row): Soldier(row // 5) for column in range(1, 6) for row in (1, 5)}
        self._mover = 0
        self._quiet = 0
        self._winner: int | None = None

    def moves(self) -> Iterator[str]:
        """Yield the soldier who is named, or where one comes from and goes to, or strikes."""
        if self.returns() is None:
            yield from self._found()

    def _found(self) -> Iterator[str]:
        mine = {cell: soldier for cell, soldier in sorted(self._field.items()) if soldier.player == self._mover}
        if sum(soldier.bears for soldier in self._field.values()) < 2:
            yield from map(_name, mine)
            return
        for cell, soldier in mine.items():
            for beside in _around(cell, STRAIGHT):
                other = self._field.get(beside)
                relieves = other is not None and other.player == self._mover and soldier.strength == 1 < other.strength
                if other is None or relieves:
                    yield f"{_name(cell)}-{_name(beside)}"
            for beside in _around(cell, SLANTWISE):
                other = self._field.get(beside)
                if other is not None and other.player != self._mover and not soldier.bears:
                    yield f"{_name(cell)}-{_name(beside)}"

    def play(self, move: str) -> None:
        """Name a bearer, or let a soldier march, be relieved, or strike."""
        cells = [(ord(name[0]) - ord("a") + 1, int(name[1])) for name in move.split("-")]
        soldier = self._field[cells[0]]
        if len(cells) == 1:
            soldier.bears = True
        elif cells[0][0] != cells[1][0] and cells[0][1] != cells[1][1]:
            self._strike(soldier, cells[1])
        else:
            self._quiet += 1
            other = self._field.get(cells[1])
            self._field[cells[1]] = soldier
            del self._field[cells[0]]
            if other is not None:
                self._field[cells[0]] = other
        goal = 1 if self._mover else 5
        arrived = (one for (_, row), one in self._field.items() if row == goal and one.player == self._mover)
        if any(one.bears for one in arrived):
            self._winner = self._mover
        self._mover = 1 - self._mover
        if self._winner is None and self._quiet < PATIENCE and not any(self._found()):
            self._winner = 1 - self._mover

    def _strike(self, soldier: Soldier, cell: tuple[int, int]) -> None:
        other = self._field[cell]
        self._quiet = 0
        other.strength -= 1
        if other.strength == 0:
            del self._field[cell]
            soldier.strength = min(3, soldier.strength + 1)
            if other.bears:
                self._winner = self._mover

    def returns(self) -> tuple[int, int] | None:
        """Return who has won, or that it is a draw."""
        if self._winner is not None:
            return (1, -1) if self._winner == 0 else (-1, 1)
        return (0, 0) if self._quiet == PATIENCE else None


def _around(cell: tuple[int, int], ways: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    for across, up in ways:
        column, row = cell[0] + across, cell[1] + up
        if 1 <= column <= 5 and 1 <= row <= 5:
            yield column, row


def _name(cell: tuple[int, int]) -> str:
    return f"{' abcde'[cell[0]]}{cell[1]}"


RIVALS = {"banners": Banners}
