"""Reads XMI with a hardened parser and a walk driven by the metamodel.

Nothing in the file is trusted: a document type declaration is refused, so are references to other files; no schema
location is followed; size and depth are bounded. Every problem is reported, with the line and column of its element.

A walk numbers the elements in document order. References are collected on the way and resolved when all elements exist.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from lxml import etree

from tilewright.metamodel import BG_NS_URI, NS_URI, ClassInfo, FeatureInfo, Kind, schema
from tilewright.metamodel.elements import Element
from tilewright.metamodel.typing import EObject
from tilewright.model import dialects
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import MOST_HINTS, Diagnostic, ModelError, Related, near_miss
from tilewright.model.document import Document, Syntax
from tilewright.model.objects import MAX_DEPTH, append, assign, element_at, holds, new, without_collecting
from tilewright.model.values import parse_value
from tilewright.model.xmi import positions
from tilewright.model.xmi.parsing import parse_xml

_XMI = "{http://www.omg.org/XMI}"
_XSI = "{http://www.w3.org/2001/XMLSchema-instance}"
_TYPES = (f"{_XSI}type", f"{_XMI}type")
_SPECIAL = frozenset({*_TYPES, f"{_XSI}nil", "href"})
_IGNORED = frozenset({f"{_XMI}version", f"{_XSI}schemaLocation", f"{_XSI}noNamespaceSchemaLocation"})
_NAMESPACES = (NS_URI, BG_NS_URI)
_REFERENCE, _CONTAINMENT = Kind.REFERENCE, Kind.CONTAINMENT  # an enumeration's members are slow to look up
_KNOWN_NAMESPACES = " or ".join(_NAMESPACES)


def read_xmi(data: bytes, file: str) -> Document:
    """Read a model from the bytes of an XMI file. Cost: linear; about ten times lxml's bare parse."""
    try:
        root = parse_xml(data, file, "<game:Game …>")
    except ModelError as error:
        return Document(file, None, Syntax.XMI, list(error.diagnostics))
    with without_collecting():
        return _Reader(data, file).read(root)


