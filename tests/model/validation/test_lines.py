"""Ends that come before ``line`` is asked are told, unless the mover wins by them, too."""

from __future__ import annotations

import pytest

from tests.support.engines import game
from tilewright.model.files import read_text
from tilewright.model.validation import validate

TEXT = """game Row {{
  players A, B
  board 3x3
  pieces Man:M
  sub full = no {{ goto all -> empty }}
  sub finish = full -> draw
  place Put = empty
  effect = set own Man
  {}
}}
"""
LINE = "effect = line 3 own"

TOLD = {
    "a draw": "effect = full -> ^draw",
    "a draw above": "effect = full -> ^draw",
    "in another chain": "effect = do { full -> ^lose }",
    "a score": "effect = full -> ^score count { goto all -> own }",
    "the other one wins": "effect = full -> do as enemy { ^win }",
    "whoever has most wins": "effect = full -> do as each { if count { goto all -> own } > 4 -> ^win }",
}
NOT_TOLD = {
    "the mover wins": "effect = full -> win",
    "the mover wins for each": "effect = full -> do each { win }",
    "nobody can move": "over = draw",
    "after a round": "round = full -> draw",
}


def found(text: str) -> list[tuple[int, int]]:
    document = read_text(text, "row.game")
    assert not document.diagnostics
    return [(each.place.line, each.place.column) for each in validate(document) if each.code == "ends-before-line"]


@pytest.mark.parametrize("effect", TOLD.values(), ids=TOLD)
def test_an_end_before_lines_is_told(effect: str) -> None:
    for parts in ((LINE, effect), (effect, LINE)):
        text = TEXT.format("\n  ".join(parts))
        line = next(number for number, each in enumerate(text.splitlines(), 1) if "^" in each)
        column = text.splitlines()[line - 1].index("^") + 1
        assert found(text.replace("^", "")) == [(line, column)]
    assert not found(TEXT.format(effect.replace("^", "")))


@pytest.mark.parametrize("end", NOT_TOLD.values(), ids=NOT_TOLD)
def test_others_are_not(end: str) -> None:
    assert not found(TEXT.format(f"{LINE}\n  {end}"))


def test_in_a_chain_that_is_called() -> None:
    assert found(TEXT.format(f"{LINE}\n  effect = finish")) == [(6, 24)]


def test_it_is_true() -> None:
    """The last move fills the board and makes a line: drawn, unless the line is an effect above."""
    moves = ["a1", "b1", "c2", "a2", "b2", "c1", "a3", "b3", "c3"]
    for line, returns in ((LINE, (0, 0)), ("effect = aligned 3 own -> win", (1, -1))):
        state = game(TEXT.format(f"{line}\n  effect = full -> draw"), "interpreter").initial_state()
        for move in moves:
            state = state.play(move)
        assert state.is_over and state.returns == returns
