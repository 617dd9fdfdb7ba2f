"""Hexagons: which cells of a board of hexagons are neighbours, and what turns and mirrors make of vectors.

A cell has neighbours at (1,0), (0,1) and (-1,1), and opposite to these. If the axes of the board lean to the other
side, so that the angle between them is more than a right one, (1,1) is in the place of (-1,1).
"""

from __future__ import annotations

from typing import Literal

from tilewright.metamodel.language import Board, Layout

Vector = tuple[int, int]
"""Columns to the right, and rows downwards."""

Matrix = tuple[Vector, Vector]
"""What becomes of (1,0) and of (0,1)."""

Slant = Literal[-1, 0, 1]
"""1 if (-1,1) leads to a neighbour, -1 if (1,1) does, 0 if the cells are no hexagons."""


def slant_of(board: Board) -> Slant:
    """Return the slant of a board."""
    if board.layout not in (Layout.Hexagonal, Layout.Flat):
        return 0
    across, down = board.across, board.down
    return 1 if across is None or down is None else slant_between((across.x, across.y), (down.x, down.y))


def slant_between(across: Vector, down: Vector) -> Literal[-1, 1]:
    """Return the slant of hexagons if *across* leads to the next column, and *down* to the next row, on the plane."""
    return 1 if across[0] * down[0] + across[1] * down[1] >= 0 else -1


def steps_of(vector: Vector, slant: Slant) -> int:
    """Return how many steps from neighbour to neighbour a vector needs on a board of hexagons."""
    x, y = vector
    return max(abs(x), abs(y), abs(x + slant * y))


def mapped(matrix: Matrix, vector: Vector) -> Vector:
    """Return the image of a vector."""
    (a, b), (c, d) = matrix
    x, y = vector
    return a * x + c * y, b * x + d * y


def symmetries_of(slant: Slant) -> list[Matrix]:
    """Return the twelve symmetries of a board of hexagons: those that map all neighbours of a cell to neighbours."""
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if steps_of((x, y), slant) == 1]
    return [(one, other) for one in around for other in around if mapped((one, other), (-slant, 1)) in around]
