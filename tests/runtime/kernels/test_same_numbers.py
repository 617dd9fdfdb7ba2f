"""CPython, machine code and WebAssembly give the same numbers for a kernel: for texts by hand and for random ones."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.engines import need
from tests.support.random_kernels import Author
from tilewright.generator.compiler.kernel.language import check, parse
from tilewright.generator.compiler.printers import llvm
from tilewright.generator.compiler.printers.intrinsics import STEPS
from tilewright.generator.compiler.printers.llvm import assembly
from tilewright.generator.errors import SPENT, TOO_LONG, WORDS
from tilewright.runtime.kernels import native
from tilewright.runtime.kernels.native import native_kernel
from tilewright.runtime.kernels.python import python_kernel
from tilewright.runtime.kernels.wasm import wasm_kernel

WORD = (1 << 64) - 1
WIDTHS = (1, 2, 3, 6, 11, 65)


@pytest.fixture(autouse=True, scope="module")
def _native() -> None:
    need("native")
    need("wasm")


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
    """Return the outcome that CPython, machine code and WebAssembly have in common."""
    check(text)
    expected = outcome(python_kernel(text), name, values, *args)
    assert outcome(native_kernel(text, pdep=pdep), name, values, *args) == expected
    assert outcome(wasm_kernel(text, [name]), name, values, *args) == expected
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
    kernels = [python_kernel(text), native_kernel(text, pdep=pdep), wasm_kernel(text, ["all_of"])]
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
            for kernel in kernels[1:]:
                assert outcome(kernel, "all_of", given_words, k) == expected
            result, found = expected
            assert result == members[0] * 1000 + members[-1]
            assert found[:words] == words_of(1 << members[k], words)
            assert found[words : 2 * words] == words_of(1 << members[0], words)
            assert found[2 * words : 3 * words] == words_of(value ^ 1 << members[-1], words)
            assert found[3 * words] == len(members)


SHIFTS = (0, 1, 7, 63, 64, 65, 130)


def operators(words: int) -> str:
    """Return a text with all operators on two sets; what they give is stored after these, set by set."""
    found = ["X & (X - 1)", "X & -X", "Y & (X - Y)", "-X & Y", "X & Y", "X | Y", "X ^ Y", "X & ~Y", "X << k", "X >> k"]
    found += ["X if X == Y else Y", "Y if X != Y else X", "X if Y else Y", "Y if not Y else X"]
    found += [f"X {sign} {by}" for by in SHIFTS if by < 64 * words for sign in ("<<", ">>")]
    lines = [f"    store(a_x, {words * place}, {value})" for place, value in enumerate(found, 2)]
    head = f'"""All operators."""\nWORDS = {words}\ndef all_of(a_x, k):\n    X = load(a_x, 0)\n    Y = load(a_x, {words})\n'
    return head + "\n".join(lines) + "\n    return 1\n"


@pytest.mark.parametrize("words", WIDTHS)
def test_operators(words: int) -> None:
    text = operators(words)
    check(text)
    kernels = [python_kernel(text), native_kernel(text), wasm_kernel(text, ["all_of"])]
    cells, random = 64 * words, Random(words)
    sets = [0, 1, 1 << cells - 1, (1 << cells) - 1, 1 << cells // 2, *(random.getrandbits(cells) for _ in range(3))]
    for first in sets:
        for second in (first, *sets[:4]):
            values = [*words_of(first, words), *words_of(second, words), *[0] * (30 * words)]
            for by in (0, 5, 63, cells - 1):
                expected = outcome(kernels[0], "all_of", values, by)
                for kernel in kernels[1:]:
                    assert outcome(kernel, "all_of", values, by) == expected


@pytest.mark.parametrize(("words", "lanes"), [(2, 2), (3, 4), (5, 8), (65, 128)])
def test_sets_of_three_words_are_vectors(words: int, lanes: int) -> None:
    """A vector has a power of two of lanes, because LLVM passes others to functions word by word."""
    text = f'''"""What carries nothing from word to word."""
WORDS = {words}
def run(a_x, i):
    X = load(a_x, 0)
    Y = kth(X, i) | X << 70 ^ bit(i)
    while Y:
        store(a_x, ctz(Y & -Y), X if X == Y else Y & ~X)
        Y = Y & (Y - 1)
    return popc(X) + msb(X)
'''
    printed = assembly(parse(text), ["run"])
    assert (f"i{64 * words}" in printed) is (words == 2)
    assert (f"define internal <{lanes} x i64> @bit(" in printed) is (words > 2)


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
    for kernel, deepest in ((python_kernel(text), 4), (native_kernel(text), 9), (wasm_kernel(text), 8)):
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
    for kernel in (python_kernel(text), native_kernel(text, pdep=pdep), wasm_kernel(text)):
        out = kernel.array(400)
        assert kernel.call("playouts", kernel.array(2 * words), 200, 7, 42, out) == 200
        found.append(out[:])
    assert found[0] == found[1] == found[2]
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
    for kernel in (python_kernel(text), native_kernel(text, ["wait"]), wasm_kernel(text, ["wait"])):
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


@given(seed=st.integers(0, 1 << 32))
def test_random_kernels(seed: int) -> None:
    """Whatever a text computes: values, arrays, with loops and calls, in sets of each width, optimised fully or briefly."""
    random = Random(seed)
    words = random.choice(WIDTHS)
    author = Author(random, words)
    text = author.text()
    values = [random.getrandbits(random.choice((2, 20, 64))) for _ in range(author.size)]
    numbers = [random.randrange(-bound, bound) for bound in random.choices((4, 70, Author.LIMIT), k=2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "LARGE", random.choice((0, native.LARGE)))
        middle = random.choice((range(0), range(native.LARGE)))
        patch.setattr(native, "MIDDLE", middle)
        patch.setattr(llvm, "MIDDLE", middle)
        same(text, "run", values, *numbers, pdep=random.random() < 0.5)
