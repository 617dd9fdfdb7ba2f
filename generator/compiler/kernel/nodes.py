"""What a kernel text is made of once it is read: types, expressions, statements, functions.

A tree is typed: each expression says what it is, so that a back end prints it without asking again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal as OneOf
from typing import cast

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
ERRORS = "a_err"
"""The array in which a function notes errors, and counts steps with ``spend``."""


class KernelError(ValueError):
    """A text is not in the language of kernels, or too large. The message begins with the line, if it is about one."""

    def __init__(self, line: int | None, message: str) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


TEMPORARY = re.compile(r"[A-Za-z]+[0-9]+")
"""The names of variables that are made where they are needed: a stem and a number."""


def type_of(name: str) -> Type:
    """Return the type that a variable's name gives it."""
    if name.startswith("a_"):
        return ARRAY
    return SET if name[0].isupper() else INT


# Expressions


class Value:
    """What all expressions have: operators that make larger ones, and the names in them.

    Expressions never change. Equal ones say the same, whatever their types; they serve as keys. ``&``, ``<<``, ``+``,
    ``<`` and so on join two values, or a value and a number. ``==`` asks whether two expressions are one.
    """

    __slots__ = ("_hash", "_names")

    type: Type

    @property
    def key(self) -> tuple[object, ...]:
        """What tells the expression from others of its class."""
        raise NotImplementedError

    @property
    def children(self) -> tuple[Expression, ...]:
        """The expressions in it, in the order of the text."""
        return ()

    @property
    def own(self) -> tuple[str, ...]:
        """The names in it that are not in its children: variables, arrays, tables, functions."""
        return ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names in it but those of intrinsics, each once, in the order of the text. Cost: found once."""
        try:
            return self._names
        except AttributeError:
            pass
        found = self.own
        children = self.children
        if children:
            if not found and len(children) == 1:
                found = children[0].names
            else:
                found = tuple(dict.fromkeys([*found, *(name for child in children for name in child.names)]))
        self._names: tuple[str, ...] = found
        return found

    @property
    def constant(self) -> int | None:
        """The number that it is, or None."""
        return None

    @property
    def is_atomic(self) -> bool:
        """Whether it is a name or a number."""
        return False

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if self.__class__ is not other.__class__:
            return False
        assert isinstance(other, Value)
        return hash(self) == hash(other) and self.key == other.key

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            self._hash: int = hash(self.key)
            return self._hash

    def __bool__(self) -> bool:
        raise TypeError("an expression is neither true nor false before the program runs")

    def __and__(self, other: Operand) -> Binary:
        return binary("&", self, other)

    def __rand__(self, other: int) -> Binary:
        return binary("&", other, self)

    def __or__(self, other: Operand) -> Binary:
        return binary("|", self, other)

    def __ror__(self, other: int) -> Binary:
        return binary("|", other, self)

    def __xor__(self, other: Operand) -> Binary:
        return binary("^", self, other)

    def __rxor__(self, other: int) -> Binary:
        return binary("^", other, self)

    def __add__(self, other: Operand) -> Binary:
        return binary("+", self, other)

    def __radd__(self, other: int) -> Binary:
        return binary("+", other, self)

    def __sub__(self, other: Operand) -> Binary:
        return binary("-", self, other)

    def __rsub__(self, other: int) -> Binary:
        return binary("-", other, self)

    def __mul__(self, other: Operand) -> Binary:
        return binary("*", self, other)

    def __rmul__(self, other: int) -> Binary:
        return binary("*", other, self)

    def __floordiv__(self, other: Operand) -> Binary:
        return binary("//", self, other)

    def __mod__(self, other: Operand) -> Binary:
        return binary("%", self, other)

    def __lshift__(self, other: Operand) -> Binary:
        return binary("<<", self, other)

    def __rlshift__(self, other: int) -> Binary:
        return binary("<<", other, self)

    def __rshift__(self, other: Operand) -> Binary:
        return binary(">>", self, other)

    def __neg__(self) -> Expression:
        return unary("-", cast("Expression", self))

    def __invert__(self) -> Expression:
        return unary("~", cast("Expression", self))

    def __lt__(self, other: Operand) -> Comparison:
        return comparison("<", self, other)

    def __le__(self, other: Operand) -> Comparison:
        return comparison("<=", self, other)

    def __gt__(self, other: Operand) -> Comparison:
        return comparison(">", self, other)

    def __ge__(self, other: Operand) -> Comparison:
        return comparison(">=", self, other)


@dataclass(slots=True, eq=False)
class Number(Value):
    """A constant."""

    type: Type
    value: int

    @property
    def key(self) -> tuple[object, ...]:
        return (self.value,)

    @property
    def constant(self) -> int | None:
        return self.value

    @property
    def is_atomic(self) -> bool:
        return True


@dataclass(slots=True, eq=False)
class Local(Value):
    """The value of a parameter or a local variable."""

    type: Type
    name: str

    @property
    def key(self) -> tuple[object, ...]:
        return (self.name,)

    @property
    def own(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def is_atomic(self) -> bool:
        return True


@dataclass(slots=True, eq=False)
class Unary(Value):
    """``-`` or ``~`` of a value."""

    type: Type
    sign: str
    operand: Expression

    @property
    def key(self) -> tuple[object, ...]:
        return self.sign, self.operand

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.operand,)


@dataclass(slots=True, eq=False)
class Binary(Value):
    """Two values joined. The right operand of a shift is an int, else both operands have the type of the whole."""

    type: Type
    sign: str
    left: Expression
    right: Expression

    @property
    def key(self) -> tuple[object, ...]:
        return self.sign, self.left, self.right

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.left, self.right


@dataclass(slots=True, eq=False)
class Comparison(Value):
    """Two values of one type compared."""

    type: Type
    sign: str
    left: Expression
    right: Expression

    @property
    def key(self) -> tuple[object, ...]:
        return self.sign, self.left, self.right

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.left, self.right


@dataclass(slots=True, eq=False)
class Logic(Value):
    """``and``, ``or``, ``not``. The operands are taken as conditions: a number that is not zero is true."""

    type: Type
    sign: str
    operands: tuple[Expression, ...]

    @property
    def key(self) -> tuple[object, ...]:
        return self.sign, *self.operands

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.operands


@dataclass(slots=True, eq=False)
class Choice(Value):
    """``then if condition else otherwise``."""

    type: Type
    condition: Expression
    then: Expression
    otherwise: Expression

    @property
    def key(self) -> tuple[object, ...]:
        return self.condition, self.then, self.otherwise

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.then, self.condition, self.otherwise


@dataclass(slots=True, eq=False)
class Item(Value):
    """A word of an array."""

    type: Type
    array: str
    index: Expression

    @property
    def key(self) -> tuple[object, ...]:
        return self.array, self.index

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.index,)

    @property
    def own(self) -> tuple[str, ...]:
        return (self.array,)


@dataclass(slots=True, eq=False)
class Entry(Value):
    """A value of a table."""

    type: Type
    table: str
    index: Expression

    @property
    def key(self) -> tuple[object, ...]:
        return self.table, self.index

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.index,)

    @property
    def own(self) -> tuple[str, ...]:
        return (self.table,)


@dataclass(slots=True, eq=False)
class Call(Value):
    """A function's or an intrinsic's result; ``type`` is that of the only result, or of the first."""

    type: Type
    name: str
    arguments: tuple[Expression, ...]

    @property
    def key(self) -> tuple[object, ...]:
        return self.name, *self.arguments

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.arguments

    @property
    def own(self) -> tuple[str, ...]:
        return () if self.name in INTRINSICS else (self.name,)


Expression = Number | Local | Unary | Binary | Comparison | Logic | Choice | Item | Entry | Call
Operand = Value | int
"""What an expression is joined with."""


def expression(value: Operand) -> Expression:
    """Return a value as an expression: a number as a literal."""
    return Number(LITERAL, value) if isinstance(value, int) else cast("Expression", value)


ZERO, ONE = Number(INT, 0), Number(INT, 1)


def number(value: int) -> Number:
    """Return an int."""
    return Number(INT, value)


def local(name: str) -> Local:
    """Return the variable of a name, whose first letter says the type."""
    return Local(type_of(name), name)


def unary(sign: str, operand: Expression) -> Expression:
    """Return ``-`` or ``~`` of a value: of a set, a set with bits above the board; of a number, its negative."""
    if sign == "-" and isinstance(operand, Number) and operand.type is not SET:
        return Number(operand.type, -operand.value)
    return Unary(INT if operand.type in (INT, TRUTH) else LITERAL if operand.type is LITERAL else RAW, sign, operand)


def binary(sign: str, left: Operand, right: Operand) -> Binary:
    """Return two values joined. A literal takes the type of what it stands beside."""
    one, other = expression(left), expression(right)
    if sign in ("<<", ">>"):
        return Binary(one.type if one.type is not TRUTH else INT, sign, one, typed(other, INT))
    one, other = alike(one, other)
    if one.type is LITERAL:
        return Binary(LITERAL, sign, one, other)
    if one.type in (INT, TRUTH):
        return Binary(INT, sign, one, other)
    types = one.type, other.type
    clean = SET in types if sign == "&" else sign != "-" and RAW not in types
    return Binary(SET if clean else RAW, sign, one, other)


def comparison(sign: str, left: Operand, right: Operand) -> Comparison:
    """Return two values compared."""
    return Comparison(TRUTH, sign, *alike(expression(left), expression(right)))


def equal(left: Operand, right: Operand) -> Comparison:
    """Return whether two values are equal."""
    return comparison("==", left, right)


def unequal(left: Operand, right: Operand) -> Comparison:
    """Return whether two values differ."""
    return comparison("!=", left, right)


def logic(sign: str, *operands: Operand) -> Logic:
    """Return ``and``, ``or`` or ``not`` of conditions. What is joined alike within is joined at once."""
    found: list[Expression] = []
    for operand in map(expression, operands):
        found += operand.operands if isinstance(operand, Logic) and operand.sign == sign != "not" else (operand,)
    return Logic(TRUTH, sign, tuple(found))


def all_of(*conditions: Expression) -> Expression:
    """Return whether all of some conditions hold, 1 if there are none."""
    return logic("and", *conditions) if len(conditions) > 1 else conditions[0] if conditions else ONE


def any_of(*conditions: Expression) -> Expression:
    """Return whether one of some conditions holds, 0 if there are none."""
    return logic("or", *conditions) if len(conditions) > 1 else conditions[0] if conditions else ZERO


def negated(condition: Expression) -> Expression:
    """Return whether a condition does not hold."""
    known = condition.constant
    return logic("not", condition) if known is None else ZERO if known else ONE


def total(terms: Sequence[Operand]) -> Expression:
    """Return the sum of some terms."""
    found = expression(terms[0]) if terms else ZERO
    for term in terms[1:]:
        found = binary("+", found, term)
    return found


def choice(condition: Operand, then: Operand, otherwise: Operand) -> Choice:
    """Return one of two values."""
    one, other = alike(expression(then), expression(otherwise))
    return Choice(INT if one.type is TRUTH else one.type, expression(condition), one, other)


def call(name: str, *arguments: Operand, type: Type = INT) -> Call:
    """Return a call. *type* is that of what a function of the program gives; an intrinsic has its own."""
    known = INTRINSICS.get(name)
    if known is None:
        return Call(type, name, tuple(map(expression, arguments)))
    if len(arguments) != len(known.parameters):  # who checks the program says so
        return Call(INT, name, tuple(map(expression, arguments)))
    given = tuple(typed(expression(each), type_) for each, type_ in zip(arguments, known.parameters, strict=True))
    return Call(known.results[0] if known.results else INT, name, given)


def item(array: str, index: Operand) -> Item:
    """Return a word of an array."""
    return Item(INT, array, typed(expression(index), INT))


def entry(table: str, index: Operand) -> Entry:
    """Return a value of a table."""
    return Entry(SET if table[0].isupper() else INT, table, typed(expression(index), INT))


def alike(one: Expression, other: Expression) -> tuple[Expression, Expression]:
    """Return two values, of which a literal has taken the type of the other one."""
    if one.type is LITERAL:
        return typed(one, other.type), other
    return one, typed(other, one.type)


def typed(value: Expression, type_: Type) -> Expression:
    """Return a value of which the literals are of a type."""
    if value.type is not LITERAL or type_ is LITERAL:
        return value
    type_ = INT if type_ is TRUTH else SET if type_ is RAW else type_
    match value:
        case Number():
            return Number(type_, value.value)
        case Unary():
            return Unary(RAW if type_ is SET else type_, value.sign, typed(value.operand, type_))
        case Binary():
            right = value.right if value.sign in ("<<", ">>") else typed(value.right, type_)
            return Binary(type_, value.sign, typed(value.left, type_), right)
        case Choice():
            return Choice(type_, value.condition, typed(value.then, type_), typed(value.otherwise, type_))
        case _:
            return value


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
    then: list[Statement] = field(default_factory=list)
    otherwise: list[Statement] = field(default_factory=list)


@dataclass(slots=True)
class While:
    """``while``."""

    condition: Expression
    body: list[Statement] = field(default_factory=list)


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
    "spend": Signature((ARRAY, INT), ()),
    "charge": Signature((ARRAY, INT), ()),
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
