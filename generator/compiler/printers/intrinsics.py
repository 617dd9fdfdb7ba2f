"""The intrinsics, functions that every kernel may call: as Python source and in LLVM's assembly language.

The two agree for all arguments that the contract allows: ``ctz`` and ``msb`` of a non-empty set, ``kth`` of a set with
more than k cells, indices within arrays.
"""

from __future__ import annotations

from tilewright.generator.compiler.printers import vectors
from tilewright.generator.errors import SPENT

STEPS = 1 << 25
"""The most steps that a program may take for one position."""

WIDE = 16
"""The words of a set from which on the time of a step grows in proportion to them."""

_PRELUDE = '''\
"""What kernels are made of, for sets of {bits} cells: numbers whose bit i stands for cell i."""


def popc(X):
    """Return how many cells a set has."""
    return X.bit_count()


def ctz(X):
    """Return the lowest cell of a set that is not empty."""
    return (X & -X).bit_length() - 1


def msb(X):
    """Return the highest cell of a set that is not empty."""
    return X.bit_length() - 1


def kth(X, k):
    """Return the set of only the k-th lowest cell, counted from 0, of a set that has more than k."""
    while k:
        X &= X - 1
        k -= 1
    return X & -X


def bit(i):
    """Return the set of only cell i."""
    return 1 << i


def load(words, i):
    """Return the set that stands in an array from word i on, its lowest cells first."""
    return {load}


def store(words, i, X):
    """Put a set into an array from word i on, its lowest cells first."""
{store}


def mix(n):
    """Return splitmix64's output for a number: 64 bits, each of which depends on all bits of n."""
    n &= 0xFFFFFFFFFFFFFFFF
    n = ((n ^ (n >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    n = ((n ^ (n >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return n ^ (n >> 31)


def fold(X):
    """Return a number of 64 bits for a set: different for different sets, but by rare chance."""
    h = 0
    for shift in range(0, {bits}, 64):
        h = mix(h ^ (X >> shift & 0xFFFFFFFFFFFFFFFF))
    return h


def digest(X, Y, n):
    """Return a number of 64 bits for two sets and 0 or another digest: different for others, but by rare chance."""
    for shift in range(0, {bits}, 64):
        left = (X >> shift ^ n ^ 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        right = (Y >> shift ^ 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        n = (left * right ^ left * right >> 64) & 0xFFFFFFFFFFFFFFFF
    return n


def here():
    """Return where the stack of calls ends, which grows downwards; calls of Python have none: 0."""
    return 0


def spend(errors, n):
    """Take steps for a position, and end the program if these are too many."""
    errors[{spent}] += n
    if errors[{spent}] > {steps}:
        raise RuntimeError("the rules take too many steps")


def charge(errors, n):
    """Take steps for a position; whether these are too many is found out when others are spent."""
    errors[{spent}] += n
'''


def prelude(words: int) -> str:
    """Return the Python source of the intrinsics for sets of *words* words, as a self-contained text."""
    loads = [_shifted(f"(words[{_place(n)}] & 0xFFFFFFFFFFFFFFFF)", "<<", n) for n in range(words)]
    stores = [f"    words[{_place(n)}] = {_shifted('X', '>>', n)} & 0xFFFFFFFFFFFFFFFF" for n in range(words)]
    load = loads[0][1:-1] if words == 1 else "(\n        " + "\n        | ".join(loads) + "\n    )"
    return _PRELUDE.format(bits=64 * words, load=load, store="\n".join(stores), spent=SPENT, steps=most_steps(words))


def most_steps(words: int) -> int:
    """Return the most steps that a program with sets of *words* words may take for one position."""
    return STEPS // max(1, words // WIDE)


def _place(word: int) -> str:
    return f"i + {word}" if word else "i"


def _shifted(text: str, sign: str, word: int) -> str:
    return f"({text} {sign} {64 * word})" if word else text


