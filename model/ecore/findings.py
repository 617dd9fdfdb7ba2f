"""The findings about one file, placed by the number of the element."""

from __future__ import annotations

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related, has_errors
from tilewright.model.ecore.nodes import Node
from tilewright.model.places import Place
from tilewright.model.xmi import positions

MOST = 1000
"""The findings that are kept of one file."""


class Findings:
    """Collects diagnostics. The file is scanned for places when the first one is added."""

    def __init__(self, file: str, data: bytes) -> None:
        self._file = file
        self._data = data
        self._starts: list[tuple[int, int]] | None = None
        self._found: dict[Diagnostic, None] = {}

    def add(self, code: str, message: str, where: Node | int, related: Node | None = None) -> None:
        """Add a finding about an element."""
        others = () if related is None else (Related("the other one", self.place(related)),)
        if len(self._found) < MOST:
            self._found[diagnose(code, message, self.place(where), others)] = None

    def place(self, where: Node | int) -> Place:
        """Return where an element starts."""
        if self._starts is None:
            self._starts = positions.starts(self._data)
        ordinal = where if isinstance(where, int) else where.ordinal
        return Place(self._file, *self._starts[ordinal]) if ordinal < len(self._starts) else Place(self._file)

    @property
    def all(self) -> list[Diagnostic]:
        """The findings in the order of the file."""
        return sorted(self._found, key=lambda found: found.place)

    @property
    def failed(self) -> bool:
        """Whether any is an error."""
        return has_errors(self._found)
