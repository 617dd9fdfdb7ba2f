"""The gallery for OpenSpiel: importing this module registers all its games, each under its name.

    import pyspiel
    import tilewright.envs.openspiel
    othello = pyspiel.load_game("tilewright_othello")

Hyphens become underscores: ``tilewright_tic_tac_toe``. ``register`` does the same for a game of your own. Actions are
clicks: a player acts again until the move is complete. OpenSpiel needs a bound for the length of games, which models do
not have: the parameter ``max_game_length``, in actions. A game that reaches it ends with returns of 0. Nature's plies
are chance nodes; an outcome is the number of a legal move. In games whose players move at the same time, nodes are
simultaneous: a player with a complete move waits, with the action ``end``, for the others. In games with hidden parts
an observation is what a player sees, and an information state is what the player was told.

OpenSpiel's search in C++, ``pyspiel.MCTSBot``, crashes with every game that is written in Python, its own included.
Its search in Python, ``open_spiel.python.algorithms.mcts``, works; and ``tilewright.runtime.search.uct.TreeSearch``
searches the ``begun.state`` of a state as machine code.

This needs the extra: ``pip install '.[openspiel]'`` in the checkout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from tilewright.envs.clicks import Actions, Begun
from tilewright.envs.planes import Planes
from tilewright.envs.rounds import PlainChosen, Round
from tilewright.metamodel import language
from tilewright.model.files import read
from tilewright.model.gallery import locate, names
from tilewright.model.hiding import hides
from tilewright.runtime.information.knowledge import PlainKnowledge, knowledge_of, plain
from tilewright.runtime.loading import load
from tilewright.runtime.restoring import parts_of, restored
from tilewright.runtime.state import Game

__all__ = ["LONGEST_GAME", "SpielGame", "SpielState", "register"]

LONGEST_GAME = 10_000
"""The default of ``max_game_length``: the number of actions after which a game ends as a draw."""


class Model:
    """A registered game, which is loaded on first use."""

    def __init__(self, load: Callable[[], Game]) -> None:
        self._load = load

    @cached_property
    def game(self) -> Game:
        """The game."""
        return self._load()

    @cached_property
    def actions(self) -> Actions:
        """The names of the actions, and their numbers."""
        return Actions(self.game)

    @cached_property
    def planes(self) -> Planes:
        """The layout of the planes."""
        return Planes(self.game, self.actions)


_TERMINAL: int = pyspiel.PlayerId.TERMINAL
_SIMULTANEOUS: int = pyspiel.PlayerId.SIMULTANEOUS
_CHANCE: int = pyspiel.PlayerId.CHANCE
_GENERAL = pyspiel.GameType.Utility.GENERAL_SUM
_DETERMINISTIC = pyspiel.GameType.ChanceMode.DETERMINISTIC

MOST_OUTCOMES = 1 << 16
"""The greatest number of nature's moves in one position that OpenSpiel is told; the true one is not known before."""

_NAME = re.compile(r"[A-Za-z0-9_-]+")

_registered: dict[str, Model] = {}
"""The registered games by their names in OpenSpiel."""


