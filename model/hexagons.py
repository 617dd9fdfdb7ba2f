"""Hexagons: which cells of a board of hexagons are neighbours.

A cell has neighbours at (1,0), (0,1) and (-1,1), and opposite to these. If the axes of the board lean to the other
side, so that the angle between them is more than a right one, (1,1) is in the place of (-1,1).
"""

from __future__ import annotations

from typing import Literal

from tilewright.metamodel.language import Board, Layout

Slant = Literal[-1, 0, 1]
"""1 if (-1,1) leads to a neighbour, -1 if (1,1) does, 0 if the cells are no hexagons."""


def slant_of(board: Board) -> Slant:
    """Return the slant of a board."""
    if board.layout not in (Layout.Hexagonal, Layout.Flat):
        return 0
    across, down = board.across, board.down
    if across is None or down is None:
        return 1
    return 1 if across.x * down.x + across.y * down.y >= 0 else -1
