"""Numbers that pieces carry, given to cells on which nothing stands."""

from __future__ import annotations

import pytest

from tilewright.model.game.extending import read_game
from tilewright.model.validation import validate

TEXT = """game Hits {{
  players A, B
  board 3x1
  pieces Man:M
  tile Rock:#
  mark from
  counter hp cell carried {}
  setup {{ "M#." }}
  move Go = own -> if hp > 1 -> select from -> step (2,0) -> empty -> select -> move from
  stuck = lose
}}
"""


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ("= { 3 0 2 }", "nothing stands on c1 at the start: write 0 there, and not 2"),
        ("1..4 = { 3 1 2 }", "write 1 there, and not 2"),
        ("per = { 3 0 0  0 0 2 }", "write 0 there, and not 2"),
        ("= { 3 2 0 }", None),
        ("1..4 = { 3 1 1 }", None),
        ("= 3", None),
    ],
)
def test_a_number_of_an_empty_cell_is_told(numbers: str, told: str | None) -> None:
    found = validate(read_game(TEXT.format(numbers), "hits.game"))
    messages = [one.message for one in found if one.code == "number-of-nothing"]
    assert len(messages) == (0 if told is None else 1) and all(told in message for message in messages if told)
