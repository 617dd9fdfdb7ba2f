"""Halma for four, for two pairs, and on a star for three: referees of ours.

The rules are those of George Howard Monks (1883/84), as they are handed down. Thirteen men stand in each corner of 16x16
squares. In turn, clockwise, a player moves one man: one square in any of the eight directions, or by any number of jumps,
each over one man of any player to the empty square next behind him. Nobody is taken. Whose men fill the opposite corner
first, wins. Our choices: a man who has come to rest in his goal does not come to rest outside of it any more; a move ends
elsewhere than it began; who cannot move, passes; after 600 moves the most men in their goal win, and if two players have
as many, nobody wins.

Two pairs play the same: those who sit opposite each other win together, once the men of both are in their goals, and
share the points at the end.

On the star (Otto Maier, 1892) there are six directions, and ten men in every other point. Who is first leaves the game to
the others, who play on for the second place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

LIBRARY = None

Cell = tuple[int, int]
LIMIT = 600
SIZE = 16
LOWER_LEFT = {(column, row) for row, length in enumerate((4, 4, 3, 2)) for column in range(length)}
CORNERS = [
    LOWER_LEFT,
    {(column, SIZE - 1 - row) for column, row in LOWER_LEFT},
    {(SIZE - 1 - column, SIZE - 1 - row) for column, row in LOWER_LEFT},
    {(SIZE - 1 - column, row) for column, row in LOWER_LEFT},
]
"""The corners of the players, clockwise."""


class Halma:
    """A game in progress: whose man stands where. Cells are counted from the lower left."""

    cells: ClassVar[set[Cell]] = {(column, row) for column in range(SIZE) for row in range(SIZE)}
    around: ClassVar[list[Cell]] = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]
    camps: ClassVar[list[set[Cell]]] = CORNERS
    goals: ClassVar[list[set[Cell]]] = [*CORNERS[2:], *CORNERS[:2]]

    def __init__(self) -> None:
        self.men = {cell: player for player, camp in enumerate(self.camps) for cell in camp}
        self.mover = 0
        self.moved = 0

    def _free(self, cell: Cell) -> bool:
        return cell in self.cells and cell not in self.men

    def _jumps(self, cell: Cell, found: set[Cell]) -> None:
        """Add all cells to which one can jump from a cell."""
        for right, up in self.around:
            over, target = (cell[0] + right, cell[1] + up), (cell[0] + 2 * right, cell[1] + 2 * up)
            if over in self.men and self._free(target) and target not in found:
                found.add(target)
                self._jumps(target, found)

    def _targets(self, start: Cell, goal: set[Cell]) -> Iterator[Cell]:
        player = self.men.pop(start)
        found: set[Cell] = set()
        self._jumps(start, found)
        found |= {cell for right, up in self.around if self._free(cell := (start[0] + right, start[1] + up))}
        self.men[start] = player
        yield from (cell for cell in found - {start} if start not in goal or cell in goal)

    def _named(self, cell: Cell) -> str:
        return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"

    def _legal(self) -> dict[str, tuple[Cell, Cell]]:
        goal = self.goals[self.mover]
        return {
            f"{self._named(start)}-{self._named(target)}": (start, target)
            for start in [cell for cell, owner in self.men.items() if owner == self.mover]
            for target in self._targets(start, goal)
        }

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return [] if self.returns() else self._legal() or ["pass"]

    def play(self, move: str) -> None:
        """Play a legal move."""
        if move != "pass":
            start, target = self._legal()[move]
            self.men[target] = self.men.pop(start)
            self.moved += 1
        self.mover = (self.mover + 1) % len(self.camps)

    def _arrived(self) -> list[int]:
        """Return how many men each player has in his goal."""
        return [sum(self.men.get(cell) == player for cell in goal) for player, goal in enumerate(self.goals)]

    def _over(self, points: Sequence[int]) -> Sequence[float]:
        """Return the result if the most points win."""
        best = max(points)
        if points.count(best) > 1:
            return [0.0] * len(points)
        return [1.0 if count == best else -1.0 / (len(points) - 1) for count in points]

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        arrived = self._arrived()
        return self._over(arrived) if len(self.camps[0]) in arrived or self.moved == LIMIT else None


class HalmaPartners(Halma):
    """A game in progress between two pairs."""

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        first, second, third, fourth = self._arrived()
        pairs = [first + third, second + fourth]
        return self._over(pairs) * 2 if 2 * len(self.camps[0]) in pairs or self.moved == LIMIT else None

    def _over(self, points: Sequence[int]) -> list[float]:
        return list(super()._over(points))


Cube = tuple[int, int, int]
CUBES = [(q, r, -q - r) for q in range(-8, 9) for r in range(-8, 9)]
"""The cells of a star and more, by three coordinates with the sum 0; the middle is the origin."""


def placed(cube: Cube) -> Cell:
    """Return the cell of the model's board, which is slanted."""
    return cube[0] + 8, 8 - cube[1]


class StarHalma(Halma):
    """A game in progress on two triangles: the players begin in the points of one, and their goals are those of the other."""

    cells: ClassVar[set[Cell]] = {placed(cube) for cube in CUBES if max(cube) <= 4 or min(cube) >= -4}
    around: ClassVar[list[Cell]] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)]
    camps: ClassVar[list[set[Cell]]] = [
        {placed(cube) for cube in CUBES if min(cube) >= -4 and cube[axis] > 4} for axis in (2, 0, 1)
    ]
    goals: ClassVar[list[set[Cell]]] = [
        {placed(cube) for cube in CUBES if max(cube) <= 4 and cube[axis] < -4} for axis in (2, 0, 1)
    ]

    def __init__(self) -> None:
        super().__init__()
        self.placed: list[int] = []

    def _legal(self) -> dict[str, tuple[Cell, Cell]]:
        return {} if self.mover in self.placed else super()._legal()

    def play(self, move: str) -> None:
        """Play a legal move. Who has arrived is left out afterwards."""
        player = self.mover
        super().play(move)
        if player not in self.placed and self._arrived()[player] == 10:
            self.placed.append(player)
        if move != "pass" and self.mover in self.placed:
            self.mover = (self.mover + 1) % 3

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        if len(self.placed) == 2:
            return self._over([2 if player == self.placed[0] else player == self.placed[1] for player in range(3)])
        return self._over(self._arrived()) if self.moved == LIMIT else None


RIVALS = {"halma": Halma, "halma-partners": HalmaPartners, "star-halma": StarHalma}
