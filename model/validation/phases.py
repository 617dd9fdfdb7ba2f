"""Effects of a phase that an effect before them has begun: both are run after one move."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import CallFilter, Phase, PhaseEffectFilter, PhaseFilter
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.objects import walk
from tilewright.model.validation.model import Model


def phase_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of an effect of one phase that changes to another one, if an effect of that one follows."""
    pipeline = model.game.board.effectPipeline
    effects = () if pipeline is None else pipeline.filters
    for number, effect in enumerate(effects):
        if not isinstance(effect, PhaseFilter):
            continue
        begun = _begun(effect, set()) - set(effect.phases)
        for later in effects[number + 1 :]:
            if isinstance(later, PhaseFilter) and not begun.isdisjoint(later.phases):
                phase = next(phase for phase in later.phases if phase in begun)
                names = [one.name for one in (effect.phases[0], phase)]
                message = (
                    f"this effect is run after the same move as the one before, which changes to the phase "
                    f"'{names[1]}'; if it is for moves of that phase, write one effect: "
                    f"'effect = if in {names[0]} {{ … }} else {{ … }}'"
                )
                related = (Related(f"where it changes to '{phase.name}'", model.document.place(effect)),)
                yield model.warn("phase-of-the-same-move", message, later, related)


def _begun(element: Element, called: set[Element]) -> set[Phase]:
    """Return the phases to which a chain may change, and the chains that it calls; these are added to *called*."""
    found: set[Phase] = set()
    for part in walk(element):
        if isinstance(part, PhaseEffectFilter):
            found.add(part.phase)
        elif isinstance(part, CallFilter) and part.pipeline not in called:
            called.add(part.pipeline)
            found |= _begun(part.pipeline, called)
    return found
