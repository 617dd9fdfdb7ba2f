"""The legal moves of a state, as a sequence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, overload

from tilewright.runtime.limits import one_of
from tilewright.runtime.move import Move
from tilewright.runtime.refusals import UnreadableMove


class Choosing(Protocol):
    """A state, as far as its moves are concerned: see ``State``."""

    def count_moves(self) -> int: ...
    def move_of(self, number: int) -> Move: ...
    def number_of(self, move: str | Move) -> int: ...
    def moves(self) -> Iterator[Move]: ...


class LegalMoves:
    """The legal moves of a state, a sequence of ``Move`` that prints in notation.

    A ``Move`` is made when it is asked for; ``len`` makes none. Cost of ``moves[number]`` in a compiled game: linear in
    *number*.
    """

    __slots__ = ("_state",)

    def __init__(self, state: Choosing) -> None:
        self._state = state

    def __len__(self) -> int:
        return self._state.count_moves()

    def __iter__(self) -> Iterator[Move]:
        return self._state.moves()

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        state = self._state
        count = state.count_moves()
        if isinstance(index, slice):
            return [state.move_of(number) for number in range(count)[index]]
        if isinstance(index, str | Move):
            what = f"legal_moves takes a number or a slice, not {str(index)!r}"
            raise TypeError(f"{what}; legal_moves.index({str(index)!r}) finds the number of a move")
        if not isinstance(index, int) or not 0 <= index < count:
            index = one_of("legal move", index, count)
        return state.move_of(index)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str | Move):
            return False
        try:
            return self._state.number_of(move) >= 0
        except UnreadableMove:
            return False

    def index(self, move: str | Move) -> int:
        """Return the number of a legal move.

        ``ValueError`` if the move is not legal, ``UnreadableMove`` if the text is not the notation of a move.
        """
        number = self._state.number_of(move)
        if number < 0:
            raise ValueError(f"{move} is not legal")
        return number

    def __str__(self) -> str:
        return " ".join(move.notation for move in self)

    def __repr__(self) -> str:
        return f"<LegalMoves: {self}>"
