"""Checks files, one judgement after the other, and loads what is left of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from tilewright.metamodel.isolated import load
from tilewright.metamodel.typing import EPackage
from tilewright.model.bounded import read_bytes
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
from tilewright.model.ecore.shape import ECORE, take_apart
from tilewright.model.places import Place
from tilewright.model.xmi.parsing import parse_xml

MAX_BYTES = 4 * 1024 * 1024
MAX_CLASSIFIERS = 10_000
"""The size of a file that is read, and the classifiers that all files may have together."""

JOINED = "metamodels"
"""What the package is called that holds those of several files."""


@dataclass(frozen=True)
class Checked:
    """A metamodel that was checked: as bytes, as PyEcore loads them, and what was left out."""

    data: bytes
    package: EPackage
    warnings: tuple[Diagnostic, ...]


def check_ecore(data: bytes, file: str, *, for_python: bool = True) -> Checked:
    """Check the bytes of an ``.ecore`` file and load what is left: ``check_ecores`` of one file."""
    return check_ecores({file: data}, for_python=for_python)


def check_ecores(files: Mapping[str, bytes], joined: str = JOINED, *, for_python: bool = True) -> Checked:
    """Check the bytes of ``.ecore`` files, which may refer to each other, and load what is left.

    The packages of several files become those inside a package that is called *joined*. Unless it is *for_python*,
    names may be keywords, and those that generated classes need themselves. ``ModelError`` with all errors and warnings
    if a file is not well-formed. Cost: linear, some milliseconds for a class.
    """
    findings = Findings()
    trees: dict[str, Node] = {}
    for file, data in files.items():
        tree = _read(file, data, findings)
        if tree is not None:
            trees[file] = tree
    if findings.failed:
        raise ModelError(findings.all)
    whole = next(iter(trees.values())) if len(trees) == 1 else _join(trees, joined)
    _judge(whole, trees, findings, for_python=for_python)
    if findings.failed:
        raise ModelError(findings.all)
    cleaned = canonical(whole)
    package = load(cleaned, joined if len(trees) > 1 else next(iter(trees)))
    check_ocl(whole, package, findings)
    return Checked(cleaned, package, tuple(findings.all))


def read_files(paths: Iterable[Path]) -> dict[str, bytes]:
    """Return the bytes of files, no more than are checked. ``OSError`` if one cannot be read."""
    return {str(path): read_bytes(path, MAX_BYTES) for path in paths}


def _read(file: str, data: bytes, findings: Findings) -> Node | None:
    """Return the tree of a file; None if it is not even the text of one."""
    if len(data) > MAX_BYTES:
        message = f"the file is larger than the {MAX_BYTES // 1024**2} MiB that are read"
        raise ModelError([diagnose("file-too-large", message, Place(file))])
    root = parse_xml(data, file, "<ecore:EPackage …>")
    return take_apart(root, findings, findings.enter(file, data, sum(1 for _ in root.iter())))


def _join(trees: Mapping[str, Node], name: str) -> Node:
    """Return a package that holds those of several files."""
    xml = etree.Element(f"{{{ECORE}}}EPackage", name=name, nsURI=f"urn:tilewright:joined:{name}", nsPrefix=name)
    whole = Node("EPackage", "", xml, 0)
    for tree in trees.values():
        tree.xml.tag = tree.feature = "eSubpackages"
        tree.parent = whole
        xml.append(tree.xml)
        whole.children.append(tree)
    return whole


def _judge(tree: Node, files: Mapping[str, Node], findings: Findings, *, for_python: bool) -> None:
    """Report everything that can be judged, and take out what is not generated."""
    if sum(node.feature == "eClassifiers" for node in tree.walk()) > MAX_CLASSIFIERS:
        findings.add("file-too-large", f"the metamodel has more than {MAX_CLASSIFIERS} classifiers", tree)
        return
    check_names(tree, findings, for_python=for_python)
    links = resolve(files, findings)
    if not findings.failed:
        leave_out(tree, links, findings)
    check_features(tree, links, findings)
    check_inheritance(tree, links, findings)
