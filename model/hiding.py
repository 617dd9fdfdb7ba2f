"""Whether a game has hidden information."""

from __future__ import annotations

from tilewright.metamodel.language import Board, Game, Zone


def hides(game: Game) -> bool:
    """Return whether a game hides cells, marks, counters or moves from some player."""
    pipeline = game.board.legalMovesPipeline
    said = {mark.visibility for mark in game.marks} | {counter.visibility for counter in game.counters}
    said |= {rule.visibility for rule in (pipeline.rules if pipeline is not None else ())}
    return hides_cells(game) or any(visibility.name in ("Owner", "Hidden") for visibility in said)


def hides_cells(game: Game) -> bool:
    """Return whether some player may not see some cells."""
    grids: tuple[Board | Zone, ...] = (game.board, *game.zones)
    return any(grid.sight is not None for grid in grids) or any(zone.visibility.name != "All" for zone in game.zones)
