"""Meter a program: let it count its steps, so that it ends whatever the model is.

    before   def moves_0(n):                     after   def moves_0(n, a_err):
                 while n:                                    while n:
                     n = n - moves_1(n)                          n = n - moves_1(n, a_err)
                 return n                                        spend(a_err, 2)
                                                             return n

A step is a statement, also one of a called function. Steps are counted once in each round of a loop, unless the emitter
has placed the count itself; at the start of recursive functions; and at the start of long functions without loops.
Functions that count, or that call ones that do, get the parameter ``a_err``, which holds the sum.

A function that ends after a bounded number of steps only adds to the sum, with ``charge``. A caller that may run for
long compares it with the limit, with ``spend``. Each such comparison is an exit from the caller, for which LLVM keeps
all returned values alive, which costs speed.

An innermost loop goes through cells, entries, or rounds that are counted already. It is short, and is taken for a few
rounds of its enclosing function. On small boards the same holds for nested loops with few steps in all. So functions
that only compute with sets stay pure, and LLVM can eliminate common calls of them; counting there would cost speed.

An entry point without ``a_err`` does a bounded amount of work for each cell of a position: it does not count.

Condition: none. This pass comes last, since calls that count cannot be merged.
"""

from __future__ import annotations

from collections.abc import Iterable, KeysView, Sequence

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    ERRORS,
    SET,
    Assign,
    Binary,
    Call,
    Do,
    Expression,
    If,
    Jump,
    Local,
    NewArray,
    Statement,
    While,
    call,
    local,
    type_of,
)
from tilewright.generator.compiler.kernel.reaching import reached, reaching
from tilewright.generator.compiler.kernel.rewriting import (
    blocks,
    every,
    on_expressions,
    read_by,
    reads,
    targets,
    within,
)
from tilewright.generator.compiler.program import CALLED
from tilewright.generator.errors import WORDS

ROUNDS = 16
"""The rounds that a short loop is assumed to take: sets seldom have more cells."""

NESTED = 1 << 14
"""The most steps of nested loops that count as short, on small boards."""

SMALL = 4
"""The most words of a set on a small board."""

LONG = 2048
"""The steps above which a function counts even if it neither loops nor calls itself."""

MOST = 1 << 15
"""The most steps that are counted for one call: the lengths of loops are guesses, mostly too high."""

BOUNDED = 1 << 31
"""The greatest bound on the steps of a function that only adds them up. The bound assumes that each loop goes through a
whole board, and this admits three nested loops. Positions of real games take a small fraction of it."""

ENTRIES_AT_MOST = 1 << 12
"""The most rounds that are assumed of a loop that does not go through a set."""

_MANY = 1 << 40
"""The value at which sums of steps saturate."""


def meter(module: Module) -> Module:
    """Return a program that counts its steps, and ends when there are too many."""
    return _Meter(module).metered()


