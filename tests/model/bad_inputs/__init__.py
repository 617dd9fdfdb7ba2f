"""Bad inputs: a table that says of each what is found, and where.

A row is a good text and what is edited in it. The good text is the row's nearest valid neighbour. In the texts
that are put in, one ``^`` marks the place that the diagnostic must name; it is taken out before the text is read. To add rows, add
them to a module of this package, or add a module to ``TABLES`` in ``tests/model/test_bad_inputs.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tilewright.model.document import Syntax

MARK = "^"


@dataclass(frozen=True)
class Bad:
    """In *good* the first text of each edit is replaced by the second; then *code* must be found at the mark.

    *also* are the codes of errors that cannot be told apart from this one; no others may be found.
    """

    code: str
    syntax: Syntax
    good: str
    edits: tuple[tuple[str, str], ...]
    also: tuple[str, ...] = ()

    @cached_property
    def marked(self) -> str:
        """The bad text, with the mark."""
        marked = self.good
        for old, new in self.edits:
            assert marked.count(old) == 1, f"{old!r} occurs {marked.count(old)} times"
            marked = marked.replace(old, new)
        assert marked.count(MARK) == 1, f"the edits of {self.code} need exactly one {MARK}"
        return marked

    @property
    def text(self) -> str:
        """The bad text."""
        return self.marked.replace(MARK, "")

    @property
    def place(self) -> tuple[int, int]:
        """The line and column that the diagnostic must name."""
        before = self.marked[: self.marked.index(MARK)]
        return before.count("\n") + 1, len(before) - before.rfind("\n")

    def __str__(self) -> str:
        return f"{self.code}-{self.syntax.value}-{self.place[0]}:{self.place[1]}"
