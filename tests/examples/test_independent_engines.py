"""Models beside independent engines: the same legal moves at every ply, the same result at the end."""

from __future__ import annotations

import pytest

from tests.independent import modules, rival_of, rivals_in
from tests.support.differential import Differs, compare, play_beside
from tests.support.engines import installed, need
from tests.support.gallery import EXAMPLES, Example
from tilewright.runtime import load

SLOW_PLIES = {"interpreter": 12, "native": 40}
"""The plies of a game that are compared in every run of the tests, by engine."""


def modelled_in(module: str) -> list[str]:
    """Return the examples with which a module compares."""
    known = rivals_in(module)
    return [example.name for example in EXAMPLES if example.name in known]


@pytest.mark.parametrize("engine", SLOW_PLIES)
@pytest.mark.parametrize("module", modules())
def test_the_first_plies_agree(module: str, engine: str) -> None:
    need(engine)
    found = modelled_in(module)
    assert found
    for name in found:
        assert compare([load(name, engine)], name, 1, seed=1, max_plies=SLOW_PLIES[engine]).plies > 0


@pytest.mark.prove
@pytest.mark.parametrize("module", modules())
def test_whole_games_agree(module: str) -> None:
    """All engines play the games of the rival at once, which is often slower than they are."""
    for name in modelled_in(module):
        played = compare([load(name, engine) for engine in installed()], name, 6, seed=2, max_plies=300)
        print(f"{name}: {played}")


@pytest.mark.prove
@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("pig", 120), ("einstein-wuerfelt-nicht", 400), ("oshi-zumo", 1800), ("liars-dice", 4500), ("kuhn-poker", 4800),
        ("harvest", 80), ("harvest-fog", 80), ("harvest-at-once", 50), ("twenty-forty-eight", 90), ("backgammon", 80), ("backgammon-gammons", 80), ("banqi", 80), ("race-of-four", 40),
        ("snake", 1100),
        ("goofspiel", 600), ("battleship", 700), ("little-whist", 900), ("project-l", 24), ("two-rivers", 330),
        ("leduc-poker", 3000), ("markov-soccer", 80), ("minesweeper", 1500), ("royal-game-of-ur", 80),
    ],
)  # fmt: skip
def test_games_of_chance_and_rounds_agree(name: str, games: int) -> None:
    """Legal moves, odds and results, for 20 000 plies at least: dice need more games than rules do."""
    played = compare([load(name, "python")], name, games, seed=3)
    print(f"{name}: {played}")
    assert played.plies >= 20_000


def test_every_example_has_an_independent_engine() -> None:
    known = {name for module in modules() for name in modelled_in(module)}
    assert {example.name for example in EXAMPLES} == known


def test_a_difference_is_told() -> None:
    """Othello does not agree with itself where no diagonal counts."""
    with pytest.raises(Differs, match="only the rival"):
        compare([load("othello-orthogonal")], "othello", 1, seed=1)


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.name in ("othello", "tic-tac-toe")], ids=str)
def test_a_wrong_result_is_told(example: Example) -> None:
    from random import Random

    from tests.support.differential import Played

    class Loser:
        """An engine that takes every end for a loss of both."""

        def __init__(self) -> None:
            self.honest = rival_of(example.name)()

        def moves(self) -> list[str]:
            return list(self.honest.moves())

        def play(self, move: str) -> None:
            self.honest.play(move)

        def returns(self) -> tuple[float, ...] | None:
            return None if self.honest.returns() is None else (-1, -1)

    with pytest.raises(Differs, match="returns of the model"):
        play_beside([load(example.name).initial_state()], Loser(), Random(1), Played())
