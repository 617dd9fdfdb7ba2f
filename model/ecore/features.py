"""Checks features: their types, bounds, default values and opposites."""

from __future__ import annotations

from pyecore.ecore import eClassifiers
from pyecore.innerutils import javaTransMap

from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.nodes import Node, shown
from tilewright.model.ecore.references import ECORE_TYPES, Links, Target, counterpart
from tilewright.model.ecore.values import form_of
from tilewright.model.hints import near_miss


def check_features(tree: Node, links: Links, findings: Findings) -> None:
    """Report features whose types, bounds, default values or opposites are wrong."""
    for node in tree.walk():
        if node.kind == "EAttribute":
            _check_bounds(node, findings)
            _check_type(node, links, ("EEnum", "EDataType"), "a class", "a data type or an enumeration", findings)
            _check_default(node, links, findings)
        elif node.kind == "EReference":
            _check_bounds(node, findings)
            _check_type(node, links, ("EClass",), "a data type", "a class", findings)
            _check_opposite(node, links, findings)
            if node.has("defaultValueLiteral"):
                findings.add("bad-default", f"{node} is a reference and cannot have a default value", node)


def _check_bounds(node: Node, findings: Findings) -> None:
    try:
        lower, upper = int(node.get("lowerBound", "0")), int(node.get("upperBound", "1"))
    except ValueError:  # reported by shape
        return
    if lower < 0 or upper == 0 or upper < -2:
        message = (
            f"the bounds of {node} are {lower} to {upper}; at least 0, and at most 1 or more, or -1 for any number"
        )
        findings.add("bad-bounds", message, node)
    elif 0 < upper < lower:
        findings.add("bad-bounds", f"{node} must hold at least {lower} values, but at most {upper}", node)


_MAP = ", and PyEcore knows this one as a data type alone: declare a class of your own with attributes key and value"


def _kind(target: Target) -> str:
    return target.kind if isinstance(target, Node) else ECORE_TYPES[target]


def _check_type(node: Node, links: Links, kinds: tuple[str, ...], wrong: str, right: str, findings: Findings) -> None:
    target = links.one(node, "eType")
    if target is None:
        if not node.has("eType") and not any(node.of("EGenericType")):
            findings.add("missing-feature", f"{node} needs an eType", node)
    elif _kind(target) not in kinds:
        name = target.name if isinstance(target, Node) else target
        hint = _MAP if name == "EStringToStringMapEntry" else ""
        findings.add("bad-type", f"the type of {node} is {name}, {wrong}; it must be {right}{hint}", node)


def _check_opposite(node: Node, links: Links, findings: Findings) -> None:
    other = links.one(node, "eOpposite")
    if not isinstance(other, Node):
        return
    trouble = None
    if links.one(other, "eOpposite") is not node:
        trouble = f"has the opposite {other.fragment}, whose own opposite is another one"
    elif links.one(node, "eType") is not other.parent:
        trouble = f"has an opposite in {other.parent}, which is not its type"
    elif node.is_true("containment") and other.is_true("containment"):
        trouble = "contains what contains it"
    elif node.is_true("containment") and other.get("upperBound", "1") != "1":
        trouble = f"contains elements that may have several containers by {other.name}"
    if trouble is not None:
        findings.add("bad-opposite", f"{node} {trouble}", node, other if other is not node else None)


def _check_default(node: Node, links: Links, findings: Findings) -> None:
    target = links.one(node, "eType")
    if target is None or not node.has("defaultValueLiteral") or _kind(target) == "EClass":
        return
    text = node.get("defaultValueLiteral")
    if isinstance(target, Node) and target.kind == "EEnum":
        known = [
            word for literal in target.of("EEnumLiteral") for word in (literal.get("literal"), literal.name) if word
        ]
        if text not in known:
            message = f"the default '{shown(text)}' of {node} is no literal of {target.name}{near_miss(text, known)}"
            findings.add("bad-default", message, node)
        return
    trouble = _no_default(target, text)
    if trouble is not None:
        findings.add("bad-default", f"the default '{shown(text)}' of {node} is no {trouble}", node)


_WITHOUT = (bytes, bytearray, list, set, dict, type)


def _no_default(target: Target, text: str) -> str | None:
    """Return None if a text is a value of a data type, else what it should be: the end of a message "… is no …"."""
    if isinstance(target, Node):
        java = target.get("instanceClassName")
        python = javaTransMap.get(java, (object,))[0]
    else:
        java, python = target, eClassifiers[counterpart(target)].eType
    if python in _WITHOUT:
        return f"default for a {python.__name__}, which can have none"
    form = form_of(java)
    try:
        form.parse(text)
    except ValueError:
        return form.name
    return None
