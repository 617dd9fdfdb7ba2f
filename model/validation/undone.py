"""What conditions and values do to no effect: after them the position is as before them, and nothing has ended.

To move pieces, set cells and count within a condition is meant: what follows there asks about the position that this
makes. If nothing follows, it is vain. Ends, turns and clicks are looked at only when the rule has run, and so never.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AmountFilter,
    ApplyFilter,
    CallFilter,
    ChoiceFilter,
    CompareFilter,
    CounterEffectFilter,
    EndFilter,
    Filter,
    GuardFilter,
    MarkFilter,
    MovableFilter,
    MoveEffectFilter,
    OptionFilter,
    PhaseEffectFilter,
    PhaseFilter,
    SelectFilter,
    StackEffectFilter,
    StateEffectFilter,
    SubPipeline,
    TurnEffectFilter,
    Value,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.game.recognition import last_term
from tilewright.model.game.writer import write_value
from tilewright.model.remedies import Rewrite
from tilewright.model.validation.model import Model

_NO_END = "ends nothing; to end the game where the condition holds, write it after the condition"
_NO_CLICK = "is no part of a move"
_UNDONE = "what is done in a condition, or to find a value, is undone after it"
_CHANGES = (StateEffectFilter, MoveEffectFilter, StackEffectFilter, CounterEffectFilter, MarkFilter)
"""The filters that change the position and keep the working set."""
_VAIN: dict[type[Filter], str] = {
    EndFilter: _NO_END,
    TurnEffectFilter: "gives the turn to nobody",
    PhaseEffectFilter: "changes no phase",
    SelectFilter: f"{_NO_CLICK}; to take each cell by itself, write 'each'",
    OptionFilter: _NO_CLICK,
    AmountFilter: _NO_CLICK,
}
"""For each class of filters that are vain in a condition: what is said of it."""


def undone_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of ends, turns, phases, clicks, options and amounts that only conditions and values run.

    Also of changes at the end of a condition or a value.
    Not of phases and amounts that something behind them in their chain reads: they ask what could be done in another
    phase, and whether some number fits.
    """
    lasting = _run(model.game.eContents())
    heads = [each for each in model.filters if _is_asked(each)]
    undone = _run(heads) - lasting
    asking = model.leading_to([*model.all(MovableFilter), *model.all(PhaseFilter)])
    vain: list[Filter] = []
    for cls, what in _VAIN.items():
        for found in model.all(cls):
            if found not in undone or (isinstance(found, SelectFilter) and not found.record):
                continue
            if isinstance(found, PhaseEffectFilter) and found.nextFilter in asking:
                continue
            if isinstance(found, AmountFilter) and _is_read(model, found):
                continue
            vain.append(found)
            yield model.warn("undone", f"{_UNDONE}, so that this {what}", found)
    told = model.leading_to(vain)
    for head in heads:
        if head not in told:
            yield from _last_changes(model, head)


def _last_changes(model: Model, head: Filter) -> Iterator[Diagnostic]:
    """Warn of what the chain of a condition or a value changes at its end, where nothing asks what comes of it."""
    change = next((last for last in _ends(head) if isinstance(last, _CHANGES)), None)
    if change is None:
        return
    value = head.container
    test = value
    while isinstance(test, Value):
        test = test.container
    if not isinstance(test, CompareFilter) or last_term(test.right) is not value:
        yield model.warn("undone", f"{_UNDONE}, and nothing follows here that asks for what this changes", change)
        return
    name = write_value(value).split(" {")[0]
    message = (
        f"these braces belong to '{name}' and say of which cells it is the number, so that what is changed in them is "
        f"undone; to do it where the comparison holds, write '({name}) {{ … }}'"
    )
    place = model.document.place(value)
    last = replace(place, column=place.column + name.rfind(" ") + 1)
    yield diagnose("undone", message, place, remedies=(Rewrite(f"({name})", place, last),))


def _ends(head: Filter) -> Iterator[Filter]:
    """Yield the last filter of a chain; for a choice or a ``do``, the last ones of the chains inside it."""
    last = head
    while last.nextFilter is not None:
        last = last.nextFilter
    inside = (
        last.alternatives if isinstance(last, ChoiceFilter) else [last.body] if isinstance(last, ApplyFilter) else []
    )
    for inner in inside:
        yield from _ends(inner)
    if not inside:
        yield last


def _run(heads: Iterable[Element]) -> set[Element]:
    """Return what is contained in *heads* and the sub-pipelines that they call, but not in conditions and values."""
    found: set[Element] = set()
    pending = list(heads)
    while pending:
        element = pending.pop()
        if element in found or isinstance(element, SubPipeline):
            continue
        found.add(element)
        pending += (inner for inner in element.eContents() if not _is_asked(inner))
        if isinstance(element, CallFilter):
            pending.append(element.pipeline.filter)
    return found


def _is_asked(element: Element) -> bool:
    """Return whether a chain begins here that only tells something: a condition, or the cells of a value."""
    outer = element.container
    if isinstance(outer, GuardFilter | TurnEffectFilter):
        return outer.condition is element
    return isinstance(outer, Value) and isinstance(element, Filter)


def _is_read(model: Model, amount: AmountFilter) -> bool:
    """Return whether something behind an amount in its chain names its counter."""
    return amount.nextFilter in model.leading_to(each for each in model.referring[amount.counter] if each is not amount)
