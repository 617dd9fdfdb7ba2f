"""Gardner's minichess and Los Alamos chess: Fairy-Stockfish's, by pyffish.

The library answers for one position at a time here, so its own draws by repetition and after 50 moves never apply. Those
of the model, which are the ones of chess that need no claim, are counted beside it: the fifth occurrence of what stands
on the board with the same player to move, and 75 moves of each without a capture or a move of a pawn. Whether neither
player has enough to mate with is the library's judgement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import pyffish

LIBRARY = "pyffish"
OCCURRENCES = 5
QUIET = 150


class Gardner:
    """The library writes ``a2a3`` and ``a4a5q``."""

    variant: ClassVar[str] = "gardner"

    def __init__(self) -> None:
        self._fen: str = pyffish.start_fen(self.variant)
        self._occurred: Counter[tuple[str, str]] = Counter([self._position()])
        self._quiet = 0
        self._returns: tuple[int, int] | None = None

    def moves(self) -> list[str]:
        """Return the legal moves in notation; none when the game is over."""
        return [] if self._returns is not None else list(self._named())

    def play(self, move: str) -> None:
        """Play a legal move and see whether it ends the game."""
        before = self._pawns_and_others()
        self._fen = pyffish.get_fen(self.variant, self._fen, [self._named()[move]])
        self._quiet = self._quiet + 1 if self._pawns_and_others() == before else 0
        self._occurred[self._position()] += 1
        if not self._named():
            self._returns = self._stuck()
        elif self._is_draw():
            self._returns = (0, 0)

    def returns(self) -> Sequence[float] | None:
        """Return the result for White and Black; None as long as the game goes on."""
        return self._returns

    def _position(self) -> tuple[str, str]:
        board, player = self._fen.split()[:2]
        return board, player

    def _pawns_and_others(self) -> tuple[list[tuple[int, str]], int]:
        """Return where the pawns stand, and how many other pieces there are."""
        board = re.sub(r"\d", lambda digits: "." * int(digits.group()), self._position()[0])
        pawns = [(place, symbol) for place, symbol in enumerate(board) if symbol in "Pp"]
        return pawns, sum(symbol.isalpha() for symbol in board)

    def _stuck(self) -> tuple[int, int]:
        if not pyffish.gives_check(self.variant, self._fen, []):
            return (0, 0)
        return (-1, 1) if self._position()[1] == "w" else (1, -1)

    def _is_draw(self) -> bool:
        dead = all(pyffish.has_insufficient_material(self.variant, self._fen, []))
        return dead or self._quiet >= QUIET or self._occurred[self._position()] >= OCCURRENCES

    def _named(self) -> dict[str, str]:
        return {_name(move): move for move in pyffish.legal_moves(self.variant, self._fen, [])}


class LosAlamos(Gardner):
    """On 6x6, without bishops."""

    variant = "losalamos"


def _name(move: str) -> str:
    cells, promotion = move[:4], move[4:]
    return f"{cells[:2]}-{cells[2:]}" + (f"={promotion}" if promotion else "")


RIVALS = {"gardner": Gardner, "los-alamos": LosAlamos}
