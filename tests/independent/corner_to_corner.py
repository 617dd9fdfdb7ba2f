"""Corner to corner: a referee with a number of 196 bits for each way in which a piece can lie, and for what it touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

LIBRARY = None

SIZE = 14
STARTS = {(4, 4), (9, 9)}
PIECES = (
    "0", "01", "012", "01a", "0123", "012a", "012b", "01ab", "01bc", "12abL", "01234", "0aKUV", "1bKLU", "01abK", "012bL",
    "02abc", "0aKLM", "0abLM", "1abcL", "1abLV", "01bLM",
)  # fmt: skip
"""The cells of each piece, by the letters of the rows below."""
ROWS = ("01234", "abcde", "KLMNO", "UVWXY")

Cells = frozenset[tuple[int, int]]


def images(piece: str) -> set[Cells]:
    """Return the ways in which a piece may lie, from the upper left corner on, as rows and columns."""
    return turned((row, line.index(cell)) for cell in piece for row, line in enumerate(ROWS) if cell in line)


def turned(piece: Iterable[tuple[int, int]]) -> set[Cells]:
    """Return cells turned and mirrored, from the upper left corner on."""
    cells = list(piece)
    found = set()
    for _ in range(2):
        for _ in range(4):
            cells = [(column, -row) for row, column in cells]
            top, left = min(row for row, _ in cells), min(column for _, column in cells)
            found.add(frozenset((row - top, column - left) for row, column in cells))
        cells = [(row, -column) for row, column in cells]
    return found


def bits(cells: Iterable[tuple[int, int]]) -> int:
    """Return the number of a set of cells; those off the board have no bit."""
    return sum(1 << row * SIZE + column for row, column in set(cells) if 0 <= row < SIZE and 0 <= column < SIZE)


def around(cells: Cells, *ways: tuple[int, int]) -> int:
    """Return the neighbours of cells in some ways, as a number."""
    return bits((row + down, column + right) for row, column in cells for down, right in ways)


def grown() -> set[frozenset[Cells]]:
    """Return all pieces of one to five cells, each as the ways in which it may lie, grown cell by cell."""
    sizes = [{frozenset(images("0"))}]
    for _ in range(4):
        larger = set()
        for piece in sizes[-1]:
            cells = next(iter(piece))
            beside = {(row + y, column + x) for row, column in cells for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            larger |= {frozenset(turned(cells | {cell})) for cell in beside - cells}
        sizes.append(larger)
    return {piece for size in sizes for piece in size}


@cache
def lying() -> list[tuple[int, str, int, int, int]]:
    """Return every way in which a piece can lie: its number, the cells in notation, what it covers and touches."""
    found = []
    for number, piece in enumerate(PIECES):
        for image in images(piece):
            for down in range(SIZE - max(row for row, _ in image)):
                for right in range(SIZE - max(column for _, column in image)):
                    cells = frozenset((row + down, column + right) for row, column in image)
                    text = "-".join(f"{chr(ord('a') + column)}{SIZE - row}" for row, column in sorted(cells))
                    edges = around(cells, (0, 1), (1, 0), (0, -1), (-1, 0))
                    corners = around(cells, (1, 1), (1, -1), (-1, 1), (-1, -1))
                    found.append((number, text, bits(cells), edges, corners))
    return found


class CornerToCorner:
    """What each has covered, and which pieces are left."""

    def __init__(self) -> None:
        self.covered = [0, 0]
        self.left = [set(range(len(PIECES))), set(range(len(PIECES)))]
        self.extra = [0, 0]
        self.mover = 0

    def moves(self) -> list[str]:
        """Return the moves of the player whose turn it is; who has none passes if the other one has any."""
        found = list(self.of(self.mover))
        return found or (["pass"] if any(self.of(1 - self.mover)) else [])

    def of(self, player: int) -> Iterator[str]:
        """Yield each piece of a player with the cells on which it may lie."""
        own, taken = self.covered[player], self.covered[0] | self.covered[1]
        seat = ("First", "Second")[player]
        starts = bits(STARTS)
        for number, text, cells, edges, corners in lying():
            free = number in self.left[player] and not (cells & taken or edges & own)
            if free and (corners & own if own else cells & starts):
                yield f"{seat}.hand.{chr(ord('a') + number)}1-{text}"

    def play(self, move: str) -> None:
        """Play a legal move."""
        if move != "pass":
            hand, _, text = move.partition("-")
            number = ord(hand.split(".")[2][0]) - ord("a")
            self.covered[self.mover] |= next(cells for n, name, cells, *_ in lying() if (n, name) == (number, text))
            self.left[self.mover].remove(number)
            if not self.left[self.mover]:
                self.extra[self.mover] = 15 if number else 20
        self.mover = 1 - self.mover

    def returns(self) -> Sequence[float] | None:
        """Return who has more points."""
        if self.moves():
            return None
        one, other = (cells.bit_count() + extra for cells, extra in zip(self.covered, self.extra, strict=True))
        sign = (one > other) - (one < other)
        return [sign, -sign]


RIVALS = {"corner-to-corner": CornerToCorner}
