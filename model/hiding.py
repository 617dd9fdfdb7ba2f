"""Whether a game keeps something from its players."""

from __future__ import annotations

from tilewright.metamodel.language import Board, Game, Zone


def hides(game: Game) -> bool:
    """Return whether a game keeps something from some player: cells, marks, numbers or moves."""
    pipeline = game.board.legalMovesPipeline
    said = {mark.visibility for mark in game.marks} | {counter.visibility for counter in game.counters}
    said |= {rule.visibility for rule in (pipeline.rules if pipeline is not None else ())}
    return hides_cells(game) or any(visibility.name in ("Owner", "Hidden") for visibility in said)


def hides_cells(game: Game) -> bool:
    """Return whether there may be cells that some player does not see."""
    grids: tuple[Board | Zone, ...] = (game.board, *game.zones)
    return any(grid.sight is not None for grid in grids) or any(zone.visibility.name != "All" for zone in game.zones)
