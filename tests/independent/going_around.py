"""Boards that go around: referees of ours for tic-tac-toe and Clobber on a torus, and connect four on a cylinder.

Numbers of columns, and of rows, are counted around. Lines are listed before play, as sets of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

LIBRARY = None

COLUMNS = "abcdefg"
WAYS = [(0, 1), (1, 0), (1, 1), (1, -1)]
"""How many rows and columns further the next cell of a line lies."""


class InARow:
    """The board is a dictionary from (row, column), row 0 at the bottom, to the number of the player."""

    def __init__(self, columns: int, rows: int, length: int, *, torus: bool, falling: bool) -> None:
        self.columns, self.rows, self.falling = columns, rows, falling
        self.board: dict[tuple[int, int], int] = {}
        self.result: tuple[int, int] | None = None
        cells = [(row, column) for row in range(rows) for column in range(columns)]
        self.lines = set()
        for row, column in cells:
            for up, right in WAYS:
                line = [(row + up * step, (column + right * step) % columns) for step in range(length)]
                if torus:
                    line = [(y % rows, x) for y, x in line]
                if all(cell in cells for cell in line):
                    self.lines.add(frozenset(line))

    def moves(self) -> list[str]:
        """Return the empty cells, or the lowest one of each column if discs fall."""
        if self.result is not None:
            return []
        empty = [
            (row, column)
            for column in range(self.columns)
            for row in range(self.rows)
            if (row, column) not in self.board
        ]
        if self.falling:
            empty = [(row, column) for row, column in empty if row == 0 or (row - 1, column) in self.board]
        return [f"{COLUMNS[column]}{row + 1}" for row, column in empty]

    def play(self, move: str) -> None:
        """Occupy a cell."""
        me = len(self.board) % 2
        self.board[int(move[1:]) - 1, COLUMNS.index(move[0])] = me
        if any(all(self.board.get(cell) == me for cell in line) for line in self.lines):
            self.result = (1, -1) if me == 0 else (-1, 1)
        elif len(self.board) == self.columns * self.rows:
            self.result = (0, 0)

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        return self.result


class ClobberTorus:
    """The board has rows of O for White, o for Black and points, from the bottom."""

    def __init__(self) -> None:
        self.rows = [list("OoOoOo" if row % 2 == 0 else "oOoOoO") for row in range(5)]
        self.mover, self.other = "O", "o"

    def moves(self) -> list[str]:
        """Return where a stone goes from, and where it takes one of the other colour."""
        found = []
        for row, column in product(range(5), range(6)):
            for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                y, x = (row + up) % 5, (column + right) % 6
                if self.rows[row][column] == self.mover and self.rows[y][x] == self.other:
                    found.append(f"{COLUMNS[column]}{row + 1}-{COLUMNS[x]}{y + 1}")
        return found

    def play(self, move: str) -> None:
        """Move a stone."""
        (column, row), (x, y) = ((COLUMNS.index(cell[0]), int(cell[1]) - 1) for cell in move.split("-"))
        self.rows[row][column], self.rows[y][x] = ".", self.mover
        self.mover, self.other = self.other, self.mover

    def returns(self) -> Sequence[float] | None:
        """Return the result for White and Black: who cannot move has lost. None as long as the game goes on."""
        if self.moves():
            return None
        return (-1, 1) if self.mover == "O" else (1, -1)


RIVALS = {
    "clobber-torus": ClobberTorus,
    "connect-four-cylinder": partial(InARow, 7, 6, 4, torus=False, falling=True),
    "tic-tac-toe-torus": partial(InARow, 3, 3, 3, torus=True, falling=False),
}
