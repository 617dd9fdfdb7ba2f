"""Rules that ask for something after what they change, so that they have no move where it fails."""

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
FORGOTTEN_CELLS = {
    "a number": ("n += 1 -> goto all -> where { if n == 2 } -> mark full +=", ""),
    "what stands there": ("goto all -> wherenot { own } -> n += 1", ""),
    "beside another rule": ("where { if n == 2 } -> set empty", 'move Pass = option "p" -> any'),
}
MEANT_CELLS = {
    "in a do": ("n += 1 -> do { where { if n == 2 } -> mark full += }", ""),
    "with a reason": ('where { if n == 2 } because "Only the second stone." -> mark full +=', ""),
    "with another rule for the rest": ("where { if n == 2 } -> set empty", "move Go = empty -> select -> set own Man"),
    "nothing is done with the cells": ("where { if n == 0 }", ""),
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


@pytest.mark.parametrize(("chain", "rule"), FORGOTTEN_CELLS.values(), ids=FORGOTTEN_CELLS)
def test_cells_that_may_be_none_at_the_end_are_told(chain: str, rule: str) -> None:
    text = TEXT.replace("counter n 0..9", "mark full game\n  counter n 0..9").format(chain, rule)
    (found,) = (d for d in validate(read_text(text, "ends.game")) if d.code == "end-after-condition")
    assert "holds for some cell" in found.message and "write 'do { where" in found.message


@pytest.mark.parametrize(("chain", "rule"), MEANT_CELLS.values(), ids=MEANT_CELLS)
def test_cells_that_are_meant_at_the_end_are_not_told(chain: str, rule: str) -> None:
    text = TEXT.replace("counter n 0..9", "mark full game\n  counter n 0..9").format(chain, rule)
    assert "end-after-condition" not in {d.code for d in validate(read_text(text, "ends.game"))}


def test_cells_that_a_number_of_the_move_alone_tells_are_meant() -> None:
    text = TEXT.replace("0..9", "move 0..9").replace("-> set own Man ->", "->")
    text = text.format("n := count -> goto all -> where { if n == 1 } -> set own Man", "")
    assert "end-after-condition" not in {d.code for d in validate(read_text(text, "ends.game"))}


PREY = """game Prey {{
  players A, B
  board 6x1
  pieces Man:M
  directions ahead = (1,0)
  mark from, prey
  mark old game
  counter n
  sub beat = do {{ step ahead -> enemy -> mark prey += }}
  sub clean = goto prey -> set empty
  setup {{ "M..M.m" }}
  move Go = own -> select from -> step ahead -> empty -> select -> {}
  {}
  stuck = do {{ goto old -> if n == 0 -> lose }} -> lose
}}
"""
FORGOTTEN_MARKS = {
    "as it is": ("do { step ahead -> enemy -> mark prey } -> move from -> goto prey -> set empty", ""),
    "in sub-pipelines": ("beat -> move from -> clean", ""),
    "several effects": ("beat -> move from -> goto prey -> n += 1 -> set empty", ""),
    "a repeat that may not run": ("move from -> repeat 0..2 { step ahead -> enemy -> mark prey += } -> clean", ""),
    "beside another rule": ("beat -> move from -> clean", "move Stay = own -> select"),
}
MEANT_MARKS = {
    "in a do": ("beat -> move from -> do { clean }", ""),
    "after a semicolon": ("beat -> move from; clean", ""),
    "with a reason": ('beat -> move from -> goto prey because "Nobody is beaten." -> set empty', ""),
    "what is certainly set": ("beat -> mark prey += -> move from -> clean", ""),
    "a repeat that runs": ("move from -> repeat 1..2 { step ahead -> enemy -> mark prey += } -> clean", ""),
    "what may have been set before": ("do { step ahead -> enemy -> mark old += } -> move from -> goto old -> n += 1", ""),
    "before anything is done": ("beat -> clean", ""),
    "to ask something": ("beat -> move from -> goto prey -> enemy -> set empty", ""),
    "with another rule for the rest": (
        "beat -> move from -> clean", "move Other = own -> select from -> step ahead -> empty -> select -> beat -> move from"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("chain", "rule"), FORGOTTEN_MARKS.values(), ids=FORGOTTEN_MARKS)
def test_a_mark_that_may_be_empty_at_the_end_is_told(chain: str, rule: str) -> None:
    text = PREY.format(chain, rule)
    found = [d for d in validate(read_text(text, "prey.game")) if d.code == "end-at-mark"]
    assert len(found) == 1 and "write 'do { goto prey -> " in found[0].message and "'Go'" in found[0].message
    allowed = PREY.format("move from", rule)
    moves = [set(map(str, game(one, "interpreter").initial_state().legal_moves)) for one in (text, allowed)]
    assert moves[1] - moves[0] == {"a1-b1"} and "d1-e1" in moves[0]


@pytest.mark.parametrize(("chain", "rule"), MEANT_MARKS.values(), ids=MEANT_MARKS)
def test_a_mark_that_is_meant_at_the_end_is_not_told(chain: str, rule: str) -> None:
    assert "end-at-mark" not in {d.code for d in validate(read_text(PREY.format(chain, rule), "prey.game"))}