def definitions(words: int, pdep: bool) -> dict[str, str]:
    """Return the definition of each intrinsic, for sets of *words* words, in LLVM's assembly language.

    With *pdep*, ``kth`` uses the instruction PDEP (x86, BMI2); without, it clears the lowest bit k times.
    """
    t = vectors.set_type(words)
    found = {
        "load": f"""\
define internal {t} @load(ptr %words, i64 %i) alwaysinline nounwind {{
  %p = getelementptr i64, ptr %words, i64 %i
{vectors.loading(words)}  ret {t} %X
}}
""",
        "store": f"""\
define internal void @store(ptr %words, i64 %i, {t} %X) alwaysinline nounwind {{
  %p = getelementptr i64, ptr %words, i64 %i
{vectors.storing(words)}  ret void
}}
""",
        "mix": f"""\
define internal i64 @mix(i64 %n) alwaysinline nounwind {{
  %a = lshr i64 %n, 30
  %b = xor i64 %n, %a
  %c = mul i64 %b, {0xBF58476D1CE4E5B9 - (1 << 64)}
  %d = lshr i64 %c, 27
  %e = xor i64 %c, %d
  %f = mul i64 %e, {0x94D049BB133111EB - (1 << 64)}
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  ret i64 %h
}}
""",
        "fold": _fold(words),
        "digest": _digest(words),
        "here": """\
define internal i64 @here() alwaysinline nounwind {
  %p = alloca i8
  %r = ptrtoint ptr %p to i64
  ret i64 %r
}
""",
        "charge": f"""\
define internal void @charge(ptr %errors, i64 %n) alwaysinline nounwind {{
  %p = getelementptr i64, ptr %errors, i64 {SPENT}
  %before = load i64, ptr %p
  %after = add i64 %before, %n
  store i64 %after, ptr %p
  ret void
}}
""",
        "kth.word": _PDEP if pdep else _SEARCH,
    }
    return found | (vectors.definitions(words) if vectors.is_vector(words) else _on_integers(words))


def _on_integers(words: int) -> dict[str, str]:
    """Return the definitions of the intrinsics that treat sets as integers."""
    bits = 64 * words
    i = f"i{bits}"
    return {
        "popc": f"""\
declare {i} @llvm.ctpop.{i}({i})
define internal i64 @popc({i} %X) alwaysinline nounwind {{
  %n = call {i} @llvm.ctpop.{i}({i} %X)
{_resized("%n", bits, 64)}
  ret i64 %r
}}
""",
        "ctz": f"""\
declare {i} @llvm.cttz.{i}({i}, i1)
define internal i64 @ctz({i} %X) alwaysinline nounwind {{
  %n = call {i} @llvm.cttz.{i}({i} %X, i1 false)
{_resized("%n", bits, 64)}
  ret i64 %r
}}
""",
        "msb": f"""\
declare {i} @llvm.ctlz.{i}({i}, i1)
define internal i64 @msb({i} %X) alwaysinline nounwind {{
  %z = call {i} @llvm.ctlz.{i}({i} %X, i1 false)
  %n = sub {i} {bits - 1}, %z
{_resized("%n", bits, 64)}
  ret i64 %r
}}
""",
        "bit": f"""\
define internal {i} @bit(i64 %i) alwaysinline nounwind {{
{_resized("%i", 64, bits)}
  %X = shl {i} 1, %r
  ret {i} %X
}}
""",
        "kth": _kth(words),
    }


USES = {"fold": "mix", "kth": "kth.word"}
"""For some definitions another one that they call."""


def _resized(name: str, have: int, need: int) -> str:
    """Return the line that converts a number of *have* bits to ``%r`` with *need* bits."""
    if have == need:
        return f"  %r = or i{need} {name}, 0"
    return f"  %r = {'trunc' if have > need else 'zext'} i{have} {name} to i{need}"


def _word(words: int, number: int, of: str, name: str) -> list[str]:
    """Return the lines that give a word of a set a name."""
    type_ = vectors.set_type(words)
    if vectors.is_vector(words):
        return [f"  {name} = extractelement {type_} {of}, i64 {number}"]
    shifted = f"{name}.s"
    trunc = f"trunc {type_} {shifted} to i64" if words > 1 else f"or i64 {shifted}, 0"
    return [f"  {shifted} = lshr {type_} {of}, {64 * number}", f"  {name} = {trunc}"]


def _fold(words: int) -> str:
    lines = [f"define internal i64 @fold({vectors.set_type(words)} %X) alwaysinline nounwind {{"]
    last = "0"
    for word in range(words):
        lines += [
            *_word(words, word, "%X", f"%w{word}"),
            f"  %x{word} = xor i64 {last}, %w{word}",
            f"  %h{word} = call i64 @mix(i64 %x{word})",
        ]
        last = f"%h{word}"
    return "\n".join([*lines, f"  ret i64 {last}", "}", ""])


