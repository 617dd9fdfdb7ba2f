"""The places of a packaged example in the text that people read.

An example is loaded from XMI, since that is faster. What is wrong with a move is told with the line of the notation
beside it, which is read only when the first place is asked for.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path

from tilewright.metamodel.elements import Element
from tilewright.model.document import Document
from tilewright.model.files import read
from tilewright.model.gallery import READABLE, packaged
from tilewright.model.objects import walk
from tilewright.model.places import Copied, Place, Places


def readable(document: Document, name: str) -> Document:
    """Return the document of a model that was given by a name, with the places of the text that people read.

    It is the document itself unless the name is that of an example which was read from another text.
    """
    own = Path(document.file)
    file = packaged(name, READABLE) if own != Path(name) and own == packaged(name) else None
    if file is None or file == own:
        return document
    return replace(document, places=_Readable(document, file))


class _Readable:
    """The places in another file that says the same model."""

    def __init__(self, document: Document, file: Path) -> None:
        self._document = document
        self._file = file

    def of(self, obj: Element, feature: str | None = None) -> Place:
        """Return the place of an element, or of the value of one of its features, in the other file."""
        return self._places.of(obj, feature)

    @cached_property
    def _places(self) -> Places:
        """The places in the other file; those of the document if it cannot be read, or says another model."""
        try:
            twin = read(self._file)
            twins = dict(zip(walk(self._document.game), walk(twin.game), strict=True))
        except (OSError, ValueError):
            return self._document.places
        return Copied(twin.places, twins)
