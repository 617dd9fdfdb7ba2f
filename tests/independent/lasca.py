"""Lasca: a referee from the rules in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

LIBRARY = None

CELLS = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg" if (ord(column) - ord("a") + row) % 2 == 1]
PATIENCE = 50
"""The plies without a capture after which a game is drawn."""


def _towards(cell: str, way: tuple[int, int]) -> str:
    return f"{chr(ord(cell[0]) + way[0])}{int(cell[1]) + way[1]}"


class Lasca:
    """The columns, each as its pieces from below: ``w`` and ``b`` are soldiers, ``W`` and ``B`` officers."""

    def __init__(self) -> None:
        self._columns = {cell: "w" if cell[1] < "4" else "b" for cell in CELLS if cell[1] != "4"}
        self._mover = "w"
        self._quiet = 0
        self._moves = list(self._found())

    def moves(self) -> Iterator[str]:
        """Yield the cells that a column goes over, of a jump all on which it lands."""
        yield from self._moves if self._quiet < PATIENCE else ()

    def _found(self) -> list[str]:
        mine = sorted(cell for cell, column in self._columns.items() if column[-1].lower() == self._mover)
        jumps = ["-".join(path) for cell in mine for path in self._jumps(cell, frozenset(), self._columns)]
        if jumps:
            return jumps
        steps = ((cell, _towards(cell, way)) for cell in mine for way in self._ways(self._columns[cell]))
        return [f"{cell}-{to}" for cell, to in steps if to in CELLS and to not in self._columns]

    def _ways(self, column: str) -> list[tuple[int, int]]:
        ahead = 1 if self._mover == "w" else -1
        return [(x, y) for y in (ahead, -ahead) for x in (-1, 1) if y == ahead or column[-1].isupper()]

    def _jumps(self, cell: str, over: frozenset[str], columns: dict[str, str]) -> Iterator[list[str]]:
        """Yield the jumps from a cell, each as far as it goes."""
        for way in self._ways(columns[cell]):
            middle = _towards(cell, way)
            to = _towards(middle, way)
            jumped = middle in columns and columns[middle][-1].lower() != self._mover and middle not in over
            if jumped and to in CELLS and to not in columns:
                after = _after_jump(columns, cell, middle, to)
                rest = list(self._jumps(to, over | {middle}, after))
                yield from ([cell, *path] for path in rest or [[to]])

    def play(self, move: str) -> None:
        """Move a column; a soldier on the far row becomes an officer."""
        path = move.split("-")
        self._quiet += 1
        for cell, to in pairwise(path):
            if abs(int(cell[1]) - int(to[1])) == 1:
                self._columns[to] = self._columns.pop(cell)
            else:
                middle = f"{chr((ord(cell[0]) + ord(to[0])) // 2)}{(int(cell[1]) + int(to[1])) // 2}"
                self._columns = _after_jump(self._columns, cell, middle, to)
                self._quiet = 0
        if path[-1][1] == ("7" if self._mover == "w" else "1"):
            column = self._columns[path[-1]]
            self._columns[path[-1]] = column[:-1] + column[-1].upper()
        self._mover = "b" if self._mover == "w" else "w"
        self._moves = self._found()

    def returns(self) -> tuple[int, int] | None:
        """Return who has won: the other one of whom cannot move."""
        if self._quiet >= PATIENCE:
            return 0, 0
        if self._moves:
            return None
        return (-1, 1) if self._mover == "w" else (1, -1)


def _after_jump(columns: dict[str, str], cell: str, middle: str, to: str) -> dict[str, str]:
    after = dict(columns)
    after[to] = columns[middle][-1] + after.pop(cell)
    after[middle] = columns[middle][:-1]
    if not after[middle]:
        del after[middle]
    return after


RIVALS = {"lasca": Lasca}
