"""``record`` where it makes cells a part of the move, and where it does nothing, which a warning tells."""

from __future__ import annotations

import pytest

from tests.support.engines import game
from tilewright.model.files import read_text
from tilewright.model.validation import validate

RECORDS = """game Records {{
  players A, B
  board 3x1
  pieces Man:M
  counter n 0..50
  sub cells = record
  sub then(p) = p -> record
  move Put = empty -> select -> {0} -> set own Man
  {1}
}}
"""

IN_RULES = [
    "record", "cells", "then(empty)", "first { record | any }", "choose { record | own }", "if empty { record }",
    "if own { any } else { record }", "repeat 1 { record }", "repeat 0..2 maximal { own -> record } -> record",
    "then(any) -> do { then(empty) }", "has { cells } -> cells",
]  # fmt: skip
IN_VAIN = [
    "do { ^record }", "do each { empty -> ^record }", "do { cells }", "do { then(any) }", "has { ^record }",
    "no { ^record -> own }", "where { ^record }", "if has { ^record } { any }", "if count { ^record } > 0",
    "n := count { ^record }", "union { ^record | own }", "turn next { ^record }", "first { do { ^record } | any }",
    "choose { any -> do { ^record } | own }",
]  # fmt: skip
AFTER_MOVES = [
    "effect = ^record -> n += 1", "round = ^record -> n += 1", "stuck = ^record -> lose", "over = ^record -> draw",
    "ensure = ^record", "effect = n += 1; ^record",
]  # fmt: skip


def told(chain: str, more: str = "over = draw") -> list[tuple[int, int]]:
    """Return where ``validate`` warns of what does nothing."""
    found = [d for d in validate(read_text(RECORDS.format(chain, more), "a.game")) if d.code == "does-nothing"]
    assert all("only in the chain of a rule itself" in d.message for d in found)
    return [(d.place.line, d.place.column) for d in found]


def names(chain: str, more: str = "over = draw") -> list[str]:
    """Return the first moves."""
    return [str(move) for move in game(RECORDS.format(chain, more), "interpreter").initial_state().legal_moves]


@pytest.mark.parametrize("chain", IN_RULES)
def test_a_record_in_the_chain_of_a_rule_names_cells(chain: str) -> None:
    assert told(chain) == []
    assert {"a1-a1", "b1-b1", "c1-c1"} <= set(names(chain))


@pytest.mark.parametrize("chain", IN_VAIN)
def test_a_record_that_adds_nothing_is_told(chain: str) -> None:
    line = RECORDS.format(chain, "").splitlines()[7]
    place = (8, line.index("^") + 1) if "^" in line else (6, 15) if "cells" in chain else (7, 22)
    assert told(chain.replace("^", "")) == [place]
    assert names(chain.replace("^", "")) == ["a1", "b1", "c1"]


@pytest.mark.parametrize("more", AFTER_MOVES)
def test_a_record_after_a_move_is_told(more: str) -> None:
    assert told("any", more.replace("^", "")) == [(9, more.index("^") + 3)]
    assert names("any", more.replace("^", "")) == ["a1", "b1", "c1"]


def test_what_nobody_calls_and_what_is_meant_as_an_alternative_is_not_told() -> None:
    assert told("any") == []
    assert told("choose { any; record }") == []
