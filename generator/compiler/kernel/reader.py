"""From Python's syntax tree to the nodes of a program: what the readers of texts and of templates share.

Types are those that names and literals tell. The result of a call is taken for an int here; the verifier, which knows
the signatures, corrects it. It also tells a variable from a constant of the program.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    LITERAL,
    MAX_LOCAL_ARRAY,
    Assign,
    Call,
    Do,
    Expression,
    If,
    Jump,
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
    refused,
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
    """Turns Python's syntax trees into nodes. Each method raises ``KernelError`` for what is not in the language."""

    def block(self, body: Sequence[ast.stmt]) -> list[Statement]:
        """Return the statements of a block."""
        return [statement for node in body for statement in self.statement(node)]

    def statement(self, node: ast.stmt) -> Iterable[Statement]:
        """Return what a statement becomes: one statement, or none for ``pass``."""
        match node:
            case ast.Pass():
                return ()
            case ast.Assign([ast.Name(name)], value) if type_of(name) is ARRAY:
                return (self.new_array(name, value),)
            case ast.Assign([ast.Subscript(ast.Name(name), index)], value):
                return (Put(name, self.expression(index), self.expression(value)),)
            case ast.Assign([ast.Tuple()], ast.Tuple()):
                raise refused(node, "several names take the results of a call")
            case ast.Assign([ast.Tuple(targets)], value):
                return (Assign(self.targets(targets), self.expression(value)),)
            case ast.Assign([target], value):
                return (Assign(self.targets([target]), self.expression(value)),)
            case ast.AugAssign(ast.Name(name), op, value):
                return (Assign((name,), binary(_sign(node, op), local(name), self.expression(value))),)
            case ast.AugAssign(ast.Subscript(ast.Name(name), index), op, value):
                if any(isinstance(each, ast.Call) for each in ast.walk(index)):
                    raise refused(node, "the index of an augmented assignment has no call, for it is found twice")
                place = self.expression(index)
                return (Put(name, place, binary(_sign(node, op), item(name, place), self.expression(value))),)
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
            case ast.Expr(ast.Call() as value):
                found = self.expression(value)
                assert isinstance(found, Call)
                return (Do(found),)
        raise refused(node, f"{type(node).__name__} is not a statement of kernels")

    def new_array(self, name: str, node: ast.expr) -> NewArray:
        """Return the statement that makes a local array, of zeros or not initialised; *node* is what is assigned."""
        match node:
            case ast.BinOp(ast.List([ast.Constant(0 | None as first)]), ast.Mult(), size):
                found = self.expression(size)
                if isinstance(found, Number) and 0 < found.value <= MAX_LOCAL_ARRAY:
                    return NewArray(name, found.value, first is not None)
        raise refused(
            node, f"a local array is made by [0] * size or [None] * size, with a size from 1 to {MAX_LOCAL_ARRAY}"
        )

    def expression(self, node: ast.expr) -> Expression:
        """Return the expression of a node."""
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
            case ast.UnaryOp(ast.UAdd()):
                raise refused(node, "+ stands between two values")
            case ast.BinOp(left, op, right):
                return binary(_sign(node, op), self.expression(left), self.expression(right))
            case ast.Compare(left, [op], [right]):
                if type(op) not in _RELATIONS:
                    raise refused(node, f"{type(op).__name__} is not a comparison of kernels")
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
            case ast.Call():
                raise refused(node, "a call is f(value, ...)")
        raise refused(node, f"{type(node).__name__} is not an expression of kernels")

    def several(self, nodes: Sequence[ast.expr]) -> tuple[Expression, ...]:
        """Return the expressions of some nodes: arguments, or returned values."""
        return tuple(map(self.expression, nodes))

    def targets(self, nodes: Sequence[ast.expr]) -> tuple[str, ...]:
        """Return the names of the variables that are assigned."""
        for node in nodes:
            if not isinstance(node, ast.Name):
                raise refused(node, "a value is assigned to a name, to names or to a word of an array")
        return tuple(node.id for node in nodes if isinstance(node, ast.Name))


def _sign(node: ast.AST, op: ast.operator) -> str:
    """Return the sign of a binary operator."""
    sign = _SIGNS.get(type(op))
    if sign is None:
        raise refused(node, f"{type(op).__name__} is not an operation of kernels")
    return sign
