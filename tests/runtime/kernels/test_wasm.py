"""Kernels as WebAssembly: what is refused, what traps, and that a module works on after that."""

from __future__ import annotations

import gc
import subprocess
import sys
from random import Random

import pytest

from tests.support.engines import need
from tests.support.places import ROOT
from tilewright.generator.compiler.kernel.language import check, parse
from tilewright.generator.compiler.kernel.nodes import KernelError
from tilewright.generator.compiler.printers.webassembly import webassembly
from tilewright.generator.compiler.printers.webassembly.occupied import occupied, tables_in
from tilewright.generator.compiler.printers.webassembly.sharing import shared
from tilewright.generator.errors import TOO_DEEP
from tilewright.runtime import load
from tilewright.runtime.kernels import wasm
from tilewright.runtime.kernels.python import python_kernel
from tilewright.runtime.kernels.wasm import WasmKernel, WasmUnavailable, wasm_kernel

WORD = (1 << 64) - 1

TEXT = '''"""Functions that go wrong, and one that does not."""
WORDS = 1

def sum_to(n):
    return n + sum_to(n - 1) if n else 0

def filled(n):
    a_x = [0] * 1000
    a_x[0] = n
    return filled(n - 1) + a_x[0] if n else 0

def order(a_x):
    a_x[a_x[0]] = changed(a_x)
    return a_x[1] * 10 + a_x[2]

def changed(a_x):
    a_x[0] = 2
    return 7

def cells(X):
    return popc(X)

def pair(n):
    return n, n

def wide(A):
    return 1
'''


@pytest.fixture
def kernel() -> WasmKernel:
    need("wasm")
    return wasm_kernel(TEXT, ["sum_to", "filled", "order"])


@pytest.mark.parametrize("name", ["sum_to", "filled"])
def test_what_goes_too_deep_is_an_error_and_the_module_works_on(kernel: WasmKernel, name: str) -> None:
    """Be it on the machine's stack or on that of local arrays, as often as one likes."""
    for _ in range(3):
        assert kernel.call(name, 10_000_000 if name == "sum_to" else 100_000) == TOO_DEEP
        assert kernel.call(name, 100) == 5050


def test_there_is_room_for_the_arrays_of_functions_that_call_one_another() -> None:
    """However large these are."""
    need("wasm")
    parts = [
        f"def f{n}(k):\n    a_x = [0] * 65536\n    a_x[k] = {n}\n    t = f{n + 1}(k)\n    return t + a_x[k]\n"
        for n in range(4)
    ]
    text = "\n".join(["WORDS = 1\n", *parts, "def f4(k):\n    return k\n"])
    kernel = wasm_kernel(text, ["f0"])
    assert kernel.call("f0", 0) == 6 and kernel.call("f0", 65_535) == 65_541


def test_the_value_is_found_before_the_place(kernel: WasmKernel) -> None:
    values = [1, 0, 0]
    array, words = kernel.array(3), [*values]
    array[:] = values
    assert python_kernel(TEXT).call("order", words) == kernel.call("order", array) == 7
    assert array[:] == words


def test_arrays_are_zero_and_stand_in_the_memory_of_their_kernel(kernel: WasmKernel) -> None:
    array = kernel.array(100)
    place = array.place
    array[:] = [7] * 100
    del array
    gc.collect()
    again = kernel.memory(90)
    assert again.place == place and set(again) == {0}, "the memory of what is gone is used again"
    other = wasm_kernel(TEXT, ["order"])
    for stranger in (other.array(3), [0] * 3):
        with pytest.raises(TypeError, match="arrays that it has made"):
            kernel.call("order", stranger)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    need("wasm")
    monkeypatch.setattr(wasm, "MOST_MEMORY", 1 << 25)
    kernel = wasm_kernel(TEXT, ["order"])
    with pytest.raises(MemoryError, match="33554432 bytes"):
        kernel.array(1 << 22)
    assert len(kernel.array(1 << 20)) == 1 << 20


@pytest.mark.parametrize("name", ["cells", "pair", "nobody"])
def test_what_cannot_be_called_from_outside_is_refused(name: str) -> None:
    with pytest.raises(KernelError, match=f"{name}"):
        webassembly(parse(TEXT), [name])


def test_sets_of_too_many_words_are_refused() -> None:
    text = '"""Large."""\nWORDS = 256\ndef f(A, B, C, D):\n    return popc(A & B | C & D)\ndef g(a_x):\n    return f(load(a_x, 0), load(a_x, 1), load(a_x, 2), load(a_x, 3))\n'
    with pytest.raises(KernelError, match="too large for WebAssembly"):
        webassembly(check(text), ["g"])


MANY = '''"""What is done with sets of many words."""
WORDS = {words}
FULL = {full:#x}

def run(a_x, n, k):
    A = load(a_x, 0)
    B = load(a_x, {words})
    C = (A << n) & FULL | B >> n
    C ^= (A << 1) & FULL | B >> 65
    D = A & (B - A) | FULL & -B
    D ^= kth(A, k) | A & -A | bit(n)
    D = D if A == B or C else ~D & FULL
    store(a_x, 0, C)
    store(a_x, {words}, D)
    return digest(C, D, fold(A)) ^ popc(C) ^ ctz(A) ^ msb(B)
'''


