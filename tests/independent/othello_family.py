"""The family of Othello: a referee with its own board, a dictionary of cells.

Written from the rules of the board game and the variants that the Othello language of 2024 describes: boards with cells
left out, least discs, no diagonals, no duty to capture, hexagons, capture of neighbours, play for the last disc, two moves
a turn (but one in the first turn: a second one would take White's last disc).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import dist

LIBRARY = None

Cell = tuple[int, int]
EIGHT = tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0))
FOUR = ((-1, 0), (1, 0), (0, -1), (0, 1))
SIX = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True)
class Rules:
    """What distinguishes a variant."""

    size: int = 8
    has_cell: Callable[[int, int, int], bool] = lambda row, column, size: True
    directions: Sequence[tuple[int, int]] = EIGHT
    ring: bool = False
    obliged: bool = True
    neighbours: bool = False
    least: bool = False
    elimination: bool = False
    moves: int = 1


def in_circle(row: int, column: int, size: int) -> bool:
    """Return whether the middle of a cell lies in the circle, a little inside of the board's edge."""
    middle = (size - 1) / 2
    return dist((row, column), (middle, middle)) <= size / 2 - 0.3


def in_hexagon(row: int, column: int, size: int) -> bool:
    """Return whether a cell belongs to the hexagon in slanted coordinates."""
    return size // 2 <= row + column <= size + size // 2 - 1


class Referee:
    """A game in progress; 0 is Black, who begins."""

    def __init__(self, rules: Rules) -> None:
        size = rules.size
        self.rules = rules
        self.disc: dict[Cell, int | None] = {
            (r, c): None for r in range(size) for c in range(size) if rules.has_cell(r, c, size)
        }
        middle = size // 2
        if rules.ring:
            for number, (r, c) in enumerate(SIX):
                self.disc[middle + r, middle + c] = number % 2
        else:
            for r, c, owner in ((-1, -1, 1), (0, 0, 1), (-1, 0, 0), (0, -1, 0)):
                self.disc[middle + r, middle + c] = owner
        self.turn = 0
        self.made = rules.moves - 1
        self.ended = False

    def captured(self, cell: Cell, me: int) -> set[Cell]:
        """Return the discs that one on an empty cell captures."""
        found: set[Cell] = set()
        for dr, dc in self.rules.directions:
            line: list[Cell] = []
            r, c = cell[0] + dr, cell[1] + dc
            while self.disc.get((r, c)) == 1 - me:
                line.append((r, c))
                r, c = r + dr, c + dc
            if self.rules.neighbours:
                found.update(line[:1])
            elif self.disc.get((r, c)) == me:
                found.update(line)
        return found

    def places(self, me: int) -> list[Cell]:
        """Return where a player may place a disc."""
        empty = (cell for cell, owner in self.disc.items() if owner is None)
        return [cell for cell in empty if not self.rules.obliged or self.captured(cell, me)]

    def moves(self) -> Iterable[str]:
        if self.ended:
            return []
        own = [f"{chr(97 + c)}{self.rules.size - r}" for r, c in self.places(self.turn)]
        return own or (["pass"] if self.places(1 - self.turn) else [])

    def play(self, move: str) -> None:
        if move == "pass":
            self.turn, self.made = 1 - self.turn, 0
            return
        cell = (self.rules.size - int(move[1:]), ord(move[0]) - 97)
        for taken in self.captured(cell, self.turn) | {cell}:
            self.disc[taken] = self.turn
        if self.rules.elimination and 1 - self.turn not in self.disc.values():
            self.ended = True
            return
        self.made += 1
        if self.made == self.rules.moves:
            self.turn, self.made = 1 - self.turn, 0

    def returns(self) -> Sequence[float] | None:
        if self.ended:
            return (1, -1) if self.turn == 0 else (-1, 1)
        if self.places(0) or self.places(1):
            return None
        owners = list(self.disc.values())
        lead = owners.count(0) - owners.count(1)
        if self.rules.elimination:
            lead = 0
        if self.rules.least:
            lead = -lead
        return lead, -lead


_RULES = {
    "othello-4x4": Rules(4),
    "othello-6x6": Rules(6),
    "othello-10x10": Rules(10),
    "othello-16x16": Rules(16),
    "othello-circle": Rules(has_cell=in_circle),
    "othello-circle-16x16": Rules(16, has_cell=in_circle),
    "othello-least": Rules(least=True),
    "othello-least-16x16": Rules(16, least=True),
    "othello-orthogonal": Rules(directions=FOUR),
    "othello-free": Rules(obliged=False),
    "othello-hexagonal": Rules(9, has_cell=in_hexagon, directions=SIX, ring=True),
    "othello-adjacent": Rules(neighbours=True),
    "othello-mini": Rules(4, neighbours=True),
    "othello-elimination": Rules(elimination=True),
    "othello-two-moves": Rules(moves=2),
    "othello-choices": Rules(),
}


def _start(rules: Rules) -> Callable[[], Referee]:
    return lambda: Referee(rules)


RIVALS = {name: _start(rules) for name, rules in _RULES.items()}
