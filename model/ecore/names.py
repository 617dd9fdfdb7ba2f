"""Checks names: each is an identifier, none hides what PyEcore or generated code needs, and none is given twice."""

from __future__ import annotations

import re
from functools import cache
from keyword import iskeyword
from unicodedata import normalize

from pyecore.ecore import EClass, EEnum

from tilewright.metamodel import classes
from tilewright.metamodel.elements import Element
from tilewright.metamodel.instances import Instance
from tilewright.metamodel.isolated import METHOD
from tilewright.metamodel.ocl.names import PIVOT
from tilewright.metamodel.operations import methods
from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.nodes import Node, shown

MAX_LENGTH = 100

FACE = frozenset({"eClass", "name", "nsURI", "nsPrefix", "getEClassifier", "eClassifiers", "_classes", "_packages"})
"""The names that every generated package has besides its classifiers and sub-packages."""

MODULE = FACE | {"annotations", "TYPE_CHECKING", "_ecore", "_root", "bool", "bytearray", "float", "int", "str", "tuple"}
"""The names that no generated class may have, since its module uses them for something else."""

_SPACES = (("eClassifiers", "eSubpackages"), ("eLiterals",), ("eParameters",), ("eTypeParameters",))
"""The namespaces of an element, as groups of features: their elements must differ in name.

Features of classes are missing here: ``inheritance`` compares them with inherited ones."""


def check_names(tree: Node, findings: Findings, *, for_python: bool = True) -> None:
    """Report names that are missing, invalid, reserved or given twice, and namespaces that are missing or invalid.

    *for_python* says that they become names of classes and attributes in Python. Otherwise keywords are allowed, and
    only the few names are reserved that reading a model needs.
    """
    for node in tree.walk():
        if node.kind in ("EGenericType", "EAnnotation", "details"):
            continue
        if not node.name:
            findings.add("missing-feature", f"this {node.kind} needs a name", node)
        elif _is_identifier(node, findings, for_python=for_python):
            _check_reserved(node, findings, for_python=for_python)
        for space in _SPACES:
            _check_different([child for child in node.children if child.feature in space], findings)
        if node.kind == "EPackage":
            _check_namespace(node, findings)
    if for_python:
        _check_methods(tree, findings)
    _check_different_texts(tree, findings)
    _check_namespaces_differ(tree, findings)


def is_plain(operation: Node) -> bool:
    """Return whether an operation has no exceptions, type parameters or generic types."""
    return not (operation.has("eExceptions") or any(operation.of("ETypeParameter", "EGenericType")))


def has_body(operation: Node) -> bool:
    """Return whether an operation has a body in OCL, and nothing that is not generated."""
    if not is_plain(operation):
        return False
    annotations = (node for node in operation.of("EAnnotation") if node.get("source") == PIVOT)
    return any(detail.get("key") == "body" for node in annotations for detail in node.of("details"))


def _is_identifier(node: Node, findings: Findings, *, for_python: bool) -> bool:
    name = node.name
    trouble = None
    if len(name) > MAX_LENGTH:
        trouble = f"is longer than {MAX_LENGTH} characters"
    elif not name.isidentifier():
        trouble = "is no identifier"
    elif normalize("NFKC", name) != name:
        trouble = f"would be read as '{normalize('NFKC', name)}' by Python"
    elif iskeyword(name) and for_python:
        trouble = "is a keyword of Python"
    elif name.startswith("__"):
        trouble = "starts with two underscores, as only names of Python's own do"
    if trouble is not None:
        message = f"the name '{shown(name)}' of an {node.kind} {trouble}; call it for instance '{_suggestion(name)}'"
        findings.add("bad-name", message, node)
    return trouble is None


def _suggestion(name: str) -> str:
    """Return a similar name that is an identifier and no keyword."""
    word = re.sub(r"\W+", "_", normalize("NFKC", name[:MAX_LENGTH])).strip("_")[: MAX_LENGTH - 4]
    if not word.isidentifier():
        word = f"n{word}" if f"n{word}".isidentifier() else "name"
    return f"{word}_" if iskeyword(word) else word


