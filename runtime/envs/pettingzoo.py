"""Games for PettingZoo, in its interface for agents that act in turns (AEC).

    from tilewright.envs.pettingzoo import env
    chess = env("chess")

Actions are clicks: an agent acts again until its move is complete. An observation is a dictionary of the planes,
``observation``, and of the possible actions, ``action_mask``, which is all zeros for an agent whose turn it is not. The
agents are called ``player_0`` and so on; their ``infos`` have the names and colours of the players. There is no
parallel form, since the agents act in turns. This needs the extra: ``pip install 'tilewright[pettingzoo]'``.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from tilewright.envs.clicks import Actions, Begun, without_chance
from tilewright.envs.planes import Planes, mask_of
from tilewright.runtime.limits import LONGEST, check
from tilewright.runtime.loading import load
from tilewright.runtime.state import Game

__all__ = ["GameEnv", "env"]

Observation = dict[str, NDArray[np.int8]]


def env(
    game: str | Path | Game, *, plies: int | None = None, rotated: bool = False, render_mode: str | None = None
) -> AECEnv:
    """Return the environment of a game with PettingZoo's usual wrappers.

    An action that is not possible loses the game for the agent: a reward of -1, and all agents are done.
    """
    wrapped = TerminateIllegalWrapper(
        GameEnv(game, plies=plies, rotated=rotated, render_mode=render_mode), illegal_reward=-1
    )
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


class GameEnv(AECEnv):
    """The environment of a game, without wrappers: an action that is not possible is a ``ValueError``.

    *game* is a game, or what ``load`` takes for one. After so many *plies* the game is truncated, with no rewards.
    *rotated* is told of in ``Planes``. A copy, and a pickle, is in the same position.
    """

    def __init__(
        self,
        game: str | Path | Game,
        *,
        plies: int | None = None,
        rotated: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else load(game)
        name = f"tilewright_{self.game.name}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.actions = Actions(self.game)
        """The names of the actions, and their numbers."""
        self.planes = Planes(self.game, self.actions, rotated=rotated)
        """The names of the planes."""
        if plies is not None:
            check("plies", plies, 1, LONGEST)
        self._plies = plies
        self.possible_agents = [f"player_{player.number}" for player in self.game.players]
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.planes.shape, np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self._random = Random(0)
        self.begun = Begun(self.actions, without_chance(self.game.initial_state(), self._random))
        """The state, and what has been clicked in it."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. In games of chance nature draws with the seed, in others it changes nothing."""
        if seed is not None:
            self._random = Random(seed)
        self.begun = Begun(self.actions, without_chance(self.game.initial_state(), self._random))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {
            agent: {"name": player.name, "color": player.color}
            for agent, player in zip(self.agents, self.game.players, strict=True)
        }
        self.agent_selection = self._acting()
        self._tell()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, which is the same for all but for the mask."""
        acts = agent == self._acting()
        mask = mask_of(self.begun) if acts else np.zeros(len(self.actions), np.int8)
        return {"observation": self.planes.of(self.begun), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act. ``ValueError`` if the action is not possible: nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is only for agents that are done")
        begun = self.begun.click(int(action))
        self.begun = begun if begun.clicked else Begun(self.actions, without_chance(begun.state, self._random))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.agent_selection = self._acting()
        self._tell()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text."""
        return str(self.begun) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is held."""

    def _acting(self) -> str:
        agents: list[str] = self.possible_agents
        return agents[self.begun.player.number % len(agents)]  # it may be nature's turn where the game has ended

    def _tell(self) -> None:
        """Tell all agents if the game is over, or goes on no longer."""
        state = self.begun.state
        if state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, map(float, state.returns), strict=True))
        elif self._plies is not None and state.ply >= self._plies:
            self.truncations = dict.fromkeys(self.agents, True)
