"""Settled variables: those in static single assignment form, which a back end can keep without memory.

A parameter is settled if it is never assigned. A local variable is if there is one assignment to it, which dominates
all reads: they stand after it in the same block, or in blocks nested there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.generator.compiler.kernel.nodes import Function, Statement
from tilewright.generator.compiler.kernel.rewriting import assigned, blocks, names_read, targets


def settled(function: Function) -> frozenset[str]:
    """Return the names of the settled variables of a function. Cost: two traversals."""
    times = Counter(assigned(function.body))
    found = {name for name in function.parameters if not times[name]}
    found |= {name for name in function.locals if times[name] == 1}
    return frozenset(found.difference(_read_elsewhere(function.body, set(function.parameters))))


def _read_elsewhere(body: Sequence[Statement], known: set[str]) -> Iterator[str]:
    """Yield the names that are read where they may not have been assigned yet.

    *known* has the variables assigned before; it is restored at the end of the block.
    """
    here: list[str] = []
    for statement in body:
        yield from (name for name in names_read(statement) if name not in known)
        for name in targets(statement):
            if name not in known:
                here.append(name)
                known.add(name)
        for block in blocks(statement):
            yield from _read_elsewhere(block, known)
    known.difference_update(here)
