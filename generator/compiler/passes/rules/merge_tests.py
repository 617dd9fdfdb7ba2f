"""Merge consecutive tests into one: a cell passes all of them if it passes their intersection.

    before   keep patterns=([{1 2}&0x777]) whole=False
             keep patterns=([{0 1}&0x7]) whole=False
    after    keep patterns=([{1}&0x7]) whole=False

Conditions: (1) they test each cell by itself; (2) their patterns have one alternative and no offsets; (3) they read no
mark, for a test that does may have to wait until the flows of a set are treated one by one.
"""

from __future__ import annotations

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import Ops, over_chains
from tilewright.generator.compiler.rules import ir


def merge_tests(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Merge consecutive tests into one: a cell passes all of them if it passes their intersection."""
    return over_chains(rules, _merged)


def _merged(ops: Ops) -> Ops:
    kept: list[ir.Op] = []
    for op in ops:
        if not isinstance(op, ir.Keep) or not _is_plain(op):
            kept.append(op)
            continue
        before: tuple[ir.Pattern, ...] = ()
        if kept and isinstance(kept[-1], ir.Keep) and _is_plain(kept[-1]):
            before = kept[-1].patterns
            kept.pop()
        patterns = (*before, *op.patterns)
        kept.append(op if len(patterns) == 1 else ir.Keep((_intersection(patterns),)))
    return tuple(kept)


def _is_plain(op: ir.Keep) -> bool:
    """Return whether a test may be merged with another one."""
    return not op.whole and all(  # (1)
        len(pattern.alternatives) == 1 and not pattern.offsets  # (2)
        and not pattern.alternatives[0].marks  # (3)
        for pattern in op.patterns
    )  # fmt: skip


def _intersection(patterns: tuple[ir.Pattern, ...]) -> ir.Pattern:
    parts = [pattern.alternatives[0] for pattern in patterns]
    states = frozenset.intersection(*(part.states for part in parts))
    mask = -1
    for part in parts:
        mask &= part.mask
    return ir.Pattern((ir.Alternative(states, mask),) if states and mask else ())
