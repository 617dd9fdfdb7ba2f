"""Warns of OCL texts that cannot be evaluated, and of derived features without a derivation."""

from __future__ import annotations

from tilewright.metamodel.constraints import ECORE, compile_constraints
from tilewright.metamodel.derived import compile_derivations
from tilewright.metamodel.ocl import OclError
from tilewright.metamodel.ocl.names import PIVOT
from tilewright.metamodel.operations import compile_operations
from tilewright.metamodel.typing import EObject, EPackage
from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.nodes import Node, shown
from tilewright.model.hints import nearest

OCL_SOURCES = frozenset({PIVOT, f"{ECORE}/OCL", f"{ECORE}/OCL/LPG"})


def check_ocl(tree: Node, package: EPackage, findings: Findings) -> None:
    """Warn of OCL texts that generated classes will not evaluate, and of derived features that become ordinary ones."""
    details = _details(tree)
    kinds = ("EClass", "EAttribute", "EReference", "EOperation")
    nodes = {node.fragment: node for node in tree.walk() if node.kind in kinds}
    refused: set[tuple[Node, str]] = set()

    def refuse(element: EObject, key: str, error: OclError) -> None:
        owner = nodes[_fragment(element)]
        text = details.get((owner, PIVOT, key))
        where = text or details.get((owner, ECORE, "constraints")) or owner
        refused.add((owner, key))
        reason = shown(str(error), 400) if text else error.message
        findings.add("ocl-left-out", f"{key} of {owner} is left out: {reason}", where)

    constrained = compile_constraints(package, refuse)
    derived = {nodes[_fragment(feature)] for feature in compile_derivations(package, refuse)}
    named = {(nodes[_fragment(c.eclass)], c.name) for own in constrained.values() for c in own}
    named |= {(nodes[_fragment(operation)], "body") for operation in compile_operations(package, refuse)}
    for (owner, source, key), node in details.items():
        if source not in OCL_SOURCES or (owner, key) in refused:
            continue
        if source != PIVOT or ((owner, key) not in named and not (owner in derived and key == "derivation")):
            listing = details.get((owner, ECORE, "constraints"))
            if source == PIVOT and owner.kind == "EClass" and listing is not None and "$" not in key:
                reason = _unlisted(key, listing.get("value").split())
            else:
                reason = "only Pivot's constraints, derivations and bodies of operations are evaluated"
            message = f"{key} of {owner} is left out: {reason}"
            findings.add("ocl-left-out", message, node)
    for node in nodes.values():
        if node.is_true("derived") and node not in derived:
            message = (
                f"{node} is derived, but has no derivation that can be evaluated; it is generated as an ordinary one"
            )
            findings.add("derived-without-ocl", message, node)


def _unlisted(key: str, listed: list[str]) -> str:
    """Return why the text of a constraint is not evaluated that is none of those that its class lists."""
    meant = nearest(key, listed)
    hint = "" if meant is None else f"; did you mean '{shown(meant)}'?"
    return f"the class does not list it in 'constraints', where it has {shown(', '.join(listed), 200)}{hint}"


def _details(tree: Node) -> dict[tuple[Node, str, str], Node]:
    """Return the details of annotations by the annotated element, the source and the key."""
    found = {}
    for annotation in tree.walk():
        if annotation.kind == "EAnnotation" and annotation.parent is not None:
            for detail in annotation.of("details"):
                found[annotation.parent, annotation.get("source"), detail.get("key")] = detail
    return found


def _fragment(element: EObject) -> str:
    """Return the address of an element of PyEcore by names, equal to ``Node.fragment`` of the same element."""
    names: list[str] = []
    while element.eContainer() is not None:
        names.append(element.name)
        element = element.eContainer()
    return "//" + "/".join(reversed(names))
