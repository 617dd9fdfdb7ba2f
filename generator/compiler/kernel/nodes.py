"""The tree of a program: types, expressions, statements, functions.

Emission builds it, and a reader makes it from a text. Every expression has a type, as far as names and neighbours tell
it; once the verifier has checked a function, all of its types are final, and a back end prints them without asking.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from operator import attrgetter
from typing import Literal as OneOf
from typing import TypeVar, cast

Type = OneOf["int", "set", "array", "truth", "raw", "literal"]
"""The type of a value. ``truth`` is the result of a comparison. Two types occur only within expressions: ``raw``, a set
that may have bits above the board, and ``literal``, a number whose type is not known yet."""

INT: Type = "int"
SET: Type = "set"
ARRAY: Type = "array"
TRUTH: Type = "truth"
RAW: Type = "raw"
LITERAL: Type = "literal"

MAX_WORDS = 256
"""The most 64-bit words that a set may have: a board has at most 16 384 cells."""
MAX_LOCAL_ARRAY = 1 << 16
"""The most 64-bit words that a local array may have."""
WORD = (1 << 64) - 1
ERRORS = "a_err"
"""The array in which a function stores the code of an error, and counts its steps with ``spend``."""


class KernelError(ValueError):
    """A program is not in the language of kernels, or is too large.

    The message begins with the line if one is known.
    """

    def __init__(self, line: int | None, message: str) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


TEMPORARY = re.compile(r"[A-Za-z]+[0-9]+")
"""Matches the names of temporary variables: letters and a number, as in ``T12``."""


@lru_cache(1 << 14)
def type_of(name: str) -> Type:
    """Return the type of a variable, which its name says: ``a_`` an array, upper case a set, lower case an int."""
    if name.startswith("a_"):
        return ARRAY
    return SET if name[0].isupper() else INT


# Expressions


def _before(sign: str) -> Callable[[Value, Operand], Binary]:
    """Return the method that builds a binary operation whose left operand is the value."""
    return lambda value, other: binary(sign, value, other)


def _behind(sign: str) -> Callable[[Value, int], Binary]:
    """Return the method that builds a binary operation whose right operand is the value."""
    return lambda value, other: binary(sign, other, value)


def _compared(sign: str) -> Callable[[Value, Operand], Comparison]:
    """Return the method that builds a comparison."""
    return lambda value, other: comparison(sign, value, other)


class Value:
    """The base class of expressions, which are immutable and hashable.

    ``&``, ``<<``, ``+``, ``<`` and the other operators build a larger expression from two values, or from a value and
    a number. ``==`` does not: it compares two trees. They are equal if they have the same structure, whatever their
    types; ``equal`` and ``unequal`` build a comparison that the program makes.
    """

    __slots__ = ("_hash", "_names")

    type: Type

    @property
    def key(self) -> object:
        """What distinguishes the expression from others of its class: see ``_keyed``."""
        raise NotImplementedError

    @property
    def children(self) -> tuple[Expression, ...]:
        """The direct operands, in the order of the text."""
        return ()

    @property
    def own(self) -> tuple[str, ...]:
        """The names of the node itself, without those of its children: variables, arrays, tables, functions."""
        return ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names in the expression but those of intrinsics, each once, in the order of the text. Cached."""
        try:
            return self._names
        except AttributeError:
            pass
        self._names: tuple[str, ...] = self._all_names()
        return self._names

    def _all_names(self) -> tuple[str, ...]:
        found = self.own
        for child in self.children:
            found = _both(found, child.names)
        return found

    @property
    def constant(self) -> int | None:
        """The value if the expression is a number, else None."""
        return None

    @property
    def is_atomic(self) -> bool:
        """Whether the expression is a variable or a number."""
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

    __and__ = _before("&")
    __rand__ = _behind("&")
    __or__ = _before("|")
    __ror__ = _behind("|")
    __xor__ = _before("^")
    __rxor__ = _behind("^")
    __add__ = _before("+")
    __radd__ = _behind("+")
    __sub__ = _before("-")
    __rsub__ = _behind("-")
    __mul__ = _before("*")
    __rmul__ = _behind("*")
    __floordiv__ = _before("//")
    __mod__ = _before("%")
    __lshift__ = _before("<<")
    __rlshift__ = _behind("<<")
    __rshift__ = _before(">>")
    __lt__ = _compared("<")
    __le__ = _compared("<=")
    __gt__ = _compared(">")
    __ge__ = _compared(">=")

    def __neg__(self) -> Expression:
        return unary("-", cast("Expression", self))

    def __invert__(self) -> Expression:
        return unary("~", cast("Expression", self))


