"""Code generation for sets of several words, word by word.

Calls and the addresses of table entries are computed first and kept in locals. The rest of a word is an instruction
sequence without side effects, which is emitted where the word is pushed. Constant words are folded here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, assert_never

from tilewright.generator.compiler.kernel.nodes import (
    Binary,
    Call,
    Choice,
    Comparison,
    Entry,
    Expression,
    Item,
    Local,
    Logic,
    Number,
    Unary,
)
from tilewright.generator.compiler.printers.webassembly.encoding import HELPER, I32, I64, NOTHING, i64, memory_op, op
from tilewright.generator.compiler.printers.webassembly.helpers import HELPERS

Word = int | bytes
"""A word of a set: a constant, or the instructions that push it, which have no side effects."""


class Kept(bytes):
    """The instruction that pushes a local. It is cheap enough to be emitted more than once."""


ALL = (1 << 64) - 1
"""The word of which all bits are set."""


def joined(sign: str, left: Word, right: Word) -> Word:
    """Return ``&``, ``|`` or ``^`` of two words, simplified if one is a constant."""
    if isinstance(left, int) and isinstance(right, int):
        return left & right if sign == "&" else left | right if sign == "|" else left ^ right
    if isinstance(left, int):
        left, right = right, left
    if isinstance(right, int):
        nothing, all_of = (ALL, 0) if sign == "&" else (0, ALL)
        if right == nothing:
            return left
        if right == all_of and sign != "^":
            return right
    return code_of(left) + code_of(right) + op({"&": "i64.and", "|": "i64.or", "^": "i64.xor"}[sign])


def inverted(word: Word) -> Word:
    """Return the complement of a word."""
    return joined("^", word, ALL)


def shifted(sign: str, word: Word, count: int) -> Word:
    """Return a word shifted by a constant."""
    if count == 0:
        return word
    if isinstance(word, int):
        return word << count & ALL if sign == "<<" else word >> count
    return word + i64(count) + op("i64.shl" if sign == "<<" else "i64.shr_u")


def code_of(word: Word) -> bytes:
    """Return the instructions that push a word."""
    return i64(word) if isinstance(word, int) else word


def _variable(place: int) -> Kept:
    return Kept(op("local.get", place))


class Host(Protocol):
    """The code generator of a function, as far as its sets need it."""

    def emit(self, *code: bytes) -> None:
        """Append instructions."""

    def fresh(self, type_: int = I64) -> int:
        """Return a local that may be used until the end of the statement."""

    def places(self, name: str) -> Sequence[int | None]:
        """Return the locals of the words of a set; None for a word that is always zero."""

    def put(self, place: int) -> None:
        """Pop a value into a local."""

    def call(self, name: str) -> None:
        """Emit a call with the arguments on the stack."""

    def open(self, kind: str, type_: int = NOTHING) -> None:
        """Begin a block."""

    def otherwise(self) -> None:
        """Begin the else branch of an ``if``."""

    def close(self) -> None:
        """End the block that was opened last."""

    def push(self, value: Expression) -> None:
        """Push a value."""

    def truth(self, value: Expression) -> None:
        """Push a condition as an i32."""

    def entry_address(self, table: str, index: Expression) -> int:
        """Push the base address of an entry of a table, and return the offset that must be added."""

    def occupied(self, table: str) -> int:
        """Return the mask of the words of a table of sets that may be non-zero."""

    def set_address(self, arguments: Sequence[Expression]) -> int:
        """Push the base address of a set in an array, and return the offset that must be added."""


class Wide:
    """The code of the sets of one function, which have *words* words each."""

    def __init__(self, writer: Host, words: int) -> None:
        self._writer = writer
        self._count = words

    # What becomes of words

    def push(self, words: Sequence[Word]) -> None:
        """Push some words, the first one first."""
        for word in words:
            self._writer.emit(code_of(word))

    def assign(self, name: str, value: Expression) -> None:
        """Assign to a set variable. Skip words that are always zero, and words that stay the same."""
        words = zip(self._writer.places(name), self.words(value), strict=True)
        kept = [(place, word) for place, word in words if place is not None and word != _variable(place)]
        self.push([word for _, word in kept])
        for place, _ in reversed(kept):
            self._writer.put(place)

    def push_union(self, words: Sequence[Word]) -> None:
        """Push a word that is zero if and only if all words are."""
        union: Word = 0
        for word in words:
            union = joined("|", union, word)
        self._writer.emit(code_of(union))

    def push_difference(self, left: Expression, right: Expression) -> None:
        """Push a word that is zero if and only if two sets are equal."""
        pairs = zip(self.words(left), self.words(right), strict=True)
        self.push_union([joined("^", one, other) for one, other in pairs])

    def _held(self, words: Sequence[Word]) -> list[Word]:
        """Return the same words, each a constant or kept in a local."""
        return [self._hold(word) for word in words]

    def _hold(self, word: Word) -> Word:
        if isinstance(word, int | Kept):
            return word
        place = self._writer.fresh()
        self._writer.emit(word)
        self._writer.put(place)
        return _variable(place)

    def _taken(self, count: int) -> list[Word]:
        """Pop some words from the stack into locals, and return them."""
        places = [self._writer.fresh() for _ in range(count)]
        for place in reversed(places):
            self._writer.put(place)
        return [_variable(place) for place in places]

    def _called(self, name: str, arguments: Callable[[], None]) -> list[Word]:
        """Return the words of the result of a helper; *arguments* pushes its arguments."""
        arguments()
        self._writer.call(HELPER + HELPERS[name])
        return self._taken(self._count)

    # Expressions

    def words(self, value: Expression) -> list[Word]:
        """Return the words of a set. Code with side effects, or that several words share, is emitted now."""
        match value:
            case Local(_, name):
                return [0 if place is None else _variable(place) for place in self._writer.places(name)]
            case Number(_, number):
                return [number >> 64 * word & ALL for word in range(self._count)]
            case Unary(_, "~", operand):
                return [inverted(word) for word in self.words(operand)]
            case Unary(_, _, operand):
                return self._less([0] * self._count, self.words(operand))
            case Binary():
                return self._binary(value)
            case Choice():
                return self._choice(value)
            case Entry(_, table, index):
                writer = self._writer
                held = writer.occupied(table)
                offset = writer.entry_address(table, index)
                place = writer.fresh(I32)
                writer.put(place)
                return [
                    op("local.get", place) + memory_op("i64.load", offset + 8 * word) if held >> word & 1 else 0
                    for word in range(self._count)
                ]
            case Call():
                return self._call(value)
            case Item() | Comparison() | Logic():
                raise AssertionError("a set is none of these")
            case _:
                assert_never(value)

    def _binary(self, value: Binary) -> list[Word]:
        sign, left, right = value.sign, value.left, value.right
        if sign in ("<<", ">>"):
            if isinstance(right, Number):
                return self._shifted(sign, self.words(left), right.value)
            words = self.words(left)

            def arguments() -> None:
                self.push(words)
                self._writer.push(right)

            return self._called(sign, arguments)
        if sign == "&":
            for one, other in ((left, right), (right, left)):
                if isinstance(other, Unary) and other.sign == "-" and other.operand == one:
                    return self._lowest(self.words(one))
        words = self.words(left)
        if sign == "-":
            return self._less(words, self.words(right))
        return [joined(sign, one, other) for one, other in zip(words, self.words(right), strict=True)]

    def _shifted(self, sign: str, words: Sequence[Word], count: int) -> list[Word]:
        whole, rest = divmod(count, 64)
        if rest:
            words = self._held(words)
        zeros: list[Word] = [0] * (whole + 1)
        if sign == "<<":
            words = [*zeros, *words]
            return [
                joined("|", shifted("<<", words[n + 1], rest), shifted(">>", words[n], 64 - rest) if rest else 0)
                for n in range(self._count)
            ]
        words = [*words, *zeros]
        return [
            joined(
                "|",
                shifted(">>", words[n + whole], rest),
                shifted("<<", words[n + whole + 1], 64 - rest) if rest else 0,
            )
            for n in range(self._count)
        ]

    def _lowest(self, words: Sequence[Word]) -> list[Word]:
        """Return the set of only the lowest cell of a set: x & -x."""
        words = self._held(words)
        found: list[Word] = []
        below: Word = 0
        for word in words:
            if isinstance(word, int):
                lowest: Word = word & -word
            else:
                lowest = word + i64(0) + word + op("i64.sub") + op("i64.and")
            if below == 0:
                found.append(lowest)
            elif isinstance(below, int) or lowest == 0:
                found.append(0)
            else:
                found.append(self._hold(i64(0) + code_of(lowest) + below + i64(0) + op("i64.ne") + op("select")))
            below = self._hold(joined("|", below, word))
        return found

    def _less(self, words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
        """Return the difference of two sets as numbers, modulo 2 to the number of their bits."""
        words, others = self._held(words), self._held(others)
        found: list[Word] = []
        borrowed: Word = 0
        for word, other in zip(words, others, strict=True):
            one, two = code_of(word), code_of(other)
            found.append(self._hold(one + two + op("i64.sub") + code_of(borrowed) + op("i64.sub")))
            # it borrows if the other word is greater, or equal after a borrow
            equal = one + two + op("i64.eq") + op("i64.extend_i32_u") + code_of(borrowed) + op("i64.and")
            smaller = one + two + op("i64.lt_u") + op("i64.extend_i32_u")
            borrowed = self._hold(smaller + equal + op("i64.or"))
        return found

    def _choice(self, value: Choice) -> list[Word]:
        writer = self._writer
        if isinstance(value.then, Local | Number) and isinstance(value.otherwise, Local | Number):
            writer.truth(value.condition)
            place = writer.fresh(I32)
            writer.put(place)
            chosen = op("local.get", place) + op("select")
            return [
                one if one == other else code_of(one) + code_of(other) + chosen
                for one, other in zip(self.words(value.then), self.words(value.otherwise), strict=True)
            ]
        places = [writer.fresh() for _ in range(self._count)]
        writer.truth(value.condition)
        writer.open("if")
        for number, part in enumerate((value.then, value.otherwise)):
            if number:
                writer.otherwise()
            self.push(self.words(part))
            for place in reversed(places):
                writer.put(place)
        writer.close()
        return [_variable(place) for place in places]

    # Calls

    def _call(self, call: Call) -> list[Word]:
        writer, arguments = self._writer, call.arguments
        match call.name:
            case "bit":
                writer.push(arguments[0])
                cell = self._taken(1)[0]
                assert isinstance(cell, bytes)
                inside = i64(1) + cell + op("i64.shl") + i64(0) + cell + i64(6) + op("i64.shr_u")
                return [self._hold(inside + i64(word) + op("i64.eq") + op("select")) for word in range(self._count)]
            case "load":
                offset = writer.set_address(arguments)
                place = writer.fresh(I32)
                writer.put(place)
                at = op("local.get", place)
                return self._held([at + memory_op("i64.load", offset + 8 * word) for word in range(self._count)])
            case "kth":
                return self._called("kth", lambda: self._push_all(arguments))
        self._push_all(arguments)
        writer.call(call.name)
        return self._taken(self._count)

    def intrinsic(self, call: Call) -> None:
        """Emit an intrinsic on sets, which pushes its result if it has one."""
        writer, name, arguments = self._writer, call.name, call.arguments
        match name:
            case "popc":
                terms = [word for word in self.words(arguments[0]) if word != 0] or [0]
                for number, word in enumerate(terms):
                    writer.emit(code_of(word), op("i64.popcnt"), op("i64.add") if number else b"")
            case "store":
                offset = writer.set_address(arguments)
                place = writer.fresh(I32)
                writer.put(place)
                for number, word in enumerate(self.words(arguments[2])):
                    writer.emit(op("local.get", place), code_of(word), memory_op("i64.store", offset + 8 * number))
            case "bit" | "load" | "kth":
                self.push(self._call(call))
            case "ctz" | "msb" | "fold" | "digest":
                self._push_all(arguments)
                writer.call(HELPER + HELPERS[name])
            case _:
                raise AssertionError(name)

    def _push_all(self, arguments: Sequence[Expression]) -> None:
        for argument in arguments:
            self._writer.push(argument)
