"""Digits on the board of a sudoku: a referee that keeps what is still possible on each cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

LIBRARY = None

DIGITS = "abcdefghi"
"""The cells of the box on which the digits lie, from one to nine."""


class DigitDuel:
    """The digits that each empty cell can still have."""

    def __init__(self) -> None:
        self.possible = {cell: set(DIGITS) for cell in product("abcdefghi", "987654321")}
        self.mover = 0

    def moves(self) -> Iterable[str]:
        """Return each digit with each cell that can have it."""
        return [f"box.{digit}1-{''.join(cell)}" for cell, left in self.possible.items() for digit in left]

    def play(self, move: str) -> None:
        """Play a legal move."""
        digit, (column, row) = move[4], move[-2:]
        del self.possible[column, row]
        for (c, r), left in self.possible.items():
            if c == column or r == row or (block(c, "abcdefghi"), block(r, "987654321")) == (
                block(column, "abcdefghi"), block(row, "987654321")
            ):  # fmt: skip
                left.discard(digit)
        self.mover = 1 - self.mover

    def returns(self) -> Sequence[float] | None:
        """Return who has won: not the one who can put none."""
        if any(self.possible.values()):
            return None
        return [1, -1] if self.mover == 1 else [-1, 1]


def block(name: str, names: str) -> int:
    """Return which of the three bands a row or a column is in."""
    return names.index(name) // 3


RIVALS = {"digit-duel": DigitDuel}
