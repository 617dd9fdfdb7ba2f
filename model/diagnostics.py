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
from tilewright.model.remedies import Remedy


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
    remedies: tuple[Remedy, ...] = ()
    """What would put it right, the most likely first."""

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.severity.value}: {self.message} [{self.code}]")


MOST_TOLD = 400
"""The greatest number of moves that the text of an error holds; of longer games it has the last few."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """When rules have failed in a game: after which moves, in notation and from where the game began, and at which.

    ``move`` is None if it is not known, or the rules failed while moves were looked for. If ``later``, other moves that
    are not known were made in between.
    """

    moves: tuple[str, ...]
    move: str | None = None
    later: bool = False

    def __str__(self) -> str:
        failed = "the rules fail" if self.move is None else f"the rules fail at the move {self.move},"
        if not self.moves:
            return printable(f"{failed} {'late in a game' if self.later else 'where the game begins'}")
        if len(self.moves) > MOST_TOLD:
            when = "later than" if self.later else "after"
            return printable(f"{failed} {when} {len(self.moves)} moves, the last of them {' '.join(self.moves[-6:])}")
        return printable(f'{failed} {"later than" if self.later else "with"} --after "{" ".join(self.moves)}"')


class ModelError(Exception):
    """A model that has errors was used as if it had none. ``diagnostics`` holds all of its diagnostics.

    If its rules have failed in a game of which the moves are known, ``occasion`` has these; else it is None.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], occasion: Occasion | None = None) -> None:
        self.diagnostics = tuple(diagnostics)
        self.occasion = occasion
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        errors = [str(d) for d in self.diagnostics if d.severity is Severity.ERROR]
        return "\n".join(errors if self.occasion is None else [*errors, f"  {self.occasion}"])

    def __reduce__(self) -> tuple[type[ModelError], tuple[tuple[Diagnostic, ...], Occasion | None]]:
        """Make the exception picklable, so that it can pass from one process to another."""
        return type(self), (self.diagnostics, self.occasion)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether any of the diagnostics is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)
