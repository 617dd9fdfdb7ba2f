"""Writes elements in the class form.

Features stand in metamodel order, one on a line; an element that contains no other is written on one line if it fits.
What has its default value is left out. A reference is the shortest name that resolves to its target.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tilewright.metamodel import FeatureInfo, Kind, schema
from tilewright.metamodel.elements import Element
from tilewright.model import dialects
from tilewright.model.document import Comments
from tilewright.model.objects import identifier_of, is_default, values_of
from tilewright.model.text.references import Scopes

_WIDTH = 100
_STEP = "  "
_NAME = re.compile(r"[^\W\d]\w*\Z")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

LeftOut = Callable[[Element, FeatureInfo], bool]
"""Tells whether a feature of an element is left out, because the reader gives it the same value."""


@dataclass(frozen=True, slots=True)
class _Element:
    """An element still to be written: *indent* and *before* precede it on its first line, *behind* follows it."""

    obj: Element
    indent: str
    before: str
    behind: str


class ClassFormWriter:
    """Writes elements of one model. The names of the whole model are given, so that an element can be written alone."""

    def __init__(self, names: Scopes, comments: Comments | None = None, left_out: LeftOut = is_default) -> None:
        self._names = names
        self._comments = comments or Comments()
        self._left_out = left_out

    def lines(self, obj: Element, indent: str = "", before: str = "") -> list[str]:
        """Return an element as lines. *before* stands in front of it on its first line."""
        lines: list[str] = []
        pending: list[_Element | str] = [_Element(obj, indent, before, "")]
        while pending:
            item = pending.pop()
            if isinstance(item, str):
                lines.append(item)
            else:
                pending.extend(reversed(self._taken_apart(item)))
        return lines

    def _taken_apart(self, element: _Element) -> list[_Element | str]:
        """Return the lines of an element, and between them its contained elements, which are still to be written."""
        obj, indent = element.obj, element.indent
        head = f"{indent}{element.before}{self._head(obj)}"
        inner = indent + _STEP
        items: list[_Element | str] = []
        plain: list[str] = []
        for feature in self._written(obj):
            if feature.kind is not Kind.CONTAINMENT:
                plain.append(f"{feature.name} {self.plain(obj, feature)}")
                items.append(inner + plain[-1])
            elif not feature.many:
                items.append(_Element(getattr(obj, feature.name), inner, f"{feature.name} ", ""))
            else:
                children = values_of(obj, feature)
                items.append(f"{inner}{feature.name} {{")
                items += [_Element(child, inner + _STEP, "", ",") for child in children[:-1]]
                items += [_Element(children[-1], inner + _STEP, "", ""), f"{inner}}}"]
        leading = [indent + text for text in self._comments.before.get(obj, ())]
        inside = [inner + text for text in self._comments.inside.get(obj, ())]
        line = f"{head} {{ {' '.join(plain)} }}" if plain else f"{head} {{}}"
        if len(plain) == len(items) and not inside and (not plain or len(line) <= _WIDTH):
            return [*leading, *self._closed(line, element)]
        return [*leading, f"{head} {{", *items, *inside, *self._closed(indent + "}", element)]

    def _closed(self, line: str, element: _Element) -> list[str]:
        """Return the last line of an element with the comments after it; more lines where one cannot hold them.

        Comments after the root stand on lines of their own.
        """
        lines = [line + element.behind]
        ended = element.obj is self._names.root
        for text in self._comments.after.get(element.obj, ()):
            if ended:
                lines.append(element.indent + text)
            else:
                lines[-1] += " " + text
            ended = ended or text.startswith("//") or "\n" in text or "\r" in text
        return lines

    def _named(self, name: str) -> str:
        """Return a name as a token."""
        return named(name)

    def _head(self, obj: Element) -> str:
        """Return flags, class, and identifier, which is quoted if it could be taken for a feature of the container."""
        info = schema().of(obj)
        words = [feature.name for feature in info.stored if _is_flag(obj, feature)]
        words.append(info.name)
        identifier = identifier_of(info)
        text = None if identifier is None else getattr(obj, identifier.name)
        if text is not None:
            container = obj.eContainer()
            owner = schema().of(container) if container is not None else None
            taken = owner is not None and (text in owner.by_name or dialects.alias(owner.name, text) is not None)
            words.append(quoted(text) if taken else self._named(text))
        return " ".join(words)

    def _written(self, obj: Element) -> list[FeatureInfo]:
        """Return the features that stand in the braces of an element."""
        info = schema().of(obj)
        identifier = identifier_of(info)
        return [
            feature
            for feature in info.stored
            if feature.written
            and feature is not identifier
            and not _is_flag(obj, feature)
            and not self._left_out(obj, feature)
        ]

    def _reference(self, target: Element, obj: Element, feature: FeatureInfo) -> str:
        """Return the name by which an element refers to another one."""
        return self._named(self._names.name_of(target, obj, feature.type))

    def plain(self, obj: Element, feature: FeatureInfo) -> str:
        """Return the text of the value or values of an attribute or a reference."""
        if feature.kind is Kind.REFERENCE:
            texts = [self._reference(target, obj, feature) for target in values_of(obj, feature)]
            return f"({', '.join(texts)})" if feature.many else texts[0]
        if feature.many:
            return f"{{{', '.join(_text(feature, value) for value in values_of(obj, feature))}}}"
        return _text(feature, getattr(obj, feature.name))


def _is_flag(obj: Element, feature: FeatureInfo) -> bool:
    """Return whether a feature is written as a word in front of the class."""
    return feature.type == "boolean" and not feature.many and not feature.default and bool(getattr(obj, feature.name))


def _text(feature: FeatureInfo, value: Any) -> str:
    if value is None:
        return "null"
    if feature.literals is not None:
        return str(value.name)
    if feature.type == "boolean":
        return "true" if value else "false"
    return quoted(value) if feature.type == "String" else str(value)


def named(name: str) -> str:
    """Return a name as a token: bare if it is a word, else in quotes."""
    return name if _NAME.match(name) else quoted(name)


def quoted(text: str) -> str:
    """Return a string token for a text, on one line. Characters that cannot be printed are escaped by their numbers.

    Those above U+FFFF are not: the notation has no escape for them.
    """
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return character if character.isprintable() or code > 0xFFFF else f"\\u{code:04X}"
