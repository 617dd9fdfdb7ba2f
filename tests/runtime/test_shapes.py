"""Shapes: in which ways a piece may lie, on what cells, and what of it is part of the move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.support.engines import game
from tilewright.runtime import perft

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


Cells = frozenset[tuple[int, int]]
"""Cells as (row, column)."""

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
SIZE = 5
NONE: Cells = frozenset()
EVERYWHERE: Cells = frozenset((row, column) for row in range(SIZE) for column in range(SIZE))
HOOK = "###/#.."

TESTED = """game Tested {{
  players A, B
  board {size}x{size}
  kind Hook:h {{ shape "{shape}" }}
  pieces Man:M/m
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions east = (1,0)
  region near = row 0
  zone box 1x1 {{ "h" }}
  mark piece
  counter seen 0..3
  setup {{ {setup} }}
  move Lay = goto box -> piece -> select piece -> goto all -> shape piece -> {tests} -> record
  move No = option "no"
}}
"""


def beside(cells: Cells) -> Cells:
    return frozenset((row + down, column + right) for row, column in cells for down, right in ORTHOGONAL) & EVERYWHERE


def east(cells: Cells) -> Cells:
    return frozenset((row, column + 1) for row, column in cells) & EVERYWHERE


def near(cells: Cells) -> bool:
    return any(row == 0 for row, _ in cells)


def hooks() -> set[Cells]:
    """Return all the ways to lay the hook on the board."""
    found, lying = set(), [(0, 0), (0, 1), (0, 2), (1, 0)]
    for _ in range(4):
        lying = [(column, -row) for row, column in lying]
        for sign in (1, -1):
            for down, right in EVERYWHERE:
                for less in range(3):
                    found.add(frozenset((row + down - less, sign * column + right) for row, column in lying))
    return {cells for cells in found if cells <= EVERYWHERE}


Recorded = Callable[[Cells, Cells, Cells], Cells]
"""What is recorded of the covered cells if some cells have own pieces and some have pieces of the other player."""

TESTS: dict[str, Recorded] = {
    "all empty": lambda c, own, enemy: c if not c & (own | enemy) else NONE,
    "all own or empty -> has { own }": lambda c, own, enemy: c if c & own and not c & enemy else NONE,
    "no { step orth -> own }": lambda c, own, enemy: c if not beside(c) & own else NONE,
    "has { own } -> has { step orth -> enemy }": lambda c, own, enemy: c if c & own and beside(c) & enemy else NONE,
    "has { union { enemy | step orth -> own } }": lambda c, own, enemy: c if c & enemy or beside(c) & own else NONE,
    "no { choose { enemy | step orth -> own } }": lambda c, own, enemy: (
        c if not c & enemy and not beside(c) & own else NONE
    ),
    "no { goto all -> own } -> all empty": lambda c, own, enemy: c if not own and not c & enemy else NONE,
    "first { has { own } -> no { enemy } | has { at near } }": lambda c, own, enemy: (
        c if (c & own and not c & enemy) or near(c) else NONE
    ),
    "first { no { own } -> step east | has { at near } }": lambda c, own, enemy: (
        east(c) if not c & own and east(c) else c if near(c) else NONE
    ),
    "no { enemy } -> where { own }": lambda c, own, enemy: c & own if not c & enemy else NONE,
    "no { enemy } -> step east -> all empty": lambda c, own, enemy: (
        east(c) if not c & enemy and not east(c) & (own | enemy) else NONE
    ),
    "union { has { own } -> no { enemy } | has { at near } }": lambda c, own, enemy: (
        c if (c & own and not c & enemy) or near(c) else NONE
    ),
    "if count { own } == 1 -> no { enemy }": lambda c, own, enemy: c if len(c & own) == 1 and not c & enemy else NONE,
    "no { own } -> if seen == 0 -> has { enemy }": lambda c, own, enemy: c if not c & own and c & enemy else NONE,
    "no { own } -> set own Man -> all own": lambda c, own, enemy: c if not c & own else NONE,
    "set own Man -> all own -> has { step orth -> enemy }": lambda c, own, enemy: (
        c if beside(c) & (enemy - c) else NONE
    ),
}
"""What is asked of the covered cells. ``step`` goes from the border to nowhere."""


@pytest.mark.parametrize("tests", TESTS)
def test_what_is_asked_of_the_covered_cells(tests: str, engine: str) -> None:
    """Compiled engines find the first cells from which a piece passes for all first cells at once."""
    for seed, pieces in enumerate([0, 2, 4, 8]):
        random = Random(seed)
        order = random.sample(sorted(EVERYWHERE), 2 * pieces)
        own, enemy = frozenset(order[:pieces]), frozenset(order[pieces:])
        names = [
            "".join("M" if (r, c) in own else "m" if (r, c) in enemy else "." for c in range(SIZE)) for r in range(SIZE)
        ]
        setup = " ".join(f'"{row}"' for row in names)
        text = TESTED.format(size=SIZE, shape=HOOK, setup=setup, tests=tests)
        state = game(text, engine).initial_state()
        legal = state.legal_moves
        assert perft(state, 1) == len(legal)
        found = [frozenset(str(move).split("-")[1:]) for move in legal if str(move) != "no"]
        expected = {TESTS[tests](cells, own, enemy) for cells in hooks()} - {NONE}
        assert len(found) == len(set(found))
        assert set(found) == {frozenset(f"{'abcde'[c]}{SIZE - r}" for r, c in cells) for cells in expected}
