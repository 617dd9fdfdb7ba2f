"""Merge tests in a row into one: a cell passes all if it passes their intersection.

    before   keep patterns=(pattern[(alternative[{1 2} 0x777 () ()]) () False]) whole=False
             keep patterns=(pattern[(alternative[{0 1} 7 () ()]) () False]) whole=False
    after    keep patterns=(pattern[(alternative[{1} 7 () ()]) () False]) whole=False

Conditions: (1) they keep cells one by one; (2) their patterns are of the cell itself, with one alternative; (3) they
read no mark: what reads one may have to wait until many flows are gone through one by one.
"""

from __future__ import annotations

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import Ops, over_chains
from tilewright.generator.compiler.rules import ir


def merge_tests(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Merge tests in a row into one: a cell passes all if it passes their intersection."""
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
