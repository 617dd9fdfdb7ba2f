"""Tile-based board games as models: read, validated, played, compiled and explained from the model alone.

The subpackages are the folders of the project. This package exports the names that most programs need; each is loaded
at its first use, so that importing the package costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.runtime import (
        AmbiguousMove,
        Batch,
        Game,
        IllegalMove,
        LegalMoves,
        ModelError,
        Move,
        Player,
        State,
        UnreadableMove,
        divide,
        load,
        perft,
        playout,
        read_move,
    )
    from tilewright.runtime.bots import Bot
    from tilewright.runtime.contest import contest
    from tilewright.runtime.pictures.render import render
    from tilewright.runtime.search.minimax import MinimaxSearch, minimax
    from tilewright.runtime.search.uct import TreeSearch, search
    from tilewright.runtime.session import Session
    from tilewright.runtime.simulation import simulate

__all__ = [
    "AmbiguousMove", "Batch", "Bot", "Game", "IllegalMove", "LegalMoves", "MinimaxSearch", "ModelError", "Move",
    "Player", "Session", "State", "TreeSearch", "UnreadableMove", "__version__", "contest", "divide", "load", "minimax",
    "perft", "playout", "read_move", "render", "search", "simulate",
]  # fmt: skip

_HOMES = {
    "Bot": "bots",
    "MinimaxSearch": "search.minimax",
    "Session": "session",
    "TreeSearch": "search.uct",
    "contest": "contest",
    "minimax": "search.minimax",
    "render": "pictures.render",
    "search": "search.uct",
    "simulate": "simulation",
}
"""The modules of the runtime whose names it does not export itself, as some have the same names."""

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    home = f".{_HOMES[name]}" if name in _HOMES else ""
    return getattr(import_module(f"tilewright.runtime{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
