"""Expressions over the coordinates of cells, for their places and colours, in a small subset of JavaScript.

The subset has numbers, strings, names of dimensions, arithmetic, comparisons, ``! && ||``, ``? :`` and a few functions
of ``Math``. A text is parsed and interpreted here, in bounded time; nothing of it is run as a program.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

Value: TypeAlias = float | str | bool
Computed: TypeAlias = Callable[[Mapping[str, float]], Value]

MOST_TOKENS = 200
MOST_LEVELS = 30
"""The greatest depth of nested expressions."""
_TOKEN = re.compile(
    r"\s*+(?:(?P<number>\d++(?:\.\d++)?)|(?P<text>'[^'\\]*+'|\"[^\"\\]*+\")|(?P<name>(?:Math\.)?+[^\W\d]\w*+)"
    r"|(?P<sign>===|!==|==|!=|<=|>=|&&|\|\||[-+*/%()<>?:!]))"
)
_NUMBERS: dict[str, Callable[[float, float], Value]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": math.fmod,
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
_CONSTANTS = {"Math.PI": math.pi, "Math.SQRT2": math.sqrt(2), "Math.SQRT1_2": math.sqrt(0.5)}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "Math.sqrt": math.sqrt, "Math.abs": abs, "Math.floor": math.floor, "Math.ceil": math.ceil, "Math.trunc": math.trunc,
    "Math.sign": lambda number: (number > 0) - (number < 0), "Math.round": lambda number: math.floor(number + 0.5),
    "Math.sin": math.sin, "Math.cos": math.cos,
}  # fmt: skip
_LEVELS = (("||",), ("&&",), ("===", "!==", "==", "!="), ("<=", ">=", "<", ">"), ("+", "-"), ("*", "/", "%"))


class NotComputed(ValueError):
    """An expression is outside the subset, or has no value."""


class _Parser:
    """Parses one expression by recursive descent; ``NotComputed`` if it is outside the subset."""

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
        if kind == "name" and text in _CONSTANTS:
            return lambda at: _CONSTANTS[text]
        if kind == "name" and text in _FUNCTIONS and self.tokens[self.next : self.next + 1] == [("sign", "(")]:
            function, argument = _FUNCTIONS[text], self.primary()
            return lambda at: function(_number(argument(at)))
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


def expression(text: str, names: frozenset[str]) -> Computed:
    """Return a function from the coordinates of a cell, by name, to the value of an expression.

    *names* are the names of the dimensions. Raises ``NotComputed`` for an expression outside the subset; the function
    raises it if there is no value.
    """
    parser = _Parser(text, names)
    compute = parser.expression()
    if parser.next < len(parser.tokens):
        raise NotComputed

    def value(at: Mapping[str, float]) -> Value:
        try:
            return compute(at)
        except (ZeroDivisionError, OverflowError, ValueError):
            raise NotComputed from None

    return value


def number_of(text: str, names: frozenset[str]) -> Callable[[Mapping[str, float]], float]:
    """Return a function from the coordinates of a cell to a finite number; ``NotComputed`` as in ``expression``."""
    compute = expression(text, names)

    def number(at: Mapping[str, float]) -> float:
        found = _number(compute(at))
        if not math.isfinite(found):
            raise NotComputed
        return found

    return number
