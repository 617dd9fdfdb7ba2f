"""What conditions and values do to no effect: after them the position is as before them, and nothing has ended.

To move pieces, set cells and count within a condition is meant: what follows there asks about the position that this
makes. Ends, turns and clicks are looked at only when the rule has run, and so never.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AmountFilter,
    CallFilter,
    EndFilter,
    Filter,
    GuardFilter,
    MovableFilter,
    OptionFilter,
    PhaseEffectFilter,
    PhaseFilter,
    SelectFilter,
    SubPipeline,
    TurnEffectFilter,
    Value,
)
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.validation.model import Model

_NO_END = "ends nothing; to end the game where the condition holds, write it after the condition"
_NO_CLICK = "is no part of a move"
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

    Not of phases and amounts that something behind them in their chain reads: they ask what could be done in another
    phase, and whether some number fits.
    """
    lasting = _run(model.game.eContents())
    heads = (each for each in model.filters if _is_asked(each))
    undone = _run(heads) - lasting
    asking = model.leading_to([*model.all(MovableFilter), *model.all(PhaseFilter)])
    for cls, what in _VAIN.items():
        for found in model.all(cls):
            if found not in undone or (isinstance(found, SelectFilter) and not found.record):
                continue
            if isinstance(found, PhaseEffectFilter) and found.nextFilter in asking:
                continue
            if isinstance(found, AmountFilter) and _is_read(model, found):
                continue
            message = f"what is done in a condition, or to find a value, is undone after it, so that this {what}"
            yield model.warn("undone", message, found)


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
