"""Nim for three players, counted in heaps, after James Propp, "Three-player impartial games" (2000).

Who makes the last move wins, and the two others have lost; that the model ranks them as well does not matter here.
"""

from __future__ import annotations

from collections.abc import Sequence

LIBRARY = None

HEAPS = (3, 4, 5)
"""The matches of the rows, the top one first."""


class NimThreePlayers:
    """A move takes an amount from a heap; in the model that is the leftmost match that goes."""

    def __init__(self) -> None:
        self._heaps = list(HEAPS)
        self._mover = 0

    def moves(self) -> list[str]:
        return [self._name(heap, left) for heap, size in enumerate(self._heaps) for left in range(size)]

    def _name(self, heap: int, left: int) -> str:
        """Return the move that leaves so many matches of a heap."""
        return f"{'abcde'[left]}{len(HEAPS) - heap}"

    def play(self, move: str) -> None:
        heap, left = len(HEAPS) - int(move[1]), "abcde".index(move[0])
        self._heaps[heap] = left
        self._mover = (self._mover + 1) % 3

    def returns(self) -> Sequence[float] | None:
        if any(self._heaps):
            return None
        last = (self._mover - 1) % 3
        return [1 if player == last else -0.5 for player in range(3)]


RIVALS = {"nim-three-players": NimThreePlayers}