def _check_reserved(node: Node, findings: Findings, *, for_python: bool) -> None:
    if node.feature == "eStructuralFeatures":
        taken = node.name in (element_names() if for_python else _instance_names())
        holder = "every object of PyEcore or of a generated class" if for_python else "every element of a model"
    elif node.feature == "eLiterals":
        taken, holder = node.name in _enumeration_names(), "every enumeration of PyEcore"
    elif node.feature == "eSubpackages" and for_python:
        taken, holder = node.name in FACE, "every generated package"
    elif node.feature == "eClassifiers" and for_python:
        taken, holder = node.name in MODULE, "every generated module"
    else:
        return
    if taken:
        message = f"{holder} has something called '{node.name}' already; call it for instance '{node.name}_'"
        findings.add("reserved-name", message, node)


def _check_methods(tree: Node, findings: Findings) -> None:
    """Warn of operations that become no methods in Python, since something else, or an earlier one, has their name."""
    features = {node.name for node in tree.walk() if node.feature == "eStructuralFeatures"}
    for node in tree.walk():
        own = [child for child in node.of("EOperation") if has_body(child)]
        kept = methods([operation.name for operation in own], features, element_names())
        for operation, is_kept in zip(own, kept, strict=True):
            if not is_kept:
                earlier = next((other for other in own if other.name == operation.name), operation)
                if earlier is operation:
                    reason = "something else is called so; OCL may call it"
                else:
                    reason = "an operation before it is called so"
                message = f"{operation} becomes no method, since {reason}"
                findings.add("operation-without-method", message, operation)


@cache
def element_names() -> frozenset[str]:
    """Return the names that every object of PyEcore or of a generated class has besides its features."""
    dynamic = EClass("Any")
    names = {name for base in classes.Element.__mro__ for name in vars(base)}
    return frozenset(names | set(vars(dynamic())) | set(vars(dynamic.python_class)) | {"_ecore", METHOD})


@cache
def _instance_names() -> frozenset[str]:
    """Return the names that are looked up in instances of any metamodel, and that a value would hide."""
    return frozenset(vars(Element)) - {"own_features", *Instance.__slots__}


@cache
def _enumeration_names() -> frozenset[str]:
    empty = EEnum("Any")
    return frozenset({name for base in EEnum.__mro__ for name in vars(base)} | set(vars(empty)))


def _check_different(nodes: list[Node], findings: Findings) -> None:
    first: dict[str, Node] = {}
    for node in nodes:
        other = first.setdefault(node.name, node)
        if other is not node and node.name:
            findings.add("duplicate-name", f"another {other.kind} is called '{shown(node.name)}' as well", node, other)


def _check_different_texts(tree: Node, findings: Findings) -> None:
    """Report literals of an enumeration with the same text, by which files name them."""
    for enum in tree.walk():
        first: dict[str, Node] = {}
        for literal in enum.of("EEnumLiteral"):
            text = literal.get("literal", literal.name)
            other = first.setdefault(text, literal)
            if other is not literal and literal.name != other.name:
                findings.add("duplicate-name", f"another literal is written '{shown(text)}' as well", literal, other)


def _check_namespace(node: Node, findings: Findings) -> None:
    if not node.get("nsURI"):
        findings.add("missing-feature", f"{node} needs an nsURI", node)
    elif not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+", node.get("nsURI")):
        findings.add("bad-value", f"nsURI of {node} is no URI: '{shown(node.get('nsURI'))}'", node)
    prefix = node.get("nsPrefix")
    if not prefix:
        findings.add("missing-feature", f"{node} needs an nsPrefix", node)
    elif not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]*", prefix) or prefix.lower().startswith("xml"):
        findings.add("bad-value", f"nsPrefix of {node} is no prefix for XML: '{shown(prefix)}'", node)


def _check_namespaces_differ(tree: Node, findings: Findings) -> None:
    first: dict[str, Node] = {}
    for node in tree.walk():
        if node.kind == "EPackage" and node.get("nsURI"):
            other = first.setdefault(node.get("nsURI"), node)
            if other is not node:
                findings.add("duplicate-name", f"another package has the nsURI of {node} as well", node, other)
