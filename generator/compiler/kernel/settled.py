"""Which variables have one value wherever they are read, so that they are names for it and need no memory.

These are parameters that are never assigned, and variables that are assigned in one place and read after it alone, in
the same block or in blocks within it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.generator.compiler.kernel.nodes import Function, Statement
from tilewright.generator.compiler.kernel.rewriting import assigned, blocks, names_read, targets


def settled(function: Function) -> frozenset[str]:
    """Return the names of these variables. Cost: two walks through the function."""
    times = Counter(assigned(function.body))
    found = {name for name in function.parameters if not times[name]}
    found |= {name for name in function.locals if times[name] == 1}
    return frozenset(found.difference(_read_elsewhere(function.body, set(function.parameters))))


def _read_elsewhere(body: Sequence[Statement], known: set[str]) -> Iterator[str]:
    """Yield the variables that are read where they may not have been assigned; *known*: those that have been."""
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
