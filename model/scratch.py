"""Scratch: marks and counters that last for one move, and that nothing reads after the rule of the move."""

from __future__ import annotations

from tilewright.metamodel import Kind
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import CallFilter, Counter, Game, Lifetime, Mark, RepetitionFilter
from tilewright.model.objects import values_of


def scratch(game: Game) -> frozenset[Mark | Counter]:
    """Return the marks and counters that make no difference once the rule has ended in which they are used.

    They last for the move, and are named neither by effects and the post-check, nor by what rules maximise or the
    shares of chance rules. Where positions are compared there, numbers on cells count, too. Cost: linear in the model.
    """
    pipeline = game.board.legalMovesPipeline
    named: set[Element | None] = set() if pipeline is None else {rule.maximise for rule in pipeline.rules}
    compares = False
    for element in _read_after_rules(game):
        compares = compares or isinstance(element, RepetitionFilter)
        for feature in element.eClass.stored:
            if feature.kind is Kind.REFERENCE:
                named.update(values_of(element, feature))
    things: list[Mark | Counter] = [*game.marks, *(one for one in game.counters if not (compares and one.perCell))]
    return frozenset(one for one in things if one.lifetime is Lifetime.Move and one not in named)


def _read_after_rules(game: Game) -> set[Element]:
    """Return all elements that are read after the rule of a move, and before its marks and counters are gone."""
    board = game.board
    pending: list[Element | None] = [board.ensure, *game.ranking]
    if board.effectPipeline is not None:
        pending += board.effectPipeline.filters
    if board.legalMovesPipeline is not None:
        pending += (rule.share for rule in board.legalMovesPipeline.rules)
    found: set[Element] = set()
    while pending:
        element = pending.pop()
        if element is not None and element not in found:
            found.add(element)
            pending += element.eContents()
            if isinstance(element, CallFilter):
                pending.append(element.pipeline)
    return found
