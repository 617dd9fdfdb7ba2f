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

__all__ = [
    "AmbiguousMove", "Batch", "Game", "IllegalMove", "LegalMoves", "ModelError", "Move", "Player", "State",
    "UnreadableMove", "__version__", "divide", "load", "perft", "playout", "read_move",
]  # fmt: skip

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    return getattr(import_module("tilewright.runtime"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
