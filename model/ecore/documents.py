"""Which of the given files a reference in a metamodel names. No other file is looked for or opened."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote

from tilewright.model.ecore.nodes import Node
from tilewright.model.ecore.shape import XMI

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


class Documents:
    """The trees of the given files, looked up by what references call them."""

    def __init__(self, files: Mapping[str, list[Node]]) -> None:
        self._files = files
        packages = [n for trees in files.values() for tree in trees for n in tree.walk() if n.kind == "EPackage"]
        self._packages = {node.get("nsURI"): [node] for node in reversed(packages)}
        self._identified: dict[Node, dict[str, Node]] = {}

    def identified(self, trees: list[Node], name: str) -> Node | None:
        """Return the element of one of the trees that has this ``xmi:id``, or None."""
        for tree in trees:
            if tree not in self._identified:
                found = {str(node.xml.get(f"{XMI}id")): node for node in tree.walk() if node.xml.get(f"{XMI}id")}
                self._identified[tree] = found
            if name in self._identified[tree]:
                return self._identified[tree][name]
        return None

    def named(self, document: str, home: str) -> list[Node] | None:
        """Return the roots, or the package, that a reference in the file *home* calls *document*; None if not given.

        Eclipse writes one of four forms: an empty text for the same file, the ``nsURI`` of a package, a path relative
        to the file, or an address such as ``platform:/resource/project/model/a.ecore``. An address, or a path to no
        given file, means the file whose path ends with most of the same names, if there is only one.
        """
        if not document:
            return self._files[home]
        if document in self._packages:
            return self._packages[document]
        path = unquote(document)
        scheme = _SCHEME.match(document)
        if scheme is None:
            wanted = _whole(str(Path(home).parent / path))
            for file, trees in self._files.items():
                if _whole(file) == wanted:
                    return trees
        elif scheme[1] not in ("platform", "file"):
            return None
        others = [file for file in self._files if scheme is not None or file != home]
        alike = {file: _last_names_alike(path, file) for file in others}
        most = max(alike.values(), default=0)
        best = [file for file, names in alike.items() if names == most]
        return self._files[best[0]] if most and len(best) == 1 else None


def _whole(path: str) -> str:
    """Return a path as an absolute one in normal form. The file need not exist."""
    return os.path.normpath(Path(path).absolute())


def _last_names_alike(one: str, other: str) -> int:
    """Return the number of last names that two paths have in common."""
    count = 0
    for name, same in zip(reversed(one.split("/")), reversed(other.replace(os.sep, "/").split("/")), strict=False):
        if name != same:
            break
        count += 1
    return count
