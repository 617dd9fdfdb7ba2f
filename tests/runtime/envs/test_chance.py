"""Games of chance in batches and behind the doors to other libraries."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tilewright.runtime import load

PIG, EINSTEIN = "pig", "einstein-wuerfelt-nicht"


def spiel(name: str) -> Any:
    """Return a game of the gallery as one of OpenSpiel."""
    import pyspiel

    import tilewright.envs.openspiel  # noqa: F401

    return pyspiel.load_game(f"tilewright_{name.replace('-', '_')}")


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_batch_draws_until_a_player_moves(engine: str) -> None:
    batch = load(EINSTEIN, engine).batch(120, seed=1)
    assert set(batch.player) == {2}
    batch.draw()
    assert set(batch.player) == {0} and set(batch.plies) == {13}
    rolled = Counter(batch.state(number).counters["die"] for number in range(len(batch)))
    assert set(rolled) == {1, 2, 3, 4, 5, 6}
    before = list(batch.hashes())
    batch.draw()
    assert list(batch.hashes()) == before


def test_a_batch_draws_alike_on_both_engines() -> None:
    one, other = (load(PIG, engine).batch(6, seed=5) for engine in ("python", "native"))
    for _ in range(30):
        assert list(one.step_random()) == list(other.step_random())
    assert list(one.hashes()) == list(other.hashes())


def test_chance_nodes_are_those_of_openspiel() -> None:
    """A game of ours beside OpenSpiel's own: who moves, what may happen, and how likely it is."""
    import pyspiel

    ours, theirs = spiel(PIG).new_initial_state(), pyspiel.load_game("pig").new_initial_state()
    for roll in (0, 3, 0, 5, 1, 0, 0):
        assert ours.current_player() == theirs.current_player()
        if ours.is_chance_node():
            assert ours.chance_outcomes() == theirs.chance_outcomes()
            assert ours.action_to_string(roll) == str(roll + 1)
            ours.apply_action(roll)
        else:
            ours.apply_action(ours.string_to_action(theirs.action_to_string(roll)))
        theirs.apply_action(roll)
    assert ours.get_game().get_type().chance_mode == theirs.get_game().get_type().chance_mode


@pytest.mark.parametrize("name", [PIG, EINSTEIN])
def test_random_games_in_openspiel(name: str) -> None:
    import pyspiel

    pyspiel.random_sim_test(spiel(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [PIG, EINSTEIN])
def test_environments_draw_for_nature(name: str) -> None:
    """A player is always the next to act; the same seed gives the same games."""
    from tilewright.envs.gymnasium import GameEnv, GameVectorEnv
    from tilewright.envs.pettingzoo import env

    def played(seed: int) -> list[float]:
        one, told = GameEnv(name, plies=60), []
        _, info = one.reset(seed=seed)
        while True:
            assert not one.begun.state.is_chance and one.begun.player.number == 0
            action = np.flatnonzero(info["action_mask"])[-1]
            seen, reward, ends, truncated, info = one.step(action)
            told += [float(seen.sum()), reward]
            if ends or truncated:
                return told

    assert played(3) == played(3) != played(4)
    many = GameVectorEnv(name, 3)
    _, infos = many.reset(seed=1)
    for _ in range(60):
        assert set(infos["player"]) <= {0, 1, 2}
        masks = infos["action_mask"]
        over = ~masks.any(axis=1)
        assert (over | (infos["player"] < 2)).all()
        *_, infos = many.step(np.where(over, 0, masks.argmax(axis=1)))
    agents = env(name)
    agents.reset(seed=1)
    for agent in agents.agent_iter(400):
        observation, _, ends, truncated, _ = agents.last()
        agents.step(None if ends or truncated else int(np.flatnonzero(observation["action_mask"])[-1]))
        assert agent in ("player_0", "player_1")
