"""A vector environment for Gymnasium: many positions of one game, played as a batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tilewright.envs.clicks import Actions, rendered
from tilewright.envs.planes import Planes
from tilewright.runtime.engines.batch import NOTHING
from tilewright.runtime.limits import check
from tilewright.runtime.loading import load
from tilewright.runtime.state import Game

_Stepped = tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class GameVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many positions of a game, in which the player to move acts, for self-play.

    *game* is a ``Game``, or an argument of ``load``. The reward of a step is 0 until it ends the game; then it is the
    return of the player who acted. ``infos`` hold arrays: ``action_mask``, positions x actions; ``player``, the number
    of the player to move; ``returns``, positions x players. A game that is over, or truncated after *plies* plies, is
    restarted by the next step, whatever the action is (``NEXT_STEP``). *rotated* is explained in ``Planes``. In games
    with hidden parts the planes show what the player to move sees; ``observe`` shows what any player sees.
    ``ValueError`` for an action that is not possible; then nothing has changed.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Path | Game,
        num_envs: int,
        *,
        plies: int | None = None,
        rotated: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        self.num_envs = num_envs
        self.render_mode = rendered(render_mode)
        self._plies = plies
        self.batch = self.game.batch(num_envs, plies=plies)
        """The batch of positions."""
        self.actions = Actions(self.game)
        """The names of the actions, and their numbers."""
        self.planes = Planes(self.game, self.actions, rotated=rotated)
        """The names of the planes."""
        self.single_observation_space = spaces.Box(0, 1, self.planes.shape, np.int8)
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._clicked: NDArray[np.int8] = np.zeros((num_envs, len(self.actions)), np.int8)
        self._last: NDArray[np.int8] = np.zeros((num_envs, self.actions.cells), np.int8)
        self._ended: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Restart all positions. The seed is for nature's moves; without chance it only seeds the base class."""
        super().reset(seed=seed)
        if seed is not None and self.game.nature is not None:
            self.batch = self.game.batch(self.num_envs, seed=seed, plies=self._plies)
        self.batch.reset()
        self.batch.draw()
        self._clicked[:] = 0
        self._last[:] = 0
        self._ended[:] = False
        return self._seen(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> _Stepped:
        """Act in all positions; restart those whose game had ended in the step before."""
        batch, anew = self.batch, self._ended
        nobody = len(self.game.players)  # where a game has ended with a turn of nature
        player, plies = np.array(batch.player) % nobody, np.array(batch.plies)
        asked = np.asarray(actions)
        if asked.shape != anew.shape or asked.dtype.kind not in "iu":
            raise ValueError(
                f"actions: {self.num_envs} whole numbers are needed, one for each position, and not"
                f" an array of {asked.dtype} with the shape {asked.shape}"
            )
        given = np.where(anew, NOTHING, asked.astype(np.int64))
        if (given[~anew] < 0).any():
            raise ValueError("an action must not be negative")
        batch.step(given)
        if anew.any():
            batch.reset(np.flatnonzero(anew).tolist())
        going = ~anew & (np.asarray(batch.plies) == plies)
        batch.draw()
        self._click(going, given)
        over = np.array(batch.done)
        truncated = np.asarray(batch.truncated)
        self._ended = over | truncated
        gained = np.take_along_axis(np.asarray(batch.returns), player[:, None], 1)[:, 0]
        rewards = np.where(over, gained, 0.0)
        return self._seen(), rewards, over, truncated, self._infos()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of possible actions: positions x actions."""
        return np.array(self.batch.legal())

    def observe(self, viewer: int) -> NDArray[np.int8]:
        """Return the planes of all positions as the player with a number sees them."""
        check("viewer", viewer, 0, len(self.game.players) - 1)
        return self.planes.of_batch(self.batch, self._clicked[:, :-1], self._last, viewer)

    def render(self) -> tuple[str, ...] | None:
        """Return each board as text."""
        if self.render_mode != "ansi":
            return None
        return tuple(str(self.batch.state(number)) for number in range(self.num_envs))

    def _click(self, going: NDArray[np.bool_], given: NDArray[np.int64]) -> None:
        """Store the clicks where a move goes on, and clear them elsewhere."""
        rows = np.flatnonzero(going)
        self._clicked[~going] = 0
        self._clicked[rows, given[rows]] = 1
        self._last[:] = 0
        on_cells = rows[given[rows] < self.actions.cells]
        self._last[on_cells, given[on_cells]] = 1

    def _seen(self) -> NDArray[np.int8]:
        return self.planes.of_batch(self.batch, self._clicked[:, :-1], self._last)

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        mask = np.array(batch.legal()).view(np.int8)
        return {"action_mask": mask, "player": np.array(batch.player), "returns": np.array(batch.returns)}
