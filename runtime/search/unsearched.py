"""What a search cannot play."""

from __future__ import annotations


class Unsearched(ValueError):
    """A state cannot be searched: a position on the way is left to the interpreter. The message says of which game."""
