"""Checks for declarations that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import (
    AttributeOf,
    AttributeValue,
    Pattern,
    PhaseEffectFilter,
    Piece,
    SetupState,
    StateEffectFilter,
    TilePlacement,
)
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.validation.model import Model

_WORDS = {
    "directionSets": "direction set",
    "regions": "region",
    "zones": "zone",
    "marks": "mark",
    "counters": "counter",
    "subPipelines": "sub-pipeline",
}


def unused_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of each declaration that is never used, and of phases that are never entered."""
    for feature, kind in _WORDS.items():
        for word in getattr(model.game, feature):
            if word not in model.referring:
                yield model.warn("unused", f"the {kind} '{word.name}' is never used", word)
    read = {value.attribute for value in model.all(AttributeOf)} | {pattern.attribute for pattern in model.all(Pattern)}
    read |= {effect.attribute for effect in model.all(StateEffectFilter)}
    for attribute in model.game.attributes:
        if attribute not in read:
            yield model.warn("unused", f"the attribute '{attribute.name}' is never used", attribute)
    asked = {group for pattern in model.all(Pattern) for group in pattern.groups}
    for group in model.game.groups:
        if group not in asked:
            yield model.warn("unused", f"the group '{group.name}' is never used", group)
    placed = {placement.tile for placement in model.all(TilePlacement)}
    for tile in model.game.board.tiles:
        if tile not in placed:
            yield model.warn("unused", f"no cell of the board has the tile '{tile.name}'", tile)
    appearing = set(_appearing_pieces(model))
    for piece in model.game.pieces:
        if piece not in appearing:
            message = f"the piece '{piece.name}' never appears: no cell starts with it, and no effect sets it"
            yield model.warn("unused", message, piece)
    entered = {effect.phase for effect in model.all(PhaseEffectFilter)}
    for phase in list(model.game.phases)[1:]:
        if phase not in entered:
            message = f"the phase '{phase.name}' is never entered: it is not the first, and no effect changes to it"
            yield model.warn("unreachable-phase", message, phase)


def _appearing_pieces(model: Model) -> Iterator[Piece | None]:
    """Yield the pieces that some cell may hold, with repetitions, and None."""
    for placement in model.all(TilePlacement):
        yield (placement.initialState or placement.tile.initialState).piece
    for placed in model.all(SetupState):
        yield placed.state.piece
    for tile in model.game.board.tiles:
        yield tile.initialState.piece
    for effect in model.all(StateEffectFilter):
        yield effect.piece
        if effect.targetState is not None:
            yield effect.targetState.piece
        if effect.attribute is not None:
            yield from (value.kind for value in model.all(AttributeValue) if value.attribute is effect.attribute)
    for player in model.game.players:
        if player.associatedState is not None:
            yield player.associatedState.piece
