"""Playing games: states, moves, engines, perft and playouts.

Everything here is loaded when it is first used, so that importing this package costs nothing.
"""

from __future__ import annotations

if __name__ != "tilewright.runtime":  # imported by its folder's name: every class would exist twice
    raise ImportError("import tilewright.runtime, not runtime", name=__name__)

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.model.diagnostics import ModelError
    from tilewright.runtime.counting import divide, perft
    from tilewright.runtime.engines.batch import Batch
    from tilewright.runtime.legal_moves import LegalMoves
    from tilewright.runtime.loading import load
    from tilewright.runtime.matches.reading import read_move
    from tilewright.runtime.move import Move
    from tilewright.runtime.playouts import playout
    from tilewright.runtime.refusals import AmbiguousMove, IllegalMove, UnreadableMove
    from tilewright.runtime.rulebook import Player
    from tilewright.runtime.state import Game, State

__all__ = [
    "AmbiguousMove", "Batch", "Game", "IllegalMove", "LegalMoves", "ModelError", "Move", "Player", "State",
    "UnreadableMove", "divide", "load", "perft", "playout", "read_move",
]  # fmt: skip

_HOMES = {
    "AmbiguousMove": "runtime.refusals",
    "Batch": "runtime.engines.batch",
    "Game": "runtime.state",
    "IllegalMove": "runtime.refusals",
    "LegalMoves": "runtime.legal_moves",
    "ModelError": "model.diagnostics",
    "Move": "runtime.move",
    "Player": "runtime.rulebook",
    "State": "runtime.state",
    "UnreadableMove": "runtime.refusals",
    "divide": "runtime.counting",
    "load": "runtime.loading",
    "perft": "runtime.counting",
    "playout": "runtime.playouts",
    "read_move": "runtime.matches.reading",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"tilewright.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOMES)
