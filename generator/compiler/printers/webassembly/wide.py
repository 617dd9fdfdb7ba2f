"""Code generation for sets of several words, word by word.

Calls and the addresses of table entries are computed first and kept in locals. The rest of a word is an instruction
sequence without side effects, which is emitted where the word is pushed. Constant words are folded here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from tilewright.generator.compiler.kernel.nodes import (
    RAW,
    SET,
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
    type_of,
)
from tilewright.generator.compiler.printers.webassembly.encoding import HELPER, I32, i64, memory_op, op
from tilewright.generator.compiler.printers.webassembly.functions import Writer
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


class WideWriter(Writer):
    """Generates the code of one function, where sets have several words."""

    def push(self, value: Expression) -> None:
        """Push a value: an int, or the words of a set."""
        if value.type in (SET, RAW):
            self._push_words(self._words(value))
        else:
            super().push(value)

    def _nonzero(self, value: Expression) -> None:
        if value.type in (SET, RAW):
            self._push_union(self._words(value))
        else:
            super()._nonzero(value)

    def _comparison(self, value: Comparison) -> None:
        if value.left.type not in (SET, RAW):
            super()._comparison(value)
            return
        pairs = zip(self._words(value.left), self._words(value.right), strict=True)
        self._push_union([joined("^", one, other) for one, other in pairs])
        self.emit(op("i64.eqz") if value.sign == "==" else i64(0) + op("i64.ne"))

    def _push_words(self, words: Sequence[Word]) -> None:
        """Push some words, the first one first."""
        for word in words:
            self.emit(code_of(word))

    def _assign(self, name: str, value: Expression) -> None:
        """Assign to a set variable. Skip words that are always zero, and words that stay the same."""
        if type_of(name) is not SET:
            super()._assign(name, value)
            return
        words = zip(self._places[name], self._words(value), strict=True)
        kept = [(place, word) for place, word in words if place is not None and word != _variable(place)]
        self._push_words([word for _, word in kept])
        for place, _ in reversed(kept):
            self.put(place)

    def _push_union(self, words: Sequence[Word]) -> None:
        """Push a word that is zero if and only if all words are."""
        union: Word = 0
        for word in words:
            union = joined("|", union, word)
        self.emit(code_of(union))

    def _held(self, words: Sequence[Word]) -> list[Word]:
        """Return the same words, each a constant or kept in a local."""
        return [self._hold(word) for word in words]

    def _hold(self, word: Word) -> Word:
        if isinstance(word, int | Kept):
            return word
        place = self.fresh()
        self.emit(word)
        self.put(place)
        return _variable(place)

    def _popped(self, count: int) -> list[Word]:
        """Pop some words from the stack into locals, and return them."""
        places = [self.fresh() for _ in range(count)]
        for place in reversed(places):
            self.put(place)
        return [_variable(place) for place in places]

    def _helped(self, name: str, arguments: Callable[[], None]) -> list[Word]:
        """Return the words of the result of a helper; *arguments* pushes its arguments."""
        arguments()
        self.call(HELPER + HELPERS[name])
        return self._popped(self.around.words)

    # Expressions

    def _words(self, value: Expression) -> list[Word]:
        """Return the words of a set. Code with side effects, or that several words share, is emitted now."""
        match value:
            case Local(_, name):
                return [0 if place is None else _variable(place) for place in self._places[name]]
            case Number(_, number):
                return [number >> 64 * word & ALL for word in range(self.around.words)]
            case Unary(_, "~", operand):
                return [inverted(word) for word in self._words(operand)]
            case Unary(_, _, operand):
                return self._less([0] * self.around.words, self._words(operand))
            case Binary():
                return self._binary(value)
            case Choice():
                return self._choice(value)
            case Entry(_, table, index):
                held = self.around.occupied[table]
                offset = self._entry_address(table, index)
                place = self.fresh(I32)
                self.put(place)
                return [
                    op("local.get", place) + memory_op("i64.load", offset + 8 * word) if held >> word & 1 else 0
                    for word in range(self.around.words)
                ]
            case Call():
                return self._words_of(value)
            case Item() | Comparison() | Logic():
                raise AssertionError("a set is none of these")
            case _:
                assert_never(value)

    def _binary(self, value: Binary) -> list[Word]:
        sign, left, right = value.sign, value.left, value.right
        if sign in ("<<", ">>"):
            if isinstance(right, Number):
                return self._shifted(sign, self._words(left), right.value)
            words = self._words(left)

            def arguments() -> None:
                self._push_words(words)
                self.push(right)

            return self._helped(sign, arguments)
        if sign == "&":
            for one, other in ((left, right), (right, left)):
                if isinstance(other, Unary) and other.sign == "-" and other.operand == one:
                    return self._lowest(self._words(one))
        words = self._words(left)
        if sign == "-":
            return self._less(words, self._words(right))
        return [joined(sign, one, other) for one, other in zip(words, self._words(right), strict=True)]

    def _shifted(self, sign: str, words: Sequence[Word], count: int) -> list[Word]:
        whole, rest = divmod(count, 64)
        if rest:
            words = self._held(words)
        zeros: list[Word] = [0] * (whole + 1)
        if sign == "<<":
            words = [*zeros, *words]
            return [
                joined("|", shifted("<<", words[n + 1], rest), shifted(">>", words[n], 64 - rest) if rest else 0)
                for n in range(self.around.words)
            ]
        words = [*words, *zeros]
        return [
            joined(
                "|",
                shifted(">>", words[n + whole], rest),
                shifted("<<", words[n + whole + 1], 64 - rest) if rest else 0,
            )
            for n in range(self.around.words)
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
        if isinstance(value.then, Local | Number) and isinstance(value.otherwise, Local | Number):
            self.truth(value.condition)
            place = self.fresh(I32)
            self.put(place)
            chosen = op("local.get", place) + op("select")
            return [
                one if one == other else code_of(one) + code_of(other) + chosen
                for one, other in zip(self._words(value.then), self._words(value.otherwise), strict=True)
            ]
        places = [self.fresh() for _ in range(self.around.words)]
        self.truth(value.condition)
        self.open("if")
        for number, part in enumerate((value.then, value.otherwise)):
            if number:
                self.otherwise()
            self._push_words(self._words(part))
            for place in reversed(places):
                self.put(place)
        self.close()
        return [_variable(place) for place in places]

    # Calls

    def _words_of(self, call: Call) -> list[Word]:
        arguments = call.arguments
        match call.name:
            case "bit":
                self.push(arguments[0])
                cell = self._popped(1)[0]
                assert isinstance(cell, bytes)
                inside = i64(1) + cell + op("i64.shl") + i64(0) + cell + i64(6) + op("i64.shr_u")
                return [
                    self._hold(inside + i64(word) + op("i64.eq") + op("select")) for word in range(self.around.words)
                ]
            case "load":
                offset = self._set_address(arguments)
                place = self.fresh(I32)
                self.put(place)
                at = op("local.get", place)
                return self._held([at + memory_op("i64.load", offset + 8 * word) for word in range(self.around.words)])
            case "kth":
                return self._helped("kth", lambda: self._push_all(arguments))
        self._push_all(arguments)
        self.call(call.name)
        return self._popped(self.around.words)

    def _on_sets(self, call: Call) -> None:
        """Emit an intrinsic on sets, which pushes its result if it has one."""
        name, arguments = call.name, call.arguments
        match name:
            case "popc":
                terms = [word for word in self._words(arguments[0]) if word != 0] or [0]
                for number, word in enumerate(terms):
                    self.emit(code_of(word), op("i64.popcnt"), op("i64.add") if number else b"")
            case "store":
                offset = self._set_address(arguments)
                place = self.fresh(I32)
                self.put(place)
                for number, word in enumerate(self._words(arguments[2])):
                    self.emit(op("local.get", place), code_of(word), memory_op("i64.store", offset + 8 * number))
            case "bit" | "load" | "kth":
                self._push_words(self._words_of(call))
            case "ctz" | "msb" | "fold" | "digest":
                self._push_all(arguments)
                self.call(HELPER + HELPERS[name])
            case _:
                raise AssertionError(name)

    def _push_all(self, arguments: Sequence[Expression]) -> None:
        for argument in arguments:
            self.push(argument)
