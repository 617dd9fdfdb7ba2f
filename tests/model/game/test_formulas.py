"""Formulas of rows and columns: the numbers of constants, and which cells are in a region."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tilewright.model.game.extending import read_game
from tilewright.model.game.formulas import MOST_STEPS
from tilewright.model.game.writer.games import write_game

GAME = """game Formulas {{
  players A, B Rotate180
  parameter n 2..9 = 4
  board 4x3
  zone tray 3x2
  setup {{ "... " "...." "...." }}
  {}
  place Put = empty
}}
"""
CELLS = [(row, column) for row in range(3) for column in range(4) if (row, column) != (0, 3)]
TRAY = [(row, column) for row in range(2) for column in range(3)]

Formula = Callable[[int, int], int]


def drawn(random: Random, depth: int) -> tuple[str, Formula]:
    """Return a random formula and a function of a row and a column that computes the same."""
    if depth == 0 or random.random() < 0.2:
        number = random.randint(-3, 9)
        leaves: list[tuple[str, Formula]] = [
            ("row", lambda row, column: row),
            ("column", lambda row, column: column),
            (str(number), lambda row, column: number),
        ]
        return random.choice(leaves)
    (one, left), (other, right) = drawn(random, depth - 1), drawn(random, depth - 1)
    parts: list[tuple[str, Formula]] = [
        (f"({one} + {other})", lambda row, column: left(row, column) + right(row, column)),
        (f"({one} - ({other}))", lambda row, column: left(row, column) - right(row, column)),
        (f"({one}) * ({other})", lambda row, column: left(row, column) * right(row, column)),
        (f"({one}) div 3", lambda row, column: left(row, column) // 3),
        (f"({one}) mod -2", lambda row, column: left(row, column) % -2),
        (f"min({one}, {other}, 5)", lambda row, column: min(left(row, column), right(row, column), 5)),
        (f"table (3, -1, 4) at ({one})", lambda row, column: (3, -1, 4)[max(0, min(left(row, column), 2))]),
        (f"max({one}, {other})", lambda row, column: max(left(row, column), right(row, column))),
        (f"(-{one} + 1)" if one[0] != "-" else f"(1 {one})",
         (lambda row, column: 1 - left(row, column)) if one[0] != "-" else (lambda row, column: 1 + left(row, column))),
    ]  # fmt: skip
    return random.choice(parts)


@pytest.mark.parametrize("seed", range(40))
def test_what_a_formula_is_on_each_cell(seed: int) -> None:
    text, computed = drawn(Random(seed), 3)
    most = max(computed(*cell) for cell in CELLS)
    lines = (
        f"constant here = {text}\n  constant there of tray = {text}\n  region some = where {text} >= {most} row 0..2"
    )
    document = read_game(GAME.format(lines), "formulas.game")
    assert document.diagnostics == []
    game, constants = document.game, document.game.constants

    def number(constant: object, cells: list[tuple[int, int]], at: int) -> int:
        row, column = cells[at]
        if constant.numbers:  # type: ignore[attr-defined]
            return int(constant.numbers[at])  # type: ignore[attr-defined]
        return constant.rowFactor * row + constant.columnFactor * column + constant.offset  # type: ignore[attr-defined,no-any-return]

    for constant, cells in zip(constants, (CELLS, TRAY), strict=True):
        assert [number(constant, cells, at) for at in range(len(cells))] == [computed(*cell) for cell in cells]
    single = [(each.row, each.column) for each in game.regions[0].ranges[:-1]]
    assert single == [cell for cell in CELLS if computed(*cell) >= most]
    assert write_game(read_game(write_game(document), "again.game")) == write_game(document)


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("2 * (row + column) - (3 - 1)", "-2 + 2 * row + 2 * column"),
        ("n - 1 - row", "n - 1 - row"),
        ("-(row - n)", "n - row"),
        ("(7 + 2) div 2", "4"),
        ("max(3, 2 * 4) * row", "8 * row"),
        ("table (5, 6) at 1 + row", "6 + row"),
        ("row * row", "{ 0 0 0 1 1 1 1 4 4 4 4 }"),
    ],
)
def test_a_sum_stays_a_sum(formula: str, written: str) -> None:
    """Also with parentheses; then it may be one of a parameter. Any other formula is written out."""
    document = read_game(GAME.format(f"constant here = {formula}"), "formulas.game")
    assert document.diagnostics == [] and f"constant here = {written}\n" in write_game(document)


def test_a_relative_region_is_turned() -> None:
    lines = 'region near relative = where row > 1 and column mod 2 == 1\n  move Go = at near -> option "go" -> record'
    state = load_text(GAME.format(lines).replace("  place Put = empty\n", ""))
    assert [str(move) for move in state.legal_moves] == ["go=b1-d1"]
    assert [str(move) for move in state.play("go=b1-d1").legal_moves] == ["go=a3-c3"]


def load_text(text: str):  # type: ignore[no-untyped-def]
    from tilewright.model.files import read_text
    from tilewright.runtime.loading import game_of

    return game_of(read_text(text, "formulas.game"), "interpreter").initial_state()


@pytest.mark.parametrize(
    ("line", "column", "part"),
    [
        ("constant c = row mod (column - 1)", 16, "in column 1, row 0: 0 would be divided by 0"),
        ("constant c = 7 mod 0", 18, "here 7 would be divided by 0"),
        ("constant c = 2000000000 * 2 * row", 27, "here 4000000000 is out of range"),
        ("constant c = row * 2000000000 * column", 16, "4000000000 is out of range"),
        ("constant c = n mod 2", 16, "'n' is neither 'row' nor 'column'"),
        ("constant c = (row + colum) mod 2", 23, "'colum' is neither 'row' nor 'column'; did you mean 'column'?"),
        ("constant c = n + 2 * n", 24, "only one parameter"),
        ("constant c = min(row)", 23, "'min' compares two or more"),
        ("constant c = abs(row)", 16, "only 'min', 'max' and 'table' stand before parentheses"),
        ("constant c = table (1) at row", 24, "',' is expected after the first number"),
        ("constant c = table (1, 2) of row", 29, "'at' is expected before the index"),
        ("constant c = (row + 1", 24, "')' is expected after the formula"),
        ("constant c = row % 2", 20, "write 'mod'"),
        (f"constant c = {' + '.join(['row mod 2'] * 300)}", 616, "computes with 200 numbers at most"),
        (f"constant c = min({', '.join(['row'] * 300)})", 16, "computes with 200 numbers at most"),
        (f"constant c = {'(' * 300}row{')' * 300}", 216, "nested deeper than 200 levels"),
        ("region r = where row", 23, "a comparison is expected"),
        ("region r = where row = 1", 24, "compared by '=='"),
        ("region r = where row > 9", 20, "this holds for no cell"),
        ("region r = where row == n", 27, "'n' is neither 'row' nor 'column'"),
        ("region r = where row > 1 or column > 2", 28, "behind a 'where' of its own"),
        ("region r = column mod 2 == 1", 14, "stand behind 'where': 'where column mod 2 == 1'"),
        ("region r = (row + column) mod 2 == 1", 14, "stand behind 'where'"),
    ],
)
def test_what_is_wrong_with_a_formula(line: str, column: int, part: str) -> None:
    found = read_game(GAME.format(line), "formulas.game").diagnostics
    assert [(d.place.line, d.place.column) for d in found] == [(7, column)], [str(d) for d in found]
    assert part in found[0].message


@pytest.mark.parametrize("line", ["constant c{} = row mod 2", "region r{} = where row mod 2 == 1"])
def test_all_formulas_of_a_game_together_are_bounded(line: str) -> None:
    """A short text would otherwise stand for more cells than there is memory for."""
    lines = "\n".join(line.format(number) for number in range(40))
    text = f"game Large {{\n  players A, B\n  board 128x128\n{lines}\n  place Put = empty\n}}\n"
    document = read_game(text, "large.game")
    assert {d.code for d in document.diagnostics} == {"too-large"}
    assert sum(len(each.ranges) for each in document.game.regions) <= MOST_STEPS
    assert sum(len(each.numbers) for each in document.game.constants) <= MOST_STEPS


@pytest.mark.parametrize("line", ["constant c = row mod 2", "region r = where row mod 2 == 1"])
def test_what_is_computed_needs_a_size(line: str) -> None:
    text = f"game Sized {{\n  players A, B\n  parameter n 2..9 = 4\n  board n x n\n  {line}\n  place Put = empty\n}}\n"
    (found,) = read_game(text, "sized.game").diagnostics
    assert "the size of the board is chosen" in found.message
