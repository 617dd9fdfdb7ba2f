"""Rules that end the game after a condition, so that they have no move where it fails."""

from __future__ import annotations

import pytest

from tests.support.engines import game
from tilewright.model.files import read_text
from tilewright.model.validation import validate

TEXT = """game Ends {{
  players A, B
  board 3x1
  pieces Man:M
  counter n 0..9
  sub count = n += 1 -> if n == 2 -> lose
  sub last = count
  move Put = empty -> select -> set own Man -> {}
  {}
  effect = goto all -> has {{ own @(0,0)(1,0)(2,0) }} -> win
  stuck = draw
}}
"""
OTHER = "move Go = empty -> select -> set own Man -> n += 1 -> if n != 2 -> any"

FORGOTTEN = {
    "a number": ("n += 1 -> if n == 2 -> lose", "", "do { if n == 2 -> lose }"),
    "a condition on the flow": ("no { goto all -> empty } -> draw", "", "do { no { goto all -> empty } -> draw }"),
    "in a sub-pipeline": ("last", "", "do { if n == 2 -> lose }"),
    "beside another rule": ("n += 1 -> if n == 2 -> win", 'move Pass = option "p" -> any', "do { if n == 2 -> win }"),
}
MEANT = {
    "in a do": ("n += 1 -> do { if n == 2 -> lose }", ""),
    "after a semicolon": ("n += 1; if n == 2 -> lose", ""),
    "with a reason": ('n += 1 -> if n == 2 because "Only the second stone." -> win', ""),
    "with another rule for the rest": ("n += 1 -> if n == 2 -> win", OTHER),
    "with more to do": ("n += 1 -> if n == 2 -> n := 0", ""),
    "without a condition": ("n += 1 -> win", ""),
}


@pytest.mark.parametrize(("chain", "rule", "remedy"), FORGOTTEN.values(), ids=FORGOTTEN)
def test_what_is_hardly_meant_is_told(chain: str, rule: str, remedy: str) -> None:
    text = TEXT.format(chain, rule)
    (found,) = (d for d in validate(read_text(text, "ends.game")) if d.code != "unused")
    assert found.code == "end-after-condition" and remedy in found.message and "'Put'" in found.message
    start = game(text, "interpreter").initial_state()
    assert "a1" not in map(str, start.legal_moves)


@pytest.mark.parametrize(("chain", "rule"), MEANT.values(), ids=MEANT)
def test_what_is_meant_is_not_told(chain: str, rule: str) -> None:
    found = validate(read_text(TEXT.format(chain, rule), "ends.game"))
    assert {d.code for d in found} <= {"unused"}, [str(d) for d in found]


def test_a_condition_before_anything_is_done_is_meant() -> None:
    text = TEXT.replace("-> set own Man ->", "->").format("if n == 0 -> win", "")
    assert {d.code for d in validate(read_text(text, "ends.game"))} <= {"unused"}
