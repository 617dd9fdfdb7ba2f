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
from tilewright.model.ecore.adapting import adapt
from tilewright.model.ecore.cleaning import Keys, canonical, leave_out, serialised
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
    """A metamodel without errors: its cleaned text, the package that PyEcore made of it, and what was left out.

    *joined* says whether the package holds several others as its sub-packages; *keys* are the ``eKeys`` of references.
    """

    data: bytes
    package: EPackage
    warnings: tuple[Diagnostic, ...]
    joined: bool
    keys: Keys


def check_ecore(data: bytes, file: str, *, for_python: bool = True, lenient: bool = False) -> Checked:
    """Check the bytes of one ``.ecore`` file and load it: ``check_ecores`` of one file."""
    return check_ecores({file: data}, for_python=for_python, lenient=lenient)


def check_ecores(
    files: Mapping[str, bytes], joined: str = JOINED, *, for_python: bool = True, lenient: bool = False
) -> Checked:
    """Check the bytes of ``.ecore`` files, which may refer to each other, and load them without what is left out.

    *files* maps file names to bytes. Several packages, of several files or below ``xmi:XMI``, become sub-packages of
    one called *joined*. *for_python* says that classes will be generated: names must then be neither keywords nor names
    that generated code needs itself. OCL that cannot be evaluated is an error, since a constraint must not be switched
    off by a slip; if *lenient*, it is left out with a warning.

    ``ModelError`` with all errors and warnings if there is any error. Cost: linear in the size of the files.
    """
    findings = Findings()
    trees = {file: _read(file, data, findings) for file, data in files.items()}
    if findings.failed:
        raise ModelError(findings.all)
    packages = [tree for found in trees.values() for tree in found]
    several = len(packages) > 1
    whole = _join(packages, joined) if several else packages[0]
    keys = _judge(whole, trees, findings, for_python=for_python)
    if findings.failed:
        raise ModelError(findings.all)
    root = canonical(whole)
    package = load(serialised(root), joined if several else next(iter(trees)))
    for operation in check_ocl(whole, package, findings, lenient=lenient):
        operation.remove()
    if findings.failed:
        raise ModelError(findings.all)
    return Checked(serialised(root), package, tuple(findings.all), several, keys)


def read_files(paths: Iterable[Path]) -> dict[str, bytes]:
    """Return the bytes of files by their paths, at most one byte more of each than is accepted.

    ``OSError`` if one cannot be read.
    """
    return {str(path): read_bytes(path, MAX_BYTES) for path in paths}


def _read(file: str, data: bytes, findings: Findings) -> list[Node]:
    """Return the trees of the packages of a file. ``ModelError`` if it is too large or no XML."""
    if len(data) > MAX_BYTES:
        message = f"the file is larger than the {MAX_BYTES // 1024**2} MiB that are read"
        raise ModelError([diagnose("file-too-large", message, Place(file))])
    root = parse_xml(data, file, "<ecore:EPackage …>")
    return take_apart(root, findings, findings.enter(file, data, sum(1 for _ in root.iter())))


def _join(trees: list[Node], name: str) -> Node:
    """Return a package that holds several others."""
    xml = etree.Element(f"{{{ECORE}}}EPackage", name=name, nsURI=f"urn:tilewright:joined:{name}", nsPrefix=name)
    whole = Node("EPackage", "", xml, 0)
    for tree in trees:
        tree.xml.tag = tree.feature = "eSubpackages"
        tree.parent = whole
        xml.append(tree.xml)
        whole.children.append(tree)
    return whole


def _judge(tree: Node, files: Mapping[str, list[Node]], findings: Findings, *, for_python: bool) -> Keys:
    """Run all checks but those of OCL. If names and references have no errors, take out what is not generated.

    Return the ``eKeys`` of references.
    """
    keys: Keys = {}
    if sum(node.feature == "eClassifiers" for node in tree.walk()) > MAX_CLASSIFIERS:
        findings.add("file-too-large", f"the metamodel has more than {MAX_CLASSIFIERS} classifiers", tree)
        return keys
    adapt(tree, findings)
    check_names(tree, findings, for_python=for_python)
    links = resolve(files, findings)
    if not findings.failed:
        keys = leave_out(tree, links, findings, for_python=for_python)
    check_features(tree, links, findings)
    check_inheritance(tree, links, findings)
    return keys