Kind = TypeVar("Kind", bound=type[Value])


def _keyed(kind: Kind) -> Kind:
    """Give a class of expressions its key: all fields but the type, which follows from them and the neighbours."""
    parts = (part.name for part in fields(kind) if part.name != "type")  # type: ignore[arg-type]
    kind.key = property(attrgetter(*parts))  # type: ignore[assignment,method-assign]
    return kind


def _both(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names in one or the other of two tuples, each once."""
    if not other or one is other:
        return one
    return tuple(dict.fromkeys(one + other)) if one else other


@_keyed
@dataclass(slots=True, eq=False)
class Number(Value):
    """A constant."""

    type: Type
    value: int

    @property
    def constant(self) -> int | None:
        return self.value

    @property
    def is_atomic(self) -> bool:
        return True


@_keyed
@dataclass(slots=True, eq=False)
class Local(Value):
    """The value of a parameter or a local variable."""

    type: Type
    name: str

    @property
    def own(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def is_atomic(self) -> bool:
        return True


@_keyed
@dataclass(slots=True, eq=False)
class Unary(Value):
    """``-`` or ``~`` of a value."""

    type: Type
    sign: str
    operand: Expression

    def _all_names(self) -> tuple[str, ...]:
        return self.operand.names

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.operand,)


@_keyed
@dataclass(slots=True, eq=False)
class Binary(Value):
    """An arithmetic or bitwise operation, or a shift.

    The right operand of a shift is an int. Otherwise both operands are ints, or both are sets or raw.
    """

    type: Type
    sign: str
    left: Expression
    right: Expression

    def _all_names(self) -> tuple[str, ...]:
        return _both(self.left.names, self.right.names)

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.left, self.right


@_keyed
@dataclass(slots=True, eq=False)
class Comparison(Value):
    """A comparison of two values of one type."""

    type: Type
    sign: str
    left: Expression
    right: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.left, self.right


@_keyed
@dataclass(slots=True, eq=False)
class Logic(Value):
    """``and``, ``or`` or ``not`` of conditions. A number or a set is true if it is not zero."""

    type: Type
    sign: str
    operands: tuple[Expression, ...]

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.operands


@_keyed
@dataclass(slots=True, eq=False)
class Choice(Value):
    """``then if condition else otherwise``."""

    type: Type
    condition: Expression
    then: Expression
    otherwise: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.then, self.condition, self.otherwise


@_keyed
@dataclass(slots=True, eq=False)
class Item(Value):
    """A word of an array."""

    type: Type
    array: str
    index: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.index,)

    @property
    def own(self) -> tuple[str, ...]:
        return (self.array,)


@_keyed
@dataclass(slots=True, eq=False)
class Entry(Value):
    """An entry of a constant table."""

    type: Type
    table: str
    index: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.index,)

    @property
    def own(self) -> tuple[str, ...]:
        return (self.table,)


@_keyed
@dataclass(slots=True, eq=False)
class Call(Value):
    """A call of a function or an intrinsic; ``type`` is that of its first result, or ``int`` if it has none."""

    type: Type
    name: str
    arguments: tuple[Expression, ...]

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.arguments

    @property
    def own(self) -> tuple[str, ...]:
        return () if self.name in INTRINSICS else (self.name,)


Expression = Number | Local | Unary | Binary | Comparison | Logic | Choice | Item | Entry | Call
Operand = Value | int
"""An operand from which an expression is built."""


def expression(value: Operand) -> Expression:
    """Return an operand as an expression; a number becomes a literal."""
    return Number(LITERAL, value) if isinstance(value, int) else cast("Expression", value)


ZERO, ONE = Number(INT, 0), Number(INT, 1)


@lru_cache(1 << 10, typed=True)
def number(value: int) -> Number:
    """Return a constant of type int."""
    return Number(INT, value)


@lru_cache(1 << 14)
def local(name: str) -> Local:
    """Return the variable with a name. The name says its type: see ``type_of``."""
    return Local(type_of(name), name)


def unary(sign: str, operand: Expression) -> Expression:
    """Return ``-`` or ``~`` of a value. Of a set, the result is raw: it has bits above the board."""
    if sign == "-" and isinstance(operand, Number) and operand.type is not SET:
        return Number(operand.type, -operand.value)
    return Unary(INT if operand.type in (INT, TRUTH) else LITERAL if operand.type is LITERAL else RAW, sign, operand)


def binary(sign: str, left: Operand, right: Operand) -> Binary:
    """Return a binary operation on two values. A literal takes the type of the other operand.

    An operation on sets gives a set if it cannot set bits above the board, else a raw set.
    """
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
    """Return a comparison of two values. A literal takes the type of the other operand."""
    return Comparison(TRUTH, sign, *alike(expression(left), expression(right)))


def equal(left: Operand, right: Operand) -> Comparison:
    """Return a comparison that is true if two values are equal."""
    return comparison("==", left, right)


def unequal(left: Operand, right: Operand) -> Comparison:
    """Return a comparison that is true if two values differ."""
    return comparison("!=", left, right)


def logic(sign: str, *operands: Operand) -> Logic:
    """Return ``and``, ``or`` or ``not`` of conditions. Nested ``and`` and nested ``or`` are flattened."""
    found: list[Expression] = []
    for operand in map(expression, operands):
        found += operand.operands if isinstance(operand, Logic) and operand.sign == sign != "not" else (operand,)
    return Logic(TRUTH, sign, tuple(found))


def all_of(*conditions: Expression) -> Expression:
    """Return a condition that is true if all of some conditions are; 1 if there are none."""
    return logic("and", *conditions) if len(conditions) > 1 else conditions[0] if conditions else ONE


def any_of(*conditions: Expression) -> Expression:
    """Return a condition that is true if any of some conditions is; 0 if there are none."""
    return logic("or", *conditions) if len(conditions) > 1 else conditions[0] if conditions else ZERO


def negated(condition: Expression) -> Expression:
    """Return the negation of a condition: 0 or 1 where it is known."""
    known = condition.constant
    return logic("not", condition) if known is None else ZERO if known else ONE


def total(terms: Sequence[Operand]) -> Expression:
    """Return the sum of some terms; 0 if there are none."""
    found = expression(terms[0]) if terms else ZERO
    for term in terms[1:]:
        found = binary("+", found, term)
    return found


def choice(condition: Operand, then: Operand, otherwise: Operand) -> Choice:
    """Return a conditional expression: one value if a condition holds, else another one."""
    one, other = alike(expression(then), expression(otherwise))
    return Choice(INT if one.type is TRUTH else one.type, expression(condition), one, other)


def call(name: str, *arguments: Operand, type: Type = INT) -> Call:
    """Return a call. *type* is that of the first result of a function; that of an intrinsic is known.

    The number of arguments is not checked here: the verifier does that.
    """
    known = INTRINSICS.get(name)
    if known is None:
        return Call(type, name, tuple(map(expression, arguments)))
    if len(arguments) != len(known.parameters):  # the verifier reports it, with the line
        return Call(INT, name, tuple(map(expression, arguments)))
    given = tuple(typed(expression(each), type_) for each, type_ in zip(arguments, known.parameters, strict=True))
    return Call(known.results[0] if known.results else INT, name, given)


def item(array: str, index: Operand) -> Item:
    """Return a word of an array."""
    return Item(INT, array, typed(expression(index), INT))


def entry(table: str, index: Operand) -> Entry:
    """Return an entry of a table. Upper case is the name of a table of sets."""
    return Entry(SET if table[0].isupper() else INT, table, typed(expression(index), INT))


def alike(one: Expression, other: Expression) -> tuple[Expression, Expression]:
    """Return two values; if one of them is a literal, it takes the type of the other."""
    if one.type is LITERAL:
        return typed(one, other.type), other
    return one, typed(other, one.type)


def typed(value: Expression, type_: Type) -> Expression:
    """Return a value in which literals have got a type. A value that is no literal stays the same."""
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
    """``names = value``. Several names take the results of a call."""

    names: tuple[str, ...]
    value: Expression


@dataclass(slots=True)
class NewArray:
    """``a_x = [0] * size``, a local array of zeros, or ``a_x = [None] * size``, one that is not initialised."""

    name: str
    size: int
    zeroed: bool


@dataclass(slots=True)
class Put:
    """``array[index] = value``. The value is evaluated before the index."""

    array: str
    index: Expression
    value: Expression


@dataclass(slots=True)
class If:
    """``if``. An ``elif`` is an ``if`` in ``otherwise``."""

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
    """``return`` of one value for each result of the function, or of one call with as many results."""

    values: tuple[Expression, ...]


@dataclass(slots=True)
class Do:
    """A call whose results are not used."""

    call: Call


Statement = Assign | NewArray | Put | If | While | Jump | Return | Do


@dataclass(frozen=True, slots=True)
class Table:
    """A constant table of the program."""

    name: str
    type: Type
    values: tuple[int, ...]

    def width(self, words: int) -> int:
        """Return the bits of an entry, where a set has *words* words; ints take the fewest in which all of them fit."""
        if self.type is SET:
            return 64 * words
        least, greatest = min(self.values), max(self.values)
        return next(
            bits for bits in (8, 16, 32, 64) if bits == 64 or -1 << bits - 1 <= least <= greatest < 1 << bits - 1
        )


@dataclass(slots=True)
class Signature:
    """The types of the parameters and results of a function."""

    parameters: tuple[Type, ...]
    results: tuple[Type, ...]


@dataclass(slots=True)
class Function:
    """A function of a program, as the verifier returns it."""

    name: str
    parameters: tuple[str, ...]
    signature: Signature
    body: list[Statement]
    locals: dict[str, Type]
    """The local variables without arrays, in the order of their first assignment."""
    arrays: dict[str, int]
    """The local arrays, with their sizes in words."""
    calls: frozenset[str]
    """The functions of the program that it calls, possibly itself. Intrinsics are left out."""
    read: frozenset[str]
    """The parameters and local variables that are read, without arrays."""
    settled: frozenset[str]
    """The variables in static single assignment form: parameters that are never assigned, and locals that are assigned
    once, where that comes before all reads: these stand after it in the same block, or in blocks nested there."""


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
"""The intrinsics, which every program may call. ``printers.intrinsics`` defines each of them and says what it means."""


@dataclass(frozen=True, slots=True)
class Globals:
    """The constants, tables and functions of a program, by their names."""

    constants: dict[str, int]
    tables: dict[str, Table]
    signatures: dict[str, Signature]

    @property
    def words(self) -> int:
        """The 64-bit words of a set."""
        return self.constants["WORDS"]


def refused(node: ast.AST, message: str) -> KernelError:
    """Return the error that a node of Python's syntax tree is not in the language, with its line."""
    return KernelError(getattr(node, "lineno", 1), message)


def docstring(node: ast.stmt) -> str | None:
    """Return the text of a statement that is nothing but a string, else None."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return None


def literal(node: ast.expr) -> int | None:
    """Return the value of an integer literal, else None. ``True`` and ``False`` are 1 and 0."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return int(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = literal(node.operand)
        return None if value is None else -value
    return None


def fitting(line: int, value: int, type_: Type, words: int) -> int:
    """Return a constant if a type can hold it. Raises ``KernelError`` otherwise. *words* are those of a set."""
    if type_ is INT and not -(1 << 63) <= value <= WORD:
        raise KernelError(line, f"an int has 64 bits: {value}")
    if type_ is SET and not 0 <= value < 1 << (64 * words):
        raise KernelError(line, f"a set has {64 * words} bits: {value:#x}")
    return value
