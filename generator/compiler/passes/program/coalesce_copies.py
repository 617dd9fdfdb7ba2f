"""Merge copies: a variable and its copy are one, where each value is read before the other one is written.

    before   if T1:                     after   if T1:
                 T2 = B_1 & ~T1                     B_1 = B_1 & ~T1
                 T3 = T2                        return B_1
             else:
                 T3 = B_1
             return T3

Conditions: (1) one of the two is assigned the other; (2) they do not interfere: where one is assigned anything else,
the other one is not read any more before it is assigned again; (3) they are of one type, and no parameter becomes what
a loop changes. So registers are shared by a compiler that colours a graph (Chaitin 1982); here it is lines that are
saved. Cost: for each assignment the variables that are alive after it, again as long as anything is merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.nodes import (
    TEMPORARY,
    Assign,
    Do,
    If,
    Jump,
    Local,
    NewArray,
    Put,
    Return,
    Statement,
    While,
    logic,
)
from tilewright.generator.compiler.kernel.rewriting import assigned, every, names_read, renamed


def coalesce_copies(module: Module) -> Module:
    """Let variables and their copies be one."""
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
    """Return the name that each variable gets, as far as any becomes another one."""
    parameters = set(function.parameters)
    own = parameters | set(assigned(function.body))
    copies = [pair for pair in _copies(function.body) if own.issuperset(pair)]
    if not copies:
        return {}
    lives = _Lives(function)
    looped = set(_looped(function.body))
    members = {name: {name} for pair in copies for name in pair}  # of each class, under the name of each member
    for one, other in copies:
        first, second = members[one], members[other]
        if first is second or one[0].isupper() != other[0].isupper():
            continue
        both = first | second
        if any(lives.apart(some, others) for some in first for others in second):  # (2)
            continue
        if both & looped and both & parameters:  # (3)
            continue
        for name in both:
            members[name] = both
    order = {name: place for place, name in enumerate((*function.parameters, *assigned(function.body)))}

    def rank(name: str) -> tuple[bool, bool, int]:
        return name not in parameters, TEMPORARY.fullmatch(name) is not None, order[name]

    names = {name: min(both, key=rank) for name, both in members.items()}
    return {name: other for name, other in names.items() if name != other}


def _copies(body: list[Statement]) -> Iterator[tuple[str, str]]:
    """Yield the variables that are assigned others, and those."""
    for statement in every(body):
        match statement:
            case Assign((target,), Local(_, name)):
                yield target, name


def _looped(body: list[Statement]) -> Iterator[str]:
    """Yield the variables that loops assign."""
    for statement in every(body):
        if isinstance(statement, While):
            yield from assigned(statement.body)


class _Lives:
    """Which variables of a function interfere: one of them is assigned while the other one's value is still needed."""

    def __init__(self, function: Function) -> None:
        self._pairs: dict[str, set[str]] = {}
        self._loops: list[tuple[set[str], set[str]]] = []
        self._note(function.parameters, self._before(function.body, set()))
        self._note(function.parameters, set(function.parameters))

    def apart(self, one: str, other: str) -> bool:
        """Return whether two variables interfere."""
        return other in self._pairs.get(one, ()) or one in self._pairs.get(other, ())

    def _note(self, targets: Iterable[str], alive: set[str]) -> None:
        for target in targets:
            self._pairs.setdefault(target, set()).update(alive - {target})

    def _before(self, body: list[Statement], alive: set[str]) -> set[str]:
        """Return what is alive before statements, given what is alive after them."""
        for statement in reversed(body):
            match statement:
                case Assign(names, value):
                    copied = {value.name} if len(names) == 1 and isinstance(value, Local) else set()
                    self._note(names, (alive | set(names)) - copied)
                    alive = alive - set(names)
                case NewArray(name):
                    self._note((name,), alive | {name})
                    alive = alive - {name}
                case Jump(word):
                    alive = set(self._loops[-1][word == "break"])
                case Return():
                    alive = set()
                case If():
                    alive = self._before(statement.then, alive) | self._before(statement.otherwise, alive)
                case While():
                    alive = self._around(statement, alive)
                case Put() | Do():
                    pass
                case _:
                    assert_never(statement)
            if not isinstance(statement, While):
                alive = alive.union(names_read(statement))
        return alive

    def _around(self, statement: While, behind: set[str]) -> set[str]:
        head = behind | set(statement.condition.names)
        while True:
            self._loops.append((head, behind))
            inside = self._before(statement.body, head)
            self._loops.pop()
            if inside <= head:
                return head
            head = head | inside


def _tidy(body: list[Statement]) -> list[Statement]:
    """Drop assignments of variables to themselves, and conditionals in which nothing is left."""
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
