"""Counters and marks of a round that chance rules read only after the round, when they have been reset."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AmountFilter,
    Counter,
    CounterEffectFilter,
    Mark,
    MarkFilter,
    MoveRule,
    SelectFilter,
    TurnEffectFilter,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.validation.model import Model

_WRITING = (CounterEffectFilter, AmountFilter, MarkFilter, SelectFilter)


def forgotten_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of chance rules that read a counter or mark of the round, if chance only acts after the end of a round."""
    rules = [rule for rule in model.all(MoveRule) if rule.nature]
    if not rules or not _only_after_rounds(model):
        return
    things: list[Counter | Mark] = [*model.game.counters, *model.game.marks]
    for thing in things:
        naming = model.referring.get(thing, ())
        writing = model.leading_to(element for element in naming if isinstance(element, _WRITING))
        if thing.lifetime.name != "Round" or any(rule in writing for rule in rules):
            continue
        reading = model.leading_to(naming)
        for rule in (rule for rule in rules if rule in reading):
            message = (
                f"'{rule.name}' is asked after the end of a round, when '{thing.name}' is as at the beginning; "
                "what it needs must last for good"
            )
            related = (Related(f"the {thing.eClass.name} '{thing.name}'", model.document.place(thing)),)
            yield model.warn("forgotten", message, rule, related)


def _only_after_rounds(model: Model) -> bool:
    """Return whether only ``round``, and chance itself, give the turn to nature."""
    game, board = model.game, model.game.board
    turning = model.leading_to(turn for turn in model.all(TurnEffectFilter) if turn.player is game.nature)
    pipeline, effects = board.legalMovesPipeline, board.effectPipeline
    others: list[Element | None] = [board.ensure, board.stuck, board.over]
    others += [] if pipeline is None else [*pipeline.filters, *(rule for rule in pipeline.rules if not rule.nature)]
    others += [] if effects is None else effects.filters
    return board.round in turning and not any(other in turning for other in others)
