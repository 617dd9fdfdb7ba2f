"""Two knights' tours: a referee of ours, from the rules at the head of the model."""

from __future__ import annotations

from collections.abc import Sequence

LIBRARY = None

SIZE = 5
LEAPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]


class KnightsTours:
    """A tour is the list of cells where a knight has been; the last one is where it stands."""

    def __init__(self) -> None:
        self.tour, self.other = [(0, 0)], [(SIZE - 1, SIZE - 1)]
        self.ply = 0

    def _leaps(self) -> dict[str, tuple[int, int]]:
        x, y = self.tour[-1]
        cells = [(x + right, y + up) for right, up in LEAPS]
        free = [
            (x, y) for x, y in cells if 0 <= x < SIZE and 0 <= y < SIZE and (x, y) not in (*self.tour, self.other[-1])
        ]
        return {f"{_name((x, y))}-{_name(cell)}": cell for cell in free}

    def moves(self) -> list[str]:
        """Return the leaps to where the knight has not been."""
        return list(self._leaps())

    def play(self, move: str) -> None:
        """Leap."""
        self.tour.append(self._leaps()[move])
        self.tour, self.other = self.other, self.tour
        self.ply += 1

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player: who cannot leap has lost."""
        if self._leaps():
            return None
        return (-1, 1) if self.ply % 2 == 0 else (1, -1)


def _name(cell: tuple[int, int]) -> str:
    return f"{'abcde'[cell[0]]}{cell[1] + 1}"


RIVALS = {"knights-tours": KnightsTours}
