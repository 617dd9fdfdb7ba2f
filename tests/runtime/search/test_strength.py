"""How well tree search plays: as well as another one with as many visits, whose author was not ours."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.support.engines import need
from tilewright.runtime import load
from tilewright.runtime.search.uct import TreeSearch

VISITS = 300


def points(name: str, games: int, seed: int) -> float:
    """Return the share of the points that our search gets against that of OpenSpiel, which proves as well."""
    need("native")
    import pyspiel

    bridge = import_module(f"tests.independent.{name.replace('-', '_')}").RIVALS[name]
    start = load(name, "native").initial_state()
    got = 0.0
    for number in range(games):
        rival, state = bridge(), start
        game = rival.state.get_game()
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed + number)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, VISITS, 1000, True, seed + number, False)
        while not state.is_over:
            if state.player.number == number % 2:
                tree = TreeSearch(state, seed=seed + number)
                tree.grow(VISITS)
                move = str(tree.best())
            else:
                action = bot.step(rival.state)
                move = next(move for move, actions in rival.lines.items() if actions == [action])
            state = state.play(move)
            rival.play(move)
        got += (state.returns[number % 2] + 1) / 2
    return got / games


@pytest.mark.prove
@pytest.mark.parametrize(("name", "games"), [("connect-four", 400), ("othello", 100), ("breakthrough", 200)])
def test_it_holds_its_own(name: str, games: int) -> None:
    share = points(name, games, seed=1)
    print(f"{name}: {share:.1%} of the points in {games} games of {VISITS} visits a move")
    assert share >= 0.43
