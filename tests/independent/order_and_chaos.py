"""Order and Chaos: a referee of ours, by the rules in Games (September/October 1981).

Stephen Sniderman, who invented the game, repeats them at boardgamegeek.com/thread/1744598: each player puts an X or an
O in any empty square; Order begins, and wins by five consecutive Xs or Os in a row in any direction. That Chaos has
prevented it shows here, as in the model, when the grid is full. Six in a row contain five; that they do not count is a
later proposal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

LIBRARY = None

SIZE = 6


def strips() -> Iterator[list[str]]:
    """Yield the rows, columns and diagonals of the grid."""
    cells = [(file, rank) for file, rank in product(range(SIZE), repeat=2)]
    for key in (
        lambda file, rank: file,
        lambda file, rank: rank,
        lambda file, rank: file - rank,
        lambda file, rank: file + rank,
    ):
        for value in sorted({key(*cell) for cell in cells}):
            yield [f"{'abcdef'[file]}{rank + 1}" for file, rank in cells if key(file, rank) == value]


STRIPS = [strip for strip in strips() if len(strip) >= 5]


class OrderAndChaos:
    """The grid as it is written on paper, and whose turn it is."""

    def __init__(self) -> None:
        self.grid = {f"{file}{rank}": " " for file in "abcdef" for rank in range(1, SIZE + 1)}
        self.ordered = False

    def moves(self) -> list[str]:
        """Return the empty squares, with either sign."""
        free = [] if self.ordered else [square for square, sign in self.grid.items() if sign == " "]
        return [f"{square}={sign}" for square in free for sign in "XO"]

    def play(self, move: str) -> None:
        """Write a sign into a square."""
        square, sign = move.split("=")
        self.grid[square] = sign
        self.ordered = any(sign * 5 in "".join(self.grid[other] for other in strip) for strip in STRIPS)

    def returns(self) -> Sequence[float] | None:
        """Return the result for Order and Chaos; None as long as the game goes on."""
        if self.ordered:
            return [1, -1]
        return None if " " in self.grid.values() else [-1, 1]


RIVALS = {"order-and-chaos": OrderAndChaos}
