"""What a player is told about moves that are not legal, sentence by sentence."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.engines import play
from tests.explanations import CASES, Case
from tests.gallery import EXAMPLES
from tilewright.runtime import Game, State, load
from tilewright.runtime.proof.perft_tables import named_position


@cache
def game_called(name: str) -> Game:
    (example,) = (example for example in EXAMPLES if example.name == name)
    return load(example.file("game"))


def state_of(case: Case) -> State:
    """Return the state in which a move is asked for."""
    game = game_called(case.game)
    if case.start.startswith("position "):
        return game.position(case.start)
    return named_position(game, case.start) if case.start[:1].isupper() else play(game.initial_state(), case.start)


def test_the_table_is_broad() -> None:
    assert len(CASES) >= 70 and len({case.game for case in CASES}) >= 16
    assert len({(case.game, case.start, case.move) for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.wrong}: {case.game} {case.move}")
def test_an_explanation(case: Case) -> None:
    explanation = state_of(case).explain(case.move)
    said = f"{explanation.words} {explanation.sentence}" if explanation.words else explanation.sentence
    place = explanation.place
    where = None
    if place is not None:
        file = Path(place.file)
        where = f"{place.line}:{place.column}" if file.stem == case.game else f"{file.name}:{place.line}:{place.column}"
    assert not explanation.legal
    assert (said, where) == (case.said, case.place)
    assert (explanation.filter or "").split(" ")[0] == (case.filter or "")
