"""Writes XMI in one canonical form: in metamodel order, byte for byte as EMF saves the same model.

Attributes and references stand in the start tag, contained elements and many-valued attributes below it. A feature that
has its default value is left out. References are addresses such as ``//@players.0``; an element with an identifier of
its own is referred to by that.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from tilewright.metamodel import BG_NS_URI, NS_URI, FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.dialects import is_bg_default
from tilewright.model.document import Document, NotWritten
from tilewright.model.fitting import left_out, unfit
from tilewright.model.objects import difference, is_default, values_of, walk
from tilewright.model.xmi.reader import read_xmi

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", '"': "&quot;", "\n": "&#xA;", "\r": "&#xD;", "\t": "&#x9;"})
_SIMPLE_IDENTIFIER = re.compile(r"[^\s/#:]+\Z")


def write_xmi(model: Document | EObject) -> str:
    """Return a model as XMI. Cost: linear in the number of elements."""
    return _Writer(model.root if isinstance(model, Document) else model).write()


def write_older_xmi(model: Document | EObject) -> str:
    """Return a model as XMI in the namespace of the older dialect, after reading it back to compare.

    ``NotWritten`` says why the dialect cannot express the model.
    """
    root: EObject = model.root if isinstance(model, Document) else model
    reason = unfit(root, text=False)
    if reason is None:
        text = _Writer(root, "bg", BG_NS_URI, left_out(root)).write()
        again: EObject = read_xmi(text.encode("utf-8"), "").root
        reason = difference(root, again)
        if reason is None:
            return text
    raise NotWritten(f"this game cannot be said in the older dialect: {reason}")


class _Writer:
    def __init__(
        self,
        root: EObject,
        prefix: str = "game",
        namespace: str = NS_URI,
        implied: Collection[tuple[EObject, str]] | None = None,
    ) -> None:
        self._root = root
        self._prefix = prefix
        self._namespace = namespace
        self._implied = implied
        self._lines: list[str] = []
        self._addresses: dict[EObject, str] = {}
        self._identified = self._identifiers()

    def write(self) -> str:
        name = self._root.eClass.name
        needs_types = any(_typed(obj) or any(_nil(obj, f) for f in schema().of(obj).stored) for obj in walk(self._root))
        namespaces = ['xmi:version="2.0"', 'xmlns:xmi="http://www.omg.org/XMI"']
        if needs_types:
            namespaces.append('xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"')
        namespaces.append(f'xmlns:{self._prefix}="{self._namespace}"')
        self._lines.append('<?xml version="1.0" encoding="UTF-8"?>')
        self._element(self._root, f"{self._prefix}:{name}", " ".join(["", *namespaces]), "")
        return "\n".join([*self._lines, ""])

    def _element(self, obj: EObject, tag: str, opening: str, indent: str) -> None:
        attributes: list[str] = []
        below: list[FeatureInfo] = []
        for feature in schema().of(obj).stored:
            if is_default(obj, feature) or self._is_implied(obj, feature):
                continue
            if (
                feature.kind is Kind.CONTAINMENT
                or (feature.kind is Kind.ATTRIBUTE and feature.many)
                or _nil(obj, feature)
            ):
                below.append(feature)
            else:
                attributes.append(f' {feature.name}="{self._attribute(obj, feature)}"')
        start = f"{indent}<{tag}{opening}{''.join(attributes)}"
        if not below:
            self._lines.append(f"{start}/>")
            return
        self._lines.append(f"{start}>")
        inner = indent + "  "
        for feature in below:
            if _nil(obj, feature):
                self._lines.append(f'{inner}<{feature.name} xsi:nil="true"/>')
            for value in values_of(obj, feature):
                if feature.kind is Kind.ATTRIBUTE:
                    self._lines.append(f"{inner}<{feature.name}>{_text(feature, value)}</{feature.name}>")
                else:
                    kind = f' xsi:type="{self._prefix}:{value.eClass.name}"' if _typed(value) else ""
                    self._element(value, feature.name, kind, inner)
        self._lines.append(f"{indent}</{tag}>")

    def _is_implied(self, obj: EObject, feature: FeatureInfo) -> bool:
        """Return whether a feature may be left out because readers of the older dialect give it this value."""
        if self._implied is None:
            return False
        return (obj, feature.name) in self._implied or is_bg_default(obj, feature)

    def _attribute(self, obj: EObject, feature: FeatureInfo) -> str:
        values = values_of(obj, feature)
        if feature.kind is Kind.REFERENCE:
            return " ".join(self._address(value) for value in values)
        return _text(feature, values[0])

    def _address(self, obj: EObject) -> str:
        return self._identified.get(obj) or self._fragment(obj)

    def _fragment(self, obj: EObject) -> str:
        """Return the address of an element by positions. Those of all elements of one list are computed together.

        ``NotWritten`` if the element is no part of the model.
        """
        if obj not in self._addresses:
            container, feature = obj.eContainer(), obj.eContainmentFeature()
            if obj is self._root:
                self._addresses[obj] = "/"
            elif container is not None:
                before = "/" if container is self._root else self._fragment(container)
                for number, value in enumerate(values_of(container, feature)):
                    self._addresses[value] = f"{before}/@{feature.name}{f'.{number}' if feature.many else ''}"
            if obj not in self._addresses:
                called = f" '{obj.name}'" if isinstance(getattr(obj, "name", None), str) else ""
                raise NotWritten(f"a reference leads to a {obj.eClass.name}{called} that is no part of the model")
        return self._addresses[obj]

    def _identifiers(self) -> dict[EObject, str]:
        """Return the identifiers by which elements can be referred to: unique, and not to be taken for addresses."""
        owners: dict[str, list[EObject]] = {}
        for obj in walk(self._root):
            for feature in schema().of(obj).features:
                if feature.identifier and getattr(obj, feature.name) is not None:
                    owners.setdefault(getattr(obj, feature.name), []).append(obj)
        return {
            found[0]: _escaped(identifier)
            for identifier, found in owners.items()
            if len(found) == 1 and _SIMPLE_IDENTIFIER.match(identifier)
        }


def _typed(obj: EObject) -> bool:
    """Return whether an element needs an ``xsi:type``, because its class is not the type of its feature."""
    feature = obj.eContainmentFeature()
    return feature is not None and feature.type != obj.eClass.name


def _nil(obj: EObject, feature: FeatureInfo) -> bool:
    """Return whether a feature is null and has a default value that is not, so that it cannot be left out."""
    return not feature.many and feature.default is not None and getattr(obj, feature.name) is None


def _text(feature: FeatureInfo, value: object) -> str:
    if feature.literals is not None:
        return str(value.name)  # type: ignore[attr-defined]
    if feature.type == "boolean":
        return "true" if value else "false"
    return _escaped(str(value))


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)
