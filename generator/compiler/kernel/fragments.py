"""Pieces of text in the language of kernels, read as nodes: what emitters write as text.

A name is a variable, or a constant of the program; names and literals say their types as in a whole text. What is
called gives an int, for a fragment does not tell more.
"""

from __future__ import annotations

import ast
from functools import lru_cache

from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    LITERAL,
    Assign,
    Call,
    Do,
    Expression,
    If,
    Jump,
    KernelError,
    Local,
    NewArray,
    Number,
    Put,
    Return,
    Statement,
    While,
    binary,
    call,
    choice,
    comparison,
    entry,
    item,
    local,
    logic,
    type_of,
    unary,
)

_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


@lru_cache(maxsize=1 << 16)
def fragment(text: str) -> Expression:
    """Return the expression of a text. Raises ``KernelError`` if it is none."""
    try:
        return _expression(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError as error:
        raise KernelError(1, f"not an expression: {text}") from error


def statements(text: str) -> list[Statement]:
    """Return the statements of a text. Raises ``KernelError`` if it has others."""
    try:
        return [_statement(node) for node in ast.parse(text).body if not isinstance(node, ast.Pass)]
    except SyntaxError as error:
        raise KernelError(error.lineno or 1, f"not statements: {text}") from error


def _statement(node: ast.stmt) -> Statement:
    match node:
        case ast.Assign(targets=[ast.Name(name)], value=ast.BinOp(ast.List([ast.Constant(first)]), ast.Mult(), size)):
            found = _expression(size)
            assert isinstance(found, Number)
            return NewArray(name, found.value, first is not None)
        case ast.Assign(targets=[ast.Subscript(ast.Name(name), index)], value=value):
            return Put(name, _expression(index), _expression(value))
        case ast.Assign(targets=[ast.Name(name)], value=value):
            return Assign((name,), _expression(value))
        case ast.Assign(targets=[ast.Tuple(elts)], value=value):
            return Assign(tuple(each.id for each in elts if isinstance(each, ast.Name)), _expression(value))
        case ast.If(test, body, orelse):
            return If(_expression(test), _block(body), _block(orelse))
        case ast.While(test, body, []):
            return While(_expression(test), _block(body))
        case ast.Break():
            return Jump("break")
        case ast.Continue():
            return Jump("continue")
        case ast.Return(None):
            return Return(())
        case ast.Return(ast.Tuple(elts)):
            return Return(tuple(map(_expression, elts)))
        case ast.Return(value) if value is not None:
            return Return((_expression(value),))
        case ast.Expr(value):
            found = _expression(value)
            assert isinstance(found, Call)
            return Do(found)
    raise KernelError(node.lineno, f"{type(node).__name__} is not a statement of kernels")


def _block(body: list[ast.stmt]) -> list[Statement]:
    return [_statement(node) for node in body if not isinstance(node, ast.Pass)]


def _expression(node: ast.expr) -> Expression:
    match node:
        case ast.Name(name):
            return local(name)
        case ast.Constant(int(value)):
            return Number(LITERAL, int(value))
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
            return Number(LITERAL, -value)
        case ast.UnaryOp(ast.USub(), operand):
            return unary("-", _expression(operand))
        case ast.UnaryOp(ast.Invert(), operand):
            return unary("~", _expression(operand))
        case ast.UnaryOp(ast.Not(), operand):
            return logic("not", _expression(operand))
        case ast.BinOp(left, op, right) if type(op) in _SIGNS:
            return binary(_SIGNS[type(op)], _expression(left), _expression(right))
        case ast.Compare(left, [op], [right]) if type(op) in _RELATIONS:
            return comparison(_RELATIONS[type(op)], _expression(left), _expression(right))
        case ast.BoolOp(op, values):
            return logic("and" if isinstance(op, ast.And) else "or", *map(_expression, values))
        case ast.IfExp(test, then, otherwise):
            return choice(_expression(test), _expression(then), _expression(otherwise))
        case ast.Subscript(ast.Name(name), index):
            found = _expression(index)
            return item(name, found) if type_of(name) is ARRAY else entry(name, found)
        case ast.Call(ast.Name(name), arguments, []):
            return call(name, *map(_argument, arguments))
    raise KernelError(node.lineno, f"{type(node).__name__} is not an expression of kernels")


def _argument(node: ast.expr) -> Expression:
    if isinstance(node, ast.Name) and type_of(node.id) is ARRAY:
        return Local(ARRAY, node.id)
    return _expression(node)
