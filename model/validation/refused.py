"""What a reader has refused already, so that what follows from it is not reported as well."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from tilewright.metamodel.typing import EObject
from tilewright.model.document import Document

_CODES = {
    "abstract-class",
    "ambiguous-reference",
    "bad-value",
    "too-large",
    "too-many-values",
    "unknown-class",
    "unresolved-reference",
    "wrong-class",
    "wrong-picture",
    "wrong-reference-type",
}
"""Codes for a value that is given, but left out of the model."""


class Refused:
    """Knows the elements in whose text a value was refused: from where they start to where the next one does."""

    def __init__(self, document: Document, elements: Sequence[EObject]) -> None:
        self._document = document
        refused = [d.place for d in document.diagnostics if d.code in _CODES]
        self._starts = sorted({document.place(obj) for obj in elements}) if refused else []
        self._owners = {bisect_right(self._starts, place) for place in refused}

    def __contains__(self, obj: EObject) -> bool:
        return bool(self._owners) and bisect_right(self._starts, self._document.place(obj)) in self._owners
