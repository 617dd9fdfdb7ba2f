"""Checks the OCL texts of a metamodel, and warns of derived features without a derivation.

Texts that should be evaluated are those in Pivot's annotations that are constraints, derivations or bodies of
operations. Such a text that cannot be evaluated is an error: a slip must not switch a constraint off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tilewright.metamodel.constraints import ECORE, classes_of, compile_constraints
from tilewright.metamodel.derived import compile_derivations
from tilewright.metamodel.ocl import OclError
from tilewright.metamodel.ocl.names import PIVOT, body_text, classifiers_of
from tilewright.metamodel.operations import compile_operations
from tilewright.metamodel.typing import EObject, EPackage
from tilewright.model.diagnostics import Severity
from tilewright.model.ecore.adapting import LIKE_PIVOT
from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.nodes import Node, shown
from tilewright.model.hints import Hints, nearest

OTHER_SOURCES = (*LIKE_PIVOT, f"{ECORE}/OCL/LPG")
"""The sources of annotations with OCL that is not evaluated, but that of ``LIKE_PIVOT`` where there is none of Pivot.
"""

_SOURCES = {source.casefold(): source for source in (ECORE, PIVOT, *OTHER_SOURCES)}
_KEYS = {"EAttribute": "derivation", "EReference": "derivation", "EOperation": "body"}
"""What is evaluated of an element, by its kind. Other keys are those of texts that are not: initial values, conditions.
"""


def check_ocl(tree: Node, package: EPackage, findings: Findings, *, lenient: bool = False) -> list[Node]:
    """Report OCL texts that generated classes will not evaluate, and derived features that become ordinary ones.

    Those that should be evaluated are errors, warnings if *lenient*. Return the operations that cannot be called since
    they have no body.
    """
    return _Check(tree, package, findings, lenient=lenient).run()


class _Check:
    """One check of a metamodel, given as a tree and as the package that was loaded from it."""

    def __init__(self, tree: Node, package: EPackage, findings: Findings, *, lenient: bool) -> None:
        self._tree = tree
        self._package = package
        self._findings = findings
        self._severity = Severity.WARNING if lenient else None
        self._details = _details(tree)
        self._nodes = dict(_nodes(tree, package))
        self._told: set[tuple[Node, str]] = set()
        """The elements and keys of the texts that are evaluated, and of those that were reported."""
        self._without_body: list[Node] = []
        self._hints = Hints()

    def run(self) -> list[Node]:
        """Report everything. Return the operations that cannot be called."""
        derivations = compile_derivations(self._package, self._refuse)
        constraints = {c for own in compile_constraints(self._package, self._refuse).values() for c in own}
        operations = compile_operations(self._package, self._refuse)
        for constraint in constraints:
            self._accept(constraint.eclass, constraint.name, constraint.expression.warnings)
        for feature, derivation in derivations.items():
            self._accept(feature, "derivation", derivation.warnings)
        bodies = classifiers_of(self._package).bodies
        for operation in operations:
            if body_text(operation) is not None:
                self._accept(operation, "body", bodies[operation].warnings)
        for (owner, source, key), node in self._details.items():
            self._check_detail(owner, source, key, node)
        for node in self._tree.walk():
            if node.is_true("derived") and (node, "derivation") not in self._told:
                message = f"{node} is derived, but has no derivation that can be evaluated"
                self._findings.add("derived-without-ocl", f"{message}; it is generated as an ordinary one", node)
        return self._without_body

    def _bad(self, message: str, where: Node) -> None:
        self._findings.add("bad-ocl", message, where, severity=self._severity)

    def _accept(self, element: EObject, key: str, warnings: Iterable[OclError]) -> None:
        owner = self._nodes[element]
        self._told.add((owner, key))
        for warning in warnings:
            message = f"{key} of {owner}: {shown(str(warning), 400)}"
            self._findings.add(warning.code, message, self._details[owner, PIVOT, key])

    def _refuse(self, element: EObject, key: str, error: OclError) -> None:
        """Report a text that does not compile, a constraint without a text, or an operation without a body."""
        owner = self._nodes[element]
        self._told.add((owner, key))
        text = self._details.get((owner, PIVOT, key))
        if text is not None:
            self._bad(f"{key} of {owner} cannot be evaluated: {shown(str(error), 400)}", text)
        elif owner.kind == "EOperation":
            assert owner.parent is not None
            message = f"{owner.parent.name}.{owner.name} is left out: {shown(error.message, 400)}"
            self._findings.add("operation-left-out", message, owner)
            self._without_body.append(owner)
        else:
            self._refuse_name(owner, key, error)

    def _refuse_name(self, owner: Node, key: str, error: OclError) -> None:
        """Report a constraint that is listed, but has no text for Pivot. One without any may be written in Java."""
        elsewhere = [source for source in OTHER_SOURCES if (owner, source, key) in self._details]
        listing = self._details[owner, ECORE, "constraints"]
        reason = shown(error.message, 400)
        if elsewhere:
            hint = f"its text in {elsewhere[0]} is not evaluated, but one in {PIVOT} is"
            self._bad(f"{key} of {owner} cannot be evaluated: {reason}; {hint}", listing)
        elif "," in key:
            self._bad(f"{key} of {owner} cannot be evaluated: {reason}", listing)
        else:
            self._findings.add("ocl-left-out", f"{key} of {owner} is left out: {reason}", listing)

    def _check_detail(self, owner: Node, source: str, key: str, node: Node) -> None:
        """Report a text that was not compiled at all, and a source or key that is probably misspelt."""
        if source == ECORE:
            if owner.kind == "EClass" and key != "constraints" and nearest(key, ["constraints"], least=0.8):
                self._bad(f"{shown(key)} of {owner} has no effect; did you mean 'constraints'?", node)
        elif source == PIVOT:
            if (owner, key) not in self._told:
                self._check_other_text(owner, key, node)
        elif source in OTHER_SOURCES:
            if (owner, key) not in self._told:
                message = f"{shown(key)} of {owner} in '{source}' is left out: only OCL in {PIVOT} is evaluated"
                self._findings.add("ocl-left-out", message, node)
        else:
            meant = _meant_source(source)
            if meant is not None:
                message = f"{shown(key)} of {owner} has no effect: its source is '{shown(source, 100)}'"
                self._bad(f"{message}; did you mean '{meant}'?", node)

    def _check_other_text(self, owner: Node, key: str, node: Node) -> None:
        """Report a text for Pivot that is no constraint, derivation or body."""
        wanted = _KEYS.get(owner.kind)
        if owner.kind == "EClass" and "$" not in key:
            reason = self._unlisted(owner, key)
            if reason is not None:
                self._bad(f"{shown(key)} of {owner} cannot be evaluated: {reason}", node)
        elif wanted == key:
            self._bad(f'{key} of {owner} cannot be evaluated: it is not derived; write derived="true"', node)
        elif wanted is not None and nearest(key, [wanted]):
            self._bad(f"{shown(key)} of {owner} has no effect; did you mean '{wanted}'?", node)
        else:
            reason = "only Pivot's constraints, derivations and bodies of operations are evaluated"
            self._findings.add("ocl-left-out", f"{shown(key)} of {owner} is left out: {reason}", node)

    def _unlisted(self, owner: Node, key: str) -> str | None:
        """Return why the text of a constraint is not evaluated that is none of those that its class lists.

        It is None if the text is listed with a comma, which has been reported.
        """
        listing = self._details.get((owner, ECORE, "constraints"))
        if listing is None:
            return f"the class has no 'constraints' in {ECORE} that list it"
        listed = listing.get("value").replace(",", " ").split()
        if key in listed:
            return None
        meant = nearest(key, listed) if self._hints.take() else None
        hint = "" if meant is None else f"; did you mean '{shown(meant)}'?"
        return f"the class does not list it in 'constraints', where it has {shown(', '.join(listed), 200)}{hint}"


@lru_cache(maxsize=64)
def _meant_source(source: str) -> str | None:
    """Return the source of annotations that another one is probably meant to be, or None."""
    meant = nearest(source.casefold(), _SOURCES, least=0.95)
    return None if meant is None or abs(len(meant) - len(source)) > 1 else _SOURCES[meant]


def _details(tree: Node) -> dict[tuple[Node, str, str], Node]:
    """Return the details of annotations by the annotated element, the source and the key."""
    found = {}
    for annotation in tree.walk():
        if annotation.kind == "EAnnotation" and annotation.parent is not None:
            for detail in annotation.of("details"):
                found[annotation.parent, annotation.get("source"), detail.get("key")] = detail
    return found


def _nodes(tree: Node, package: EPackage) -> Iterator[tuple[EObject, Node]]:
    """Yield the classes of a package, their features and operations, each with its node.

    Operations may have the same name; they stand in the same order in both.
    """
    by_address = {node.fragment: node for node in tree.walk() if node.kind in ("EClass", "EAttribute", "EReference")}
    for eclass in classes_of(package):
        node = by_address[_fragment(eclass)]
        yield eclass, node
        for feature in eclass.eStructuralFeatures:
            yield feature, by_address[_fragment(feature)]
        yield from zip(eclass.eOperations, node.of("EOperation"), strict=True)


def _fragment(element: EObject) -> str:
    """Return the address of an element of PyEcore by names, equal to ``Node.fragment`` of the same element."""
    names: list[str] = []
    while element.eContainer() is not None:
        names.append(element.name)
        element = element.eContainer()
    return "//" + "/".join(reversed(names))
