"""What effects change although a check then breaks off what they were doing: nothing is rolled back in effects.

In a rule a check that fails takes back whatever its flow has changed. In an effect it does not: a repetition whose last
turn fails keeps what this turn has changed so far, and the next alternative of a ``first`` finds it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.metamodel.language import (
    ApplyFilter,
    CallFilter,
    ChoiceFilter,
    ChoiceMode,
    EffectFilter,
    EndFilter,
    Filter,
    GuardFilter,
    RepeatFilter,
    TestFilter,
)
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.game.conditions import condition_of
from tilewright.model.game.writer import write_filter
from tilewright.model.game.writer.words import Unwritable
from tilewright.model.validation.model import Model


@dataclass(frozen=True, slots=True)
class _Broken:
    """A check that may fail after a change, in a chain that goes on elsewhere if it fails."""

    change: EffectFilter
    check: Filter


def half_done_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of repetitions and alternatives in effects that may be broken off after they have changed something.

    What the constraint ``firstAlternativesMustNotCheckAfterEffects`` refuses is not among them: a change and a check
    in the chain of an alternative itself.
    """
    for step in model.game.effectSteps():
        if isinstance(step, RepeatFilter) and step.maximal:
            what, parts = "this turn of 'repeat'", [step.body]
        elif isinstance(step, ChoiceFilter) and step.mode is ChoiceMode.First:
            what, parts = "this alternative", list(step.alternatives)[:-1]
        else:
            continue
        for part in parts:
            found = next(_broken(part), None)
            if found is not None:
                yield _told(model, what, found)


def _told(model: Model, what: str, found: _Broken) -> Diagnostic:
    try:
        asked, done = f"'{write_filter(found.check)}'", f"'{write_filter(found.change)}'"
    except Unwritable:
        asked, done = "this check", "a change"
    message = (
        f"if {asked} fails, {what} is over, but what {done} has changed before remains: effects are not rolled back; "
        f"ask before the change, as in 'has {{ … }} -> …'"
    )
    return model.warn("half-done", message, found.check)


def _broken(chain: Filter | None) -> Iterator[_Broken]:
    """Yield the first check of a chain that may fail after a change in it, with the last change before it.

    A chain that asks with ``has`` before its changes is trusted.
    """
    change: EffectFilter | None = None
    for step in _chain(chain):
        if isinstance(step, GuardFilter):
            return
        if change is not None:
            check = _failing(step)
            if check is not None:
                yield _Broken(change, check)
                return
        inner = next(_broken(_called(step)), None)
        if inner is not None:
            yield inner
            return
        change = _changing(step) or change


def _chain(first: Filter | None) -> Iterator[Filter]:
    step = first
    while step is not None:
        yield step
        step = step.nextFilter


def _called(step: Filter) -> Filter | None:
    """Return the first filter of the chain that a call runs in place of itself."""
    return step.pipeline.filter if isinstance(step, CallFilter) else None


def _failing(step: Filter) -> Filter | None:
    """Return a check of a filter that fails if the filter does; None if it finds something, or only moves on."""
    if isinstance(step, TestFilter):
        return step
    if isinstance(step, ChoiceFilter):
        parts: list[Filter | None] = list(step.alternatives)
        if condition_of(step) is not None:  # one of the two tests holds
            parts = [part.nextFilter for part in step.alternatives]
        found = [next(filter(None, map(_failing, _chain(part))), None) for part in parts]
        return found[-1] if all(found) else None
    if isinstance(step, RepeatFilter) and step.min > 0:
        return next(filter(None, map(_failing, _chain(step.body))), None)
    called = _called(step)
    return next(filter(None, map(_failing, _chain(called))), None)


def _changing(step: Filter) -> EffectFilter | None:
    """Return what a filter changes: the first change in it; None if it changes nothing, or ends the game."""
    if isinstance(step, EffectFilter):
        return None if isinstance(step, EndFilter) else step
    inside = (
        step.alternatives
        if isinstance(step, ChoiceFilter)
        else [step.body]
        if isinstance(step, ApplyFilter | RepeatFilter)
        else [_called(step)]
    )
    return next((found for part in inside for each in _chain(part) if (found := _changing(each)) is not None), None)
