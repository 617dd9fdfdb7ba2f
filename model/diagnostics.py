"""Diagnostics: the errors and warnings about a model, as values.

A diagnostic has a stable code, on which programs may rely, and a message for people, which says what would be right.
``tilewright.model.codes`` lists the codes; the code of a violated constraint is the name of the constraint.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from tilewright.model.places import Place
from tilewright.model.printable import printable

MOST_HINTS = 100
"""A reader looks for near misses for so many problems of a file only, since that takes time."""


class Severity(Enum):
    """The severity of a diagnostic. A model with an error cannot be played."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a diagnostic refers to, printed as ``file:line:column: message``."""

    message: str
    place: Place

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.message}")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error or a warning, printed on one line as ``file:line:column: severity: message [code]``."""

    code: str
    message: str
    place: Place
    severity: Severity = Severity.ERROR
    related: tuple[Related, ...] = ()

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.severity.value}: {self.message} [{self.code}]")


class ModelError(Exception):
    """A model that has errors was used as if it had none. ``diagnostics`` holds all of its diagnostics."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        errors = [d for d in self.diagnostics if d.severity is Severity.ERROR]
        super().__init__("\n".join(map(str, errors)))

    def __reduce__(self) -> tuple[type[ModelError], tuple[tuple[Diagnostic, ...]]]:
        """Make the exception picklable, so that it can pass from one process to another."""
        return type(self), (self.diagnostics,)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether any of the diagnostics is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


def near_miss(name: str, known: Iterable[str], *, most: int = 8) -> str:
    """Return the end of a message about an unknown *name*: what it may have meant, or the names that exist.

    >>> near_miss("tunPolicy", ["name", "turnPolicy"])
    "; did you mean 'turnPolicy'?"
    >>> near_miss("x", ["name", "turnPolicy"])
    ' (there are: name, turnPolicy)'
    >>> near_miss("x", [])
    ''
    """
    from difflib import get_close_matches

    names = sorted(set(known))
    if len(name) <= 100:
        folded = {known_name.casefold(): known_name for known_name in reversed(names)}
        close = get_close_matches(name.casefold(), folded, n=1)
        if close:
            same = [known_name for known_name in names if known_name.casefold() == close[0]]
            meant = get_close_matches(name, same, n=1, cutoff=0)[0]  # of empty and Empty the one in the same case
            return f"; did you mean '{printable(meant)}'?"
    if not names:
        return ""
    shown = ", ".join(map(printable, names[:most])) + (", …" if len(names) > most else "")
    return f" (there are: {shown})"
