"""A model as the checks of game sense see it: its elements by class, what is referred to, what leads where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from tilewright.metamodel import Kind, schema
from tilewright.metamodel.language import Filter
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document
from tilewright.model.objects import values_of


class Model:
    """The elements of a document whose model has no errors."""

    def __init__(self, document: Document, elements: Sequence[EObject]) -> None:
        self.document = document
        self.game = elements[0]
        self.by_class: dict[str, list[EObject]] = defaultdict(list)
        for obj in elements:
            self.by_class[obj.eClass.name].append(obj)
        self.filters = [obj for obj in elements if isinstance(obj, Filter)]
        """All filters, each behind those that stand before it in its chain."""

    @cached_property
    def referred(self) -> set[EObject]:
        """Every element that a reference of another one names."""
        found: set[EObject] = set()
        for name, objs in self.by_class.items():
            references = [f for f in schema().classes[name].stored if f.kind is Kind.REFERENCE]
            for feature in references:
                found.update(value for obj in objs for value in values_of(obj, feature))
        return found

    @cached_property
    def owners(self) -> dict[EObject, EObject]:
        """The player who owns a cell in a state, by state."""
        found = {p.associatedState: p for p in self.game.players if p.associatedState is not None}
        found.update({state: state.owner for state in self.by_class["State"] if state.owner is not None})
        return found

    def leading_to(self, targets: Iterable[EObject]) -> set[EObject]:
        """Return *targets* and every element that contains one of them, or calls a sub-pipeline that does."""
        calls: dict[EObject, list[EObject]] = defaultdict(list)
        for call in self.by_class["CallFilter"]:
            calls[call.pipeline].append(call)
        found: set[EObject] = set()
        pending = list(targets)
        while pending:
            obj = pending.pop()
            if obj is not None and obj not in found:
                found.add(obj)
                pending += [obj.eContainer(), *calls.get(obj, ())]
        return found

    def warn(self, code: str, message: str, obj: EObject, related: tuple[Related, ...] = ()) -> Diagnostic:
        """Return a diagnostic at the place of an element."""
        return diagnose(code, message, self.document.place(obj), related)
