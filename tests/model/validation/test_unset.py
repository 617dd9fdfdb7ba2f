"""Marks of one move: where it is told that nothing has set them, and where they may hold something."""

from __future__ import annotations

import pytest

from tilewright.model.diagnostics import has_errors
from tilewright.model.files import read_text
from tilewright.model.validation import validate

MODEL = """game Marked {{
  players A, B
  board 3x3
  pieces Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark m, other
  mark long game
  setup {{ "M.m" "..." "m.M" }}
  sub free = empty -> !at m
  sub again = goto m -> any
  move Use = own -> select m -> goto m -> select other -> goto other -> mark long += -> goto long -> any
  {rules}
}}"""

CASES = [
    ("move Go = empty -> !at m -> select m", 1),
    ("move Go = empty -> select m -> goto all -> !at m -> select", 0),
    ("move Go = empty -> !at long -> select", 0),
    ("move Go = empty -> select -> do { goto m -> set empty }", 1),
    ("move Go = own -> select -> repeat 1..* { step orth -> !at m -> mark m += } -> select", 0),
    ("move Go = own -> select -> repeat 1..* { step orth -> mark m += } -> !at m -> select", 0),
    ("move Go = own -> first { at m | mark m } -> select", 1),
    ("move Go = own -> first { mark m | any } -> !at m -> select", 0),
    ("move Go = empty -> has { step orth -> !at m -> own } -> select", 1),
    ("move Go = own -> select m -> step orth -> free -> select", 0),
    ("move Go = free -> select", 1),
    ("move Go = free -> select\\n  move Other = own -> select m -> step orth -> free -> select", 0),
    ("move Go = empty -> select -> again\\n  effect = mark m -> again", 1),
    ("place Put = empty -> !at m\\n  effect = mark m -> mark m -=", 1),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "count"), CASES)
def test_a_mark_is_empty_where_no_way_through_the_rules_has_set_it(rules: str, count: int) -> None:
    document = read_text(MODEL.format(rules=rules.replace("\\n", "\n")), "marked.game")
    assert not document.diagnostics
    every = validate(document)
    assert not has_errors(every), every
    found = [each for each in every if each.code == "empty-mark"]
    assert len(found) == count, found
    assert all("'m' lasts for one move" in each.message for each in found)


COUNTERS = [
    ("move Go = empty -> select -> if n == 1 -> lose", 1),
    ("move Go = empty -> select -> n += 1 -> if n == 1 -> lose", 0),
    ("move Go = empty -> select -> n := n + 1", 0),
    ("move Go = empty -> select -> if total == 1 -> lose", 0),
    ("move Go = amount n 0..n -> if n == 1 -> lose", 1),
    ("move Go = empty -> select -> first { n := 1 | any } -> if n == 1 -> lose", 0),
    ("move Go = empty -> select -> repeat 1..3 { if n < 2 -> n += 1 }", 0),
    ("move Go = empty -> select -> lost", 1),
    ("move Go = empty -> select -> lost\\n  effect = if n == 3 { lost }", 0),
    ("move Go = empty -> select\\n  effect = if n == 3 -> lose", 0),
]


@pytest.mark.parametrize(("rules", "count"), COUNTERS)
def test_a_counter_is_as_at_the_start_where_no_way_through_the_rules_has_set_it(rules: str, count: int) -> None:
    counters = "counter n move  counter total\n  sub lost = if n == 2 -> lose\n  sub again ="
    model = MODEL.replace("move Use = own", "move Use = n := 1 -> total += n -> own").replace("sub again =", counters)
    document = read_text(model.format(rules=rules.replace("\\n", "\n")), "counted.game")
    every = validate(document)
    assert not has_errors(every), every
    found = [each for each in every if each.code == "unset-counter"]
    assert len(found) == count, found
    assert all("'n' lasts for the move, and nothing has set it here" in each.message for each in found)


def test_a_model_of_many_calls_is_left_alone() -> None:
    """Calls inside calls may be run more often than anybody waits for."""
    subs = [f"sub s{n} = {' -> '.join([f's{n + 1}'] * 9)}" for n in range(8)]
    rules = "\n  ".join([*subs, "sub s8 = any", "move Go = empty -> !at m -> s0 -> select m"])
    document = read_text(MODEL.format(rules=rules), "marked.game")
    every = validate(document)
    assert not has_errors(every) and "empty-mark" not in {each.code for each in every}