def _digest(words: int) -> str:
    """Return ``digest``: for each word, the XOR of the halves of a product, which enters the next word's product."""
    type_ = vectors.set_type(words)
    lines = [f"define internal i64 @digest({type_} %X, {type_} %Y, i64 %n) alwaysinline nounwind {{"]
    last = "%n"
    for word in range(words):
        lines += [
            *_word(words, word, "%X", f"%Xw{word}"),
            *_word(words, word, "%Y", f"%Yw{word}"),
            f"  %a{word} = xor i64 %Xw{word}, {last}",
            f"  %b{word} = xor i64 %a{word}, {0x9E3779B97F4A7C15 - (1 << 64)}",
            f"  %c{word} = xor i64 %Yw{word}, {0xBF58476D1CE4E5B9 - (1 << 64)}",
            f"  %d{word} = zext i64 %b{word} to i128",
            f"  %e{word} = zext i64 %c{word} to i128",
            f"  %p{word} = mul i128 %d{word}, %e{word}",
            f"  %l{word} = trunc i128 %p{word} to i64",
            f"  %s{word} = lshr i128 %p{word}, 64",
            f"  %h{word} = trunc i128 %s{word} to i64",
            f"  %r{word} = xor i64 %h{word}, %l{word}",
        ]
        last = f"%r{word}"
    return "\n".join([*lines, f"  ret i64 {last}", "}", ""])


def _kth(words: int) -> str:
    """Return ``kth``: the word that has the cell is found from the bit counts of the words, without a branch."""
    if words == 1:
        return """\
define internal i64 @kth(i64 %X, i64 %k) alwaysinline nounwind {
  %r = call i64 @kth.word(i64 %X, i64 %k)
  ret i64 %r
}
"""
    i = f"i{64 * words}"
    lines = ["declare i64 @llvm.ctpop.i64(i64)", f"define internal {i} @kth({i} %X, i64 %k) alwaysinline nounwind {{"]
    lines += [f"  %w0 = trunc {i} %X to i64"]
    word, count, place = "%w0", "%k", "0"
    for n in range(1, words):
        lines += [
            f"  %s{n} = lshr {i} %X, {64 * n}",
            f"  %w{n} = trunc {i} %s{n} to i64",
            f"  %n{n} = call i64 @llvm.ctpop.i64(i64 {word})",
            f"  %m{n} = icmp uge i64 {count}, %n{n}",
            f"  %d{n} = sub i64 {count}, %n{n}",
            f"  %c{n} = select i1 %m{n}, i64 %d{n}, i64 {count}",
            f"  %v{n} = select i1 %m{n}, i64 %w{n}, i64 {word}",
            f"  %p{n} = select i1 %m{n}, {i} {64 * n}, {i} {place}",
        ]
        word, count, place = f"%v{n}", f"%c{n}", f"%p{n}"
    lines += [
        f"  %b = call i64 @kth.word(i64 {word}, i64 {count})",
        f"  %z = zext i64 %b to {i}",
        f"  %r = shl {i} %z, {place}",
        f"  ret {i} %r",
        "}",
        "",
    ]
    return "\n".join(lines)


_PDEP = """\
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @kth.word(i64 %X, i64 %k) alwaysinline nounwind {
  %b = shl i64 1, %k
  %r = call i64 @llvm.x86.bmi.pdep.64(i64 %b, i64 %X)
  ret i64 %r
}
"""

_SEARCH = """\
define internal i64 @kth.word(i64 %X, i64 %k) nounwind {
entry:
  br label %test
test:
  %x = phi i64 [ %X, %entry ], [ %y, %drop ]
  %n = phi i64 [ %k, %entry ], [ %m, %drop ]
  %more = icmp ne i64 %n, 0
  br i1 %more, label %drop, label %done
drop:
  %d = sub i64 %x, 1
  %y = and i64 %x, %d
  %m = sub i64 %n, 1
  br label %test
done:
  %o = sub i64 0, %x
  %r = and i64 %x, %o
  ret i64 %r
}
"""