class _Reader:
    """The walk over one file. ``elements`` holds the object of each element by number, None where there is none."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        self.elements: list[EObject | None] = []
        self.places = positions.XmiPlaces(file, data, self.elements)
        self.diagnostics: list[Diagnostic] = []
        self.references: list[tuple[EObject, FeatureInfo, str, int]] = []
        self.identifiers: dict[str, Element] = {}
        self.resolved: dict[str, EObject | None] = {}
        self.root: EObject = None
        self.is_bg = False
        self.classes = schema().classes
        self.values: set[Any] = set()
        self.parsed: dict[ClassInfo, dict[tuple[str, str], Any]] = defaultdict(dict)
        """For each class what was read of an attribute and its text, where it may be said again."""

    def read(self, node: Any) -> Document:
        """Build the model below the root element."""
        info = self._root_class(node)
        if info is not None:
            self.root = self._element(node, info, 1, node.items())
            self._refuse_texts(node)
            self._resolve_all()
            if self.is_bg and not self.diagnostics:
                dialects.apply_bg_dialect(self.root)
        return Document(
            self.file, self.root, Syntax.XMI, self.diagnostics, self.places, older=self.is_bg and not self.diagnostics
        )

    def _report(self, code: str, message: str, ordinal: int, related: tuple[Related, ...] = ()) -> None:
        self.diagnostics.append(diagnose(code, message, self.places.at(ordinal), related))

    # -- elements

    def _root_class(self, node: Any) -> ClassInfo | None:
        name = etree.QName(node)
        if name.namespace not in _NAMESPACES:
            found = f"the namespace {name.namespace}" if name.namespace else "no namespace"
            self._report("unknown-namespace", f"the root element is in {found}; a model is in {_KNOWN_NAMESPACES}", 0)
            return None
        self.is_bg = name.namespace == BG_NS_URI
        info = schema().classes.get(name.localname)
        if info is None:
            self._report("unknown-class", f"there is no class '{name.localname}'; the root of a model is a Game", 0)
        elif info.name != "Game":
            self._report("wrong-class", f"the root of a model is a Game, not a {info.name}", 0)
            return None
        return info

    def _element(self, node: Any, info: ClassInfo, depth: int, attributes: list[tuple[str, str]]) -> EObject:
        """Build one element with its contents. The caller puts it into its container."""
        ordinal = len(self.elements)
        obj = new(info)
        self.elements.append(obj)
        fields = obj.__dict__
        by_name = info.by_name
        parsed = self.parsed[info]
        for said in attributes:
            value = parsed.get(said)
            if value is not None:
                fields[said[0]] = value
                continue
            key, text = said
            feature = by_name.get(key) or self._other_attribute(obj, info, key, text, ordinal)
            if feature is None:
                continue
            if feature.kind is _REFERENCE and not feature.derived:
                self.references.append((obj, feature, text, ordinal))
            else:
                self._attribute(obj, feature, text, ordinal)
        for child in node:
            feature = by_name.get(child.tag)
            if feature is None or feature.kind is not _CONTAINMENT or feature.derived:
                self._other_child(obj, info, child, depth)
            else:
                self._child(obj, feature, child, depth)
        return obj

    def _child(self, obj: EObject, feature: FeatureInfo, node: Any, depth: int) -> None:
        """Build a contained element and put it into its container."""
        ordinal = len(self.elements)
        if depth >= MAX_DEPTH:
            self._report("nesting-too-deep", f"elements are nested deeper than {MAX_DEPTH} levels", ordinal)
            return self._skip(node)
        child_info = expected = self.classes[feature.type]
        attributes = node.items()
        if expected.abstract or _are_special(attributes):
            if node.get("href") is not None:
                self._report("href-refused", "a reference to another file is refused; a model is one file", ordinal)
                return self._skip(node)
            if node.get(f"{_XSI}nil") == "true":
                return self._skip(node)
            found = self._class_of(node, feature.name, expected, ordinal)
            if found is None:
                return self._unknown_element(node, expected, depth)
            child_info = found
        if feature.many:
            child = self._element(node, child_info, depth + 1, attributes)
            fields = obj.__dict__
            if feature.name in fields:
                fields[feature.name].append(child)
            else:
                fields[feature.name] = [child]
            child.container, child.containing = obj, feature
        elif feature.name in obj.__dict__:
            message = f"{obj.eClass.name}.{feature.name} is given twice; it holds one element"
            self._report("duplicate-feature", message, ordinal)
            self._element(node, child_info, depth + 1, attributes)
        else:
            assign(obj, feature, self._element(node, child_info, depth + 1, attributes))
        return None

    def _other_child(self, obj: EObject, info: ClassInfo, node: Any, depth: int) -> None:
        """Take what is no contained element under its own name: a value, an alias, or something that means nothing."""
        ordinal = len(self.elements)
        tag = node.tag
        feature = info.by_name.get(tag) or self._aliased(info, tag)
        if feature is None:
            self._report("unknown-feature", self._no_feature(info, tag), ordinal)
            self._skip(node)
        elif feature.derived:
            self._report("derived-feature", f"{info.name}.{feature.name} is derived and cannot be set", ordinal)
            self._skip(node)
        elif feature.kind is Kind.ATTRIBUTE:
            self._attribute_element(obj, feature, node, ordinal)
        elif feature.kind is Kind.REFERENCE:
            href = node.get("href") is not None
            message = f'{feature.name} refers to elements of this file; write it as an attribute: {feature.name}="//@…"'
            self._report("href-refused" if href else "bad-value", message, ordinal)
            self._skip(node)
        elif dialects.holds_pattern_filters(feature, tag):
            holder = self._element(node, self.classes["PatternFilter"], depth + 1, node.items())
            pattern = dialects.only_pattern(holder)
            if pattern is None:
                message = f"{tag} are alternatives; each PatternFilter among them must hold exactly one pattern"
                self._report("several-patterns", message, ordinal)
            else:
                append(obj, feature, pattern)
        else:
            self._child(obj, feature, node, depth)

    def _class_of(self, node: Any, name: str, expected: ClassInfo, ordinal: int) -> ClassInfo | None:
        """Return the class of a contained element: its xsi:type, else the class that the feature *name* expects."""
        declared = node.get(_TYPES[0]) or node.get(_TYPES[1])
        if declared is None:
            if expected.abstract:
                known = ", ".join(schema().concrete[expected.name])
                message = f"{name} needs an xsi:type, since {expected.name} is abstract (there are: {known})"
                self._report("abstract-class", message, ordinal)
                return None
            return expected
        prefix, _, local = declared.strip().rpartition(":")
        if node.nsmap.get(prefix or None) not in _NAMESPACES:
            message = f"the prefix of the type '{declared[:60]}' names no namespace of models ({_KNOWN_NAMESPACES})"
            self._report("unknown-namespace", message, ordinal)
            return None
        info = self.classes.get(local)
        if info is None:
            message = f"there is no class '{local[:60]}'{self._hint(local, schema().concrete[expected.name])}"
            self._report("unknown-class", message, ordinal)
        elif info.abstract:
            self._report("abstract-class", f"{local} is abstract; name one of its subclasses", ordinal)
        elif expected.name not in info.supertypes:
            self._report("wrong-class", f"{name} holds a {expected.name}, not a {local}", ordinal)
        else:
            return info
        return None

    def _unknown_element(self, node: Any, expected: ClassInfo, depth: int) -> None:
        """Read what lies below an element of unknown class, for its problems alone."""
        self.elements.append(None)
        stand_in = new(expected)
        for child in node:
            feature = expected.by_name.get(child.tag)
            if feature is not None and feature.kind is Kind.CONTAINMENT:
                self._child(stand_in, feature, child, depth + 1)
            else:
                self._skip(child)

    def _skip(self, node: Any) -> None:
        """Number the elements of a subtree that is not read."""
        self.elements.extend([None] * sum(1 for _ in node.iter()))

    # -- attributes

    def _other_attribute(self, obj: EObject, info: ClassInfo, key: str, text: str, ordinal: int) -> FeatureInfo | None:
        """Return the feature that an attribute means under another name; report what means nothing."""
        if key in _TYPES or key in _IGNORED or key == f"{_XSI}nil":
            return None
        if key == f"{_XMI}id":
            self._identify(text, obj, ordinal)
            return None
        feature = self._aliased(info, key)
        if feature is None:
            self._report("unknown-feature", self._no_feature(info, key), ordinal)
        return feature

    def _aliased(self, info: ClassInfo, name: str) -> FeatureInfo | None:
        alias = dialects.alias(info.name, name)
        return info.by_name.get(alias) if alias is not None else None

    def _attribute(self, obj: EObject, feature: FeatureInfo, text: str, ordinal: int) -> None:
        owner = obj.eClass.name
        if feature.derived:
            self._report("derived-feature", f"{owner}.{feature.name} is derived and cannot be set", ordinal)
        elif feature.kind is Kind.CONTAINMENT:
            message = f"{owner}.{feature.name} holds elements, not text: write <{feature.name} …/>"
            self._report("bad-value", message, ordinal)
        elif feature.many:
            for part in text.split():
                self._value(obj, feature, part, ordinal)
        else:
            self._value(obj, feature, text, ordinal)

    def _attribute_element(self, obj: EObject, feature: FeatureInfo, node: Any, ordinal: int) -> None:
        self._skip(node)
        self.values.add(node)
        nil = node.attrib.pop(f"{_XSI}nil", None) == "true"
        if len(node) or node.keys():
            self._report("text-refused", f"{feature.name} is a value; its element holds nothing but text", ordinal)
        elif not feature.many and feature.name in obj.__dict__:
            self._report("duplicate-feature", f"{feature.name} is given twice; it holds one value", ordinal)
        elif not nil:
            self._value(obj, feature, node.text or "", ordinal)
        elif feature.type != "String":
            self._report("bad-value", f"{feature.name} cannot be null", ordinal)
        elif not feature.many:
            assign(obj, feature, None)

    def _value(self, obj: EObject, feature: FeatureInfo, text: str, ordinal: int) -> None:
        try:
            value = parse_value(feature, text, hint=len(self.diagnostics) < MOST_HINTS)
        except ValueError as error:
            self._report("bad-value", f"{obj.eClass.name}.{feature.name}: {error}", ordinal)
            return
        if feature.many:
            append(obj, feature, value)
        else:
            assign(obj, feature, value)
            if feature.identifier:
                self._identify(value, obj, ordinal)
            else:
                self.parsed[obj.eClass][feature.name, text] = value

    def _identify(self, identifier: str, obj: Element, ordinal: int) -> None:
        first = self.identifiers.setdefault(identifier, obj)
        if first is not obj:
            related = (Related("the first one", self.places.of(first)),)
            self._report("duplicate-identifier", f"two elements have the identifier '{identifier}'", ordinal, related)

    def _refuse_texts(self, root: Any) -> None:
        """Report text between elements. The values of attributes that are written as elements are no such text."""
        texts = root.xpath("//text()[normalize-space()]")
        ordinals = {node: n for n, node in enumerate(root.iter())} if texts else {}
        for text in texts:
            node = text.getparent()
            if text.is_tail or node not in self.values:
                owner = node.getparent() if text.is_tail else node
                ordinal = ordinals[node]
                message = f"the text '{str(text).strip()[:40]}' cannot stand in a {etree.QName(owner).localname}"
                self._report("text-refused", message, ordinal)

    # -- references

    def _resolve_all(self) -> None:
        """Resolve what was collected: first the ends that texts must give, then their opposites, which must agree."""
        later: list[tuple[EObject, FeatureInfo, EObject, int]] = []
        known: dict[tuple[FeatureInfo, str], EObject] = {}
        for obj, feature, text, ordinal in self.references:
            target = known.get((feature, text))
            if target is not None:
                assign(obj, feature, target)
                continue
            targets = self._targets(feature, text, ordinal)
            if not feature.many and len(targets) > 1:
                message = f"{obj.eClass.name}.{feature.name} holds one element, not {len(targets)}"
                self._report("too-many-values", message, ordinal)
                continue
            for target in targets:
                if feature.opposite is not None and not feature.written:
                    later.append((obj, feature, target, ordinal))
                elif feature.many:
                    if holds(obj, feature, target):
                        message = f"{obj.eClass.name}.{feature.name} names the same element twice"
                        self._report("duplicate-value", message, ordinal)
                    append(obj, feature, target)
                else:
                    assign(obj, feature, target)
                    known[feature, text] = target
        for obj, feature, target, ordinal in later:
            self._oppose(obj, feature, target, ordinal)

    def _oppose(self, obj: EObject, feature: FeatureInfo, target: EObject, ordinal: int) -> None:
        """Take a reference that was given at its other end: it may complete that end but not contradict it."""
        back = schema().of(target).by_name[feature.opposite or ""]
        if back.many:
            append(target, back, obj)
        elif getattr(target, back.name) is None:
            assign(target, back, obj)
        elif getattr(target, back.name) is not obj:
            message = f"{feature.name} names an element whose {back.name} is another one; one of the two must go"
            self._report("opposite-mismatch", message, ordinal, (Related("that element", self.places.of(target)),))

    def _targets(self, feature: FeatureInfo, text: str, ordinal: int) -> list[EObject]:
        words = [text] if not feature.many and text in self.identifiers else text.split()
        targets = []
        for word in words:
            if "#" in word[1:] or "://" in word:
                self._report("href-refused", f"'{word[:60]}' refers to another file; a model is one file", ordinal)
                break
            target = self._target(word)
            if target is None:
                self._report("unresolved-reference", self._unresolved(feature, word), ordinal)
            elif feature.type not in schema().of(target).supertypes:
                message = f"{feature.name} refers to a {feature.type}; '{word[:60]}' is a {target.eClass.name}"
                self._report("wrong-reference-type", message, ordinal, (Related("it", self.places.of(target)),))
            else:
                targets.append(target)
        return targets

    def _target(self, word: str) -> EObject | None:
        if word not in self.resolved:
            address = word.removeprefix("#")
            by_address = address.startswith("/")
            self.resolved[word] = element_at(self.root, address) if by_address else self.identifiers.get(address)
        return self.resolved[word]

    def _unresolved(self, feature: FeatureInfo, word: str) -> str:
        shown = word if len(word) <= 60 else word[:60] + "…"
        if word.startswith("/"):
            return f"{feature.name}: there is no element at '{shown}'"
        return f"{feature.name}: no element has the identifier '{shown}'{self._hint(word, self.identifiers)}"

    def _no_feature(self, info: ClassInfo, name: str) -> str:
        shown = etree.QName(name).localname if name.startswith("{") else name
        return f"{info.name} has no feature '{shown[:60]}'{self._hint(shown, [f.name for f in info.stored])}"

    def _hint(self, name: str, known: Iterable[str]) -> str:
        """Return what may have been meant, unless that was said too often: looking for it takes time."""
        return near_miss(name, known, most=20) if len(self.diagnostics) < MOST_HINTS else ""


def _are_special(attributes: list[tuple[str, str]]) -> bool:
    """Return whether attributes say more than features: a class, null, or another file."""
    for key, _ in attributes:  # noqa: SIM110 – there are many elements, and a generator would take twice as long
        if key in _SPECIAL:
            return True
    return False
