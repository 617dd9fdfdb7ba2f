"""Runs all checks on ``.ecore`` files, and loads the metamodel with PyEcore if it has no errors."""

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
from tilewright.model.ecore.cleaning import canonical, leave_out, serialised
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
"""The most bytes of one file, and the most classifiers of all files together."""

JOINED = "metamodels"
"""The name of the package that holds those of several files."""


@dataclass(frozen=True)
class Checked:
    """A metamodel without errors: its cleaned text, the package that PyEcore made of it, and what was left out."""

    data: bytes
    package: EPackage
    warnings: tuple[Diagnostic, ...]


def check_ecore(data: bytes, file: str, *, for_python: bool = True, lenient: bool = False) -> Checked:
    """Check the bytes of one ``.ecore`` file and load it: ``check_ecores`` of one file."""
    return check_ecores({file: data}, for_python=for_python, lenient=lenient)


def check_ecores(
    files: Mapping[str, bytes], joined: str = JOINED, *, for_python: bool = True, lenient: bool = False
) -> Checked:
    """Check the bytes of ``.ecore`` files, which may refer to each other, and load them without what is left out.

    *files* maps file names to bytes. Several files become sub-packages of a package called *joined*. *for_python* says
    that classes will be generated: names must then be neither keywords nor names that generated code needs itself.
    OCL that cannot be evaluated is an error, since a constraint must not be switched off by a slip; if *lenient*, it is
    left out with a warning.

    ``ModelError`` with all errors and warnings if there is any error. Cost: linear in the size of the files.
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
    root = canonical(whole)
    package = load(serialised(root), joined if len(trees) > 1 else next(iter(trees)))
    for operation in check_ocl(whole, package, findings, lenient=lenient):
        operation.remove()
    if findings.failed:
        raise ModelError(findings.all)
    return Checked(serialised(root), package, tuple(findings.all))


def read_files(paths: Iterable[Path]) -> dict[str, bytes]:
    """Return the bytes of files by their paths, at most one byte more of each than is accepted.

    ``OSError`` if one cannot be read.
    """
    return {str(path): read_bytes(path, MAX_BYTES) for path in paths}


def _read(file: str, data: bytes, findings: Findings) -> Node | None:
    """Return the tree of a file, None if its root is no package. ``ModelError`` if it is too large or no XML."""
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
    """Run all checks but those of OCL. If names and references have no errors, take out what is not generated."""
    if sum(node.feature == "eClassifiers" for node in tree.walk()) > MAX_CLASSIFIERS:
        findings.add("file-too-large", f"the metamodel has more than {MAX_CLASSIFIERS} classifiers", tree)
        return
    check_names(tree, findings, for_python=for_python)
    links = resolve(files, findings)
    if not findings.failed:
        leave_out(tree, links, findings)
    check_features(tree, links, findings)
    check_inheritance(tree, links, findings)
