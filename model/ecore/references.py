"""Resolves references: each must lead to an element of one of the given files, or to a type of Ecore itself.

They are written back in one form: ``#//Class/feature`` for elements of the files, which become one file, and
``ecore:EDataType …Ecore#//EInt`` for types of Ecore. No file is opened because something refers to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pyecore import ecore as pyecore_ecore

from tilewright.model.ecore.documents import Documents
from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.nodes import Node, shown
from tilewright.model.ecore.shape import ECORE, REFERENCES
from tilewright.model.hints import near_miss

Target = Node | str
"""An element of the files, or the name of a type of Ecore."""

LACKING: dict[str, str] = {
    "EFactory": "EClass",
    **dict.fromkeys(("EEList", "EMap", "ETreeIterator", "EFeatureMap", "EEnumerator"), "EDataType"),
    **dict.fromkeys(("EResource", "EResourceSet", "EInvocationTargetException"), "EDataType"),
}
"""The types of Ecore that PyEcore does not have, which stand mostly in the signatures of operations."""

ECORE_TYPES: dict[str, str] = LACKING | {
    str(name): str(classifier.eClass.name) if isinstance(classifier, pyecore_ecore.EDataType) else "EClass"
    for name, classifier in pyecore_ecore.eClassifiers.items()
    if name != "ENativeType"
}
"""The types of Ecore that may be referred to, by name: ``EClass`` or the kind of data type that each is."""

XML_TYPES = "http://www.eclipse.org/emf/2003/XMLType"
"""The namespace of EMF's data types of XML Schema."""

_TEXTS = "AnyURI ENTITY ID IDREF Language Name NCName NMTOKEN NormalizedString String Token"
_WHOLE = "Integer NegativeInteger NonNegativeInteger NonPositiveInteger PositiveInteger UnsignedLong"

COUNTERPARTS: dict[str, str] = {
    **dict.fromkeys(_TEXTS.split(), "EString"),
    **dict.fromkeys(_WHOLE.split(), "EBigInteger"),
    **{name: f"E{name}" for name in ("Boolean", "Byte", "Double", "Float", "Int", "Long", "Short")},
    **{f"{name}Object": f"E{name}Object" for name in ("Boolean", "Byte", "Double", "Float", "Long", "Short")},
    "UnsignedByte": "EShort",
    "UnsignedShort": "EInt",
    "UnsignedInt": "ELong",
    "IntObject": "EIntegerObject",
    "UnsignedByteObject": "EShortObject",
    "UnsignedShortObject": "EIntegerObject",
    "UnsignedIntObject": "ELongObject",
    "Decimal": "EBigDecimal",
    "HexBinary": "EByteArray",
    "AnySimpleType": "EJavaObject",
}
"""For the data types of XML Schema in EMF those of Ecore that have the same class in Java and the same form."""

_ECORE_FILE = re.compile(r"(?:\A|/)org\.eclipse\.emf\.ecore/model/Ecore\.ecore\Z")
_XML_TYPES_FILE = re.compile(r"(?:\A|/)org\.eclipse\.emf\.ecore/model/XMLType\.ecore\Z")

_KINDS: dict[str, tuple[str, ...]] = {
    "eType": ("EClass", "EEnum", "EDataType"),
    "eSuperTypes": ("EClass",),
    "eOpposite": ("EReference",),
    "eKeys": ("EAttribute",),
    "eExceptions": ("EClass", "EEnum", "EDataType"),
    "eClassifier": ("EClass", "EEnum", "EDataType"),
    "eTypeParameter": ("ETypeParameter",),
}

_POSITION = re.compile(r"@([A-Za-z]+)(?:\.([0-9]{1,6}))?\Z")


@dataclass
class Links:
    """What the references of the files lead to, by element and attribute."""

    targets: dict[tuple[Node, str], list[Target]] = field(default_factory=dict)

    def many(self, node: Node, attribute: str) -> list[Target]:
        """Return what a reference leads to, in the order of its text, without what could not be resolved."""
        return self.targets.get((node, attribute), [])

    def one(self, node: Node, attribute: str) -> Target | None:
        """Return what a single-valued reference leads to, or None."""
        found = self.many(node, attribute)
        return found[0] if found else None


def resolve(files: Mapping[str, list[Node]], findings: Findings) -> Links:
    """Return what all references lead to, and report what cannot be resolved.

    *files* maps file names to the trees of their packages. The references are rewritten in the XML, in the form that
    the module describes.
    """
    links = Links()
    documents = Documents(files)
    members = _Members()
    for file, trees in files.items():
        for node in (node for tree in trees for node in tree.walk()):
            for attribute in sorted(REFERENCES & set(node.xml.attrib)):
                if attribute == "references":
                    continue
                addresses = _addresses(node.get(attribute))
                if not addresses:  # it refers to nothing, as if it were not written
                    del node.xml.attrib[attribute]
                    continue
                found = []
                for address in addresses:
                    target = _target(node, attribute, address, file, documents, members, findings)
                    if target is not None:
                        found.append(target)
                if len(found) > 1 and attribute in ("eType", "eOpposite", "eClassifier", "eTypeParameter"):
                    findings.add("bad-type", f"{attribute} of {node} names more than one element", node)
                links.targets[node, attribute] = found
                node.xml.set(attribute, " ".join(map(written, found)))
    return links


