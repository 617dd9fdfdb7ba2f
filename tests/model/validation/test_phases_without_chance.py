"""Phases in which nature is given the turn, but has no rule."""

from __future__ import annotations

import pytest

from tests.support.engines import game
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.model.validation import validate

TEXT = """game Draw {{
  players A, B
  nature Bag
  start Bag
  board 2x2
  pieces Man:M
  counter n 0..9
  phases drawing, placing
  chance Take in drawing = amount n 1..3 -> phase placing -> turn next
  move Put in placing = empty -> select -> set own Man -> {}
  {}
  over = draw
}}
"""


def found(put: str, more: str = "") -> list[str]:
    document = read_text(TEXT.format(put, more), "draw.game")
    assert not document.diagnostics
    return [str(each.message) for each in validate(document) if each.code == "no-chance-in-phase"]


def test_it_is_told_and_true() -> None:
    (message,) = found("turn nature")
    assert "no move in the phase 'placing': 'Take' is of the phase 'drawing'" in message
    state = game(TEXT.format("turn nature", ""), "interpreter").initial_state()
    with pytest.raises(ModelError, match="no-chance"):
        list(state.play("1").play("a1").legal_moves)


@pytest.mark.parametrize(
    ("put", "more"),
    [
        ("phase drawing -> turn nature", ""),
        ("do { back } -> turn nature", "sub back = phase drawing"),
        ("turn nature", "effect = phase drawing"),
        ("turn nature", "round = phase drawing"),
        ("turn nature", 'chance Other = option "other" -> turn next'),
        ("turn nature", 'chance Other in placing = option "other" -> turn next'),
        ("turn next", ""),
    ],
)
def test_it_is_not_told_where_nature_may_move(put: str, more: str) -> None:
    assert not found(put, more)
