"""JSON with the place of every value, for readers of the formats of other programs.

Nothing is evaluated, and nothing recurses: a text of any depth and length is read in bounded time and memory, or
refused with one diagnostic. What JSON leaves open is decided: a key occurs once in an object, numbers are bounded, and
NaN is not a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.places import Place
from tilewright.model.text.scanner import Scanner, readable
from tilewright.model.values import check_text

MOST_VALUES = 300_000
"""The greatest number of values in a text, keys included."""
MOST_LEVELS = 64
"""The greatest depth of nested objects and lists."""
MOST_DIGITS = 18
"""The greatest number of digits of a whole number; other numbers are less than ten to this power."""

_GAP = re.compile(r"[ \t\r\n]*+")
_TOKEN = re.compile(
    r'(?P<TEXT>"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+")'
    r"|(?P<NUMBER>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)(?![\w.+])"
    r"|(?P<WORD>[^\W\d]\w*+)"
    r"|(?P<SIGN>[{}\[\],:])"
)
_WRITTEN = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)
_WORDS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Plain:
    """A text, a number, true, false or null."""

    offset: int
    value: str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    offset: int
    items: list[Value]


@dataclass(frozen=True, slots=True)
class Table:
    """An object: the value of each key, and where the key stands."""

    offset: int
    entries: dict[str, Value]
    keys: dict[str, int]


Value: TypeAlias = Plain | Items | Table


def kind_of(value: Value) -> str:
    """Return a description of a value for a message, such as ``a list`` or ``the number 7``."""
    if isinstance(value, Items):
        return "a list"
    if isinstance(value, Table):
        return "an object"
    if isinstance(value.value, bool):
        return str(value.value).lower()
    if value.value is None:
        return "null"
    if isinstance(value.value, str):
        return f"the text '{readable(value.value, 40)}'"
    return f"the number {value.value}"


class _Refused(Exception):
    """Reading has stopped after a diagnostic."""


@dataclass
class _Open:
    """An object or list that is being read. *key* is the key of an object whose value comes next."""

    value: Items | Table
    key: str = ""


class _Reader:
    """Reads one text."""

    def __init__(self, text: str, place: Callable[[int], Place], problems: list[Diagnostic]) -> None:
        self.text = text
        self.place = place
        self.problems = problems
        self.offset = 0
        self.values = 0

    def refuse(self, code: str, message: str, offset: int) -> _Refused:
        self.problems.append(diagnose(code, message, self.place(offset)))
        return _Refused()

    def token(self, expected: str) -> re.Match[str]:
        """Return the next token and step over it. *expected* says what should follow, for a message."""
        start = self.offset = self._behind_gap()
        found = _TOKEN.match(self.text, start)
        if found is None:
            raise self._no_token(start, expected)
        self.offset = found.end()
        return found

    def _behind_gap(self) -> int:
        gap = _GAP.match(self.text, self.offset)
        return gap.end() if gap else self.offset

    def _no_token(self, start: int, expected: str) -> _Refused:
        character = self.text[start : start + 1]
        if not character:
            return self.refuse("unexpected-token", f"the text ends where {expected} is expected", start)
        if character == '"':
            bad = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+').match(self.text, start)
            end = bad.end() if bad else start
            if self.text[end : end + 1] == "\\":
                return self.refuse("bad-token", "no character is written so after '\\' in JSON", end)
            return self.refuse("bad-token", "this text has no end on its line", start)
        if character.isdigit() or character in "-+.":
            shown = re.compile(r"[-+.\w]*").match(self.text, start)
            number = readable(shown[0] if shown else character, 20)
            return self.refuse("bad-token", f"'{number}' is no number in JSON, such as 7, -2 or 0.5", start)
        if character == "/":
            return self.refuse("bad-token", "JSON has no comments", start)
        return self.refuse("bad-token", f"'{readable(character)}' is no token of JSON", start)

    def unexpected(self, found: re.Match[str], expected: str) -> _Refused:
        return self.refuse("unexpected-token", f"{expected} is expected, not '{readable(found[0], 40)}'", found.start())

    def sign(self, *signs: str, expected: str) -> str:
        found = self.token(expected)
        if found[0] not in signs:
            raise self.unexpected(found, expected)
        return found[0]

    def string(self, found: re.Match[str]) -> str:
        value: str = json.loads(found[0])
        try:
            check_text(value)
        except ValueError as error:
            raise self.refuse("bad-token", str(error), found.start()) from None
        return value

    def plain(self, found: re.Match[str]) -> str | int | float | bool | None:
        if found.lastgroup == "TEXT":
            return self.string(found)
        if found.lastgroup == "NUMBER":
            return self.number(found)
        if found[0] not in _WORDS:
            message = f"a value is expected, and '{readable(found[0], 40)}' is none: texts stand in double quotes"
            raise self.refuse("bad-token", message, found.start())
        return _WORDS[found[0]]

    def number(self, found: re.Match[str]) -> int | float:
        text = found[0]
        digits = text.lstrip("-")
        if digits.isdigit():
            if len(digits) > MOST_DIGITS:
                message = f"a number has at most {MOST_DIGITS} digits, not {len(digits)}"
                raise self.refuse("bad-value", message, found.start())
            return int(text)
        value = float(text)
        if abs(value) >= 10**MOST_DIGITS:
            raise self.refuse("bad-value", f"the number {readable(text, 40)} is too large", found.start())
        return int(value) if value.is_integer() else value

    def read(self) -> Value:
        """Return the value of the whole text."""
        root: Value | None = None
        path: list[_Open] = []
        while root is None or path:
            value = self.value()
            if path:
                self.enter(path[-1], value)
            else:
                root = value
            if not isinstance(value, Plain):
                if len(path) == MOST_LEVELS:
                    message = f"objects and lists are nested deeper than {MOST_LEVELS} levels"
                    raise self.refuse("nesting-too-deep", message, value.offset)
                path.append(_Open(value))
            self.close(path, value)
        self.offset = self._behind_gap()
        if self.offset < len(self.text):
            raise self.refuse("unexpected-token", "nothing may stand behind the value of the text", self.offset)
        return root

    def value(self) -> Value:
        """Read a plain value, or the opening bracket of an object or list."""
        found = self.token("a value")
        self.count(found.start())
        if found[0] == "{":
            return Table(found.start(), {}, {})
        if found[0] == "[":
            return Items(found.start(), [])
        if found.lastgroup == "SIGN":
            raise self.unexpected(found, "a value")
        return Plain(found.start(), self.plain(found))

    def count(self, offset: int) -> None:
        self.values += 1
        if self.values > MOST_VALUES:
            raise self.refuse("too-large", f"a text has at most {MOST_VALUES} values", offset)

    def enter(self, holder: _Open, value: Value) -> None:
        if isinstance(holder.value, Items):
            holder.value.items.append(value)
        else:
            holder.value.entries[holder.key] = value

    def close(self, path: list[_Open], value: Value) -> None:
        """Close the objects and lists that end after *value*, and read the comma and key before the next value."""
        first = not isinstance(value, Plain)
        while path:
            holder = path[-1]
            end = "]" if isinstance(holder.value, Items) else "}"
            if first and self.text.startswith(end, self._behind_gap()):
                self.sign(end, expected=f"'{end}'")
            elif first or self.sign(",", end, expected=f"',' or '{end}'") == ",":
                if isinstance(holder.value, Table):
                    self.key(holder, holder.value)
                return
            path.pop()
            first = False

    def key(self, holder: _Open, table: Table) -> None:
        found = self.token("a key, in double quotes,")
        if found.lastgroup != "TEXT":
            raise self.unexpected(found, "a key, in double quotes,")
        self.count(found.start())
        holder.key = self.string(found)
        if holder.key in table.keys:
            related = (Related("the first one", self.place(table.keys[holder.key])),)
            message = f"the key '{readable(holder.key)}' stands twice in this object"
            self.problems.append(diagnose("duplicate-feature", message, self.place(found.start()), related))
        table.keys[holder.key] = found.start()
        self.sign(":", expected="':' after the key")


def offset_inside(text: str, value: Plain, index: int) -> int:
    """Return the offset in *text* of the character at *index* of a JSON string; an escape takes several characters."""
    offset, length = value.offset + 1, 0
    while length < index and text[offset : offset + 1] != '"':
        written = _WRITTEN.match(text, offset)
        assert written is not None
        offset, length = written.end(), length + 1
    return offset


def read_json(text: str, file: str) -> tuple[Value | None, Callable[[int], Place], list[Diagnostic]]:
    """Return the value of a text, a function from an offset to its place, and the diagnostics.

    The value is None if the text cannot be parsed. Cost: linear in the size of the text.
    """
    problems: list[Diagnostic] = []
    place = Scanner(text, file).place
    try:
        return _Reader(text, place, problems).read(), place, problems
    except _Refused:
        return None, place, problems
