"""Limits on the size of a game."""

from __future__ import annotations

from tilewright.metamodel.language import Game, Zone

MOST_CELLS = 16_384
"""The greatest number of cells of a board and its zones together."""

MOST_LINKS = 64
"""The greatest number of links of one direction set that leave a cell."""


def cells_of(game: Game) -> int:
    """Return the number of cells of a game: those of the board and of all copies of each zone.

    A zone has a copy for each player, or for each cell of the board or of another zone, if it says so.
    """
    return len(game.board.tileplacement) + sum(_cells(zone, game) for zone in game.zones)


def _cells(zone: Zone, game: Game) -> int:
    own = len(zone.tileplacement)
    if zone.perCell:
        return own * len(game.board.tileplacement)
    if zone.each is not None and zone.each.each is None:
        return own * _cells(zone.each, game)
    return own * (len(game.players) if zone.perPlayer else 1)
