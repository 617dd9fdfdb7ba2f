"""Traffic lights, or Semáforo: a referee of ours, by the rules of Alan Parr as nrich.maths.org/1181 tells them.

A move puts the first light on an empty cell, or changes a piece to the next light. Who completes a row, column or
diagonal of three equal ones wins, whoever put the others there. The order of the colours is the one of the edition
with 24 pieces, green, yellow, red; it makes no difference. Neither do its eight pieces of a colour: a board that has
so many has a line (asserted here for every move).
"""

from __future__ import annotations

from collections.abc import Sequence

LIBRARY = None

NEXT = {".": "G", "G": "Y", "Y": "R"}
ROWS = ["a3 b3 c3 d3", "a2 b2 c2 d2", "a1 b1 c1 d1"]
COLUMNS = ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "d1 d2 d3"]
DIAGONALS = ["a1 b2 c3", "b1 c2 d3", "a3 b2 c1", "b3 c2 d1"]
HALVES = [part for row in ROWS for part in (row[:8], row[3:])]
LINES = [line.split() for line in (*HALVES, *COLUMNS, *DIAGONALS)]
"""The fourteen lines of three cells; a row of four has two of them."""


class TrafficLights:
    """What stands on each cell, and who has won."""

    def __init__(self) -> None:
        self.lights = {cell: "." for row in ROWS for cell in row.split()}
        self.mover = 0
        self.winner: int | None = None

    def moves(self) -> list[str]:
        """Return the cells that can change."""
        return [] if self.winner is not None else [cell for cell, light in self.lights.items() if light in NEXT]

    def play(self, move: str) -> None:
        """Change a cell."""
        self.lights[move] = NEXT[self.lights[move]]
        if any(len({self.lights[cell] for cell in line}) == 1 and self.lights[line[0]] != "." for line in LINES):
            self.winner = self.mover
        elif any(list(self.lights.values()).count(light) > 7 for light in NEXT.values()):
            raise AssertionError("eight of a colour without a line")
        self.mover = 1 - self.mover

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        return None if self.winner is None else [(1, -1), (-1, 1)][self.winner]


RIVALS = {"traffic-lights": TrafficLights}
