"""Golomb's game: a referee that turns pentominoes as sets of complex numbers."""

from __future__ import annotations

from collections.abc import Iterator

LIBRARY = None

PENTOMINOES = {
    "f": "01 02 10 11 21", "i": "00 01 02 03 04", "l": "00 10 20 30 31", "n": "01 11 20 21 30", "p": "00 01 10 11 20",
    "t": "00 01 02 11 21", "u": "00 02 10 11 12", "v": "00 10 20 21 22", "w": "00 10 11 21 22", "x": "01 10 11 12 21",
    "y": "01 10 11 21 31", "z": "00 01 11 21 22",
}  # fmt: skip
"""The cells of each, by row and column."""
SIZE = 8


def images(cells: str) -> set[frozenset[complex]]:
    """Return the ways in which a pentomino may lie, each pushed into the upper left corner."""
    found = set()
    points = [complex(int(cell[1]), int(cell[0])) for cell in cells.split()]
    for mirrored in (points, [point.conjugate() for point in points]):
        for quarter in range(4):
            turned = [point * 1j**quarter for point in mirrored]
            left, top = min(point.real for point in turned), min(point.imag for point in turned)
            found.add(frozenset(point - complex(left, top) for point in turned))
    return found


def placements(cells: str) -> set[frozenset[tuple[int, int]]]:
    """Return the sets of rows and columns that a pentomino may cover on the empty board."""
    found = set()
    for image in images(cells):
        for row in range(SIZE):
            for column in range(SIZE):
                placed = frozenset((round(point.imag) + row, round(point.real) + column) for point in image)
                if all(r < SIZE and c < SIZE for r, c in placed):
                    found.add(placed)
    return found


PLACEMENTS = {name: placements(cells) for name, cells in PENTOMINOES.items()}


class GolombsGame:
    """The pentominoes that are left, and the cells that are covered."""

    def __init__(self) -> None:
        self.left = set(PENTOMINOES)
        self.covered: set[tuple[int, int]] = set()
        self.plies = 0

    def moves(self) -> Iterator[str]:
        """Yield each pentomino with the cells on which it fits."""
        for number, name in enumerate(PENTOMINOES):
            if name in self.left:
                for placed in PLACEMENTS[name]:
                    if not placed & self.covered:
                        cells = (f"{chr(ord('a') + column)}{SIZE - row}" for row, column in sorted(placed))
                        yield "-".join([f"box.{chr(ord('a') + number)}1", *cells])

    def play(self, move: str) -> None:
        """Place a pentomino."""
        box, *cells = move.split("-")
        self.left.remove(list(PENTOMINOES)[ord(box[4]) - ord("a")])
        self.covered |= {(SIZE - int(cell[1:]), ord(cell[0]) - ord("a")) for cell in cells}
        self.plies += 1

    def returns(self) -> tuple[int, int] | None:
        """Return that who cannot move has lost."""
        if next(self.moves(), None) is not None:
            return None
        return (-1, 1) if self.plies % 2 == 0 else (1, -1)


RIVALS = {"golombs-game": GolombsGame}
