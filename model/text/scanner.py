"""The scanner of both notations: it splits a text into tokens, on demand.

A token is a name, a whole number, a string in quotes, or punctuation; an end token closes the text. Comments belong to
the token that follows them. ``symbol`` reads one raw character instead of a token, for declarations in which any
character may stand. Lines and columns count from 1; columns count characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.places import Place
from tilewright.model.printable import printable
from tilewright.model.remedies import Remedy, Replace
from tilewright.model.text.caret import CARET, Caret, offer
from tilewright.model.values import check_text


class TokenKind(Enum):
    """The kinds of tokens. The value names the kind in messages."""

    NAME = "a name"
    INTEGER = "a number"
    STRING = "a string"
    PUNCTUATION = "punctuation"
    END = "the end of the text"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, delimiters included. It is *trailing* if it begins on the line on which the token before it ends."""

    text: str
    trailing: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A token.

    ``value`` is the content of a string, with its escapes resolved; of other tokens it is the text. ``offset`` counts
    characters from 0. ``comments`` are those between the token before it and this one.
    """

    kind: TokenKind
    text: str
    value: str
    place: Place
    offset: int
    first_on_line: bool
    comments: tuple[Comment, ...] = ()
    parameter: Place | None = None
    """Where the name stands in whose stead this token is read: see ``Scanner.bind``."""

    def is_(self, *texts: str) -> bool:
        """Return whether this is one of these names or punctuation marks; a string in quotes never is."""
        return self.kind in (TokenKind.NAME, TokenKind.PUNCTUATION) and self.text in texts

    def __str__(self) -> str:
        if self.kind is TokenKind.END:
            return "the end of the text"
        shown = readable(self.text, 40)
        return shown if self.kind is TokenKind.STRING else f"'{shown}'"


class CaretToken(Token):
    """The caret as a token: it equals no word, and records each word that it is compared with."""

    __slots__ = ()

    def is_(self, *texts: str) -> bool:
        """Return False, and record the words."""
        offer(self.text, texts)
        return False


def quiet(token: Token) -> Token:
    """Return a token as it is, but the caret as one that records nothing: for words that are told and not meant."""
    if not isinstance(token, CaretToken):
        return token
    return Token(token.kind, CARET, CARET, token.place, token.offset, token.first_on_line, token.comments)


_PUNCTUATION = r"->|:=|\+=|-=|&=|==|!=|<=|>=|\.\.|::|[][{}(),:;=.<>|!@*+/%&#-]"
_BEFORE_STRINGS = r"(?P<NAME>[^\W\d]\w*+)|(?P<ARROW>->|-=)|(?P<INTEGER>-?[0-9]++)"
_TOKEN = re.compile(
    _BEFORE_STRINGS + r"""|(?P<STRING>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')""" + rf"|(?P<PUNCTUATION>{_PUNCTUATION})",
    re.DOTALL,
)
_TOKEN_ON_A_LINE = re.compile(
    _BEFORE_STRINGS
    + r"""|(?P<STRING>"(?:[^"\\\r\n]|\\[^\r\n])*+"|'(?:[^'\\\r\n]|\\[^\r\n])*+')"""
    + r"""|(?P<UNCLOSED>["'](?:[^\r\n]*\S)?)"""
    + rf"|(?P<PUNCTUATION>{_PUNCTUATION})"
)
"""Tokens where strings end on their line, and what begins like a string, to the end of its line."""
_GAP = re.compile(r"\s++|(?P<comment>//[^\r\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)")
NEWLINE = re.compile(r"\r\n?|\n")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_BAD = re.compile(r"[^\s\w\[\]{}(),:;=.<>|!@*+/%&#\"'-]+")


