"""Marks of cells that are passed over: empty ones, on which the move that marks them puts nothing.

    step ahead; empty; mark ep; step ahead; empty; select; move

So where a move begins, nothing stands on a cell of such a mark, as a rule. It is no proof: effects may still put
something there, and a position may be given that no play leads to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import marks


def resting_marks(chains: Iterable[ir.Chain], constants: Constants) -> frozenset[int]:
    """Return the marks to which chains add cells only where a flow passes over them while they are empty."""
    empty = empty_states(constants)
    others = {mark for chain in chains for mark in _others(chain.ops, empty)}
    return frozenset(range(len(constants.mark_lifetimes))) - others


def empty_states(constants: Constants) -> frozenset[int]:
    """Return the states in which nothing is on a cell."""
    return frozenset(state for state, facts in enumerate(constants.states) if facts.empty)


def _others(ops: tuple[ir.Op, ...], empty: frozenset[int]) -> Iterator[int]:
    """Yield the marks to which a chain may add other cells."""
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
    """Return whether no cells are kept but those in some states."""
    return any(
        not pattern.offsets and pattern.alternatives and all(part.states <= states for part in pattern.alternatives)
        for pattern in op.patterns
    )
