"""The printer for the language of kernels: a subset of Python, which CPython runs as it is.

An operand that is not a name, a number or a call is put in parentheses, except for comparisons in conditions, sums in
sums and comparisons, and the first operand of a chain of equal operators. So readers need no operator precedence, and
equal nodes have equal texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

_SUMS = ("+", "-", "*", "//", "%")


def shown(value: Expression) -> str:
    """Return the text of an expression, without parentheses around the whole."""
    match value:
        case Number():
            return hex(value.value) if value.value > 9 and value.type in (SET, RAW) else str(value.value)
        case Local():
            return value.name
        case Unary():
            return f"{value.sign}{_operand(value.operand)}"
        case Binary():
            left = value.left
            first = shown(left) if isinstance(left, Binary) and _chains(left.sign, value.sign) else _operand(left)
            return f"{first} {value.sign} {_operand(value.right)}"
        case Comparison():
            return f"{_compared(value.left)} {value.sign} {_compared(value.right)}"
        case Logic(_, "not", (operand,)):
            return f"not {_condition(operand)}"
        case Logic():
            return f" {value.sign} ".join(map(_condition, value.operands))
        case Choice():
            return f"{_condition(value.then)} if {_condition(value.condition)} else {_condition(value.otherwise)}"
        case Item():
            return f"{value.array}[{shown(value.index)}]"
        case Entry():
            return f"{value.table}[{shown(value.index)}]"
        case Call():
            return f"{value.name}({', '.join(map(shown, value.arguments))})"
        case _:
            assert_never(value)


def _chains(first: str, sign: str) -> bool:
    """Return whether an operation with the operator *first* needs no parentheses as the left operand of *sign*."""
    return first == sign if sign in ("&", "|", "^") else sign in ("+", "-") and first in ("+", "-")


def _operand(value: Expression) -> str:
    """Return the text of an operand, in parentheses if it needs them."""
    text = shown(value)
    return text if isinstance(value, Local | Item | Entry | Call) or _is_plain(value) else f"({text})"


def _is_plain(value: Expression) -> bool:
    return isinstance(value, Number) and value.value >= 0


def _compared(value: Expression) -> str:
    return shown(value) if isinstance(value, Number) or _is_sum(value) else _operand(value)


def _is_sum(value: Expression) -> bool:
    return isinstance(value, Binary) and value.sign in _SUMS


def _condition(value: Expression) -> str:
    return shown(value) if isinstance(value, Comparison) or _is_sum(value) else _operand(value)


def constant_text(value: int | tuple[int, ...]) -> str:
    """Return the text of a constant: a number, or a table as a tuple."""
    if isinstance(value, int):
        return str(value)
    return f"({', '.join(hex(each) if each > 9 else str(each) for each in value)},)"


def lines(body: Sequence[Statement], depth: int = 1) -> Iterator[str]:
    """Yield the lines of statements, indented by *depth* times four blanks; ``pass`` if there are none."""
    indent = "    " * depth
    if not body:
        yield f"{indent}pass"
    for statement in body:
        match statement:
            case Assign():
                yield f"{indent}{', '.join(statement.names)} = {shown(statement.value)}"
            case NewArray():
                yield f"{indent}{statement.name} = [{0 if statement.zeroed else None}] * {statement.size}"
            case Put():
                yield f"{indent}{statement.array}[{shown(statement.index)}] = {shown(statement.value)}"
            case If():
                yield f"{indent}if {shown(statement.condition)}:"
                yield from lines(statement.then, depth + 1)
                otherwise = statement.otherwise
                while len(otherwise) == 1 and isinstance(otherwise[0], If):
                    other = otherwise[0]
                    yield f"{indent}elif {shown(other.condition)}:"
                    yield from lines(other.then, depth + 1)
                    otherwise = other.otherwise
                if otherwise:
                    yield f"{indent}else:"
                    yield from lines(otherwise, depth + 1)
            case While():
                yield f"{indent}while {shown(statement.condition)}:"
                yield from lines(statement.body, depth + 1)
            case Jump():
                yield indent + statement.word
            case Return():
                yield f"{indent}return {', '.join(map(shown, statement.values))}".rstrip()
            case Do():
                yield indent + shown(statement.call)
            case _:
                assert_never(statement)
