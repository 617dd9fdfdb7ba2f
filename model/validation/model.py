"""The indexes of a model that the checks of game sense use: elements by class, references, containment and calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from tilewright.metamodel import ClassInfo, Kind
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import CallFilter, Combine, Filter, MarkFilter, Player, SelectFilter, State
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document
from tilewright.model.objects import values_of

E = TypeVar("E", bound=Element)


class Model:
    """The elements of a document whose model has no errors, with indexes that are made on demand."""

    def __init__(self, document: Document, elements: Sequence[Element]) -> None:
        self.document = document
        self.game = document.game
        self._by_class: dict[ClassInfo, list[Any]] = defaultdict(list)
        for obj in elements:
            self._by_class[obj.eClass].append(obj)
        self.filters = [obj for obj in elements if isinstance(obj, Filter)]
        """All filters, each after those that precede it in its chain."""

    def all(self, cls: type[E]) -> list[E]:
        """Return the elements of a class, without those of subclasses, in the order of the model."""
        return self._by_class.get(cls.eClass, [])

    @cached_property
    def referring(self) -> Mapping[Element, Sequence[Element]]:
        """For each element to which others refer, these others; containment is no reference."""
        found: dict[Element, list[Element]] = defaultdict(list)
        for info, objs in self._by_class.items():
            for feature in (feature for feature in info.stored if feature.kind is Kind.REFERENCE):
                for obj in objs:
                    for value in values_of(obj, feature):
                        found[value].append(obj)
        return dict(found)

    @cached_property
    def owners(self) -> dict[State, Player]:
        """The player who owns each state; states that belong to nobody are left out."""
        found = {p.associatedState: p for p in self.game.players if p.associatedState is not None}
        found.update({state: state.owner for state in self.all(State) if state.owner is not None})
        return found

    def leading_to(self, targets: Iterable[Element]) -> set[Element]:
        """Return *targets* and all elements that contain one of them or call a sub-pipeline that does, transitively."""
        calls: dict[Element, list[Element]] = defaultdict(list)
        for call in self.all(CallFilter):
            calls[call.pipeline].append(call)
        found: set[Element] = set()
        pending: list[Element | None] = list(targets)
        while pending:
            obj = pending.pop()
            if obj is not None and obj not in found:
                found.add(obj)
                pending += [obj.container, *calls.get(obj, ())]
        return found

    def warn(self, code: str, message: str, obj: Element, related: tuple[Related, ...] = ()) -> Diagnostic:
        """Return a diagnostic at the place of an element, with the severity of its code."""
        return diagnose(code, message, self.document.place(obj), related)


def sets_mark(user: Element) -> bool:
    """Return whether a filter may put cells into the mark to which it refers."""
    if isinstance(user, MarkFilter):
        return user.combine in (Combine.Replace, Combine.Union)
    return isinstance(user, SelectFilter)
