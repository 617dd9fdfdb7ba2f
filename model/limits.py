"""What a game may have at most."""

from __future__ import annotations

from tilewright.metamodel.language import Game, Zone

MOST_CELLS = 16_384
"""The cells of a board and its zones: so many are read, valid and played on."""

MOST_LINKS = 64
"""The links of a set that may leave one cell."""


def cells_of(game: Game) -> int:
    """Return the number of cells of a game: those of the board, and of the zones those of each player who has one."""
    return len(game.board.tileplacement) + sum(_cells(zone, len(game.players)) for zone in game.zones)


def _cells(zone: Zone, players: int) -> int:
    own = len(zone.tileplacement)
    if zone.each is not None and zone.each.each is None:
        return own * _cells(zone.each, players)
    return own * (players if zone.perPlayer else 1)
