"""Rising tide: a referee from the rules in words."""

from __future__ import annotations

from collections.abc import Iterator

LIBRARY = None

SIDE = 7
INTERVAL = 10


class RisingTide:
    """Which clan stands on which cell, as column and row from the lower left; how high the water is."""

    def __init__(self) -> None:
        self._men = {(column, row): clan for clan, row in ((0, 0), (1, SIDE - 1)) for column in range(1, SIDE - 1)}
        self._moved = 0
        self._water = 0

    def moves(self) -> Iterator[str]:
        """Yield where the men of the clan to move can go."""
        if len(set(self._men.values())) < 2:
            return
        clan = self._moved % 2
        for (column, row), owner in self._men.items():
            for to in self._within_reach(column, row) if owner == clan else ():
                rise, other = _height(to) - _height((column, row)), self._men.get(to)
                if (other is None and rise <= 1) or (other == 1 - clan and rise < 0):
                    yield f"{_name((column, row))}-{_name(to)}"

    def _within_reach(self, column: int, row: int) -> Iterator[tuple[int, int]]:
        """Yield the cells above the water, in all eight directions, as far as a man stands high, over free ones."""
        for x, y in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
            for far in range(1, max(1, _height((column, row))) + 1):
                to = column + far * x, row + far * y
                if not all(0 <= part < SIDE for part in to) or _height(to) < self._water:
                    break
                yield to
                if to in self._men:
                    break

    def play(self, move: str) -> None:
        """Move a man, and let the water rise if it is time."""
        source, target = map(_cell, move.split("-"))
        self._men[target] = self._men.pop(source)
        self._moved += 1
        if self._moved % INTERVAL == 0:
            self._water += 1
            self._men = {cell: clan for cell, clan in self._men.items() if _height(cell) >= self._water}

    def returns(self) -> tuple[int, int] | None:
        """Return which clan is left."""
        left = set(self._men.values())
        if len(left) == 2:
            return None if any(self.moves()) else ((-1, 1), (1, -1))[self._moved % 2]
        return {(): (0, 0), (0,): (1, -1), (1,): (-1, 1)}[tuple(left)]


def _height(cell: tuple[int, int]) -> int:
    """Return how high a cell lies: as many steps as it is away from the edge."""
    return min(*cell, *(SIDE - 1 - part for part in cell))


def _name(cell: tuple[int, int]) -> str:
    return f"{'abcdefg'[cell[0]]}{cell[1] + 1}"


def _cell(name: str) -> tuple[int, int]:
    return "abcdefg".index(name[0]), int(name[1:]) - 1


RIVALS = {"rising-tide": RisingTide}
