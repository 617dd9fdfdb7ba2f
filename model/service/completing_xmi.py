"""What could be written at a place of XMI: tags, attributes, types and literals of the metamodel.

The text before the caret is scanned tag by tag; what stands after the caret need not be well-formed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.metamodel.documentation import documentation
from tilewright.metamodel.features import ClassInfo, FeatureInfo, Kind
from tilewright.metamodel.schema import schema

_TAG = re.compile(r"<(?P<closing>/?)(?P<name>[\w:.-]*)(?P<rest>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)(?P<end>>?)")
_BEGUN = re.compile(r"<(?P<name>[\w:.-]*)(?P<rest>[^<>]*)\Z")
_TYPE = re.compile(r"xsi:type\s*=\s*[\"'][\w.-]*:?(\w+)[\"']")
_VALUE = re.compile(r"(?P<name>[\w:.-]+)\s*=\s*[\"'](?:\w+:)?\w*\Z")
_NAME = re.compile(r"\s[\w:.-]*\Z")


@dataclass(frozen=True, slots=True)
class Offer:
    """A text that could be written, its kind (``class``, ``feature`` or ``literal``), and what it means."""

    text: str
    kind: str
    help: str


def offers(before: str) -> Iterator[Offer]:
    """Yield what could stand in place of the word at the end of *before*, the text of an XMI file up to the caret.

    What does not begin with that word is yielded, too: callers filter.
    """
    stack: list[ClassInfo | None] = []
    for tag in _TAG.finditer(before):
        if tag["closing"]:
            del stack[-1:]
            continue
        if tag["end"] and not tag["name"]:  # the XML declaration
            continue
        if not tag["end"]:  # an open quote ends this match early: the tag is matched once more, up to the caret
            begun = _BEGUN.match(before, tag.start())
            if begun is not None:
                yield from _within(begun, stack)
            return
        if not tag["rest"].endswith("/"):
            stack.append(_class_of(tag, stack))


def _class_of(tag: re.Match[str], stack: list[ClassInfo | None]) -> ClassInfo | None:
    """Return the class of an element: that of its ``xsi:type``, else the type of the feature that contains it."""
    said = _TYPE.search(tag["rest"])
    if said is not None:
        return schema().classes.get(said[1])
    if not stack:
        return schema().classes.get(tag["name"].rpartition(":")[2])
    feature = None if stack[-1] is None else stack[-1].by_name.get(tag["name"])
    return None if feature is None else schema().classes.get(feature.type)


def _within(tag: re.Match[str], stack: list[ClassInfo | None]) -> Iterator[Offer]:
    """Yield what could stand within a tag that is not closed yet."""
    parent = stack[-1] if stack else None
    if not tag["rest"]:
        for feature in () if parent is None else parent.containments:
            yield _of_feature(parent, feature)
        return
    info = _class_of(tag, stack)
    value = _VALUE.search(tag["rest"])
    if value is not None and value["name"] == "xsi:type":
        holder = None if parent is None else parent.by_name.get(tag["name"])
        for name in () if holder is None else schema().concrete.get(holder.type, ()):
            yield Offer(name, "class", documentation().get(name, ""))
    elif value is not None:
        named = None if info is None else info.by_name.get(value["name"])
        for literal in () if named is None else _literals(named):
            yield Offer(literal, "literal", documentation().get(f"{named.type}.{literal}", "") if named else "")
    elif info is not None and _NAME.search(tag["rest"]):
        given = set(re.findall(r"([\w:.-]+)\s*=", tag["rest"]))
        for feature in info.stored:
            if feature.kind is not Kind.CONTAINMENT and feature.written and feature.name not in given:
                yield _of_feature(info, feature)


def _literals(feature: FeatureInfo) -> tuple[str, ...]:
    if feature.literals is not None:
        return tuple(feature.literals)
    return ("true", "false") if feature.type == "boolean" else ()


def _of_feature(info: ClassInfo | None, feature: FeatureInfo) -> Offer:
    owners = [] if info is None else [one for one in schema().classes.values() if feature in one.own]
    return Offer(feature.name, "feature", documentation().get(f"{owners[0].name}.{feature.name}", "") if owners else "")
