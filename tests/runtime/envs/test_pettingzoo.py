"""PettingZoo's own tests pass; agents, masks and results are those of the game."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from tests.support.gallery import EXAMPLES, Example
from tilewright.runtime import load

# PettingZoo likes arrays better than the dictionaries with masks that its own games have.
pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning")

SOME = ("tic-tac-toe", "othello", "minishogi", "yavalath-three-players", "peg-solitaire", "race-of-four")


def conforms(name: str, cycles: int) -> None:
    from pettingzoo.test import api_test, seed_test

    from tilewright.envs.pettingzoo import env

    game = load(name)
    api_test(env(game), num_cycles=cycles)
    seed_test(lambda: env(game), num_cycles=cycles)


def acting(env: Any, *names: str) -> None:
    """Let the agents act by the names of actions."""
    for name in names:
        env.step(env.unwrapped.actions.names.index(name))


@pytest.mark.parametrize("name", SOME)
def test_the_tests_of_pettingzoo(name: str) -> None:
    conforms(name, 40)


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_tests_of_pettingzoo_in_all_games(example: Example) -> None:
    conforms(str(example), 300)


def test_agents_act_in_turns_and_the_last_rewards_are_the_returns() -> None:
    from tilewright.envs.pettingzoo import env

    played = env("tic-tac-toe", render_mode="ansi")
    played.reset()
    assert played.infos["player_1"] == {"name": "O", "color": load("tic-tac-toe").players[1].color}
    turns = []
    for action in ("a1", "a2", "b1", "b2"):
        turns.append(played.agent_selection)
        acting(played, action)
    assert turns == ["player_0", "player_1"] * 2
    assert not played.observe("player_1")["action_mask"].any()
    acting(played, "c1")
    assert played.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(played.terminations.values()) and not any(played.truncations.values())
    assert played.render() == "3 . . .\n2 O O .\n1 X X X\n  a b c"


def test_an_agent_acts_again_until_its_move_is_complete() -> None:
    from tilewright.envs.pettingzoo import env

    chess = env("chess", render_mode="ansi")
    chess.reset()
    acting(chess, "e2")
    names = chess.unwrapped.actions.names
    seen = chess.observe("player_0")
    assert chess.agent_selection == "player_0"
    assert [names[action] for action in seen["action_mask"].nonzero()[0]] == ["e4", "e3"]
    planes = dict(zip(chess.unwrapped.planes.names, seen["observation"], strict=True))
    assert planes["clicked"].nonzero() == planes["clicked last"].nonzero() == ([6], [4])
    assert planes["White to move"].all() and not planes["Black to move"].any()
    assert chess.render().endswith("\ne2-")
    acting(chess, "e4")
    assert chess.agent_selection == "player_1"


def test_an_action_that_is_not_possible_loses() -> None:
    from pettingzoo.utils.wrappers import BaseWrapper

    from tilewright.envs.pettingzoo import GameEnv, env

    bare = GameEnv("tic-tac-toe")
    bare.reset()
    acting(bare, "a1")
    with pytest.raises(ValueError, match="a1, is not possible here"):
        acting(bare, "a1")
    with pytest.raises(ValueError, match="player_1 has to act"):
        bare.step(None)
    assert bare.agent_selection == "player_1" and not any(bare.terminations.values())
    wrapped = env("tic-tac-toe")
    assert isinstance(wrapped, BaseWrapper)
    wrapped.reset()
    acting(wrapped, "a1", "a1")
    assert wrapped.rewards["player_1"] == -1 and all(wrapped.terminations.values())


def test_a_game_is_truncated_after_so_many_plies() -> None:
    from tilewright.envs.pettingzoo import GameEnv

    chess = GameEnv("chess", plies=1)
    chess.reset()
    acting(chess, "e2")
    assert not any(chess.truncations.values())
    acting(chess, "e4")
    assert all(chess.truncations.values()) and not any(chess.terminations.values())
    with pytest.raises(ValueError, match="plies"):
        GameEnv("chess", plies=0)


@pytest.mark.parametrize("carry", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_and_a_pickle_go_on_from_the_same_position(carry: Any) -> None:
    from tilewright.envs.pettingzoo import env

    random = Random(3)
    played = env(load("minishogi", "python"), render_mode="ansi")
    played.reset()
    for step in range(40):
        possible = played.observe(played.agent_selection)["action_mask"].nonzero()[0]
        action = int(random.choice(possible))
        if step % 8 == 0:
            other = carry(played)
            other.step(action)
            played.step(action)
            assert other.render() == played.render() and other.agent_selection == played.agent_selection
            assert (other.last()[0]["observation"] == played.last()[0]["observation"]).all()
        else:
            played.step(action)