def _addresses(value: str) -> list[str]:
    """Return the addresses of a reference, without the class names that may stand before them, as ``ecore:EClass``."""
    return [word for word in value.split() if not re.fullmatch(r"[\w.-]+:[\w.-]+", word)]


def written(target: Target) -> str:
    """Return the address of a target in the form that the module describes."""
    if isinstance(target, Node):
        return f"#{target.fragment}"
    known = counterpart(target)
    return f"ecore:{ECORE_TYPES[known]} {ECORE}#//{known}"


def counterpart(name: str) -> str:
    """Return the type of Ecore that stands for one of its types in PyEcore: itself, unless PyEcore lacks it."""
    return name if name not in LACKING else "EObject" if LACKING[name] == "EClass" else "EJavaObject"


class _Members:
    """The named children of elements, indexed when first asked for."""

    def __init__(self) -> None:
        self._known: dict[Node, dict[str, Node]] = {}

    def of(self, node: Node) -> dict[str, Node]:
        if node not in self._known:
            self._known[node] = {child.name: child for child in reversed(node.children) if child.name}
        return self._known[node]


def _target(
    node: Node,
    attribute: str,
    address: str,
    file: str,
    documents: Documents,
    members: _Members,
    findings: Findings,
) -> Target | None:
    """Return what an address leads to; report and return None if it leads nowhere, or to a wrong class."""
    document, mark, fragment = address.rpartition("#")
    if document == ECORE or _ECORE_FILE.search(document):
        return _ecore_type(node, attribute, fragment, findings)
    if document == XML_TYPES or _XML_TYPES_FILE.search(document):
        return _xml_type(node, attribute, fragment, findings)
    is_name = not mark and not address.startswith("/")
    trees = None if is_name else documents.named(document, file)
    if trees is None:
        outside = f"{attribute} of {node} refers to '{shown(address)}', which is in none of the metamodels"
        hint = f"an element of this file is called '#//{shown(address)}'" if is_name else "give its file, too"
        findings.add("href-refused", f"{outside}; {hint}", node)
        return None
    found = documents.identified(trees, fragment) or _navigate(trees, fragment, members)
    if isinstance(found, str) or found is None:
        message = f"{attribute} of {node} refers to '{shown(address)}', but there is no such element{found or ''}"
        findings.add("unresolved-reference", message, node)
        return None
    if found.kind not in _KINDS[attribute]:
        message = f"{attribute} of {node} refers to {found}, but must refer to {' or '.join(_KINDS[attribute])}"
        findings.add("wrong-reference-type", message, node)
        return None
    return found


def _ecore_type(node: Node, attribute: str, fragment: str, findings: Findings) -> str | None:
    name = fragment.removeprefix("//")
    if name not in ECORE_TYPES:
        message = f"{attribute} of {node}: Ecore has no type '{shown(name)}'{near_miss(name, ECORE_TYPES)}"
        findings.add("unresolved-reference", message, node)
        return None
    kind = ECORE_TYPES[name]
    if kind not in _KINDS[attribute] or (attribute == "eSuperTypes" and name != "EObject"):
        message = f"{attribute} of {node} cannot be Ecore's own {name}"
        findings.add("wrong-reference-type", message, node)
        return None
    return name


def _xml_type(node: Node, attribute: str, fragment: str, findings: Findings) -> str | None:
    name = fragment.removeprefix("//")
    if name not in COUNTERPARTS:
        hint = near_miss(name, COUNTERPARTS, most=40)
        message = f"{attribute} of {node}: no type of Ecore is like '{shown(name)}' of XMLType{hint}"
        findings.add("unresolved-reference", message, node)
        return None
    return _ecore_type(node, attribute, COUNTERPARTS[name], findings)


def _navigate(trees: list[Node], fragment: str, members: _Members) -> Node | str | None:
    """Return the element at a fragment; if there is none, a hint about what there is instead, or None.

    ``/1/Class`` is in the second of the trees, ``//Class`` in the first.
    """
    first, *segments = fragment.lstrip("/").split("/") if fragment.strip("/") else [""]
    node = trees[0]
    if fragment.startswith("/") and not fragment.startswith("//"):
        number = int(first or 0) if re.fullmatch("[0-9]{0,6}", first, re.ASCII) else len(trees)
        if number >= len(trees):
            return None
        node = trees[number]
    else:
        segments = [first, *segments] if first else []
    for segment in segments:
        position = _POSITION.match(segment)
        if position is None:
            child = members.of(node).get(segment)
            if child is None:
                return near_miss(segment, members.of(node)).text
        else:
            siblings = [sibling for sibling in node.children if sibling.feature == position[1]]
            index = int(position[2] or 0)
            child = siblings[index] if index < len(siblings) else None
            if child is None:
                return None
        node = child
    return node
