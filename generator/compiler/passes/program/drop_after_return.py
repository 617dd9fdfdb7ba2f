"""Drop unreachable statements.

    before   if T0:                 after   if T0:
                 return 1                       return 1
             else:                          else:
                 return 0                       return 0
             n0 = popc(T0)
             return n0

Condition: they follow a return, a break, a continue, or a conditional both of whose branches end with one of these.
"""

from __future__ import annotations

from tilewright.generator.compiler.kernel.nodes import If, Jump, Return, Statement, While


def drop_after_return(body: list[Statement]) -> list[Statement]:
    """Drop unreachable statements."""
    kept: list[Statement] = []
    for statement in body:
        match statement:
            case If():
                then, otherwise = drop_after_return(statement.then), drop_after_return(statement.otherwise)
                kept.append(If(statement.condition, then, otherwise))
            case While():
                kept.append(While(statement.condition, drop_after_return(statement.body)))
            case _:
                kept.append(statement)
        if _leaves(kept[-1]):
            break
    return kept


def _leaves(statement: Statement) -> bool:
    """Return whether control never reaches the next statement."""
    if isinstance(statement, If):
        return all(branch and _leaves(branch[-1]) for branch in (statement.then, statement.otherwise))
    return isinstance(statement, Return | Jump)
