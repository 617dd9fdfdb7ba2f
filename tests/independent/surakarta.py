"""Surakarta: a referee of ours, from the rules at iggamecenter.com and boardgamesoftheworld.com, which agree.

A stone goes to an empty point beside it, in eight directions. To capture, it runs along one of the two circuits that
the loops make of the lines second and third from the edges, round at least one loop, over empty points only (the one
it has left is empty then), to a stone of the other player, whose place it takes. Who has lost all stones, or has no
move, has lost. Our choice for the end of a game in which nobody can capture: after a hundred plies without a capture
the player with more stones wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

LIBRARY = None

FILES = "abcdef"
START = {f"{file}{rank}": "black" if rank < 3 else "white" for file in FILES for rank in (1, 2, 5, 6)}


def circuit(near: int) -> list[str]:
    """Return the points of a circuit in their order, each line beginning behind a loop with an empty name."""
    far = 7 - near
    lines = (
        [f"{file}{near}" for file in FILES],
        [f"{FILES[far - 1]}{rank}" for rank in range(1, 7)],
        [f"{file}{far}" for file in reversed(FILES)],
        [f"{FILES[near - 1]}{rank}" for rank in range(6, 0, -1)],
    )
    return [point for line in lines for point in ("", *line)]


CIRCUITS = [way for near in (2, 3) for way in (circuit(near), circuit(near)[::-1])]
"""Each circuit in both senses."""


class Surakarta:
    """A game in progress: the colours of the stones."""

    def __init__(self) -> None:
        self.stones = dict(START)
        self.mover, self.other = "black", "white"
        self.quiet = 0

    def _steps(self) -> Iterator[str]:
        for point, colour in self.stones.items():
            if colour == self.mover:
                for file in range(FILES.index(point[0]) - 1, FILES.index(point[0]) + 2):
                    for rank in range(int(point[1]) - 1, int(point[1]) + 2):
                        if 0 <= file < 6 and 1 <= rank <= 6 and f"{FILES[file]}{rank}" not in self.stones:
                            yield f"{point}-{FILES[file]}{rank}"

    def _captures(self) -> Iterator[str]:
        for way in CIRCUITS:
            for start, point in enumerate(way):
                if not point or self.stones.get(point) != self.mover:
                    continue
                looped = False
                for ahead in range(1, len(way)):
                    goal = way[(start + ahead) % len(way)]
                    looped = looped or not goal
                    if goal in self.stones and goal != point:
                        if looped and self.stones[goal] == self.other:
                            yield f"{point}-{goal}"
                        break

    def _legal(self) -> set[str]:
        return {*self._steps(), *self._captures()}

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return set() if self.returns() else self._legal()

    def play(self, move: str) -> None:
        """Play a legal move."""
        start, goal = move.split("-")
        self.quiet = 0 if goal in self.stones else self.quiet + 1
        self.stones[goal] = self.stones.pop(start)
        self.mover, self.other = self.other, self.mover

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        black, white = (list(self.stones.values()).count(colour) for colour in ("black", "white"))
        if self.quiet == 100 or not black or not white:
            return [black - white, white - black]
        if not self._legal():
            return [-1.0, 1.0] if self.mover == "black" else [1.0, -1.0]
        return None


RIVALS = {"surakarta": Surakarta}
