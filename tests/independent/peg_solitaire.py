"""Peg solitaire on the English board of 33 holes, as in John D. Beasley, "The Ins and Outs of Peg Solitaire" (1985)."""

from __future__ import annotations

from collections.abc import Sequence

LIBRARY = None

CENTRE = (4, 4)
HOLES = [(column, row) for column in range(1, 8) for row in range(1, 8) if 3 <= column <= 5 or 3 <= row <= 5]
"""Columns and rows are counted from 1, from the lower left."""


class PegSolitaire:
    """A set of pegs; a triple of holes in a line is a jump."""

    def __init__(self) -> None:
        self._pegs = {*HOLES} - {CENTRE}

    def _jumps(self) -> dict[str, list[tuple[int, int]]]:
        """Return by its name the holes of each jump: from, over, to."""
        jumps = {}
        for column, row in HOLES:
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                line = [(column + far * x, row + far * y) for far in range(3)]
                if line[2] in HOLES and [hole in self._pegs for hole in line] == [True, True, False]:
                    jumps["-".join(f"{'abcdefg'[hole[0] - 1]}{hole[1]}" for hole in (line[0], line[2]))] = line
        return jumps

    def moves(self) -> list[str]:
        return list(self._jumps())

    def play(self, move: str) -> None:
        start, over, goal = self._jumps()[move]
        self._pegs -= {start, over}
        self._pegs.add(goal)

    def returns(self) -> Sequence[float] | None:
        if self._jumps():
            return None
        return [1 if self._pegs == {CENTRE} else -1]


RIVALS = {"peg-solitaire": PegSolitaire}
