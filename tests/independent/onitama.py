"""Onitama with five cards: a referee from the rules in words."""

from __future__ import annotations

from collections.abc import Iterator

LIBRARY = None

CARDS = {
    "tiger": [(0, 2), (0, -1)],
    "crab": [(-2, 0), (0, 1), (2, 0)],
    "monkey": [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    "crane": [(0, 1), (-1, -1), (1, -1)],
    "dragon": [(-2, 1), (2, 1), (-1, -1), (1, -1)],
}
"""Where a card leads: so many columns to the right, and so many rows forward."""

PLAYERS = ("Blue", "Red")


class Onitama:
    """Who stands on which column and row, and who holds which cards."""

    def __init__(self) -> None:
        self._pieces = {(x, y): (0 if y == 1 else 1, "M" if x == 3 else "S") for x in range(1, 6) for y in (1, 5)}
        self._hands = [["tiger", "crab"], ["monkey", "crane"]]
        self._beside = "dragon"
        self._mover = 0
        self._winner: int | None = None

    def moves(self) -> Iterator[str]:
        """Yield the card that is used, from where a piece goes and to where."""
        if self._winner is not None:
            return
        forward = 1 if self._mover == 0 else -1
        for slot, card in enumerate(self._hands[self._mover]):
            for (x, y), (owner, _) in self._pieces.items():
                for right, ahead in CARDS[card]:
                    to = x + right * forward, y + ahead * forward
                    on_board = all(1 <= number <= 5 for number in to)
                    if owner == self._mover and on_board and self._pieces.get(to, (None,))[0] != self._mover:
                        yield f"{PLAYERS[self._mover]}.hand.{'ab'[slot]}1-{_cell((x, y))}-{_cell(to)}"

    def play(self, move: str) -> None:
        """Move a piece by a card, and change the card for the one beside."""
        card, *way = move.split("-")
        slot = "ab".index(card[-2])
        source, target = ((" abcde".index(cell[0]), int(cell[1])) for cell in way)
        piece, taken = self._pieces.pop(source), self._pieces.get(target)
        self._pieces[target] = piece
        temple = (3, 5) if self._mover == 0 else (3, 1)
        if (taken is not None and taken[1] == "M") or (piece[1] == "M" and target == temple):
            self._winner = self._mover
        self._hands[self._mover][slot], self._beside = self._beside, self._hands[self._mover][slot]
        self._mover = 1 - self._mover

    def returns(self) -> tuple[int, int] | None:
        """Return who has won."""
        return None if self._winner is None else (1, -1) if self._winner == 0 else (-1, 1)


def _cell(place: tuple[int, int]) -> str:
    return f"{' abcde'[place[0]]}{place[1]}"


RIVALS = {"onitama": Onitama}
