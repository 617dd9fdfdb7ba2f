"""Intellector: a referee of ours, from the game's own description in the Board Game Constructor (intellector.json).

59 hexagons in nine columns. A Dominator slides through the sides of the cells and an Aggressor through their corners, a
Liberator leaps two cells straight, Defensor and Intellector step, a Progressor steps ahead in one of three directions.
All but the Intellector take where they stop; it steps on empty cells or swaps with a Defensor beside it. Whoever takes
the other Intellector wins. As described, not as that program runs it: there the condition that turns Progressors ahead
is not read, and a Dominator does not slide over empty cells. Our choice: a player without a move loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

LIBRARY = None

Cell = tuple[int, int]
"""The column, and the row within slanted coordinates; White is where rows are low."""

SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
STEPS = {
    "Intellector": SIDES,
    "Defensor": SIDES,
    "Dominator": SIDES,
    "Aggressor": CORNERS,
    "Liberator": tuple((2 * x, 2 * y) for x, y in SIDES),
}
AHEAD = (((1, 0), (0, 1), (-1, 1)), ((-1, 0), (0, -1), (1, -1)))
SLIDERS = {"Dominator", "Aggressor"}
WING = ("Dominator", "Liberator", "Aggressor", "Defensor")
RANK = (*WING, "Intellector", *reversed(WING))


def column(x: int) -> list[Cell]:
    """Return the cells of a column from White's side: seven, or six in every second one."""
    low = -(x // 2)
    return [(x, y) for y in range(low, low + 7 - x % 2)]


def name(cell: Cell) -> str:
    """Return the name of a cell in the model: its column, and its row counted from that of a1 on Black's side."""
    return f"{'abcdefghi'[cell[0]]}{7 - cell[1]}"


class Intellector:
    """A game in progress: what stands where, and whose it is; 0 is White."""

    def __init__(self) -> None:
        self.cells = {name(cell): cell for x in range(9) for cell in column(x)}
        self.men: dict[Cell, tuple[int, str]] = {}
        for x, kind in enumerate(RANK):
            for player, cells in enumerate((column(x), column(x)[::-1])):
                self.men[cells[0]] = player, kind
                if x % 2 == 0:
                    self.men[cells[1]] = player, "Progressor"
        self.mover = 0

    def _targets(self, start: Cell, kind: str) -> Iterator[Cell]:
        known = self.cells.values()
        for dx, dy in AHEAD[self.mover] if kind == "Progressor" else STEPS[kind]:
            target = start[0] + dx, start[1] + dy
            while target in known and target not in self.men and kind in SLIDERS:
                yield target
                target = target[0] + dx, target[1] + dy
            if target in known and self._may_stop(target, kind):
                yield target

    def _may_stop(self, target: Cell, kind: str) -> bool:
        if target not in self.men:
            return True
        owner, other = self.men[target]
        if kind == "Intellector":
            return owner == self.mover and other == "Defensor"
        return owner != self.mover

    def _legal(self) -> Iterator[str]:
        for start, (owner, kind) in self.men.items():
            if owner == self.mover:
                for target in self._targets(start, kind):
                    yield f"{name(start)}-{name(target)}"

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return list(self._legal()) if (self.mover, "Intellector") in self.men.values() else []

    def play(self, move: str) -> None:
        """Play a legal move."""
        start, target = (self.cells[text] for text in move.split("-"))
        man = self.men.pop(start)
        if target in self.men and self.men[target][0] == self.mover:
            self.men[start] = self.men[target]
        self.men[target] = man
        self.mover = 1 - self.mover

    def returns(self) -> Sequence[float] | None:
        """Return the result; None as long as the game goes on."""
        if self.moves():
            return None
        return (-1, 1) if self.mover == 0 else (1, -1)


RIVALS = {"intellector": Intellector}
