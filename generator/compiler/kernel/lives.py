"""Liveness and interference of variables.

A variable is live where its value may still be read. Two variables interfere if one is assigned while the other is
live: they cannot be merged, nor share a register (Chaitin 1982). Cost: a backward walk through the function, loops
until a fixed point, and at each assignment one operation on sets of variables.
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
    """The interference of some variables of a function.

    A copy ``x = y`` makes no interference between ``x`` and ``y``, since they are equal after it. Sets of variables are
    integers with a bit for each variable.
    """

    def __init__(self, parameters: Sequence[str], body: Sequence[Statement], names: Iterable[str]) -> None:
        """*names*: the variables to look at; all others are ignored."""
        self.bits = {name: 1 << place for place, name in enumerate(names)}
        """The bit of each variable."""
        self.clashes = dict.fromkeys(self.bits, 0)
        """For each variable the set of those that are live where it is assigned, itself possibly among them."""
        self._loops: list[tuple[int, int]] = []
        given = self.set_of(parameters)
        self._note(parameters, self._before(body, 0) | given)

    def set_of(self, names: Iterable[str]) -> int:
        """Return the set of the variables with some names; other names are ignored."""
        found = 0
        for name in names:
            found |= self.bits.get(name, 0)
        return found

    def _note(self, targets: Iterable[str], alive: int) -> None:
        """Note that assigned variables interfere with those that are live then."""
        for target in targets:
            if target in self.clashes:
                self.clashes[target] |= alive

    def _before(self, body: Sequence[Statement], alive: int) -> int:
        """Return the variables live before statements, given those live after them, and note interferences."""
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
        """Return the variables live before a loop, given those live *behind* it: a fixed point."""
        head = behind | self.set_of(statement.condition.names)
        while True:
            self._loops.append((head, behind))
            inside = self._before(statement.body, head)
            self._loops.pop()
            if inside & ~head == 0:
                return head
            head |= inside
