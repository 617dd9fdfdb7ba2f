"""Where the elements of an XML file start.

lxml tells only the line on which a start tag *ends*. A reader therefore numbers the elements in document order, from 0.
The file is scanned again only when there is something to report, by expat, which tells the line and column of every
start tag. Both count from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from xml.parsers import expat

from tilewright.metamodel.elements import Element
from tilewright.model.places import Place


class _Found(Exception):
    """Ends a scan early."""


def doctype(data: bytes) -> tuple[int, int] | None:
    """Return line and column of a document type declaration, or None. Cost: reads up to the root's start tag."""
    parser = expat.ParserCreate()
    found: list[tuple[int, int]] = []

    def at_doctype(*_: object) -> None:
        start = data.rfind(b"<!DOCTYPE", 0, parser.CurrentByteIndex)  # expat calls this after the name
        if start < 0:
            found.append((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))
        else:
            found.append((data.count(b"\n", 0, start) + 1, start - data.rfind(b"\n", 0, start)))
        raise _Found

    def at_element(*_: object) -> None:
        raise _Found

    parser.StartDoctypeDeclHandler = at_doctype
    parser.StartElementHandler = at_element
    with suppress(_Found, expat.ExpatError, ValueError, LookupError):  # lxml reports what is not well-formed
        parser.Parse(data, True)
    return found[0] if found else None


def first_error(data: bytes) -> tuple[int, int] | None:
    """Return line and column of the first place where the file is not well-formed, or None if expat finds none."""
    parser = expat.ParserCreate(namespace_separator=" ")  # to find prefixes that nothing declares
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        return error.lineno, error.offset + 1
    except (_Found, ValueError, LookupError):
        pass
    return None


def starts(data: bytes) -> list[tuple[int, int]]:
    """Return line and column of every start tag, in document order. The file is well-formed and has no doctype."""
    parser = expat.ParserCreate()
    found: list[tuple[int, int]] = []

    def at_element(*_: object) -> None:
        found.append((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))

    parser.StartElementHandler = at_element
    with suppress(
        expat.ExpatError, ValueError, LookupError
    ):  # an encoding that only lxml knows: return what was found so far
        parser.Parse(data, True)
    return found


def texts(data: bytes) -> list[tuple[int, int]]:
    """Return line and column of every text between tags that is not blank, in document order."""
    parser = expat.ParserCreate()
    found: list[tuple[int, int]] = []
    within = False

    def at_tag(*_: object) -> None:
        nonlocal within
        within = False

    def at_text(text: str) -> None:
        nonlocal within
        blank = text[: len(text) - len(text.lstrip(" \t\r\n"))]
        if not within and len(blank) < len(text):
            within = True
            line, column = parser.CurrentLineNumber + blank.count("\n"), len(blank) - blank.rfind("\n")
            found.append((line, column if "\n" in blank else parser.CurrentColumnNumber + column))

    parser.StartElementHandler = parser.EndElementHandler = at_tag
    parser.CharacterDataHandler = at_text
    with suppress(expat.ExpatError, ValueError, LookupError):  # an encoding that only lxml knows
        parser.Parse(data, True)
    return found


def _refuse(*_: object) -> None:
    raise _Found


class XmiPlaces:
    """The places of the elements of one file, which are those of their start tags.

    *elements* holds the element of each start tag, None where nothing was built; more may be added to it.
    The file is scanned on first use.
    """

    def __init__(self, file: str, data: bytes, elements: Sequence[Element | None]) -> None:
        self._file = file
        self._data = data
        self._elements = elements
        self._ordinals: dict[Element, int] = {}
        self._numbered = 0
        self._starts: list[tuple[int, int]] = []

    def at(self, ordinal: int) -> Place:
        """Return the place of the element with a number; the start of the file if it is not known."""
        if not self._starts:
            self._starts = starts(self._data)
        if ordinal < len(self._starts):
            return Place(self._file, *self._starts[ordinal])
        return Place(self._file)

    def of_texts(self) -> list[Place]:
        """Return the places of all texts between tags that are not blank, in document order."""
        return [Place(self._file, *place) for place in texts(self._data)]

    def of(self, obj: Element, feature: str | None = None) -> Place:
        """Return the place of an element's start tag, whatever the feature.

        An element that is not in the file has the place of its nearest container that is, or the start of the file.
        """
        for number in range(self._numbered, len(self._elements)):  # those that were read since the last time
            element = self._elements[number]
            if element is not None:
                self._ordinals[element] = number
        self._numbered = len(self._elements)
        current = obj
        while current is not None:
            if current in self._ordinals:
                return self.at(self._ordinals[current])
            current = current.eContainer()
        return Place(self._file)
