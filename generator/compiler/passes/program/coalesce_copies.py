"""Coalesce copies: merge a variable and its copy into one if their live ranges do not interfere.

    before   if T1:                     after   if T1:
                 T2 = B_1 & ~T1                     B_1 = B_1 & ~T1
                 T3 = T2                        return B_1
             else:
                 T3 = B_1
             return T3

Conditions: (1) one of the two is assigned the other; (2) they do not interfere: where one is assigned anything else,
the other one is not live; (3) they have one type, and no parameter is merged with a variable that a loop assigns.

This is the copy coalescing of register allocation (Chaitin, "Register allocation & spilling via graph coloring", 1982);
here it saves lines. Cost: for each assignment, the variables live behind it, repeated until nothing is merged.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.lives import Lives
from tilewright.generator.compiler.kernel.nodes import (
    TEMPORARY,
    Assign,
    If,
    Local,
    Statement,
    While,
    logic,
)
from tilewright.generator.compiler.kernel.rewriting import assigned, every, renamed


def coalesce_copies(module: Module) -> Module:
    """Merge variables with their copies."""
    return module.having(
        Function(function.name, function.parameters, _merged(function), function.comment)
        for function in module.functions.values()
    )


def _merged(function: Function) -> list[Statement]:
    names = _classes(function)
    if not names:
        return function.body
    return _merged(Function(function.name, function.parameters, _tidy(renamed(function.body, names))))


def _classes(function: Function) -> dict[str, str]:
    """Return the new names of the variables that are renamed."""
    parameters = set(function.parameters)
    own = parameters | set(assigned(function.body))
    copies = [pair for pair in _copies(function.body) if own.issuperset(pair)]
    if not copies:
        return {}
    lives = Lives(function.parameters, function.body, dict.fromkeys(name for pair in copies for name in pair))
    looped, given = lives.set_of(_looped(function.body)), lives.set_of(function.parameters)
    classes = dict(lives.bits)  # for each variable the set of those merged with it
    members = {bit: [name] for name, bit in lives.bits.items()}
    clashes = {bit: lives.clashes[name] for name, bit in lives.bits.items()}
    for one, other in copies:
        first, second = classes[one], classes[other]
        if first == second or one[0].isupper() != other[0].isupper():
            continue
        if clashes[first] & second or clashes[second] & first:  # (2)
            continue
        both = first | second
        if both & looped and both & given:  # (3)
            continue
        members[both] = members[first] + members[second]
        clashes[both] = clashes[first] | clashes[second]
        classes |= dict.fromkeys(members[both], both)
    order = {name: place for place, name in enumerate((*function.parameters, *assigned(function.body)))}

    def rank(name: str) -> tuple[bool, bool, int]:
        return name not in parameters, TEMPORARY.fullmatch(name) is not None, order[name]

    names = {name: min(members[found], key=rank) for name, found in classes.items()}
    return {name: other for name, other in names.items() if name != other}


def _copies(body: list[Statement]) -> Iterator[tuple[str, str]]:
    """Yield the copies: pairs of a variable and the one that it is assigned."""
    for statement in every(body):
        match statement:
            case Assign((target,), Local(_, name)):
                yield target, name


def _looped(body: list[Statement]) -> Iterator[str]:
    """Yield the variables that are assigned in loops."""
    for statement in every(body):
        if isinstance(statement, While):
            yield from assigned(statement.body)


def _tidy(body: list[Statement]) -> list[Statement]:
    """Drop assignments of variables to themselves, and conditionals that become empty."""
    kept: list[Statement] = []
    for statement in body:
        match statement:
            case Assign((target,), Local(_, name)) if target == name:
                continue
            case If():
                then, otherwise = _tidy(statement.then), _tidy(statement.otherwise)
                if then:
                    kept.append(If(statement.condition, then, otherwise))
                elif otherwise:
                    kept.append(If(logic("not", statement.condition), otherwise))
            case While():
                kept.append(While(statement.condition, _tidy(statement.body)))
            case _:
                kept.append(statement)
    return kept
