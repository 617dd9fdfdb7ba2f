"""If-conversion: replace a conditional that only assigns one of two values by a conditional expression.

    before   if T0:                 after   n0 = 2 if T0 else 0
                 n0 = 2
             else:
                 n0 = 0

Condition: each branch is an assignment of a name or a non-negative number to the same variable. It costs nothing to
evaluate both.
"""

from __future__ import annotations

from tilewright.generator.compiler.kernel.nodes import Assign, Expression, If, Statement, While, choice


def convert_ifs(body: list[Statement]) -> list[Statement]:
    """Replace conditionals that only assign one of two values by conditional expressions."""
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
