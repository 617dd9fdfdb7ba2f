"""Values of each player: the sum over all of them, as every engine computes it."""

from __future__ import annotations

import pytest

from tests.support.engines import game

TRIO = """game Trio {
  players Ann, Ben Rotate180, Cid Rotate90
  board 3x3
  pieces Man:a/b/c { worth 2 } King:A/B/C { worth 5 }
  directions ahead relative = (0,-1)
  region home relative = row 2
  zone hand 2x1 per { "a." / "BB" / ".." }
  counter lives per 0..9 = { 3 | 0 | 2 }
  counter seen per cell 0..9 = { 1 0 0 0 0 0 0 0 0 | 0 2 0 0 0 0 0 0 0 | 0 0 3 0 0 0 0 0 0 }
  constant far relative = row
  counter found
  setup { "a.B" ".A." "c.b" }
  move Ask = option "ask" -> found := VALUE
  over = draw
}
"""

VALUES = {
    "each lives": 5,
    "each lives * 2 - lives": (7, 10, 8),
    "each count { own }": 5,
    "each count { goto home -> own }": 1,  # Ann's row is at the bottom, Ben's at the top and Cid's on the right
    "each count { goto hand -> piece }": 3,
    "each worth { own King }": 10,
    "each worth { goto hand }": 12,
    "each seen": 6,
    "each seen { goto all -> pick }": 1,
    "each far { goto all -> pick }": 2,
    "each far": 27,
    "each count { pick -> if lives > 0 }": 2,
    "each count { pick -> if lives > (2, 0, 5) }": 1,
    "each count { pick -> if each lives > 4 }": 3,
    "next lives + each lives": (5, 7, 8),
    "max(each lives, each count { enemy })": 10,
}


@pytest.mark.parametrize("value", VALUES)
def test_what_each_player_reads(engine: str, value: str) -> None:
    state = game(TRIO.replace("VALUE", value), engine).initial_state()
    read = []
    for _ in range(3):
        state = state.play("ask")
        read.append(state.counters["found"])
    expected = VALUES[value]
    assert tuple(read) == (expected if isinstance(expected, tuple) else (expected,) * 3)
