"""Code generation for one function of a program as WebAssembly.

An int is an i64, a set has an i64 for each of its words, the lowest first, an array is an i32 address, and a truth
value in an expression is an i32. Variables are WebAssembly locals. Optimisation is left to the engines that run the
module; what is done here only makes it shorter. Local arrays stand on a stack in memory, whose end is a global.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import assert_never

from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    INTRINSICS,
    LITERAL,
    RAW,
    SET,
    TRUTH,
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
    Signature,
    Statement,
    Type,
    Unary,
    While,
    type_of,
)
from tilewright.generator.compiler.printers.webassembly.encoding import (
    CALL,
    FILL,
    HELPER,
    I32,
    I64,
    NOTHING,
    Code,
    i32,
    i64,
    memory_op,
    op,
)
from tilewright.generator.compiler.printers.webassembly.helpers import HELPERS
from tilewright.generator.compiler.printers.webassembly.occupied import occupied
from tilewright.generator.compiler.printers.webassembly.sharing import shared
from tilewright.generator.errors import SPENT, TOO_DEEP, TOO_LONG

BINARY = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "//": "div_u",
    "%": "rem_u",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "shl",
    ">>": "shr_u",
}
"""The instructions of binary operators. Division is unsigned: the language has it only for non-negative numbers."""

COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}

LOADS = {1: "i64.load8_s", 2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}
"""The instructions that load an entry of a table, by its width in bytes."""

NEAR = 127
"""The greatest constant summand of an index that becomes the offset of an instruction. The rest of the index may be
negative then. No array begins at so low an address that the address without the offset would be negative, too."""

BYTES = 8
"""The bytes of a word."""

STACK_END, ERROR = range(2)
"""The globals: the end of the stack, which grows downwards, and the code of the error that ended a call."""


@dataclass(frozen=True)
class Placed:
    """A table in memory: its address, and the bytes of an entry."""

    address: int
    width: int


@dataclass(frozen=True)
class Surroundings:
    """What is common to the functions of a module."""

    words: int
    """The words of a set."""
    signatures: Mapping[str, Signature]
    prefix: str
    """The prefix of the names of its functions in the module."""
    tables: Mapping[str, Placed]
    occupied: Mapping[str, int]
    """For each table of sets the mask of the words that may be non-zero: see ``occupied``."""
    bottom: int
    """The lowest address of the stack."""
    steps: int
    """The most steps that may be taken for a position."""


class Writer:
    """Generates the code of one function, where sets have one word. A subclass does so for other sets."""

    def __init__(self, function: Function, surroundings: Surroundings) -> None:
        self.around = surroundings
        self._function = function
        self._results = function.signature.results
        self._types: list[int] = []
        self._places: dict[str, Sequence[int | None]] = {}
        given = {
            name: self._declare(name, taken)
            for name, taken in zip(function.parameters, function.signature.parameters, strict=True)
        }
        self._given = len(self._types)
        self._share({name: places for name, places in given.items() if type_of(name) is not ARRAY})
        for name in function.arrays:
            self._declare(name, ARRAY)
        self._frame = BYTES * sum(function.arrays.values())
        self._before = self._variable(I32) if self._frame else -1
        self._free: dict[int, list[int]] = {I32: [], I64: []}
        self._taken: list[tuple[int, int]] = []
        self._labels: list[str] = []
        self._body = bytearray()
        self._calls: list[tuple[int, str]] = []
        self._begin()
        self._block(function.body)
        if self._results:
            self.emit(op("unreachable"))
        else:
            self._leave_frame()

    @property
    def code(self) -> Code:
        """The function."""
        results = tuple(I64 for type_ in self._results for _ in range(self.width(type_)))
        taken, variables = tuple(self._types[: self._given]), self._types[self._given :]
        return Code(taken, results, variables, bytes(self._body), self._calls)

    # Variables

    def width(self, type_: Type) -> int:
        """Return the number of locals that a value of a type takes."""
        return self.around.words if type_ in (SET, RAW) else 1

    def _variable(self, type_: int) -> int:
        """Return the number of a new local."""
        self._types.append(type_)
        return len(self._types) - 1

    def _declare(self, name: str, type_: Type) -> list[int]:
        """Allocate locals for a parameter or an array; return their numbers."""
        kind = I32 if type_ is ARRAY else I64
        places = [self._variable(kind) for _ in range(self.width(type_))]
        self._places[name] = places
        return places

    def _share(self, given: Mapping[str, Sequence[int]]) -> None:
        """Allocate locals for the other variables; see ``sharing``. Words that are always zero get none."""
        function, count = self._function, self.around.words
        held = occupied(function, self.around.occupied, count) if count > 1 else {}
        words = {
            name: [word for word in range(self.width(type_)) if held.get(name, 1) >> word & 1]
            for name, type_ in function.locals.items()
        }
        found = shared(function, given, {name: len(each) for name, each in words.items()}, self._given)
        for name, type_ in function.locals.items():
            places = dict(zip(words[name], found[name], strict=True))
            self._places[name] = [places.get(word) for word in range(self.width(type_))]
        last = max(chain.from_iterable(found.values()), default=-1)
        self._types += [I64] * (last + 1 - self._given)

    def place(self, name: str) -> int:
        """Return the local of a variable of one word."""
        (place,) = self._places[name]
        assert place is not None, "only sets have words that are empty"
        return place

    def fresh(self, type_: int = I64) -> int:
        """Return a local that may be used until the end of the statement."""
        free = self._free[type_]
        place = free.pop() if free else self._variable(type_)
        self._taken.append((type_, place))
        return place

    def _give_back(self) -> None:
        for type_, place in self._taken:
            self._free[type_].append(place)
        self._taken.clear()

    # Code

    def emit(self, *code: bytes) -> None:
        """Append instructions."""
        for each in code:
            self._body += each

    def get(self, place: int) -> None:
        """Push a local."""
        self._body += op("local.get", place)

    def put(self, place: int) -> None:
        """Pop a value into a local."""
        self._body += op("local.set", place)

    def call(self, name: str) -> None:
        """Emit a call with the arguments on the stack."""
        self.emit(CALL)
        self._calls.append((len(self._body), name if name.startswith(HELPER) else self.around.prefix + name))

    def open(self, kind: str, type_: int = NOTHING) -> None:
        """Begin a ``block``, a ``loop`` or an ``if`` with results of a type."""
        self.emit(op(kind, type_))
        self._labels.append(kind)

    def otherwise(self) -> None:
        """Begin the else branch of an ``if``."""
        self.emit(op("else"))

    def close(self) -> None:
        """End the block that was opened last."""
        self._labels.pop()
        self.emit(op("end"))

    def _begin(self) -> None:
        """Allocate the frame of local arrays on the stack, or fail if there is no room."""
        if not self._frame:
            return
        lowest = self._variable(I32)
        self.emit(op("global.get", STACK_END), op("local.tee", self._before), i32(self._frame), op("i32.sub"))
        self.emit(op("local.tee", lowest), i32(self.around.bottom), op("i32.lt_s"))
        self.open("if")
        self._fail(TOO_DEEP)
        self.close()
        self.get(lowest)
        self.emit(op("global.set", STACK_END))
        offset = 0
        for name, size in self._function.arrays.items():
            self.get(lowest)
            self.emit(i32(offset), op("i32.add"))
            self.put(self.place(name))
            offset += BYTES * size

    def _leave_frame(self) -> None:
        if self._frame:
            self.get(self._before)
            self.emit(op("global.set", STACK_END))

    def _fail(self, code: int) -> None:
        """Set the error and trap."""
        self.emit(i64(code), op("global.set", ERROR), op("unreachable"))

    # Statements

    def _block(self, body: Sequence[Statement]) -> None:
        for statement in body:
            self._statement(statement)
            if isinstance(statement, Jump | Return):
                return

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign(names, Call(_, called) as value) if called not in INTRINSICS:
                self._call(value)
                for name in reversed(names):
                    self._take(name)
            case Assign(names, value):
                (name,) = names
                self._assign(name, value)
            case Put(array, index, value):
                self._put(array, index, value)
            case If(condition, then, otherwise):
                self.truth(condition)
                self._give_back()
                self.open("if")
                self._block(then)
                if otherwise:
                    self.otherwise()
                    self._block(otherwise)
                self.close()
            case While(condition, body):
                self.open("block")
                self.open("loop")
                if not (isinstance(condition, Number) and condition.value):
                    self.truth(condition)
                    self.emit(op("i32.eqz"), op("br_if", 1))
                self._give_back()
                self._block(body)
                self.emit(op("br", 0))
                self.close()
                self.close()
            case Jump(word):
                loop = max(depth for depth, label in enumerate(self._labels) if label == "loop")
                self.emit(op("br", len(self._labels) - 1 - loop + (word == "break")))
            case Return(values):
                for value in values:
                    if len(values) == 1 and isinstance(value, Call):
                        self._call(value)
                    else:
                        self.push(value)
                self._leave_frame()
                self.emit(op("return"))
            case Do(call):
                self._call(call)
                for type_ in self._signature(call.name).results:
                    self.emit(op("drop") * self.width(type_))
            case NewArray(name, size, zeroed):
                if zeroed:
                    self.get(self.place(name))
                    self.emit(i32(0), i32(BYTES * size), FILL)
            case _:
                assert_never(statement)
        self._give_back()

    def _assign(self, name: str, value: Expression) -> None:
        """Assign a value to a variable."""
        self.push(value)
        self._take(name)

    def _put(self, array: str, index: Expression, value: Expression) -> None:
        """Store a word. If anything is called, the value is computed before the index, as in Python."""
        called = any(name in self.around.signatures for part in (index, value) for name in part.names)
        if called:
            place = self.fresh()
            self.push(value)
            self.put(place)
        offset = self._address(array, index)
        self.get(place) if called else self.push(value)
        self.emit(memory_op("i64.store", offset))

    def _take(self, name: str) -> None:
        """Pop the words of a value into a variable."""
        for place in reversed(self._places[name]):
            assert place is not None, "what a function gives may be anywhere"
            self.put(place)

    # Conditions

    def truth(self, value: Expression) -> None:
        """Push a condition as an i32: 1 if it holds, else 0."""
        match value:
            case Logic(_, "not", (operand,)):
                if operand.type is TRUTH:
                    self.truth(operand)
                    self.emit(op("i32.eqz"))
                else:
                    self._nonzero(operand)
                    self.emit(op("i64.eqz"))
            case Logic(_, sign, operands):
                self.truth(operands[0])
                for operand in operands[1:]:
                    self.open("if", I32)
                    self.truth(operand) if sign == "and" else self.emit(i32(1))
                    self.otherwise()
                    self.emit(i32(0)) if sign == "and" else self.truth(operand)
                    self.close()
            case Comparison():
                self._comparison(value)
            case Number(_, number):
                self.emit(i32(int(number != 0)))
            case _:
                self._nonzero(value)
                self.emit(i64(0), op("i64.ne"))

    def _nonzero(self, value: Expression) -> None:
        """Push an i64 that is zero if and only if an int is zero, or a set empty."""
        self.push(value)

    def _comparison(self, value: Comparison) -> None:
        left, right, sign = value.left, value.right, value.sign
        self.push(left)
        if isinstance(right, Number) and right.value == 0 and sign == "==":
            self.emit(op("i64.eqz"))
        else:
            self.push(right)
            self.emit(op(f"i64.{COMPARISONS[sign]}"))

    # Expressions

    def push(self, value: Expression) -> None:
        """Push a value: an int, or the words of a set; a truth value becomes 0 or 1."""
        match value:
            case Local(type_, name):
                assert type_ is not LITERAL
                self.get(self.place(name))
            case Number(_, number):
                self.emit(i64(number))
            case Unary(_, sign, operand):
                if sign == "-":
                    self.emit(i64(0))
                self.push(operand)
                self.emit(op("i64.sub") if sign == "-" else i64(-1) + op("i64.xor"))
            case Binary(_, sign, left, right):
                self.push(left)
                if sign == "&" and isinstance(right, Number) and right.value in (-1, (1 << 64) - 1):
                    return
                self.push(right)
                self.emit(op(f"i64.{BINARY[sign]}"))
            case Comparison() | Logic():
                self.truth(value)
                self.emit(op("i64.extend_i32_u"))
            case Choice(_, condition, then, otherwise):
                if isinstance(then, Local | Number) and isinstance(otherwise, Local | Number):
                    self.push(then)
                    self.push(otherwise)
                    self.truth(condition)
                    self.emit(op("select"))
                else:
                    self.truth(condition)
                    self.open("if", I64)
                    self.push(then)
                    self.otherwise()
                    self.push(otherwise)
                    self.close()
            case Item(_, array, index):
                offset = self._address(array, index)
                self.emit(memory_op("i64.load", offset))
            case Entry(_, table, index):
                placed = self.around.tables[table]
                offset = self._entry_address(table, index)
                self.emit(memory_op(LOADS[placed.width], offset))
            case Call():
                self._call(value)
            case _:
                assert_never(value)

    def _entry_address(self, table: str, index: Expression) -> int:
        """Push the base address of an entry of a table, and return the offset that must be added."""
        placed = self.around.tables[table]
        if isinstance(index, Number):
            self.emit(i32(0))
            return placed.address + placed.width * index.value
        self._scaled(index, placed.width)
        return placed.address

    def _address(self, array: str, index: Expression) -> int:
        """Push the base address of a word of an array, and return the offset that must be added."""
        self.get(self.place(array))
        match index:
            case Number(_, number):
                return BYTES * number
            case Binary(_, "+", left, Number(_, number)) if 0 <= number <= NEAR:
                self._scaled(left, BYTES)
                self.emit(op("i32.add"))
                return BYTES * number
        self._scaled(index, BYTES)
        self.emit(op("i32.add"))
        return 0

    def _scaled(self, index: Expression, width: int) -> None:
        """Push an index times the bytes of an entry, as an i32."""
        self.push(index)
        self.emit(op("i32.wrap_i64"))
        if width & (width - 1):
            self.emit(i32(width), op("i32.mul"))
        elif width > 1:
            self.emit(i32(width.bit_length() - 1), op("i32.shl"))

    # Calls

    def _signature(self, name: str) -> Signature:
        return INTRINSICS.get(name) or self.around.signatures[name]

    def _call(self, call: Call) -> None:
        """Call a function or an intrinsic, and push its results."""
        if call.name in INTRINSICS:
            self._intrinsic(call)
            return
        for argument in call.arguments:
            self.push(argument)
        self.call(call.name)

    def _intrinsic(self, call: Call) -> None:
        """Emit an intrinsic, which pushes its result if it has one."""
        name, arguments = call.name, call.arguments
        match name:
            case "spend" | "charge":
                self._spend(arguments[0], arguments[1], checked=name == "spend")
            case "here":
                self.emit(op("global.get", STACK_END), op("i64.extend_i32_u"))
            case "mix":
                self.push(arguments[0])
                self.call(HELPER + HELPERS[name])
            case _:
                self._on_sets(call)

    def _on_sets(self, call: Call) -> None:
        """Emit an intrinsic on sets, which pushes its result if it has one."""
        name, arguments = call.name, call.arguments
        match name:
            case "popc" | "ctz":
                self.push(arguments[0])
                self.emit(op("i64.popcnt" if name == "popc" else "i64.ctz"))
            case "msb":
                self.emit(i64(63))
                self.push(arguments[0])
                self.emit(op("i64.clz"), op("i64.sub"))
            case "bit":
                self.emit(i64(1))
                self.push(arguments[0])
                self.emit(op("i64.shl"))
            case "load":
                self.emit(memory_op("i64.load", self._set_address(arguments)))
            case "store":
                offset = self._set_address(arguments)
                self.push(arguments[2])
                self.emit(memory_op("i64.store", offset))
            case "kth" | "fold" | "digest":
                for argument in arguments:
                    self.push(argument)
                self.call(HELPER + HELPERS[name])
            case _:
                raise AssertionError(name)

    def _set_address(self, arguments: Sequence[Expression]) -> int:
        """Push the base address of a set in an array, and return the offset that must be added."""
        array = arguments[0]
        assert isinstance(array, Local)
        return self._address(array.name, arguments[1])

    def _spend(self, array: Expression, steps: Expression, *, checked: bool) -> None:
        """Add steps to the sum; if *checked*, fail if it exceeds the limit."""
        assert isinstance(array, Local)
        place, offset = self.place(array.name), BYTES * SPENT
        self.get(place)
        self.get(place)
        self.emit(memory_op("i64.load", offset))
        self.push(steps)
        self.emit(op("i64.add"))
        if checked:
            total = self.fresh()
            self.emit(op("local.tee", total))
        self.emit(memory_op("i64.store", offset))
        if checked:
            self.get(total)
            self.emit(i64(self.around.steps), op("i64.gt_s"))
            self.open("if")
            self._fail(TOO_LONG)
            self.close()
