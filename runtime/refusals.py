"""Why a move is not played. A refusal leaves the state unchanged; the caller may try another move."""

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
    """What is to be said of a move in a state.

    For a move that is not legal ``sentence`` says why; ``filter``, ``notation`` and ``place`` are the filter or rule
    that stopped it, ``cells`` the cells that it was given (row 0 at the top), ``wanted`` the cell that it did not pass,
    ``clicks`` how many clicks and options came before; all empty if it was no filter. Of the beginning of a move, and
    of one that goes on after its end, they are the rule of the whole move. ``nearest`` holds legal moves that are like
    the one asked for. For a legal move ``effects`` says what it does.
    """

    move: str
    legal: bool
    sentence: str
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
    """The same in the numbers of the interpreter, with the model's elements."""

    @property
    def message(self) -> str:
        """The reason in words, without the place in a file: for players, be they people or programs."""
        return f"{self.words} {self.sentence}" if self.words else self.sentence

    def __str__(self) -> str:
        return self.message if self.place is None else f"{self.message} ({self.filter} at {self.place})"


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
