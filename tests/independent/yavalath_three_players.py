"""Yavalath for three: a referee of ours, from the rules as Cameron Browne gives them (2007).

"Players must block the next player's win if possible, and any player forming a line of 3 without also forming a line of
4 is removed from the game (but not their pieces). The winner is either the last surviving player, or the first player
to form a line of 4." Where that can be read in two ways: the next player is the next who is still in the game, also
when only two are; to block is to take one of the cells on which he would win, even if that makes a three; a player who
can win himself may do so instead. A full board is a draw for all three.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.independent.yavalath import Yavalath

LIBRARY = None


class YavalathThreePlayers(Yavalath):
    """A game in progress."""

    players = 3

    def __init__(self) -> None:
        super().__init__()
        self.alive = [0, 1, 2]

    def moves(self) -> Iterable[str]:
        """Return the cells that win or block, if there is something to block, else every empty cell."""
        free = list(super().moves())
        following = self.following()
        blocks = {text for text in free if self.longest(self.cells[text], following) >= 4}
        wins = {text for text in free if self.longest(self.cells[text], self.mover) >= 4}
        return blocks | wins if blocks else free

    def three(self) -> None:
        """Take the player who moves out of the game."""
        self.alive.remove(self.mover)
        if len(self.alive) == 1:
            self.win(self.alive[0])

    def following(self) -> int:
        """Return the next player who is still in the game."""
        return next(who % 3 for who in range(self.mover + 1, self.mover + 4) if who % 3 in self.alive)


RIVALS = {"yavalath-three-players": YavalathThreePlayers}
