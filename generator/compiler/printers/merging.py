"""Turns that differ in little, as one turn: the games in which it is one of them are then played on at once.

The rules of two players often differ in nothing but whose pieces or numbers they use, and two throws of dice in who is
next. The common text of two turns is their most specific generalisation, which leaves as little open as possible
(Plotkin, "A note on inductive generalization", 1970): both trees are walked at once, and where two expressions differ,
there is a choice between them, on whose turn it is. Statements must not differ.

That pays if a turn may come again before the other one does. Then a round in which each turn has its place leaves many
lanes waiting. Where turns alternate, all lanes are at work already, and the choices would be a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    INT,
    INTRINSICS,
    Assign,
    Binary,
    Call,
    Comparison,
    Do,
    Expression,
    Function,
    If,
    Local,
    Logic,
    NewArray,
    Number,
    Put,
    Return,
    Signature,
    Statement,
    Unary,
    any_of,
    choice,
    local,
)
from tilewright.generator.compiler.kernel.rewriting import read_by, reads, with_names, within
from tilewright.generator.compiler.printers.flattening import Games, Turn
from tilewright.generator.compiler.printers.succession import Succession, Unclear

ADDED = 2
"""The choices of a merged turn may add one part in so many to its text, counted by its operations."""


class Differ(Exception):
    """Two turns have no common text."""


def with_merged_turns(module: Module, games: Games) -> tuple[Module, Games]:
    """Return the loops of an entry with turns that are merged where that pays, and a module that has their functions.

    A merged turn has the places of all its parts in a round. Cost: as many walks through the text as pairs of turns.
    """
    following = _following(module, games)
    if following is None:
        return module, games
    merging = _Merging(module, games.function)
    groups: list[_Group] = []
    for number, turn in enumerate(games.turns):
        for place, group in enumerate(groups):
            if _repeats(following, group.numbers, number) and (merged := merging.merged(group, turn, number)):
                groups[place] = merged
                break
        else:
            groups.append(_Group((number,), turn, ()))
    if len(groups) == len(games.turns):
        return module, games
    group_of = {number: group for group in groups for number in group.numbers}
    turns = [group.whole for group in _shortest([group_of[number] for number in range(len(games.turns))])]
    changed = merging.module()
    return changed, games.with_turns(changed, turns, merging.flags)


def _following(module: Module, games: Games) -> list[set[int]] | None:
    """Return for each turn which ones may follow, by their numbers in the round; None if that is not clear."""
    number_of = {turn.mover: number for number, turn in enumerate(games.turns)}
    others = number_of[None]
    succession = Succession(module)
    found = []
    try:
        for turn in games.turns:
            known = {} if turn.mover is None else {games.mover: turn.mover}
            movers = succession.after(turn.body, known, games.plies.condition, games.mover)
            if None in movers:
                return None
            found.append({number_of.get(mover, others) for mover in movers})
    except Unclear:
        return None
    return found


def _repeats(following: Sequence[set[int]], group: Sequence[int], number: int) -> bool:
    """Return whether a turn may come again before one of a group does, or the other way round."""
    return any(_comes_again(following, *pair) for one in group for pair in ((one, number), (number, one)))


def _comes_again(following: Sequence[set[int]], number: int, other: int) -> bool:
    """Return whether a turn may be followed by itself, with any turns between them but one."""
    reached: set[int] = set()
    new = {number}
    while new:
        new = {each for one in new for each in following[one]} - {other} - reached
        reached |= new
    return number in reached


@dataclass(frozen=True, slots=True)
class _Group:
    """Some turns, by their numbers in a round. ``flags`` say which of them it is; ``turn`` has their common text."""

    numbers: tuple[int, ...]
    turn: Turn
    flags: tuple[Statement, ...]

    @property
    def whole(self) -> Turn:
        return replace(self.turn, body=[*self.flags, *self.turn.body])


def _shortest(round_: Sequence[_Group]) -> Sequence[_Group]:
    """Return a round without turns that follow themselves; if it repeats a shorter one, that one."""
    found = [group for place, group in enumerate(round_) if not place or round_[place - 1] is not group]
    for size in range(1, len(found)):
        if len(found) % size == 0 and found[:size] * (len(found) // size) == found:
            return found[:size]
    return found


class _Merging:
    """Merges turns of an entry, and the functions that they call, each pair of them once."""

    def __init__(self, module: Module, entry: Function) -> None:
        self._module = module
        self._entry = entry
        functions = entry, *module.reachable(sorted(entry.calls))
        self._names = {name for each in functions for name in (*each.parameters, *each.locals)}
        self._new: dict[str, Function] = {}
        self._flagged: dict[str, int] = {}
        """How many flags merging has put before the other parameters of a new function."""
        self._merged: dict[tuple[str, str], str] = {}
        self.flags: list[str] = []
        """The new variables of the entry. A function that is called with one calls it the same."""
        self.size = self.added = 0
        """The operations of a turn and those of its choices, each function counted once."""

    def merged(self, group: _Group, turn: Turn, number: int) -> _Group | None:
        """Return a group with one more turn; None if that has no common text with it, or one that is too long."""
        before = dict(self._new), dict(self._merged)
        flag = f"one_{len(self.flags)}"
        while flag in self._names:
            flag += "_"
        variables = (*self._entry.parameters, *self._entry.locals, *self._entry.arrays)
        self.size = self.added = 0
        try:
            body = _Walk(self, flag, {name: name for name in variables}).block(group.turn.body, turn.body)
        except Differ:
            body = None
        if body is None or ADDED * self.added > self.size:
            self._new, self._merged = before
            return None
        self.flags.append(flag)
        condition = any_of(group.turn.condition, turn.condition)
        flags = (*group.flags, Assign((flag,), group.turn.condition))
        return _Group((*group.numbers, number), Turn(None, condition, body), flags)

    def function(self, one: str, other: str, flag: str) -> tuple[str, int]:
        """Return the name of the function that does what either of two functions does, and the flags of the first.

        Raises ``Differ``.
        """
        added = self._flagged.get(one, 0)
        name = self._merged.get((one, other))
        if name is not None:
            return name, added
        first, second = self._new.get(one) or self._module.function(one), self._module.function(other)
        types = first.signature.parameters
        if types[added:] != second.signature.parameters or first.signature.results != second.signature.results:
            raise Differ
        name = f"{one}_{other}"
        while name in self._module.names.signatures or name in self._flagged:
            name += "_"
        self._merged[one, other] = name
        self._flagged[name] = added + 1
        names = dict(zip(second.parameters, first.parameters[added:], strict=True))
        body = _Walk(self, flag, names).block(first.body, second.body)
        # The walk has completed ``names``.
        self._new[name] = Function(
            name,
            (flag, *first.parameters),
            Signature((INT, *types), first.signature.results),
            body,
            first.locals,
            first.arrays,
            frozenset(each for each in reads(body) if each in self._new or each in self._module.names.signatures),
            first.read | {names[each] for each in second.read} | {flag},
            first.settled & {names[each] for each in second.settled if each in names} | {flag},
        )
        return name, added

    def module(self) -> Module:
        """Return the module with the new functions."""
        return self._module.extended([*self._new.values()])


class _Walk:
    """Merges the statements of two functions. *flag* is the variable that says whether it is the first.

    *names* has for each variable of the second one that of the first which stands in the same places.
    """

    def __init__(self, merging: _Merging, flag: str, names: dict[str, str]) -> None:
        self._merging = merging
        self._flag = local(flag)
        self._names = names
        self._taken = set(names.values())

    def block(self, one: Sequence[Statement], other: Sequence[Statement]) -> list[Statement]:
        """Return the common text of two blocks. Raises ``Differ``."""
        if len(one) != len(other):
            raise Differ
        return [self._statement(*both) for both in zip(one, other, strict=True)]

    def _statement(self, one: Statement, other: Statement) -> Statement:
        self._merging.size += sum(map(_operations, read_by(one)))
        match one, other:
            case Assign(names, value), Assign(others, second) if len(names) == len(others):
                merged = self._value(value, second)
                for name, each in zip(names, others, strict=True):
                    self._meet(name, each)
                return Assign(names, merged)
            case Put(array, index, value), Put(second, place, word) if self._names.get(second) == array:
                return Put(array, self._value(index, place), self._value(value, word))
            case If(condition, then, otherwise), If(second, yes, no):
                return If(self._value(condition, second), self.block(then, yes), self.block(otherwise, no))
            case Return(values), Return(others) if len(values) == len(others):
                return Return(tuple(map(self._value, values, others)))
            case Do(call), Do(second):
                merged = self._value(call, second)
                if isinstance(merged, Call):
                    return Do(merged)
            case NewArray(name, size, zeroed), NewArray(second) if (size, zeroed) == (other.size, other.zeroed):
                self._meet(name, second)
                return one
        raise Differ

    def _meet(self, name: str, other: str) -> None:
        """Note that a variable of the first function stands where one of the second does, everywhere."""
        if other not in self._names and name not in self._taken:
            self._names[other] = name
            self._taken.add(name)
        if self._names.get(other) != name:
            raise Differ

    def _value(self, one: Expression, other: Expression) -> Expression:
        """Return an expression with the value of one of two, with choices where they differ."""
        if self._is_alike(one, other):
            rest = iter(other.children)
            return within(one, lambda child: self._value(child, next(rest)))
        if isinstance(one, Call) and isinstance(other, Call) and not {one.name, other.name} & INTRINSICS.keys():
            name, flags = self._merging.function(one.name, other.name, self._flag.name)
            arguments = map(self._value, one.arguments[flags:], other.arguments)
            return Call(one.type, name, (self._flag, *one.arguments[:flags], *arguments))
        if one.type is ARRAY or not self._names.keys() >= {*other.names}:
            raise Differ
        self._merging.added += 1 + _operations(other)
        return choice(self._flag, one, with_names(other, self._names))

    def _is_alike(self, one: Expression, other: Expression) -> bool:
        """Return whether two expressions are the same but for their operands."""
        if type(one) is not type(other) or len(one.children) != len(other.children):
            return False
        match one, other:
            case Number(), Number():
                return one.value == other.value
            case ((Unary() | Binary() | Comparison() | Logic()), (Unary() | Binary() | Comparison() | Logic())):
                return one.sign == other.sign
            case Call(), Call():
                return one.name == other.name
            case _:
                return one.own == tuple(self._names.get(name, name) for name in other.own)


def _operations(value: Expression) -> int:
    """Return the operations of an expression, a call counted as one."""
    return 0 if isinstance(value, Local | Number) else 1 + sum(map(_operations, value.children))
