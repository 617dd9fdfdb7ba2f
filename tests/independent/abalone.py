"""Abalone: a referee of ours, from the published rules (Laurent Lévi and Michel Lalet, 1987). No library knows the game.

One to three marbles of a line move by one cell: along the line, pushing fewer marbles of the other's than there are, if
behind these is an empty cell or the edge; or, two or three of them, sideways, into empty cells only. Six marbles pushed
off win. The rules know no draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LIBRARY = None
ROWS = ("abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi", "bcdefghi", "cdefghi", "defghi", "efghi")
"""The letters of the rows, from the first."""
START = {
    "black": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 f2 c3 d3 e3",
    "white": "e9 f9 g9 h9 i9 d8 e8 f8 g8 h8 i8 e7 f7 g7",
}
WAYS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""To the right, up to the right, up to the left, and back: letters are diagonals that lean to the right."""


def beside(cell: str, way: tuple[int, int], distance: int = 1) -> str:
    """Return the name of the place some steps away, on the board or not."""
    return f"{chr(ord(cell[0]) + way[0] * distance)}{int(cell[1:]) + way[1] * distance}"


class Abalone:
    """A game in progress: the colour of each cell that has a marble, and what each move changes."""

    def __init__(self) -> None:
        self.board = {f"{letter}{row}" for row, letters in enumerate(ROWS, 1) for letter in letters}
        self.marbles = {cell: colour for colour, cells in START.items() for cell in cells.split()}
        self.mover, self.other = "black", "white"
        self.lost = {"black": 0, "white": 0}
        self.found: dict[str, dict[str, str]] | None = None

    def after(self) -> dict[str, dict[str, str]]:
        """Return the marbles after each legal move."""
        if self.found is None:
            self.found = {}
            for cell, colour in self.marbles.items():
                if colour != self.mover or self.returns():
                    continue
                for way in WAYS:
                    self._along(cell, way)
                for line in WAYS[:3]:
                    for length in (2, 3):
                        self._sideways([beside(cell, line, place) for place in range(length)])
        return self.found

    def _along(self, tail: str, way: tuple[int, int]) -> None:
        strength = 1
        while self.marbles.get(beside(tail, way, strength)) == self.mover:
            strength += 1
        length = strength
        while self.marbles.get(beside(tail, way, length)) == self.other:
            length += 1
        weight = length - strength
        behind = beside(tail, way, length)
        if strength > 3 or weight >= strength or behind in self.marbles or (not weight and behind not in self.board):
            return
        self._add(f"{tail}-{beside(tail, way)}", [beside(tail, way, place) for place in range(length)], way)

    def _sideways(self, row: list[str]) -> None:
        if any(self.marbles.get(cell) != self.mover for cell in row):
            return
        for way in WAYS:
            targets = [beside(cell, way) for cell in row]
            if all(cell in self.board and cell not in self.marbles for cell in targets):
                self._add(f"{row[0]}-{row[-1]}-{targets[0]}", row, way)

    def _add(self, move: str, moved: list[str], way: tuple[int, int]) -> None:
        marbles = {cell: colour for cell, colour in self.marbles.items() if cell not in moved}
        for cell in moved:
            if beside(cell, way) in self.board:
                marbles[beside(cell, way)] = self.marbles[cell]
        assert self.found is not None
        self.found[move] = marbles

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return self.after()

    def play(self, move: str) -> None:
        """Play a legal move."""
        before, self.marbles = len(self.marbles), self.after()[move]
        self.lost[self.other] += before - len(self.marbles)
        self.mover, self.other = self.other, self.mover
        self.found = None

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        if self.lost["white"] == 6:
            return [1.0, -1.0]
        return [-1.0, 1.0] if self.lost["black"] == 6 else None


RIVALS = {"abalone": Abalone}
