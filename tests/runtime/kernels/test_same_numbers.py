"""CPython and machine code give the same numbers for a kernel: for texts written by hand and for random ones."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.engines import need
from tilewright.generator.compiler.kernel.language import check
from tilewright.generator.compiler.printers.intrinsics import STEPS
from tilewright.generator.errors import SPENT, TOO_LONG, WORDS
from tilewright.runtime.kernels import native
from tilewright.runtime.kernels.native import native_kernel
from tilewright.runtime.kernels.python import python_kernel

WORD = (1 << 64) - 1
WIDTHS = (1, 2, 3, 6)


@pytest.fixture(autouse=True, scope="module")
def _native() -> None:
    need("native")


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")


def words_of(value: int, words: int) -> list[int]:
    """Return the words of a set, lowest first."""
    return [value >> 64 * n & WORD for n in range(words)]


def outcome(kernel: Any, name: str, values: list[int], *args: int) -> tuple[int, list[int]]:
    """Return the result of a function of an array and ints, and the array afterwards, modulo 2**64."""
    array = kernel.array(len(values))
    for place, value in enumerate(values):
        array[place] = value
    result = kernel.call(name, array, *args)
    return result & WORD, [word & WORD for word in array[:]]


def same(text: str, name: str, values: list[int], *args: int, pdep: bool | None = None) -> tuple[int, list[int]]:
    """Return the outcome that CPython and machine code have in common."""
    check(text)
    expected = outcome(python_kernel(text), name, values, *args)
    assert outcome(native_kernel(text, pdep=pdep), name, values, *args) == expected
    return expected


# Texts by hand

INTRINSICS = (
    '''"""Every intrinsic of the set in the words from 0 on; results from there on."""
WORDS = {words}

def all_of(a_x, k):
    X = load(a_x, 0)
    store(a_x, 0, kth(X, k))
    store(a_x, WORDS, bit(ctz(X)))
    store(a_x, 2 * WORDS, X & ~bit(msb(X)))
    a_x[3 * WORDS] = popc(X)
    a_x[3 * WORDS + 1] = mix(a_x[3 * WORDS + 1])
    a_x[3 * WORDS + 2] = fold(X)
    a_x[3 * WORDS + 3] = digest(X, kth(X, k), a_x[3 * WORDS + 1])
    return ctz(X) * 1000 + msb(X)
'''.replace("WORDS)", "words)")
    .replace("3 * WORDS", "{words3}")
    .replace("2 * WORDS", "{words2}")
    .replace("a_x, WORDS", "a_x, {words}")
)


@pytest.mark.parametrize("words", WIDTHS)
@pytest.mark.parametrize("pdep", [True, False])
def test_intrinsics(words: int, pdep: bool) -> None:
    """Each intrinsic is what it is said to be, in CPython, by the processor's instruction, and by a loop."""
    text = INTRINSICS.format(words=words, words2=2 * words, words3=3 * words)
    check(text)
    kernels = [python_kernel(text), native_kernel(text, pdep=pdep)]
    cells = 64 * words
    sets = [1, 1 << cells - 1, (1 << cells) - 1, 1 | 1 << cells - 1, 0x8001 << cells // 2 - 4, 0xF0F0F << cells - 30]
    for value in sets:
        members = [cell for cell in range(cells) if value >> cell & 1]
        for k in {0, 1, len(members) // 2, len(members) - 1}:
            if k >= len(members):
                continue
            seed = 0x9E3779B97F4A7C15 * (k + 1) & WORD
            given_words = [*words_of(value, words), *[0] * (2 * words + 1), seed, 0, 0]
            expected = outcome(kernels[0], "all_of", given_words, k)
            assert outcome(kernels[1], "all_of", given_words, k) == expected
            result, found = expected
            assert result == members[0] * 1000 + members[-1]
            assert found[:words] == words_of(1 << members[k], words)
            assert found[words : 2 * words] == words_of(1 << members[0], words)
            assert found[2 * words : 3 * words] == words_of(value ^ 1 << members[-1], words)
            assert found[3 * words] == len(members)


@pytest.mark.parametrize("words", WIDTHS)
def test_digest(words: int) -> None:
    """Two sets that differ in a cell, or that have changed places, have other digests, and so have other digests."""
    text = f'''"""A digest."""
WORDS = {words}
def digest_of(a_x, n):
    return digest(load(a_x, 0), load(a_x, {words}), n)
'''
    kernel = python_kernel(text)
    cells = 64 * words
    sets = [
        0,
        *(1 << cell for cell in range(0, cells, 7)),
        *((1 << cells) - 1 - (1 << cell) for cell in range(0, cells, 9)),
    ]
    numbers = [0, *(0xD1342543DE82EF95 * place & WORD >> 1 for place in range(1, 5))]
    given_to = [(one, other, number) for one in sets for other in sets[:9] for number in numbers]
    found = {
        outcome(kernel, "digest_of", [*words_of(one, words), *words_of(other, words)], number)[0] & WORD
        for one, other, number in given_to
    }
    assert len(found) == len(given_to)


def test_steps_add_up_and_end_the_program_where_they_are_spent() -> None:
    text = f'''"""Steps."""
WORDS = 1
def taken(a_err, n):
    charge(a_err, n)
    if a_err[{SPENT}] == n:
        a_err[0] = 7
    spend(a_err, 1)
    a_err[2] = 8
    return 9
'''
    assert same(text, "taken", [0] * WORDS, STEPS - 1) == (9, [7, STEPS, 8, 0])
    assert same(text, "taken", [0] * WORDS, STEPS) == (TOO_LONG & WORD, [7, STEPS + 1, 0, 0])


def test_mix_is_splitmix64() -> None:
    """The numbers are those of the published generator: its first outputs for seed 0."""
    text = '"""Splitmix64."""\nWORDS = 1\ndef next_of(a_s):\n    s = (a_s[0] + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF\n    a_s[0] = s\n    return mix(s)\n'
    state, found = [0], []
    for _ in range(3):
        result, state = same(text, "next_of", state)
        found.append(result)
    assert found == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


PLACING = '''"""Two players put stones on {cells} cells in turn; who has a line of three has won."""
WORDS = {words}
FULL = {full:#x}
T_LINES = ({lines})
golden = 0x9e3779b97f4a7c15

def won(X):
    i = 0
    while i < {count}:
        if not T_LINES[i] & ~X:
            return 1
        i += 1
    return 0

def leaves(X, Y, depth, a_ctl):
    if a_ctl[0]:
        return -8
    if won(Y) or X | Y == FULL:
        return 0
    M = FULL & ~(X | Y)
    if depth == 1:
        return popc(M)
    n = 0
    while M:
        C = M & -M
        M ^= C
        n += leaves(Y, X | C, depth - 1, a_ctl)
    return n

def perft(a_pos, depth, a_ctl):
    return leaves(load(a_pos, 0), load(a_pos, {words}), depth, a_ctl)

def turn(X, Y, s):
    """Return the boards after a random move, for the next player, whether it wins, and the generator."""
    s = (s + golden) & 0xffffffffffffffff
    M = FULL & ~(X | Y)
    n = popc(M)
    if n == 0:
        return X, Y, 1, s
    C = kth(M, ((mix(s) >> 32) * n) >> 32)
    X |= C
    return Y, X, 2 if won(X) else 0, s

def playouts(a_pos, games, first, seed, a_out):
    g = 0
    while g < games:
        X = load(a_pos, 0)
        Y = load(a_pos, {words})
        s = mix((seed ^ (first + g) * 0x2545f4914f6cdd1d) & 0xffffffffffffffff)
        p = 0
        e = 0
        while True:
            X, Y, e, s = turn(X, Y, s)
            if e == 1:
                break
            p += 1
            if e:
                e += p & 1
                break
        a_out[2 * g] = e
        a_out[2 * g + 1] = p
        g += 1
    return g
'''


def placing(words: int) -> str:
    """Return the game of placing on nine cells that are spread over all words."""
    bits = [cell * (64 * words - 1) // 8 for cell in range(9)]
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    masks = [sum(1 << bits[cell] for cell in line) for line in lines]
    full = sum(1 << bit for bit in bits)
    return PLACING.format(cells=9, words=words, full=full, lines=", ".join(map(hex, masks)), count=len(masks))


@pytest.mark.parametrize("words", WIDTHS)
def test_perft_of_a_placing_game(words: int) -> None:
    """Recursion, tables and loops: the numbers of tic-tac-toe's positions are known."""
    text = placing(words)
    check(text)
    for kernel, deepest in ((python_kernel(text), 4), (native_kernel(text), 9)):
        counts = [
            kernel.call("perft", kernel.array(2 * words), depth, kernel.array(1)) for depth in range(1, deepest + 1)
        ]
        assert counts == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872][:deepest]


@pytest.mark.parametrize("words", WIDTHS)
@pytest.mark.parametrize("pdep", [True, False])
def test_playouts_of_a_placing_game(words: int, pdep: bool) -> None:
    """The same seed gives the same games, move by move."""
    text = placing(words)
    found = []
    for kernel in (python_kernel(text), native_kernel(text, pdep=pdep)):
        out = kernel.array(400)
        assert kernel.call("playouts", kernel.array(2 * words), 200, 7, 42, out) == 200
        found.append(out[:])
    assert found[0] == found[1]
    assert set(found[0][::2]) == {1, 2, 3}
    assert set(found[0][1::2]) <= set(range(5, 10))


FLOW = '''"""What the language has beside sets."""
WORDS = {words}
T_SETS = ({sets})
t_byte = (1, -128, 127)
t_short = (1, -32768, 32767)
t_int = (1, -2147483648, 2147483647)
t_long = (1, -9223372036854775808, 9223372036854775807, 0xffffffffffffffff)
minus = -7

def even(n):
    return 1 if n == 0 else odd(n - 1)

def odd(n):
    if n == 0:
        return 0
    return even(n - 1)

def ends(X):
    if not X:
        return 0, 0, 0
    return X & -X, bit(msb(X)), popc(X)

def passed_on(X):
    return ends(X)

def fill(a_x, n):
    i = 0
    while i < n:
        a_x[i] += i * i
        i += 1

def sieve(n):
    a_s = [0] * 100
    i = 2
    c = 0
    while True:
        if i >= n:
            break
        if a_s[i]:
            i += 1
            continue
        c += 1
        j = i * i
        while j < n:
            a_s[j] = 1
            j += i
        i += 1
    return c

def fresh(n):
    s = 0
    while n:
        a_x = [0] * 3
        a_x[n % 3] += n
        s += a_x[0] * 100 + a_x[1] * 10 + a_x[2]
        n -= 1
    return s

def all_of(a_x, n):
    fill(a_x, 5)
    a_x[5] = even(n) * 10 + odd(n)
    a_x[6] = sieve(100)
    X, Y, c = passed_on(T_SETS[1] | T_SETS[2])
    a_x[7] = c
    a_x[8] = fold(X | Y)
    a_x[9] = (t_byte[1] + t_short[1] + t_int[1] + t_byte[2] + t_short[2] + t_int[2]) * 3 // 1 if n < 0 else -5
    a_x[10] = t_long[1] ^ t_long[2]
    a_x[11] = t_long[3]
    a_x[11] >>= 1
    a_x[12] = (a_x[11] & 0xffffffffffffffff) >> 60
    a_x[13] = minus * n - (n << 3)
    a_x[14] = (n == 4) + (n > 3) * 10 + (not n) * 100 + (n > 1 and n < 5) * 1000 + (n < 1 or n > 3) * 10000
    a_x[15] = n // 3 * 10 + n % 3
    a_x[16] = 1 if n > 3 and (X == Y or not Y & ~T_SETS[2]) else 0
    a_x[17] = popc(X if n & 1 else Y) + (ctz(Y) if Y else sieve(n))
    a_x[18] = fresh(n)
    a_x[19] |= 6
    a_x[19] &= ~0
    a_x[19] ^= 3
    a_x[19] -= 100
    a_x[19] *= -3
    a_x[19] //= 5
    a_x[19] %= 50
    a_x[19] <<= 2
    Z = T_SETS[0]
    Z |= X
    Z ^= Y
    Z <<= 1
    Z &= T_SETS[3]
    Z >>= 2
    a_x[20] = fold(Z)
    if n == 1:
        return -1
    elif n == 2:
        return 0x7fffffffffffffff
    elif n == 3:
        pass
    else:
        return n
    return a_x[11]
'''


@pytest.mark.parametrize("words", WIDTHS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7])
def test_flow(words: int, n: int) -> None:
    """Every statement and operator, with results that are known for some."""
    top = 1 << 64 * words - 1
    sets = (top | 5, 0x70 | top >> 3, 0x100 | top, (top << 1) - 1)
    text = FLOW.format(words=words, sets=", ".join(map(hex, sets)))
    result, found = same(text, "all_of", [0] * 21, n)
    assert found[:5] == [0, 1, 4, 9, 16]
    assert found[5] == (1 if n % 2 else 10)
    assert found[6] == 25
    assert found[7] == 6
    assert found[11] == (1 << 63) - 1
    assert found[12] == 7
    assert found[18] == sum(number * 10 ** (2 - number % 3) for number in range(1, n + 1))
    assert found[19] == ((6 ^ 3) - 100) * -3 // 5 % 50 * 4
    assert result == {1: WORD, 2: WORD >> 1, 3: WORD >> 1}.get(n, n)


def test_another_thread_stops_a_kernel() -> None:
    """A kernel lets other threads run, and sees what they write into a_ctl."""
    text = '"""A loop without end."""\nWORDS = 1\ndef wait(a_ctl):\n    n = 0\n    a_ctl[1] = 1\n    while not a_ctl[0]:\n        n += 1\n    return -8\n'
    check(text)
    for kernel in (python_kernel(text), native_kernel(text, ["wait"])):
        control: Any = kernel.array(2)
        results: list[int] = []
        thread = threading.Thread(
            target=lambda kernel=kernel, control=control, results=results: results.append(kernel.call("wait", control))
        )
        thread.start()
        while not control[1]:
            pass
        control[0] = 1
        thread.join()
        assert results == [-8]


# Random texts


class Author:
    """Writes random functions in the language. Ints carry the least and the greatest value that they can have."""

    LIMIT = 1 << 40

    def __init__(self, random: Random, words: int) -> None:
        self.random = random
        self.words = words
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
                f"fold({some})", f"mix({number})", f"digest({self.set_of(depth - 1)}, {some}, {number})"
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
            return f"bit({self.number_of(depth - 1)[0]} & 63)"
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
            count = self.choose("1", "8", "63", f"({self.number_of(0)[0]} & 63)")
            return f"(({self.choose('A', 'EDGE', 'B')} << {count}) & {self.choose('FULL', 'EDGE', 'C')})"
        if kind == 10:
            return f"({left} >> ({self.number_of(0)[0]} & 63))"
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
            self.lines += ["    a_y = [0] * 16"]
            self.block(1, 1, False)
            low = f"({self.number_of(2)[0]} & {self.LIMIT - 1:#x})"
            value = f"A ^ {self.set_of(2)}"  # a set, even if what it ends with is a literal
            result = (value, low, f"{value}, {low}", f"C, {low}")[shape]
            self.lines.append(f"    return {result}")
            self.functions.append((name, shape))
        self.lines += ["def run(a_x, a, b):"]
        self.lines += [f"    {name} = load(a_x, {place * self.words})" for place, name in enumerate("ABCD")]
        self.lines += ["    c = a_x[0] & 0xffff", "    d = a_x[1] & 0xff", "    a_y = [0] * 16"]
        self.block(3, 1, False)
        self.lines += [f"    store(a_x, {8 + place * self.words}, {name})" for place, name in enumerate("ABCD")]
        self.lines += [f"    a_x[{32 + place}] = {name}" for place, name in enumerate("abcd")]
        self.lines += [f"    a_x[{36 + place}] = a_y[{place}]" for place in range(16)]
        self.lines.append("    return a ^ b")
        return "\n".join(self.lines) + "\n"


@given(seed=st.integers(0, 1 << 32))
def test_random_kernels(seed: int) -> None:
    """Whatever a text computes: values, arrays, with loops and calls, in sets of each width, optimised fully or briefly."""
    random = Random(seed)
    words = random.choice(WIDTHS)
    text = Author(random, words).text()
    values = [random.getrandbits(random.choice((2, 20, 64))) for _ in range(52)]
    numbers = [random.randrange(-bound, bound) for bound in random.choices((4, 70, Author.LIMIT), k=2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "LARGE", random.choice((0, native.LARGE)))
        same(text, "run", values, *numbers, pdep=random.random() < 0.5)
