"""Toads and frogs, after Elwyn R. Berlekamp, John H. Conway and Richard K. Guy, "Winning Ways" (1982), chapter 1."""

from __future__ import annotations

from collections.abc import Sequence

LIBRARY = None

STRIP = "TTT...FFF"


class ToadsAndFrogs:
    """The strip is a text, and a move replaces a part of it."""

    def __init__(self) -> None:
        self._strip = STRIP
        self._toads = True

    def _after(self) -> dict[str, str]:
        """Return the strip after each move."""
        parts = {"T.": ".T", "TF.": ".FT"} if self._toads else {".F": "F.", ".TF": "FT."}
        after = {}
        for part, moved in parts.items():
            for left in range(len(self._strip)):
                right = left + len(part)
                if self._strip[left:right] == part:
                    start, goal = (left, right - 1) if self._toads else (right - 1, left)
                    after[f"{'abcdefghi'[start]}1-{'abcdefghi'[goal]}1"] = (
                        self._strip[:left] + moved + self._strip[right:]
                    )
        return after

    def moves(self) -> list[str]:
        return list(self._after())

    def play(self, move: str) -> None:
        self._strip = self._after()[move]
        self._toads = not self._toads

    def returns(self) -> Sequence[float] | None:
        if self._after():
            return None
        return [-1, 1] if self._toads else [1, -1]


RIVALS = {"toads-and-frogs": ToadsAndFrogs}
