"""The colours of cells: expressions over their coordinates, in a small part of JavaScript.

Numbers, texts, names of dimensions, arithmetic, comparisons, ``! && ||`` and ``? :`` are known; nothing else is, and
nothing of a text is run: it is taken apart and computed here, in bounded time.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from math import fmod
from typing import TypeAlias

Value: TypeAlias = float | str | bool
Computed: TypeAlias = Callable[[Mapping[str, float]], Value]

MOST_TOKENS = 200
MOST_LEVELS = 30
_TOKEN = re.compile(
    r"\s*+(?:(?P<number>\d++(?:\.\d++)?)|(?P<text>'[^'\\]*+'|\"[^\"\\]*+\")|(?P<name>[^\W\d]\w*+)"
    r"|(?P<sign>===|!==|==|!=|<=|>=|&&|\|\||[-+*/%()<>?:!]))"
)
_CSS = {
    "white": "#ffffff", "silver": "#c0c0c0", "grey": "#808080", "black": "#000000", "red": "#ff0000",
    "maroon": "#800000", "yellow": "#ffff00", "olive": "#808000", "lime": "#00ff00", "green": "#008000",
    "aqua": "#00ffff", "teal": "#008080", "blue": "#0000ff", "navy": "#000080", "fuchsia": "#ff00ff",
    "purple": "#800080", "darkgrey": "#a9a9a9", "lightgrey": "#d3d3d3", "brown": "#a52a2a", "orange": "#ffa500",
    "pink": "#ffc0cb", "tan": "#d2b48c", "beige": "#f5f5dc", "ivory": "#fffff0", "wheat": "#f5deb3",
    "skyblue": "#87ceeb", "lightgreen": "#90ee90",
}  # fmt: skip
_NUMBERS: dict[str, Callable[[float, float], Value]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": fmod,
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
_LEVELS = (("||",), ("&&",), ("===", "!==", "==", "!="), ("<=", ">=", "<", ">"), ("+", "-"), ("*", "/", "%"))


class NotComputed(ValueError):
    """An expression is none that is known, or has no value."""


class _Parser:
    def __init__(self, text: str, names: frozenset[str]) -> None:
        self.names = names
        self.tokens: list[tuple[str, str]] = []
        offset = 0
        while text[offset:].strip():
            found = _TOKEN.match(text, offset)
            if found is None or len(self.tokens) == MOST_TOKENS:
                raise NotComputed
            self.tokens.append((found.lastgroup or "", found[found.lastgroup or 0]))
            offset = found.end()
        self.next = 0
        self.level = 0

    def accept(self, *signs: str) -> str | None:
        if self.next < len(self.tokens) and self.tokens[self.next] in {("sign", sign) for sign in signs}:
            self.next += 1
            return self.tokens[self.next - 1][1]
        return None

    def expression(self) -> Computed:
        self.level += 1
        if self.level > MOST_LEVELS:
            raise NotComputed
        test = self.binary(0)
        if self.accept("?"):
            then = self.expression()
            if not self.accept(":"):
                raise NotComputed
            otherwise, asked = self.expression(), test

            def test(at: Mapping[str, float]) -> Value:
                return then(at) if asked(at) else otherwise(at)

        self.level -= 1
        return test

    def binary(self, level: int) -> Computed:
        if level == len(_LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while (sign := self.accept(*_LEVELS[level])) is not None:
            left = _joined(sign, left, self.binary(level + 1))
        return left

    def unary(self) -> Computed:
        sign = self.accept("!", "-", "+")
        if sign is None:
            return self.primary()
        self.level += 1
        if self.level > MOST_LEVELS:
            raise NotComputed
        inner = self.unary()
        self.level -= 1
        if sign == "!":
            return lambda at: not inner(at)
        factor = -1 if sign == "-" else 1
        return lambda at: factor * _number(inner(at))

    def primary(self) -> Computed:
        if self.accept("("):
            inner = self.expression()
            if not self.accept(")"):
                raise NotComputed
            return inner
        if self.next == len(self.tokens):
            raise NotComputed
        kind, text = self.tokens[self.next]
        self.next += 1
        if kind == "name" and text in self.names:
            return lambda at: at[text]
        if kind == "sign" or kind == "name":
            raise NotComputed
        value: Value = float(text) if kind == "number" else text[1:-1]
        return lambda at: value


def _joined(sign: str, left: Computed, right: Computed) -> Computed:
    if sign == "||":
        return lambda at: left(at) or right(at)
    if sign == "&&":
        return lambda at: left(at) and right(at)
    if sign in ("==", "==="):
        return lambda at: left(at) == right(at)
    if sign in ("!=", "!=="):
        return lambda at: left(at) != right(at)
    compute = _NUMBERS[sign]
    return lambda at: compute(_number(left(at)), _number(right(at)))


def _number(value: Value) -> float:
    if isinstance(value, str):
        raise NotComputed
    return float(value)


def colour_of(text: str, names: frozenset[str]) -> Callable[[Mapping[str, float]], str]:
    """Return what gives the colour ``#rrggbb`` of a cell by its coordinates.

    ``NotComputed``, here or there, if the expression is none that is known, or its value is no colour.
    """
    parser = _Parser(text, names)
    compute = parser.expression()
    if parser.next < len(parser.tokens):
        raise NotComputed

    def colour(at: Mapping[str, float]) -> str:
        try:
            value = compute(at)
        except (ZeroDivisionError, OverflowError, ValueError):
            raise NotComputed from None
        known = _CSS.get(value.lower().replace("gray", "grey")) if isinstance(value, str) else None
        if known is None and not (isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value)):
            raise NotComputed
        return known or str(value)

    return colour
