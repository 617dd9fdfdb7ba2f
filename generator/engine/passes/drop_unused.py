"""Drop assignments that nobody reads, and blocks that are empty then.

    before   T1 = B_1 << 8          after   n = n + popc(B_1)
             n = n + popc(B_1)              return n
             return n

Conditions: (1) no expression of the function reads the target; (2) one of several targets that is read keeps them all;
(3) a call whose result nobody reads goes, too: what counts stands in lines, or in an array that a line reads.
"""

from __future__ import annotations

from tilewright.generator.engine.code import Assign, If, Statement, While, names_in, texts


def drop_unused(body: list[Statement]) -> list[Statement]:
    """Drop assignments that nobody reads, and blocks that are empty then."""
    while True:
        read = {name for text in texts(body) for name in names_in(text)}
        cleaned = _dropped(body, read)
        if cleaned == body:
            return body
        body = cleaned


def _dropped(body: list[Statement], read: set[str]) -> list[Statement]:
    kept: list[Statement] = []
    for statement in body:
        match statement:
            case Assign():
                if any(target in read for target in statement.targets):
                    kept.append(statement)
            case If():
                then, otherwise = _dropped(statement.then, read), _dropped(statement.otherwise, read)
                if then:
                    kept.append(If(statement.condition, then, otherwise))
                elif otherwise:
                    kept.append(If(f"not ({statement.condition})", otherwise, []))
            case While():
                inner = _dropped(statement.body, read)
                if inner:
                    kept.append(While(statement.condition, inner))
            case _:
                kept.append(statement)
    return kept
