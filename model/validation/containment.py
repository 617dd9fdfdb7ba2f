"""Collects the elements of a model. A model built by a program may contain itself, so the depth is limited."""

from __future__ import annotations

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Game
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.document import Document
from tilewright.model.objects import MAX_DEPTH
from tilewright.model.printable import with_article


def contents(document: Document, root: Element) -> tuple[list[Element], list[Diagnostic]]:
    """Return *root* and all its contents, in preorder, and diagnostics of a wrong root or of nesting too deeply."""
    elements: list[Element] = []
    faults: list[Diagnostic] = []
    if not isinstance(root, Game):
        message = f"a model is a Game, but this is {with_article(root.eClass.name)}"
        faults.append(diagnose("wrong-class", message, document.place(root)))
    deep = _collect(root, 0, elements)
    if deep is not None:
        message = f"elements are nested more than {MAX_DEPTH} levels deep"
        faults.append(diagnose("nesting-too-deep", message, document.place(deep)))
    return elements, faults


def _collect(obj: Element, depth: int, elements: list[Element]) -> Element | None:
    """Add an element and all its contents to *elements*; stop at one that is nested too deeply, and return it."""
    elements.append(obj)
    if depth > MAX_DEPTH:
        return obj
    for child in obj.eContents():
        if child.eClass.containments:
            deep = _collect(child, depth + 1, elements)
            if deep is not None:
                return deep
        else:
            elements.append(child)
    return None
