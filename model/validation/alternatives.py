"""Choices of a single alternative, which choose nothing: mostly ``|`` was meant where something else stands."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    ApplyFilter,
    BranchingFilter,
    CallFilter,
    ChoiceFilter,
    ChoiceMode,
    Filter,
    RepeatFilter,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.game.lines import lines_of_aligned
from tilewright.model.game.recognition import CHOICES
from tilewright.model.remedies import Rewrite
from tilewright.model.validation.model import Model

_BRANCHING = BranchingFilter | ChoiceFilter | RepeatFilter | CallFilter
"""Filters that may make several flows of one, which a union with a single alternative unites."""


def alternative_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of choices that do what their only alternative does without them."""
    parts = [apply for apply in model.all(ApplyFilter) if is_in_single_alternative(apply)]
    for choice in model.all(ChoiceFilter):
        if len(choice.alternatives) > 1 or lines_of_aligned(choice):
            continue
        alone = choice.alternatives[0]
        if choice.mode is ChoiceMode.Union and any(isinstance(e, _BRANCHING) for e in (alone, *alone.eAllContents())):
            continue
        word = next(word for word, mode in CHOICES.items() if mode == choice.mode.name)
        message = f"there is a single alternative here, which does the same without '{word}'; '|' stands between two"
        places = [model.document.place(apply) for apply in parts if _first(apply) is alone]
        if places:
            message += ", and what stands behind ';' belongs to the same one"
        remedies = tuple(Rewrite("|", place, place) for place in places if len(places) == 1)
        yield diagnose("single-alternative", message, model.document.place(choice), remedies=remedies)


def is_in_single_alternative(element: Filter) -> bool:
    """Return whether a filter stands in the chain that is the only alternative of a choice."""
    outer = _first(element).container
    return isinstance(outer, ChoiceFilter) and list(outer.alternatives) == [_first(element)]


def _first(element: Filter) -> Element:
    """Return the first filter of the chain of a filter."""
    first: Element = element
    while isinstance(first.container, Filter) and first.container.nextFilter is first:
        first = first.container
    return first
