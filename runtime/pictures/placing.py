"""Where the zones of a game are drawn around its board.

Zones that belong to nobody stand on the right of the board as far as there is room, and else below it. Zones of players
stand below the board; of two players, those of the second one stand above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.runtime.pictures.view import BoardView

Size: TypeAlias = tuple[int, int]
"""A width and a height."""
Corner: TypeAlias = tuple[int, int]
"""The upper left corner of a board or zone: to the right, downwards."""

LINE = 26
"""The height of the title above a zone."""
_ROOM, _BESIDE = 1100, 700
"""The greatest width of a row of zones, and of the board with the zones on its right, unless one of them is wider."""


@dataclass(frozen=True)
class Table:
    """Where the board and its zones are drawn, and the size of the whole. The corner of a zone is below its title."""

    board: Corner
    zones: tuple[Corner, ...]
    size: Size


def table(view: BoardView, board: Size, zones: Sequence[Size]) -> Table:
    """Return where a board and its zones are drawn, given their sizes, in the order of ``view.zones``."""
    room = max([_ROOM, board[0], *(width for width, _ in zones)])
    found: dict[int, Corner] = {}
    players = {zone.owner for zone in view.zones if zone.owner is not None}
    common = [number for number, zone in enumerate(view.zones) if zone.owner is None]
    above = [number for number, zone in enumerate(view.zones) if zone.owner == 1 and players == {0, 1}]
    below = [
        [number for number, zone in enumerate(view.zones) if zone.owner == player and number not in above]
        for player in sorted(players)
    ]
    top, width = _shelves(above, zones, 0, room, found)
    beside, across, down = board[0], 0, 0
    corner = (0, top)
    left_over = []
    for number in common:  # columns on the right, each as high as the board
        wide, high = zones[number][0], zones[number][1] + LINE
        if down and down + high > board[1]:
            beside, across, down = beside + across, 0, 0
        if beside + wide > max(_BESIDE, board[0]) or (high > board[1] and board[1] > 3 * LINE):
            left_over.append(number)
            continue
        found[number] = beside, top + down + LINE
        across, down = max(across, wide), down + high
    tallest = max([board[1], *(found[n][1] - top + zones[n][1] for n in common if n in found)])
    width = max(width, *(found[n][0] + zones[n][0] for n in common if n in found), board[0])
    bottom, wide = _shelves(left_over, zones, top + tallest, room, found)
    for own in below:
        bottom, other = _shelves(own, zones, bottom, room, found)
        wide = max(wide, other)
    return Table(corner, tuple(found[number] for number in range(len(zones))), (max(width, wide), bottom))


def _shelves(
    numbers: Sequence[int], zones: Sequence[Size], top: int, room: int, found: dict[int, Corner]
) -> tuple[int, int]:
    """Put zones into rows that begin at *top*, and their corners into *found*; return the lower end and the width.

    A new row begins where the width *room* would be exceeded, and before a zone that is more than twice as high as the
    row.
    """
    left = high = width = 0
    for number in numbers:
        if left + zones[number][0] > room or (left and zones[number][1] + LINE > 2 * high):
            left, top, high = 0, top + high, 0
        found[number] = left, top + LINE
        left += zones[number][0]
        width, high = max(width, left), max(high, zones[number][1] + LINE)
    return top + high, width
