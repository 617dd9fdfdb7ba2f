"""Brandubh: a referee of ours, from the rules of the Ludii collection.

Pieces move like rooks. Nobody stops on the central square; only the king stops on a corner, and wins.
A piece is taken between two enemies, or between one and the empty central square or a corner. The king is taken on the
central square from four sides, beside it from the other three, elsewhere like the others; he takes like them too. Our
choices, where that text is silent: all may pass the empty central square; a player without a move loses; a draw when
the same pieces stand on the same squares for the third time, whoever is to move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

LIBRARY = None

FILES = "abcdefg"
SQUARES = {f"{file}{rank}" for file in FILES for rank in range(1, 8)}
CORNERS = {"a1", "a7", "g1", "g7"}
CENTRE = "d4"
BESIDE = {"d3", "d5", "c4", "e4"}


def shifted(square: str, right: int, up: int) -> str:
    """Return the name of another square, on the board or not."""
    return f"{chr(ord(square[0]) + right)}{int(square[1:]) + up}"


def across(square: str) -> Iterator[tuple[str, str]]:
    """Return each neighbour with the one opposite of it."""
    for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield shifted(square, right, up), shifted(square, -right, -up)


class Brandubh:
    """A game in progress: where the attackers, the defenders and the king are."""

    def __init__(self) -> None:
        self.attackers = {"d7", "d6", "a4", "b4", "f4", "g4", "d2", "d1"}
        self.defenders = set(BESIDE)
        self.king: str | None = CENTRE
        self.attacks = True
        self.history: Counter[tuple[object, ...]] = Counter()
        self._remember()

    def _remember(self) -> None:
        self.history[(frozenset(self.attackers), frozenset(self.defenders), self.king)] += 1

    def _guards(self) -> set[str]:
        return self.defenders | ({self.king} if self.king else set())

    def _mine(self) -> set[str]:
        return self.attackers if self.attacks else self._guards()

    def _legal(self) -> Iterator[str]:
        occupied = self.attackers | self._guards()
        for square in self._mine():
            forbidden = {CENTRE} if square == self.king else CORNERS | {CENTRE}
            for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                target = shifted(square, right, up)
                while target in SQUARES and target not in occupied:
                    if target not in forbidden:
                        yield f"{square}-{target}"
                    target = shifted(target, right, up)

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return [] if self.returns() else list(self._legal())

    def play(self, move: str) -> None:
        """Play a legal move."""
        start, target = move.split("-")
        if start == self.king:
            self.king = target
        else:
            men = self.attackers if self.attacks else self.defenders
            men.remove(start)
            men.add(target)
        mine = self._mine()
        hostile = mine | ((CORNERS | {CENTRE}) - self._guards())
        victims = self.defenders if self.attacks else self.attackers
        beside = [square for square, _ in across(target)]
        taken = {
            square
            for square in beside
            if square in victims and any(here == target and there in hostile for here, there in across(square))
        }
        victims -= taken
        if self.attacks and self.king in beside and self._caught(self.king, target, hostile):
            self.king = None
        self.attacks = not self.attacks
        self._remember()

    def _caught(self, king: str, last: str, hostile: set[str]) -> bool:
        if king == CENTRE or king in BESIDE:
            return all(square in self.attackers or square == CENTRE for square, _ in across(king))
        return any(here == last and there in hostile for here, there in across(king))

    def returns(self) -> Sequence[float] | None:
        """Return the result for the defenders and the attackers; None as long as the game goes on."""
        if self.king is None:
            return [-1.0, 1.0]
        if self.king in CORNERS:
            return [1.0, -1.0]
        if self.history[(frozenset(self.attackers), frozenset(self.defenders), self.king)] >= 3:
            return [0.0, 0.0]
        if next(self._legal(), None) is None:
            return [1.0, -1.0] if self.attacks else [-1.0, 1.0]
        return None


RIVALS = {"brandubh": Brandubh}
