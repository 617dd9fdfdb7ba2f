"""Checks for declarations that nothing uses, or that are only written or only read."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    Attribute,
    AttributeOf,
    AttributeValue,
    Counter,
    CounterEffectFilter,
    EndFilter,
    FenMark,
    FenRight,
    FenTrait,
    Group,
    Mark,
    MarkFilter,
    Outcome,
    Pattern,
    PhaseEffectFilter,
    Piece,
    RepetitionFilter,
    SelectFilter,
    SetupRegion,
    SetupState,
    StateEffectFilter,
    TilePlacement,
    Transform,
    Visibility,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.hiding import hides
from tilewright.model.hints import Hint, near_miss
from tilewright.model.validation.model import Model, sets_mark

_WORDS = {
    "directionSets": "direction set",
    "regions": "region",
    "zones": "zone",
    "marks": "mark",
    "counters": "counter",
    "constants": "constant",
    "subPipelines": "sub-pipeline",
}
_CHANGING = (SelectFilter, MarkFilter, CounterEffectFilter)
"""The filters that change marks and counters. An ``AmountFilter`` also makes moves of its counter."""


def unused_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of each declaration that is never used, and of phases that are never entered.

    In the notation a declaration may name another one that it copies, as directions do, so that nothing refers to that.
    """
    named = {use.element for use in model.document.uses}
    for feature, kind in _WORDS.items():
        for word in getattr(model.game, feature):
            if word not in model.referring and word not in named:
                yield model.warn("unused", f"the {kind} '{word.name}' is never used", word)
    if model.game.ranking and all(end.outcome is not Outcome.Rank for end in model.all(EndFilter)):
        message = "the ranking is never used: no rule ends the game by 'rank'"
        yield model.warn("unused", message, model.game.ranking[0])
    read: set[Attribute | None] = {value.attribute for value in model.all(AttributeOf)}
    read |= {pattern.attribute for pattern in model.all(Pattern)}
    read |= {counter.initialAttribute for counter in model.game.counters}
    read |= {effect.attribute for effect in model.all(StateEffectFilter)}
    for attribute in model.game.attributes:
        if attribute not in read:
            yield _unused_attribute(model, attribute)
    asked = {group for pattern in model.all(Pattern) for group in pattern.groups}
    for group in model.game.groups:
        if group not in asked:
            yield from _unused_group(model, group, [other.name for other in asked])
    placed = {placement.tile for placement in model.all(TilePlacement)}
    for tile in model.game.board.tiles:
        if tile not in placed:
            yield model.warn("unused", f"no cell of the board has the tile '{tile.name}'", tile)
    yield from _vain_transforms(model)
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


def _unused_group(model: Model, group: Group, asked: list[str]) -> Iterator[Diagnostic]:
    """Warn of a group for which nothing asks, if no piece belongs to it or its name may be one of those *asked* for.

    Any other tells a reader what kind of pieces these are.
    """
    hint = near_miss(group.name, asked)
    if hint.remedies or not any(group in piece.groups for piece in model.game.pieces):
        message = f"the group '{group.name}' is never used{hint if hint.remedies else ''}"
        yield diagnose("unused", message, model.document.place(group), remedies=hint.remedies)


def _vain_transforms(model: Model) -> Iterator[Diagnostic]:
    """Warn of the transforms of players if of all that could be relative to what they see nothing is."""
    declared = [
        *(one.relative for one in model.game.directionSets),
        *(one.relative for one in model.game.regions),
        *(one.relative for one in model.game.constants),
    ]
    if not declared or any(declared) or any(pattern.relative for pattern in model.all(Pattern)):
        return
    for player in model.game.players:
        if player.transform is not Transform.Identity:
            message = (
                f"{player.transform.name} of the player '{player.name}' changes nothing, since nothing is 'relative', "
                "as in 'directions ahead relative = (0,-1)'"
            )
            yield model.warn("unused", message, player)


def _unused_attribute(model: Model, attribute: Attribute) -> Diagnostic:
    """Return the warning of an attribute that nothing reads, which may be the misspelled name of another one."""
    bearers = [piece for piece in model.game.pieces if _has(piece, attribute)]
    others = [other for other in model.game.attributes if not any(_has(piece, other) for piece in bearers)]
    hint = near_miss(attribute.name, [other.name for other in others])
    meant = hint if hint.remedies else Hint()
    message = f"the attribute '{attribute.name}' is never used{meant}"
    return diagnose("unused", message, model.document.place(attribute), remedies=meant.remedies)


def _has(piece: Piece, attribute: Attribute) -> bool:
    """Return whether a piece has a value of an attribute."""
    return any(value.attribute is attribute for value in piece.attributes)


def one_sided_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of marks that are read but never set, and of marks and counters that are changed but never read.

    In a game with hidden information the players may learn something from what nothing else reads. Where positions are
    compared, the numbers of their cells are read. What a reader makes of a file of another program is not judged.
    """
    syntax = model.document.syntax
    if syntax is not None and not syntax.is_written:
        return
    told = hides(model.game)
    compared = any(True for _ in model.all(RepetitionFilter))
    words: tuple[Mark | Counter, ...] = (*model.game.marks, *model.game.counters)
    for word in words:
        users = model.referring.get(word, ())
        reads = [user for user in users if not isinstance(user, _CHANGING)]
        kind, name = _WORDS[word.eContainmentFeature().name], word.name
        if isinstance(word, Counter) and word.perCell and compared:
            continue
        if users and not reads and not (told and word.visibility is not Visibility.Hidden):
            related = (Related("it is changed here", model.document.place(users[0])),)
            yield model.warn("never-read", f"the {kind} '{name}' is changed, but never read", word, related)
        elif isinstance(word, Mark) and reads and not word.initialRegions and not any(map(_fills, users)):
            related = (Related("it is read here", model.document.place(reads[0])),)
            remedy = f"'select {name}' or 'mark {name}' sets it"
            message = f"the mark '{name}' is read but never set, so that it is always empty; {remedy}"
            yield model.warn("never-set", message, word, related)


def _fills(user: Element) -> bool:
    """Return whether an element may put cells into the mark to which it refers: a filter, or a text of a position."""
    return sets_mark(user) or isinstance(user, FenMark | FenRight | FenTrait)


def _appearing_pieces(model: Model) -> Iterator[Piece | None]:
    """Yield the pieces that some cell may hold, with repetitions, and None."""
    for placement in model.all(TilePlacement):
        yield (placement.initialState or placement.tile.initialState).piece
    for placed in model.all(SetupState):
        yield placed.state.piece
    for held in model.all(SetupRegion):
        yield held.piece
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
