"""Repetitions with a fixed number of clicks are compiled as if their rounds were written out."""

from __future__ import annotations

import pytest

from tests.support.engines import ENGINES, game, need
from tilewright.generator.compiler.lowering import lowering
from tilewright.runtime import Game
from tilewright.runtime.engines.choosing import compiled_engine

RULES = """game Rounds {{
  players A, B
  board 3x3
  pieces Man:M
  counter taken 0..9
  mark from
  mark got
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  setup {{ "MM." "..." ".mm" }}
  sub some(n) = repeat n..n {{ goto all -> empty -> select }}
  move Take = {rule} -> taken += 1
  effect = if taken > 2 -> draw
}}"""

LINES = {
    "clicks": (3, "goto all -> empty -> select"),
    "with changes": (3, "goto all -> empty -> select -> set own Man"),
    "with marks": (2, "goto all -> own -> !at got -> select -> mark got +="),
    "with a condition": (2, "goto all -> own -> where { step orth -> empty } -> select -> mark got +="),
    "the game may end": (3, "goto all -> empty -> select -> taken += 1 -> first { if taken == 2 -> win | goto all }"),
    "two clicks": (2, "goto all -> own -> select from -> step orth -> empty -> select -> move from"),
    "each from the one before": (4, "step orth -> empty -> select"),
    "one round": (1, "own -> select -> goto all -> empty"),
}  # fmt: skip

LOOPS = {
    "too many rounds": "repeat 9..9 { goto all -> empty -> select -> set own Man }",
    "not that many": "repeat 1..3 { goto all -> empty -> select }",
    "too many clicks": "repeat 3..3 { goto all -> own -> select from -> step orth -> empty -> select -> move from }",
    "too many from one to the next": "repeat 5..5 { step orth -> select }",
    "directions": "repeat 2..2 { along orth -> step -> empty -> select }",
    "alternatives": "repeat 2..2 { choose { own -> select | step orth -> select } -> goto all }",
    "no click": "own -> select -> repeat 2..2 { step orth -> empty }",
}


def rounds(rule: str, engine: str) -> Game:
    """Return the game in which a move is this rule."""
    return game(RULES.format(rule=rule), engine)


def source(rule: str) -> str:
    """Return the program of the game in which a move is this rule."""
    played = rounds(rule, "python")
    return compiled_engine(played.engine, played.name).program.source


@pytest.mark.parametrize("name", LINES)
def test_the_program_is_that_of_the_rounds_written_out(name: str) -> None:
    count, body = LINES[name]
    written_out = source(" -> ".join([body] * count))
    assert source(f"repeat {count}..{count} {{ {body} }}") == written_out
    assert source(f"repeat {count}..{count} maximal {{ {body} }}") == written_out


@pytest.mark.parametrize("name", LOOPS)
def test_other_repetitions_stay_loops(name: str) -> None:
    assert "again" in source(LOOPS[name])


def test_calls_with_a_number_are_written_out() -> None:
    assert source("some(3)") == source(" -> ".join(["goto all -> empty -> select"] * 3))


def test_what_would_be_too_long_is_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")  # which has the program from before
    rule = "repeat 3..3 { goto all -> empty -> select }"
    assert "again" not in source(rule)
    monkeypatch.setattr(lowering, "WRITTEN_OUT", 8)
    assert "again" in source(rule)
    monkeypatch.setattr(lowering, "WRITTEN_OUT", 48)
    monkeypatch.setattr(lowering, "OPERATIONS", 20)
    assert "again" in source(rule)


@pytest.mark.parametrize("name", LINES)
def test_all_engines_agree(name: str) -> None:
    count, body = LINES[name]
    found = []
    for engine in ENGINES:
        need(engine)
        state = rounds(f"repeat {count}..{count} {{ {body} }}", engine).initial_state()
        told = []
        for _ in range(3):
            told.append((list(map(str, state.legal_moves)), state.count_moves()))
            if state.is_over or not state.count_moves():
                break
            state = state.play_number(state.count_moves() // 2)
        found.append((told, state.to_text(), state.is_over and state.returns))
    assert found.count(found[0]) == len(found) and found[0][0][0][1] > 0
