"""Checks of cells and their states.

These are players without states, regions without cells, states that are ignored, and effects that cannot happen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.metamodel.elements import present
from tilewright.metamodel.language import (
    Board,
    CellRange,
    Pattern,
    Piece,
    State,
    StateEffectFilter,
    StateSelection,
    TilePlacement,
    Zone,
)
from tilewright.model.cell_names import column_name
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.validation.model import Model


def state_findings(model: Model) -> Iterator[Diagnostic]:
    """Yield warnings of players, regions and effects to which no state or cell belongs."""
    owning = set(model.owners.values())
    for player in model.game.players:
        if (
            owning and player not in owning
        ):  # where nobody owns a state, the game is one of counters or of shared pieces
            yield model.warn("player-without-states", f"no state of any tile belongs to '{player.name}'", player)
    yield from _empty_regions(model)
    yield from _holes(model)
    yield from _ignored_states(model)
    settable = _settable(model)
    for effect in model.all(StateEffectFilter):
        targets = _targets(effect, settable)
        if targets and not any(_can_be_entered(state) for state in targets):
            yield model.warn("effect-without-transition", "no transition leads to the state that is set here", effect)


@dataclass(frozen=True, slots=True)
class _Settable:
    """The states that effects may set.

    ``named`` has them by name and ``owned`` by piece, if a player owns them. ``associated`` are those of the players,
    if all have one, and ``initial`` those of empty cells.
    """

    named: dict[str, list[State]]
    owned: dict[Piece, list[State]]
    associated: list[State]
    initial: list[State]


def _settable(model: Model) -> _Settable:
    named: dict[str, list[State]] = defaultdict(list)
    owned: dict[Piece, list[State]] = defaultdict(list)
    for state in model.all(State):
        if state.name is not None:
            named[state.name].append(state)
        if state.piece is not None and state in model.owners:
            owned[state.piece].append(state)
    associated = [player.associatedState for player in model.game.players if player.associatedState is not None]
    initial = [tile.initialState for tile in model.game.board.tiles]
    return _Settable(named, owned, associated if len(associated) == len(model.game.players) else [], initial)


def _targets(effect: StateEffectFilter, settable: _Settable) -> list[State]:
    """Return the states that an effect may set; none if they depend on the position, as with ``like``."""
    selection = effect.stateSelection.name
    if effect.like is not None:
        return []
    if selection == "StateBased":
        return settable.named.get(present(effect.targetState).name or "", [present(effect.targetState)])
    if selection == "Empty":
        return settable.initial
    return settable.associated if effect.piece is None else settable.owned[effect.piece]


def _can_be_entered(state: State) -> bool:
    """Return whether a transition leads to a state, or its tile has no transitions."""
    return len(state.eContainer().transitions) == 0 or len(state.inbound) > 0


def _ignored_states(model: Model) -> Iterator[Diagnostic]:
    """Warn of patterns and effects that name a state beside a selection of others, which alone counts."""
    named: list[tuple[Pattern | StateEffectFilter, State | None, str]] = [
        *((pattern, pattern.matchState, "matchState") for pattern in model.all(Pattern)),
        *((effect, effect.targetState, "targetState") for effect in model.all(StateEffectFilter)),
    ]
    for element, state, feature in named:
        if state is not None and element.stateSelection is not StateSelection.StateBased:
            message = (
                f"{feature} is ignored, since the stateSelection is {element.stateSelection.name}; write the "
                f"stateSelection StateBased if this state is meant, or leave {feature} out"
            )
            yield model.warn("ignored-state", message, element)


_MAX_REGION_CHECKS = 10_000_000
"""Empty regions are not looked for if the number of cells times that of ranges is greater."""


def _empty_regions(model: Model) -> Iterator[Diagnostic]:
    """Warn of regions without a cell, unless there are too many ranges and cells to test all of them."""
    placements = model.all(TilePlacement)
    if len(placements) * len(model.all(CellRange)) > _MAX_REGION_CHECKS:
        return
    placed = {placement.tile for placement in placements}
    for region in model.game.regions:
        ranges = [*region.ranges, *(cells for part in region.perPlayer for cells in part.ranges)]
        if placed.isdisjoint(region.tiles) and not any(_in_range(p, cells) for cells in ranges for p in placements):
            yield model.warn("empty-region", f"the region '{region.name}' has no cell of the board", region)


def _holes(model: Model) -> Iterator[Diagnostic]:
    """Warn of single cells of regions that are holes, unless parameters choose them or the size of the board."""
    board = model.game.board
    is_chosen = board.columns is not None or board.rows is not None
    grids: list[Board | Zone] = [board, *model.game.zones]
    there = {grid: {(cell.row, cell.column) for cell in grid.tileplacement} for grid in grids}
    for region in model.game.regions:
        grid = region.zone or board
        if is_chosen if region.zone is None else len(region.zone.chosen) > 0:
            continue
        for cell in (*region.ranges, *(cell for part in region.perPlayer for cell in part.ranges)):
            is_single = cell.toRow in (None, cell.row) and cell.toColumn in (None, cell.column)
            if cell.row is None or cell.column is None or not is_single or len(cell.chosen) > 0:
                continue
            if cell.row < grid.height and cell.column < grid.width and (cell.row, cell.column) not in there[grid]:
                name = f"{column_name(cell.column)}{grid.height - cell.row}"
                message = f"{name} is a hole, and so no cell of the region '{region.name}'"
                yield model.warn("hole-in-region", message, cell)


def _in_range(placement: TilePlacement, cells: CellRange) -> bool:
    return _between(placement.row, cells.row, cells.toRow) and _between(placement.column, cells.column, cells.toColumn)


def _between(number: int, first: int | None, last: int | None) -> bool:
    return first is None or bool(first <= number <= (first if last is None else last))
