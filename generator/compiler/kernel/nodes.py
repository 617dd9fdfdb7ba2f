"""What a kernel text is made of once it is read: types, expressions, statements, functions.

A tree is typed: each expression says what it is, so that a back end prints it without asking again.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal as OneOf

Type = OneOf["int", "set", "array", "truth", "raw", "literal"]
"""``truth``: of comparisons. Within expressions only: ``raw``, a set with bits above the board; ``literal``, a number
that has no type yet."""

INT: Type = "int"
SET: Type = "set"
ARRAY: Type = "array"
TRUTH: Type = "truth"
RAW: Type = "raw"
LITERAL: Type = "literal"

MAX_WORDS = 256
"""The words of the largest sets: a board has at most 16 384 cells."""
MAX_LOCAL_ARRAY = 1 << 16
"""The words of the largest local array."""
WORD = (1 << 64) - 1


class KernelError(ValueError):
    """A text is not in the language of kernels. The message begins with the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def type_of(name: str) -> Type:
    """Return the type that a variable's name gives it."""
    if name.startswith("a_"):
        return ARRAY
    return SET if name[0].isupper() else INT


# Expressions


@dataclass(slots=True)
class Number:
    """A constant."""

    type: Type
    value: int


@dataclass(slots=True)
class Local:
    """The value of a parameter or a local variable."""

    type: Type
    name: str


@dataclass(slots=True)
class Unary:
    """``-`` or ``~`` of a value."""

    type: Type
    sign: str
    operand: Expression


@dataclass(slots=True)
class Binary:
    """Two values joined. The right operand of a shift is an int, else both operands have the type of the whole."""

    type: Type
    sign: str
    left: Expression
    right: Expression


@dataclass(slots=True)
class Comparison:
    """Two values of one type compared."""

    type: Type
    sign: str
    left: Expression
    right: Expression


@dataclass(slots=True)
class Logic:
    """``and``, ``or``, ``not``. The operands are taken as conditions: a number that is not zero is true."""

    type: Type
    sign: str
    operands: tuple[Expression, ...]


@dataclass(slots=True)
class Choice:
    """``then if condition else otherwise``."""

    type: Type
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(slots=True)
class Item:
    """A word of an array."""

    type: Type
    array: str
    index: Expression


@dataclass(slots=True)
class Entry:
    """A value of a table."""

    type: Type
    table: str
    index: Expression


@dataclass(slots=True)
class Call:
    """A function's or an intrinsic's result; ``type`` is that of the only result, or of the first."""

    type: Type
    name: str
    arguments: tuple[Expression, ...]


Expression = Number | Local | Unary | Binary | Comparison | Logic | Choice | Item | Entry | Call


# Statements


@dataclass(slots=True)
class Assign:
    """``names = value``: several names take the results of a call."""

    names: tuple[str, ...]
    value: Expression


@dataclass(slots=True)
class NewArray:
    """``a_x = [0] * size``: the words of a local array become zero; by ``[None] * size`` they are yet to be written."""

    name: str
    size: int
    zeroed: bool


@dataclass(slots=True)
class Put:
    """``array[index] = value``; the value is found first."""

    array: str
    index: Expression
    value: Expression


@dataclass(slots=True)
class If:
    """``if``, with ``elif`` as an ``if`` in ``otherwise``."""

    condition: Expression
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True)
class While:
    """``while``."""

    condition: Expression
    body: list[Statement]


@dataclass(slots=True)
class Jump:
    """``break`` or ``continue``."""

    word: str


@dataclass(slots=True)
class Return:
    """``return``: as many values as the function has results; or one call that has as many."""

    values: tuple[Expression, ...]


@dataclass(slots=True)
class Do:
    """A call for its effects."""

    call: Call


Statement = Assign | NewArray | Put | If | While | Jump | Return | Do


@dataclass(frozen=True, slots=True)
class Table:
    """A constant tuple of the module."""

    name: str
    type: Type
    values: tuple[int, ...]


@dataclass(slots=True)
class Signature:
    """What a function takes and gives."""

    parameters: tuple[Type, ...]
    results: tuple[Type, ...]


@dataclass(slots=True)
class Function:
    """A function of the text, checked."""

    name: str
    parameters: tuple[str, ...]
    signature: Signature
    body: list[Statement]
    locals: dict[str, Type]
    """The variables that are not parameters, in the order of their first assignment; arrays are in ``arrays``."""
    arrays: dict[str, int]
    """The words of each local array."""
    calls: frozenset[str]
    """The functions of the text that it calls, itself possibly among them."""


INTRINSICS: dict[str, Signature] = {
    "popc": Signature((SET,), (INT,)),
    "ctz": Signature((SET,), (INT,)),
    "msb": Signature((SET,), (INT,)),
    "kth": Signature((SET, INT), (SET,)),
    "bit": Signature((INT,), (SET,)),
    "load": Signature((ARRAY, INT), (SET,)),
    "store": Signature((ARRAY, INT, SET), ()),
    "mix": Signature((INT,), (INT,)),
    "fold": Signature((SET,), (INT,)),
    "digest": Signature((SET, SET, INT), (INT,)),
    "here": Signature((), (INT,)),
}
"""The functions that every kernel has without saying so."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the names at the level of the module stand for."""

    constants: dict[str, int]
    tables: dict[str, Table]
    signatures: dict[str, Signature]

    @property
    def words(self) -> int:
        """The words of a set."""
        return self.constants["WORDS"]


def refused(node: ast.AST, message: str) -> KernelError:
    """Return the error of a node that is not in the language."""
    return KernelError(getattr(node, "lineno", 1), message)


def docstring(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return None


def literal(node: ast.expr) -> int | None:
    """Return the number that a literal stands for, or None if it is none. ``True`` and ``False`` are 1 and 0."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return int(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = literal(node.operand)
        return None if value is None else -value
    return None


def fitting(node: ast.AST, value: int, type_: Type, words: int) -> int:
    """Return a constant if it can be of a type."""
    if type_ is INT and not -(1 << 63) <= value <= WORD:
        raise refused(node, f"an int has 64 bits: {value}")
    if type_ is SET and not 0 <= value < 1 << (64 * words):
        raise refused(node, f"a set has {64 * words} bits: {value:#x}")
    return value
