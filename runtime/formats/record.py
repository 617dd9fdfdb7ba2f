"""A game that has been played, between the formats in which it is read and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tilewright.model.diagnostics import Diagnostic
from tilewright.runtime.move import Move
from tilewright.runtime.position import Returns
from tilewright.runtime.state import State


@dataclass(frozen=True)
class Record:
    """A game: where it begins, its moves, and what is said of it beside."""

    start: State
    moves: tuple[Move, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    """What is said of it, by the names of the format from which it was read."""
    names: tuple[str, ...] = ()
    """Who played, in the order of the players, as far as it is said."""
    returns: Returns | None = None
    """What each player got if the game was ended before the rules ended it, as by who resigned."""
    number: int = 1
    """The number of its first move."""
    notes: tuple[Diagnostic, ...] = ()
    """What in a text that was read is otherwise than the model has it."""

    def states(self) -> Iterator[State]:
        """Yield the states from the beginning on: one more than there are moves."""
        state = self.start
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    def result(self, end: State) -> Returns | None:
        """Return what each player got, if the game has ended; *end* is the state after all moves."""
        return end.returns if end.is_over else self.returns

    @property
    def end(self) -> State:
        """The state after all moves."""
        *_, end = self.states()
        return end
