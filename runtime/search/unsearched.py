"""What a search cannot play."""

from __future__ import annotations


class Unsearched(ValueError):
    """A state cannot be searched: a position on the way is left to the interpreter. The message says of which game."""


def hidden(game: str) -> str:
    """Return why a game with hidden parts is not searched."""
    return f"{game} hides something from its players, and a search would look at it"
