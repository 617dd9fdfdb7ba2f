"""Which chains become straight-line code: each operation maps one flow to one, and opens no block around the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Becomes, Part, changes, marks, may_fail


def is_simple(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain is straight: each operation maps one flow to one, opens no block, ignores a dead flow."""
    alive = True
    for op in ops:
        traits = op.traits
        if traits.branches or Part.END in traits.writes:
            return False
        if isinstance(op, ir.Choice) and op.mode == "First" and not are_joinable(op):
            return False
        if isinstance(op, ir.Choice) and Part.WAY in traits.writes:
            return False
        if not alive and (needs_life(op) or _writes_anyway(op)):
            return False
        alive = alive and not traits.may_fail
    return True


def are_joinable(op: ir.Choice) -> bool:
    """Return whether all alternatives of a choice are joinable."""
    return all(is_joinable(chain.ops) for chain in op.alternatives)


def is_joinable(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain is straight once its flow is known to be alive after the last operation that may fail."""
    tests, effects = tests_and_effects(ops)
    return is_simple(tests) and is_simple(effects)


def keeps_cells(op: ir.Op) -> bool:
    """Return whether an operation has at most one output, with the working set that it is given."""
    if isinstance(op, ir.Choice):
        return op.mode != "All" and all(keeps_cells(inner) for chain in op.alternatives for inner in chain.ops)
    return op.traits.cells in (Becomes.SAME, Becomes.ALL_OR_NONE) and not op.traits.branches


def tests_and_effects(ops: tuple[ir.Op, ...]) -> tuple[tuple[ir.Op, ...], tuple[ir.Op, ...]]:
    """Split a chain behind the last operation that may fail: return its tests and its effects."""
    last = max((place + 1 for place, op in enumerate(ops) if may_fail((op,))), default=0)
    return ops[:last], ops[last:]


def tests_before_effects(ops: tuple[ir.Op, ...]) -> tuple[ir.Op, ...]:
    """Return the operations before the first effect, or the first that reads a mark written earlier in the chain.

    Operations that write marks are left out, or replaced by ones that do not.
    """
    tests: list[ir.Op] = []
    written: set[int] = set()
    for op in ops:
        if written & marks(op.traits.reads):
            break
        if isinstance(op, ir.Mark | ir.Select):
            written |= marks(op.traits.writes)
            tests += [replace(op, mark=None)] if isinstance(op, ir.Select) else []
        elif changes((op,)):
            break
        else:
            tests.append(op)
    return tuple(tests)


def _writes_anyway(op: ir.Op) -> bool:
    """Return whether an operation sets the phase or the turn itself, which it does even without a working set."""
    return not op.traits.chains and not op.traits.writes.isdisjoint({Part.PHASE, Part.TURN})


def needs_life(op: ir.Op) -> bool:
    """Return whether an operation could revive a dead flow, or report an error for it; it needs a live one."""
    traits = op.traits
    return traits.revives or (traits.raises and not traits.on_cells and not traits.flow_chains)


def is_harmless(op: ir.Op) -> bool:
    """Return whether an operation has no effect on an empty working set, leaves it empty, and is cheap."""
    traits = op.traits
    if isinstance(op, ir.Movable):
        return False  # it looks for a legal move, which is not cheap
    return not needs_life(op) and traits.cells is not Becomes.NEW and (traits.on_cells or not traits.writes)


def ends_single(ops: tuple[ir.Op, ...], single: bool) -> bool:
    """Return whether the working set is at most one cell after a chain, given whether it is so before it."""
    for op in reversed(ops):
        match op.traits.cells:
            case Becomes.ONE:
                return True
            case Becomes.MAPPED | Becomes.NEW:
                return False
            case Becomes.SAME | Becomes.KEPT | Becomes.SOME | Becomes.ALL_OR_NONE | Becomes.PERMUTED | Becomes.NONE:
                continue
            case other:
                assert_never(other)
    return single


def is_a_loop(op: ir.Repeat) -> bool:
    """Return whether a repetition has at most one output, and a round that fails has no effects."""
    if not op.maximal or Part.END in op.traits.writes:
        return False
    tests, _ = tests_and_effects(op.body.ops)
    return is_joinable(op.body.ops) and not changes(tests)