TIMES = "×"
"""A sign that is written for the ``x`` in the size of a board, or for ``*``."""
_KINDS = {"ARROW": TokenKind.PUNCTUATION, "UNCLOSED": TokenKind.STRING}
"""The kinds of the tokens that are not found by the names of their kinds."""
_TYPED = {
    TIMES: "x",
    **dict.fromkeys("→⟶➔", "->"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("–—−", "-"),
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "…": "..",
}
"""Signs that editors of prose write in place of others, and those that are meant."""


def readable(text: str, most: int = 60) -> str:
    """Return a text for a message: cut after *most* characters, on one line, with invisible characters escaped."""
    return printable(text[:most]) + "…" * (len(text) > most)


def decode(data: str | bytes, file: str) -> tuple[str, list[Diagnostic]]:
    """Decode UTF-8, without a byte order mark. Return the text, empty if it is not UTF-8, and what is wrong."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = "the file is written in UTF-16, as its first two bytes say; save it in UTF-8"
        return "", [diagnose("bad-encoding", message, Place(file, 1, 1))]
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        lines = NEWLINE.split(before)
        place = Place(file, len(lines), len(lines[-1]) + 1)
        message = f"the byte 0x{data[error.start]:02X} is no text in UTF-8"
        return "", [diagnose("bad-encoding", message, place)]


def end_of_token(text: str, offset: int) -> int:
    """Return the offset after the token that begins at *offset*, or *offset* itself if no token begins there."""
    found = _TOKEN.match(text, offset)
    return offset if found is None else found.end()


class Scanner:
    """Reads tokens from left to right; ``mark`` and ``reset`` backtrack. Cost: linear in the length of the text."""

    def __init__(self, text: str, file: str, caret: Caret | None = None, *, strings_on_lines: bool = False) -> None:
        """*file* stands in places. A word of the text that equals *caret* becomes a ``CaretToken``.

        *strings_on_lines*: a string ends on its line. One that does not is reported, and read to the end of the line.
        """
        self.file = file
        self._caret = caret
        self._pattern = _TOKEN_ON_A_LINE if strings_on_lines else _TOKEN
        self._text = text
        self._starts = [0, *(found.end() for found in NEWLINE.finditer(text))]
        self._offset = 0
        self._ahead: list[tuple[Token, int]] = []
        self._found: dict[int, Diagnostic] = {}
        self._bound: Mapping[str, Token] = {}
        self.unclosed: dict[int, Place] = {}
        """Where strings begin that do not end on their line, by the offset."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the tokens read so far, in the order of the text, each problem once."""
        return [self._found[offset] for offset in sorted(self._found)]

    def peek(self, k: int = 0) -> Token:
        """Return the token *k* places ahead; after the end there are only end tokens."""
        while len(self._ahead) <= k:
            token, end = self._scan(self._ahead[-1][1] if self._ahead else self._offset)
            self._ahead.append((token, end))
        return self._ahead[k][0]

    def next(self) -> Token:
        """Return the next token and step over it."""
        token = self.peek()
        self._offset = self._ahead.pop(0)[1]
        return token

    def accept(self, *texts: str) -> Token | None:
        """Step over the next token and return it if it is one of these names or punctuation marks, else None."""
        return self.next() if self.peek().is_(*texts) else None

    def mark(self) -> int:
        """Return a position for ``reset``."""
        return self._offset

    def reset(self, position: int) -> None:
        """Continue at a position that ``mark`` returned."""
        self._offset = position
        self._ahead.clear()

    def between(self, start: int, end: int) -> str:
        """Return the text between two positions that ``mark`` returned, on one line."""
        return " ".join(self._text[start:end].split())

    def after(self, first: Token, last: Token) -> str:
        """Return the text after a token, to the end of a later one, on one line."""
        return self.between(first.offset + len(first.text), last.offset + len(last.text))

    def skip_line(self) -> None:
        """Continue at the end of the line, whatever stands there."""
        found = NEWLINE.search(self._text, self._offset)
        self.reset(found.start() if found else len(self._text))

    def place(self, offset: int) -> Place:
        """Return the place of a character of the text."""
        line = bisect_right(self._starts, offset)
        return Place(self.file, line, offset - self._starts[line - 1] + 1)

    def bind(self, bound: Mapping[str, Token]) -> None:
        """From the next ``reset`` on, read other tokens in place of some names; they keep their own places."""
        self._bound = bound

    @property
    def bound(self) -> Mapping[str, Token]:
        """The tokens that are read in place of names: see ``bind``."""
        return self._bound

    def raw(self) -> str:
        """Return the next character, blank or not, without stepping over it; an empty text at the end."""
        return self._text[self._offset : self._offset + 1]

    def symbol(self) -> Token | None:
        """Step over blanks and the character after them, and return that as a token; None at the end of the line."""
        offset = self._offset
        while self._text[offset : offset + 1] in (" ", "\t"):
            offset += 1
        character = self._text[offset : offset + 1]
        if not character or character.isspace():
            return None
        token = Token(TokenKind.PUNCTUATION, character, character, self.place(offset), offset, False)
        if self.unclosed.pop(offset, None) is not None:  # it was looked at as the begin of a string
            del self._found[offset]
        self.reset(offset + 1)
        return token

    def _scan(self, offset: int) -> tuple[Token, int]:
        comments: list[Comment] = []
        first = offset == 0
        while True:
            gap = _GAP.match(self._text, offset)
            if gap is not None:
                if gap["comment"] is not None:
                    comments.append(Comment(gap["comment"], not first))
                first = first or NEWLINE.search(gap[0]) is not None
                offset = gap.end()
                continue
            found = None if self._text.startswith("/*", offset) else self._pattern.match(self._text, offset)
            if found is None and offset < len(self._text):
                offset = self._skip_bad(offset)
                continue
            return self._token(found, offset, first, tuple(comments)), found.end() if found else offset

    def _token(self, found: re.Match[str] | None, offset: int, first: bool, comments: tuple[Comment, ...]) -> Token:
        place = self.place(offset)
        if found is None:
            return Token(TokenKind.END, "", "", place, offset, True, comments)
        text = found[0]
        group = found.lastgroup or "PUNCTUATION"
        kind = _KINDS.get(group) or TokenKind[group]
        value = text
        if kind is TokenKind.STRING:
            value = _ESCAPE.sub(_unescaped, text[1:] if group == "UNCLOSED" else text[1:-1])
            try:
                check_text(value)
            except ValueError as error:
                self._report(offset, str(error))
                value = ""
        if group == "UNCLOSED":
            self.unclosed[offset] = place
            self._report(offset, f"this string has no end on its line: {text[0]} is missing")
        if self._caret is not None and text == self._caret:
            return CaretToken(kind, self._caret, self._caret, place, offset, first, comments)
        if kind is TokenKind.NAME and text in self._bound:
            return replace(self._bound[text], first_on_line=first, comments=comments, parameter=place)
        return Token(kind, text, value, place, offset, first, comments)

    def _skip_bad(self, offset: int) -> int:
        """Report characters that are no token and return where to go on."""
        character = self._text[offset]
        if character in "\"'" or self._text.startswith("/*", offset):
            what = "comment" if character == "/" else "string"
            self._report(offset, f"this {what} has no end")
            end = NEWLINE.search(self._text, offset)
            return end.start() if end else len(self._text)
        bad = _BAD.match(self._text, offset)
        end_of_bad = bad.end() if bad else offset + 1
        shown = self._text[offset : min(end_of_bad, offset + 20)]
        readable = shown if shown.isprintable() else " ".join(f"U+{ord(c):04X}" for c in shown)
        meant = _TYPED.get(shown)
        message = f"'{readable}' is no token of the notation"
        if meant is None:
            self._report(offset, message)
        else:
            product = ", or * in a product" if shown == TIMES else ""
            self._report(offset, f"{message}; write {meant}{product}", Replace(shown, meant))
        return end_of_bad

    def _report(self, offset: int, message: str, *remedies: Remedy) -> None:
        self._found[offset] = diagnose("bad-token", message, self.place(offset), remedies=remedies)


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    return chr(int(code[1:], 16)) if len(code) == 5 else _ESCAPED.get(code, code)


def tokens(text: str, file: str) -> Iterator[Token]:
    """Yield the tokens of a text up to its end token."""
    scanner = Scanner(text, file)
    while (token := scanner.next()).kind is not TokenKind.END:
        yield token
    yield token
