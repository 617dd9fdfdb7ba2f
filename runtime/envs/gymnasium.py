"""Games for Gymnasium: one player, alone or against an opponent; ``GameVectorEnv`` plays many positions at once.

    from tilewright.envs.gymnasium import GameEnv
    othello = GameEnv("othello")

or, after the import, ``gymnasium.make("tilewright/Game-v0", game="othello")``, and ``make_vec`` for many positions.

Actions are clicks: a move of several clicks takes several steps. An observation is the array of planes. The possible
actions are in ``info["action_mask"]`` and ``action_masks()``, which sb3-contrib's MaskablePPO calls. This needs the
extra: ``pip install '.[gymnasium]'`` in the checkout.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilewright.envs.clicks import Actions, Begun, rendered
from tilewright.envs.planes import Planes, mask_of
from tilewright.envs.vector import GameVectorEnv
from tilewright.runtime.limits import LONGEST, check, whole
from tilewright.runtime.loading import load
from tilewright.runtime.players import Chooser, Kind
from tilewright.runtime.state import Game, State

__all__ = ["GameEnv", "GameVectorEnv"]

SKIPPED = 100
"""How many games may end, one after the other, before the learning player has moved."""


class GameEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """The environment of one player of a game. All others, if there are any, are played by an opponent.

    *game* is a ``Game``, or an argument of ``load``; *seat* is the player who learns, by number or name. The *opponent*
    chooses a legal move of a state, or is the name of a program, such as ``mcts:100``; without one, moves are drawn by
    the random generator of the environment, so that a seed gives the same games. ``ValueError`` for an opponent in a
    game with hidden parts: it would see everything.

    The reward comes at the end of the game: the player's return, from -1 to 1 or what the rules pay. An action that is
    not possible ends the game with a reward of -1, and ``info["illegal"]`` says why; then nothing is possible. After
    *plies* plies the game is truncated. *rotated* is explained in ``Planes``. A copy, or a pickle, is in the same
    position.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Path | Game,
        *,
        seat: int | str = 0,
        opponent: Chooser | str | None = None,
        plies: int | None = None,
        rotated: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        self.render_mode = rendered(render_mode)
        self.actions = Actions(self.game)
        """The names of the actions, and their numbers."""
        self.planes = Planes(self.game, self.actions, rotated=rotated)
        """The names of the planes."""
        if plies is not None:
            check("plies", plies, 1, LONGEST)
        program = Kind(opponent).player(0) if isinstance(opponent, str) else opponent
        if not (program is None or isinstance(program, Chooser)):
            raise TypeError(f"an opponent has a method choose, as TreePlayer(visits=200), and {opponent!r} has none")
        if program is not None and self.game.is_hidden:
            raise ValueError(f"{self.game.name} hides something from its players, and an opponent is shown all of it")
        self._seat = self.game.seat(seat)
        self._opponent = program
        self._plies = plies
        self._random = Random(0)
        self.observation_space = spaces.Box(0, 1, self.planes.shape, np.int8)
        self.action_space = spaces.Discrete(len(self.actions))
        self.begun = Begun(self.actions, self.game.initial_state())
        """The state, and the clicks of a move that is begun."""
        self._forfeited = False
        """Whether an action that is not possible has ended the game."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start a new game and return its first observation, after the moves of others who move first.

        Games that end before the learning player moves are left out. ``ValueError`` if ``SKIPPED`` in a row end so.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._random = Random(seed)
        for _ in range(SKIPPED):
            self.begun = self._answered(Begun(self.actions, self.game.initial_state()))
            if self._acts():
                self._forfeited = False
                return self._seen(), self._info()
        raise ValueError(f"{self.game.name} was over before {self.game.players[self._seat].name} could move, each time")

    def step(self, action: int | np.int64) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Act, and let the others move if that completes the move. ``ValueError`` if the game is over."""
        if self._forfeited or self.begun.state.is_over:
            raise ValueError("the game is over: reset the environment")
        acted = whole("action", action)
        try:
            begun = self.begun.click(acted)
        except ValueError as reason:
            self._forfeited = True
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": str(reason)}
        self.begun = self._answered(begun)
        state = self.begun.state
        ends = state.is_over
        reward = float(state.returns[self._seat]) if ends else 0.0
        return self._seen(), reward, ends, not ends and self._is_long(state), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of possible actions."""
        return self._mask().astype(np.bool_)

    def render(self) -> str | None:
        """Return the board as text."""
        return str(self.begun) if self.render_mode == "ansi" else None

    def _answered(self, begun: Begun) -> Begun:
        """Return the next state in which the learning player is to move, or in which the game ends or is truncated."""
        while (state := begun.state).player.number != self._seat and not state.is_over and not self._is_long(state):
            if state.is_chance:
                begun = begun.without_chance(self._random)
            elif self._opponent is None:
                begun = begun.played(int(self.np_random.integers(state.count_moves())))
            else:
                begun = begun.played(self._opponent.choose(state))
        return begun

    def _acts(self) -> bool:
        """Return whether the learning player is to move."""
        state = self.begun.state
        return not state.is_over and state.player.number == self._seat

    def _seen(self) -> NDArray[np.int8]:
        return self.planes.of(self.begun, self._seat)

    def _is_long(self, state: State) -> bool:
        return self._plies is not None and state.ply >= self._plies

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def _mask(self) -> NDArray[np.int8]:
        return mask_of(self.actions, () if self._forfeited else self.begun.possible)


gymnasium.register(
    "tilewright/Game-v0",
    "tilewright.envs.gymnasium:GameEnv",
    vector_entry_point="tilewright.envs.gymnasium:GameVectorEnv",
)
