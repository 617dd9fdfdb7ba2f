"""Questions about chains by which the emitter chooses a form of code. Almost all are answered from traits alone."""

from __future__ import annotations

from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import (
    Becomes,
    MarkPart,
    Part,
    marks,
    may_fail,
    reads,
    starts_anew,
    writes,
)


def mentions(ops: tuple[ir.Op, ...], kinds: type | tuple[type, ...]) -> bool:
    """Return whether an operation of some kind occurs in a chain, or in a chain inside it."""
    return any(isinstance(op, kinds) or any(mentions(chain.ops, kinds) for chain in op.traits.chains) for op in ops)


def surely_ends(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain, once performed, ends the game in any case."""
    if not ops or may_fail(ops[:-1]):
        return False
    match ops[-1]:
        case ir.End():
            return True
        case ir.Choice(mode="First", alternatives=chains):
            ended = (bool(chain.ops) and isinstance(chain.ops[-1], ir.End) for chain in chains[:-1])
            return all(ended) and bool(chains) and surely_ends(chains[-1].ops)
    return False


def uses_bound(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain reads a direction that is bound outside it."""
    return Part.WAY in reads(ops)


def independent(value: ir.Value) -> bool:
    """Return whether a value does not depend on the working set."""
    return Part.CELLS not in ir.read_by(value)


def asks_anew(op: ir.Guard) -> bool:
    """Return whether the answer to a guard does not depend on the working set."""
    return all(starts_anew(chain.ops) for chain in op.conditions)


def reads_states_alone(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain reads the states of cells, and nothing else that a move can change."""
    return reads(ops) <= {Part.BOARDS, Part.CELLS, Part.WAY}


def is_test_of_cells(op: ir.Op) -> bool:
    """Return whether an operation is a test that decides for each cell independently of the others."""
    return op.traits.cells is not Becomes.SAME and _is_of_each(op)


def clicks_follow(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain treats each cell of the working set independently until it is clicked."""
    for op in ops:
        if op.traits.cells is Becomes.ONE:
            return True
        if isinstance(op, ir.Drop) or not _is_of_each(op):
            return False
    return False


def _is_of_each(op: ir.Op) -> bool:
    """Return whether an operation treats a cell as if it were the only one."""
    if op.traits.cells in (Becomes.SAME, Becomes.ALL_OR_NONE):
        return Part.CELLS not in op.traits.reads
    return op.traits.cells is Becomes.KEPT


def reads_no_board(op: ir.Op) -> bool:
    """Return whether an operation reads only cells and marks, not what stands on them."""
    return all(isinstance(part, MarkPart) or part in (Part.CELLS, Part.CLICK) for part in op.traits.reads)


def may_wait(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether no test and no branch of a chain depends on its effects, so that the effects may be done later."""
    marked = bool(marks(writes(ops)))
    for op in ops:
        traits = op.traits
        match traits.cells:
            case Becomes.SAME if not traits.may_fail and not traits.branches:
                continue
            case Becomes.KEPT | Becomes.ALL_OR_NONE if not traits.reads:
                continue
            case Becomes.KEPT | Becomes.ALL_OR_NONE if isinstance(op, ir.Guard) and reads_no_board(op) and not marked:
                continue
            case Becomes.NEW if isinstance(op, ir.Choice) and op.mode != "Union":
                if all(may_wait(chain.ops) for chain in op.alternatives):
                    continue
        return False
    return True
