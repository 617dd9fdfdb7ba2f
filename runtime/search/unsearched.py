"""What a search cannot play."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.runtime.rulebook import Rulebook


class Unsearched(ValueError):
    """A state cannot be searched: a position on the way is left to the interpreter. The message says of which game."""


def unlooked(game: Rulebook) -> str | None:
    """Return why alpha-beta search does not look ahead in a game, or None if it does."""
    if game.nature is not None:
        return f"{game.name} has chance, of which alpha-beta search knows nothing; tree search (mcts) does"
    if game.tables.pays or (game.tables.ranks and len(game.players) > 2):
        return f"{game.name} pays its players, while alpha-beta search knows victories; tree search (mcts) knows both"
    return None


def hidden(game: str) -> str:
    """Return why a game with hidden parts is not searched."""
    return f"{game} hides something from its players, and a search would look at it"
