"""Dark chess: OpenSpiel's. Its repetitions also compare the rights of castling and capturing en passant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyspiel

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class DarkChess(SingleActions):
    """What a player was shown is all that he saw after each ply, and the moves that he made himself.

    OpenSpiel's first player is Black. Of what it shows, the number of the move is left out; the players count the plies anyway.
    """

    def __init__(self) -> None:
        super().__init__("dark_chess")
        self.chess = pyspiel.load_game("chess")
        self.told: list[tuple[str, ...]] = [(), ()]

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the cells that a piece leaves and comes to, and what a pawn becomes."""
        board = self.chess.new_initial_state(str(state)).board()
        said = pyspiel.chess.action_to_move(action, board).to_lan()
        return [said[:2], said[2:4] + (f"={said[4]}" if said[4:] else "")]

    def play(self, move: str) -> None:
        """Play a legal move, and tell the players."""
        mover = self.state.current_player()
        super().play(move)
        for player in (0, 1):
            seen = " ".join(self.state.observation_string(player).split()[:5])
            self.told[1 - player] += (f"{move if player == mover else '?'} {seen}",)

    def returns(self) -> Sequence[float] | None:
        """Return the result for White and Black; None as long as the game goes on."""
        returns = super().returns()
        return None if returns is None else returns[::-1]

    def shown(self, player: int) -> str:
        """Return what a player has done and seen so far."""
        return "\n".join(self.told[player])


RIVALS = {"dark-chess": DarkChess}
