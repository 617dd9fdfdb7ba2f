"""The elements of a model: collected once, with care, since a model built in a program may contain itself."""

from __future__ import annotations

from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.document import Document
from tilewright.model.objects import MAX_DEPTH, children


def contents(document: Document, root: EObject) -> tuple[list[EObject], list[Diagnostic]]:
    """Return *root* and all it contains, each before its own contents, and what is wrong with how they are nested."""
    elements: list[EObject] = []
    faults: list[Diagnostic] = []
    if root.eClass.name != "Game":
        message = f"a model is a Game, but this is a {root.eClass.name}"
        faults.append(diagnose("wrong-class", message, document.place(root)))
    pending = [(root, 0)]
    while pending:
        obj, depth = pending.pop()
        elements.append(obj)
        if depth > MAX_DEPTH:
            message = f"elements are nested more than {MAX_DEPTH} levels deep"
            return elements, [*faults, diagnose("nesting-too-deep", message, document.place(obj))]
        pending.extend((child, depth + 1) for child in reversed(list(children(obj))))
    return elements, faults
