"""Allocation of WebAssembly locals: variables that are never live at once share one.

Each instruction on a local holds its number, and numbers from 128 on take two bytes. So this makes modules shorter. It
does not matter for speed, since engines allocate registers themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count

from tilewright.generator.compiler.kernel.lives import Lives
from tilewright.generator.compiler.kernel.nodes import Assign, Function, Local
from tilewright.generator.compiler.kernel.rewriting import every


def shared(
    function: Function, given: Mapping[str, Sequence[int]], needs: Mapping[str, int], first: int
) -> dict[str, list[int]]:
    """Return for each variable the lowest numbers of locals, as many as it needs, that no interfering variable has.

    *given*: the locals of the parameters; *needs*: the words of each variable; *first*: the first number after the
    parameters. Cost: the number of pairs of variables that interfere.
    """
    lives = Lives(function.parameters, function.body, (*given, *needs))
    clashes = dict(lives.clashes)
    names = list(lives.bits)
    for statement in every(function.body):
        match statement:
            case Assign((name,), Local(_, other)) if {name, other} <= clashes.keys():
                clashes[name] |= lives.bits[other]  # copies interfere, since their words may be in different orders
    for name, bits in list(clashes.items()):
        for other in _members(bits, names):
            clashes[other] |= lives.bits[name]
    own = sorted(chain.from_iterable(given.values()))
    taken = {name: sum(1 << place for place in places) for name, places in given.items()}
    found = {}
    for name, need in needs.items():
        used = 0
        for other in _members(clashes[name], names):
            used |= taken.get(other, 0)
        free = (place for place in chain(own, count(first)) if not used >> place & 1)
        found[name] = [next(free) for _ in range(need)]
        taken[name] = sum(1 << place for place in found[name])
    return found


def _members(bits: int, names: Sequence[str]) -> Iterator[str]:
    """Yield the names whose bits are set."""
    while bits:
        yield names[(bits & -bits).bit_length() - 1]
        bits &= bits - 1
