"""Constants: numbers of cells that never change, and single numbers, as every engine reads them."""

from __future__ import annotations

import pytest

from tests.support.engines import game, read_in_turn
from tilewright import load
from tilewright.model.files import read_text

SOLO = """game Numbers {
  players White, Black Rotate180, Green Rotate90, Grey Transpose
  board 3x3
  pieces Man:W/B/G/S
  zone bag 2x1 per { "W." / "W." / "W." / "W." }
  zone pit 2x1 per cell
  constant listed = { 1 2 3 4 5 6 7 8 -9 }
  constant mine relative = { 1 2 3 4 5 6 7 8 -9 }
  constant ahead relative = 2 - row
  constant along relative = 3 * column - 4
  constant one = 5
  constant worth of bag = { 3 -1 }
  constant deep of pit = 1 + column
  counter found
  move A = option "a" -> found := VALUE
  over = draw
}
"""

VALUES = {
    "listed": (36 - 9,) * 4,
    "listed { goto all -> pick last }": (-9,) * 4,
    "listed { goto all -> pick last } * 2 - 1": (-19,) * 4,
    # White sees the last cell as the last one, Black as the first one, Green, turned clockwise, at the lower left.
    "mine { goto all -> pick last }": (-9, 1, 7, -9),
    "mine { goto all -> pick }": (1, -9, 3, 1),
    "ahead { goto all -> pick }": (2, 0, 2, 2),
    "along { goto all -> pick last }": (2, -4, -4, 2),
    "next mine { goto all -> pick last }": (1, 7, -9, -9),
    "one": (5,) * 4,
    "2 * one - one div 2": (8,) * 4,
    "worth { goto bag -> piece }": (3,) * 4,
    "worth { goto each bag }": (8,) * 4,
    "worth { goto all }": (0,) * 4,
    "deep { goto pit }": (27,) * 4,
    "deep { goto all -> pick -> into pit -> pick last }": (2,) * 4,
    "listed { goto bag }": (0,) * 4,
}


@pytest.mark.parametrize("value", VALUES)
def test_what_each_player_reads(engine: str, value: str) -> None:
    state = game(SOLO.replace("VALUE", value), engine).initial_state()
    assert read_in_turn(state, "a", "found", 4) == VALUES[value]


CELLS = """game Slope {
  players White, Black Rotate180
  board 3x4
  pieces Man:M
  directions ahead relative = (0,-1)
  directions beside = (1,0) (-1,0)
  constant height relative = 3 - row
  constant worth = { 0 5 0 1 1 7 0 0 2 3 0 0 }
  mark from
  setup { "..m" "mM." "M.." "..M" }
  RULE
  stuck = lose
}
"""

RULES = {
    "place Put = own -> where { if height > 0 } -> set empty": {"b3", "a2"},
    "place Put = own -> where { if height == (0, 2) } -> set empty": {"c1"},
    "move Put = own -> most height -> select": {"b3"},
    "move Put = goto all -> least worth -> empty -> select": {"a4", "b2", "b1"},
    "move Put = own -> select -> step ahead height -> select": {"a2-a3", "c1-c1"},
    "move Put = own -> select -> step beside -> where { if worth > 1 } -> select": {"b3-c3"},
    "move Put = if height { own } == 3 -> option 'x'": {"x"},
    "move Put = if height { goto all -> enemy } == 5 -> option 'x'": {"x"},
    "move Put = if enemy height { goto all -> own } == 1 -> option 'x'": {"x"},
    "move Put = if enemy height { goto all -> own } == 5 -> option 'x'": set(),
}


@pytest.mark.parametrize("rule", RULES)
def test_cells_are_told_apart(engine: str, rule: str) -> None:
    state = game(CELLS.replace("RULE", rule.replace("'", '"')), engine).initial_state()
    assert {str(move) for move in state.legal_moves} == RULES[rule]


def test_what_is_added_may_follow_from_a_parameter(engine: str) -> None:
    text = """game Far {
      players White, Black FlipRows
      parameter n 2..6 = 4
      board n x n
      pieces Man:M
      constant far relative = 2 * n - 2 * row - 2
      place Put = empty -> where { if far >= 2 * n - 2 }
      effect = set own Man
      over = draw
    }"""
    for n in (2, 4, 6):
        state = load(read_text(text, "far.game"), engine, settings={"n": str(n)}).initial_state()
        assert [str(move) for move in state.legal_moves] == [f"{letter}{n}" for letter in "abcdef"[:n]]
        state = state.play(f"a{n}")
        assert [str(move) for move in state.legal_moves] == [f"{letter}1" for letter in "abcdef"[:n]]


def test_a_constant_is_no_part_of_a_position() -> None:
    state = game(SOLO.replace("VALUE", "one"), "interpreter").initial_state()
    assert "listed" not in state.counters and "listed" not in str(state)
