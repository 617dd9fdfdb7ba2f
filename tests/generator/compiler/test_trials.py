"""Moves that the post-check cannot see are counted, not tried: as many as are legal, wherever a king may stand."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from tests.support.engines import game, need
from tests.support.random_models import read
from tests.support.royal_models import draw
from tilewright.generator.compiler import compile_game
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.runtime import load, perft
from tilewright.runtime.state import State

COMPILED = ("python", "native")
QUICK, THOROUGH, PARTS = 8, 300, 4
"""The games that are drawn in every run, and in the slow proof; and the parts that run side by side."""

CHECKED = """game Checked {{
  players White, Black
  board 5x5
  pieces Man:M Rook:R King:K
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions all8 = (1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)
  region middle = row 1..3
  mark from, old
  counter n
  setup {{ {setup} }}
  sub attack = union {{ own King Man -> step all8 | own Rook -> {ride} }}
  move Go = own -> select from -> attack -> !own -> select -> move from{after}
  {effect}
  ensure = {check}
}}"""
THREAT = "no as enemy { goto all -> attack -> enemy King }"
RIDE = "step orth * through empty"


def text(check: str = THREAT, ride: str = RIDE, after: str = "", effect: str = "", setup: str = "") -> str:
    """Return a game in which a check is made after moves."""
    setup = setup or '"k...." "....." "R...." "....." "..K.r"'
    return CHECKED.format(check=check, ride=ride, after=after, effect=effect, setup=setup)


def source(text: str) -> str:
    """Return the program of a game."""
    document = read(text)
    assert document is not None
    return compile_game(document.root, document.places).source


@pytest.mark.parametrize(
    ("parts", "spared"),
    [
        ({}, True),
        ({"check": "no { has as enemy { goto all -> attack -> enemy King } }"}, True),
        ({"check": f"{THREAT} -> no as enemy {{ goto middle -> attack -> enemy King }}"}, True),
        ({"ride": "along orth -> ray empty until piece end -> ray empty until piece end"}, True),
        ({"after": " -> first { Man at middle -> set own Rook | any }"}, True),
        ({"effect": "effect = n := 1"}, True),
        # what depends on more than the board, or on what is not there
        ({"check": f"if n < 5 -> {THREAT}"}, False),
        ({"check": "has as enemy { goto all -> attack -> enemy King }"}, False),
        ({"check": "no as enemy { goto all -> attack -> enemy King -> !at old }"}, False),
        ({"ride": "has { step orth -> empty } -> step orth"}, False),
        ({"ride": "first { step orth -> empty | step all8 }"}, False),
        ({"ride": "step orth -> flood orth empty"}, False),
        # what changes other cells
        ({"after": " -> do { step orth -> set empty }"}, False),
        ({"after": " -> set own King"}, False),
        ({"after": " -> goto old -> set empty"}, False),
        ({"effect": "effect = goto all -> Man -> set empty"}, False),
        ({"effect": "effect = goto middle -> swap from"}, False),
    ],
    ids=str,
)
def test_which_moves_are_not_tried(parts: dict[str, str], spared: bool) -> None:
    """The table of what the compiler shows to be left alone by the check, and of what it does not."""
    assert ("W & V" in source(text(**parts))) == spared


@pytest.mark.parametrize(
    "rows",
    [
        "k..../...../...../...../..K..",
        "k..../...../...../..R../..K..",
        "k.r../...../...../..R../..K..",
        "k.r../...../..R../..M../..K..",
        "k.r../...../...../R..../..K..",
        "k.r../...../...../...../r.K..",
        "k..../...../...../...m./..K..",
        "k.r../...../...../..M../..K.r",
        "k.r../..M../...../..K../..R..",
    ],
)
@pytest.mark.parametrize("ride", [RIDE, "along orth -> ray empty until piece end -> ray empty until piece end"])
@pytest.mark.parametrize("engine", COMPILED)
def test_pins_and_checks(engine: str, ride: str, rows: str) -> None:
    need(engine)
    drawn = text(ride=ride, setup=" ".join(f'"{row}"' for row in rows.split("/")))
    state, reference = game(drawn, engine).initial_state(), game(drawn, "interpreter").initial_state()
    assert [perft(state, depth) for depth in (1, 2, 3)] == [perft(reference, depth) for depth in (1, 2, 3)]


def spared_and_alike(number: int, part: int, engine: str) -> int:
    """Compare what is counted, listed and played with the interpreter; return in how many games moves are spared."""
    need(engine)
    spared = 0
    for seed in range(part, number, PARTS):
        random = Random(f"royal {seed}")
        drawn = draw(random)
        if read(drawn) is None:
            continue
        document = read_text(drawn, "royal.game")
        reference, compiled = load(document, "interpreter"), load(document, engine)
        if not walk(reference.initial_state(), random):  # its rules go wrong at once
            continue
        spared += "W & V" in compiled.engine.program.source  # type: ignore[attr-defined]
        batch = compiled.batch(1)
        for _ in range(3):
            for state in walk(reference.initial_state(), random):
                moves, other = list(state.node.moves), compiled.state(state.position)
                batch.place(0, other)
                batch.legal()
                assert [perft(other, 1), len(other.legal_moves), batch.counts[0]] == [len(moves)] * 3, (
                    f"{drawn}\n{state}"
                )
                chosen = random.randrange(len(moves))
                batch.play([chosen])
                after = reference.engine.take(state.node, moves[chosen])
                with suppress(ModelError):  # of the position after the move
                    assert batch.state(0).position.boards == after.boards, f"{drawn}\n{state}"
    return spared


def walk(state: State, random: Random) -> list[State]:
    """Return the states of a random game, as far as its rules go well."""
    found = []
    try:
        while len(found) < 25 and state.legal_moves:
            found.append(state)
            state = state.play(random.choice(list(state.legal_moves)))
    except ModelError:
        pass
    return found


def test_as_many_as_are_legal() -> None:
    assert sum(spared_and_alike(QUICK, part, "python") for part in range(PARTS)) > 1


@pytest.mark.prove
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("engine", COMPILED)
def test_as_many_as_are_legal_in_many_games(engine: str, part: int) -> None:
    assert spared_and_alike(THOROUGH, part, engine) > THOROUGH // PARTS // 5
