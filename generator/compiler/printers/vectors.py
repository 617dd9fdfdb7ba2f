"""Wide sets in LLVM's assembly language: vectors of words.

LLVM splits an integer of many words into words, and does so slowly and word by word. A vector becomes few instructions
on vector registers, whose shifts by a constant move whole words between lanes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

LEAST = 3
"""The fewest words of a set that is a vector; narrower ones are integers, which general registers hold."""

_WORD = (1 << 64) - 1


def is_vector(words: int) -> bool:
    """Return whether a set of so many words is a vector."""
    return words >= LEAST


def lanes(words: int) -> int:
    """Return the lanes of a vector for so many words: a power of two, since LLVM passes other vectors word by word."""
    return 1 << (words - 1).bit_length()


def set_type(words: int) -> str:
    """Return the type of a set: a vector of words, or an integer."""
    return f"<{lanes(words)} x i64>" if is_vector(words) else f"i{64 * words}"


@lru_cache(1 << 10)
def constant(value: int, words: int) -> str:
    """Return a constant set."""
    value &= (1 << 64 * words) - 1
    return _vector("i64", padded(value, words)) if value else "zeroinitializer"


def padded(value: int, words: int) -> Iterator[int]:
    """Yield what stands in each lane of a set."""
    return (value >> 64 * n & _WORD for n in range(lanes(words)))


def everything(words: int) -> str:
    """Return the constant set of all cells, which keeps the lanes beyond a set's words empty."""
    return constant(-1, words)


def moved(words: int, by: int) -> str:
    """Return the mask of the shuffle of a set with the empty set that moves words *by* lanes up, or down."""
    empty = lanes(words)
    return _vector("i32", (n - by if n < words and 0 <= n - by < words else empty for n in range(empty)))


def loading(words: int) -> str:
    """Return the lines that load ``%X``, a set, from the words at ``%p``."""
    t = set_type(words)
    if not is_vector(words) or lanes(words) == words:
        return f"  %X = load {t}, ptr %p, align 8\n"
    narrow = f"<{words} x i64>"
    order = _vector("i32", (min(n, words) for n in range(lanes(words))))
    return f"""\
  %words.p = load {narrow}, ptr %p, align 8
  %X = shufflevector {narrow} %words.p, {narrow} zeroinitializer, <{lanes(words)} x i32> {order}
"""


def storing(words: int) -> str:
    """Return the lines that store ``%X``, a set, into the words at ``%p``."""
    t = set_type(words)
    if not is_vector(words) or lanes(words) == words:
        return f"  store {t} %X, ptr %p, align 8\n"
    narrow = f"<{words} x i64>"
    return f"""\
  %words.p = shufflevector {t} %X, {t} poison, <{words} x i32> {_vector("i32", range(words))}
  store {narrow} %words.p, ptr %p, align 8
"""


def _vector(type_: str, values: Iterable[int]) -> str:
    return f"<{', '.join(f'{type_} {value}' for value in values)}>"


