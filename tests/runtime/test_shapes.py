"""Shapes: in which ways a piece may lie, on what cells, and what of it is part of the move."""

from __future__ import annotations

import pytest

from tests.support.engines import game

BOX = """game Box {{
  players A, B
  board {size}
  kind One:o {{ {shape} }} Two:w {{ shape "##" }} Bare:b
  pieces Man:M
  zone box 3x1 {{ "owb" }}
  zone tray 3x1
  mark piece, other
  setup {{ {setup} }}
  move Lay = {rule}
}}
"""

LYING = [
    ("one cell", 'shape "#"', 9),
    ("two cells", 'shape "##"', 12),
    ("upright", 'shape "#/#"', 12),
    ("two cells, fixed", 'shape "##" fixed', 6),
    ("a corner", 'shape "##/#."', 16),
    ("a corner, turned", 'shape "##/#." turned', 16),
    ("a corner, fixed", 'shape "##/#." fixed', 4),
    ("a bend, turned and mirrored", 'shape "##./.##"', 8),
    ("a bend, turned", 'shape "##./.##" turned', 4),
    ("a square", 'shape "##/##"', 4),
    ("with a gap", 'shape "#.#"', 6),
    ("with borders that are empty", 'shape "..../.##./...."', 12),
    ("in one way alone", 'shape "###/###/###"', 1),
    ("too large", 'shape "####"', 0),
]


@pytest.mark.parametrize(("shape", "ways"), [row[1:] for row in LYING], ids=[row[0] for row in LYING])
def test_how_many_ways_there_are(shape: str, ways: int, engine: str) -> None:
    rule = 'goto box -> One -> mark piece -> goto all -> shape piece -> record\n  move No = option "no"'
    text = BOX.format(size="3x3", shape=shape, setup='"..." "..." "..."', rule=rule)
    assert len(game(text, engine).initial_state().legal_moves) == ways + 1


def test_what_is_covered(engine: str) -> None:
    rule = "goto box -> One -> mark piece -> goto all -> shape piece -> no { piece } -> record"
    text = BOX.format(size="3x2", shape='shape "##/#."', setup='"..M" "..."', rule=rule)
    legal = game(text, engine).initial_state().legal_moves
    assert sorted(map(str, legal)) == sorted(["a2-b2-a1", "a2-b2-b1", "a2-a1-b1", "b2-a1-b1", "b2-b1-c1"])


def test_shapes_lie_in_one_zone(engine: str) -> None:
    rule = "goto box -> Two -> select piece -> goto tray -> add all -> shape piece -> record -> set like piece"
    text = BOX.format(size="2x1", shape='shape "#"', setup='".."', rule=rule)
    state = game(text, engine).initial_state()
    assert str(state.legal_moves) == "box.b1-a1-b1 box.b1-tray.a1-tray.b1 box.b1-tray.b1-tray.c1"
    after = state.play("box.b1-tray.b1-tray.c1")
    assert [str(after[f"tray.{cell}"] or ".") for cell in ("a1", "b1", "c1")] == [".", "w", "w"]


STAMPED = [
    ("as it is written", 'shape "##/#." turned', "One", "goto all", "stamp piece", "a2-b2-a1 b2-c2-b1"),
    ("from its upper left corner", 'shape ".#/##"', "One", "goto all", "stamp piece", "b2-a1-b1 c2-b1-c1"),
    ("with an empty border", 'shape "../.#"', "One", "goto all", "stamp piece", "b1 c1"),
    ("where it does not fit", 'shape "###"', "One", "goto all -> at far", "stamp piece", "no"),
    ("several kinds", 'shape "#/#"', "piece", "goto all -> at far", "stamp piece", "c2-c1"),
    ("no shape", 'shape "#"', "Bare", "goto all", "stamp piece", "no"),
    ("on an empty mark", 'shape "#"', "One", "goto all", "stamp other", "no"),
    ("in a zone", 'shape "##"', "One", "goto tray", "stamp piece", "tray.a1-tray.b1 tray.b1-tray.c1"),
    ("as an effect", 'shape "##"', "One", "goto tray -> pick", "do { stamp piece -> set Bare } -> goto tray -> piece",
     "tray.a1-tray.b1"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("shape", "kind", "start", "stamp", "moves"), [row[1:] for row in STAMPED], ids=[row[0] for row in STAMPED]
)
def test_what_is_stamped(shape: str, kind: str, start: str, stamp: str, moves: str, engine: str) -> None:
    rule = f'goto box -> {kind} -> mark piece -> {start} -> each -> {stamp} -> record\n  move No = option "no"'
    text = BOX.format(size="3x2", shape=shape, setup='"..." "..."', rule=f"{rule}\n  region far = column 2")
    legal = game(text, engine).initial_state().legal_moves
    assert sorted(set(map(str, legal)) - ({"no"} if moves != "no" else set())) == sorted(moves.split(" "))


def test_every_kind_on_the_mark_is_tried(engine: str) -> None:
    rule = "goto box -> piece -> mark piece -> goto all -> shape piece -> record"
    text = BOX.format(size="2x2", shape='shape "###/###"', setup='".." ".."', rule=rule)
    state = game(text, engine).initial_state()
    assert str(state.legal_moves) == "a2-b2 a1-b1 a2-a1 b2-b1"


def test_a_piece_without_a_shape_lies_nowhere(engine: str) -> None:
    for rule in ("goto box -> Bare -> mark piece -> goto all -> shape piece -> record", "shape piece -> record"):
        text = BOX.format(size="2x2", shape='shape "#"', setup='".." ".."', rule=f'{rule}\n  move No = option "no"')
        assert str(game(text, engine).initial_state().legal_moves) == "no"
