"""Why a move is not played. A refusal leaves the state unchanged; the caller may try another move."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tilewright.model.diagnostics import ModelError

if TYPE_CHECKING:
    from tilewright.runtime.why.explaining import Explanation


class IllegalMove(ValueError):
    """A move that cannot be played here. ``move`` is what was asked for, ``reason`` says why not.

    ``explanation`` has the parts of the reason: the filter, its place, the cells; None if the text is no move at all.
    Both are found when they are first read, or the error is printed: who only tries moves does not pay for them.
    """

    def __init__(self, move: str, why: str | Callable[[], Explanation]) -> None:
        super().__init__(move)
        self.move = move
        self._why = why

    @cached_property
    def explanation(self) -> Explanation | None:
        """The parts of the reason. ``ModelError`` if the rules go wrong in other moves that it depends on."""
        return None if isinstance(self._why, str) else self._why()

    @property
    def reason(self) -> str:
        """Why not, in words. Where the rules go wrong it is what is wrong with them."""
        try:
            explanation = self.explanation
        except ModelError as error:
            return str(error)
        return str(self._why) if explanation is None else self._in_words(explanation)

    def _in_words(self, explanation: Explanation) -> str:
        return str(explanation)

    def __str__(self) -> str:
        return f"{self.move}: {self.reason}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it pass from one process to another, without its parts."""
        return type(self), (self.move, self.reason)


class UnreadableMove(IllegalMove):
    """A text that is no move in notation: write it differently."""


class AmbiguousMove(IllegalMove):
    """The beginning of several legal moves: say which. ``choices`` holds them in notation."""

    def __init__(self, move: str, why: str | Callable[[], Explanation], choices: tuple[str, ...]) -> None:
        super().__init__(move, why)
        self.choices = choices

    def _in_words(self, explanation: Explanation) -> str:
        return explanation.sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.move, self.reason, self.choices)
