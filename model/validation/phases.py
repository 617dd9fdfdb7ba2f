"""Effects of a phase that the move has begun after which they are run, by its rule or by an effect before them."""

from __future__ import annotations

from collections.abc import Iterator

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
from tilewright.model.validation.chains import run_by
from tilewright.model.validation.model import Model

_MOST = 50_000
"""The most filters that are looked at; of effects after that nothing is said."""


def phase_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of an effect of one phase, if an effect before it, of another phase, changes to that one.

    It is the same with a rule that changes to it, unless the effect begins with a test.
    """
    board = model.game.board
    rules = [] if board.legalMovesPipeline is None else board.legalMovesPipeline.rules
    effects = [] if board.effectPipeline is None else board.effectPipeline.filters
    left = _MOST

    def changes(one: MoveRule | PhaseFilter) -> Iterator[Phase]:
        """Yield the other phases to which a rule or an effect of some phases changes."""
        nonlocal left
        parts = run_by(one)
        while left and (part := next(parts, None)) is not None:
            left -= 1
            if isinstance(part, PhaseEffectFilter) and part.phase not in one.phases:
                yield part.phase

    by_rules: dict[Phase, MoveRule] = {}
    for rule in rules:
        if rule.phases and not rule.nature:  # no effects follow a move of chance
            by_rules |= dict.fromkeys(changes(rule), rule) | by_rules
    by_effects: dict[Phase, PhaseFilter] = {}
    for effect in effects:
        if isinstance(effect, PhaseFilter):
            phase = next((phase for phase in effect.phases if phase in by_effects), None)
            if phase is not None:
                yield _after_effect(model, effect, by_effects[phase], phase)
            elif not isinstance(effect.nextFilter, TestFilter | ChoiceFilter | CallFilter):
                begun = next((phase for phase in effect.phases if phase in by_rules), None)
                if begun is not None:
                    yield _after_rule(model, effect, by_rules[begun], begun)
            by_effects |= dict.fromkeys(changes(effect), effect) | by_effects


def _after_effect(model: Model, later: Filter, before: PhaseFilter, phase: Phase) -> Diagnostic:
    message = (
        f"this effect is run after the same move as one before it, which changes to the phase '{phase.name}'; if it is "
        f"for moves of that phase, write one effect: 'effect = if in {before.phases[0].name} {{ … }} else {{ … }}'"
    )
    return _warning(model, message, later, before, phase)


def _after_rule(model: Model, later: Filter, before: MoveRule, phase: Phase) -> Diagnostic:
    message = (
        f"this effect is run after moves of the rule '{before.name}', which change to the phase '{phase.name}'; if it "
        f"is for moves of that phase, change to it in an effect behind this one: 'effect in {before.phases[0].name} = "
        f"phase {phase.name}'"
    )
    return _warning(model, message, later, before, phase)


def _warning(model: Model, message: str, later: Filter, before: MoveRule | PhaseFilter, phase: Phase) -> Diagnostic:
    related = (Related(f"where it changes to '{phase.name}'", model.document.place(before)),)
    return model.warn("phase-of-the-same-move", message, later, related)
