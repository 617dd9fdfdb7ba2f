"""Independent engines: others' libraries, and small referees written by hand from the rules, beside which models play.

A module for each game, named as its folder under ``examples`` with ``_`` for ``-``. It says which library it needs and
how a game starts:

    LIBRARY = "pyspiel"                  the name under which the library is imported; None for a referee of ours
    RIVALS = {"othello": Othello, …}     by the name of a model, what starts a game by its rules

A module translates and composes: moves are in the notation of the model, and one move of ours may be several there.
Nothing of tilewright's is used in one.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, runtime_checkable


class Rival(Protocol):
    """A game in progress, by the rules of another engine."""

    def moves(self) -> Iterable[str]:
        """Return the legal moves in the notation of the model, in any order; none when the game is over."""

    def play(self, move: str) -> None:
        """Play a legal move."""

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player in the model's order; its sign counts. None as long as the game goes on."""


@runtime_checkable
class RivalOfChance(Rival, Protocol):
    """A game in which nature moves."""

    def chances(self) -> dict[str, float]:
        """Return how likely each legal move is where nature moves."""


def modules() -> list[str]:
    """Return the names of the modules, without loading one."""
    return [info.name for info in pkgutil.iter_modules(__path__) if not info.name.startswith("_")]


def rivals_in(module: str) -> dict[str, Callable[[], Rival]]:
    """Return by model what starts an independent engine. ``ModuleNotFoundError`` if its library is missing."""
    found: dict[str, Callable[[], Rival]] = importlib.import_module(f"{__name__}.{module}").RIVALS
    return found


def rival_of(model: str) -> Callable[[], Rival]:
    """Return what starts the independent engine of a model.

    ``KeyError`` if it has none, ``ModuleNotFoundError`` if that cannot be told for want of a library.
    """
    lacking: ModuleNotFoundError | None = None
    for module in modules():
        try:
            if model in (found := rivals_in(module)):
                return found[model]
        except ModuleNotFoundError as error:
            lacking = error
    raise lacking or KeyError(model)
