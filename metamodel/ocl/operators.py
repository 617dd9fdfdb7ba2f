"""The operators of OCL on compiled operands: four-valued logic, equality, order, arithmetic.

Logic follows OCL 2.4: an operand that decides does so, whatever the other is (``false and invalid = false``); else
invalid wins over null, and null over the rest (``true and null = null``, ``not null = null``). Order and arithmetic
with null or invalid are invalid.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from tilewright.metamodel.ocl.code import METER, Code, Frame, Typed
from tilewright.metamodel.ocl.types import INTEGER, NOTHING, OCL_ANY, REAL, STRING, ClassType, CollectionType, TupleType
from tilewright.metamodel.ocl.values import INTEGER_LIMIT, INVALID, Value, key, weight


def negation(operand: Code) -> Code:
    """Compile ``not``."""

    def evaluate(frame: Frame) -> Value:
        value = operand(frame)
        return value if value is None or value is INVALID else not value

    return evaluate


def conjunction(left: Code, right: Code) -> Code:
    """Compile ``and``; *right* is evaluated only if *left* does not decide."""

    def evaluate(frame: Frame) -> Value:
        one = left(frame)
        if one is False:
            return False
        two = right(frame)
        if one is True or two is False:
            return two
        return INVALID if one is INVALID or two is INVALID else None

    return evaluate


def disjunction(left: Code, right: Code) -> Code:
    """Compile ``or``; *right* is evaluated only if *left* does not decide."""

    def evaluate(frame: Frame) -> Value:
        one = left(frame)
        if one is True:
            return True
        two = right(frame)
        if one is False or two is True:
            return two
        return INVALID if one is INVALID or two is INVALID else None

    return evaluate


def implication(left: Code, right: Code) -> Code:
    """Compile ``implies``; *right* is evaluated only if *left* does not decide."""

    def evaluate(frame: Frame) -> Value:
        one = left(frame)
        if one is False:
            return True
        two = right(frame)
        if one is True or two is True:
            return two
        return INVALID if one is INVALID or two is INVALID else None

    return evaluate


def exclusive_disjunction(left: Code, right: Code) -> Code:
    """Compile ``xor``."""

    def evaluate(frame: Frame) -> Value:
        one, two = left(frame), right(frame)
        if one is INVALID or two is INVALID:
            return INVALID
        return None if one is None or two is None else one is not two

    return evaluate


LOGIC: dict[str, Callable[[Code, Code], Code]] = {
    "and": conjunction,
    "or": disjunction,
    "implies": implication,
    "xor": exclusive_disjunction,
}


def equality(left: Typed, right: Typed, *, negated: bool) -> Code:
    """Compile ``=`` or ``<>``. Strings, numbers and objects are compared directly, all other values by their keys."""
    one, two = left.code, right.code
    types = (left.type, right.type)
    plain = (INTEGER, REAL, STRING, *NOTHING)
    if all(t in plain or isinstance(t, ClassType) for t in types):

        def evaluate(frame: Frame) -> Value:
            a, b = one(frame), two(frame)
            if a is INVALID or b is INVALID:
                return INVALID
            return (a == b) is not negated

    elif any(isinstance(t, CollectionType | TupleType) or t == OCL_ANY for t in types):

        def evaluate(frame: Frame) -> Value:
            a, b = one(frame), two(frame)
            if a is INVALID or b is INVALID:
                return INVALID
            frame[METER].charge(min(weight(a), weight(b)))
            return (a is b or key(a) == key(b)) is not negated

    else:

        def evaluate(frame: Frame) -> Value:
            a, b = one(frame), two(frame)
            if a is INVALID or b is INVALID:
                return INVALID
            return (a is b or key(a) == key(b)) is not negated

    return evaluate


_ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def order(symbol: str, left: Code, right: Code) -> Code:
    """Compile a comparison of two numbers, or of two strings by code points."""
    compare = _ORDER[symbol]

    def evaluate(frame: Frame) -> Value:
        one, two = left(frame), right(frame)
        try:
            return compare(one, two)
        except TypeError:  # null or invalid
            return INVALID

    return evaluate


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def arithmetic(symbol: str, left: Typed, right: Typed) -> Code:
    """Compile ``+ - * /`` of two numbers."""
    if symbol == "/":
        return _division(left.code, right.code)
    compute = _ARITHMETIC[symbol]
    one, two, constant = left.code, right.code, right.constant
    if constant is not None:

        def evaluate(frame: Frame) -> Value:
            try:
                result = compute(one(frame), constant)
            except TypeError:  # null or invalid
                return INVALID
            return result if -INTEGER_LIMIT < result < INTEGER_LIMIT else INVALID

    else:

        def evaluate(frame: Frame) -> Value:
            a, b = one(frame), two(frame)
            try:
                result = compute(a, b)
            except TypeError:
                return INVALID
            return result if -INTEGER_LIMIT < result < INTEGER_LIMIT else INVALID

    return evaluate


def _division(left: Code, right: Code) -> Code:
    def evaluate(frame: Frame) -> Value:
        one, two = left(frame), right(frame)
        try:
            result = one / two
        except (TypeError, ArithmeticError):
            return INVALID
        return result if math.isfinite(result) else INVALID

    return evaluate


def minus(operand: Code) -> Code:
    """Compile the sign ``-``."""

    def evaluate(frame: Frame) -> Value:
        value = operand(frame)
        return value if value is INVALID else INVALID if value is None else -value

    return evaluate
