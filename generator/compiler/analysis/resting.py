"""Resting marks: marks of cells that were empty when they were marked, and that the marking flow then leaves.

    step ahead; empty; mark ep; step ahead; empty; select; move

So when a move begins, a cell of such a mark is usually empty. This is a heuristic: later effects may put something
there, and a position may be set up that no play leads to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import marks


def resting_marks(chains: Iterable[ir.Chain], constants: Constants) -> frozenset[int]:
    """Return the marks to which chains add only empty cells from which the flow steps on at once."""
    empty = empty_states(constants)
    others = {mark for chain in chains for mark in _others(chain.ops, empty)}
    return frozenset(range(len(constants.mark_lifetimes))) - others


def empty_states(constants: Constants) -> frozenset[int]:
    """Return the states in which nothing is on a cell."""
    return frozenset(state for state, facts in enumerate(constants.states) if facts.empty)


def _others(ops: tuple[ir.Op, ...], empty: frozenset[int]) -> Iterator[int]:
    """Yield the marks to which a chain may add cells in any other way."""
    for before, op, behind in zip((None, *ops), ops, (*ops[1:], None), strict=False):
        match op:
            case ir.Mark(how="Intersect" | "Minus" | "Clear"):
                continue
            case ir.Mark() if isinstance(before, ir.Keep) and _keeps(before, empty) and isinstance(behind, ir.Step):
                continue
        for chain in op.traits.chains:
            yield from _others(chain.ops, empty)
        if not op.traits.chains:
            yield from marks(op.traits.writes)


def _keeps(op: ir.Keep, states: frozenset[int]) -> bool:
    """Return whether a test keeps no cells but those in some states."""
    return any(
        not pattern.offsets and pattern.alternatives and all(part.states <= states for part in pattern.alternatives)
        for pattern in op.patterns
    )
