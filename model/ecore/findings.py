"""Collects diagnostics about ``.ecore`` files.

Elements are known by ordinals: their numbers in document order, which go on from one file to the next.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from functools import cached_property
from itertools import chain

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related, Severity
from tilewright.model.ecore.nodes import Node
from tilewright.model.places import Place
from tilewright.model.xmi import positions

MOST = 1000
"""The number of errors that are kept, and of warnings. Later ones are dropped; warnings never displace an error."""


class Findings:
    """Collects diagnostics, each once. A file is scanned for places when the first one about it is added."""

    def __init__(self) -> None:
        self._files: list[_File] = []
        self._firsts: list[int] = []
        self._next = 0
        self._found: dict[Severity, dict[Diagnostic, None]] = {severity: {} for severity in Severity}

    def enter(self, file: str, data: bytes, elements: int) -> int:
        """Add a file with a number of elements. Return the ordinal of its first element."""
        first = self._next
        self._files.append(_File(file, data))
        self._firsts.append(first)
        self._next += elements
        return first

    def add(
        self,
        code: str,
        message: str,
        where: Node | int,
        related: Node | None = None,
        *,
        severity: Severity | None = None,
    ) -> None:
        """Add a diagnostic about an element, given by itself or by its ordinal. It has the *severity* of its code.

        Another *severity* may be given.
        """
        others = () if related is None else (Related("the other one", self.place(related)),)
        found = diagnose(code, message, self.place(where), others)
        if severity is not None:
            found = replace(found, severity=severity)
        if len(self._found[found.severity]) < MOST:
            self._found[found.severity][found] = None

    def place(self, where: Node | int) -> Place:
        """Return the place of the start tag of an element."""
        ordinal = where if isinstance(where, int) else where.ordinal
        number = bisect(self._firsts, ordinal) - 1
        file, ordinal = self._files[number], ordinal - self._firsts[number]
        return Place(file.name, *file.starts[ordinal]) if ordinal < len(file.starts) else Place(file.name)

    @property
    def all(self) -> list[Diagnostic]:
        """The diagnostics, ordered by the names of the files, then by place."""
        return sorted(chain(*self._found.values()), key=lambda found: found.place)

    @property
    def failed(self) -> bool:
        """Whether any is an error."""
        return bool(self._found[Severity.ERROR])


class _File:
    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data

    @cached_property
    def starts(self) -> list[tuple[int, int]]:
        """The line and column of each start tag, in document order. Cost: linear in the file, once."""
        return positions.starts(self._data)
