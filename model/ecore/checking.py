"""Checks a file, one judgement after the other, and loads what is left of it."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.metamodel.isolated import load
from tilewright.metamodel.typing import EPackage
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, ModelError
from tilewright.model.ecore.cleaning import canonical, leave_out
from tilewright.model.ecore.features import check_features
from tilewright.model.ecore.findings import Findings
from tilewright.model.ecore.inheritance import check_inheritance
from tilewright.model.ecore.names import check_names
from tilewright.model.ecore.nodes import Node
from tilewright.model.ecore.ocl import check_ocl
from tilewright.model.ecore.references import resolve
from tilewright.model.ecore.shape import take_apart
from tilewright.model.places import Place
from tilewright.model.xmi.parsing import parse_xml

MAX_BYTES = 4 * 1024 * 1024
MAX_CLASSIFIERS = 10_000
"""The size of a metamodel that is read."""


@dataclass(frozen=True)
class Checked:
    """A metamodel that was checked: as bytes, as PyEcore loads them, and what was left out."""

    data: bytes
    package: EPackage
    warnings: tuple[Diagnostic, ...]


def check_ecore(data: bytes, file: str, *, for_python: bool = True) -> Checked:
    """Check the bytes of an ``.ecore`` file and load what is left.

    Unless it is *for_python*, names may be keywords, and those that generated classes need themselves.
    ``ModelError`` with all errors and warnings if it is not well-formed. Cost: linear, some milliseconds for a class.
    """
    if len(data) > MAX_BYTES:
        message = f"the file is larger than the {MAX_BYTES // 1024**2} MiB that are read"
        raise ModelError([diagnose("file-too-large", message, Place(file))])
    root = parse_xml(data, file, "<ecore:EPackage …>")
    findings = Findings(file, data)
    tree = take_apart(root, findings)
    if tree is not None and not findings.failed:
        _judge(tree, findings, for_python=for_python)
    if tree is None or findings.failed:
        raise ModelError(findings.all)
    cleaned = canonical(tree)
    package = load(cleaned, file)
    check_ocl(tree, package, findings)
    return Checked(cleaned, package, tuple(findings.all))


def _judge(tree: Node, findings: Findings, *, for_python: bool) -> None:
    """Report everything that can be judged, and take out what is not generated."""
    if sum(node.feature == "eClassifiers" for node in tree.walk()) > MAX_CLASSIFIERS:
        findings.add("file-too-large", f"the metamodel has more than {MAX_CLASSIFIERS} classifiers", tree)
        return
    check_names(tree, findings, for_python=for_python)
    links = resolve(tree, findings)
    if not findings.failed:
        leave_out(tree, links, findings)
    check_features(tree, links, findings)
    check_inheritance(tree, links, findings)
