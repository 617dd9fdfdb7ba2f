"""A model together with the rest of its text: places, comments, and the problems found while reading."""

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

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise ValueError(f"there is no syntax {value!r}; there are: {', '.join(syntax.value for syntax in cls)}")

    @property
    def is_written(self) -> bool:
        """Return whether models can be written in this syntax: formats of other programs cannot express every game."""
        return self not in (Syntax.OTHELLO, Syntax.JSON, Syntax.PUZZLES)


class NotWritten(ValueError):
    """A model cannot be written in a syntax, or in the older dialect of one. The text says why."""


@dataclass
class Comments:
    """The comments of a text, delimiters included, by the element to which they belong.

    Comments in ``before`` precede an element; those in ``after`` follow it on its last line; those in ``inside`` follow
    its last feature, before its closing brace. Comments after the whole model are in ``after``, with its root.
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
    """A place in a text that refers to an element by its name, other than its declaration."""

    place: Place
    element: EObject


@dataclass
class Document:
    """The result of a reader: the model, if there is one, and every problem of its text.

    ``diagnostics`` holds the problems of syntax and references. If there is an error among them, ``root`` may be None
    or incomplete, and serves only to find further problems.
    """

    file: str
    root: EObject | None
    syntax: Syntax | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    places: Places = field(default_factory=Nowhere)
    comments: Comments = field(default_factory=Comments)
    uses: list[Use] = field(default_factory=list)
    """The references by name in a text in the notation or the class form; empty for other syntaxes."""
    following: list[Place] = field(default_factory=list)
    """Where names stand that are unknown only because a declaration could not be read, which is not told again."""
    older: bool = False
    """Whether the text is in the older dialect: see ``tilewright.model.dialects``."""

    @property
    def game(self) -> Game:
        """The model. A document without errors has one."""
        game: Game = present(self.root)
        return game

    def place(self, obj: EObject, feature: str | None = None) -> Place:
        """Return the place of an element, or of one of its features; see ``Places.of``."""
        return self.places.of(obj, feature)
