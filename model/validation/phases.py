"""Effects of a phase that the move has begun after which they are run, by its rule or by an effect before them."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    CallFilter,
    ChoiceFilter,
    Filter,
    MoveRule,
    Phase,
    PhaseEffectFilter,
    PhaseFilter,
    TestFilter,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.objects import walk
from tilewright.model.validation.model import Model

_MOST = 50_000
"""The most filters that are looked at; of effects after that nothing is said."""


def phase_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of an effect of one phase, if an effect before it, of another phase, changes to that one.

    It is the same with a rule that changes to it, unless the effect begins with a test.
    """
    board = model.game.board
    pipeline = board.legalMovesPipeline
    rules = [] if pipeline is None else [rule for rule in pipeline.rules if not rule.nature]  # no effects follow chance
    effects = [] if board.effectPipeline is None else board.effectPipeline.filters
    begun: dict[Phase, MoveRule | PhaseFilter] = {}
    left = _MOST
    for one in (*rules, *effects):
        if not isinstance(one, MoveRule | PhaseFilter) or not one.phases:
            continue
        phase = None if isinstance(one, MoveRule) else next((phase for phase in one.phases if phase in begun), None)
        if (
            phase is not None
            and isinstance(one, PhaseFilter)
            and not (_asks(one) and isinstance(begun[phase], MoveRule))
        ):
            yield _finding(model, one, begun[phase], phase)
        parts = _parts(one)
        while left and (part := next(parts, None)) is not None:
            left -= 1
            if isinstance(part, PhaseEffectFilter) and part.phase not in one.phases:
                begun.setdefault(part.phase, one)


def _asks(effect: PhaseFilter) -> bool:
    """Return whether an effect of a phase begins with a test, which may tell moves apart."""
    return isinstance(effect.nextFilter, TestFilter | ChoiceFilter | CallFilter)


def _finding(model: Model, later: Filter, before: MoveRule | PhaseFilter, phase: Phase) -> Diagnostic:
    is_rule = isinstance(before, MoveRule)
    what = (
        f"moves of the rule '{before.name}', which change"
        if is_rule
        else "the same move as one before it, which changes"
    )
    write = f"change to it in an effect behind this one: 'effect in {before.phases[0].name} = phase {phase.name}'"
    if not is_rule:
        write = f"write one effect: 'effect = if in {before.phases[0].name} {{ … }} else {{ … }}'"
    message = f"this effect is run after {what} to the phase '{phase.name}'; if it is for moves of that phase, {write}"
    related = (Related(f"where it changes to '{phase.name}'", model.document.place(before)),)
    return model.warn("phase-of-the-same-move", message, later, related)


def _parts(effect: Element) -> Iterator[Element]:
    """Yield the elements of a chain and of the chains that it calls, each of these once."""
    pending, called = [effect], {effect}
    while pending:
        for part in walk(pending.pop()):
            yield part
            if isinstance(part, CallFilter) and part.pipeline not in called:
                called.add(part.pipeline)
                pending.append(part.pipeline)
