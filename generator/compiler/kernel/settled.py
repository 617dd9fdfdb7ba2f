"""Which variables have one value wherever they are read, so that they are names for it and need no memory.

These are parameters that are never assigned, and variables that are assigned in one place and read behind it alone, in
the same block or in blocks within it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.generator.compiler.kernel.nodes import (
    Assign,
    Binary,
    Call,
    Choice,
    Comparison,
    Do,
    Entry,
    Expression,
    Function,
    If,
    Item,
    Local,
    Logic,
    Put,
    Return,
    Statement,
    Unary,
    While,
)


def settled(function: Function) -> frozenset[str]:
    """Return the names of these variables. Cost: two walks through the function."""
    times = Counter(_assigned(function.body))
    found = {name for name in function.parameters if not times[name]}
    found |= {name for name in function.locals if times[name] == 1}
    known = set(function.parameters)
    for name in _read_elsewhere(function.body, known):
        found.discard(name)
    return frozenset(found)


def read(body: Sequence[Statement]) -> Iterator[str]:
    """Yield the variables that are read, each as often as it is."""
    for statement in body:
        for expression in _expressions(statement):
            yield from _reads(expression)
        match statement:
            case If():
                yield from read(statement.then)
                yield from read(statement.otherwise)
            case While():
                yield from read(statement.body)


def _assigned(body: Sequence[Statement]) -> Iterator[str]:
    for statement in body:
        match statement:
            case Assign(names, _):
                yield from names
            case If():
                yield from _assigned(statement.then)
                yield from _assigned(statement.otherwise)
            case While():
                yield from _assigned(statement.body)


def _read_elsewhere(body: Sequence[Statement], known: set[str]) -> Iterator[str]:
    """Yield the variables that are read where they may not have been assigned; *known*: those that have been."""
    here: list[str] = []
    for statement in body:
        for expression in _expressions(statement):
            yield from (name for name in _reads(expression) if name not in known)
        match statement:
            case Assign(names, _):
                here += [name for name in names if name not in known]
                known.update(names)
            case If():
                yield from _read_elsewhere(statement.then, known)
                yield from _read_elsewhere(statement.otherwise, known)
            case While():
                yield from _read_elsewhere(statement.body, known)
    known.difference_update(here)


def _expressions(statement: Statement) -> tuple[Expression, ...]:
    """Return what a statement reads itself."""
    match statement:
        case Assign(_, value):
            return (value,)
        case Put(_, index, value):
            return index, value
        case If() | While():
            return (statement.condition,)
        case Return(values):
            return values
        case Do(call):
            return (call,)
    return ()


def _reads(value: Expression) -> Iterator[str]:
    """Yield the variables in an expression."""
    match value:
        case Local():
            yield value.name
        case Unary():
            yield from _reads(value.operand)
        case Binary() | Comparison():
            yield from _reads(value.left)
            yield from _reads(value.right)
        case Choice():
            for part in (value.condition, value.then, value.otherwise):
                yield from _reads(part)
        case Item() | Entry():
            yield from _reads(value.index)
        case Logic():
            for part in value.operands:
                yield from _reads(part)
        case Call():
            for part in value.arguments:
                yield from _reads(part)