@pytest.mark.parametrize("words", [9, 16, 64])
def test_sets_of_many_words(words: int) -> None:
    """They are what CPython computes, and the bytes are the same whenever they are made."""
    need("wasm")
    random = Random(words)
    text = MANY.format(words=words, full=(1 << 64 * words) - 1)
    check(text)
    kernels = python_kernel(text), wasm_kernel(text, ["run"])
    for _ in range(30):
        values = [random.getrandbits(64) & random.choice((0, WORD, 1 << 63)) for _ in range(2 * words)]
        values[random.randrange(words)] |= 0xFF0
        values[-1] |= 1
        count, number = random.choice((0, 1, 63, 64, 64 * words - 1, random.randrange(64 * words))), random.randrange(8)
        found = []
        for kernel in kernels:
            array = kernel.array(len(values))
            array[:] = values
            result = kernel.call("run", array, count, number)
            found.append([word & WORD for word in (result, *array[:])])
        assert found[0] == found[1]
    assert webassembly(check(text), ["run"]) == webassembly(check(text), ["run"])


EMPTY = '''"""Sets some of whose words are always empty, and variables that need not stand in places of their own."""
WORDS = 4
T_LOW = (1, 6)
T_HIGH = (0x100000000000000000000000000000000000000000000000000, 0x400000000000000000000000000000000)

def pair(A):
    return A, popc(A)

def run(a_x, n, k):
    A = load(a_x, 0)
    L = A & 0xFFFF
    U = L << 60
    V = U << 60 | T_LOW[n & 1]
    W = T_HIGH[n & 1] if k else U >> 70
    N = 0
    P = N
    i = 0
    while i < 5:
        P = P | N << 64
        N = L
        i = i + 1
    X, m = pair(P)
    while k:
        L, U = swapped(L, U)
        Z = kth(L | V, k & 1)
        V = V ^ Z
        k = k - 1
    Y = V & ~W
    store(a_x, 0, L ^ W)
    store(a_x, 4, U | N)
    store(a_x, 8, X)
    store(a_x, 12, Y)
    return m + popc(A & -A)

def swapped(A, B):
    return B, A
'''


def test_words_that_are_always_empty_are_known() -> None:
    """A variable has those of all that it is assigned, in loops as far as they grow; what a call gives may have any."""
    module = check(EMPTY.replace("L, U = swapped(L, U)", "L = L | L >> 64"))
    tables = tables_in(module.names.tables, 4)
    assert tables == {"T_LOW": 0b0001, "T_HIGH": 0b1100}
    assert occupied(module.function("run"), tables, 4) == {
        "A": 0b1111, "L": 0b0001, "U": 0b0011, "V": 0b0111, "W": 0b1101, "N": 0b0001, "P": 0b0011, "X": 0b1111,
        "Y": 0b0111, "Z": 0b0111,
    }  # fmt: skip
    assert set(occupied(check(EMPTY).function("run"), tables, 4).values()) == {0b1111}


def test_variables_that_are_needed_at_once_stand_apart() -> None:
    """Others share."""
    function = check(EMPTY).function("run")
    needs = {name: 4 if name[0].isupper() else 1 for name in function.locals}
    places = shared(function, {"n": [1], "k": [2]}, needs, 3)
    assert all(len(set(places[name])) == need for name, need in needs.items())
    for one, other in (("L", "U"), ("L", "V"), ("V", "W"), ("N", "P"), ("N", "i"), ("X", "V"), ("L", "N")):
        assert not set(places[one]) & set(places[other]), (one, other)
    assert len({place for each in places.values() for place in each}) < sum(needs.values())


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("k", [0, 1, 4])
def test_what_is_left_out_changes_nothing(n: int, k: int) -> None:
    need("wasm")
    found = []
    for kernel in (python_kernel(EMPTY), wasm_kernel(EMPTY, ["run"])):
        array = kernel.array(16)
        array[:] = [0x8421, 5, 0, 1 << 63, *[9] * 12]
        found.append([kernel.call("run", array, n, k), *array[:]])
    assert [each & WORD for each in found[0]] == [each & WORD for each in found[1]]


def test_without_wasmtime_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with pytest.raises(WasmUnavailable, match="pip install 'wasmtime"):
        wasm_kernel(TEXT, ["order"])
    with pytest.raises(WasmUnavailable, match="pip install 'wasmtime"):
        load("tic-tac-toe", "wasm")


def test_a_module_comes_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    need("wasm")
    wasm_kernel(TEXT, ["order"])

    def fails(*_: object) -> bytes:
        raise AssertionError("it is made again")

    monkeypatch.setattr(wasm, "webassembly", fails)
    kernel = wasm_kernel(TEXT, ["order"])
    assert kernel.call("order", kernel.array(3)) == 7


def test_the_process_ends_in_silence() -> None:
    """What holds memory of a kernel to the end disturbs nobody."""
    need("wasm")
    program = "from tilewright import load\nfrom tilewright.runtime.search.uct import TreeSearch\ntree = TreeSearch(load('tic-tac-toe', 'wasm').initial_state())\nprint(tree.run(visits=50).visits)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (ended.stdout, ended.stderr) == ("50\n", "")
