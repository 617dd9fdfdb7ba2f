"""A model together with what its text says besides: places, comments, and the problems found while reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from tilewright.metamodel.elements import present
from tilewright.metamodel.language import Game
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.places import Nowhere, Place, Places


class Syntax(Enum):
    """The syntaxes of a model. The value is the extension of its files; some are read only."""

    XMI = "xmi"
    GAME = "game"
    BGDSL = "bgdsl"
    OTHELLO = "othello"
    JSON = "json"
    PUZZLES = "txt"

    @property
    def is_written(self) -> bool:
        """Return whether a model can be written in this syntax: others' formats cannot say every game."""
        return self not in (Syntax.OTHELLO, Syntax.JSON, Syntax.PUZZLES)


class NotWritten(ValueError):
    """A model cannot be written in a syntax, or in a dialect of it. The text says why."""


@dataclass
class Comments:
    """The comments of a text, delimiters included, by the element that they belong to.

    ``before`` stand in front of an element, ``after`` after it on its last line, ``inside`` after its last feature,
    in front of its closing brace. Comments after the whole model are ``after`` its root.
    """

    before: dict[EObject, list[str]] = field(default_factory=dict)
    after: dict[EObject, list[str]] = field(default_factory=dict)
    inside: dict[EObject, list[str]] = field(default_factory=dict)

    def all(self) -> Iterator[str]:
        """Yield every comment once, in no particular order."""
        for group in (self.before, self.after, self.inside):
            for texts in group.values():
                yield from texts


@dataclass(frozen=True, slots=True)
class Use:
    """A place of a text at which an element is named; its declaration is none."""

    place: Place
    element: EObject


@dataclass
class Document:
    """What a reader returns: the model if there is one, and every problem of its text.

    ``diagnostics`` holds the problems of syntax and references. With any error among them ``root`` may be None or
    incomplete; it is then good for nothing but further diagnostics.
    """

    file: str
    root: EObject | None
    syntax: Syntax | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    places: Places = field(default_factory=Nowhere)
    comments: Comments = field(default_factory=Comments)
    uses: list[Use] = field(default_factory=list)
    """Where the texts in notation or class form name elements; nothing of other syntaxes."""
    older: bool = False
    """Whether it is in the older dialect: see ``tilewright.model.dialects``."""

    @property
    def game(self) -> Game:
        """The model of a document that has one: without errors it does."""
        game: Game = present(self.root)
        return game

    def place(self, obj: EObject, feature: str | None = None) -> Place:
        """Return where an element, or one of its features, stands."""
        return self.places.of(obj, feature)
