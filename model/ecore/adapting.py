"""Brings OCL that stands elsewhere to where it is evaluated: constraints in the annotation of Pivot of their class.

These are texts under the sources of other versions of Eclipse, and invariants that are written as operations, as EMF
knows them: with a Boolean result, and the parameters of a validator's call.
"""

from __future__ import annotations

import re

from lxml import etree

from tilewright.metamodel.ocl.names import PIVOT
from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.nodes import Node
from tilewright.model.ecore.shape import ECORE

LIKE_PIVOT = (f"{ECORE}/OCL", "http://www.eclipse.org/ocl/examples/OCL")
"""The sources of annotations whose OCL is evaluated as that of Pivot: the common one, and Pivot's earlier one."""

_BOOLEAN = re.compile(r"#//EBoolean(Object)?\Z")


def adapt(tree: Node, findings: Findings) -> None:
    """Bring the OCL of a metamodel to where it is evaluated.

    What an element has under another source stays there, and so is left out, if it has an annotation of Pivot as well.
    """
    for node in list(tree.walk()):
        is_like = node.kind == "EAnnotation" and node.get("source") in LIKE_PIVOT
        if is_like and node.parent is not None and _annotation(node.parent, PIVOT) is None:
            node.xml.set("source", PIVOT)
    for node in list(tree.walk()):
        if node.kind == "EOperation" and _is_invariant(node):
            _constrain(node, findings)


def _is_invariant(operation: Node) -> bool:
    """Return whether an operation is an invariant, as ``EcoreUtil.isInvariant`` of EMF says."""
    types = [_type(parameter) for parameter in operation.of("EParameter")]
    ends = [type_.rpartition("#//")[2] for type_ in types]
    return ends == ["EDiagnosticChain", "EMap"] and _BOOLEAN.search(_type(operation)) is not None


def _type(typed: Node) -> str:
    generic = next(typed.of("EGenericType"), None)
    return typed.get("eType") or ("" if generic is None else generic.get("eClassifier"))


def _constrain(operation: Node, findings: Findings) -> None:
    """Make the body of an invariant a constraint of its class. One without a body in OCL stays as it is."""
    owner, annotation = operation.parent, _annotation(operation, PIVOT)
    body = None if annotation is None else _detail(annotation, "body")
    if owner is None or annotation is None or body is None:
        return
    listing, texts = _annotation(owner, ECORE), _annotation(owner, PIVOT)
    names = None if listing is None else _detail(listing, "constraints")
    listed = [] if names is None else names.get("value").split()
    if operation.name in listed or (texts is not None and _detail(texts, operation.name) is not None):
        message = f"body of {operation} is left out: {owner} has a constraint of this name"
        findings.add("ocl-left-out", message, body)
        return
    if names is None:
        listing = _added(owner, "EAnnotation", "eAnnotations", annotation, source=ECORE) if listing is None else listing
        names = _added(listing, "details", "details", annotation, key="constraints")
    names.xml.set("value", " ".join([*listed, operation.name]))
    if texts is None:
        texts = _added(owner, "EAnnotation", "eAnnotations", annotation, source=PIVOT)
    _added(texts, "details", "details", body, key=operation.name, value=body.get("value"))
    operation.remove()


def _annotation(node: Node, source: str) -> Node | None:
    return next((found for found in node.of("EAnnotation") if found.get("source") == source), None)


def _detail(annotation: Node, key: str) -> Node | None:
    return next((found for found in annotation.of("details") if found.get("key") == key), None)


def _added(owner: Node, kind: str, feature: str, like: Node, **attributes: str) -> Node:
    """Add an element to another, at the place of a third one."""
    xml = etree.SubElement(owner.xml, feature, attributes)
    added = Node(kind, feature, xml, like.ordinal, owner)
    owner.children.append(added)
    return added
