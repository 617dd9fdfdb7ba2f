"""The library operations of numbers, strings and Booleans."""

from __future__ import annotations

import math
import re
from typing import Any

from tilewright.metamodel.ocl.errors import OclBudgetError
from tilewright.metamodel.ocl.operation import Table
from tilewright.metamodel.ocl.types import BOOLEAN, INTEGER, OCL_ENUMERATION, REAL, STRING, sequence
from tilewright.metamodel.ocl.values import INTEGER_LIMIT, INVALID, Sequence, Value
from tilewright.metamodel.regex import MAX_SUBJECT, Regex, RegexError, compile_regex

SCALARS = Table()

MAX_REPLACED = 1_000
"""The greatest length of a text in which matches of a pattern are replaced, in characters."""

MAX_STRING = 1_000_000
"""The greatest length of a string that an evaluation makes, in characters."""


# -- numbers


def _truncated_quotient(dividend: int, divisor: int) -> Value:
    if divisor == 0:
        return INVALID
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) is (divisor < 0) else -quotient


def _remainder(dividend: int, divisor: int) -> Value:
    if divisor == 0:
        return INVALID
    return abs(dividend) % abs(divisor) * (-1 if dividend < 0 else 1)


def _sign(one: float, other: float) -> int:
    return (one > other) - (one < other)


for _number in (INTEGER, REAL):
    SCALARS.define(_number, "abs", (), _number, abs)
    SCALARS.define(_number, "floor", (), INTEGER, math.floor)
    SCALARS.define(_number, "round", (), INTEGER, lambda x: math.floor(x + 0.5) if isinstance(x, float) else x)
    SCALARS.define(_number, "max", (_number,), _number, max)
    SCALARS.define(_number, "min", (_number,), _number, min)
    SCALARS.define(_number, "toString", (), STRING, str)
    SCALARS.define(_number, "compareTo", (REAL,), INTEGER, _sign)
SCALARS.define(INTEGER, "max", (REAL,), REAL, max)
SCALARS.define(INTEGER, "min", (REAL,), REAL, min)
SCALARS.define(INTEGER, "div", (INTEGER,), INTEGER, _truncated_quotient)
SCALARS.define(INTEGER, "mod", (INTEGER,), INTEGER, _remainder)
SCALARS.define(BOOLEAN, "toString", (), STRING, lambda b: "true" if b else "false")
SCALARS.define(OCL_ENUMERATION, "toString", (), STRING, lambda literal: str(literal.name))


# -- strings


def _substring(text: str, lower: int, upper: int) -> Value:
    return text[lower - 1 : upper] if 1 <= lower <= upper <= len(text) else INVALID


def _concatenation(one: str, two: str) -> str:
    if len(one) + len(two) > MAX_STRING:
        raise OclBudgetError(f"the evaluation makes a string of more than {MAX_STRING} characters")
    return one + two


def _substitution(text: str, old: str, new: str) -> Value:
    if not old:
        return INVALID
    if len(text) + text.count(old) * (len(new) - len(old)) > MAX_STRING:
        raise OclBudgetError(f"the evaluation makes a string of more than {MAX_STRING} characters")
    return text.replace(old, new)


def _first_substitution(text: str, old: str, new: str) -> Value:
    return text.replace(old, new, 1) if old and old in text else INVALID


def _comparison(text: str, other: str) -> int:
    """Compare as Java does: by the first characters that differ, or else by the lengths."""
    return next((ord(a) - ord(b) for a, b in zip(text, other, strict=False) if a != b), len(text) - len(other))


def _replacement(text: str, pattern: str, new: str, *, most: int | None = None) -> Value:
    """Replace the matches of a pattern, *most* of them if that is given.

    Invalid for what is not supported: a longer text, a wrong pattern, and ``$`` or a backslash in the replacement, by
    which Java refers to groups.
    """
    if len(text) > MAX_REPLACED or "$" in new or "\\" in new:
        return INVALID
    try:
        replaced = compile_regex(pattern).replace(text, new, most)
    except RegexError:
        return INVALID
    if len(replaced) > MAX_STRING:
        raise OclBudgetError(f"the evaluation makes a string of more than {MAX_STRING} characters")
    return replaced


