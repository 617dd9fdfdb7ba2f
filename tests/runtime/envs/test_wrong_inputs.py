"""What programs give by mistake is refused with a sentence, and nothing has changed: other types, shapes, numbers."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.support.engines import need
from tilewright.envs.gymnasium import GameEnv, GameVectorEnv
from tilewright.envs.pettingzoo import GameEnv as Agents
from tilewright.runtime import load
from tilewright.runtime.search.minimax import MinimaxSearch
from tilewright.runtime.search.uct import TreeSearch
from tilewright.runtime.session import Session

ACTIONS: list[tuple[Any, str]] = [
    ([0.5, 1, 2, 3], r"array of float64 with the shape \(4,\)"),
    ([float("nan")] * 4, "array of float64"),
    ([0, 1], r"int64 with the shape \(2,\)"),
    ([[0], [1], [2], [3]], r"int64 with the shape \(4, 1\)"),
    (5, r"int64 with the shape \(\)"),
    (["a1"] * 4, "array of <U2"),
    ([True] * 4, "array of bool"),
    ([-1] * 4, "an action must not be negative"),
    ([99] * 4, "in position 0 there is no action or move of number 99"),
]


@pytest.mark.parametrize(("actions", "message"), ACTIONS)
def test_actions_of_many_positions(actions: Any, message: str) -> None:
    envs = GameVectorEnv("tic-tac-toe", 4)
    before = envs.reset(seed=1)[0]
    with pytest.raises(ValueError, match=message):
        envs.step(np.array(actions))
    assert list(envs.batch.plies) == [0] * 4
    after = envs.step(np.array([0, 1, 2, 3], np.uint8))[0]
    assert list(envs.batch.plies) == [1] * 4 and (before != after).any()


@pytest.mark.parametrize("action", [19.7, "d6", None, [19], np.array([19]), np.float32(19)])
def test_an_action_that_is_no_number(action: Any) -> None:
    env = GameEnv("othello")
    env.reset(seed=1)
    with pytest.raises(TypeError, match=r"^action: .* is not a whole number$"):
        env.step(action)
    agents = Agents("othello")
    agents.reset(seed=1)
    if action is not None:
        with pytest.raises(TypeError, match=r"^action: .* is not a whole number$"):
            agents.step(action)
    assert env.begun.state.ply == agents.begun.state.ply == 0
    assert env.step(np.array(19))[1] == 0 == env.step(env.begun.possible[0])[1]


def chess() -> Any:
    return load("chess", "native").initial_state()


def batch() -> Any:
    return load("chess", "native").batch(3)


MISTAKES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: GameEnv("othello", opponent=3), TypeError, "has a method choose"),  # type: ignore[arg-type]
    (lambda: GameEnv("othello", opponent="mtcs:9"), ValueError, "'mtcs:9' cannot play"),
    (lambda: GameEnv("othello", seat="Blak"), ValueError, "Othello has no player 'Blak'; did you mean 'Black'?"),
    (lambda: GameEnv("othello", render_mode="human"), ValueError, "render_mode: 'human' is unknown"),
    (lambda: GameVectorEnv("othello", 2, render_mode="human"), ValueError, "render_mode: 'human' is unknown"),
    (lambda: Agents("othello", render_mode="human"), ValueError, "render_mode: 'human' is unknown"),
    (lambda: chess().play(3), TypeError, "a move is a text or a Move, not 3; play_number plays one"),
    (lambda: chess().play(None), TypeError, "a move is a text or a Move, not None"),
    (lambda: chess().play_number(20), IndexError, "there are 20 legal moves; number 20 is none"),
    (lambda: chess().play_number(-1), IndexError, "there are 20 legal moves; number -1 is none"),
    (lambda: load("chess", "interpreter").initial_state().play_number(20), IndexError, "there are 20 legal moves"),
    (lambda: chess().legal_moves[20], IndexError, "legal move: there is no number 20, they go from 0 to 19"),
    (lambda: chess()[3], KeyError, "Chess has no cell 3"),
    (lambda: chess()[1, 2, 3, 4], KeyError, "Chess has no cell"),
    (lambda: Session(load("chess")).undo(), IndexError, "no move has been played that could be taken back"),
    (lambda: batch().state(3), IndexError, "position: there is no number 3, they go from 0 to 2"),
    (lambda: batch().reset([0, 3]), IndexError, "position: there is no number 3"),
    (lambda: batch().reset([True, False, True]), TypeError, "position: True is not a whole number; of a mask"),
    (lambda: batch().reset(np.array([True, False, True])), TypeError, "numpy.flatnonzero makes numbers"),
    (lambda: batch().reset(batch().done), TypeError, "position: False is not a whole number"),
    (lambda: batch().place(0, load("othello").initial_state()), ValueError, "a state of Chess is needed"),
    (lambda: TreeSearch(chess(), exploration=float("nan")), ValueError, "exploration: nan is not between 0 and"),
    (lambda: TreeSearch(chess(), exploration=-1), ValueError, "exploration: -1 is not between 0 and"),
    (lambda: TreeSearch(chess(), urgency="0.5"), ValueError, "urgency: '0.5' is not a number"),  # type: ignore[arg-type]
    (lambda: TreeSearch(chess(), urgency=-0.1), ValueError, "urgency: -0.1 is not between 0 and"),
    (lambda: TreeSearch(chess(), memory_limit=-1), ValueError, "memory_limit: -1 is not between 0 and"),
    (lambda: MinimaxSearch(chess(), memory_limit=1 << 60), ValueError, "memory_limit: .* is not between 0 and"),
    (lambda: pickle.dumps(TreeSearch(chess())), TypeError, "a tree is neither pickled nor copied"),
]


@pytest.mark.parametrize(("ask", "kind", "message"), MISTAKES)
def test_what_is_refused(ask: Callable[[], Any], kind: type[Exception], message: str) -> None:
    need("native")
    with pytest.raises(kind, match=message):
        ask()
