"""The errors that refuse a move, and their explanation. A refusal leaves the state unchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tilewright.model.diagnostics import ModelError
from tilewright.model.places import Place
from tilewright.runtime.move import Cell

if TYPE_CHECKING:
    from tilewright.runtime.interpreter.explaining import Blame


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a move in a state: why it is not legal, or what it does.

    For a move that is not legal ``sentence`` says why. ``filter``, ``notation`` and ``place`` describe the filter or
    rule that stopped it; ``cells`` are the cells that the filter was given (row 0 at the top), ``wanted`` is the cell
    that did not pass it, and ``clicks`` the number of clicks and options before it. They are empty if no filter stopped
    the move. For a move that is incomplete or too long they describe the rule of the complete move. ``nearest`` holds
    legal moves that resemble the one asked for. For a legal move ``effects`` says what it does.
    """

    move: str
    legal: bool
    sentence: str
    over: str | None = None
    """How the game has ended, if it is over only because the player to move has no move. The rest is about a rule."""
    words: str | None = None
    """The author's own reason, if the model gives one."""
    rule: str | None = None
    """The rule that the move comes nearest to, or by which it is legal."""
    filter: str | None = None
    """The class of the filter and, if it has one, its name."""
    notation: str | None = None
    place: Place | None = None
    cells: tuple[Cell, ...] = ()
    wanted: Cell | None = None
    clicks: int = 0
    nearest: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    blame: Blame | None = field(default=None, compare=False, repr=False)
    """The analysis from which the explanation was made, in the numbers of the interpreter."""

    @property
    def message(self) -> str:
        """The reason in words, without the place in a file: for players, be they people or programs."""
        reason = self.sentence
        if self.words:  # the sentence begins in lower case, often with a cell
            words = f"{self.words[:-1]}:" if self.words.endswith(".") else self.words
            reason = f"{words} {self.sentence}"
        return f"{self.over}; {reason}" if self.over else reason

    def __str__(self) -> str:
        return self.message if self.place is None else f"{self.message} ({self.filter} at {self.place})"


class IllegalMove(ValueError):
    """A move that cannot be played here. ``move`` is the move that was asked for, ``reason`` says why not.

    ``explanation`` has the parts of the reason: the filter, its place, the cells; None if the text is no move at all.
    Both are computed when they are first read or the error is printed, so that trying moves stays cheap.
    """

    def __init__(self, move: str, why: str | Callable[[], Explanation]) -> None:
        super().__init__(move)
        self.move = move
        self._why = why

    @cached_property
    def explanation(self) -> Explanation | None:
        """The parts of the reason. ``ModelError`` if the rules fail in another move that the reason depends on."""
        return None if isinstance(self._why, str) else self._why()

    @property
    def reason(self) -> str:
        """The reason in words. If the rules fail while it is computed, it is the text of that ``ModelError``."""
        try:
            explanation = self.explanation
        except ModelError as error:
            return str(error)
        return str(self._why) if explanation is None else self._in_words(explanation)

    def _in_words(self, explanation: Explanation) -> str:
        return str(explanation)

    def __str__(self) -> str:
        return f"{self.move}: {self.reason}" if self.move else self.reason

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with its reason as text, without the explanation."""
        return type(self), (self.move, self.reason)


class UnreadableMove(IllegalMove):
    """A text that is not the notation of a move of this game."""


class AmbiguousMove(IllegalMove):
    """The beginning of one or more legal moves, not a move itself. ``choices`` holds these moves in notation."""

    def __init__(self, move: str, why: str | Callable[[], Explanation], choices: tuple[str, ...]) -> None:
        super().__init__(move, why)
        self.choices = choices

    def _in_words(self, explanation: Explanation) -> str:
        return explanation.message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.move, self.reason, self.choices)
