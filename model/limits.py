"""What a game may have at most."""

from __future__ import annotations

from tilewright.metamodel.language import Game

MOST_CELLS = 16_384
"""The cells of a board and its zones: so many are read, valid and played on."""


def cells_of(game: Game) -> int:
    """Return the number of cells of a game: those of the board, and of the zones those of each player who has one."""
    zones = (len(zone.tileplacement) * (len(game.players) if zone.perPlayer else 1) for zone in game.zones)
    return len(game.board.tileplacement) + sum(zones)
