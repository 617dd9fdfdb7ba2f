"""The walk over an XMI file, driven by the classes of a metamodel.

Nothing in the file is trusted: references to other files are refused, no schema location is followed, and the depth is
bounded. Every problem is reported, with the line and column of its element.

A walk numbers the elements in document order, from 0: the number of an element is its *ordinal*. References are
collected on the way and resolved when all elements exist.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from lxml import etree

from tilewright.metamodel import ClassInfo, FeatureInfo, Kind
from tilewright.metamodel.elements import Element
from tilewright.metamodel.schema import Schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.hints import Hint, Hints, did_you_mean, near_miss
from tilewright.model.objects import MAX_DEPTH, append, assign, fragment, holds, new, values_of
from tilewright.model.printable import with_article
from tilewright.model.remedies import Remedy
from tilewright.model.values import BadValue
from tilewright.model.xmi import positions

XMI = "{http://www.omg.org/XMI}"
XSI = "{http://www.w3.org/2001/XMLSchema-instance}"
EXTENSION = f"{XMI}Extension"
SEVERAL = f"{XMI}XMI"
"""The root element of a file of several models, or of one model with extensions."""
_TYPES = (f"{XSI}type", f"{XMI}type")
_SPECIAL = frozenset({*_TYPES, f"{XSI}nil", "href"})
_IGNORED = frozenset(
    {f"{XMI}version", f"{XMI}uuid", f"{XMI}label", f"{XSI}schemaLocation", f"{XSI}noNamespaceSchemaLocation"}
)
_BY_NAME = re.compile(r"\A/+([^/@]+)\Z|\[name=(?:'|\")(.*)(?:'|\")\]\Z", re.DOTALL)
"""An address that gives the name of an element, in forms that are none in XMI."""
_TYPE = re.compile(r"[\w.-]+:[\w.-]+\Z")
"""A class with its prefix, which stands before the address of an element of another file."""
_SCHEME = re.compile(r"file:(//)?(?=/)")
_NUMBER_OR_KEYS = re.compile(r"([^.\[]*)([.\[]?)(.*)", re.DOTALL)
_REFERENCE, _CONTAINMENT = Kind.REFERENCE, Kind.CONTAINMENT  # an enumeration's members are slow to look up


class Walk(ABC):
    """The walk over one file.

    ``elements`` holds the object that was built for each element, by ordinal, None where none was. ``references``
    holds object, feature, text and ordinal of each reference. ``identifiers`` holds objects by identifier or
    ``xmi:id``, ``resolved`` the results of looking up addresses.
    """

    def __init__(self, data: bytes, file: str, schema: Schema, namespaces: Iterable[str]) -> None:
        self.file = file
        self.elements: list[EObject | None] = []
        self.places = positions.XmiPlaces(file, data, self.elements)
        self.diagnostics: list[Diagnostic] = []
        self.hints = Hints()
        self.references: list[tuple[EObject, FeatureInfo, str, int]] = []
        self.identifiers: dict[str, Element] = {}
        self.resolved: dict[str, EObject | None] = {}
        self.classes: Mapping[str, ClassInfo] = schema.classes
        self.schema = schema
        self.namespaces = tuple(namespaces)
        self.referring: set[EObject] = set()
        """The objects with references written as elements: only they may give one of a single value twice."""
        self.values: set[Any] = set()
        self.own_path = os.path.normpath(Path(file).absolute())
        self.parsed: dict[ClassInfo, dict[tuple[str, str], Any]] = defaultdict(dict)
        """For each class the values by attribute and text, so that a text is parsed once; identifiers are left out."""

    # -- what depends on the metamodel

    @abstractmethod
    def class_in(self, namespace: str, name: str) -> ClassInfo | None:
        """Return the class of this name in one of the namespaces."""

    @abstractmethod
    def value_of(self, feature: FeatureInfo, text: str) -> Any:
        """Return the value of an attribute; ``BadValue`` says what would be right."""

    @abstractmethod
    def element_at(self, address: str) -> EObject | None:
        """Return the element at an address that begins with a slash, or None."""

    @abstractmethod
    def lose(self, obj: EObject, *features: FeatureInfo, unless_set: bool = False) -> None:
        """Note that values of features of an element could not be read, or only of those that will not be set."""

    def may_be_null(self, feature: FeatureInfo) -> bool:
        """Return whether an attribute may have no value: whether ``xsi:nil`` is accepted."""
        return feature.type == "String"

    def aliased(self, info: ClassInfo, name: str) -> FeatureInfo | None:
        """Return the feature of a class that has *name* as an alias, or None."""
        return None

    def other_containment(self, obj: EObject, feature: FeatureInfo, node: Any, depth: int) -> None:
        """Add a contained element whose tag is an alias of the feature."""
        self.child(obj, feature, node, depth)

    def resolve_all(self) -> None:
        """Resolve all references. Those at ends that are not written come last and must agree with their opposites."""
        later: list[tuple[EObject, FeatureInfo, EObject, int]] = []
        known: dict[tuple[FeatureInfo, str], EObject] = {}
        given: set[tuple[EObject, FeatureInfo]] = set()
        for obj, feature, text, ordinal in self.references:
            if obj in self.referring and not feature.many:
                if (obj, feature) in given:
                    message = f"{obj.eClass.name}.{feature.name} is given twice; it holds one element"
                    self.report("duplicate-feature", message, ordinal)
                    continue
                given.add((obj, feature))
            target = known.get((feature, text))
            if target is not None:
                assign(obj, feature, target)
                continue
            for target in self.targets(obj, feature, text, ordinal):
                if feature.opposite is not None and not feature.written:
                    later.append((obj, feature, target, ordinal))
                elif feature.many:
                    if holds(obj, feature, target):
                        message = f"{obj.eClass.name}.{feature.name} names the same element twice"
                        self.report("duplicate-value", message, ordinal)
                    append(obj, feature, target)
                else:
                    assign(obj, feature, target)
                    known[feature, text] = target
        for obj, feature, target, ordinal in later:
            self._oppose(obj, feature, target, ordinal)

    def report(
        self,
        code: str,
        message: str,
        ordinal: int,
        related: tuple[Related, ...] = (),
        remedies: tuple[Remedy, ...] = (),
    ) -> None:
        """Add a finding about the element of this number."""
        self.diagnostics.append(diagnose(code, message, self.places.at(ordinal), related, remedies))

    # -- elements

    def element(self, node: Any, info: ClassInfo, depth: int, attributes: list[tuple[str, str]]) -> EObject:
        """Build one element with its contents. The caller puts it into its container.

        *depth* is its level of containment, *attributes* are its attributes in XML, as names and texts.
        """
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
                self.child(obj, feature, child, depth)
        return obj

    def child(self, obj: EObject, feature: FeatureInfo, node: Any, depth: int) -> None:
        """Build a contained element and put it into its container."""
        ordinal = len(self.elements)
        if depth >= MAX_DEPTH:
            self.report("nesting-too-deep", f"elements are nested deeper than {MAX_DEPTH} levels", ordinal)
            self.lose(obj, feature)
            return self.skip(node)
        child_info = expected = self.classes[feature.type]
        attributes = node.items()
        if expected.abstract or _are_special(attributes):
            if node.get("href") is not None:
                self.report("href-refused", "a reference to another file is refused; a model is one file", ordinal)
                self.lose(obj, feature)
                return self.skip(node)
            if node.get(f"{XSI}nil") == "true":
                return self.skip(node)
            found = self._class_of(node, feature.name, expected, ordinal)
            if found is None:
                self.lose(obj, feature)
                return self._unknown_element(node, expected, depth)
            child_info = found
        if feature.many:
            child = self.element(node, child_info, depth + 1, attributes)
            fields = obj.__dict__
            if feature.name in fields:
                fields[feature.name].append(child)
            else:
                fields[feature.name] = [child]
            child.container, child.containing = obj, feature
        elif feature.name in obj.__dict__:
            message = f"{obj.eClass.name}.{feature.name} is given twice; it holds one element"
            self.report("duplicate-feature", message, ordinal)
            self.element(node, child_info, depth + 1, attributes)
        else:
            assign(obj, feature, self.element(node, child_info, depth + 1, attributes))
        return None

    def _other_child(self, obj: EObject, info: ClassInfo, node: Any, depth: int) -> None:
        """Read a child that is no containment by its name: a value, a reference or an alias; report anything else."""
        ordinal = len(self.elements)
        tag = node.tag
        feature = info.by_name.get(tag) or self.aliased(info, tag)
        if feature is None and tag == EXTENSION:
            self.skip_extension(node)
        elif feature is None:
            self._report_feature(info, tag, ordinal)
            self.lose(obj, *info.stored, unless_set=True)
            self.skip(node)
        elif feature.derived:
            self.report("derived-feature", f"{info.name}.{feature.name} is derived and cannot be set", ordinal)
            self.skip(node)
        elif feature.kind is Kind.ATTRIBUTE:
            self._attribute_element(obj, feature, node, ordinal)
        elif feature.kind is Kind.REFERENCE:
            self._reference_element(obj, feature, node, ordinal)
            self.skip(node)
        else:
            self.other_containment(obj, feature, node, depth)

    def _reference_element(self, obj: EObject, feature: FeatureInfo, node: Any, ordinal: int) -> None:
        """Read a reference that is written as an element, ``<next href="#//@parts.0"/>``, like an attribute."""
        address = node.get("href") or node.get(f"{XMI}idref")
        if address is not None and len(address.split()) == 1 and not len(node):
            self.references.append((obj, feature, address, ordinal))
            self.referring.add(obj)
            return
        self.values.add(node)
        message = f'{feature.name} refers to elements of this file; write it as an attribute: {feature.name}="//@…"'
        self.report("bad-value", message, ordinal)
        self.lose(obj, feature)

    def _class_of(self, node: Any, name: str, expected: ClassInfo, ordinal: int) -> ClassInfo | None:
        """Return the class of a contained element: its ``xsi:type``, else the type *expected* of the feature *name*.

        Report a class that cannot stand here and return None.
        """
        declared = node.get(_TYPES[0]) or node.get(_TYPES[1])
        if declared is None:
            if expected.abstract:
                known = ", ".join(self.schema.concrete[expected.name])
                message = f"{name} needs an xsi:type, since {expected.name} is abstract (there are: {known})"
                self.report("abstract-class", message, ordinal)
                return None
            return expected
        prefix, _, local = declared.strip().rpartition(":")
        namespace = node.nsmap.get(prefix or None)
        if namespace not in self.namespaces:
            self.report("unknown-namespace", self._without_namespace(node, declared, prefix, local), ordinal)
            return None
        info = self.class_in(namespace, local)
        if info is None:
            hint = self._hint(local, self.schema.concrete[expected.name])
            self.report("unknown-class", f"there is no class '{local[:60]}'{hint}", ordinal, (), hint.remedies)
        elif info.abstract:
            self.report("abstract-class", f"{local} is abstract; name one of its subclasses", ordinal)
        elif expected.name not in info.supertypes:
            self.report(
                "wrong-class", f"{name} holds {with_article(expected.name)}, not {with_article(local)}", ordinal
            )
        else:
            return info
        return None

    def _without_namespace(self, node: Any, declared: str, prefix: str, local: str) -> str:
        """Return a message about a type whose prefix, perhaps none, names no namespace of models."""
        if prefix:
            known = " or ".join(self.namespaces)
            return f"the prefix of the type '{declared[:60]}' names no namespace of models ({known})"
        prefixes = {uri: known for known, uri in node.nsmap.items() if known and uri in self.namespaces}
        fitting = [known for uri, known in prefixes.items() if self.class_in(uri, local) is not None]
        prefix = next(iter([*fitting, *prefixes.values()]), "")
        hint = f': write xsi:type="{prefix}:{local[:60]}"' if prefix else ""
        return f"the type '{declared[:60]}' has no prefix that says its namespace{hint}"

    def use_schema_instance(self, root: Any) -> None:
        """Report other namespaces that stand for that of ``xsi:``, and read their attributes as if it were that."""
        prefixes = {
            uri: prefix
            for prefix, uri in root.nsmap.items()
            if uri != XSI[1:-1] and (prefix == "xsi" or "XMLSchema" in uri)
        }
        told: set[str] = set()
        for node in root.iter() if prefixes else ():
            for name in list(node.attrib):
                uri, _, local = name[1:].partition("}")
                if uri not in prefixes:
                    continue
                if uri not in told:
                    told.add(uri)
                    message = f"the namespace of {prefixes[uri]}: is {uri[:100]}; it must be {XSI[1:-1]}"
                    self.report("unknown-namespace", message, 0)
                node.set(XSI + local, node.attrib.pop(name))

    def _unknown_element(self, node: Any, expected: ClassInfo, depth: int) -> None:
        """Read what an element of unknown class contains, only to report what is wrong in it."""
        self.elements.append(None)
        stand_in = new(expected)
        for child in node:
            feature = expected.by_name.get(child.tag)
            if feature is not None and feature.kind is Kind.CONTAINMENT:
                self.child(stand_in, feature, child, depth + 1)
            else:
                self.skip(child)

    def skip_extension(self, node: Any) -> None:
        """Number the elements of an extension, which is what another program says of its own, and forget its texts."""
        for element in node.iter():
            element.text = None
            if element is not node:
                element.tail = None
        self.skip(node)

    def skip(self, node: Any) -> None:
        """Number the elements of a subtree that is not read."""
        self.elements.extend([None] * sum(1 for _ in node.iter()))

    # -- attributes

    def _other_attribute(self, obj: EObject, info: ClassInfo, key: str, text: str, ordinal: int) -> FeatureInfo | None:
        """Return the feature that an attribute means by an alias; read ``xmi:id``, report an unknown name."""
        if key in _TYPES or key in _IGNORED or key == f"{XSI}nil":
            return None
        if key == f"{XMI}id":
            self._identify(text, obj, ordinal)
            return None
        feature = self.aliased(info, key)
        if feature is None:
            self._report_feature(info, key, ordinal)
            self.lose(obj, *(f for f in info.stored if f.kind is not _CONTAINMENT), unless_set=True)
        return feature

    def _attribute(self, obj: EObject, feature: FeatureInfo, text: str, ordinal: int) -> None:
        owner = obj.eClass.name
        if feature.derived:
            self.report("derived-feature", f"{owner}.{feature.name} is derived and cannot be set", ordinal)
        elif feature.kind is Kind.CONTAINMENT:
            message = f"{owner}.{feature.name} holds elements, not text: write <{feature.name} …/>"
            self.report("bad-value", message, ordinal)
            self.lose(obj, feature)
        elif feature.many:
            for part in text.split():
                self._value(obj, feature, part, ordinal)
        else:
            self._value(obj, feature, text, ordinal)

    def _attribute_element(self, obj: EObject, feature: FeatureInfo, node: Any, ordinal: int) -> None:
        self.skip(node)
        self.values.add(node)
        nil = node.attrib.pop(f"{XSI}nil", None) == "true"
        if len(node) or node.keys():
            self.report("text-refused", f"{feature.name} is a value; its element holds nothing but text", ordinal)
            self.lose(obj, feature)
        elif not feature.many and feature.name in obj.__dict__:
            self.report("duplicate-feature", f"{feature.name} is given twice; it holds one value", ordinal)
        elif not nil:
            self._value(obj, feature, node.text or "", ordinal)
        elif not self.may_be_null(feature):
            self.report("bad-value", f"{feature.name} cannot be null", ordinal)
            self.lose(obj, feature)
        elif not feature.many:
            assign(obj, feature, None)

    def _value(self, obj: EObject, feature: FeatureInfo, text: str, ordinal: int) -> None:
        try:
            value = self.value_of(feature, text)
        except BadValue as error:
            message = f"{obj.eClass.name}.{feature.name}: {error}"
            self.report("bad-value", message, ordinal, remedies=error.remedies)
            self.lose(obj, feature)
            return
        if feature.many:
            append(obj, feature, value)
        else:
            assign(obj, feature, value)
            if feature.identifier:
                self._identify(text, obj, ordinal)
            else:
                self.parsed[obj.eClass][feature.name, text] = value

    def _identify(self, identifier: str, obj: Element, ordinal: int) -> None:
        first = self.identifiers.setdefault(identifier, obj)
        if first is not obj:
            related = (Related("the first one", self.places.of(first)),)
            self.report("duplicate-identifier", f"two elements have the identifier '{identifier}'", ordinal, related)

    def refuse_texts(self, root: Any) -> None:
        """Report text between elements. Values of attributes that are written as elements are no such text."""
        texts = root.xpath("//text()[normalize-space()]")
        places = self.places.of_texts() if texts else []
        if len(places) != len(texts):
            ordinals = {node: n for n, node in enumerate(root.iter())}
            places = [self.places.at(ordinals[text.getparent()]) for text in texts]
        for text, place in zip(texts, places, strict=True):
            node = text.getparent()
            if text.is_tail or node not in self.values:
                owner = node.getparent() if text.is_tail else node
                message = f"the text '{str(text).strip()[:40]}' cannot stand in <{etree.QName(owner).localname}>"
                self.diagnostics.append(diagnose("text-refused", message, place))

    # -- references

    def _oppose(self, obj: EObject, feature: FeatureInfo, target: EObject, ordinal: int) -> None:
        """Set the opposite of a reference that was given at the unwritten end, or report that it is another element."""
        back = target.eClass.by_name[feature.opposite or ""]
        if back.many:
            append(target, back, obj)
        elif getattr(target, back.name) is None:
            assign(target, back, obj)
        elif getattr(target, back.name) is not obj:
            message = f"{feature.name} names an element whose {back.name} is another one; one of the two must go"
            self.report("opposite-mismatch", message, ordinal, (Related("that element", self.places.of(target)),))

    def targets(self, obj: EObject, feature: FeatureInfo, text: str, ordinal: int) -> list[EObject]:
        """Return the elements that the text of a reference names; report what does not exist or has a wrong class.

        If a single-valued reference names several elements, report that and return none.
        """
        words = [text] if not feature.many and text in self.identifiers else _addresses(text)
        targets = []
        types = {
            place
            for place, (word, address) in enumerate(pairwise(words))
            if _TYPE.match(word) and address.startswith("/") and word not in self.identifiers
        }
        for place, written in enumerate(words):
            if place in types:
                message = f"{feature.name}: no type stands before an address of this file: leave out '{written[:60]}'"
                self.report("unresolved-reference", message, ordinal)
                continue
            word = self._in_this_file(written) if "#" in written[1:] else written
            if "#" in word[1:] or "://" in word:
                self.report("href-refused", f"'{word[:60]}' refers to another file; a model is one file", ordinal)
                break
            target = self._target(word)
            if target is None:
                self._report_unresolved(feature, word, ordinal)
            elif feature.type not in target.eClass.supertypes:
                found = with_article(target.eClass.name)
                message = f"{feature.name} refers to {with_article(feature.type)}; '{word[:60]}' is {found}"
                self.report("wrong-reference-type", message, ordinal, (Related("it", self.places.of(target)),))
            else:
                targets.append(target)
        if not feature.many and len(targets) > 1:
            message = f"{obj.eClass.name}.{feature.name} holds one element, not {len(targets)}"
            self.report("too-many-values", message, ordinal)
            targets = []
        if len(targets) + len(types) < len(words):
            self.lose(obj, feature)
        return targets

    def _in_this_file(self, word: str) -> str:
        """Return a reference without the path of a file that it gives, if that is the path of this file."""
        from urllib.parse import unquote  # here, since hardly any file does so

        document, _, fragment = word.partition("#")
        path = os.path.normpath(Path(self.own_path).parent / _SCHEME.sub("", unquote(document)))
        return f"#{fragment}" if path == self.own_path else word

    def _target(self, word: str) -> EObject | None:
        if word not in self.resolved:
            address = word.removeprefix("#")
            by_address = address.startswith("/")
            self.resolved[word] = self.element_at(address) if by_address else self.identifiers.get(address)
        return self.resolved[word]

    def _report_unresolved(self, feature: FeatureInfo, word: str, ordinal: int) -> None:
        shown = word if len(word) <= 60 else word[:60] + "…"
        may_hint = self.hints.take()
        address = word.removeprefix("#")
        if address.startswith("/"):
            hint = Hint()
            if may_hint:
                named = _BY_NAME.search(address)
                hint = (
                    (self._by_name(named[1] or named[2], feature.type) if named is not None else None)
                    or self._respelt(word)
                    or self._end_of(word, feature.type)
                )
            message = f"{feature.name}: there is no element at '{shown}'{hint}"
        else:
            hint = self._instead_of(word, feature.type) if may_hint else Hint()
            message = f"{feature.name}: no element has the identifier '{shown}'{hint}"
        self.report("unresolved-reference", message, ordinal, remedies=hint.remedies)

    def _instead_of(self, word: str, class_: str) -> Hint:
        """Return the hint for an unknown identifier: the element of a class with this name, else a near miss."""
        named = self._by_name(word, class_)
        if named is not None:
            return named
        known = [name for name, element in self.identifiers.items() if class_ in element.eClass.supertypes]
        first = next(self._of(class_), None)
        if known or first is None:
            return near_miss(word, known, most=20)
        return Hint(f"; {with_article(first.eClass.name)} is named by its address, as in {fragment(first)}")

    def _of(self, class_: str) -> Iterator[Element]:
        """Yield the elements of a class, in document order."""
        return (e for e in self.elements if e is not None and class_ in e.eClass.supertypes)

    def _by_name(self, name: str, class_: str) -> Hint | None:
        """Return the hint where the first element of a class with a name is: names are no identifiers."""
        found = (element for element in self._of(class_) if element.__dict__.get("name") == name)
        called = next(found, None)
        return None if called is None else Hint(f"; the {called.eClass.name} with this name is {fragment(called)}")

    def _respelt(self, word: str) -> Hint | None:
        """Return the hint for an address that lacks signs before its segments; None if that is not what is wrong."""
        address = word.removeprefix("#")
        segments = [segment.removeprefix("@") for segment in address.split("/") if segment]
        meant = "/" + "".join(f"/@{segment}" for segment in segments)
        return did_you_mean(word, meant) if meant != address and self.element_at(meant) is not None else None

    def _end_of(self, word: str, class_: str) -> Hint:
        """Return the end of a message that says at which segment an address fails, and what there is instead."""
        head, *segments = word.removeprefix("#").split("/@")
        element = self.element_at(head)
        for segment in segments:
            if element is None:
                break
            head += f"/@{segment}"
            following = self.element_at(head)
            if following is None:
                return self._moved(element, segment, word, class_) or _missing(element, segment)
            element = following
        return Hint()

    def _moved(self, element: Element, segment: str, word: str, class_: str) -> Hint | None:
        """Return the hint for an address through a feature that *element* has not, if one like its end is elsewhere."""
        if _NUMBER_OR_KEYS.match(segment)[1] in {feature.name for feature in element.eClass.containments}:  # type: ignore[index]
            return None
        name, dot, number = _NUMBER_OR_KEYS.match(word.rpartition("@")[2]).groups()  # type: ignore[union-attr]
        found = []
        for each in self._of(class_):
            feature, container = each.containing, each.container
            if feature is None or container is None or feature.name != name or feature.many != (dot == "."):
                continue
            if not feature.many or (number.isdecimal() and container.__dict__[name][int(number) :][:1] == [each]):
                found.append(each)
        return did_you_mean(word, fragment(found[0])) if len(found) == 1 else None

    def _report_feature(self, info: ClassInfo, name: str, ordinal: int) -> None:
        tag = etree.QName(name)
        known = [f.name for f in info.stored]
        hint = Hint()
        if not tag.namespace:
            hint = self._hint(name, known)
            message = f"{info.name} has no feature '{name[:60]}'{hint}"
        else:
            message = f"{info.name} has no feature '{tag.localname[:60]}' in the namespace {tag.namespace[:100]}"
            if tag.localname in known:
                message += '; they have no prefix, and the namespace is written xmlns:PREFIX="…", not xmlns="…"'
            elif "XMI" in tag.namespace:
                message += f"; that of XMI is {XMI[1:-1]}"
        self.report("unknown-feature", message, ordinal, remedies=hint.remedies)

    def _hint(self, name: str, known: Iterable[str]) -> Hint:
        """Return the hint for an unknown name: a near miss or the known names; an empty one after many hints."""
        return self.hints.near_miss(name, known, most=20)


def _addresses(text: str) -> list[str]:
    """Return the addresses in the text of a reference, without the names of classes before them."""
    words = text.split()
    return [w for n, w in enumerate(words) if not (":" in w and n + 1 < len(words) and "#" in words[n + 1])]


def _missing(element: Element, segment: str) -> Hint:
    """Return the end of a message that says why a segment of an address leads to nothing from an element."""
    name, dot, _ = _NUMBER_OR_KEYS.match(segment).groups("")  # type: ignore[union-attr]
    owner = f": the {element.eClass.name}"
    feature = element.eClass.by_name.get(name)
    if feature is None or feature.kind is not _CONTAINMENT:
        known = [f.name for f in element.eClass.stored if f.kind is _CONTAINMENT]
        hint = near_miss(name, known)
        return Hint(f"{owner} holds nothing called '{name[:60]}'{hint}", hint.remedies)
    count = len(values_of(element, feature))
    if not count:
        return Hint(f"{owner} has no {name}")
    keys = getattr(feature, "keys", ())
    if dot == "[" and keys:
        return Hint(f"{owner}: none of its {name} has {' and '.join(keys)} like that")
    if feature.many and dot and count == 1:
        return Hint(f": there is only @{name}.0")
    if feature.many:
        which = f"the numbers of {name} are 0 to {count - 1}" if dot else "write which"
        return Hint(f": {which}, as in @{name}.0")
    return Hint(f"{owner} has one {name}, without a number: @{name}")


def _are_special(attributes: list[tuple[str, str]]) -> bool:
    """Return whether one of the attributes is no feature, but gives a class, null, or another file."""
    for key, _ in attributes:  # noqa: SIM110 – this runs for every element, and a generator is slower
        if key in _SPECIAL:
            return True
    return False
