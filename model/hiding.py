"""Whether a game has hidden information, and what a player is told of cells that he does not see."""

from __future__ import annotations

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    Board,
    CellsFilter,
    CellSource,
    Combine,
    Filter,
    Game,
    Pattern,
    PatternFilter,
    StateSelection,
    Zone,
)
from tilewright.model.objects import walk

_PLAIN = {StateSelection.Any, StateSelection.Occupied}
"""What a pattern may ask for so that a cell on which something stands always matches it."""


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


def tells_of_all(back: Filter) -> bool:
    """Return whether the chain of a ``back`` surely leaves every cell of its grid on which something stands.

    A cell that a player neither sees nor is told of is empty then. It is so of ``any``, of ``piece``, and of both after
    ``goto all``, which is of the board; of other chains this is not asked.
    """
    grid: Element | None = back.container
    head: Filter | None = back
    while head is not None:
        if isinstance(head, CellsFilter):
            is_all = head.source is CellSource.All and head.combine is Combine.Replace
            if not is_all or isinstance(grid, Zone):
                return False
        elif not (isinstance(head, PatternFilter) and all(map(_is_of_all, head.patterns))):
            return False
        head = head.nextFilter
    return True


def _is_of_all(pattern: Pattern) -> bool:
    """Return whether a pattern holds for every cell on which something stands."""
    if pattern.stateSelection not in _PLAIN or pattern.negate or len(list(walk(pattern))) > 1:
        return False
    cells = (*pattern.within, *pattern.without, *pattern.withinMarks, *pattern.withoutMarks)
    return not (cells or pattern.pieces or pattern.groups or pattern.tiles or pattern.like)
