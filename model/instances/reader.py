"""Reads XMI by the classes of any metamodel; a file has one root, or several below ``xmi:XMI``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from lxml import etree

from tilewright.metamodel.features import ClassInfo, FeatureInfo, Kind
from tilewright.metamodel.instances import Instance, InstanceFeature, name_of
from tilewright.model.diagnostics import ModelError, Related
from tilewright.model.document import Document, Syntax
from tilewright.model.ecore.nodes import shown
from tilewright.model.hints import near_miss
from tilewright.model.instances.metamodel import Metamodel
from tilewright.model.objects import References, element_at, fragment, without_collecting
from tilewright.model.values import BadValue
from tilewright.model.xmi.parsing import parse_xml
from tilewright.model.xmi.walk import EXTENSION, SEVERAL, Walk

_KEYED = re.compile(r"(\w+)\[(.*)\]\Z", re.DOTALL)
_PAIR = re.compile(r"(\w+)=('[^']*'|\"[^\"]*\"|null)\Z")
_ADDRESS = re.compile(r"/(0|[1-9][0-9]{0,5})?(/.*)?\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Read:
    """What was read from a file: its roots, all elements in document order, and the document with the diagnostics.

    It is *partial* if there may be other elements, which could not be read.
    """

    roots: tuple[Instance, ...]
    elements: tuple[Instance, ...]
    document: Document
    partial: bool = False


def read_instance(data: bytes, file: str, metamodel: Metamodel) -> Read:
    """Read a model from the bytes of an XMI file. Everything wrong with it is in the document. Cost: linear."""
    prefix = metamodel.prefix
    try:
        root = parse_xml(data, file, f"<{prefix}:… xmlns:{prefix}=…>")
    except ModelError as error:
        return Read((), (), Document(file, None, Syntax.XMI, list(error.diagnostics)))
    with without_collecting():
        return _InstanceWalk(data, file, metamodel).read(root)


class _InstanceWalk(Walk):
    """The walk over the file of a model of any metamodel."""

    def __init__(self, data: bytes, file: str, metamodel: Metamodel) -> None:
        super().__init__(data, file, metamodel.schema, metamodel.namespaces)
        self._metamodel = metamodel
        self._roots: list[Instance] = []
        self._partial = False
        self._given: dict[tuple[Instance, FeatureInfo], list[tuple[Instance, int]]] = {}
        self._perhaps_lost: list[tuple[Instance, set[str]]] = []
        """Elements with the names of features of which values could not be read, if they are not set otherwise."""
        self._by_keys: dict[tuple[Instance, FeatureInfo], dict[tuple[Any, ...], Instance]] = {}
        """For each containment with keys that an address asked for: its elements by the values of these."""

    def read(self, node: Any) -> Read:
        """Build the model of the root element, or the models below ``xmi:XMI``."""
        self.use_schema_instance(node)
        if node.tag == SEVERAL:
            self.elements.append(None)
            for child in node:
                if child.tag == EXTENSION:
                    self.skip_extension(child)
                else:
                    self._root(child)
        else:
            self._root(node)
        self.refuse_texts(node)
        self.resolve_all()
        for element, names in self._perhaps_lost:
            element.lose(names - element.__dict__.keys())
        elements = tuple(element for element in self.elements if element is not None)
        first = self._roots[0] if self._roots else None
        document = Document(self.file, first, Syntax.XMI, self.diagnostics, self.places)
        return Read(tuple(self._roots), elements, document, self._partial)

    def _root(self, node: Any) -> None:
        ordinal = len(self.elements)
        info = self._root_class(node, ordinal)
        if info is None:
            self._partial = True
            self.skip(node)
        else:
            self._roots.append(self.element(node, info, 1, node.items()))

    def _root_class(self, node: Any, ordinal: int) -> ClassInfo | None:
        name = etree.QName(node)
        classes = self._metamodel.namespaces.get(name.namespace or "")
        if classes is None:
            found = f"the namespace {shown(name.namespace)}" if name.namespace else "no namespace"
            known = " or ".join(self.namespaces)
            hint = near_miss(name.namespace or "", self.namespaces)
            message = f"the root element is in {found}; a model is in {known}{hint if hint.remedies else ''}"
            if not known:
                message = "the metamodel has no classes, so that nothing is a model of it"
            self.report("unknown-namespace", message, ordinal)
            return None
        info = classes.get(name.localname)
        if info is None:
            message = f"there is no class '{shown(name.localname)}'{near_miss(name.localname, classes)}"
            self.report("unknown-class", message, ordinal)
        elif info.abstract:
            known = ", ".join(self.schema.concrete[info.name])
            others = f"a root is of another class ({known})" if known else "no class that a root can have is below it"
            self.report("abstract-class", f"{info.name} is abstract; {others}", ordinal)
            return None
        return info

    # -- what the walk asks

    def class_in(self, namespace: str, name: str) -> ClassInfo | None:
        """Return the class of this name in the package with this ``nsURI``."""
        return self._metamodel.namespaces[namespace].get(name)

    def value_of(self, feature: FeatureInfo, text: str) -> Any:
        """Return the value of an attribute."""
        assert isinstance(feature, InstanceFeature)
        return feature.parse(text)

    def lose(self, obj: Instance, *features: FeatureInfo, unless_set: bool = False) -> None:
        """Note that values of features of an element could not be read, or only of those that will not be set."""
        self._partial |= any(feature.kind is Kind.CONTAINMENT for feature in features)
        names = {feature.name for feature in features}
        if unless_set:
            self._perhaps_lost.append((obj, names))
        else:
            obj.lose(names)

    def may_be_null(self, feature: FeatureInfo) -> bool:
        """Return whether an attribute may have no value: not if it has a default, as Java's primitive types have."""
        return feature.default is None

    def element_at(self, address: str) -> Instance | None:
        """Return the element at an address: ``/``, ``//@parts.0``, or, below the second of several roots, ``/1/…``."""
        match = _ADDRESS.match(address)
        number = int(match[1] or 0) if match is not None else len(self._roots)
        if match is None or number >= len(self._roots):
            return None
        found: Instance | None = self._roots[number]
        held, *segments = f"/{match[2] or ''}".split("/@")
        if held != "/" and (held or not segments):
            return None
        for segment in segments:
            keyed = _KEYED.match(segment)
            if found is None:
                break
            found = element_at(found, f"//@{segment}") if keyed is None else self._with_keys(found, keyed[1], keyed[2])
        return found

    def _with_keys(self, owner: Instance, name: str, said: str) -> Instance | None:
        """Return the contained element that an address names by the values of its keys, as in ``number='7'``."""
        feature = owner.eClass.by_name.get(name)
        if not isinstance(feature, InstanceFeature) or feature.kind is not Kind.CONTAINMENT or not feature.many:
            return None
        texts = {}
        for pair in said.split(","):
            match = _PAIR.match(pair)
            if match is None:
                return None
            texts[match[1]] = None if match[2] == "null" else unquote(match[2][1:-1])
        if not feature.keys or set(texts) != set(feature.keys):
            return None
        index = self._by_keys.get((owner, feature))
        if index is None:
            index = self._by_keys[owner, feature] = {}
            for element in owner.__dict__.get(name, ()):
                values = tuple(_plain(element, key) for key in feature.keys)
                index.setdefault(values, element)
        wanted = []
        for key in feature.keys:
            attribute, text = self.classes[feature.type].by_name.get(key), texts[key]
            if not isinstance(attribute, InstanceFeature):
                return None
            try:
                wanted.append(None if text is None else attribute.parse(text))
            except BadValue:
                return None
        return index.get(tuple(wanted))

    # -- references

    def resolve_all(self) -> None:
        """Resolve all references, then set their opposites; report opposites in the text that contradict them."""
        for obj, feature, text, ordinal in self.references:
            given = self._given.setdefault((obj, feature), [])
            known = {target for target, _ in given}
            for target in self.targets(obj, feature, text, ordinal):
                if not feature.many and given:
                    message = f"{obj.eClass.name}.{feature.name} is given twice; it holds one element"
                    self.report("duplicate-feature", message, ordinal)
                elif target not in known:
                    given.append((target, ordinal))
                    known.add(target)
                elif isinstance(feature, InstanceFeature) and feature.unique:
                    message = f"{obj.eClass.name}.{feature.name} names the same element twice"
                    self.report("duplicate-value", message, ordinal)
                else:
                    given.append((target, ordinal))
        for (obj, feature), given in self._given.items():
            values = [target for target, _ in given]
            if feature.many:
                held = References()
                held.extend(values)
                held.known.update(values)
                obj.__dict__[feature.name] = held
            elif values:
                obj.__dict__[feature.name] = values[0]
        for element in self.elements:
            if element is not None and element.containing is not None and element.containing.opposite is not None:
                element.__dict__.setdefault(element.containing.opposite, element.container)
        for (obj, feature), given in self._given.items():
            if feature.opposite is not None:
                for target, ordinal in given:
                    self._complete(obj, feature, target, ordinal)

    def _complete(self, obj: Instance, feature: FeatureInfo, target: Instance, ordinal: int) -> None:
        """Let *target* refer back to *obj*, or report that it refers to another element."""
        back = target.eClass.by_name[feature.opposite or ""]
        if back.kind is Kind.CONTAINMENT:
            if obj.container is not target or obj.containing is not back:
                message = f"{feature.name} names {_addressed(target)}, which does not contain {_addressed(obj)}"
                self._contradict(obj, feature, target, ordinal, message)
        elif back.many:
            held = target.__dict__.setdefault(back.name, References())
            if obj not in held.known:
                held.known.add(obj)
                held.append(obj)
        else:
            other = target.__dict__.setdefault(back.name, obj)
            if other is not obj:
                message = (
                    f"{feature.name} of {_addressed(obj)} names {_addressed(target)}, whose {back.name} is "
                    f"{_addressed(other)}; one of the two must go"
                )
                self._contradict(obj, feature, target, ordinal, message)

    def _contradict(self, obj: Instance, feature: FeatureInfo, target: Instance, ordinal: int, message: str) -> None:
        """Report that a reference and its opposite contradict each other; which of them is right is not known."""
        self.report("opposite-mismatch", message, ordinal, (Related("it", self.places.of(target)),))
        obj.lose([feature.name])
        target.lose([feature.opposite or ""])


def _addressed(instance: Instance) -> str:
    """Return what messages call one of several instances: its class, and its name or else its address."""
    name = name_of(instance)
    return f"the {instance.eClass.name} " + (fragment(instance) if name is None else f"'{name}'")


def _plain(element: Instance, attribute: str) -> Any:
    """Return the value of an attribute, or its default; None if the class has no such attribute with a single value."""
    feature = element.eClass.by_name.get(attribute)
    if feature is None or feature.many or feature.kind is not Kind.ATTRIBUTE:
        return None
    return element.__dict__.get(attribute, feature.default)
