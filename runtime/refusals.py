"""Why a move is not played. A refusal leaves the state unchanged; the caller may try another move."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.runtime.why.explaining import Explanation


class IllegalMove(ValueError):
    """A move that cannot be played here. ``move`` is what was asked for, ``reason`` says why not.

    ``explanation`` has the parts of the reason: the filter, its place, the cells; None if the text is no move at all.
    """

    def __init__(self, move: str, reason: str, explanation: Explanation | None = None) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason
        self.explanation = explanation


class UnreadableMove(IllegalMove):
    """A text that is no move in notation: write it differently."""


class AmbiguousMove(IllegalMove):
    """The beginning of several legal moves: say which. ``choices`` holds them in notation."""

    def __init__(self, explanation: Explanation, choices: tuple[str, ...]) -> None:
        super().__init__(explanation.move, explanation.sentence, explanation)
        self.choices = choices
