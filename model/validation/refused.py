"""What a reader has refused already, so that what follows from it is not reported as well."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from tilewright.metamodel import FeatureInfo
from tilewright.metamodel.elements import Element
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Document
from tilewright.model.places import Place

_WITHOUT_A_GAP = {"derived-feature", "duplicate-feature", "duplicate-identifier", "duplicate-value"}
"""Codes for what is too much, so that nothing is missing in the model."""

_PERHAPS_A_GAP = {"unknown-feature"}
"""Codes for what may be the wrong name of something that is missing."""

_NAMES = {code for code, known in CODES.items() if known.stage == "references"}
"""Codes for what leaves a reference open, and no player, tile or state out."""

_INCOMPLETE_BOARD = {
    "bad-symbol",
    "duplicate-symbol",
    "missing-declaration",
    "too-large",
    "unknown-symbol",
    "wrong-number",
    "wrong-picture",
}
"""Codes for what leaves states or cells out of the board, on which nearly every constraint depends."""


class Refused:
    """Knows the elements in whose text something was refused: from where they start to where the next one does."""

    def __init__(self, document: Document, elements: Sequence[Element]) -> None:
        self._document = document
        errors = [d for d in document.diagnostics if has_errors([d])]
        gaps = [d for d in errors if d.code not in _WITHOUT_A_GAP]
        self._starts = sorted({document.place(obj) for obj in elements}) if gaps else []
        self._owners = {self._owner(d.place) for d in gaps}
        self._certain = {self._owner(d.place) for d in gaps if d.code not in _PERHAPS_A_GAP}
        self._elements = {self._owner(d.place) for d in gaps if d.code not in _PERHAPS_A_GAP | _NAMES}
        self.board = any(d.code in _INCOMPLETE_BOARD for d in errors)

    def __contains__(self, obj: Element) -> bool:
        return bool(self._owners) and self._owner(self._document.place(obj)) in self._owners

    def given(self, obj: Element, feature: FeatureInfo) -> bool:
        """Return whether a feature that the model lacks stands in the text, as something that was refused."""
        place = self._document.place(obj)
        within = bool(self._certain) and self._owner(place) in self._certain
        return within or self._document.place(obj, feature.name) != place

    def contained(self, obj: Element) -> bool:
        """Return whether an element that the model lacks in *obj* may stand in the text: what is refused is no name."""
        return bool(self._elements) and self._owner(self._document.place(obj)) in self._elements

    def _owner(self, place: Place) -> int:
        return bisect_right(self._starts, place)
