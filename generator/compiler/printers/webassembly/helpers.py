"""The intrinsics that are functions in WebAssembly, written in the language of kernels with sets of one word.

A set of several words is passed word by word. Where words are only used as numbers, their parameters are ints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.generator.compiler.kernel.language import Module, parse

_PLAIN = '''\
"""Intrinsics, and shifts by numbers that are not constants."""
WORDS = 1


def mixed(n):
    """``mix``: splitmix64's output."""
    n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9
    n = (n ^ (n >> 27)) * 0x94D049BB133111EB
    return n ^ (n >> 31)


def multiplied(n, m):
    """What ``digest`` makes of two words: the halves of their product joined."""
    m = m ^ 0xBF58476D1CE4E5B9
    a = n & 0xFFFFFFFF
    b = m & 0xFFFFFFFF
    c = n >> 32
    d = m >> 32
    middle = c * b + ((a * b) >> 32)
    other = a * d + (middle & 0xFFFFFFFF)
    return (n * m) ^ (c * d + (middle >> 32) + (other >> 32))


def picked(X, k):
    """``kth`` of a word: small numbers one by one, others by the counts of halves."""
    R = 1
    if k < 8:
        while k:
            X = X & (X - 1)
            k -= 1
        return X & -X
    c = popc(X & 0xFFFFFFFF)
    if k >= c:
        k -= c
        X = X >> 32
        R = 1 << 32
    c = popc(X & 0xFFFF)
    if k >= c:
        k -= c
        X = X >> 16
        R = R << 16
    c = popc(X & 0xFF)
    if k >= c:
        k -= c
        X = X >> 8
        R = R << 8
    while k:
        X = X & (X - 1)
        k -= 1
    return R << ctz(X)
'''

HELPERS = {
    "mix": "mixed",
    "fold": "folded",
    "digest": "digested",
    "kth": "picked",
    "ctz": "lowest",
    "msb": "highest",
    "<<": "shifted_up",
    ">>": "shifted_down",
}
"""The helper functions by the intrinsics and the operators that they implement."""


def helpers(words: int) -> Module:
    """Return the module of the helpers for sets of *words* words."""
    ints, others = [f"x{n}" for n in range(words)], [f"y{n}" for n in range(words)]
    lines = [
        f"def folded({', '.join(ints)}):",
        "    h = 0",
        *(f"    h = mixed(h ^ {word})" for word in ints),
        "    return h",
        f"def digested({', '.join([*ints, *others])}, n):",
        *(f"    n = multiplied({one} ^ n ^ 0x9E3779B97F4A7C15, {two})" for one, two in zip(ints, others, strict=True)),
        "    return n",
    ]
    if words == 1:
        return parse("\n".join([_PLAIN, *lines, ""]))
    return parse("\n".join([_PLAIN.replace("picked", "picked_word"), *lines, *_wide(words), ""]))


def _wide(words: int) -> Iterator[str]:
    """Yield the lines of the helpers on sets of several words."""
    sets, found = [f"X{n}" for n in range(words)], [f"R{n}" for n in range(words)]
    given, results = ", ".join(sets), ", ".join(found)
    yield f"def picked({given}, k):"
    for word, result in zip(sets, found, strict=True):
        yield f"    {result} = 0"
        yield "    if k >= 0:"
        yield f"        n = popc({word})"
        yield "        if k < n:"
        yield f"            {result} = picked_word({word}, k)"
        yield "        k -= n if k >= n else k + 1"
    yield f"    return {results}"
    for name, intrinsic, order in (("lowest", "ctz", 1), ("highest", "msb", -1)):
        yield f"def {name}({given}):"
        for number in range(words)[::order]:
            yield f"    if {sets[number]}:"
            yield f"        return {intrinsic}({sets[number]}) + {64 * number}"
        yield "    return 0"
    yield from _shift("shifted_up", sets, found, f"{words} - (n >> 6)", ("<<", ">>"), first=words, beside=-1)
    yield from _shift("shifted_down", sets, found, "n >> 6", (">>", "<<"), first=0, beside=1)


def _shift(
    name: str, sets: Sequence[str], found: Sequence[str], place: str, signs: tuple[str, str], *, first: int, beside: int
) -> Iterator[str]:
    """Yield the lines of a shift by ``n``: it stores a set among zeros and reads it from another index on.

    *place*: the expression of that index; *signs*: the shift operators of a word and of its neighbour; *first*: the
    index at which the set is stored; *beside*: the offset of the neighbour that supplies a word's missing bits.
    """
    one, other = signs
    yield f"def {name}({', '.join(sets)}, n):"
    yield f"    a_x = [0] * {2 * len(sets)}"
    for number, word in enumerate(sets):
        yield f"    store(a_x, {first + number}, {word})"
    yield f"    i = {place}"
    yield "    n = n & 63"
    yield "    m = 63 - n"
    for number, result in enumerate(found):
        yield f"    X = load(a_x, i + {number}) {one} n"
        yield f"    {result} = X | (load(a_x, i + {number + beside}) {other} 1 {other} m)"
    yield f"    return {', '.join(found)}"
