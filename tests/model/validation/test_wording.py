"""Violations of constraints that are told in words of the notation."""

from __future__ import annotations

import pytest

from tilewright.model.game.extending import read_game
from tilewright.model.validation import validate

BEES = """game Bees {
  players A, B
  board 2x2
  pieces Bee:B
  move M = own -> select
  effect = %s
  stuck = lose
}
"""

BRANCHING = [
    ("choose { own -> set empty | enemy }", "6:12", ["'union'", "'first'"]),
    ("own -> choose { enemy | empty } -> set empty", "6:19", ["'union'", "'first'"]),
    ("own -> select -> set empty", "6:19", ["'select'", "'do each { … }'"]),
    ("own -> each -> set empty", "6:19", ["'each'", "'do each { … }'"]),
    ("own -> repeat 1..* { set empty }", "6:19", ["an effect", "'repeat 0..* maximal { … }'"]),
    ("own\n  move N = own -> do { each -> set empty }", "7:24", ["'do { … }' runs one flow", "is said before it"]),
    ("own\n  sub s = own -> each\n  move N = own -> do { s }", "7:18", ["an effect, or 'do { … }' in a rule,"]),
    ('option "x" -> set empty', "6:12", ["none of them may branch"]),
]


@pytest.mark.parametrize(("chain", "place", "words"), BRANCHING)
def test_what_would_branch_in_an_effect_is_told_with_what_is_meant(chain: str, place: str, words: list[str]) -> None:
    (found,) = [one for one in validate(read_game(BEES % chain, "test.game")) if one.code == "effectsMustNotBranch"]
    assert str(found.place) == f"test.game:{place}" and all(word in found.message for word in words)


NATURE = """game Luck {
  players A, B
  nature Fate
  start Fate
  board 2x2
  pieces Bee:B
  chance Fall = option "fall"
  move M = own -> %s
  stuck = lose
}
"""


@pytest.mark.parametrize(
    ("chain", "code"),
    [
        ("GuardFilter { perspective Named player Fate condition own }", "playerMustBeNamed"),
        ("PatternFilter { patterns { Pattern { stateSelection NamedPlayer player Fate } } }", "ownerMustBeNamed"),
    ],
)
def test_where_nature_is_named_instead_of_a_player_it_is_said(chain: str, code: str) -> None:
    (found,) = [one for one in validate(read_game(NATURE % chain, "test.game")) if one.code == code]
    assert found.message.endswith("; nature is no player")


@pytest.mark.parametrize(("players", "symbols"), [("A", "B"), ("A, B, C", "B/b/c")])
def test_where_several_are_enemies_it_is_told_how_one_is_meant(players: str, symbols: str) -> None:
    text = BEES.replace("A, B", players).replace("Bee:B", f"Bee:{symbols}") % "do { set enemy Bee }"
    (found,) = [one for one in validate(read_game(text, "test.game")) if one.code == "otherPlayerMustBeOne"]
    assert found.message.startswith("'enemy' is one player only where two play: say as whom it is set, as in 'do as ")
    assert str(found.place) == "test.game:6:17"


@pytest.mark.parametrize(
    ("transform", "picture", "told"),
    [
        ("Rotate180", '"bB" "b "', "a2 is a cell, and b1, to which it leads, is none"),
        ("FlipRows", '"bB" " b"', "a2 is a cell, and a1, to which it leads, is none"),
        ("FlipColumns", '"bB" " b"', "b1 is a cell, and a1, to which it leads, is none"),
        ("Transpose", '"bB" "b "', ""),
        ("Rotate90", '"bB" "b "', "b2 is a cell, and b1, to which it leads, is none"),
        ("Rotate270", '"bB" "b "', "a1 is a cell, and b1, to which it leads, is none"),
        ("Rotate90", '"bBb" "b.b"', "it turns columns into rows, of which there are 3 and 2"),
    ],
)
def test_a_transform_that_does_not_keep_the_board_is_told_with_a_cell(transform: str, picture: str, told: str) -> None:
    width = len(picture.split('"')[1])
    board = f"board {width}x2\n  setup {{ {picture} }}"
    text = (BEES % "own").replace("A, B", f"A, B {transform}").replace("board 2x2", board)
    found = [one for one in validate(read_game(text, "test.game")) if one.code == "playerTransformMustKeepBoard"]
    assert [one.message.partition("onto itself")[2] for one in found] == ([f": {told}"] if told else [])


def test_a_mistake_in_a_chain_that_is_called_several_times_is_told_once() -> None:
    chains = "counter n, m, k\n  sub s(c) = if c < 9 { c += 1 -> if c == 9 -> win }\n  effect ="
    text = (BEES % "s(n) -> s(m) -> s(k)").replace("effect =", chains)
    found = [one for one in validate(read_game(text, "test.game")) if one.code != "unused"]
    assert [(one.code, str(one.place)) for one in found] == [
        ("firstAlternativesMustNotCheckAfterEffects", "test.game:7:35")
    ]
