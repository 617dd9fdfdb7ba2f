"""Games for PettingZoo: in its AEC interface, for agents that act in turns, and in its parallel interface.

    from tilewright.envs.pettingzoo import env
    chess = env("chess")

Actions are clicks: an agent acts again until its move is complete. An observation is a dictionary of the planes,
``observation``, and of the possible actions, ``action_mask``, which is all zeros for an agent whose turn it is not. The
agents are called ``player_0`` and so on; their ``infos`` have the names and colours of the players. For games whose
players move at the same time there is also ``parallel_env``. In games with hidden parts an agent observes what its
player sees. This needs the extra: ``pip install '.[pettingzoo]'`` in the checkout.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from tilewright.envs.clicks import Actions, Begun, rendered
from tilewright.envs.planes import Planes, mask_of
from tilewright.envs.rounds import Round
from tilewright.runtime.limits import LONGEST, check, whole
from tilewright.runtime.loading import load
from tilewright.runtime.state import Game, State

__all__ = ["GameEnv", "ParallelGameEnv", "env", "parallel_env"]

Observation = dict[str, NDArray[np.int8]]
_Stepped = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


def env(
    game: str | Path | Game, *, plies: int | None = None, rotated: bool = False, render_mode: str | None = None
) -> AECEnv:
    """Return the environment of a game with PettingZoo's usual wrappers.

    An action that is not possible ends the game: the agent gets a reward of -1, the others 0. The parameters are those
    of ``GameEnv``.
    """
    wrapped = TerminateIllegalWrapper(
        GameEnv(game, plies=plies, rotated=rotated, render_mode=render_mode), illegal_reward=-1
    )
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


def parallel_env(
    game: str | Path | Game, *, plies: int | None = None, rotated: bool = False, render_mode: str | None = None
) -> ParallelEnv[str, Observation, int]:
    """Return the parallel environment of a game whose players move at the same time: see ``ParallelGameEnv``."""
    return ParallelGameEnv(game, plies=plies, rotated=rotated, render_mode=render_mode)


class Agreed:
    """What both forms of an environment share, and what never changes: agents, actions and spaces."""

    def __init__(self, game: str | Path | Game, plies: int | None, *, rotated: bool) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        self.actions = Actions(self.game)
        """The names of the actions, and their numbers."""
        self.planes = Planes(self.game, self.actions, rotated=rotated)
        """The names of the planes."""
        if plies is not None:
            check("plies", plies, 1, LONGEST)
        self._plies = plies
        self.agents = [f"player_{player.number}" for player in self.game.players]
        self.seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.planes.shape, np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self.acts = spaces.Discrete(len(self.actions))
        self.metadata = {"name": f"tilewright_{self.game.name}", "render_modes": ["ansi"]}

    def infos(self) -> dict[str, dict[str, Any]]:
        """Return the name and the colour of the player of each agent."""
        return {
            agent: {"name": player.name, "color": player.color}
            for agent, player in zip(self.agents, self.game.players, strict=True)
        }

    def is_long(self, state: State) -> bool:
        """Return whether a game is truncated in a state."""
        return self._plies is not None and state.ply >= self._plies


class GameEnv(AECEnv):
    """The AEC environment of a game, without wrappers: ``ValueError`` for an action that is not possible.

    *game* is a ``Game``, or an argument of ``load``. After *plies* plies the game is truncated, with no rewards.
    *rotated* is explained in ``Planes``. A copy, or a pickle, is in the same position.
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
        self.agreed = Agreed(game, plies, rotated=rotated)
        self.game, self.actions, self.planes = self.agreed.game, self.agreed.actions, self.agreed.planes
        self.metadata = {**self.agreed.metadata, "is_parallelizable": False}
        self.render_mode = rendered(render_mode)
        self.possible_agents = [*self.agreed.agents]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.agreed.seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.agreed.acts)
        self._random = Random(0)
        self.begun = Begun(self.actions, self.game.initial_state()).without_chance(self._random)
        """The state, and the clicks of a move that is begun."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. The seed is for nature's moves; without chance it has no effect."""
        if seed is not None:
            self._random = Random(seed)
        self.begun = Begun(self.actions, self.game.initial_state()).without_chance(self._random)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self.agreed.infos()
        self.agent_selection = self._acting()
        self._tell()

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent. Without hidden parts, agents differ in the mask only."""
        mask = mask_of(self.actions, self.begun.possible if agent == self._acting() else ())
        seen = self.planes.of(self.begun, self.possible_agents.index(agent))
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the selected agent act. ``ValueError`` if the action is not possible; then nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is only for agents that are done")
        self.begun = self.begun.click(whole("action", action)).without_chance(self._random)
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
        """Set terminations and rewards if the game is over, truncations if it has reached its limit."""
        state = self.begun.state
        if state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, map(float, state.returns), strict=True))
        elif self.agreed.is_long(state):
            self.truncations = dict.fromkeys(self.agents, True)


class ParallelGameEnv(ParallelEnv[str, Observation, int]):
    """The parallel environment of a game whose players move at the same time: all agents act in each step.

    An agent with nothing left to choose in a round waits: its only possible action is ``end``. ``ValueError`` for games
    whose players move one after the other, and for an action that is not possible; then nothing has changed. The
    parameters are those of ``GameEnv``.
    """

    def __init__(
        self,
        game: str | Path | Game,
        *,
        plies: int | None = None,
        rotated: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.agreed = Agreed(game, plies, rotated=rotated)
        self.game, self.actions, self.planes = self.agreed.game, self.agreed.actions, self.agreed.planes
        if not self.game.is_simultaneous:
            raise ValueError(f"{self.game.name} has no parallel form: its players move one after the other")
        self.metadata = self.agreed.metadata
        self.render_mode = rendered(render_mode)
        self.possible_agents = [*self.agreed.agents]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.agreed.seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.agreed.acts)
        self._random = Random(0)
        self.round = Round(Begun(self.actions, self.game.initial_state()).without_chance(self._random))
        """The state, and what each player has chosen so far."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new game. The seed is for nature's moves; without chance it has no effect."""
        if seed is not None:
            self._random = Random(seed)
        self.round = Round(Begun(self.actions, self.game.initial_state()).without_chance(self._random))
        self.agents = [*self.possible_agents]
        return self._observed(), self.agreed.infos()

    def step(self, actions: dict[str, int]) -> _Stepped:
        """Let all agents act; return observations, rewards, terminations, truncations and infos by agent."""
        after = self.round.click([whole("action", actions[agent]) for agent in self.possible_agents])
        self.round = after if isinstance(after, Round) else Round(after.without_chance(self._random))
        state = self.round.begun.state
        agents, over, long = self.agents, state.is_over, not state.is_over and self.agreed.is_long(state)
        rewards = dict(zip(self.possible_agents, map(float, state.returns), strict=True))
        if over or long:
            self.agents = []
        terminations, truncations = dict.fromkeys(agents, over), dict.fromkeys(agents, long)
        return self._observed(), rewards, terminations, truncations, self.agreed.infos()

    def render(self) -> str | None:
        """Return the board as text."""
        return str(self.round.begun) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is held."""

    def _observed(self) -> dict[str, Observation]:
        return {agent: self._seen_by(player) for player, agent in enumerate(self.possible_agents)}

    def _seen_by(self, player: int) -> Observation:
        mask = mask_of(self.actions, self.round.possible(player))
        seen = self.planes.of(self.round.begun, player, self.round.clicked(player))
        return {"observation": seen, "action_mask": mask}
