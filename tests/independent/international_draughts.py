"""International draughts: a referee of ours, from the rules of the FMJD.

Squares are numbered from 1 to 50 as the federation does; only their names are the model's. A capture is named by its
ends and the squares of the pieces taken, row by row from the top, so that captures that differ in their order only
are one. Draws: third repetition with the same player to move; 25 moves each of kings only; one king against three
pieces with a king after 16 moves each, against two or one after 5. Our choice, as the wordings of the last two
differ: both begin anew after a capture, and the long diagonal has no rule of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

LIBRARY = None


def square_at(row: int, column: int) -> int | None:
    """Return the number of a dark square of the board."""
    if not (0 <= row < 10 and 0 <= column < 10):
        return None
    return 5 * row + column // 2 + 1


def rays_from(square: int) -> list[list[int]]:
    """Return the squares of the four diagonals, the two upward ones first."""
    row, place = divmod(square - 1, 5)
    column = 2 * place + (row % 2 == 0)
    rays = []
    for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        ray = []
        distance = 1
        while (found := square_at(row + distance * down, column + distance * right)) is not None:
            ray.append(found)
            distance += 1
        rays.append(ray)
    return rays


RAYS = {square: rays_from(square) for square in range(1, 51)}


def name(square: int) -> str:
    """Return the model's name of a square."""
    row, place = divmod(square - 1, 5)
    return f"{'abcdefghij'[2 * place + (row % 2 == 0)]}{10 - row}"


class InternationalDraughts:
    """A game in progress: the pieces by square, upper case for White."""

    def __init__(self) -> None:
        self.pieces = dict.fromkeys(range(1, 21), "m") | dict.fromkeys(range(31, 51), "M")
        self.white = True
        self.kings_only = 0
        self.few = 0
        self.seen: Counter[tuple[object, ...]] = Counter()
        self.found: dict[str, tuple[int, int, frozenset[int]]] = {}
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.seen[(self.white, *sorted(self.pieces.items()))] += 1
        mine = [square for square, piece in self.pieces.items() if piece.isupper() == self.white]
        captures = {capture for square in mine for capture in self._captures(square)}
        longest = max((len(taken) for _, _, taken in captures), default=0)
        if longest:
            moves = {capture for capture in captures if len(capture[2]) == longest}
        else:
            moves = {(square, target, frozenset[int]()) for square in mine for target in self._steps(square)}
        self.found = {"-".join(map(name, (*move[:2], *sorted(move[2])))): move for move in moves}

    def _steps(self, square: int) -> Iterator[int]:
        rays = RAYS[square]
        if self.pieces[square] in "Mm":
            rays = [ray[:1] for ray in (rays[:2] if self.white else rays[2:])]
        for ray in rays:
            for target in ray:
                if target in self.pieces:
                    break
                yield target

    def _captures(self, start: int) -> Iterator[tuple[int, int, frozenset[int]]]:
        king = self.pieces[start] in "Kk"
        others = {square: piece for square, piece in self.pieces.items() if square != start}
        unfinished: list[tuple[int, frozenset[int]]] = [(start, frozenset())]
        while unfinished:
            here, taken = unfinished.pop()
            if taken:
                yield start, here, taken
            for ray in RAYS[here]:
                at = next((place for place, square in enumerate(ray) if square in others), None)
                if at is None or (at and not king):
                    continue
                if ray[at] in taken or others[ray[at]].isupper() == self.white:
                    continue
                for target in ray[at + 1 :] if king else ray[at + 1 : at + 2]:
                    if target in others:
                        break
                    unfinished.append((target, taken | {ray[at]}))

    def moves(self) -> Iterable[str]:
        """Return the legal moves."""
        return [] if self.returns() else self.found

    def play(self, move: str) -> None:
        """Play a legal move."""
        start, target, taken = self.found[move]
        piece = self.pieces.pop(start)
        for square in taken:
            del self.pieces[square]
        crowned = piece in "Mm" and target in (range(1, 6) if self.white else range(46, 51))
        self.pieces[target] = ("K" if self.white else "k") if crowned else piece
        self.kings_only = self.kings_only + 1 if piece in "Kk" and not taken else 0
        kept = self.few > 0 and not taken
        self.few = (self.few + 1 if kept else 1) if self._lone_king() else 0
        self.white = not self.white
        self._begin_turn()

    def _lone_king(self) -> bool:
        whites, blacks = (
            sorted(piece.upper() for piece in self.pieces.values() if piece.isupper() == white)
            for white in (True, False)
        )
        return any(
            lone == ["K"] and "K" in many and len(many) <= 3 for lone, many in ((whites, blacks), (blacks, whites))
        )

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        since = self.few - 1
        if self.kings_only == 50 or since == 32 or (since == 10 and len(self.pieces) <= 3):
            return [0.0, 0.0]
        if self.seen[(self.white, *sorted(self.pieces.items()))] == 3:
            return [0.0, 0.0]
        if not self.found:
            return [-1.0, 1.0] if self.white else [1.0, -1.0]
        return None


RIVALS = {"international-draughts": InternationalDraughts}