def _tokens(text: str, delimiters: str) -> Value:
    """Split a text at each character of *delimiters*; empty tokens are left out."""
    parts = re.split(f"[{re.escape(delimiters)}]", text) if delimiters else [text]
    return Sequence(part for part in parts if part)


def _to_integer(text: str) -> Value:
    digits = text[1:] if text.startswith("-") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 300 else INVALID


def _to_real(text: str) -> Value:
    try:
        number = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        return INVALID
    return number if math.isfinite(number) and abs(number) < INTEGER_LIMIT else INVALID


def matches(text: str, regex: Regex) -> Value:
    """Return whether the whole of *text* matches; invalid for a text of more than 10 000 characters."""
    return regex.matches(text) if len(text) <= MAX_SUBJECT else INVALID


def _matches(text: str, pattern: str) -> Value:
    try:
        return matches(text, compile_regex(pattern))
    except RegexError:
        return INVALID


def _quadratic(text: str, *_: Any) -> int:
    return 1000 + len(text) * (64 + len(text))


def _length(text: str, *_: Any) -> int:
    return len(text) >> 2


SCALARS.define(STRING, "size", (), INTEGER, len)
SCALARS.define(STRING, "concat", (STRING,), STRING, _concatenation, lambda s, t: (len(s) + len(t)) >> 2)
SCALARS.define(STRING, "substring", (INTEGER, INTEGER), STRING, _substring, _length)
SCALARS.define(STRING, "at", (INTEGER,), STRING, lambda s, i: s[i - 1] if 1 <= i <= len(s) else INVALID)
SCALARS.define(STRING, "toUpperCase toUpper", (), STRING, str.upper, _length)
SCALARS.define(STRING, "toLowerCase toLower", (), STRING, str.lower, _length)
SCALARS.define(STRING, "trim", (), STRING, str.strip, _length)
SCALARS.define(STRING, "indexOf", (STRING,), INTEGER, lambda s, part: s.find(part) + 1, _length)
SCALARS.define(STRING, "lastIndexOf", (STRING,), INTEGER, lambda s, part: s.rfind(part) + 1, _length)
SCALARS.define(STRING, "substituteAll", (STRING, STRING), STRING, _substitution, _length)
SCALARS.define(STRING, "substituteFirst", (STRING, STRING), STRING, _first_substitution, _length)
SCALARS.define(STRING, "compareTo", (STRING,), INTEGER, _comparison, _length)
SCALARS.define(STRING, "replaceAll", (STRING, STRING), STRING, _replacement, _quadratic)
SCALARS.define(
    STRING, "replaceFirst", (STRING, STRING), STRING, lambda s, p, new: _replacement(s, p, new, most=1), _quadratic
)
SCALARS.define(STRING, "tokenize", (), sequence(STRING), lambda s: Sequence(s.split()), len)
SCALARS.define(STRING, "tokenize", (STRING,), sequence(STRING), _tokens, lambda s, _: len(s))
SCALARS.define(STRING, "startsWith", (STRING,), BOOLEAN, str.startswith)
SCALARS.define(STRING, "endsWith", (STRING,), BOOLEAN, str.endswith)
SCALARS.define(STRING, "equalsIgnoreCase", (STRING,), BOOLEAN, lambda s, t: s.upper() == t.upper(), _length)
SCALARS.define(STRING, "characters", (), sequence(STRING), Sequence, len)
SCALARS.define(STRING, "toInteger", (), INTEGER, _to_integer)
SCALARS.define(STRING, "toReal", (), REAL, _to_real)
SCALARS.define(STRING, "toBoolean", (), BOOLEAN, lambda s: {"true": True, "false": False}.get(s))
SCALARS.define(STRING, "toString", (), STRING, lambda s: s)
SCALARS.define(STRING, "matches", (STRING,), BOOLEAN, _matches, lambda s, _: 64 * len(s) + 1000)
