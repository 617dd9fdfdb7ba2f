"""Which elements and attributes an ``.ecore`` file may have, and the tree of those that it has, before resolution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lxml import etree

from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.nodes import Node, shown
from tilewright.model.hints import near_miss

ECORE = "http://www.eclipse.org/emf/2002/Ecore"
XMI = "{http://www.omg.org/XMI}"
XSI = "{http://www.w3.org/2001/XMLSchema-instance}"
_SEVERAL = f"{XMI}XMI"
MAX_DEPTH = 200

_NAMED = frozenset({"name"})
_TYPED = _NAMED | {"ordered", "unique", "lowerBound", "upperBound", "eType"}
_FEATURE = _TYPED | {"changeable", "volatile", "transient", "defaultValueLiteral", "unsettable", "derived"}
_CLASSIFIER = _NAMED | {"instanceClassName", "instanceTypeName"}

ATTRIBUTES: dict[str, frozenset[str]] = {
    "EPackage": _NAMED | {"nsURI", "nsPrefix"},
    "EClass": _CLASSIFIER | {"abstract", "interface", "eSuperTypes"},
    "EEnum": _CLASSIFIER | {"serializable"},
    "EDataType": _CLASSIFIER | {"serializable"},
    "EEnumLiteral": _NAMED | {"value", "literal"},
    "EAttribute": _FEATURE | {"iD"},
    "EReference": _FEATURE | {"containment", "resolveProxies", "eOpposite", "eKeys"},
    "EOperation": _TYPED | {"eExceptions"},
    "EParameter": _TYPED,
    "ETypeParameter": _NAMED,
    "EGenericType": frozenset({"eClassifier", "eTypeParameter"}),
    "EAnnotation": frozenset({"source", "references"}),
    "details": frozenset({"key", "value"}),
}
"""The attributes that each class of Ecore may have."""

REFERENCES = frozenset(
    {"eType", "eSuperTypes", "eOpposite", "eKeys", "eExceptions", "eClassifier", "eTypeParameter", "references"}
)
"""The attributes whose values refer to elements."""

INTEGERS = frozenset({"lowerBound", "upperBound", "value"})
BOOLEANS = frozenset(
    {
        *("abstract", "interface", "serializable", "ordered", "unique", "changeable", "volatile", "transient"),
        *("unsettable", "derived", "iD", "containment", "resolveProxies"),
    }
)

_Children = dict[str, tuple[str, ...]]

_ANNOTATIONS: _Children = {"eAnnotations": ("EAnnotation",)}
_GENERIC: _Children = _ANNOTATIONS | {"eGenericType": ("EGenericType",)}
_PARAMETERS: _Children = _ANNOTATIONS | {"eTypeParameters": ("ETypeParameter",)}

CHILDREN: dict[str, _Children] = {
    "EPackage": _ANNOTATIONS | {"eClassifiers": ("EClass", "EEnum", "EDataType"), "eSubpackages": ("EPackage",)},
    "EClass": _PARAMETERS
    | {
        "eStructuralFeatures": ("EAttribute", "EReference"),
        "eOperations": ("EOperation",),
        "eGenericSuperTypes": ("EGenericType",),
    },
    "EEnum": _PARAMETERS | {"eLiterals": ("EEnumLiteral",)},
    "EDataType": _PARAMETERS,
    "EEnumLiteral": _ANNOTATIONS,
    "EAttribute": _GENERIC,
    "EReference": _GENERIC,
    "EOperation": _GENERIC | _PARAMETERS | {"eParameters": ("EParameter",), "eGenericExceptions": ("EGenericType",)},
    "EParameter": _GENERIC,
    "ETypeParameter": _ANNOTATIONS | {"eBounds": ("EGenericType",)},
    "EGenericType": {
        "eTypeArguments": ("EGenericType",),
        "eUpperBound": ("EGenericType",),
        "eLowerBound": ("EGenericType",),
    },
    "EAnnotation": _ANNOTATIONS | {"details": ("details",)},
    "details": {},
}
"""The children that each class of Ecore may have: the feature and its possible classes.

