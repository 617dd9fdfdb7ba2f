"""Why a move is not played. A refusal leaves the state unchanged; the caller may try another move."""

from __future__ import annotations


class IllegalMove(ValueError):
    """A move that cannot be played here. ``move`` is what was asked for, ``reason`` says why not."""

    def __init__(self, move: str, reason: str) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason


class UnreadableMove(IllegalMove):
    """A text that is no move in notation: write it differently."""


class AmbiguousMove(IllegalMove):
    """The beginning of several legal moves: say which. ``choices`` holds them in notation."""

    def __init__(self, move: str, reason: str, choices: tuple[str, ...]) -> None:
        super().__init__(move, reason)
        self.choices = choices
