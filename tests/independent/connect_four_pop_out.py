"""Connect 4 Pop Out: a referee of ours, from Hasbro's rules as en.wikipedia.org/wiki/Connect_Four tells them.

A turn drops a disc into a column, or takes a disc of one's own out of the bottom of one. Four in a row win, whoever
made them. Choices of ours, the model's too: fours of both at once are won by the player who moved, and a position
with the same player to move that comes about for the third time is a draw. There are discs enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

LIBRARY = None

COLUMNS, HEIGHT = "abcdefg", 6
SIDEWAYS = [-1, 0, 1]
"""How much higher the next disc of a line lies in the column to the right."""


class ConnectFourPopOut:
    """The columns are words, from the bottom to the top, of R for red and Y for yellow."""

    def __init__(self) -> None:
        self.columns = [""] * len(COLUMNS)
        self.mover, self.other = "R", "Y"
        self.result: tuple[int, int] | None = None
        self.met = Counter([(tuple(self.columns), self.mover)])

    def moves(self) -> list[str]:
        """Return the cells where a disc comes to rest, and those from which one is popped."""
        if self.result:
            return []
        named = list(zip(COLUMNS, self.columns, strict=True))
        drops = [f"{name}{len(column) + 1}" for name, column in named if len(column) < HEIGHT]
        return [*drops, *(f"{name}1=pop" for name, column in named if column.startswith(self.mover))]

    def play(self, move: str) -> None:
        """Drop or pop."""
        index = COLUMNS.index(move[0])
        column = self.columns[index]
        self.columns[index] = column[1:] if move.endswith("pop") else column + self.mover
        if self._has_four(self.mover):
            self.result = (1, -1) if self.mover == "R" else (-1, 1)
        elif self._has_four(self.other):
            self.result = (1, -1) if self.other == "R" else (-1, 1)
        self.mover, self.other = self.other, self.mover
        position = (tuple(self.columns), self.mover)
        self.met[position] += 1
        if self.met[position] == 3 and self.result is None:
            self.result = (0, 0)

    def _has_four(self, colour: str) -> bool:
        if any(colour * 4 in column for column in self.columns):
            return True
        for left in range(len(COLUMNS) - 3):
            for level in range(HEIGHT):
                for rise in SIDEWAYS:
                    levels = [level + rise * i for i in range(4)]
                    discs = [self.columns[left + i][at : at + 1] for i, at in enumerate(levels) if at >= 0]
                    if discs == [colour] * 4:
                        return True
        return False

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        return self.result


RIVALS = {"connect-four-pop-out": ConnectFourPopOut}
