"""An entry that plays games, as one loop in another: over the games, and over the plies of each.

The usual program calls a function for each game. Where several games are played at once, a game must begin while
others go on, so both loops have to stand in one function.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.kernel.nodes import (
    INT,
    Assign,
    Call,
    Comparison,
    Expression,
    Function,
    If,
    Local,
    Number,
    Return,
    Statement,
    While,
    all_of,
    comparison,
    local,
)
from tilewright.generator.compiler.kernel.rewriting import assigned, every, reads, renamed, targets
from tilewright.generator.compiler.kernel.verifier import Verifier


@dataclass(frozen=True, slots=True)
class Turn:
    """What a ply of one turn is, or of several."""

    mover: int | None
    """Whose turn it is; None: one of several."""
    condition: Expression
    """When it is that turn."""
    body: Sequence[Statement]


@dataclass(frozen=True, slots=True)
class Games:
    """An entry with its loops. The bodies share their statements with ``function``."""

    function: Function
    loop: While
    """The loop over the games."""
    before: Sequence[Statement]
    """What is done before the first ply of a game."""
    plies: While
    """The loop over the plies of a game."""
    turns: Sequence[Turn]
    """The turns of a round. The last one is any other."""
    after: Sequence[Statement]
    """What is done when a game is over."""
    mover: str
    """The variable that says whose turn it is."""

    @property
    def begun(self) -> set[str]:
        """The variables that have a value when a game begins: those of its position, and a few more."""
        return {name for statement in self.before for name in targets(statement)}

    @classmethod
    def of(cls, module: Module, name: str, mover: str) -> Games | None:
        """Return the loops of an entry of a module, or None if it has others.

        *mover* is the name of the variable that says whose turn it is, in the functions of the module.
        """
        entry = module.function(name)
        names = {mover: mover}
        body = [
            While(each.condition, list(_flat(module, entry, each.body, names))) if isinstance(each, While) else each
            for each in entry.body
        ]
        function = Verifier(module.names, name, entry.parameters, body).function()
        match [each for each in function.body if isinstance(each, While)]:
            case [loop]:
                pass
            case _:
                return None
        match [(place, each) for place, each in enumerate(loop.body) if isinstance(each, While)]:
            case [(place, plies)]:
                pass
            case _:
                return None
        # A game begins where others go on: from the text alone it does not follow which value is meant.
        begun = {name for statement in loop.body for name in targets(statement)}
        function = replace(function, settled=function.settled - begun)
        turns = list(_turns(plies.body, names[mover]))
        return cls(function, loop, loop.body[:place], plies, turns, loop.body[place + 1 :], names[mover])

    def with_turns(self, module: Module, turns: Sequence[Turn], flags: Sequence[str]) -> Games:
        """Return the same entry with other turns, which call functions of a module.

        *flags* are their variables, which each turn assigns before it reads them.
        """
        rest = [each for each in self.function.body if each is not self.loop]
        read = reads([*rest, *self.before, *self.after, *(each for turn in turns for each in turn.body)])
        function = replace(
            self.function,
            locals=self.function.locals | dict.fromkeys(flags, INT),
            settled=self.function.settled | set(flags),
            calls=frozenset(name for name in read if name in module.names.signatures),
        )
        return replace(self, function=function, turns=turns)


def _turns(body: Sequence[Statement], mover: str) -> Iterator[Turn]:
    """Yield the turns that a ply tells apart, in the order of the text, then any other."""
    others: list[Expression] = []
    for turn in dict.fromkeys(turn for each in every(body) if (turn := _asked_turn(each, mover)) is not None):
        yield Turn(turn, comparison("==", local(mover), turn), _at_turn(body, mover, turn))
        others.append(comparison("!=", local(mover), turn))
    yield Turn(None, all_of(*others), _at_turn(body, mover, None))


def _asked_turn(statement: Statement, mover: str) -> int | None:
    """Return the turn for which a statement asks, if it does."""
    match statement:
        case If(Comparison(_, "==", Local(_, name), Number(_, turn))) if name == mover:
            return turn
        case _:
            return None


def _at_turn(body: Sequence[Statement], mover: str, turn: int | None) -> list[Statement]:
    """Return what statements do at a turn, as long as it is known; None: at one for which they do not ask."""
    found: list[Statement] = []
    for place, statement in enumerate(body):
        match statement:
            case If(condition, then, otherwise):
                asked = _asked_turn(statement, mover)
                if asked is not None:
                    found += _at_turn(then if asked == turn else otherwise, mover, turn)
                else:
                    found.append(If(condition, _at_turn(then, mover, turn), _at_turn(otherwise, mover, turn)))
            case _:
                found.append(statement)
        if mover in assigned([statement]):
            return [*found, *body[place + 1 :]]
    return found


def _flat(module: Module, entry: Function, body: Sequence[Statement], names: dict[str, str]) -> Iterator[Statement]:
    """Yield statements with that function written out which loops. Its variables get new names, which are noted."""
    for statement in body:
        match statement:
            case Assign(results, Call(_, name, arguments)) if name in module.names.signatures:
                function = module.function(name)
                if any(isinstance(each, While) for each in function.body) and _ends_at_its_end(function):
                    names |= _renaming(entry, function, arguments)
                    yield from _written_out(function, arguments, results, names)
                    continue
        yield statement


def _ends_at_its_end(function: Function) -> bool:
    """Return whether a function returns by its last statement alone."""
    *before, last = function.body
    return isinstance(last, Return) and not any(isinstance(each, Return) for each in every(before))


def _renaming(entry: Function, function: Function, arguments: Sequence[Expression]) -> dict[str, str]:
    """Return the new names of a function's variables in an entry. Parameters that do not change are the arguments."""
    taken = {*entry.parameters, *entry.locals, *entry.arrays}
    names = {}
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        if isinstance(argument, Local) and parameter in function.settled:
            names[parameter] = argument.name
    for name in (*function.parameters, *function.locals, *function.arrays):
        if name not in names:
            names[name] = name
            while names[name] in taken:
                names[name] += "_"
            taken.add(names[name])
    return names


def _written_out(
    function: Function, arguments: Sequence[Expression], results: Sequence[str], names: Mapping[str, str]
) -> Iterator[Statement]:
    """Yield what a call does, with the new names of the function's variables."""
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        if not isinstance(argument, Local) or argument.name != names[parameter]:
            yield Assign((names[parameter],), argument)
    *body, last = renamed(function.body, names)
    assert isinstance(last, Return), "the caller has seen to that"
    yield from body
    for result, value in zip(results, last.values, strict=True):
        yield Assign((result,), value)
