"""Which choices are too long to be written out: what follows a choice of all alternatives follows each of them."""

from __future__ import annotations

from tilewright.generator.compiler.rules import ir

COPIED = 60
"""The most operations that are written out once more for further alternatives."""


def is_long(op: ir.Choice, rest: tuple[ir.Op, ...]) -> bool:
    """Return whether it is too long to write out what follows a choice once more for each further alternative."""
    return _are_long(op, _size(rest))


def _are_long(op: ir.Choice, size: int) -> bool:
    return (len(op.alternatives) - 1) * size > COPIED


def _size(ops: tuple[ir.Op, ...]) -> int:
    """Return the number of operations that are written out for a chain, with those of the chains in it."""
    size = 0
    for op in reversed(ops):
        if isinstance(op, ir.Choice) and op.mode == "All" and not _are_long(op, size):
            size *= len(op.alternatives)
        size += 1 + sum(_size(chain.ops) for chain in op.traits.chains)
    return size
