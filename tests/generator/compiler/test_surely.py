"""Candidates that are known to be legal without being tried: in which rules they are, and that they are."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.engines import game, need
from tests.support.random_models import read
from tests.support.thinning import diagonal
from tilewright.generator.compiler import compile_game
from tilewright.generator.compiler.emit.sets import Cells
from tilewright.generator.compiler.emit.turn import counting
from tilewright.generator.compiler.emit.turn.surely import surely_legal

STONES = """game Stones {{
  players A, B
  board 5x4
  pieces Stone:S
  neutral Rock:#
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions all8 = (1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)
  mark gone, ring game
  counter n 0..500
  setup {{ "S..s." "..#.." ".s..." "#..S." }}
  move Pass = option "pass"
  move Put = empty -> select -> {put}
  stuck = draw
{more}
}}"""

TAKE = "do { step orth -> enemy -> wherenot as enemy { flood orth own -> step orth -> empty } -> flood orth enemy -> set empty }"
KNOWN = {
    "beside": "set own Stone -> has { step orth -> empty }",
    "a group": "set own Stone -> has { flood orth own -> step orth -> empty }",
    "captures": f"set own Stone -> {TAKE} -> has {{ flood orth own -> step orth -> empty }}",
    "effects after it": f"n := 2 -> set own Stone -> {TAKE} -> has {{ step orth -> empty }} -> mark ring",
    "friends": "set own Stone -> has { step all8 -> own }",
    "either player": "set own Stone -> has as each { step all8 -> own }",
    "another state": "set Rock -> has { step orth -> empty -> !own }",
}
"""Rests of a rule after the last click, of which something is known for all cells."""

TRIED = {
    "what others see": f"set own Stone -> {TAKE} -> has as enemy {{ step orth -> enemy }}",
    "what captures take away": f"set own Stone -> {TAKE} -> has {{ step orth -> enemy }}",
    "what effects fill": "set own Stone -> do { step orth -> empty -> set enemy Stone } -> has { step orth -> empty }",
    "two steps": "set own Stone -> has { step orth -> step orth -> empty }",
    "a ride": "set own Stone -> has { step orth 1..2 through empty -> empty }",
    "none": "set own Stone -> no { step orth -> own }",
    "somewhere else": "set own Stone -> step orth -> has { step orth -> empty }",
    "two questions": "set own Stone -> has { step orth -> empty } -> has { step all8 -> own }",
    "a mark": "mark ring -> set own Stone -> has { step orth -> empty -> !at ring }",
    "a number that may be too large": "n += 1 -> set own Stone -> has { step orth -> empty }",
    "a pattern with offsets": "set own Stone -> has { step orth -> empty @(1,0) }",
    "what is moved": "set own Stone -> do { step (1,0) -> own -> mark gone -> step (1,0) -> empty -> move gone } -> has { step orth -> empty }",
}
"""Rests of which nothing is."""


def text(put: str, more: str = "") -> str:
    return STONES.format(put=put, more=more)


def is_known(text: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether something is known of a candidate when moves are counted."""
    found: list[Cells | None] = []

    def looked(*arguments: object) -> Cells | None:
        found.append(surely_legal(*arguments))  # type: ignore[arg-type]
        return found[-1]

    monkeypatch.setattr(counting, "surely_legal", looked)
    document = read(text)
    assert document is not None
    compile_game(document.root, document.places)
    return any(cells is not None for cells in found)


@pytest.mark.parametrize("name", KNOWN)
def test_of_what_something_is_known(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_known(text(KNOWN[name]), monkeypatch)


@pytest.mark.parametrize("name", TRIED)
def test_of_what_nothing_is_known(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_known(text(TRIED[name]), monkeypatch)


def test_nothing_is_known_where_more_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = text(KNOWN["beside"], "  ensure = no { goto all -> Rock -> step orth -> Rock }")
    assert not is_known(checked, monkeypatch)


ALL = {**KNOWN, **TRIED}


@pytest.mark.parametrize(("name", "engine"), diagonal({name: name for name in ALL}, ["python", "native"]))
def test_masks_counts_and_moves_are_those_of_the_interpreter(name: str, engine: str) -> None:
    need(engine)
    reference, compiled = (game(text(ALL[name]), each) for each in ("interpreter", engine))
    for seed in range(4):
        random, state, batch = Random(seed), reference.initial_state(), compiled.batch(1)
        for _ in range(14):
            mask = batch.legal().tolist()[0]
            assert [batch.actions[action] for action, there in enumerate(mask) if there] == sorted(
                map(str, state.legal_moves), key=batch.actions.index
            )
            assert batch.counts[0] == len(state.legal_moves)
            number = random.randrange(len(state.legal_moves))
            state = state.play_number(number)
            batch.play([number])
            assert batch.state(0).to_text() == state.to_text()
            if state.is_over:
                break