class SpielGame(pyspiel.Game):
    """A game for OpenSpiel. Each registered game has its own subclass, which holds its type."""

    kind: Any
    """OpenSpiel's ``GameType``."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self.name: str = self.kind.short_name
        self.model = _registered[self.name]
        self.longest = int(parameters.get("max_game_length", LONGEST_GAME))
        pays, is_general = self.model.game.tables.pays, self.kind.utility == _GENERAL
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.model.actions),
            max_chance_outcomes=0 if self.kind.chance_mode == _DETERMINISTIC else MOST_OUTCOMES,
            num_players=len(self.model.game.players),
            min_utility=-inf if pays else -1.0,
            max_utility=inf if pays else 1.0,
            utility_sum=None if is_general else 0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, dict(parameters))

    def new_initial_state(self, state: object = None) -> SpielState:
        """Return the state in which the game starts. ``NotImplementedError`` if *state*, a structure, is given."""
        if state is not None:
            raise NotImplementedError("a state is made by playing, or by deserialize_state")
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """Return an observer of states: of their planes, or of the transcript of a player, which is only text.

        *kind* is OpenSpiel's ``IIGObservationType``. There is no observer, None, in games with hidden parts if it asks
        for public or private information alone.
        """
        model = self.model
        if not model.game.is_hidden:
            planes = kind is None or (kind.public_info and not kind.perfect_recall)
            return PlanesObserver(model.planes) if planes else IIGObserverForPublicInfoGame(kind, params)
        if kind is None or _sees(kind, recall=False):
            return PlanesObserver(model.planes)
        if _sees(kind, recall=True):
            return TranscriptObserver()
        return None


def _sees(kind: Any, *, recall: bool) -> bool:
    """Return whether a kind of observation is all that one player knows; *recall* says with perfect recall or not."""
    return bool(
        kind.public_info
        and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        and kind.perfect_recall == recall
    )


class SpielState(pyspiel.State):
    """A state for OpenSpiel, with the clicks of moves that are begun."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._held = _held(game.name, Begun(game.model.actions, game.model.game.initial_state()))
        self._left = game.longest

    @property
    def begun(self) -> Begun:
        """The state of the game, and the clicks of the player to move."""
        return self._held.begun

    @property
    def round(self) -> Round | None:
        """What all players have clicked at a simultaneous node; None at other nodes."""
        return self._held.round

    def current_player(self) -> int:
        """Return the number of the player to act, or OpenSpiel's number for chance, for all players, or for the end."""
        if self.is_terminal():
            return _TERMINAL
        if self.begun.state.is_chance:
            return _CHANCE
        return self.begun.player.number if self.round is None else _SIMULTANEOUS

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of nature's moves, each with its probability."""
        odds = self.begun.state.chance_outcomes
        return [(number, float(probability)) for number, (_, probability) in enumerate(odds)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.begun.possible if self.round is None else self.round.possible(player))

    def _apply_action(self, action: int) -> None:
        begun = self.begun
        self._go_on(begun.played(action) if begun.state.is_chance else begun.click(action))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        assert self.round is not None, "players move one after the other here"
        self._go_on(self.round.click(actions))

    def _go_on(self, after: Begun | Round) -> None:
        self._held = _held(self._held.name, after)
        self._left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.begun.state.move_of(action)) if player == _CHANCE else self.begun.actions.names[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over, or has reached ``max_game_length``."""
        return self._left <= 0 or self.begun.state.is_over

    def returns(self) -> list[float]:
        """Return the returns of the players: 0 for all if the game is not over."""
        return list(map(float, self.begun.state.returns))

    def clicked_by(self, player: int) -> tuple[int, ...]:
        """Return the actions with which a player has begun a move that is not played yet."""
        if self.round is None:
            return self.begun.clicked if self.begun.player.number == player else ()
        return self.round.clicked(player)

    def __str__(self) -> str:
        return str(self.begun)


class _Held(NamedTuple):
    """The content of a ``SpielState``. It is immutable; a pickle has only the name of the game."""

    name: str
    begun: Begun
    round: Round | None

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        begun = self.begun
        known = None if begun.known is None else plain(begun.known)
        chosen = None if self.round is None else self.round.plain
        return _restored, (self.name, begun.clicked, known, chosen, *parts_of(begun.state.start))


def _held(name: str, after: Begun | Round) -> _Held:
    """Return the content for a state, or for a round in it."""
    if isinstance(after, Round):
        return _Held(name, after.begun, after)
    state = after.state
    chooses = state.game.is_simultaneous and not state.is_chance and not state.is_over
    return _Held(name, after, Round(after) if chooses else None)


def _restored(
    name: str,
    clicked: tuple[int, ...],
    known: PlainKnowledge | None,
    chosen: Sequence[PlainChosen] | None,
    *parts: Any,
) -> _Held:
    model = _registered[name]
    knowledge = None if known is None else knowledge_of(model.game, known)
    begun = Begun(model.actions, restored(model.game, *parts), clicked, knowledge)
    return _held(name, begun if chosen is None else Round.of(begun, chosen))


class PlanesObserver:
    """Observes the planes of a state; in games with hidden parts as the player sees it."""

    def __init__(self, planes: Planes) -> None:
        self._planes = planes
        size = int(np.prod(planes.shape))
        self.tensor: NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict = {"planes": self.tensor.reshape(planes.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the planes of a state into the tensor."""
        clicks = None if state.round is None else state.round.clicked(player)
        self.dict["planes"][:] = self._planes.of(state.begun, player, clicks)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees, and whose turn it is, as text."""
        known = state.begun.known
        if known is None:
            return f"{state}\n{state.begun.player} to move"
        return known[player].view.to_text() + _clicks(state, player)


class TranscriptObserver:
    """Observes the transcript of a player, as text. Its length has no bound, so there is no tensor."""

    def __init__(self) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(0, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Do nothing."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the transcript of a player, with the clicks since its last entry."""
        assert state.begun.known is not None, "only games that hide something are observed so"
        return state.begun.known[player].to_text() + _clicks(state, player)


def _clicks(state: SpielState, player: int) -> str:
    """Return the clicks of a player, which nobody else sees, as text."""
    clicked = state.clicked_by(player)
    return "\n" + " ".join(map(state.begun.actions.names.__getitem__, clicked)) + "-" if clicked else ""


def register(game: str | Path | Game, name: str) -> str:
    """Register a game; return its name for ``pyspiel.load_game``: ``tilewright_NAME``, with underscores for hyphens.

    *game* is a ``Game``, or an argument of ``load``. ``ValueError`` if OpenSpiel could not load a game of this name,
    because it does not consist of letters, digits, ``-`` and ``_`` alone.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"a game is registered under a name of letters, digits, - and _, and not {name!r}")
    known = game if isinstance(game, Game) else load(game)
    return _register(name, known.document.game, lambda: known)


def _register(name: str, model: language.Game, load: Callable[[], Game]) -> str:
    title, players = model.name, len(model.players)
    is_even = len({len(player.allies) for player in model.players}) == 1  # else the returns of a larger team weigh more
    pays = any(isinstance(part, language.EndFilter) and part.outcome.name == "Pay" for part in model.eAllContents())
    dynamics, information = pyspiel.GameType.Dynamics, pyspiel.GameType.Information
    short = f"tilewright_{name.replace('-', '_')}"
    kind = pyspiel.GameType(
        short_name=short,
        long_name=title,
        dynamics=dynamics.SIMULTANEOUS if model.turnPolicy.name == "Simultaneous" else dynamics.SEQUENTIAL,
        chance_mode=_DETERMINISTIC if model.nature is None else pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides(model) else information.PERFECT_INFORMATION,
        utility=_GENERAL if players == 1 or pays or not is_even else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"max_game_length": LONGEST_GAME},
    )
    _registered[short] = Model(load)
    # OpenSpiel releases what makes a game after Python has ended, and crashes if that frees it. A class is not freed.
    pyspiel.register_game(kind, type(title, (SpielGame,), {"kind": kind}))
    return short


for _name in names():
    _register(_name, read(locate(_name)).game, partial(load, _name))