class _Meter:
    """Decides which functions of a program count, and inserts the counts.

    ``_own`` are the functions that count steps themselves, ``_counting`` those and their callers, and ``_stopping``
    those that compare the sum with the limit.
    """

    def __init__(self, module: Module) -> None:
        self._module = module
        self._functions = module.functions
        self._known: dict[str, int] = {}
        self._short: dict[int, bool] = {}
        self._calls = {name: function.reads & module.functions.keys() for name, function in module.functions.items()}
        self._recursive = {name for name in self._functions if name in self._needed(self._calls[name])}
        outside = [name for name in CALLED if name in self._functions]
        known = [name for name in outside if ERRORS in _arrays(self._functions[name])]
        counted = self._needed(known)
        self._looping = {name for name in self._functions if _has_loop(self._functions[name].body)}
        own = {name for name in counted if name in self._recursive or self._loops(name) or self._is_long(name)}
        self._own = own
        self._counting = reaching(own, self._calls)
        self._outside = set(outside)
        self._bounds: dict[str, int] = {}
        said = {name for name in counted if _spends(self._functions[name].body)}
        unbounded = reaching(said | self._recursive, self._calls)
        endless = unbounded | {name for name in counted - unbounded if self._bound(name) > BOUNDED}
        self._stopping = reaching(endless, self._calls) | self._outside

    def metered(self) -> Module:
        """Return the program that counts."""
        return self._module.having(map(self._counted, self._functions.values()))

    def _counted(self, function: Function) -> Function:
        name = function.name
        if name not in self._counting:
            return function
        how = "spend" if name in self._stopping else "charge"
        body = self._body(function.body, how if name in self._own else None)
        begins = name in self._own and name not in self._outside and (name in self._recursive or self._is_long(name))
        if begins and not any(map(_is_spent, function.body[:1])):
            body = [_counted(how, min(self._steps(function.body), MOST)), *body]
        if ERRORS in _arrays(function):
            return Function(name, function.parameters, body, function.comment)
        if name in self._outside:
            return Function(name, function.parameters, [NewArray(ERRORS, WORDS, True), *body], function.comment)
        return Function(name, (*function.parameters, ERRORS), body, function.comment)

    def _body(self, body: Sequence[Statement], how: str | None) -> list[Statement]:
        """Return a body that counts its rounds with ``spend`` or ``charge``; *how* names it, None counts nothing."""
        return [self._statement(statement, how) for statement in body]

    def _statement(self, statement: Statement, how: str | None) -> Statement:
        match statement:
            case If(condition, then, otherwise):
                return If(self._with_steps(condition), self._body(then, how), self._body(otherwise, how))
            case While(condition, body):
                rounds = self._body(body, how)
                if how and not self._is_short(statement) and not _spends(body):
                    begin = any(map(_goes_on, body))  # the end of a round is not always reached then
                    rounds.insert(0 if begin else len(rounds), _counted(how, self._steps_of_round(statement)))
                return While(self._with_steps(condition), rounds)
        return on_expressions(statement, self._with_steps)

    def _with_steps(self, value: Expression) -> Expression:
        """Return an expression in which functions that count get the argument ``a_err``."""
        if self._counting.isdisjoint(value.names):
            return value
        value = within(value, self._with_steps)
        if not isinstance(value, Call) or value.name not in self._counting:
            return value
        if ERRORS in _arrays(self._functions[value.name]):
            return value
        return Call(value.type, value.name, (*value.arguments, Local(ARRAY, ERRORS)))

    # -- what calls what

    def _called(self, body: Sequence[Statement]) -> frozenset[str]:
        return frozenset(name for name in reads(body) if name in self._functions)

    def _needed(self, names: Iterable[str]) -> KeysView[str]:
        """Return some functions and all that they call, directly or not."""
        return reached(names, self._calls.__getitem__).keys()

    # -- steps

    def _loops(self, name: str) -> bool:
        return any(self._has_long_loop(statement) for statement in self._functions[name].body)

    def _has_long_loop(self, statement: Statement) -> bool:
        if isinstance(statement, While) and not self._is_short(statement):
            return True
        return any(self._has_long_loop(inner) for block in blocks(statement) for inner in block)

    def _is_short(self, loop: While) -> bool:
        """Return whether a loop is short: see the module. Cached."""
        known = self._short.get(id(loop))
        if known is None:
            known = self._short[id(loop)] = self._ends_soon(loop)
        return known

    def _ends_soon(self, loop: While) -> bool:
        needed = self._needed(self._called([loop]))
        if needed & self._recursive:
            return False
        if not _has_loop(loop.body) and not needed & self._looping:
            return True
        if self._module.words > SMALL or _spends(loop.body):
            return False
        nested = any(self._has_long_loop(statement) for statement in loop.body) or any(map(self._loops, needed))
        return not nested and ROUNDS * self._steps_of_round(loop) <= NESTED

    def _bound(self, name: str) -> int:
        """Return a bound on the steps of a function without recursion: each loop is as long as it can be."""
        found = self._bounds.get(name)
        if found is None:
            found = self._bounds[name] = self._bound_of(self._functions[name].body)
        return found

    def _bound_of(self, body: Sequence[Statement]) -> int:
        total = 0
        for statement in body:
            steps = 1 + sum(self._bound(name) for value in read_by(statement) for name in self._calls_in(value))
            if isinstance(statement, While):
                steps += self._bound_of(statement.body)
                steps *= 64 * self._module.words if _goes_through_set(statement) else ENTRIES_AT_MOST
            elif isinstance(statement, If):
                steps += max(map(self._bound_of, blocks(statement)))
            total += steps
        return min(total, _MANY)

    def _calls_in(self, value: Expression) -> list[str]:
        """Return the functions that an expression calls, once for each call."""
        if self._functions.keys().isdisjoint(value.names):
            return []
        found = [name for child in value.children for name in self._calls_in(child)]
        return [*found, value.name] if isinstance(value, Call) and value.name in self._functions else found

    def _is_long(self, name: str) -> bool:
        return self._steps_within(name) > LONG

    def _steps_within(self, name: str) -> int:
        """Return the most steps of a function besides those that its loops count."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._steps(self._functions[name].body)
        return found

    def _steps(self, body: Sequence[Statement]) -> int:
        total = 0
        for statement in body:
            total += 1 + sum(map(self._steps_of, read_by(statement)))
            if isinstance(statement, If):
                total += max(map(self._steps, blocks(statement)))
            elif isinstance(statement, While) and self._is_short(statement):
                total += ROUNDS * self._steps_of_round(statement)
        return min(total, _MANY)

    def _steps_of_round(self, loop: While) -> int:
        return self._steps(loop.body) + self._steps_of(loop.condition)

    def _steps_of(self, value: Expression) -> int:
        """Return the steps of the functions that an expression calls."""
        if self._functions.keys().isdisjoint(value.names):
            return 0
        total = sum(map(self._steps_of, value.children))
        if isinstance(value, Call) and value.name in self._functions and value.name not in self._recursive:
            steps = self._steps_within(value.name)
            total += steps if steps <= LONG else 1
        return total


def _goes_through_set(loop: While) -> bool:
    """Return whether a loop seems to take cells out of a set, or to add some to one until there are no more."""
    if any(type_of(name) is SET for name in loop.condition.names):
        return True
    changed = (each for each in loop.body if isinstance(each, Assign) and type_of(each.names[0]) is SET)
    return any(isinstance(each.value, Binary) and each.names[0] in each.value.names for each in changed)


def _has_loop(body: Sequence[Statement]) -> bool:
    return any(isinstance(statement, While) for statement in every(body))


def _spends(body: Sequence[Statement]) -> bool:
    """Return whether statements contain a count that the emitter has placed."""
    return any(map(_is_spent, every(body)))


def _is_spent(statement: Statement) -> bool:
    """Return whether a statement is a count of steps."""
    return isinstance(statement, Do) and statement.call.name in ("spend", "charge")


def _goes_on(statement: Statement) -> bool:
    """Return whether a statement contains a ``continue`` of the loop around it."""
    if isinstance(statement, Jump):
        return statement.word == "continue"
    return isinstance(statement, If) and any(_goes_on(inner) for block in blocks(statement) for inner in block)


def _arrays(function: Function) -> set[str]:
    """Return the parameters of a function, and what its top-level statements assign: its arrays are among them."""
    return {*function.parameters, *(name for statement in function.body for name in targets(statement))}


def _counted(how: str, steps: int) -> Do:
    return Do(call(how, local(ERRORS), steps))
