"""How well tree search plays: as well as another one with as many visits, whose author was not ours."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

import pytest

from tests.support.engines import need
from tilewright.runtime import load
from tilewright.runtime.executors import results
from tilewright.runtime.search.uct import EXPLORATION, TreeSearch

VISITS, GAMES = 300, 400
LEAST, MOST = 0.45, 0.60
"""The share of the points that a search gets which is as good as the other one, and where it would be too good to be true."""
PROCESSES, TASKS = 2, 40
"""The processes that share the games, and the tasks that they are given."""


def points(name: str, numbers: range, seed: int) -> float:
    """Return the points that our search gets in games of these numbers against that of OpenSpiel, which proves as well."""
    import pyspiel

    bridge = import_module(f"tests.independent.{name.replace('-', '_')}").RIVALS[name]
    start = load(name, "native").initial_state()
    got = 0.0
    for number in numbers:
        rival, state = bridge(), start
        game = rival.state.get_game()
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed + number)
        exploration = 2 * EXPLORATION  # its returns are twice as far apart as our gains
        bot = pyspiel.MCTSBot(game, evaluator, exploration, VISITS, 1000, True, seed + number, False)
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
    return got


@pytest.mark.prove
@pytest.mark.parametrize("name", ["connect-four", "othello", "breakthrough"])
def test_it_holds_its_own(name: str) -> None:
    """Both have every second first move. Each game has a seed of its own, so that processes share them as they like."""
    need("native")
    import_module("pyspiel")
    tasks = [(name, range(first, GAMES, TASKS), 1) for first in range(TASKS)]
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as processes:
        share = sum(results(processes, points, tasks)) / GAMES
    print(f"{name}: {share:.1%} of the points in {GAMES} games of {VISITS} visits a move")
    assert LEAST <= share <= MOST
