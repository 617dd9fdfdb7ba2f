"""Pieces of text in the language of kernels, read as nodes: what emitters write as text.

A name is a variable, or a constant of the program; names and literals say their types as in a whole text. What is
called gives an int, for a fragment does not tell more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
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


class Reader:
    """Reads Python's trees as nodes. ``templates`` has one that reads holes as well. Raises ``KernelError``."""

    def block(self, body: Sequence[ast.stmt]) -> list[Statement]:
        """Return the statements of a block."""
        return [statement for node in body for statement in self.statement(node)]

    def statement(self, node: ast.stmt) -> Iterable[Statement]:
        """Return what a statement becomes: itself, or nothing if it says nothing."""
        match node:
            case ast.Pass():
                return ()
            case ast.Assign([ast.Name(name)], ast.BinOp(ast.List([ast.Constant(first)]), ast.Mult(), size)):
                found = self.expression(size)
                assert isinstance(found, Number)
                return (NewArray(name, found.value, first is not None),)
            case ast.Assign([ast.Subscript(ast.Name(name), index)], value):
                return (Put(name, self.expression(index), self.expression(value)),)
            case ast.Assign([ast.Tuple(targets)], value):
                return (Assign(self.targets(targets), self.expression(value)),)
            case ast.Assign([target], value):
                return (Assign(self.targets([target]), self.expression(value)),)
            case ast.AugAssign(ast.Name(name), op, value):
                return (Assign((name,), binary(_SIGNS[type(op)], local(name), self.expression(value))),)
            case ast.AugAssign(ast.Subscript(ast.Name(name), index), op, value):
                place = self.expression(index)
                return (Put(name, place, binary(_SIGNS[type(op)], item(name, place), self.expression(value))),)
            case ast.If(test, body, orelse):
                return (If(self.expression(test), self.block(body), self.block(orelse)),)
            case ast.While(test, body, []):
                return (While(self.expression(test), self.block(body)),)
            case ast.Break():
                return (Jump("break"),)
            case ast.Continue():
                return (Jump("continue"),)
            case ast.Return(None):
                return (Return(()),)
            case ast.Return(ast.Tuple(values)):
                return (Return(self.several(values)),)
            case ast.Return(value) if value is not None:
                return (Return(self.several([value])),)
            case ast.Expr(value):
                found = self.expression(value)
                assert isinstance(found, Call)
                return (Do(found),)
        raise KernelError(node.lineno, f"{type(node).__name__} is not a statement of kernels")

    def expression(self, node: ast.expr) -> Expression:
        """Return an expression."""
        match node:
            case ast.Name(name):
                return local(name)
            case ast.Constant(int(value)):
                return Number(LITERAL, int(value))
            case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
                return Number(LITERAL, -value)
            case ast.UnaryOp(ast.USub(), operand):
                return unary("-", self.expression(operand))
            case ast.UnaryOp(ast.Invert(), operand):
                return unary("~", self.expression(operand))
            case ast.UnaryOp(ast.Not(), operand):
                return logic("not", self.expression(operand))
            case ast.BinOp(left, op, right) if type(op) in _SIGNS:
                return binary(_SIGNS[type(op)], self.expression(left), self.expression(right))
            case ast.Compare(left, [op], [right]) if type(op) in _RELATIONS:
                return comparison(_RELATIONS[type(op)], self.expression(left), self.expression(right))
            case ast.BoolOp(op, values):
                return logic("and" if isinstance(op, ast.And) else "or", *map(self.expression, values))
            case ast.IfExp(test, then, otherwise):
                return choice(self.expression(test), self.expression(then), self.expression(otherwise))
            case ast.Subscript(ast.Name(name), index):
                found = self.expression(index)
                return item(name, found) if type_of(name) is ARRAY else entry(name, found)
            case ast.Call(ast.Name(name), arguments, []):
                return call(name, *self.several(arguments))
        raise KernelError(node.lineno, f"{type(node).__name__} is not an expression of kernels")

    def several(self, nodes: Sequence[ast.expr]) -> tuple[Expression, ...]:
        """Return arguments, or what is returned."""
        return tuple(map(self.expression, nodes))

    def targets(self, nodes: Sequence[ast.expr]) -> tuple[str, ...]:
        """Return the variables that are assigned."""
        return tuple(node.id for node in nodes if isinstance(node, ast.Name))


_READER = Reader()


@lru_cache(maxsize=1 << 16)
def fragment(text: str) -> Expression:
    """Return the expression of a text. Raises ``KernelError`` if it is none."""
    try:
        return _READER.expression(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError as error:
        raise KernelError(1, f"not an expression: {text}") from error


def statements(text: str) -> list[Statement]:
    """Return the statements of a text. Raises ``KernelError`` if it has others."""
    try:
        return _READER.block(ast.parse(text).body)
    except SyntaxError as error:
        raise KernelError(error.lineno or 1, f"not statements: {text}") from error
