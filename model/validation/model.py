"""A model as the checks of game sense see it: its elements by class, what is referred to, and what chains lead to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from tilewright.metamodel import Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document
from tilewright.model.objects import children, values_of


class Model:
    """The elements of a document whose model has no errors."""

    def __init__(self, document: Document, elements: Sequence[EObject]) -> None:
        self.document = document
        self.game = elements[0]
        self.by_class: dict[str, list[EObject]] = defaultdict(list)
        for obj in elements:
            self.by_class[obj.eClass.name].append(obj)

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

    def inside(self, root: EObject) -> Iterator[EObject]:
        """Yield *root*, what it contains, and what the sub-pipelines called in it contain, each once."""
        seen: set[EObject] = set()
        pending = [root]
        while pending:
            obj = pending.pop()
            if obj not in seen:
                seen.add(obj)
                yield obj
                pending.extend(children(obj))
                if obj.eClass.name == "CallFilter":
                    pending.append(obj.pipeline.filter)

    def warn(self, code: str, message: str, obj: EObject, related: tuple[Related, ...] = ()) -> Diagnostic:
        """Return a diagnostic at the place of an element."""
        return diagnose(code, message, self.document.place(obj), related)
