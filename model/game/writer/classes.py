"""The class form inside the shorthand: for elements and features that the shorthand cannot express."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from tilewright.metamodel import FeatureInfo, Kind, schema
from tilewright.metamodel.elements import Element
from tilewright.model.objects import is_default, values_of
from tilewright.model.text.references import Scopes
from tilewright.model.text.writer import ClassFormWriter


class ClassWriter:
    """Writes elements and features of one game in class form, on one line."""

    def __init__(self, game: Element) -> None:
        self._game = game

    @cached_property
    def _names(self) -> Scopes:
        return Scopes(self._game)

    def element(self, obj: Element, without: Collection[str] = ()) -> str:
        """Return an element with its contents on one line, without some of its features."""
        return _on_one_line(self.lines(obj, without=without))

    def lines(self, obj: Element, indent: str = "", before: str = "", without: Collection[str] = ()) -> list[str]:
        """Return the lines of an element with its contents, without some of its features."""

        def left_out(owner: Element, feature: FeatureInfo) -> bool:
            return is_default(owner, feature) or (owner is obj and feature.name in without)

        return ClassFormWriter(self._names, left_out=left_out).lines(obj, indent, before)

    def rest(self, obj: Element, features: Collection[str]) -> str:
        """Return ``with { … }`` for these features of an element, with a blank before it; nothing if there are none."""
        if not features:
            return ""
        by_name = schema().of(obj).by_name
        return f" with {{ {' '.join(self._feature(obj, by_name[name]) for name in features)} }}"

    def _feature(self, obj: Element, feature: FeatureInfo) -> str:
        if feature.kind is not Kind.CONTAINMENT:
            return f"{feature.name} {ClassFormWriter(self._names).plain(obj, feature)}"
        elements = [self.element(child) for child in values_of(obj, feature)]
        return f"{feature.name} {{ {', '.join(elements)} }}" if feature.many else f"{feature.name} {elements[0]}"


def _on_one_line(lines: Iterable[str]) -> str:
    return " ".join(line.strip() for line in lines)
