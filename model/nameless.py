"""Moves that have neither clicks nor options, and their notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tilewright.metamodel.language import (
    AmountFilter,
    ApplyFilter,
    CallFilter,
    ChoiceFilter,
    ControlFilter,
    EndFilter,
    Filter,
    Game,
    MoveRule,
    OptionFilter,
    RecordFilter,
    RepeatFilter,
    SelectFilter,
)

NAMELESS = "_"
"""The notation of such moves where the name of their rule cannot be used. No option has this label."""

_LABEL = re.compile(r"[a-zA-Z0-9+]+\Z")
_CELL = re.compile(r"[a-z]+[1-9][0-9]*\Z")


def nameless_rules(game: Game) -> list[MoveRule]:
    """Return the rules that may have moves with neither a click nor an option. Tests are assumed to pass.

    Cost: linear in the filters, those of sub-pipelines included.
    """
    pipeline = game.board.legalMovesPipeline
    rules = () if pipeline is None else pipeline.rules
    known: dict[Filter, _Way] = {}
    return [rule for rule in rules if _way_from(rule.filter, known) != _NOWHERE]


def nameless_label(game: Game) -> str:
    """Return the notation of a move without clicks and options.

    It is the name of its rule if only one rule has such moves and the name cannot be read as anything else; else
    ``NAMELESS``.
    """
    rules = nameless_rules(game)
    if len(rules) != 1 or not _LABEL.match(rules[0].name) or _CELL.match(rules[0].name):
        return NAMELESS
    taken = {element.label for element in game.eAllContents() if isinstance(element, OptionFilter)}
    return NAMELESS if rules[0].name in {"pass", *taken} else str(rules[0].name)


@dataclass(frozen=True, slots=True)
class _Way:
    """What a flow without a click or an option may do from a filter on: pass *through* it, or have *ended* the game."""

    through: bool
    ended: bool


_NOWHERE = _Way(False, False)


def _way_from(first: Filter, known: dict[Filter, _Way]) -> _Way:
    """Return the way from a filter to the end of its chain. Iterative; *known* holds the ways found so far."""
    pending, begun = [first], set[Filter]()
    while pending:
        element = pending[-1]
        inner = list(_CONTROL[type(element)][0](element)) if isinstance(element, ControlFilter) else []
        following = [*inner, *([element.nextFilter] if element.nextFilter is not None else [])]
        wanted = [] if element in begun else [other for other in following if other not in known]
        begun.add(element)
        if wanted:
            pending += wanted
            continue
        pending.pop()
        own = _own(element, [known.get(head, _NOWHERE) for head in inner])
        if own.through and element.nextFilter is not None:
            rest = known.get(element.nextFilter, _NOWHERE)
            own = _Way(rest.through, own.ended or rest.ended)
        known[element] = own
    return known[first]


def _own(element: Filter, inner: list[_Way]) -> _Way:
    """Return the way through a filter alone, given the ways through the chains that it runs."""
    if isinstance(element, ControlFilter):
        return _CONTROL[type(element)][1](element, _Way(any(w.through for w in inner), any(w.ended for w in inner)))
    ends = isinstance(element, EndFilter)
    naming = OptionFilter | AmountFilter | RecordFilter
    names = isinstance(element, naming) or (isinstance(element, SelectFilter) and element.record)
    return _Way(not names and not ends, ends)


_CONTROL: dict[type[ControlFilter], tuple[Callable[[Any], Iterable[Filter]], Callable[[Any, _Way], _Way]]] = {
    # a union's alternatives give cells, not clicks
    ChoiceFilter: (lambda e: e.alternatives, lambda e, w: _Way(True, False) if e.mode.name == "Union" else w),
    RepeatFilter: (lambda e: (e.body,), lambda e, w: _Way(w.through or e.min == 0, w.ended)),
    # effects make no clicks, and the flow goes on whatever becomes of them
    ApplyFilter: (lambda e: (e.body,), lambda e, w: _Way(True, w.ended)),
    CallFilter: (lambda e: (e.pipeline.filter,), lambda e, w: w),
}
"""For each class of filters that run chains: the chains, and the way through it given that through any of them."""
