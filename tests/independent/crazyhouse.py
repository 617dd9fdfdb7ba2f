"""Crazyhouse: python-chess, with the ends of a game that come without a claim.

The library's repetitions also compare the pieces in hand, the promoted ones and the rights of castling and capturing en
passant; here they are counted beside it by the rule of the model, which compares what stands on the board and who moves.
"""

from __future__ import annotations

from collections import Counter

import chess
import chess.variant

LIBRARY = "chess"
OCCURRENCES = 5


class Crazyhouse:
    """Checkmate, stalemate, fivefold repetition and 75 moves end a game. The library writes drops as ``P@e5``."""

    def __init__(self) -> None:
        self._board = chess.variant.CrazyhouseBoard()
        self._occurred: Counter[tuple[str, bool]] = Counter([self._position()])

    def moves(self) -> list[str]:
        """Return the legal moves in notation; castling is the king's move."""
        return [] if self.returns() else [self._name(move) for move in self._board.legal_moves]

    def _name(self, move: chess.Move) -> str:
        if move.drop is not None:
            return f"{chess.piece_symbol(move.drop).upper()}={chess.square_name(move.to_square)}"
        cells = f"{chess.square_name(move.from_square)}-{chess.square_name(move.to_square)}"
        return cells if move.promotion is None else f"{cells}={chess.piece_symbol(move.promotion)}"

    def _position(self) -> tuple[str, bool]:
        return str(self._board), self._board.turn

    def play(self, move: str) -> None:
        """Play a legal move."""
        dropped = move[1] == "="
        self._board.push_uci(move.replace("=", "@") if dropped else move.replace("-", "").replace("=", ""))
        self._occurred[self._position()] += 1

    def returns(self) -> tuple[float, float] | None:
        """Return the result for White and Black; None as long as the game goes on."""
        outcome = self._board.outcome()
        if outcome is None:
            return (0, 0) if self._occurred[self._position()] >= OCCURRENCES else None
        return (0, 0) if outcome.winner is None else (1, -1) if outcome.winner else (-1, 1)


RIVALS = {"crazyhouse": Crazyhouse}
