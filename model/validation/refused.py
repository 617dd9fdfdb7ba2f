"""What a reader has refused, so that problems that only follow from it are not reported as well."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from tilewright.metamodel import FeatureInfo
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Board
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Document
from tilewright.model.places import Place

_WITHOUT_A_GAP = {"derived-feature", "duplicate-feature", "duplicate-identifier", "duplicate-value"}
"""Codes for something superfluous: nothing is missing in the model because of it."""

_PERHAPS_A_GAP = {"unknown-feature"}
"""Codes for something that may be the misspelled name of what is missing."""

_NAMES = {code for code, known in CODES.items() if known.stage == "references"}
"""Codes for an unresolved reference: the reference is missing, but no element is."""

_INCOMPLETE_BOARD = {
    "bad-symbol",
    "duplicate-symbol",
    "missing-declaration",
    "too-large",
    "unknown-symbol",
    "wrong-number",
    "wrong-picture",
}
"""Codes for something that leaves states or cells out of the board, on which nearly all constraints depend."""


class Refused:
    """The elements in whose text something was refused: from the start of the element to that of the next one.

    ``board`` says whether the board may be incomplete, or of another size.
    """

    def __init__(self, document: Document, elements: Sequence[Element]) -> None:
        self._document = document
        errors = [d for d in document.diagnostics if has_errors([d])]
        gaps = [(d.code, d.place) for d in errors if d.code not in _WITHOUT_A_GAP]
        gaps += [("unresolved-reference", place) for place in document.following]
        self._starts = sorted({document.place(obj) for obj in elements}) if gaps else []
        self._owners = {self._owner(place) for _, place in gaps}
        self._certain = {self._owner(place) for code, place in gaps if code not in _PERHAPS_A_GAP}
        self._elements = {self._owner(place) for code, place in gaps if code not in _PERHAPS_A_GAP | _NAMES}
        unread = {self._owner(d.place) for d in errors if d.code == "bad-value"}
        boards = [obj for obj in elements if isinstance(obj, Board)] if unread else []
        self.board = any(d.code in _INCOMPLETE_BOARD for d in errors) or any(
            self._owner(document.place(board)) in unread for board in boards
        )

    def __contains__(self, obj: Element) -> bool:
        return bool(self._owners) and self._owner(self._document.place(obj)) in self._owners

    def given(self, obj: Element, feature: FeatureInfo) -> bool:
        """Return whether a feature that is missing in the model may be in the text, as something that was refused."""
        place = self._document.place(obj)
        within = bool(self._certain) and self._owner(place) in self._certain
        return within or self._document.place(obj, feature.name) != place

    def contained(self, obj: Element) -> bool:
        """Return whether an element that is missing in *obj* may be in the text, as something that was refused."""
        return bool(self._elements) and self._owner(self._document.place(obj)) in self._elements

    def _owner(self, place: Place) -> int:
        """Return a number of the element in whose text a place is."""
        return bisect_right(self._starts, place)
