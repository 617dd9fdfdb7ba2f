"""What a rule says of each player together, and of a player by name, on every engine."""

from __future__ import annotations

import pytest

from tests.support.engines import game, read_in_turn

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

OF_EACH = {
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


@pytest.mark.parametrize("value", OF_EACH)
def test_what_is_read_of_each_player(engine: str, value: str) -> None:
    state = game(TRIO.replace("VALUE", value), engine).initial_state()
    expected = OF_EACH[value]
    read = read_in_turn(state, "ask", "found", 3)
    assert read == (expected if isinstance(expected, tuple) else (expected,) * 3)


OF_ONE = {
    "Ben lives": 0,
    "Cid lives + lives": (5, 2, 4),
    "Ann count { own }": 2,
    "Ben count { enemy }": 3,
    "count { Ben }": 2,
    "count { !Ben }": 7,
    "count { Ben King or Cid }": 2,
    "count { goto Ben hand -> Ben King }": 2,
    "count { goto Ann hand -> own }": (1, 0, 0),
    "Ann count { goto Ben hand -> enemy King }": 2,
    "count { goto Ben home }": 3,
    "count { own at Ann home }": (0, 1, 1),
    "count { piece !at Cid home }": 3,  # Cid's row is on the right
    "Cid worth { own }": 2,
    "Ben seen": 2,
    "Ann far { goto all -> pick }": 0,
    "Ben far { goto all -> pick }": 2,
    "count { where as Ann { own } }": 2,
    "count { wherenot as Cid { own } }": 8,
    "count { has as Ben { if lives == 0 } }": 9,
    "count { no as Ben { if lives == 0 } }": 0,
    "count { ray (1,0) Ann or empty until Ben }": 2,
    "count { step (1,0) through Cid -> Ann }": 1,
    "count { goto Ann near }": 1,
    "count { by Ann or Cid }": (9, 0, 9),
    "count { no { by Ben } }": (9, 0, 9),
    "Cid count { by Cid }": 9,
    "Cid count { has as next { by Ann } }": 9,
    "each count { pick -> by Ben }": 1,
    "count { any at Ben near }": 0,
}


@pytest.mark.parametrize("value", OF_ONE)
def test_what_is_read_of_a_player(engine: str, value: str) -> None:
    marked = 'option "ask" -> do as Ann { goto home -> own Man or Cid Man -> mark near }'
    text = TRIO.replace("VALUE", value).replace('option "ask"', marked)
    text = text.replace("  counter found", "  mark near per game\n  counter found")
    state = game(text, engine).initial_state()
    expected = OF_ONE[value]
    read = read_in_turn(state, "ask", "found", 3)
    assert read == (expected if isinstance(expected, tuple) else (expected,) * 3)


DEEDS = """game Deeds {
  players Ann, Ben FlipRows, Cid
  board 3x2
  pieces Man:a/b/c
  region home relative = row 1
  counter lives per 0..9 = 3
  setup { "a.b" ".c." }
  move Do = option "do" -> DEED
  over = draw
}
"""

DOINGS = {
    "Ben lives -= 1": "3 2 3",
    "Ben lives := lives + Cid lives": "3 6 3",
    "do as Cid { lives += Ann lives }": "3 3 6",
    "do as Ben { goto home -> empty -> set own Man }": "abb/.c.",
    "goto Ben home -> Ann -> do as Cid { set own Man }": "c.b/.c.",
    "do each as Ben { own -> lives -= 1 }": "3 2 3",
    "do as Ben { win }": "-0.5 1 -0.5",
}


@pytest.mark.parametrize("deed", DOINGS)
def test_what_is_done_for_a_player(engine: str, deed: str) -> None:
    text = DEEDS.replace("DEED", deed)
    for first in ("Ann", "Ben", "Cid"):
        state = game(text.replace("  board", f"  start {first}\n  board"), engine).initial_state().play("do")
        rows = "/".join("".join(str(state[f"{x}{y}"] or ".") for x in "abc") for y in (2, 1))
        lives = " ".join(map(str, state.counters["lives"]))
        returns = " ".join(f"{part:g}" for part in state.returns)
        assert DOINGS[deed] in (rows, lives, returns)
