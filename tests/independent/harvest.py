"""Harvest: a referee that keeps a list of units and settles each cell by the units that meet there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
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
            self.end()
        else:
            source, target = map(cell_of, move.split("-"))
            pawn = next(unit for unit in self.of("pawn", self.mover) if unit.cell == source and not unit.ordered)
            self.order(pawn, target)

    def order(self, pawn: Unit, target: Cell) -> None:
        """Let a pawn step."""
        pawn.cell, pawn.ordered = target, True

    def end(self) -> None:
        """End the turn."""
        self.settle()

    def settle(self) -> None:
        """Let all units act on each other that are on the same cell; the next turn begins, or the game is over."""
        gone: list[Unit] = []
        fed: Counter[int] = Counter()
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
                fed[pawns[0].owner or 0] += 1
        self.units = [unit for unit in self.units if not any(unit is other for other in gone)]
        self.hatch(fed)
        for unit in self.units:
            unit.ordered = False
        self.turns += 1
        self.quiet = self.quiet + 1 if len(self.units) == self.known else 0
        self.known = len(self.units)
        left = [bool(self.of(kind, owner)) for kind in ("base", "pawn") for owner in (0, 1)]
        self.over = not all(left) or self.turns == LIMIT or self.quiet == PATIENCE
        self.mover, self.next = LUCK, 1 - self.mover

    def hatch(self, fed: Counter[int]) -> None:
        """Let a pawn hatch at the base of the mover for each cell on which he has eaten."""
        for base in self.of("base", self.mover):
            self.units += [Unit("pawn", self.mover, base.cell) for _ in range(fed[self.mover])]

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


class Telling(Harvest):
    """The same with what each player is told: the moves that he hears of, and whatever changes before his eyes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = [self.sight(player) for player in (0, 1)]
        self.told = ["", ""]

    def play(self, move: str) -> None:
        """Play a legal move, and tell of it."""
        mover = self.mover
        super().play(move)
        for player, told in enumerate(self.told):
            sight, heard = self.sight(player), self.hears(player, mover, move)
            if heard or sight != self.seen[player]:
                self.told[player] = sha256(f"{told} {move if heard else ''} {sight}".encode()).hexdigest()
            self.seen[player] = sight

    def hears(self, player: int, mover: int, move: str) -> bool:
        """Return whether a player is told a move."""
        raise NotImplementedError

    def sight(self, player: int) -> str:
        """Return what a player sees."""
        raise NotImplementedError

    def shown(self, player: int) -> str:
        """Return a digest of all that a player has been told."""
        return self.told[player]


class Fog(Telling):
    """The same where a player sees what is near to what is his."""

    def hears(self, player: int, mover: int, move: str) -> bool:
        """Return whether a move is one's own, or ends a turn."""
        return move == "end" or player == mover

    def sight(self, player: int) -> str:
        """Return the cells that a player sees, what is there, and whose turn it is."""
        near = {
            (unit.cell[0] + x, unit.cell[1] + y)
            for unit in self.units if unit.owner == player
            for x, y in product(range(-2, 3), repeat=2)
        }  # fmt: skip
        seen = sorted(f"{u.kind}{u.owner}{name(u.cell)}{u.ordered}" for u in self.units if u.cell in near)
        clear = sorted(name(cell) for cell in near if {*cell} <= {*range(SIDE)})
        return f"{self.mover} {self.turns} {self.over} {seen} {clear}"


class AtOnce(Telling):
    """The same with orders that are kept until both have ended theirs."""

    def __init__(self) -> None:
        self.orders: list[tuple[Unit, Cell]] = []
        super().__init__()

    def order(self, pawn: Unit, target: Cell) -> None:
        """Write an order down, which is obeyed when the round ends."""
        pawn.ordered = True
        self.orders.append((pawn, target))

    def end(self) -> None:
        """Let the other one give orders, or obey all."""
        if self.mover == 0:
            self.mover = 1
            return
        for pawn, target in self.orders:
            pawn.cell = target
        self.orders = []
        self.settle()
        self.next = 0

    def hatch(self, fed: Counter[int]) -> None:
        """Let pawns hatch at the bases of all who have eaten."""
        self.units += [
            Unit("pawn", base.owner, base.cell) for base in self.of("base") for _ in range(fed[base.owner or 0])
        ]

    def hears(self, player: int, mover: int, move: str) -> bool:
        """Return whether a move is one's own, or chance."""
        return mover in (player, LUCK)

    def sight(self, player: int) -> str:
        """Return what stands where since the last round, and whose turn it is."""
        return f"{self.mover} {self.turns} {self.over} {sorted(f'{u.kind}{u.owner}{name(u.cell)}' for u in self.units)}"


RIVALS = {"harvest": Harvest, "harvest-at-once": AtOnce, "harvest-fog": Fog}
