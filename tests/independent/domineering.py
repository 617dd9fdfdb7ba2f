"""Domineering, after Elwyn R. Berlekamp, John H. Conway and Richard K. Guy, "Winning Ways" (1982)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

LIBRARY = None

FILES = "abcdef"
BOARD = frozenset(f"{file}{rank}" for file in FILES for rank in range(1, 7))
UPRIGHT = {f"{file}{rank}-{file}{rank - 1}" for file in FILES for rank in range(2, 7)}
LEVEL = {f"{left}{rank}-{right}{rank}" for left, right in pairwise(FILES) for rank in range(1, 7)}


class Domineering:
    """The cells that are still free are all there is to know."""

    def __init__(self, free: Iterable[str] = BOARD, upright: bool = True) -> None:
        self._free = set(free)
        self._upright = upright

    def moves(self) -> list[str]:
        dominoes = UPRIGHT if self._upright else LEVEL
        return [domino for domino in dominoes if self._free.issuperset(domino.split("-"))]

    def play(self, move: str) -> None:
        self._free -= set(move.split("-"))
        self._upright = not self._upright

    def returns(self) -> Sequence[float] | None:
        if self.moves():
            return None
        return [-1, 1] if self._upright else [1, -1]


RIVALS = {"domineering": Domineering}