def definitions(words: int) -> dict[str, str]:
    """Return the definitions of intrinsics on sets that are vectors, and of the functions that stand for operators:

    ``set.some`` is whether a set has a cell, ``set.lowest`` the set of its lowest cell or of none, ``set.rest`` the set
    without that cell, ``set.up`` and ``set.down`` shift a set by a number that is not constant.
    """
    count = lanes(words)
    t, bits = set_type(words), 64 * count
    order = _vector("i64", range(count))
    first = f"""\
  %filled = icmp ne {t} %X, zeroinitializer
  %which = bitcast <{count} x i1> %filled to i{count}
  %least = call i{count} @llvm.cttz.i{count}(i{count} %which, i1 false)
{_resized("%least", "%lane", count)}
"""
    declared = f"declare i{count} @llvm.cttz.i{count}(i{count}, i1)\n"
    here = f"""\
  %laned = insertelement {t} poison, i64 %lane, i64 0
  %everywhere = shufflevector {t} %laned, {t} poison, <{count} x i32> zeroinitializer
  %here = icmp eq {t} {order}, %everywhere
"""
    lowest = f"""\
{first}{here}  %minus = sub {t} zeroinitializer, %X
  %last = and {t} %X, %minus
  %low = select <{count} x i1> %here, {t} %last, {t} zeroinitializer
"""
    placed = f"""\
{here}  %worded = insertelement {t} poison, i64 %word, i64 0
  %words = shufflevector {t} %worded, {t} poison, <{count} x i32> zeroinitializer
  %r = select <{count} x i1> %here, {t} %words, {t} zeroinitializer
  ret {t} %r
"""
    shifts = {
        name: f"""\
define internal {t} @{name}({t} %X, i64 %n) nounwind {{
  %wide = bitcast {t} %X to i{bits}
  %by = zext i64 %n to i{bits}
  %moved = {operation} i{bits} %wide, %by
  %all = bitcast i{bits} %moved to {t}
  %r = and {t} %all, {everything(words)}
  ret {t} %r
}}
"""
        for name, operation in (("set.up", "shl"), ("set.down", "lshr"))
    }
    return shifts | {
        "set.some": f"""\
define internal i1 @set.some({t} %X) alwaysinline nounwind {{
  %filled = icmp ne {t} %X, zeroinitializer
  %which = bitcast <{count} x i1> %filled to i{count}
  %r = icmp ne i{count} %which, 0
  ret i1 %r
}}
""",
        "set.lowest": f"""\
{declared}define internal {t} @set.lowest({t} %X) alwaysinline nounwind {{
{lowest}  ret {t} %low
}}
""",
        "set.rest": f"""\
{declared}define internal {t} @set.rest({t} %X) alwaysinline nounwind {{
{lowest}  %r = xor {t} %X, %low
  ret {t} %r
}}
""",
        "popc": f"""\
declare {t} @llvm.ctpop.v{count}i64({t})
declare i64 @llvm.vector.reduce.add.v{count}i64({t})
define internal i64 @popc({t} %X) alwaysinline nounwind {{
  %n = call {t} @llvm.ctpop.v{count}i64({t} %X)
  %r = call i64 @llvm.vector.reduce.add.v{count}i64({t} %n)
  ret i64 %r
}}
""",
        "ctz": f"""\
{declared}declare i64 @llvm.cttz.i64(i64, i1)
define internal i64 @ctz({t} %X) alwaysinline nounwind {{
{first}  %word = extractelement {t} %X, i64 %lane
  %low = call i64 @llvm.cttz.i64(i64 %word, i1 false)
  %high = shl i64 %lane, 6
  %r = or i64 %high, %low
  ret i64 %r
}}
""",
        "msb": f"""\
declare i{count} @llvm.ctlz.i{count}(i{count}, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
define internal i64 @msb({t} %X) alwaysinline nounwind {{
  %filled = icmp ne {t} %X, zeroinitializer
  %which = bitcast <{count} x i1> %filled to i{count}
  %zeros = call i{count} @llvm.ctlz.i{count}(i{count} %which, i1 false)
{_resized("%zeros", "%above", count)}
  %lane = sub i64 {count - 1}, %above
  %word = extractelement {t} %X, i64 %lane
  %z = call i64 @llvm.ctlz.i64(i64 %word, i1 false)
  %low = sub i64 63, %z
  %high = shl i64 %lane, 6
  %r = or i64 %high, %low
  ret i64 %r
}}
""",
        "bit": f"""\
define internal {t} @bit(i64 %i) alwaysinline nounwind {{
  %lane = lshr i64 %i, 6
  %low = and i64 %i, 63
  %word = shl i64 1, %low
{placed}}}
""",
        "kth": _kth(words, placed),
    }


def _resized(name: str, result: str, have: int) -> str:
    """Return the line that converts a number of *have* bits to one of 64 bits."""
    if have == 64:
        return f"  {result} = or i64 {name}, 0"
    return f"  {result} = {'trunc' if have > 64 else 'zext'} i{have} {name} to i64"


def _kth(words: int, placed: str) -> str:
    """Return ``kth``: the word that has the cell is found from the bit counts of the words, without a branch."""
    t = set_type(words)
    lines = [
        f"declare {t} @llvm.ctpop.v{lanes(words)}i64({t})",
        f"define internal {t} @kth({t} %X, i64 %k) nounwind {{",
        f"  %counts = call {t} @llvm.ctpop.v{lanes(words)}i64({t} %X)",
        f"  %w0 = extractelement {t} %X, i64 0",
        f"  %n0 = extractelement {t} %counts, i64 0",
    ]
    word, size, count, lane = "%w0", "%n0", "%k", "0"
    for n in range(1, words):
        lines += [
            f"  %w{n} = extractelement {t} %X, i64 {n}",
            f"  %n{n} = extractelement {t} %counts, i64 {n}",
            f"  %m{n} = icmp uge i64 {count}, {size}",
            f"  %d{n} = sub i64 {count}, {size}",
            f"  %c{n} = select i1 %m{n}, i64 %d{n}, i64 {count}",
            f"  %v{n} = select i1 %m{n}, i64 %w{n}, i64 {word}",
            f"  %s{n} = select i1 %m{n}, i64 %n{n}, i64 {size}",
            f"  %l{n} = select i1 %m{n}, i64 {n}, i64 {lane}",
        ]
        word, size, count, lane = f"%v{n}", f"%s{n}", f"%c{n}", f"%l{n}"
    lines += [f"  %lane = or i64 {lane}, 0", f"  %word = call i64 @kth.word(i64 {word}, i64 {count})", f"{placed}}}"]
    return "\n".join([*lines, ""])
