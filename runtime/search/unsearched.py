"""The errors of states that cannot be searched."""

from __future__ import annotations


class Unsearched(ValueError):
    """A state cannot be searched, because the kernel leaves a position below it to the interpreter."""


def hidden(game: str) -> str:
    """Return a sentence that says why a game with hidden parts is not searched."""
    return f"{game} hides something from its players, and a search would look at it"
