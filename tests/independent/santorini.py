"""Santorini: a referee from the rules in words."""

from __future__ import annotations

from collections.abc import Iterator

LIBRARY = None

CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
NEAR = {
    cell: [
        one for one in CELLS if one != cell and all(abs(ord(a) - ord(b)) <= 1 for a, b in zip(one, cell, strict=True))
    ]
    for cell in CELLS
}


class Santorini:
    """The heights of the buildings, and who stands where."""

    def __init__(self) -> None:
        self._height = dict.fromkeys(CELLS, 0)
        self._stands: dict[str, int] = {}
        self._mover = 0
        self._winner: int | None = None

    def moves(self) -> Iterator[str]:
        """Yield where a worker is placed; or from where to where one steps, and where he builds unless that wins."""
        if self._winner is not None:
            return
        if len(self._stands) < 4:
            yield from (cell for cell in CELLS if cell not in self._stands)
            return
        for cell, player in self._stands.items():
            if player == self._mover:
                for to in NEAR[cell]:
                    if to not in self._stands and self._height[to] <= min(3, self._height[cell] + 1):
                        yield from self._builds(cell, to)

    def _builds(self, cell: str, to: str) -> Iterator[str]:
        if self._height[to] == 3:
            yield f"{cell}-{to}"
            return
        for site in NEAR[to]:
            if self._height[site] < 4 and (site == cell or site not in self._stands):
                yield f"{cell}-{to}-{site}"

    def play(self, move: str) -> None:
        """Place a worker, or step and build."""
        cell, *rest = move.split("-")
        if rest:
            del self._stands[cell]
        self._stands[rest[0] if rest else cell] = self._mover
        if len(rest) == 1:
            self._winner = self._mover
        elif rest:
            self._height[rest[1]] += 1
        self._mover = 1 - self._mover
        if self._winner is None and not any(True for _ in self.moves()):
            self._winner = 1 - self._mover

    def returns(self) -> tuple[int, int] | None:
        """Return who has won."""
        return None if self._winner is None else (1, -1) if self._winner == 0 else (-1, 1)


RIVALS = {"santorini": Santorini}
