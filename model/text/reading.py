"""The base of the readers of elements: lists, comments, diagnostics, and recovery after an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from tilewright.metamodel.elements import Element
from tilewright.model.diagnostics import Related
from tilewright.model.document import Comments
from tilewright.model.hints import Hints
from tilewright.model.remedies import Expect
from tilewright.model.reporting import Reporter
from tilewright.model.text.scanner import Token, TokenKind

ENDS = ("}", ")", ",")
"""The tokens that end an element or a value."""


class Tokens(Protocol):
    """A source of tokens: the scanner, or a parser that ends the text earlier. After the end there are end tokens."""

    def peek(self, k: int = 0) -> Token:
        """Return the token *k* places ahead."""

    def next(self) -> Token:
        """Return the next token and step over it."""


def opened(bracket: Token | None) -> tuple[Related, ...]:
    """Return the place of an opening bracket for a message about the missing closing one; nothing if it is None."""
    return () if bracket is None else (Related(f"{bracket} is opened here", bracket.place),)


def expecting(text: str | None, found: Token) -> tuple[Expect, ...]:
    """Return the remedy where *found* stands instead of a text; none without a text, and at the end."""
    return () if text is None or found.kind is TokenKind.END else (Expect(text),)


class TokenReader(Reporter):
    """Steps over tokens, assigns their comments to elements, and collects diagnostics."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self.comments = Comments()
        self.peek = tokens.peek
        self._next = tokens.next
        self._finished: Element | None = None
        self.hints = Hints()

    # -- problems

    def unexpected(self, message: str, opening: Token | None = None, expected: str | None = None) -> None:
        """Report that the next token cannot stand here, unless that was reported last.

        *opening* is the bracket that is still open, if there is one; *expected* is the only text that can stand here.
        """
        token = self.peek()
        last = self.diagnostics[-1] if self.diagnostics else None
        if last is None or last.code != "unexpected-token" or last.place != token.place:
            remedies = expecting(expected, token)
            self.report("unexpected-token", f"{message}, not {token}", token.place, opened(opening), remedies)

    def at_end(self) -> bool:
        """Return whether the next token ends the text, an element or a value."""
        return self.peek().kind is TokenKind.END or self.peek().is_(*ENDS)

    def skip_one(self) -> None:
        """Step over one token; if it is an opening bracket, to the end of what is in the brackets."""
        level = 0
        while self.peek().kind is not TokenKind.END:
            token = self._next()
            level += token.is_("{", "(") - token.is_("}", ")")
            if level <= 0:
                return

    # -- tokens and their comments

    def finish(self, obj: Element) -> None:
        """Note that an element has just ended: the comments after it on its line belong to it."""
        self._finished = obj

    def step(self, lead: list[str], behind: list[str] | None = None) -> Token:
        """Step over the next token, assign the comments before it, and return it.

        Trailing comments belong to the element that has just ended; if none has, they go to *behind*, or to *lead* if
        that is None. All other comments go to *lead*.
        """
        token = self._next()
        for comment in token.comments:
            if not comment.trailing:
                lead.append(comment.text)
            elif self._finished is not None:
                self.comments.after.setdefault(self._finished, []).append(comment.text)
            else:
                (lead if behind is None else behind).append(comment.text)
        if not token.is_(*ENDS):
            self._finished = None
        return token

    def close(self, obj: Element, lead: list[str]) -> None:
        """Step over the bracket that closes an element or one of its features; comments before it are inside *obj*."""
        inside: list[str] = []
        self.step(inside, lead)
        if inside:
            self.comments.inside.setdefault(obj, []).extend(inside)

    def end(self, obj: Element) -> None:
        """Report a token after the root element; if there is none, the comments at the end belong to the root."""
        if self.peek().kind is not TokenKind.END:
            self.unexpected(f"the end of the text is expected after the {obj.eClass.name}")
        elif self.peek().comments:
            self.comments.after[obj] = [comment.text for comment in self.peek().comments]

    def items(
        self, obj: Element, closing: str, first: list[str], lead: list[str], begins: Callable[[Token], bool | None]
    ) -> Iterator[list[str]]:
        """Read the brackets and commas of a list, and yield before each member, which the caller reads.

        It yields the list that collects the comments before the member, *first* for the first member. *lead* takes the
        trailing comments that belong to no member. *begins* is asked about a token where a comma is missing: true if a
        member begins with it, false if not, None if the next feature does, so that *closing* is missing.
        """
        opening = self.step(first)
        while not self.peek().is_(closing):
            start = self.peek().offset
            yield first
            first = []
            token = self.peek()
            if token.is_(closing):
                break
            if not token.is_(","):
                self.unexpected(f"',' or '{closing}' is expected", opening)
                another = begins(token)
                if another and token.offset != start:
                    continue
                if another is None:
                    return
                while not self.at_end():
                    self.skip_one()
                if not self.peek().is_(","):
                    break
            self.step(first, lead)
            if self.peek().is_(closing):
                self.unexpected("another one is expected after ','")
        if self.peek().is_(closing):
            self.close(obj, lead)
        else:
            self.unexpected(f"'{closing}' is expected", opening, closing)
