"""Hexagons, dynamic positions, other captures, turns of several moves and passes, beside a small referee."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from random import Random

import pytest

from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.validation import validate
from tilewright.runtime import Game, load

Cell = tuple[int, int]
"""A row and a column, from 1."""
EIGHT = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
SIX = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]
START = {(3, 3): "white", (4, 4): "white", (3, 4): "black", (4, 3): "black", (3, 2): "white", (4, 5): "white"}


def text(shape: str, keys: str, kind: str = "placement", side: int = 6) -> str:
    cells = " ".join(f"cell position({row},{column}) = {colour}" for (row, column), colour in START.items())
    return f"""game Family {{
  compile-time {{ boardType = "{shape}" {keys} }}
  board {side} x {side}
  players {{ black Ann white Ben }}
  initial {{ {cells} }}
  position (1,1)
  rules {{
    move {{ type {kind} valid if captures_in_any_direction(r,c) effect flip_captured_pieces(r,c) }}
    end when captures_in_any_direction(r,c)
    scoring count_pieces_per_player
  }}
}}
"""


@dataclass
class Referee:
    """Othello's family, cell by cell."""

    cells: list[Cell]
    ways: list[Cell]
    adjacent: bool = False
    moves: int = 1
    opening: list[Cell] = field(default_factory=list)
    """The cells on which the players place the first discs."""
    discs: dict[Cell, str] = field(default_factory=dict)
    colour: str = "black"
    made: int = 0

    def other(self) -> str:
        return "white" if self.colour == "black" else "black"

    def captured(self, cell: Cell, colour: str) -> list[Cell]:
        found: list[Cell] = []
        for row, column in self.ways:
            line: list[Cell] = []
            there = cell[0] + row, cell[1] + column
            while self.discs.get(there, colour) != colour:
                line.append(there)
                there = there[0] + row, there[1] + column
            if self.adjacent:
                found += line[:1]
            elif self.discs.get(there) == colour:
                found += line
        return found

    def placements(self, colour: str) -> list[Cell]:
        free = [cell for cell in self.cells if cell not in self.discs]
        left = [cell for cell in self.opening if cell in free]
        return left or [cell for cell in free if self.captured(cell, colour)]

    def legal(self) -> list[Cell | None]:
        """Return the cells; None is a pass."""
        mine = self.placements(self.colour)
        if mine or not self.placements(self.other()):
            return [*mine]
        return [None]

    def play(self, cell: Cell | None) -> None:
        if cell is not None:
            is_opening = any(each not in self.discs for each in self.opening)
            for each in [] if is_opening else self.captured(cell, self.colour):
                self.discs[each] = self.colour
            self.discs[cell] = self.colour
            self.made += not is_opening
            if not is_opening and self.made < self.moves:
                return
        self.colour, self.made = self.other(), 0


FAMILY = {
    "hexagon": (("hexagon", ""), {}),
    "hexagon, seven": (("hexagon", "", "placement", 7), {}),
    "dynamic": (("square", "initialPosition = dynamic"), {"opening": True}),
    "static": (("square", "initialPosition = static"), {}),
    "adjacent": (("square", "captureRule = adjacent"), {"adjacent": True}),
    "sandwich": (("circle", "captureRule = sandwich"), {}),
    "two moves": (("square", "movesPerTurn = 2"), {"moves": 2}),
    "three moves, hexagon": (("hexagon", "movesPerTurn = 3"), {"moves": 3}),
    "passes": (("square", "", "pass"), {}),
    "straight": (("square", "allowDiagonal = false captureRule = adjacent"), {"adjacent": True, "straight": True}),
    "everything": (
        ("hexagon", "initialPosition = dynamic captureRule = sandwich movesPerTurn = 2", "pass"),
        {"opening": True, "moves": 2},
    ),
}


def cells_of(shape: str, side: int) -> list[Cell]:
    """Return the cells: those of a hexagon are counted from its corners, row by row."""
    cells = list(product(range(1, side + 1), repeat=2))
    if shape == "circle":
        return [
            (r, c) for r, c in cells if ((r - (side + 1) / 2) ** 2 + (c - (side + 1) / 2) ** 2) ** 0.5 <= side / 2 - 0.3
        ]
    if shape == "hexagon":
        return [(r, c) for r, c in cells if abs(r + c - side - 1) < side / 2]
    return cells


@pytest.mark.parametrize("name", FAMILY)
def test_the_family_plays_as_a_referee_says(name: str) -> None:
    (shape, keys, *rest), rules = FAMILY[name]
    side = int(rest[1]) if len(rest) > 1 else 6
    source = text(shape, keys, *rest)  # type: ignore[arg-type]
    document = read_text(source, "family.othello")
    assert validate(document) == []
    game = load(document, "interpreter")
    assert max(beside(game, referee_of(shape, side, dict(rules)), Random(seed)) for seed in range(5)) > 12


def referee_of(shape: str, side: int, rules: dict[str, int | bool]) -> Referee:
    straight = [(row, column) for row, column in EIGHT if 0 in (row, column)]
    ways = SIX if shape == "hexagon" else straight if rules.pop("straight", False) else EIGHT
    opening = list(START) if rules.pop("opening", False) else []
    return Referee(cells_of(shape, side), ways, opening=opening, discs={} if opening else dict(START), **rules)  # type: ignore[arg-type]


def beside(game: Game, referee: Referee, random: Random) -> int:
    """Play a random game of both; return its plies."""
    state, plies = game.initial_state(), 0
    while True:
        legal = referee.legal()
        named = {
            None if str(move) == "pass" else (move.cells[0][0] + 1, move.cells[0][1] + 1): move
            for move in state.legal_moves
        }
        shown = {
            (row, column): piece.player.name
            for row, column in referee.cells
            if (piece := state[row - 1, column - 1]) is not None and piece.player is not None
        }
        names = {"black": "Ann", "white": "Ben"}
        assert shown == {cell: names[colour] for cell, colour in referee.discs.items()}
        if not legal:
            assert state.is_over
            black = sum(colour == "black" for colour in referee.discs.values())
            assert state.scores == (black, len(referee.discs) - black)
            return plies
        assert named.keys() == set(legal), (plies, str(state))
        assert str(state.player) == names[referee.colour]
        move = random.choice(legal)
        referee.play(move)
        state = state.play(named[move])
        plies += 1


def test_a_dynamic_position_may_be_static_after_all(engine: str) -> None:
    document = read_text(text("square", "initialPosition = dynamic"), "family.othello")
    static = read_text(text("square", "initialPosition = static"), "family.othello")
    state = load(document, engine, settings={"initialPosition": "static"}).initial_state()
    assert {str(move) for move in state.legal_moves} == {
        str(m) for m in load(static, engine).initial_state().legal_moves
    }
    opening = load(document, engine).initial_state()
    assert len(opening.legal_moves) == len(START)
    refusal = str(opening.explain("a1"))
    assert "First the players place the discs" in refusal


@pytest.mark.parametrize("name", FAMILY)
def test_what_is_written_out_is_the_same_game(name: str) -> None:
    document = read_text(text(*FAMILY[name][0]), "family.othello")  # type: ignore[arg-type]
    for syntax in (Syntax.GAME, Syntax.XMI, Syntax.BGDSL):
        again = read_text(write(document, syntax), f"again.{syntax.value}")
        assert write(again, Syntax.XMI) == write(document, Syntax.XMI)
