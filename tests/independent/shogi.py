"""Shogi: Fairy-Stockfish's, by pyffish.

The library answers for one position at a time here, so its own judgement of repetitions never applies. They are counted
beside it by the rule of the model: what stands on the board and who moves for the fourth time loses for who has given
check six times in a row, and is a draw otherwise. The published rule also compares the pieces in hand, and asks whether
every move since the first occurrence gave check. And a pawn may be dropped with mate there, but loses then; here it
may not.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import ClassVar

import pyffish

LIBRARY = "pyffish"
OCCURRENCES = 4
PERPETUAL = 6


class Shogi:
    """The library writes ``g3g4``, ``b2h8+`` and ``P@e5``."""

    variant: ClassVar[str] = "shogi"
    repeated: ClassVar[tuple[int, int]] = (0, 0)
    """The result of a repetition without perpetual check."""

    def __init__(self) -> None:
        self._fen: str = pyffish.start_fen(self.variant)
        self._occurred: Counter[tuple[str, str]] = Counter([self._position()])
        self._checks = [0, 0]
        self._returns: tuple[int, int] | None = None

    def moves(self) -> list[str]:
        """Return the legal moves in notation; none when the game is over."""
        return [] if self._returns is not None else list(self._named())

    def play(self, move: str) -> None:
        """Play a legal move and see whether it ends the game."""
        mover = self._to_move()
        self._fen = self._after(self._named()[move])
        self._checks[mover] = self._checks[mover] + 1 if self._in_check(self._fen) else 0
        self._occurred[self._position()] += 1
        if self._occurred[self._position()] == OCCURRENCES:
            perpetual = [player for player in (mover, 1 - mover) if self._checks[player] >= PERPETUAL]
            self._returns = _lost_by(perpetual[0]) if perpetual else self.repeated
        elif not self._named():
            self._returns = _lost_by(self._to_move())

    def returns(self) -> tuple[int, int] | None:
        """Return the result; None as long as the game goes on."""
        return self._returns

    def _to_move(self) -> int:
        return "wb".index(self._fen.split()[1])

    def _position(self) -> tuple[str, str]:
        board, player = self._fen.split()[:2]
        return board.partition("[")[0], player

    def _after(self, move: str) -> str:
        fen: str = pyffish.get_fen(self.variant, self._fen, [move])
        return fen

    def _in_check(self, fen: str) -> bool:
        check: bool = pyffish.gives_check(self.variant, fen, [])
        return check

    def _named(self) -> dict[str, str]:
        moves = pyffish.legal_moves(self.variant, self._fen, [])
        return {_name(move): move for move in moves if not (move.startswith("P@") and self._mates(move))}

    def _mates(self, move: str) -> bool:
        after = self._after(move)
        return self._in_check(after) and not pyffish.legal_moves(self.variant, after, [])


def _name(move: str) -> str:
    if "@" in move:
        return move.replace("@", "=")
    return "-".join(re.findall(r"[a-i]\d", move)) + ("=+" if move.endswith("+") else "")


def _lost_by(player: int) -> tuple[int, int]:
    return (-1, 1) if player == 0 else (1, -1)


RIVALS = {"shogi": Shogi}
