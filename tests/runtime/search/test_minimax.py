"""Alpha-beta search: the values of plain minimax, the same on every engine, within its limits."""

from __future__ import annotations

from random import Random

import pytest

from tests.runtime.search.plain_minimax import PlainMinimax, drawn_evaluation
from tests.support.engines import COMPILED, need, play
from tests.support.gallery import EXAMPLES
from tilewright.generator.minimax import Progress
from tilewright.runtime import State, load
from tilewright.runtime.search.minimax import MinimaxSearch

compiled = pytest.mark.parametrize("engine", COMPILED)

FIVE = 5
SEARCHED = (
    "tic-tac-toe", "connect-four", "chess", "breakthrough", "othello", "amazons", "checkers", "oware",
    "yavalath-three-players", "peg-solitaire", "dots-and-boxes", "clobber",
)  # fmt: skip
"""Games of all kinds; the slow proof takes all of the gallery."""


def started(name: str, engine: str, moves: str = "") -> State:
    need(engine)
    return play(load(name, engine).initial_state(), moves)


def drawn(name: str, seed: int, engine: str = "native") -> State:
    """Return a state of a game after some random moves, in which somebody can move."""
    random, state = Random(seed), started(name, engine)
    for _ in range(random.randrange(60)):
        following = state.play_number(random.randrange(state.count_moves()))
        if following.is_over:
            return state
        state = following
    return state


def depth_for(state: State, leaves: int) -> int:
    """Return how far plain minimax can look with about so many positions: 1 to 4 plies."""
    width = max(2, state.count_moves())
    return max(1, min(4, next(depth for depth in range(1, 30) if width ** (depth + 1) > leaves)))


def found(state: State, seed: int, depth: int, quiescence: int) -> list[int]:
    """Return the values that alpha-beta finds with each depth up to one, and check them against plain minimax."""
    evaluation = drawn_evaluation(state, seed, quiescence)
    search, plain = MinimaxSearch(state, evaluation=evaluation), PlainMinimax.of(state, evaluation)
    values = []
    for each in range(1, depth + 1):
        if not search._solved:
            search.grow(depth=each)
        value = int(search._progress[Progress.VALUE])
        expected = plain.value(state, each) * (1 if state.player.number == plain.hero else -1)
        assert value == expected, f"{state.game.name} at depth {each}: {value} is not {expected} in {state.to_text()}"
        values.append(value)
    return values


@pytest.mark.parametrize("name", SEARCHED)
def test_values_are_those_of_plain_minimax(name: str) -> None:
    for seed in range(FIVE):
        state = drawn(name, seed)
        found(state, seed, depth_for(state, 600), seed % 3)


@pytest.mark.prove
@pytest.mark.parametrize("name", [str(example) for example in EXAMPLES])
def test_values_are_those_of_plain_minimax_in_all_games(name: str) -> None:
    for seed in range(12):
        state = drawn(name, 100 + seed)
        found(state, seed, depth_for(state, 5000), seed % 4)
