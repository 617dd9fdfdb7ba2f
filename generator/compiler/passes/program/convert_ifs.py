"""Choose values: a conditional that does nothing but assign one of two values is an expression.

    before   if T0:                 after   n0 = 2 if T0 else 0
                 n0 = 2
             else:
                 n0 = 0

Conditions: each branch is an assignment to the same variable, and its value a name or a number: so both cost nothing.
"""

from __future__ import annotations

from tilewright.generator.compiler.kernel.nodes import Assign, Expression, If, Statement, While, choice


def convert_ifs(body: list[Statement]) -> list[Statement]:
    """Let conditionals that do nothing but assign one of two values be expressions."""
    found: list[Statement] = []
    for statement in body:
        match statement:
            case If(condition, [Assign((one,), value)], [Assign((other,), another)]) if (
                one == other and _is_plain(value) and _is_plain(another)
            ):
                found.append(Assign((one,), choice(condition, value, another)))
            case If():
                then, otherwise = convert_ifs(statement.then), convert_ifs(statement.otherwise)
                again = If(statement.condition, then, otherwise)
                found += [again] if (then, otherwise) == (statement.then, statement.otherwise) else convert_ifs([again])
            case While():
                found.append(While(statement.condition, convert_ifs(statement.body)))
            case _:
                found.append(statement)
    return found


def _is_plain(value: Expression) -> bool:
    return value.is_atomic and (value.constant is None or value.constant >= 0)
