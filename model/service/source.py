"""A text that somebody edits, and places in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tilewright.model.diagnostics import Diagnostic
from tilewright.model.document import Document, Syntax
from tilewright.model.files import read_text
from tilewright.model.places import Place
from tilewright.model.text.scanner import NEWLINE, Scanner, TokenKind, end_of_token
from tilewright.model.validation import validate

_XML_TAG = re.compile(r"<[^<>]*+>?")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of a text: the offsets of the first one and of the one after the last."""

    start: int
    end: int

    def holds(self, offset: int) -> bool:
        """Return whether a caret before the character at *offset* touches the span."""
        return self.start <= offset <= self.end


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of a text, and the text that takes their place."""

    span: Span
    text: str


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    """Return a text after edits, which must not overlap. Their offsets are those of the text before."""
    for edit in sorted(edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


class Source:
    """A text that somebody edits. It never changes; a changed text is a new source. It is read and validated on demand.

    Offsets count characters from 0; lines and columns of places count from 1.
    """

    def __init__(self, text: str, file: str, folder: Path | None = None) -> None:
        """*file* stands in places and helps to tell the syntax; in *folder* are games that the text may extend."""
        self.text = text
        self.file = file
        self.folder = folder
        self._starts = [0, *(found.end() for found in NEWLINE.finditer(text))]

    @cached_property
    def document(self) -> Document:
        """What a reader makes of the text. It is read once."""
        return read_text(self.text, self.file, folder=self.folder)

    @cached_property
    def diagnostics(self) -> list[Diagnostic]:
        """Everything that is wrong with the text, ordered by place. It is validated once."""
        return validate(self.document)

    @property
    def is_notation(self) -> bool:
        """Whether the text is in the notation or the class form, not in XML or a format of others."""
        return self.document.syntax in (Syntax.GAME, Syntax.BGDSL)

    def place(self, offset: int) -> Place:
        """Return the place of a character."""
        line = bisect_right(self._starts, offset)
        return Place(self.file, line, offset - self._starts[line - 1] + 1)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column; of the nearest place that exists if there is no such one."""
        line = min(max(line, 1), len(self._starts))
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return min(start + max(column, 1) - 1, end)

    def span(self, place: Place) -> Span:
        """Return the token, or in XMI the tag, that begins at a place of this text; an empty span if none does."""
        start = self.offset(place.line, place.column)
        if self.document.syntax is Syntax.XMI:
            found = _XML_TAG.match(self.text, start)
            return Span(start, start if found is None else found.end())
        return Span(start, end_of_token(self.text, start))

    def is_token(self, offset: int) -> bool:
        """Return whether a token begins at *offset*; within a comment or a string none does. Cost: linear."""
        scanner = Scanner(self.text, self.file)
        while (token := scanner.next()).kind is not TokenKind.END and token.offset < offset:
            pass
        return token.offset == offset and token.kind is not TokenKind.END

    def line_of(self, offset: int) -> Span:
        """Return the line of a character, with its line ending."""
        line = bisect_right(self._starts, offset)
        return Span(self._starts[line - 1], self._starts[line] if line < len(self._starts) else len(self.text))
