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
    lives = _Lives(function, dict.fromkeys(name for pair in copies for name in pair))
    looped, given = lives.set_of(_looped(function.body)), lives.set_of(function.parameters)
    classes = dict(lives.bits)  # for each variable the set of those that become one with it
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
    """Which of some variables interfere: one of them is assigned while the other one's value is still needed.

    Sets of variables are numbers with a bit for each.
    """

    def __init__(self, function: Function, names: Iterable[str]) -> None:
        self.bits = {name: 1 << place for place, name in enumerate(names)}
        self.clashes = dict.fromkeys(self.bits, 0)
        """For each variable those with which it interferes, and itself."""
        self._loops: list[tuple[int, int]] = []
        parameters = self.set_of(function.parameters)
        self._note(function.parameters, self._before(function.body, 0) | parameters)

    def set_of(self, names: Iterable[str]) -> int:
        """Return those of the variables that have some names."""
        found = 0
        for name in names:
            found |= self.bits.get(name, 0)
        return found

    def _note(self, targets: Iterable[str], alive: int) -> None:
        for target in targets:
            if target in self.clashes:
                self.clashes[target] |= alive

    def _before(self, body: list[Statement], alive: int) -> int:
        """Return what is alive before statements, given what is alive after them."""
        for statement in reversed(body):
            match statement:
                case Assign(names, value):
                    written = self.set_of(names)
                    copied = self.set_of((value.name,)) if len(names) == 1 and isinstance(value, Local) else 0
                    self._note(names, (alive | written) & ~copied)
                    alive &= ~written
                case NewArray(name):
                    self._note((name,), alive)
                    alive &= ~self.set_of((name,))
                case Jump(word):
                    alive = self._loops[-1][word == "break"]
                case Return():
                    alive = 0
                case If():
                    alive = self._before(statement.then, alive) | self._before(statement.otherwise, alive)
                case While():
                    alive = self._around(statement, alive)
                case Put() | Do():
                    pass
                case _:
                    assert_never(statement)
            if not isinstance(statement, While):
                alive |= self.set_of(names_read(statement))
        return alive

    def _around(self, statement: While, behind: int) -> int:
        head = behind | self.set_of(statement.condition.names)
        while True:
            self._loops.append((head, behind))
            inside = self._before(statement.body, head)
            self._loops.pop()
            if inside & ~head == 0:
                return head
            head |= inside


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