Where only one class is possible, ``xsi:type`` may be left out."""


def take_apart(root: Any, findings: Findings, first: int) -> list[Node]:
    """Return the tree of a file, or those of several packages below ``xmi:XMI``. What is no package is reported.

    Unknown elements are reported and left out. *root* is the root in lxml; *first* is its ordinal, which
    ``Findings.enter`` returned.
    """
    ordinals = {element: ordinal for ordinal, element in enumerate(root.iter(), first)}
    trees = []
    for package in list(root) if root.tag == _SEVERAL and len(root) else (root,):
        if package.tag == f"{{{ECORE}}}EPackage":
            trees.append(_tree(package, ordinals, findings))
        elif package.tag != f"{XMI}Extension":
            expected = f'a metamodel starts with <ecore:EPackage xmlns:ecore="{ECORE}" …>'
            message = f"{expected}, not with '{shown(str(package.tag))}'"
            findings.add("unknown-namespace", message, ordinals[package])
    return trees


def _tree(root: Any, ordinals: Mapping[Any, int], findings: Findings) -> Node:
    tree = Node("EPackage", "", root, ordinals[root])
    pending = [(tree, 1)]
    while pending:
        node, depth = pending.pop()
        if depth > MAX_DEPTH:
            findings.add("nesting-too-deep", f"elements are nested deeper than {MAX_DEPTH} levels", node)
            continue
        _check_text(node, findings)
        _check_attributes(node, findings)
        for xml in list(node.xml):
            child = _child(node, xml, ordinals[xml], findings)
            if child is not None:
                node.children.append(child)
        pending.extend((child, depth + 1) for child in reversed(node.children))
    return tree


def _check_text(node: Node, findings: Findings) -> None:
    texts = [node.xml.text, *(child.tail for child in node.xml)]
    if any(text and text.strip() for text in texts):
        findings.add("text-refused", f"{node} has text inside; there may only be elements", node)


def _check_attributes(node: Node, findings: Findings) -> None:
    known = ATTRIBUTES[node.kind]
    for attribute, value in node.xml.attrib.items():
        if attribute == "href":
            findings.add(
                "href-refused", f"{node} stands in another file; what is in a package must stand in its file", node
            )
        elif attribute.startswith((XMI, XSI)):
            continue
        elif attribute not in known:
            message = f"{node.kind} has no feature '{shown(attribute)}'{near_miss(attribute, known)}"
            findings.add("unknown-feature", message, node)
        elif node.kind != "details" and attribute in BOOLEANS and value not in ("true", "false"):
            findings.add("bad-value", f"{attribute} of {node} is true or false, not '{shown(value)}'", node)
        elif node.kind != "details" and attribute in INTEGERS and _integer(value) is None:
            findings.add("bad-value", f"{attribute} of {node} is an integer of 32 bits, not '{shown(value)}'", node)


def _integer(value: str) -> int | None:
    digits = value[1:] if value[:1] in ("-", "+") else value
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        return None
    number = int(value)
    return number if -(2**31) <= number < 2**31 else None


def _child(parent: Node, xml: Any, ordinal: int, findings: Findings) -> Node | None:
    """Return the node of a child element; None if it is a reference, which becomes an attribute, or is left out."""
    known = CHILDREN[parent.kind]
    name = etree.QName(xml)
    feature = name.localname if not name.namespace else str(xml.tag)
    if feature in REFERENCES and feature in ATTRIBUTES[parent.kind]:
        _inline(parent, xml, feature, ordinal, findings)
        return None
    if parent.kind == "EAnnotation" and feature == "contents":
        findings.add("annotation-left-out", "the contents of an annotation are left out", ordinal)
        parent.xml.remove(xml)
        return None
    if feature not in known:
        message = f"{parent.kind} has no feature '{shown(feature)}'{near_miss(feature, known)}"
        findings.add("unknown-feature", message, ordinal)
        return None
    kinds = known[feature]
    kind = _kind(xml)
    if kind is None and len(kinds) > 1:
        findings.add("abstract-class", f"{feature} needs xsi:type: ecore:{' or ecore:'.join(kinds)}", ordinal)
        return None
    if kind is not None and kind not in kinds and feature != "details":
        message = f"{feature} is of {' or '.join(kinds)}, not '{shown(kind)}'{near_miss(kind, kinds)}"
        findings.add("wrong-class", message, ordinal)
        return None
    return Node(kind if kind in kinds else kinds[0], feature, xml, ordinal, parent)


def _kind(xml: Any) -> str | None:
    """Return the class that ``xsi:type`` names, with its prefix if that is not Ecore's; None without ``xsi:type``."""
    written = xml.get(f"{XSI}type") or xml.get(f"{XMI}type")
    if written is None:
        return None
    prefix, _, name = written.rpartition(":")
    return name if xml.nsmap.get(prefix or None) == ECORE else f"{prefix}:{name}"


def _inline(parent: Node, xml: Any, feature: str, ordinal: int, findings: Findings) -> None:
    """Turn a reference that is written as an element, ``<eType href="…"/>``, into an attribute of its parent."""
    target = xml.get("href")
    if target is None or len(target.split()) != 1 or len(xml):
        findings.add("unresolved-reference", f"{feature} of {parent} has no href that names one element", ordinal)
    else:
        parent.xml.set(feature, f"{parent.get(feature)} {target}".strip())
    parent.xml.remove(xml)
