"""The filters of a model as reports show them: their class, their text in the notation, and their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Filter
from tilewright.model.document import Document
from tilewright.model.objects import fragment, walk
from tilewright.model.places import Place
from tilewright.runtime.as_json import place_as_json

_SAID_ELSEWHERE = re.compile(r' because "(?:[^"\\]|\\.)*"$|(?: with \{\})? with \{ name (?:"(?:[^"\\]|\\.)*"|\w+) \}$')
"""The name and the author's reason at the end of a filter's text, which reports show elsewhere."""


@dataclass(frozen=True, slots=True)
class FilterInfo:
    """A filter: its class, its name if it has one, its text without what follows it, its place and its address."""

    filter: str
    name: str | None
    text: str
    place: Place
    address: str
    """The path of the filter in the model, as EMF writes it; it is unique."""

    def facts(self) -> dict[str, Any]:
        """Return the filter as a value for JSON."""
        return {
            "filter": self.filter,
            "name": self.name,
            "text": self.text,
            "place": place_as_json(self.place),
            "address": self.address,
        }


def filters_of(root: Element) -> Iterator[Filter]:
    """Yield every filter of a model once, in metamodel order."""
    return (element for element in walk(root) if isinstance(element, Filter))


def describe(element: Filter, document: Document) -> FilterInfo:
    """Return the description of a filter. Cost: it writes the filter in the notation, so keep what is used often."""
    from tilewright.model.game.writer import write_filter

    text = bare(" ".join(write_filter(element).split()))
    return FilterInfo(element.eClass.name, element.name, text, document.place(element), fragment(element))


def bare(text: str) -> str:
    """Return the text of a filter without its own name and reason; those of filters inside it stay."""
    for _ in range(2):
        text = _SAID_ELSEWHERE.sub("", text)
    return text


def shorten(text: str, most: int) -> str:
    """Return a text cut to *most* characters; the last one of a shortened text is an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
