"""The royal game of Ur, written by hand from its rules: a man is its place on the path of fourteen, counted from 1."""

from __future__ import annotations

from math import comb

MEN, LENGTH = 7, 14
ROSETTES = (4, 8, 14)
SHARED = range(5, 13)
"""The places on the middle row, where men of both may meet."""
PATHS = (
    ("", "d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h1", "g1"),
    ("", "d3", "c3", "b3", "a3", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h3", "g3"),
)


class RoyalGameOfUr:
    """A throw is how many of four dice with two sides show the marked one."""

    def __init__(self) -> None:
        self.men: tuple[set[int], set[int]] = (set(), set())
        self.home = [0, 0]
        self.mover = 0
        self.throw: int | None = None

    def moves(self) -> dict[str, int]:
        """Return the throws, or the legal moves with the place that the man leaves: 0 is outside."""
        if MEN in self.home:
            return {}
        if self.throw is None:
            return {str(throw): throw for throw in range(5)}
        path, own = PATHS[self.mover], self.men[self.mover]
        starts = {*own, 0} if len(own) + self.home[self.mover] < MEN else own
        found = {}
        for start in starts:
            end = start + self.throw
            if self.throw == 0 or end > LENGTH + 1 or end in own or (end in ROSETTES and self._meets(end)):
                continue
            leaves = end == LENGTH + 1
            name = path[start] if leaves else f"{path[start]}-{path[end]}" if start else path[end]
            found[name] = start
        return found or {"pass": -1}

    def _meets(self, place: int) -> bool:
        return place in SHARED and place in self.men[1 - self.mover]

    def chances(self) -> dict[str, float]:
        """Return how likely each throw is."""
        return {str(throw): comb(4, throw) / 16 for throw in range(5)}

    def play(self, move: str) -> None:
        """Throw, or make a legal move."""
        start = self.moves()[move]
        if self.throw is None:
            self.throw = start
            return
        end, again = start + self.throw, False
        if start >= 0:
            self.men[self.mover].discard(start)
            if end > LENGTH:
                self.home[self.mover] += 1
            else:
                self.men[self.mover].add(end)
                if end in SHARED:
                    self.men[1 - self.mover].discard(end)
                again = end in ROSETTES
        self.throw = None
        if not again:
            self.mover = 1 - self.mover

    def returns(self) -> tuple[float, float] | None:
        """Return who has all men home; None before."""
        if MEN not in self.home:
            return None
        return (1, -1) if self.home[0] == MEN else (-1, 1)


RIVALS = {"royal-game-of-ur": RoyalGameOfUr}
