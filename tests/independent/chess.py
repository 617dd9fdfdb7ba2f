"""Chess and its variants of Lichess: python-chess, with the ends of a game that come without a claim.

The library's repetitions also compare the rights of castling and capturing en passant; the models' do not.
"""

from __future__ import annotations

import chess
import chess.variant

LIBRARY = "chess"


class Chess:
    """Checkmate, stalemate, insufficient material, fivefold repetition and 75 moves end a game."""

    def __init__(self) -> None:
        self._board = self.start()

    def start(self) -> chess.Board:
        """Return the board at the start of a game."""
        return chess.Board()

    def moves(self) -> list[str]:
        """Return the legal moves in notation; castling is the king's move."""
        return [] if self._board.outcome() else [self._name(move) for move in self._board.legal_moves]

    def _name(self, move: chess.Move) -> str:
        cells = f"{chess.square_name(move.from_square)}-{chess.square_name(move.to_square)}"
        return cells if move.promotion is None else f"{cells}={chess.piece_symbol(move.promotion)}"

    def play(self, move: str) -> None:
        """Play a legal move."""
        self._board.push_uci(move.replace("-", "").replace("=", ""))

    def returns(self) -> tuple[float, float] | None:
        """Return the result for White and Black; None as long as the game goes on."""
        outcome = self._board.outcome()
        if outcome is None:
            return None
        return (0, 0) if outcome.winner is None else (1, -1) if outcome.winner else (-1, 1)


class KingOfTheHill(Chess):
    """A king in the middle of the board wins as well, and no material is insufficient."""

    def start(self) -> chess.Board:
        """Return the board at the start of a game."""
        return chess.variant.KingOfTheHillBoard()


class ThreeCheck(Chess):
    """The third check wins as well; material is insufficient if there are only kings."""

    def start(self) -> chess.Board:
        """Return the board at the start of a game."""
        return chess.variant.ThreeCheckBoard()


class RacingKings(Chess):
    """The first king on the last row wins."""

    def start(self) -> chess.Board:
        """Return the board at the start of a game."""
        return chess.variant.RacingKingsBoard()


class _NeverDead:
    """No material is insufficient, as for the models."""

    def has_insufficient_material(self, color: chess.Color) -> bool:
        """Return whether a player can no longer win."""
        return False


class _HordeBoard(_NeverDead, chess.variant.HordeBoard):
    pass


class _AntichessBoard(_NeverDead, chess.variant.AntichessBoard):
    pass


class _AtomicBoard(_NeverDead, chess.variant.AtomicBoard):
    pass


class Horde(Chess):
    """White has only pawns, and Black wins by taking everything."""

    def start(self) -> chess.Board:
        """Return the board at the start of a game."""
        return _HordeBoard()


class Antichess(Chess):
    """Captures are compulsory, and whoever cannot move wins."""

    def start(self) -> chess.Board:
        """Return the board at the start of a game."""
        return _AntichessBoard()


class Atomic(Chess):
    """A capture is an explosion, and wins if the king is in it."""

    def start(self) -> chess.Board:
        """Return the board at the start of a game."""
        return _AtomicBoard()


RIVALS = {
    "chess": Chess,
    "king-of-the-hill": KingOfTheHill,
    "three-check": ThreeCheck,
    "racing-kings": RacingKings,
    "horde": Horde,
    "antichess": Antichess,
    "atomic": Atomic,
}
