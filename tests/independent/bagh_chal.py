"""Bagh-chal: a referee of ours, from the rules of "Tigers & Goats" at mastersofgames.com.

Goats first: twenty are placed one by one, then they move along the lines. A tiger moves along a line or jumps over a
goat to the next point behind it, which takes the goat. Five goats taken win for the tigers. Their extra
rule, that no position may come back, holds here as others tell it: from the placing of the last goat on. A player who
cannot move loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LIBRARY = None

LINES = (
    *(" ".join(f"{file}{rank}" for file in "abcde") for rank in range(1, 6)),
    *(" ".join(f"{file}{rank}" for rank in range(1, 6)) for file in "abcde"),
    "a1 b2 c3 d4 e5",
    "a5 b4 c3 d2 e1",
    "a3 b2 c1",
    "c1 d2 e3",
    "e3 d4 c5",
    "c5 b4 a3",
)
"""The sixteen lines that are drawn on the board."""


def runs(length: int) -> list[tuple[str, ...]]:
    """Return so many points in a row, along every line in both senses."""
    found = []
    for line in LINES:
        points = tuple(line.split())
        for way in (points, points[::-1]):
            found += [way[place : place + length] for place in range(len(way) - length + 1)]
    return found


PAIRS, TRIPLES = runs(2), runs(3)


class BaghChal:
    """A game in progress: who stands on each point."""

    def __init__(self) -> None:
        self.board = {f"{file}{rank}": "" for file in "abcde" for rank in range(1, 6)}
        self.board |= dict.fromkeys(("a1", "a5", "e1", "e5"), "tiger")
        self.mover = "goat"
        self.to_place = 20
        self.taken = 0
        self.seen = {tuple(self.board.values())}
        self.found: dict[str, dict[str, str]] | None = None

    def _candidates(self) -> dict[str, dict[str, str]]:
        board = self.board
        if self.mover == "goat" and self.to_place:
            return {point: board | {point: "goat"} for point, who in board.items() if not who}
        after = {
            f"{start}-{goal}": board | {start: "", goal: self.mover}
            for start, goal in PAIRS
            if board[start] == self.mover and not board[goal]
        }
        if self.mover == "tiger":
            for start, over, goal in TRIPLES:
                if (board[start], board[over], board[goal]) == ("tiger", "goat", ""):
                    after[f"{start}-{goal}"] = board | {start: "", over: "", goal: "tiger"}
        return after

    def after(self) -> dict[str, dict[str, str]]:
        """Return the board after each legal move."""
        if self.found is None:
            all_placed = self.to_place <= (self.mover == "goat")
            self.found = {
                move: board
                for move, board in self._candidates().items()
                if not (all_placed and tuple(board.values()) in self.seen)
            }
        return self.found

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return [] if self.returns() else self.after()

    def play(self, move: str) -> None:
        """Play a legal move."""
        goats = list(self.board.values()).count("goat")
        self.board = self.after()[move]
        self.seen.add(tuple(self.board.values()))
        if self.mover == "tiger":
            self.taken += goats - list(self.board.values()).count("goat")
        elif self.to_place:
            self.to_place -= 1
        self.mover = "tiger" if self.mover == "goat" else "goat"
        self.found = None

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        if self.taken == 5:
            return [-1.0, 1.0]
        if not self.after():
            return [-1.0, 1.0] if self.mover == "goat" else [1.0, -1.0]
        return None


RIVALS = {"bagh-chal": BaghChal}
