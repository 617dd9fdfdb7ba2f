"""Which variables of a function interfere: one is assigned while the value of the other one is still needed.

Such variables cannot be one, and cannot stand in one place (Chaitin 1982). Cost: for each assignment the variables that
are alive after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from tilewright.generator.compiler.kernel.nodes import (
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
)
from tilewright.generator.compiler.kernel.rewriting import names_read


class Lives:
    """Which of some variables interfere, but for a variable and what it is assigned alone: they are equal then.

    Sets of variables are numbers with a bit for each.
    """

    def __init__(self, parameters: Sequence[str], body: Sequence[Statement], names: Iterable[str]) -> None:
        self.bits = {name: 1 << place for place, name in enumerate(names)}
        self.clashes = dict.fromkeys(self.bits, 0)
        """For each variable those with which it interferes where it is assigned, and itself."""
        self._loops: list[tuple[int, int]] = []
        given = self.set_of(parameters)
        self._note(parameters, self._before(body, 0) | given)

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

    def _before(self, body: Sequence[Statement], alive: int) -> int:
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
