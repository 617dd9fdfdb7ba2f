"""Pieces that are moved to the cell on which they stand: ``select to -> move to``."""

from __future__ import annotations

import pytest

from tilewright.model.files import read_text
from tilewright.model.validation import validate

GAME = """game Moves {{
  players A, B
  board 3x3
  pieces Man:M
  directions north = (0,-1)
  counter moved
  mark from, to
  setup {{ "m.m" "..." "M.M" }}
  move Go = own -> select from -> {} -> if moved == 0 -> goto to
  effect = goto from -> win
}}
"""


@pytest.mark.parametrize(
    ("chain", "column"),
    [
        ("step north -> empty -> select to -> move to", 71),
        ("step north -> empty -> select to -> moved += 1 -> if moved > 0 -> swap to", 101),
        ("step north -> empty -> select to -> move from", None),
        ("step north -> empty -> select to -> move from -> move to", None),
        ("select to -> shift north -> move to", None),  # to the cell that was left, from the one where it was
        ("select to -> step north -> move to", None),
    ],
)
def test_a_piece_stays_where_it_is_moved_from_there(chain: str, column: int | None) -> None:
    found = [one for one in validate(read_text(GAME.format(chain), "a.game")) if one.code == "does-nothing"]
    assert [one.place.column for one in found] == ([] if column is None else [column])
