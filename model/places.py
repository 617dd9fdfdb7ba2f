"""Places in files.

Lines and columns count from 1; columns count characters. ``Places`` gives the places of the elements of a model, so
that every message about a model can name one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tilewright.metamodel.elements import Element


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A character of a file."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Places(Protocol):
    """The places at which the elements of a model and their features were written."""

    def of(self, obj: Element, feature: str | None = None) -> Place:
        """Return the place of an element, or of the value of one of its features.

        A feature that was not written has the place of its element. An element that was not written has the place of
        the text from which it was made, at worst the start of the file.
        """


class Nowhere:
    """The places of a model that was not read from a file."""

    def __init__(self, name: str = "<model>") -> None:
        self._place = Place(name)

    def of(self, obj: Element, feature: str | None = None) -> Place:
        """Return the start of the nameless file."""
        return self._place


class Copied:
    """The places of the elements of a copied model: those of the originals."""

    def __init__(self, places: Places, originals: Mapping[Element, Element]) -> None:
        self._places = places
        self._originals = originals

    def of(self, obj: Element, feature: str | None = None) -> Place:
        """Return the place of the original."""
        return self._places.of(self._originals.get(obj, obj), feature)


class Recorded:
    """The places that the reader of a text recorded while it built the model."""

    def __init__(self, file: str) -> None:
        self._start = Place(file)
        self._elements: dict[Element, Place] = {}
        self._features: dict[tuple[Element, str], Place] = {}

    def record(self, obj: Element, place: Place, feature: str | None = None) -> None:
        """Record the place of an element or of one of its features."""
        if feature is None:
            self._elements[obj] = place
        else:
            self._features[obj, feature] = place

    def of(self, obj: Element, feature: str | None = None) -> Place:
        """Return the place recorded for the feature, else for the element, else for its nearest container."""
        if feature is not None and (obj, feature) in self._features:
            return self._features[obj, feature]
        current = obj
        while current is not None:
            if current in self._elements:
                return self._elements[current]
            current = current.eContainer()
        return self._start
