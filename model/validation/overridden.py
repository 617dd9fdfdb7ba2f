"""Turns and phases that a later filter of the same chain sets again, so that the earlier one has no effect."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import (
    ApplyFilter,
    CallFilter,
    ChoiceFilter,
    CursorFilter,
    EffectFilter,
    Filter,
    MovableFilter,
    Perspective,
    PhaseEffectFilter,
    PhaseFilter,
    TestFilter,
    TurnEffectFilter,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.validation.model import Model

_BETWEEN = (TestFilter, EffectFilter, CursorFilter, ApplyFilter)
"""Filters that do not branch."""
_ASKING = (MovableFilter, PhaseFilter, CallFilter, ChoiceFilter)
"""Filters that ask what comes next, or may run others that do."""


def overridden_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of turns and phases that the same chain sets again, before anything asks for them.

    Not of a turn on a condition, which may end the flow.
    """
    for turn in model.all(TurnEffectFilter):
        later = _next(turn, TurnEffectFilter) if turn.condition is None else None
        if later is not None:
            more = ""
            if turn.player is not None and turn.player is model.game.nature:
                more = "; to whom the turn goes after a move of nature is said in the chance rule"
            yield _overridden(model, turn, later, f"'turn' follows in the same chain, and gives the turn instead{more}")
    for phase in model.all(PhaseEffectFilter):
        later = _next(phase, PhaseEffectFilter)
        if later is not None:
            yield _overridden(model, phase, later, "'phase' follows in the same chain, and is entered instead")


def _overridden(model: Model, first: Filter, later: Filter, why: str) -> Diagnostic:
    related = (Related("this one counts", model.document.place(later)),)
    return diagnose("overridden", f"this has no effect: another {why}", model.document.place(first), related)


def _next(first: Filter, kind: type[Filter]) -> Filter | None:
    """Return the next filter of a kind behind one in its chain, if nothing between may ask for what the first sets."""
    later = _behind(first)
    while later is not None and not isinstance(later, kind):
        inner = _done(later, kind)
        if inner is not None:
            return inner
        asks = any(isinstance(each, _ASKING) for each in (later, *later.eAllContents()))
        later = _behind(later) if isinstance(later, _BETWEEN) and not asks else None
    return later


def _done(apply: Filter, kind: type[Filter]) -> Filter | None:
    """Return the first filter of a kind in a ``do``, if only effects stand before it, so that it surely runs."""
    inner = apply.body if isinstance(apply, ApplyFilter) and apply.perspective is Perspective.Current else None
    while isinstance(inner, EffectFilter) and not isinstance(inner, kind):
        inner = inner.nextFilter
    return inner if isinstance(inner, kind) else None


def _behind(element: Filter) -> Filter | None:
    """Return the filter that comes next: in the chain, or behind the ``do`` of which that is the end."""
    if element.nextFilter is not None:
        return element.nextFilter
    head = element
    while isinstance(head.container, Filter) and head.container.nextFilter is head:
        head = head.container
    outer = head.container
    return _behind(outer) if isinstance(outer, ApplyFilter) and outer.perspective is Perspective.Current else None
