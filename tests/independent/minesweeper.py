"""Minesweeper, written by hand from its rules: mines are a set of cells, and what is opened spreads with a stack."""

from __future__ import annotations

from collections.abc import Iterable

SIDE, MINES = 8, 10


class Minesweeper:
    """Cells are pairs of column and row, counted from 0 at the lower left."""

    def __init__(self) -> None:
        self.mines: set[tuple[int, int]] = set()
        self.open: set[tuple[int, int]] = set()
        self.hit = False

    def moves(self) -> Iterable[str]:
        """Return the cells for the next mine, or those that are closed."""
        if self.returns() is not None:
            return []
        taken = self.open if len(self.mines) == MINES else self.mines
        cells = ((column, row) for column in range(SIDE) for row in range(SIDE))
        return [f"{'abcdefgh'[column]}{row + 1}" for column, row in cells if (column, row) not in taken]

    def chances(self) -> dict[str, float]:
        """Return how likely the next mine lies on each cell."""
        cells = list(self.moves())
        return dict.fromkeys(cells, 1 / len(cells))

    def play(self, move: str) -> None:
        """Lay a mine, or open a cell."""
        cell = "abcdefgh".index(move[0]), int(move[1]) - 1
        if len(self.mines) < MINES:
            self.mines.add(cell)
        elif cell in self.mines:
            self.hit = True
        else:
            self._open(cell)

    def _open(self, cell: tuple[int, int]) -> None:
        waiting = [cell]
        while waiting:
            found = waiting.pop()
            self.open.add(found)
            around = self._around(found)
            if not self.mines & around:
                waiting += around - self.open

    def _around(self, cell: tuple[int, int]) -> set[tuple[int, int]]:
        columns, rows = (range(max(at - 1, 0), min(at + 2, SIDE)) for at in cell)
        return {(column, row) for column in columns for row in rows} - {cell}

    def returns(self) -> tuple[float, ...] | None:
        """Return -1 for a mine that was hit, 1 when only mines are closed; None before."""
        if self.hit:
            return (-1,)
        return (1,) if len(self.open) + len(self.mines) == SIDE * SIDE else None

    def shown(self, player: int) -> str:
        """Return which cells are open, with the mines around each."""
        return " ".join(f"{cell}{len(self.mines & self._around(cell))}" for cell in sorted(self.open))


RIVALS = {"minesweeper": Minesweeper}
