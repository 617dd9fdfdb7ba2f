"""Random texts in the language of kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from tilewright.runtime.kernels import Kernel

WORD = (1 << 64) - 1


def played(kernels: Iterable[Kernel], numbers: Sequence[int], words: int, games: int) -> list[list[int]]:
    """Return what ``playouts`` of each kernel writes for so many games, which are given some numbers; *words* each."""
    found = []
    for kernel in kernels:
        handed, out = kernel.array(len(numbers)), kernel.array(words * games)
        handed[:] = numbers
        assert kernel.call("playouts", handed, out, games, kernel.array(1)) == games
        found.append([word & WORD for word in out[:]])
    return found


class Author:
    """Writes random functions in the language. Ints carry the least and the greatest value that they can have."""

    LIMIT = 1 << 40

    def __init__(self, random: Random, words: int, *, loops: bool = True) -> None:
        """*loops*: whether functions may multiply numbers of 64 bits, and loop other than for floods.

        Without, lanes of vectors run them.
        """
        self.random = random
        self.words = words
        self.cell = (1 << (64 * words).bit_length() - 1) - 1
        """The greatest power of two, less one, that is a cell."""
        self.loops = loops
        self.result = "a ^ b"
        """What the function that is written returns."""
        self.size = max(32, 8 + 4 * words) + 20
        """The words of the array on which ``run`` works."""
        self.functions: list[tuple[str, int]] = []
        self.number = 0
        self.lines: list[str] = []

    def choose(self, *options: Any) -> Any:
        return self.random.choice(options)

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def number_of(self, depth: int) -> tuple[str, int, int]:
        """Return an int: its text, its bounds."""
        text, low, high = self._number_of(depth)
        if low < -self.LIMIT or high > self.LIMIT:
            text, low, high = f"({text} & {self.LIMIT - 1:#x})", 0, self.LIMIT - 1
        return text, low, high

    def _number_of(self, depth: int) -> tuple[str, int, int]:
        kind = self.below(4) if depth <= 0 else self.below(15)
        if kind == 0:
            value = self.choose(0, 1, 2, 7, -1, -9, 255, 1 << 31, -(1 << 33))
            return (f"({value})" if value < 0 else str(value)), value, value
        if kind < 4:
            return self.choose("a", "b", "c", "d"), -self.LIMIT, self.LIMIT
        if kind == 4:
            return f"popc({self.set_of(depth - 1)})", 0, 64 * self.words
        if kind == 5:
            value = self.set_of(0)
            return (
                f"({self.choose('ctz', 'msb')}({value}) if {value} else {self.number_of(0)[0]})",
                -self.LIMIT,
                self.LIMIT,
            )
        if kind == 6:
            return f"t_values[{self.index(depth, 8)}]", -self.LIMIT, self.LIMIT
        if kind == 7:
            shift = 24 + self.below(40)
            some, number = self.set_of(depth - 1), self.number_of(depth - 1)[0]
            inner = self.choose(
                f"fold({some})",
                f"mix({number})",
                f"digest({self.set_of(depth - 1)}, {some}, {number})" if self.loops else f"mix({number})",
            )
            return f"({inner} >> {shift})", 0, WORD >> shift
        if kind == 8:
            return f"((a_x[{self.index(depth, 8)}] & 0xffffffffffffffff) >> 30)", 0, WORD >> 30
        if kind == 9:
            then, low, high = self.number_of(depth - 1)
            otherwise, least, most = self.number_of(depth - 1)
            return f"({then} if {self.condition(depth - 1)} else {otherwise})", min(low, least), max(high, most)
        if kind == 10:
            return f"({self.comparison(depth - 1)})", 0, 1
        left, low, high = self.number_of(depth - 1)
        right, least, most = self.number_of(depth - 1)
        sign = self.choose("+", "-", "*", "&", "|", "^", "//", "%", "<<", ">>")
        if sign == "+":
            return f"({left} + {right})", low + least, high + most
        if sign == "-":
            return f"({left} - {right})", low - most, high - least
        if sign == "*":
            if max(-low, high) * max(-least, most) >= 1 << 63:
                left, low, high = f"({left} & 0xffff)", 0, 0xFFFF
            products = [x * y for x in (low, high) for y in (least, most)]
            return f"({left} * {right})", min(products), max(products)
        if sign in ("&", "|", "^"):
            bound = 1 << max(abs(each).bit_length() for each in (low, high, least, most)) + 1
            return f"({left} {sign} {right})", -bound, bound
        if low < 0:
            left, low, high = f"({left} & 0xffffff)", 0, 0xFFFFFF
        if sign in ("//", "%"):
            return f"({left} {sign} ({right} & 0xff | 1))", 0, high
        if sign == "<<":
            return f"({left} << ({right} & 15))", 0, high << 15
        return f"({left} >> ({right} & 63))", 0, high

    def index(self, depth: int, size: int) -> str:
        """Return an int below a power of two."""
        return f"{self.number_of(depth - 1)[0]} & {size - 1}"

    def set_of(self, depth: int) -> str:
        """Return a set."""
        kind = self.below(4) if depth <= 0 else self.below(14)
        if kind == 0:
            return self.choose("0", "1", "FULL", "EDGE", "0xf0f0")
        if kind < 4:
            return self.choose("A", "B", "C", "D")
        left = self.set_of(depth - 1)
        if kind == 4:
            return f"bit({self.number_of(depth - 1)[0]} & {self.cell})"
        if kind == 5:
            return f"T_SETS[{self.index(depth, 4)}]"
        if kind == 6:
            name = self.choose("A", "B", "C", "D")
            return f"({name} & -{name})"
        if kind == 7:
            return f"({self.choose('A', 'B')} & ({self.choose('C', 'EDGE')} - ({self.choose('B', 'D')} << 1)))"
        if kind == 8:
            name = self.choose("A", "B", "C", "D")
            count = self.number_of(0)[0]
            return f"(kth({name}, {count} & 31) if popc({name}) > ({count} & 31) else {left})"
        if kind == 9:
            count = self.choose("1", "8", str(self.cell), f"({self.number_of(0)[0]} & {self.cell})")
            return f"(({self.choose('A', 'EDGE', 'B')} << {count}) & {self.choose('FULL', 'EDGE', 'C')})"
        if kind == 10:
            return f"({left} >> ({self.number_of(0)[0]} & {self.cell}))"
        if kind == 11:
            return f"({self.choose('A', 'B', 'FULL')} & ~({left} ^ D))"
        if kind == 12:
            return f"({self.choose('A', 'D')} if {self.condition(depth - 1)} else {left})"
        return f"({left} {self.choose('&', '|', '^')} {self.choose('A', 'B', 'C', 'D')})"

    def comparison(self, depth: int) -> str:
        """Return a comparison."""
        if self.below(2):
            return f"{self.choose('A', 'B')} {self.choose('==', '!=')} {self.set_of(depth)}"
        signs = ("==", "!=", "<", "<=", ">", ">=")
        return f"{self.number_of(depth)[0]} {self.choose(*signs)} {self.number_of(depth)[0]}"

    def condition(self, depth: int) -> str:
        """Return a condition."""
        kind = self.below(6)
        if kind == 0:
            return self.choose("A", "B", "a", "b")
        if kind == 1 and depth > 0:
            return f"(not ({self.condition(depth - 1)}))"
        if kind < 4 and depth > 0:
            return f"({self.condition(depth - 1)} {self.choose('and', 'or')} {self.condition(depth - 1)})"
        return self.comparison(depth - 1)

    def block(self, depth: int, indent: int, loop: bool) -> None:
        """Write some statements."""
        for _ in range(1 + self.below(4)):
            self.statement(depth, "    " * indent, indent, loop)

    def statement(self, depth: int, space: str, indent: int, loop: bool) -> None:
        kind = self.below(10)
        write = self.lines.append
        if kind < 2:
            write(f"{space}{self.choose('A', 'B', 'C', 'D')} {self.choose('=', '&=', '|=', '^=')} {self.set_of(3)}")
        elif kind < 4:
            write(f"{space}{self.choose('a', 'b', 'c', 'd')} = {self.number_of(3)[0]}")
        elif kind == 4:
            array = self.choose("a_x", "a_y")
            value = self.choose(f"mix({self.number_of(1)[0]})", f"fold({self.set_of(1)})", self.number_of(2)[0])
            place, sign = self.choose((self.index(2, 8), "="), (self.index(0, 8), "^="))
            write(f"{space}{array}[{place}] {sign} {value}")
        elif kind == 5 and self.functions:
            name, shape = self.choose(*self.functions)
            targets = ("A", "b", "B, c", "C, d")[shape]
            write(
                f"{space}{targets} = {name}({self.set_of(1)}, {self.set_of(1)}, {self.number_of(1)[0]}, {self.number_of(1)[0]}, a_x)"
            )
        elif kind == 6 and loop:
            write(f"{space}if {self.condition(1)}:")
            write(f"{space}    {self.choose('break', 'continue')}")
        elif kind == 6:
            write(f"{space}if {self.condition(1)} and {self.condition(1)}:")
            write(f"{space}    return {self.result}")
        elif kind == 7 and not self.loops:
            write(f"{space}C = {self.set_of(1)}")
            write(f"{space}while C:")
            write(f"{space}    C = ((C << {self.choose(1, 9)}) | (C >> 1)) & {self.choose('A', 'B')} & (~D)")
            write(f"{space}    D = D | C")
        elif kind == 7 and depth > 0:
            self.number += 1
            counter = f"i{self.number}"
            write(f"{space}{counter} = 0")
            write(f"{space}while {counter} < {1 + self.below(6)}{self.choose('', ' and A', ' and a != b')}:")
            write(f"{space}    {counter} += 1")
            self.block(depth - 1, indent + 1, True)
        elif depth > 0:
            write(f"{space}if {self.condition(2)}:")
            self.block(depth - 1, indent + 1, loop)
            if self.below(2):
                write(f"{space}elif {self.condition(1)}:")
                self.block(depth - 1, indent + 1, loop)
            if self.below(2):
                write(f"{space}else:")
                self.block(depth - 1, indent + 1, loop)
        else:
            write(f"{space}store(a_y, {self.below(8 // self.words if self.words < 8 else 1)}, {self.set_of(2)})")

    def text(self) -> str:
        """Return a kernel: some functions, and ``run``, which stores all variables at its end."""
        full = (1 << 64 * self.words) - 1
        sets = [self.random.getrandbits(64 * self.words) for _ in range(5)]
        size = self.choose(7, 8, 15, 16, 39)
        values = [self.random.randrange(-(1 << size), 1 << size) for _ in range(8)]
        self.lines += ['"""A random kernel."""', f"WORDS = {self.words}", f"FULL = {full:#x}", f"EDGE = {sets[4]:#x}"]
        self.lines.append(f"T_SETS = ({', '.join(map(hex, sets[:4]))})")
        self.lines.append(f"t_values = ({', '.join(map(str, values))})")
        for _ in range(self.below(3)):
            name, shape = f"f{len(self.functions)}", self.below(4)
            self.lines += [
                f"def {name}(A, B, a, b, a_x):",
                "    C = A ^ B",
                "    D = A | B",
                "    c = a - b",
                "    d = 3",
            ]
            self.lines += [f"    a_y = [0] * {max(16, self.words)}"]
            low = f"({self.number_of(2)[0]} & {self.LIMIT - 1:#x})"
            value = f"A ^ {self.set_of(2)}"  # a set, even if what it ends with is a literal
            self.result = (value, low, f"{value}, {low}", f"C, {low}")[shape]
            self.block(1, 1, False)
            self.lines.append(f"    return {self.result}")
            self.functions.append((name, shape))
        self.result = "a ^ b"
        self.lines += ["def run(a_x, a, b):"]
        self.lines += [f"    {name} = load(a_x, {place * self.words})" for place, name in enumerate("ABCD")]
        self.lines += ["    c = a_x[0] & 0xffff", "    d = a_x[1] & 0xff", f"    a_y = [0] * {max(16, self.words)}"]
        self.block(3, 1, False)
        self.lines += [f"    store(a_x, {8 + place * self.words}, {name})" for place, name in enumerate("ABCD")]
        self.lines += [f"    a_x[{self.size - 20 + place}] = {name}" for place, name in enumerate("abcd")]
        self.lines += [f"    a_x[{self.size - 16 + place}] = a_y[{place}]" for place in range(16)]
        self.lines.append("    return a ^ b")
        return "\n".join(self.lines) + "\n"
