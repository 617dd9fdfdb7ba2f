"""What effects change although a check then breaks off what they were doing: nothing is rolled back in effects.

In a rule a check that fails takes back whatever its flow has changed. In an effect it does not: a repetition whose last
turn fails keeps what this turn has changed so far, and the next alternative of a ``first`` finds it there. And what a
first part of a chain that finds nothing leaves undone: the parts after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    ApplyFilter,
    AttributeOf,
    CallFilter,
    ChoiceFilter,
    ChoiceMode,
    CompareFilter,
    CounterEffectFilter,
    CounterValue,
    CountValue,
    EffectFilter,
    EndFilter,
    Filter,
    ForEach,
    GuardFilter,
    MovableFilter,
    MoveEffectFilter,
    Perspective,
    RepeatFilter,
    RepetitionFilter,
    ShiftEffectFilter,
    StackEffectFilter,
    StateEffectFilter,
    SubPipeline,
    TestFilter,
)
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.game.recognition import condition_of
from tilewright.model.game.writer import write_condition, write_filter
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.validation.chains import chain_of, parts, run_by
from tilewright.model.validation.model import Model

T = TypeVar("T")

_OF_BOARD = (StateEffectFilter, MoveEffectFilter, StackEffectFilter, ShiftEffectFilter)
"""What changes the states of cells."""


@dataclass(frozen=True, slots=True)
class _Broken:
    """A check that may fail after a change, in a chain that goes on elsewhere if it fails.

    *decides*: it asks for what has been changed before, and nothing but what follows it depends on it.
    """

    change: EffectFilter
    check: Filter
    decides: bool


def half_done_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of repetitions and alternatives in effects that may be broken off after they have changed something.

    What the constraint ``firstAlternativesMustNotCheckAfterEffects`` refuses is not among them: a change and a check
    in the chain of an alternative itself.
    """
    chains = _Chains()
    for step in model.game.effectSteps():
        if isinstance(step, RepeatFilter) and step.maximal:
            what, parts = "this turn of 'repeat'", [step.body]
        elif isinstance(step, ChoiceFilter) and step.mode is ChoiceMode.First:
            what, parts = "this alternative", list(step.alternatives)[:-1]
        else:
            continue
        for part in parts:
            found = chains.broken(part)
            if found is not None:
                yield _told(model, what, found, may_go_on=isinstance(step, ChoiceFilter))


def parallel_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of chains with parts that do the same for different things, such as ``tally(Red); tally(Blue)``.

    Where the first part finds nothing, the others are not run.
    """
    chains = _Chains()
    shapes = _Shapes()
    for call in model.all(CallFilter):
        following = call.nextFilter
        body = following.body if isinstance(following, ApplyFilter) else None
        if (
            call.container is None
            or call.eContainmentFeature().name == "nextFilter"
            or not isinstance(body, CallFilter)
        ):
            continue
        alike = call.pipeline is not body.pipeline and shapes[call.pipeline] == shapes[body.pipeline]
        if alike and chains.fails(call.pipeline.filter):
            message = (
                f"where '{call.pipeline.name}' finds nothing, what stands after ';' is not done either; if each part "
                "stands alone, the chain begins with 'any;'"
            )
            yield model.warn("only-after-condition", message, call)


class _Shapes(dict[SubPipeline, int]):
    """A number for each sub-pipeline: the same for those whose elements have the same classes."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], int] = {}

    def __missing__(self, pipeline: SubPipeline) -> int:
        kinds = tuple(element.eClass.name for element in pipeline.eAllContents())
        self[pipeline] = self._numbers.setdefault(kinds, len(self._numbers))
        return self[pipeline]


def _told(model: Model, what: str, found: _Broken, *, may_go_on: bool) -> Diagnostic:
    meant = "ask before the change, as in 'has { … } -> …'"
    try:
        if may_go_on and found.decides:
            meant = f"what depends on it stands in braces, as in '{write_condition(found.check)}'"
        asked, done = f"'{write_filter(found.check)}'", f"'{write_filter(found.change)}'"
    except Unwritable:
        asked, done = "this check", "a change"
    message = (
        f"if {asked} fails, {what} is over, but what {done} has changed before remains: nothing is rolled back in "
        f"effects and in 'do {{ … }}' of rules; {meant}"
    )
    return model.warn("half-done", message, found.check)


