"""Fold constant conditions: comparisons of numbers, logic and choices that they decide, and branches never taken.

    before   if 0 >= 150 or T0:               after   if T0:
                 n0 = 1 if 1 == 0 else 2                  n0 = 2
             if 1:                                    return n0
                 return n0

Conditions: (1) both sides of a comparison are numbers; (2) a constant operand decides an
``and`` or ``or`` only if no operand before it calls a function; (3) a conditional is replaced by the branch taken.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from tilewright.generator.compiler.kernel.nodes import (
    Assign,
    Call,
    Choice,
    Comparison,
    Expression,
    If,
    Logic,
    Number,
    Return,
    Statement,
    While,
    expression,
)
from tilewright.generator.compiler.kernel.rewriting import on_expressions, within

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def fold_constants(body: list[Statement]) -> list[Statement]:
    """Fold constant conditions in some statements."""
    kept: list[Statement] = []
    for statement in body:
        match statement:
            case Assign() | Return():
                kept.append(on_expressions(statement, folded))
            case If():
                condition = folded(statement.condition)
                known = condition.constant
                if known is None:
                    kept.append(If(condition, fold_constants(statement.then), fold_constants(statement.otherwise)))
                else:
                    kept += fold_constants(statement.then if known else statement.otherwise)  # (3)
            case While():
                condition = folded(statement.condition)
                if condition.constant != 0:
                    kept.append(While(condition, fold_constants(statement.body)))
            case _:
                kept.append(statement)
    return kept


def folded(value: Expression) -> Expression:
    """Return an expression with its constant parts folded."""
    value = within(value, folded)
    match value:
        case Comparison(_, sign, Number(_, one), Number(_, other)):  # (1)
            return expression(int(RELATIONS[sign](one, other)))
        case Choice(_, Number(_, known), then, otherwise):
            return then if known else otherwise
        case Logic(_, "not", (Number(_, known),)):
            return expression(int(not known))
        case Logic(_, "and" | "or"):
            return _shorter(value)
    return value


def _shorter(value: Logic) -> Expression:
    """Return what is left of a conjunction or disjunction with constant operands."""
    decides = value.sign == "or"
    rest: list[Expression] = []
    for part in value.operands:
        known = part.constant
        if known is None:
            rest.append(part)
        elif bool(known) is decides and not any(map(_calls, rest)):  # (2)
            return expression(int(decides))
        elif bool(known) is decides:
            rest.append(part)
    if len(rest) == len(value.operands):
        return value
    return rest[0] if len(rest) == 1 else Logic(value.type, value.sign, tuple(rest)) if rest else value.operands[-1]


def _calls(value: Expression) -> bool:
    return isinstance(value, Call) or any(map(_calls, value.children))
