"""Drop statements on which nothing depends that is kept.

    before   n1 = 0                   after   n = n + popc(B_1)
             while n1 < h:                    return n
                 n1 = n1 + 1
             n = n + popc(B_1)
             return n

Conditions: (1) a line is kept; (2) an assignment is kept if what is kept reads one of its targets; (3) so is a
conditional or a loop in which something is kept, and then what its condition reads is read; (4) a call whose result
nobody reads goes: what counts stands in lines, or in an array that a line reads.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Assign, If, Statement, While, names_in


def eliminate_dead_code(body: list[Statement]) -> list[Statement]:
    """Drop statements on which nothing depends that is kept."""
    read: set[str] = set()
    known = -1
    while len(read) > known:
        known = len(read)
        _mark(body, read)
    return _dropped(body, read)


def _mark(body: list[Statement], read: set[str]) -> bool:
    """Add what the kept ones of some statements read; return whether there are any."""
    kept = False
    for statement in body:
        match statement:
            case Assign():
                if read.isdisjoint(statement.targets):
                    continue
                read.update(names_in(statement.value))
            case If():
                then, otherwise = _mark(statement.then, read), _mark(statement.otherwise, read)
                if not (then or otherwise):
                    continue
                read.update(names_in(statement.condition))
            case While():
                if not _mark(statement.body, read):
                    continue
                read.update(names_in(statement.condition))
            case _:
                read.update(names_in(statement.text))
        kept = True
    return kept


def _dropped(body: list[Statement], read: set[str]) -> list[Statement]:
    kept: list[Statement] = []
    for statement in body:
        match statement:
            case Assign():
                if not read.isdisjoint(statement.targets):
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
