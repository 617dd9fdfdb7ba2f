"""Takes out of a metamodel what is well-formed but not generated, each with a warning.

These are operations with exceptions or type parameters, other type parameters and type arguments (types are erased, as
in Java), types of Ecore that PyEcore lacks, the references of annotations, and ``eKeys``. Operations without a body in
OCL are taken out by ``check_ocl``.
"""

from __future__ import annotations

from typing import Any

from lxml import etree

from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.names import has_body, is_plain
from tilewright.model.ecore.nodes import Node
from tilewright.model.ecore.references import LACKING, Links, Target, counterpart, written
from tilewright.model.ecore.shape import ECORE, XMI, XSI

Keys = dict[str, tuple[str, ...]]
"""The names of the ``eKeys`` of references, by the addresses of these."""


def leave_out(tree: Node, links: Links, findings: Findings, *, for_python: bool) -> Keys:
    """Take everything out that is not generated. Names and references must be without errors.

    Return the ``eKeys``, which PyEcore does not know. *for_python* says that they are lost.
    """
    keys: Keys = {}
    for node in list(tree.walk()):
        if node.kind == "EOperation" and not is_plain(node):
            assert node.parent is not None
            message = f"{node.parent.name}.{node.name} has exceptions or type parameters, and is left out"
            findings.add("operation-left-out", message, node)
            node.remove()
    for node in list(tree.walk()):
        if node.kind == "ETypeParameter" and node.parent is not None:
            findings.add("generics-left-out", f"the type parameter {node.name} of {node.parent} is left out", node)
            node.remove()
        elif node.feature == "eGenericSuperTypes":
            _erase_supertype(node, links, findings)
        elif node.feature == "eGenericType":
            _erase_type(node, links, findings)
        elif node.kind == "EAnnotation" and node.has("references"):
            findings.add("annotation-left-out", "the references of an annotation are left out", node)
            del node.xml.attrib["references"]
        elif (lacking := links.one(node, "eType")) is not None and isinstance(lacking, str) and lacking in LACKING:
            message = f"{node} is generated as one of {counterpart(lacking)}, since PyEcore has no {lacking}"
            findings.add("type-left-out", message, node)
        elif node.kind == "EReference" and node.has("eKeys"):
            keys[node.fragment] = tuple(key.name for key in links.many(node, "eKeys") if isinstance(key, Node))
            if for_python:
                message = f"the eKeys of {node} are left out: PyEcore reads no references by keys, as [key='value']"
                findings.add("annotation-left-out", message, node)
            del node.xml.attrib["eKeys"]
    return keys


def canonical(tree: Node) -> Any:
    """Return the root of the file with nothing but what was checked, its types written as Eclipse writes them.

    The elements below are those of *tree*, which may still be removed.
    """
    for node in tree.walk():
        attributes = node.xml.attrib
        for attribute in [name for name in attributes if name.startswith((XMI, XSI))]:
            del attributes[attribute]
        if node.feature in ("eClassifiers", "eStructuralFeatures"):
            attributes[f"{XSI}type"] = f"ecore:{node.kind}"
        if node.has("eSuperTypes") and not node.get("eSuperTypes"):
            del attributes["eSuperTypes"]
    namespaces = {"xmi": XMI[1:-1], "xsi": XSI[1:-1], "ecore": ECORE}
    root = etree.Element(f"{{{ECORE}}}EPackage", {f"{XMI}version": "2.0", **tree.xml.attrib}, namespaces)
    root.text = tree.xml.text
    root[:] = list(tree.xml)
    etree.cleanup_namespaces(root, top_nsmap=namespaces, keep_ns_prefixes=list(namespaces))
    return root


def serialised(root: Any) -> bytes:
    """Return the bytes of a file."""
    data: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    return data


def _erased(node: Node, links: Links) -> Target | None:
    """Return the erasure of a generic type: its classifier, or the first bound of its parameter; None if unbounded."""
    for _ in range(10):
        classifier = links.one(node, "eClassifier")
        if classifier is not None:
            return classifier
        parameter = links.one(node, "eTypeParameter")
        bounds = list(parameter.of("EGenericType")) if isinstance(parameter, Node) else []
        if not bounds:
            break
        node = bounds[0]
    return None


def _adopt(node: Node, attribute: str, target: Target, links: Links) -> None:
    """Add a target to a reference, in *links* and in the XML."""
    links.targets.setdefault((node, attribute), []).append(target)
    node.xml.set(attribute, f"{node.get(attribute)} {written(target)}".strip())


def _erase_supertype(node: Node, links: Links, findings: Findings) -> None:
    """Replace a generic superclass by its erasure."""
    owner, target = node.parent, _erased(node, links)
    assert owner is not None
    if next(node.of("EGenericType"), None) is not None:
        findings.add("generics-left-out", f"the type arguments of a superclass of {owner} are left out", node)
    if target is not None and not (target == "EObject" or (isinstance(target, Node) and target.kind == "EClass")):
        message = f"{owner} inherits from {target}, but must inherit from an EClass of this file"
        findings.add("wrong-reference-type", message, node)
    elif target is not None and target not in links.many(owner, "eSuperTypes"):
        _adopt(owner, "eSuperTypes", target, links)
    node.remove()


def _erase_type(node: Node, links: Links, findings: Findings) -> None:
    """Replace a generic type by its erasure, or by Ecore's most general type if it has none.

    There is no warning in operations without a body: nothing evaluates them, and most are left out.
    """
    owner = node.parent
    assert owner is not None
    if not owner.has("eType"):
        attribute = owner.kind == "EAttribute"
        _adopt(owner, "eType", _erased(node, links) or ("EJavaObject" if attribute else "EObject"), links)
    operation = owner if owner.kind == "EOperation" else owner.parent
    if operation is None or operation.kind != "EOperation" or has_body(operation):
        message = f"the type of {owner} is generated without type parameters and arguments"
        findings.add("generics-left-out", message, node)
    node.remove()