class _Chains:
    """What chains change and ask. Each chain is looked at once, however often it is called."""

    def __init__(self) -> None:
        self._broken: dict[Filter, _Broken | None] = {}
        self._failing: dict[Filter, Filter | None] = {}
        self._changing: dict[Filter, EffectFilter | None] = {}

    def broken(self, chain: Filter) -> _Broken | None:
        """Return the first check of a chain that may fail after a change in it, with the last change before it.

        Where one has surely run, it is the last of those.

        A chain that asks with ``has`` before its changes is trusted.
        """
        if chain not in self._broken:
            self._broken[chain] = self._first_broken(chain)
        return self._broken[chain]

    def fails(self, chain: Filter) -> bool:
        """Return whether a chain may find nothing, because of a check in it."""
        return self._failing_chain(chain) is not None

    def _first_broken(self, chain: Filter) -> _Broken | None:
        change: EffectFilter | None = None
        done: EffectFilter | None = None
        before: list[Filter] = []
        for step in chain_of(chain):
            if isinstance(step, GuardFilter):
                return None
            check = None if change is None else self._failing_step(step)
            if change is not None and check is not None:
                decides = _asks_for(check, before) and self._ends_with(step, check)
                return _Broken(done or change, check, decides)
            if isinstance(step, CallFilter) and (inner := self.broken(step.pipeline.filter)) is not None:
                return replace(inner, decides=inner.decides and step.nextFilter is None)
            last = self._changing_step(step)
            change = last or change
            done = last if last is not None and self._surely_changes(step) else done
            before.append(step)
        return None

    def _ends_with(self, step: Filter, check: Filter) -> bool:
        """Return whether a check is a filter, or in what it calls, and is followed there by something, but no check."""
        if step is check:
            following = check.nextFilter
            return following is not None and not self.fails(following)
        if not isinstance(step, CallFilter) or step.nextFilter is not None:
            return False
        return any(self._ends_with(inner, check) for inner in chain_of(step.pipeline.filter))

    def _failing_step(self, step: Filter) -> Filter | None:
        """Return a check of a filter that fails if the filter does; None if it finds something, or only moves on."""
        if isinstance(step, TestFilter):
            return step
        if isinstance(step, ChoiceFilter):
            parts: list[Filter | None] = list(step.alternatives)
            if condition_of(step) is not None:  # one of the two tests holds
                parts = [part.nextFilter for part in step.alternatives]
            found = [None if part is None else self._failing_chain(part) for part in parts]
            return found[-1] if all(found) else None
        if isinstance(step, RepeatFilter) and step.min > 0:
            return self._failing_chain(step.body)
        return self._failing_chain(step.pipeline.filter) if isinstance(step, CallFilter) else None

    def _failing_chain(self, chain: Filter) -> Filter | None:
        return _first(self._failing, chain, self._failing_step)

    def _surely_changes(self, step: Filter) -> bool:
        """Return whether the first change in a filter is run whenever the filter is, since nothing stands before it."""
        while isinstance(step, ApplyFilter) and step.forEach is ForEach.Once:
            step = step.body
        return isinstance(step, EffectFilter)

    def _changing_step(self, step: Filter) -> EffectFilter | None:
        """Return what a filter changes: the first change in it; None if it changes nothing, or ends the game."""
        if isinstance(step, EffectFilter):
            return None if isinstance(step, EndFilter) else step
        inside: list[Filter] = []
        if isinstance(step, ChoiceFilter):
            inside += step.alternatives
        elif isinstance(step, ApplyFilter | RepeatFilter):
            inside.append(step.body)
        elif isinstance(step, CallFilter):
            inside.append(step.pipeline.filter)
        for chain in inside:
            found = _first(self._changing, chain, self._changing_step)
            if found is not None:
                return found
        return None


def _asks_for(check: Filter, before: Iterable[Filter]) -> bool:
    """Return whether a check compares or asks what the filters before it have changed.

    A pattern asks for the cells to which the filters before it have gone, which can be gone to earlier.
    """
    if not isinstance(check, CompareFilter | RepetitionFilter | MovableFilter):
        return False
    changes = [change for step in before for change in _changes(step)]
    read = [part for value in parts(check) for part in (value, *value.eAllContents())]
    is_of_board = not isinstance(check, CompareFilter) or any(
        isinstance(part, CountValue | AttributeOf) for part in read
    )
    if is_of_board and any(isinstance(change, _OF_BOARD) for change in changes):
        return True
    numbers = [part for part in read if isinstance(part, CounterValue)]
    return any(
        isinstance(change, CounterEffectFilter) and _is_number(number, change)
        for change in changes
        for number in numbers
    )


def _changes(step: Filter) -> Iterator[Element]:
    """Yield a filter, what stands in it, and what is run by it."""
    yield step
    for part in (step.pipeline,) if isinstance(step, CallFilter) else parts(step):
        yield from run_by(part)


def _is_number(value: CounterValue, change: CounterEffectFilter) -> bool:
    """Return whether a value is of the counter that is changed, and of the same player."""
    is_same = value.perspective is change.perspective and value.player is change.player
    return value.counter is change.counter and (is_same or Perspective.Each in (value.perspective, change.perspective))


def _first(known: dict[Filter, T | None], chain: Filter, of_step: Callable[[Filter], T | None]) -> T | None:
    """Return what is found at the first filter of a chain at which there is anything; None if there is nothing.

    What is *known* of chains is looked up, and kept.
    """
    if chain not in known:
        known[chain] = None
        for step in chain_of(chain):
            found = of_step(step)
            if found is not None:
                known[chain] = found
                break
    return known[chain]
