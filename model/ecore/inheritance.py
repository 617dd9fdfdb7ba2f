"""Checks inheritance: it has no cycles, each class has a linearization (C3), and features of a class differ in name."""

from __future__ import annotations

from itertools import islice

from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.nodes import Node
from tilewright.model.ecore.references import Links, written

MAX_PARENTS, MAX_ANCESTORS = 16, 100
"""The most direct superclasses of a class, and the most superclasses at all: Python takes long to linearize many."""

MOST_CYCLES = 20
"""The number of classes on cycles that are reported."""


def check_inheritance(tree: Node, links: Links, findings: Findings) -> None:
    """Report errors of inheritance, and leave out redundant superclasses with a warning.

    A direct superclass is redundant if another direct one inherits from it.
    """
    classes = [node for node in tree.walk() if node.kind == "EClass"]
    parents = {node: [p for p in links.many(node, "eSuperTypes") if isinstance(p, Node)] for node in classes}
    crowded = [node for node in classes if len(parents[node]) > MAX_PARENTS]
    for node in crowded:
        findings.add("bad-inheritance", f"{node} inherits from more than {MAX_PARENTS} classes directly", node)
    if crowded:
        return
    ordered = _parents_first(classes, parents, findings)
    if ordered is None:
        return
    above: dict[Node, dict[Node, None]] = {}
    orders: dict[Node, list[Node] | None] = {}
    for node in ordered:
        own = _without_redundant(node, parents[node], above, links, findings)
        above[node] = dict.fromkeys(ancestor for parent in own for ancestor in (*above[parent], parent))
        if len(above[node]) > MAX_ANCESTORS:
            findings.add("bad-inheritance", f"{node} inherits from more than {MAX_ANCESTORS} classes", node)
            return
        orders[node] = _linearized(node, own, orders)
        if orders[node] is None and all(orders[parent] for parent in own):
            names = ", ".join(parent.name for parent in own)
            findings.add("bad-inheritance", f"the superclasses of {node} ({names}) contradict each other's order", node)
        _check_features(node, own, above, findings)


def _parents_first(classes: list[Node], parents: dict[Node, list[Node]], findings: Findings) -> list[Node] | None:
    """Return the classes in topological order, superclasses first.

    Report a cycle, or too many levels of superclasses, and return None.
    """
    done: dict[Node, None] = {}
    rest = classes
    layers = 0
    while rest:
        ready = [node for node in rest if all(parent in done for parent in parents[node])]
        if not ready:
            circular = (node for node in rest if _reaches(node, node, parents))
            for node in islice(circular, MOST_CYCLES):
                findings.add("bad-inheritance", f"{node} inherits from itself", node)
            return None
        layers += 1
        if layers > MAX_ANCESTORS + 1:
            findings.add("bad-inheritance", f"{ready[0]} inherits from more than {MAX_ANCESTORS} classes", ready[0])
            return None
        done.update(dict.fromkeys(ready))
        rest = [node for node in rest if node not in done]
    return list(done)


def _reaches(start: Node, goal: Node, parents: dict[Node, list[Node]]) -> bool:
    """Return whether *goal* is among the superclasses of *start*."""
    seen: set[Node] = set()
    pending = list(parents[start])
    while pending:
        node = pending.pop()
        if node is goal:
            return True
        if node not in seen:
            seen.add(node)
            pending.extend(parents[node])
    return False


def _without_redundant(
    node: Node, parents: list[Node], above: dict[Node, dict[Node, None]], links: Links, findings: Findings
) -> list[Node]:
    """Return the direct superclasses without redundant ones, which could prevent a linearization."""
    kept: list[Node] = []
    for parent in parents:
        nearer = next((other for other in parents if parent in above[other]), None)
        if nearer is not None:
            message = f"{node} inherits from {parent.name} through {nearer.name} already; it is left out"
            findings.add("supertype-left-out", message, node)
        elif parent not in kept:
            kept.append(parent)
    if node.has("eSuperTypes"):
        links.targets[node, "eSuperTypes"] = list(kept)
        node.xml.set("eSuperTypes", " ".join(map(written, kept)))
    return kept


def _linearized(node: Node, parents: list[Node], orders: dict[Node, list[Node] | None]) -> list[Node] | None:
    """Return the C3 linearization of a class, in which Python looks for features; None if there is none."""
    lists = [list(orders[parent] or []) for parent in parents] + [list(parents)]
    order = [node]
    while lists := [rest for rest in lists if rest]:
        tails = {other for rest in lists for other in rest[1:]}
        head = next((rest[0] for rest in lists if rest[0] not in tails), None)
        if head is None:
            return None
        order.append(head)
        lists = [rest[1:] if rest[0] is head else rest for rest in lists]
    return order


def _check_features(node: Node, parents: list[Node], above: dict[Node, dict[Node, None]], findings: Findings) -> None:
    """Report features of a class, own or inherited, that have the same name.

    Two features that one superclass has already are reported there alone.
    """
    own: dict[str, Node] = {}
    for feature in node.of("EAttribute", "EReference"):
        other = own.setdefault(feature.name, feature)
        if other is not feature and feature.name:
            findings.add("duplicate-name", f"{node} has a feature '{feature.name}' already", feature, other)
    if not own and len(parents) < 2:
        return
    inherited: dict[str, Node] = {}
    for holder in above[node]:
        for feature in holder.of("EAttribute", "EReference"):
            other = inherited.setdefault(feature.name, feature)
            if feature.name in own and other is feature:
                message = f"{holder} has a feature '{feature.name}' already"
                findings.add("duplicate-name", message, own[feature.name], feature)
            elif other.parent is not holder and other.parent not in above[holder]:
                message = f"{node} inherits two features '{feature.name}', of {other.parent} and {holder}"
                findings.add("duplicate-name", message, node, feature)
