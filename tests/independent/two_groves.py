"""Two groves: a referee from the rules in words."""

from __future__ import annotations

from collections.abc import Iterator

LIBRARY = None

SIDE = 4


class TwoGroves:
    """Who has planted the tree on which cell."""

    def __init__(self) -> None:
        self._trees: dict[tuple[int, int], int] = {}

    def moves(self) -> Iterator[str]:
        """Yield the free cells."""
        for column in range(SIDE):
            for row in range(SIDE):
                if (column, row) not in self._trees:
                    yield f"{'abcd'[column]}{row + 1}"

    def play(self, move: str) -> None:
        """Plant the next tree: the first is the first gardener's, and of the others always two are of one."""
        gardener = (len(self._trees) + 1) // 2 % 2
        self._trees["abcd".index(move[0]), int(move[1:]) - 1] = gardener

    def returns(self) -> tuple[int, int] | None:
        """Return whose garden is worth more."""
        if len(self._trees) < SIDE * SIDE:
            return None
        first, second = self._worth(0), self._worth(1)
        return ((first > second) - (first < second), (second > first) - (second < first))

    def _worth(self, gardener: int) -> int:
        left = {cell for cell, owner in self._trees.items() if owner == gardener}
        fence = sum(1 for cell in left if {*cell} & {0, SIDE - 1})
        groves = []
        while left:
            grove, beside = set(), [left.pop()]
            while beside:
                column, row = beside.pop()
                grove.add((column, row))
                for cell in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                    if cell in left:
                        left.remove(cell)
                        beside.append(cell)
            groves.append(min(len(grove), 5))
        large, small, *_ = (*sorted(groves, reverse=True), 1)
        return large * small + (fence >= 2) + (fence >= 4) + 2 * (fence >= 5)


RIVALS = {"two-groves": TwoGroves}
