"""The record of a played game, which all formats read into and write from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tilewright.model.diagnostics import Diagnostic
from tilewright.runtime.move import Move
from tilewright.runtime.position import Returns
from tilewright.runtime.state import State


@dataclass(frozen=True)
class Record:
    """A game: its first state, its moves, and what is known about it."""

    start: State
    moves: tuple[Move, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    """The tags, in the terms of the format from which the game was read."""
    names: tuple[str, ...] = ()
    """The names of the players, in their order; ``?`` for an unknown one."""
    returns: Returns | None = None
    """The recorded return of each player. It counts only if the rules did not end the game, as by resignation."""
    number: int = 1
    """The number of the first move."""
    notes: tuple[Diagnostic, ...] = ()
    """Warnings about properties of the text that differ from the model."""

    def states(self) -> Iterator[State]:
        """Yield the first state, and the state after each move. Cost: the game is played."""
        state = self.start
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    def result(self, end: State) -> Returns | None:
        """Return the return of each player, or None if the game has no result. *end* is the state after all moves."""
        return end.returns if end.is_over else self.returns

    @property
    def end(self) -> State:
        """The state after all moves. Cost: the game is played."""
        *_, end = self.states()
        return end
