"""What a game may have at most."""

from __future__ import annotations

from tilewright.metamodel.language import Game, Zone

MOST_CELLS = 16_384
"""The cells of a board and its zones: so many are read, valid and played on."""

MOST_LINKS = 64
"""The links of a set that may leave one cell."""


def cells_of(game: Game) -> int:
    """Return the number of cells of a game: those of the board, and of the zones those of each player who has one.

    Of zones for each cell of the board, or of another zone, they are those of all blocks.
    """
    return len(game.board.tileplacement) + sum(_cells(zone, game) for zone in game.zones)


def _cells(zone: Zone, game: Game) -> int:
    own = len(zone.tileplacement)
    if zone.perCell:
        return own * len(game.board.tileplacement)
    if zone.each is not None and zone.each.each is None:
        return own * _cells(zone.each, game)
    return own * (len(game.players) if zone.perPlayer else 1)
