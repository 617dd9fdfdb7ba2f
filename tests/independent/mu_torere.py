"""Mū tōrere: a referee of ours, from Te Rangi Hīroa (Peter Buck), "The Coming of the Maori" (1949), after Elsdon Best.

A stone moves to the next point of the star, or between a point and the middle; into the middle only from beside a
stone of the other player. We take that for the whole game, as it is written there; the last move of Best's specimen
game, which is quoted too, breaks it. A player who cannot move loses. Our choice: a draw when a position comes for the
third time with the same player to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LIBRARY = None

POINTS = ("b5", "d5", "e4", "e2", "d1", "b1", "a2", "a4")
"""The model's names of the points, around the star."""
MIDDLE = "c3"


class MuTorere:
    """A game in progress: the star as a text, point by point, and last the middle."""

    def __init__(self, star: str = "BWWWWBBB.", mover: str = "B") -> None:
        self.star = star
        self.mover = mover
        self.past = [star + mover]

    def _after(self) -> dict[str, str]:
        """Return the star after each move."""
        mover, star = self.mover, self.star
        other = "W" if mover == "B" else "B"
        gap = star.index(".")
        after = {}
        for place in range(9):
            if star[place] != mover:
                continue
            neighbours = [] if place == 8 else [star[(place + way) % 8] for way in (-1, 1)]
            if place == 8 or (other in neighbours if gap == 8 else "." in neighbours):
                changed = list(star)
                changed[place], changed[gap] = ".", mover
                names = (*POINTS, MIDDLE)
                after[f"{names[place]}-{names[gap]}"] = "".join(changed)
        return after

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return [] if self.returns() else list(self._after())

    def play(self, move: str) -> None:
        """Play a legal move."""
        self.star = self._after()[move]
        self.mover = "W" if self.mover == "B" else "B"
        self.past.append(self.star + self.mover)

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        if self.past.count(self.star + self.mover) == 3:
            return [0.0, 0.0]
        if not self._after():
            return [-1.0, 1.0] if self.mover == "B" else [1.0, -1.0]
        return None


RIVALS = {"mu-torere": MuTorere}
