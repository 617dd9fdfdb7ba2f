"""Dead-code elimination: drop statements on which no kept statement depends.

    before   n1 = 0                   after   n = n + popc(B_1)
             while n1 < h:                    return n
                 n1 = n1 + 1
             n = n + popc(B_1)
             return n

Conditions: (1) stores, returns, jumps and calls for their effects are kept; (2) an assignment is kept if a kept
statement reads one of its targets; (3) a conditional or a loop is kept if a statement in it is, and then its condition
is read; (4) an assigned call is dropped if nothing reads its results, whatever it may store in arrays.
"""

from __future__ import annotations

from tilewright.generator.compiler.kernel.nodes import Assign, If, NewArray, Statement, While, logic
from tilewright.generator.compiler.kernel.rewriting import names_read, targets


def eliminate_dead_code(body: list[Statement]) -> list[Statement]:
    """Drop statements on which no kept statement depends. Repeat until nothing more is read."""
    read: set[str] = set()
    while True:
        unread: set[str] = set()
        _mark(body, read, unread)
        if read.isdisjoint(unread):
            return _dropped(body, read)


def _mark(body: list[Statement], read: set[str], unread: set[str]) -> bool:
    """Add what the kept ones of some statements read; return whether any is kept.

    What the others assign is added to *unread*. The statements are visited backwards, so that only loops, and variables
    that are assigned again, make another round necessary: then a kept one reads what is *unread*.
    """
    kept = False
    for statement in reversed(body):
        match statement:
            case Assign():
                if not read.isdisjoint(statement.names):
                    read.update(statement.value.names)
                    kept = True
                else:
                    unread.update(statement.names)
                continue
            case NewArray():
                if statement.name not in read:
                    unread.add(statement.name)
                    continue
            case If():
                otherwise, then = _mark(statement.otherwise, read, unread), _mark(statement.then, read, unread)
                if not (then or otherwise):
                    continue
            case While():
                if not _mark(statement.body, read, unread):
                    continue
            case _:
                pass
        read.update(names_read(statement))
        kept = True
    return kept


def _dropped(body: list[Statement], read: set[str]) -> list[Statement]:
    kept: list[Statement] = []
    for statement in body:
        match statement:
            case Assign() | NewArray():
                if not read.isdisjoint(targets(statement)):
                    kept.append(statement)
            case If():
                then, otherwise = _dropped(statement.then, read), _dropped(statement.otherwise, read)
                if then:
                    kept.append(If(statement.condition, then, otherwise))
                elif otherwise:
                    kept.append(If(logic("not", statement.condition), otherwise))
            case While():
                inner = _dropped(statement.body, read)
                if inner:
                    kept.append(While(statement.condition, inner))
            case _:
                kept.append(statement)
    return kept
