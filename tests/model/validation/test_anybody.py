"""Alternatives that hold for anybody's pieces: which are told, and what puts them right."""

from __future__ import annotations

import pytest

from tilewright.model.service.fixing import fixes
from tilewright.model.service.source import Source, edited

TEXT = """game Court {
  players X, O
  board 4x3
  pieces King:K is Noble Man:M Rook:R is Noble
  neutral Wall:#
  region home = row 0
  mark from
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  setup { "kmr#" "...." "KMR." }
  move Go = %s -> select from -> step orth -> empty or own King -> select -> move from
  stuck = lose
}
"""

TOLD = [
    ("own King or Man", "'or Man' holds for anybody's Man: write 'own King Man'", "own King Man"),
    ("own Man or Noble", "'or Noble' holds for anybody's Noble: write 'own Man Noble'", "own Man Noble"),
    ("enemy King or Man", "write 'enemy King Man'", "enemy King Man"),
    ("X King or Man", "write 'X King Man'", "X King Man"),
    ("own King or Man Rook", "'or Man Rook' holds for anybody's Man and Rook: write 'own King Man Rook'",
     "own King or own Man Rook"),
    ("own King or empty or Man", "write 'or own Man'", "own King or empty or own Man"),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "message", "fixed"), TOLD)
def test_an_alternative_for_anybody_is_told_and_put_right(pattern: str, message: str, fixed: str) -> None:
    source = Source(TEXT % pattern, "a.game")
    [finding] = [one for one in source.diagnostics if one.code == "or-of-anybody"]
    assert message in finding.message
    assert [edited(source.text, fix.edits) for fix in fixes(source, finding)] == [TEXT % fixed]


@pytest.mark.parametrize(
    "pattern",
    [
        "own or empty",
        "own King or own Man",
        "own King or Wall",
        "own or Man",
        "King or Man",
        "own King at home or Man",
        "own King or Man at home",
        "!own King or Man",
        "own King or !Man",
        "own King or enemy Man",
    ],
)
def test_what_may_be_meant_is_not_told(pattern: str) -> None:
    assert [one for one in Source(TEXT % pattern, "a.game").diagnostics if one.code == "or-of-anybody"] == []


def test_a_set_that_names_others_may_have_a_vector_twice() -> None:
    text = TEXT.replace("  setup", "  directions more = orth (1,0)\n  setup").replace("-> step orth", "-> step more")
    assert [one for one in Source(text % "own", "a.game").diagnostics if one.code == "repeated-vector"] == []
