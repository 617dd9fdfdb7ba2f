"""Effects of a phase that an effect before them has begun: both are run after one move."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import CallFilter, Filter, Phase, PhaseEffectFilter, PhaseFilter
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.objects import walk
from tilewright.model.validation.model import Model

_MOST = 50_000
"""The most filters that are looked at; of effects after that nothing is said."""


def phase_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of an effect of one phase, if an effect of another phase before it changes to that one."""
    pipeline = model.game.board.effectPipeline
    begun: dict[Phase, PhaseFilter] = {}
    left = _MOST
    for effect in () if pipeline is None else pipeline.filters:
        if not isinstance(effect, PhaseFilter):
            continue
        phase = next((phase for phase in effect.phases if phase in begun), None)
        if phase is not None:
            yield _finding(model, effect, begun[phase], phase)
        parts = _parts(effect)
        while left and (part := next(parts, None)) is not None:
            left -= 1
            if isinstance(part, PhaseEffectFilter) and part.phase not in effect.phases:
                begun.setdefault(part.phase, effect)


def _finding(model: Model, later: Filter, before: PhaseFilter, phase: Phase) -> Diagnostic:
    message = (
        f"this effect is run after the same move as one before it, which changes to the phase '{phase.name}'; if it is "
        f"for moves of that phase, write one effect: 'effect = if in {before.phases[0].name} {{ … }} else {{ … }}'"
    )
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
