"""Which turns may follow a turn: partial evaluation of its text, along all of its paths.

Of the variables, only those are known that are constant along a path. Calls are followed, with the arguments that are
known. So it is seen that a player who has moved is followed by another one, whatever the move, or that a throw of dice
decides it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.kernel.nodes import (
    Assign,
    Call,
    Choice,
    Do,
    Expression,
    If,
    Jump,
    Local,
    NewArray,
    Number,
    Put,
    Return,
    Statement,
    While,
)
from tilewright.generator.compiler.kernel.rewriting import within
from tilewright.generator.compiler.passes.program.fold_constants import folded

MOST_STEPS = 6000
"""The most statements that are looked at, each counted once for each path: a tenth of a second."""

Known = Mapping[str, int]
"""The variables whose value is known."""

Values = tuple[int | None, ...]
"""The results of a function; None: it is not known."""


class Unclear(Exception):
    """There are too many paths, or a loop."""


class Succession:
    """Evaluates turns of a module. Each call of a function is evaluated once for the arguments that are known."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._results: dict[tuple[str, Values], list[Values]] = {}
        self._steps = 0

    def after(self, body: Sequence[Statement], known: Known, goes_on: Expression, mover: str) -> set[int | None]:
        """Return who may be to move after some statements, where a game goes on; None: anybody. Raises ``Unclear``."""
        ends, _ = self._paths(body, known)
        return {end.get(mover) for end in ends if _value(goes_on, end) != 0}

    def _paths(self, body: Sequence[Statement], known: Known) -> tuple[list[Known], list[Values]]:
        """Return what is known where statements end, and what they return, for each path; equal ones once."""
        paths: list[Known] = [known]
        returned: list[Values] = []
        for statement in body:
            after: dict[frozenset[tuple[str, int]], Known] = {}
            for path in paths:
                self._steps += 1
                if self._steps > MOST_STEPS:
                    raise Unclear
                found, results = self._after(statement, path)
                after |= {frozenset(each.items()): each for each in found}
                returned += results
            paths = list(after.values())
        return paths, list(dict.fromkeys(returned))

    def _after(self, statement: Statement, known: Known) -> tuple[list[Known], list[Values]]:
        """Return the same for one statement."""
        match statement:
            case Assign(names, value):
                rest = {name: each for name, each in known.items() if name not in names}
                return [
                    rest | {name: each for name, each in zip(names, values, strict=True) if each is not None}
                    for values in self._all(value, known)
                ], []
            case If(condition, then, otherwise):
                holds = _value(condition, known)
                if holds is not None:
                    return self._paths(then if holds else otherwise, known)
                one, other = self._paths(then, known), self._paths(otherwise, known)
                return [*one[0], *other[0]], [*one[1], *other[1]]
            case Return((Call() as call,)):
                return [], self._all(call, known)
            case Return(values):
                return [], [tuple(_value(each, known) for each in values)]
            case Put() | NewArray() | Do():
                return [known], []
            case While() | Jump():
                raise Unclear
            case _:
                assert_never(statement)

    def _all(self, value: Expression, known: Known) -> list[Values]:
        """Return all values that an expression may have, as far as they are known; those of a call are several."""
        value = _folded(value, known)
        if isinstance(value, Choice):
            return [*self._all(value.then, known), *self._all(value.otherwise, known)]
        if not isinstance(value, Call) or value.name not in self._module.names.signatures:
            return [(value.constant,)]
        given = tuple(each.constant for each in value.arguments)
        found = self._results.get((value.name, given))
        if found is None:
            function = self._module.function(value.name)
            arguments = zip(function.parameters, given, strict=True)
            _, found = self._paths(function.body, {name: each for name, each in arguments if each is not None})
            self._results[value.name, given] = found
        return found


def _value(value: Expression, known: Known) -> int | None:
    """Return the value of an expression, or None if it is not known."""
    return _folded(value, known).constant


def _folded(value: Expression, known: Known) -> Expression:
    """Return an expression with its constant parts folded, if some variables are known."""
    return folded(_with(value, known))


def _with(value: Expression, known: Known) -> Expression:
    """Return an expression with numbers in place of the variables that are known."""
    if isinstance(value, Local) and value.name in known:
        return Number(value.type, known[value.name])
    return within(value, lambda each: _with(each, known))
