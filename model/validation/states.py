"""Cells and what stands on them: players without states, patterns that match none, effects that cannot happen."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.validation.model import Model


def state_findings(model: Model) -> Iterator[Diagnostic]:
    """Yield what cannot be on the board, and what cannot happen there."""
    owning = set(model.owners.values())
    for player in model.game.players:
        if player not in owning:
            yield model.warn("player-without-states", f"no state of any tile belongs to '{player.name}'", player)
    for pattern in model.by_class["Pattern"]:
        if _never_matches(pattern, model):
            yield model.warn("never-matches", "no state of any tile can match this pattern", pattern)
    for region in model.game.regions:
        if not _has_cells(region, model):
            yield model.warn("empty-region", f"the region '{region.name}' has no cell of the board", region)
    for effect in model.by_class["StateEffectFilter"]:
        targets = _targets(effect, model)
        if targets and not any(_can_be_entered(state) for state in targets):
            yield model.warn("effect-without-transition", "no transition leads to the state that is set here", effect)


def _never_matches(pattern: EObject, model: Model) -> bool:
    """Return whether a pattern, alternatives aside, holds for no state; one that is negated may always hold."""
    selection = pattern.stateSelection.name
    if pattern.negate or len(pattern.alternatives) > 0 or selection == "OffBoard":
        return False
    pieces, tiles = set(pattern.pieces), set(pattern.tiles)
    return not any(
        _selected(state, selection, pattern, model)
        and (not pieces or state.piece in pieces)
        and (not tiles or state.eContainer() in tiles)
        for state in model.by_class["State"]
    )


def _selected(state: EObject, selection: str, pattern: EObject, model: Model) -> bool:
    owned = state in model.owners
    initial = state.eContainer().initialState is state
    match selection:
        case "CurrentPlayer":
            return owned
        case "OtherPlayer":
            return owned and len(model.game.players) > 1
        case "StateBased":
            return state is pattern.matchState
        case "Empty":
            return initial and not owned and state.piece is None
        case "Occupied":
            return owned or state.piece is not None
        case _:
            return True


def _targets(effect: EObject, model: Model) -> list[EObject]:
    """Return the states that an effect may set; nothing if that depends on what stands on the cell."""
    selection = effect.stateSelection.name
    if selection == "StateBased":
        name = effect.targetState.name
        return [s for s in model.by_class["State"] if s is effect.targetState or (s.name == name and name is not None)]
    if selection == "Empty":
        return [tile.initialState for tile in model.game.board.tiles]
    if effect.piece is not None:
        return [s for s in model.by_class["State"] if s.piece is effect.piece and s in model.owners]
    associated = [player.associatedState for player in model.game.players]
    return [] if None in associated else associated


def _can_be_entered(state: EObject) -> bool:
    return len(state.eContainer().transitions) == 0 or len(state.inbound) > 0


def _has_cells(region: EObject, model: Model) -> bool:
    tiles = set(region.tiles)
    ranges = [*region.ranges, *(r for part in region.perPlayer for r in part.ranges)]
    return any(
        placement.tile in tiles or any(_in_range(placement, cells) for cells in ranges)
        for placement in model.by_class["TilePlacement"]
    )


def _in_range(placement: EObject, cells: EObject) -> bool:
    return _between(placement.row, cells.row, cells.toRow) and _between(placement.column, cells.column, cells.toColumn)


def _between(number: int, first: int | None, last: int | None) -> bool:
    return first is None or bool(first <= number <= (first if last is None else last))
