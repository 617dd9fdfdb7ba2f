"""Traversal and rewriting of the tree of a program: which names statements read and assign, and changed copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import assert_never

from tilewright.generator.compiler.kernel.nodes import (
    INTRINSICS,
    Assign,
    Binary,
    Call,
    Choice,
    Comparison,
    Do,
    Entry,
    Expression,
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
    Unary,
    While,
)


def read_by(statement: Statement) -> tuple[Expression, ...]:
    """Return the expressions of a statement, without those of statements nested in it, in the order of the text."""
    match statement:
        case Assign():
            return (statement.value,)
        case Put():
            return statement.index, statement.value
        case If() | While():
            return (statement.condition,)
        case Return():
            return statement.values
        case Do():
            return (statement.call,)
        case NewArray() | Jump():
            return ()
        case _:
            assert_never(statement)


def names_read(statement: Statement) -> tuple[str, ...]:
    """Return the names that a statement reads, without nested statements, in the order of the text.

    They are those of variables, arrays, tables and functions, not of intrinsics. A store reads the name of its array.
    """
    match statement:
        case Assign():
            return statement.value.names
        case If() | While():
            return statement.condition.names
        case Do():
            return statement.call.names
        case Put():
            return statement.array, *statement.index.names, *statement.value.names
        case Return():
            return tuple(name for value in statement.values for name in value.names)
        case NewArray() | Jump():
            return ()
        case _:
            assert_never(statement)


def reads(body: Sequence[Statement]) -> list[str]:
    """Return the names that statements read, nested ones included, in the order of the text, with repetitions."""
    found: list[str] = []
    _collect(body, found, False)
    return found


def names_of(body: Sequence[Statement]) -> list[str]:
    """Return the names that statements assign or read, nested ones included, with repetitions.

    They stand in the order of the text; what a statement assigns comes before what it reads.
    """
    found: list[str] = []
    _collect(body, found, True)
    return found


def _collect(body: Sequence[Statement], found: list[str], assigned: bool) -> None:
    """Append the names that statements read and, with *assigned*, those that they assign."""
    for statement in body:
        if assigned:
            found += targets(statement)
        found += names_read(statement)
        match statement:
            case If():
                _collect(statement.then, found, assigned)
                _collect(statement.otherwise, found, assigned)
            case While():
                _collect(statement.body, found, assigned)


def blocks(statement: Statement) -> tuple[list[Statement], ...]:
    """Return the blocks nested directly in a statement."""
    match statement:
        case If():
            return statement.then, statement.otherwise
        case While():
            return (statement.body,)
        case Assign() | NewArray() | Put() | Jump() | Return() | Do():
            return ()
        case _:
            assert_never(statement)


def targets(statement: Statement) -> tuple[str, ...]:
    """Return the variables and arrays that a statement assigns, without nested statements."""
    match statement:
        case Assign():
            return statement.names
        case NewArray():
            return (statement.name,)
        case Put() | If() | While() | Jump() | Return() | Do():
            return ()
        case _:
            assert_never(statement)


def assigned(body: Sequence[Statement]) -> list[str]:
    """Return the variables that statements assign, nested ones included, once for each assignment."""
    return [name for statement in every(body) for name in targets(statement)]


def every(body: Sequence[Statement]) -> list[Statement]:
    """Return statements and all statements nested in them, in the order of the text."""
    found: list[Statement] = []
    _add_every(body, found)
    return found


def _add_every(body: Sequence[Statement], found: list[Statement]) -> None:
    for statement in body:
        found.append(statement)
        match statement:
            case If():
                _add_every(statement.then, found)
                _add_every(statement.otherwise, found)
            case While():
                _add_every(statement.body, found)
            case Assign() | Put() | Do() | Return() | NewArray() | Jump():
                pass  # these hold no statements
            case _:
                assert_never(statement)


def stored(body: Sequence[Statement]) -> Iterator[str]:
    """Yield the arrays in whose words statements store, nested ones included, with repetitions."""
    return (statement.array for statement in every(body) if isinstance(statement, Put))


def shape(body: Sequence[Statement], name_of: Callable[[str], str]) -> tuple[object, ...]:
    """Return a hashable key of statements: two bodies have equal keys if they are equal once names are replaced.

    *name_of* returns the name to put in place of each one; intrinsics keep theirs. Cost: one traversal.
    """
    found: list[object] = []
    _add_shape(body, name_of, found)
    return tuple(found)


def _add_shape(body: Sequence[Statement], name_of: Callable[[str], str], found: list[object]) -> None:
    found.append(len(body))
    for statement in body:
        found.append(type(statement))
        match statement:
            case Assign():
                found.append(len(statement.names))
                found += map(name_of, statement.names)
            case Put():
                found.append(name_of(statement.array))
            case NewArray():
                found += name_of(statement.name), statement.size, statement.zeroed
            case Jump():
                found.append(statement.word)
            case Return():
                found.append(len(statement.values))
            case If() | While() | Do():
                pass
            case _:
                assert_never(statement)
        for value in read_by(statement):
            _add_expression(value, name_of, found)
        for block in blocks(statement):
            _add_shape(block, name_of, found)


def _add_expression(value: Expression, name_of: Callable[[str], str], found: list[object]) -> None:
    match value:
        case Local():
            found.append(name_of(value.name))
            return
        case Number():
            found.append(value.value)
            return
        case Unary() | Binary() | Comparison() | Choice():
            found.append(type(value))
        case Logic():
            found += Logic, len(value.operands)
        case Item():
            found += Item, name_of(value.array)
        case Entry():
            found += Entry, name_of(value.table)
        case Call():
            name = value.name if value.name in INTRINSICS else name_of(value.name)
            found += Call, name, len(value.arguments)
        case _:
            assert_never(value)
    if isinstance(value, Unary | Binary | Comparison | Logic):
        found.append(value.sign)
    for child in value.children:
        _add_expression(child, name_of, found)


Change = Callable[[Expression], Expression]


def within(value: Expression, change: Change) -> Expression:
    """Return an expression whose children are changed; the same object if no child is another one."""
    match value:
        case Number() | Local():
            return value
        case Unary():
            operand = change(value.operand)
            return value if operand is value.operand else Unary(value.type, value.sign, operand)
        case Binary() | Comparison():
            left, right = change(value.left), change(value.right)
            if left is value.left and right is value.right:
                return value
            return type(value)(value.type, value.sign, left, right)
        case Logic():
            operands = tuple(map(change, value.operands))
            if all(new is old for new, old in zip(operands, value.operands, strict=True)):
                return value
            return Logic(value.type, value.sign, operands)
        case Choice():
            then, condition, otherwise = change(value.then), change(value.condition), change(value.otherwise)
            if then is value.then and condition is value.condition and otherwise is value.otherwise:
                return value
            return Choice(value.type, condition, then, otherwise)
        case Item():
            index = change(value.index)
            return value if index is value.index else Item(value.type, value.array, index)
        case Entry():
            index = change(value.index)
            return value if index is value.index else Entry(value.type, value.table, index)
        case Call():
            arguments = tuple(map(change, value.arguments))
            if all(new is old for new, old in zip(arguments, value.arguments, strict=True)):
                return value
            return Call(value.type, value.name, arguments)
        case _:
            assert_never(value)


def on_expressions(statement: Statement, change: Change) -> Statement:
    """Return a statement whose expressions are changed. The blocks nested in it are shared with the old one."""
    match statement:
        case Assign():
            return Assign(statement.names, change(statement.value))
        case Put():
            return Put(statement.array, change(statement.index), change(statement.value))
        case If():
            return If(change(statement.condition), statement.then, statement.otherwise)
        case While():
            return While(change(statement.condition), statement.body)
        case Return():
            return Return(tuple(map(change, statement.values)))
        case Do():
            call = change(statement.call)
            assert isinstance(call, Call)
            return Do(call)
        case NewArray() | Jump():
            return statement
        case _:
            assert_never(statement)


def renamed(body: Sequence[Statement], names: Mapping[str, str]) -> list[Statement]:
    """Return statements with other names of variables, arrays, tables and functions. A name not in *names* stays."""
    return [_with_names(statement, names) for statement in body]


def _with_names(statement: Statement, names: Mapping[str, str]) -> Statement:
    def change(value: Expression) -> Expression:
        return with_names(value, names)

    match statement:
        case Assign():
            return Assign(tuple(names.get(name, name) for name in statement.names), change(statement.value))
        case Put():
            return Put(names.get(statement.array, statement.array), change(statement.index), change(statement.value))
        case NewArray():
            return NewArray(names.get(statement.name, statement.name), statement.size, statement.zeroed)
        case If():
            return If(change(statement.condition), renamed(statement.then, names), renamed(statement.otherwise, names))
        case While():
            return While(change(statement.condition), renamed(statement.body, names))
        case Return() | Do() | Jump():
            return on_expressions(statement, change)
        case _:
            assert_never(statement)


def with_names(value: Expression, names: Mapping[str, str]) -> Expression:
    """Return an expression with other names: see ``renamed``."""
    if names.keys().isdisjoint(value.names):
        return value
    match value:
        case Local():
            return Local(value.type, names[value.name])
        case Item():
            return Item(value.type, names.get(value.array, value.array), with_names(value.index, names))
        case Entry():
            return Entry(value.type, names.get(value.table, value.table), with_names(value.index, names))
        case Call():
            name = value.name if value.name in INTRINSICS else names.get(value.name, value.name)
            return Call(value.type, name, tuple(with_names(each, names) for each in value.arguments))
        case _:
            return within(value, lambda each: with_names(each, names))
