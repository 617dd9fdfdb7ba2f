"""Harvest: a referee that keeps a list of units and settles each cell by the units that meet there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

LIBRARY = None

SIDE = 10
WALLS = {(3, 3), (3, 4), (3, 5), (6, 4), (6, 5), (6, 6)}
BASES = [(1, 1), (8, 8)]
SCARCITY, LIMIT, PATIENCE = 0.33, 60, 100

Cell = tuple[int, int]
"""A column and a row, from the left and from the top."""
LUCK = 2


@dataclass
class Unit:
    """A base, a pawn or food; nobody owns food."""

    kind: str
    owner: int | None
    cell: Cell
    ordered: bool = False


class Harvest:
    """The turns of the players, each of several orders, with a draw of luck before each."""

    def __init__(self) -> None:
        self.units = [Unit("base", owner, cell) for owner, cell in enumerate(BASES)]
        self.units += [Unit("pawn", owner, (column + 1, row)) for owner, (column, row) in enumerate(BASES)]
        self.mover, self.next = LUCK, 0
        self.turns = self.quiet = self.known = 0
        self.over = False

    def of(self, kind: str, owner: int | None = None) -> list[Unit]:
        """Return the units of a kind, of all owners or of one."""
        return [unit for unit in self.units if unit.kind == kind and owner in (None, unit.owner)]

    def moves(self) -> Iterable[str]:
        """Return an order for each cell with pawns that have none and each neighbour, and the end of the turn."""
        if self.over:
            return []
        if self.mover == LUCK:
            return ["none", *map(name, self.free())]
        cells = {unit.cell for unit in self.of("pawn", self.mover) if not unit.ordered}
        return ["end", *(f"{name(cell)}-{name(other)}" for cell in cells for other in neighbours(cell))]

    def free(self) -> list[Cell]:
        """Return the cells without a unit and without a wall."""
        taken = {unit.cell for unit in self.units} | WALLS
        return [cell for cell in product(range(SIDE), repeat=2) if cell not in taken]

    def play(self, move: str) -> None:
        """Play a legal move."""
        if self.mover == LUCK:
            if move != "none":
                self.units.append(Unit("food", None, cell_of(move)))
            self.mover = self.next
        elif move == "end":
            self.settle()
        else:
            source, target = map(cell_of, move.split("-"))
            pawn = next(unit for unit in self.of("pawn", self.mover) if unit.cell == source and not unit.ordered)
            pawn.cell, pawn.ordered = target, True

    def settle(self) -> None:
        """Let all units act on each other that are on the same cell; the next turn begins, or the game is over."""
        gone: list[Unit] = []
        hatched = 0
        for cell in {unit.cell for unit in self.units}:
            here = [unit for unit in self.units if unit.cell == cell]
            pawns = [unit for unit in here if unit.kind == "pawn"]
            bases = [unit for unit in here if unit.kind == "base"]
            if bases:
                hostile = [pawn for pawn in pawns if pawn.owner != bases[0].owner]
                gone += [*hostile, *bases] if hostile else []
            elif len({pawn.owner for pawn in pawns}) > 1:
                gone += pawns
            elif pawns and len(pawns) < len(here):
                gone += [unit for unit in here if unit.kind == "food"]
                hatched += 1
        self.units = [unit for unit in self.units if not any(unit is other for other in gone)]
        home = [base.cell for base in self.of("base", self.mover)]
        self.units += [Unit("pawn", self.mover, cell) for cell in home for _ in range(hatched)]
        for unit in self.units:
            unit.ordered = False
        self.turns += 1
        self.quiet = self.quiet + 1 if len(self.units) == self.known else 0
        self.known = len(self.units)
        left = [bool(self.of(kind, owner)) for kind in ("base", "pawn") for owner in (0, 1)]
        self.over = not all(left) or self.turns == LIMIT or self.quiet == PATIENCE
        self.mover, self.next = LUCK, 1 - self.mover

    def chances(self) -> dict[str, float]:
        """Return how likely food is nowhere, and on each free cell."""
        free = self.free()
        return {"none": SCARCITY, **{name(cell): (1 - SCARCITY) / len(free) for cell in free}}

    def returns(self) -> Sequence[float] | None:
        """Return who has won: who has a base, or else pawns, or else more pawns."""
        if not self.over:
            return None
        pawns = Counter(unit.owner for unit in self.of("pawn"))
        keys = [(len(self.of("base", owner)), pawns[owner] > 0, pawns[owner]) for owner in (0, 1)]
        sign = (keys[0] > keys[1]) - (keys[0] < keys[1])
        return [sign, -sign]


def neighbours(cell: Cell) -> list[Cell]:
    """Return the cells around a cell that are no walls."""
    column, row = cell
    around = product(range(column - 1, column + 2), range(row - 1, row + 2))
    return [other for other in around if other != cell and other not in WALLS and {*other} <= {*range(SIDE)}]


def name(cell: Cell) -> str:
    """Return what a cell is called in notation."""
    return f"{'abcdefghij'[cell[0]]}{SIDE - cell[1]}"


def cell_of(text: str) -> Cell:
    """Return the cell of a name."""
    return "abcdefghij".index(text[0]), SIDE - int(text[1:])


RIVALS = {"harvest": Harvest}
