"""Data-flow analysis: which words of a function's sets may be non-zero. The others are neither stored nor computed.

A set of words is a bit mask. A variable may hold the words of everything that is assigned to it, and a parameter or the
result of a call may hold any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from tilewright.generator.compiler.kernel.nodes import (
    RAW,
    SET,
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
    Jump,
    Local,
    Logic,
    NewArray,
    Number,
    Put,
    Return,
    Statement,
    Table,
    Unary,
    While,
    type_of,
)

WORD = 64


def words_in(cells: int, words: int) -> int:
    """Return the mask of the non-zero words of a constant set."""
    return sum(1 << word for word in range(words) if cells >> WORD * word & (1 << WORD) - 1)


def tables_in(tables: Mapping[str, Table], words: int) -> dict[str, int]:
    """Return for each table of sets the mask of the words that are non-zero in any entry."""
    found = {}
    for name, table in tables.items():
        if table.type is SET:
            cells = 0
            for value in table.values:
                cells |= value
            found[name] = words_in(cells, words)
    return found


def occupied(function: Function, tables: Mapping[str, int], words: int) -> dict[str, int]:
    """Return the mask of each set variable of a function, given those of the tables. It is the least fixed point."""
    everywhere = (1 << words) - 1
    found = {name: 0 for name, type_ in function.locals.items() if type_ in (SET, RAW)}
    found |= {name: everywhere for name in function.parameters if type_of(name) is SET}
    assigned = [each for each in _assigned(function.body) if type_of(each[0]) is SET]
    grows = True
    while grows:
        grows = False
        for name, value in assigned:
            more = everywhere if value is None else _words_of(value, found, tables, words)
            if more & ~found[name]:
                found[name] |= more
                grows = True
    return found


def _assigned(body: Sequence[Statement]) -> Iterator[tuple[str, Expression | None]]:
    """Yield each assigned variable with its value; None stands for one of several results of a call."""
    for statement in body:
        match statement:
            case Assign((name,), value):
                yield name, value
            case Assign(names):
                yield from ((name, None) for name in names)
            case If(_, then, otherwise):
                yield from _assigned(then)
                yield from _assigned(otherwise)
            case While(_, inner):
                yield from _assigned(inner)
            case NewArray() | Put() | Jump() | Return() | Do():
                pass
            case _:
                assert_never(statement)


def _words_of(value: Expression, known: Mapping[str, int], tables: Mapping[str, int], words: int) -> int:
    """Return the mask of the value of an expression."""
    everywhere = (1 << words) - 1

    def of(part: Expression) -> int:
        match part:
            case Local(_, name):
                return known[name]
            case Number(_, cells):
                return words_in(cells, words)
            case Binary(_, "&", left, right):
                return of(left) & of(right)
            case Binary(_, "|" | "^", left, right):
                return of(left) | of(right)
            case Binary(_, "<<", left, Number(_, count)):
                whole, rest = divmod(count, WORD)
                moved = of(left) << whole
                return (moved | moved << bool(rest)) & everywhere
            case Binary(_, ">>", left, Number(_, count)):
                whole, rest = divmod(count, WORD)
                moved = of(left) >> whole
                return moved | (of(left) >> whole + 1 if rest else 0)
            case Choice(_, _, then, otherwise):
                return of(then) | of(otherwise)
            case Entry(_, table, _):
                return tables[table]
            case Call(_, "kth", (cells, _)):
                return of(cells)
            case Unary() | Binary() | Call():
                return everywhere
            case Item() | Comparison() | Logic():
                raise AssertionError("a set is none of these")
            case _:
                assert_never(part)

    return of(value)
