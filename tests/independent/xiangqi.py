"""Xiangqi: Fairy-Stockfish's, by pyffish.

The library answers for one position at a time here, so its own judgement of repetitions and chases never applies. What
ends a game is counted beside it by the rules of the model: the third occurrence of a position, which loses for who has
given check four times in a row and is a draw otherwise, and 120 plies without a capture.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pyffish

LIBRARY = "pyffish"

VARIANT = "xiangqi"
OCCURRENCES = 3
PERPETUAL = 4
QUIET = 120


class Xiangqi:
    """The library writes ``b3b10``."""

    def __init__(self) -> None:
        self._fen: str = pyffish.start_fen(VARIANT)
        self._occurred: Counter[tuple[str, str]] = Counter([self._position()])
        self._checks = [0, 0]
        self._quiet = 0
        self._returns: tuple[int, int] | None = None

    def moves(self) -> list[str]:
        return [] if self._returns is not None else list(self._named())

    def play(self, move: str) -> None:
        mover = self._to_move()
        pieces = self._pieces()
        self._fen = pyffish.get_fen(VARIANT, self._fen, [self._named()[move]])
        self._quiet = self._quiet + 1 if self._pieces() == pieces else 0
        self._checks[mover] = self._checks[mover] + 1 if pyffish.gives_check(VARIANT, self._fen, []) else 0
        self._occurred[self._position()] += 1
        if self._occurred[self._position()] == OCCURRENCES:
            perpetual = [player for player in (0, 1) if self._checks[player] >= PERPETUAL]
            self._returns = _lost_by(perpetual[0]) if len(perpetual) == 1 else (0, 0)
        elif not self._named():
            self._returns = _lost_by(self._to_move())
        elif self._quiet >= QUIET:
            self._returns = (0, 0)

    def returns(self) -> Sequence[float] | None:
        return self._returns

    def _to_move(self) -> int:
        return "wb".index(self._fen.split()[1])

    def _position(self) -> tuple[str, str]:
        board, player = self._fen.split()[:2]
        return board, player

    def _pieces(self) -> int:
        return sum(symbol.isalpha() for symbol in self._position()[0])

    def _named(self) -> dict[str, str]:
        return {_name(move): move for move in pyffish.legal_moves(VARIANT, self._fen, [])}


def _name(move: str) -> str:
    return "-".join(re.findall(r"[a-i]\d+", move))


def _lost_by(player: int) -> tuple[int, int]:
    return (-1, 1) if player == 0 else (1, -1)


RIVALS = {"xiangqi": Xiangqi}
