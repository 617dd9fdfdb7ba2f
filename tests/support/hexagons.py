"""Hexagons by three coordinates whose sum is 0: neighbours differ by 1 in two of them. Nothing here is from the package."""

from __future__ import annotations

from collections.abc import Callable

Cube = tuple[int, int, int]

NEIGHBOURS: tuple[Cube, ...] = ((1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1))
TO_THE_OTHER_SIDE = "axes (100,0) (-50,88)"
"""What is written of a board whose rows begin the farther left the lower they are."""

BOARDS = {
    "hexagonal": ("hexagonal", 1),
    "flat": ("flat", 1),
    "to the other side": (f"hexagonal\n  {TO_THE_OTHER_SIDE}", -1),
    "flat, to the other side": ("flat\n  axes (88,-50) (0,100)", -1),
}
"""What is written of a board, and the sign of the column by which (row, column) becomes two of three coordinates."""


def turned(cube: Cube) -> Cube:
    """Return a hexagon after a turn by a sixth around the middle."""
    a, b, c = cube
    return -b, -c, -a


def mirrored(cube: Cube) -> Cube:
    """Return a hexagon after the two first coordinates have changed places."""
    a, b, c = cube
    return b, a, c


def symmetries() -> list[Callable[[Cube], Cube]]:
    """Return the twelve symmetries around the middle: six turns, and the same after a mirror."""

    def symmetry(turns: int, mirror: bool) -> Callable[[Cube], Cube]:
        def image(cube: Cube) -> Cube:
            found = mirrored(cube) if mirror else cube
            for _ in range(turns):
                found = turned(found)
            return found

        return image

    return [symmetry(turns, mirror) for mirror in (False, True) for turns in range(6)]
