"""Candidates that are surely legal, found for all cells at once by a sufficient condition.

    before   each stone of go is put down, captures are removed, and its group is searched for a liberty
    after    a stone beside an empty cell has a liberty, whatever it captures: only the others are tried

A test after the effects is replaced by a stronger one before them: that a neighbour of the cell matches, which no
effect elsewhere can undo. So a candidate that passes is legal, and one that does not may still be.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.preimage import Preimage
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.sets import Cells, join_all
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.patterns import Pattern
from tilewright.generator.compiler.rules.traits import Becomes, Part, may_fail, writes


def surely_legal(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Cells | None:
    """Return cells of many flows on which a candidate is surely legal, or None if none are known.

    Conditions: (1) there is no post-check, and only one operation may fail: a guard that asks for a match beside the
    cell; (2) before it, the working set stays the same; (3) cells that match still do after effects elsewhere; (4) no
    operation can be an error.
    """
    failing = [place for place, op in enumerate(tail) if may_fail((op,))]
    if not flow.many or turn.rules[flow.me].ensure is not None or len(failing) != 1:
        return None
    before, asked = tail[: failing[0]], tail[failing[0]]
    if not isinstance(asked, ir.Guard) or asked.negate or asked.per_cell:
        return None
    if any(op.traits.cells is not Becomes.SAME for op in before) or not all(_is_harmless(emitter, op) for op in tail):
        return None
    changes = list(_elsewhere(before))
    found = [_beside(emitter, aside(flow, chain.me), chain.ops, changes) for chain in asked.conditions]
    known = [cells for cells in found if cells is not None]
    return emitter.name(join_all(known)) if known else None


def _is_harmless(emitter: Emitter, op: ir.Op) -> bool:
    """Return whether an operation is never an error."""
    if isinstance(op, ir.SetCounter) and isinstance(op.value, ir.Int) and op.how == "Set":
        facts = emitter.constants.facts(op.counter)
        return facts.least <= op.value.value <= facts.greatest
    return not op.traits.raises


def _elsewhere(ops: tuple[ir.Op, ...]) -> Iterator[ir.Op]:
    """Yield the operations that change the board elsewhere than on the cell of the candidate."""
    for op in ops:
        if Part.BOARDS in op.traits.writes:
            if isinstance(op, ir.Apply):
                yield from _within(op.body.ops)
            elif not isinstance(op, ir.SetState):
                yield op


def _within(ops: tuple[ir.Op, ...]) -> Iterator[ir.Op]:
    """Yield the operations of a nested chain that change the board."""
    for op in ops:
        if Part.BOARDS in writes((op,)):
            if isinstance(op, ir.Apply):
                yield from _within(op.body.ops)
            else:
                yield op


def _beside(emitter: Emitter, flow: Flow, ops: tuple[ir.Op, ...], changes: list[ir.Op]) -> Cells | None:
    """Return the cells with a neighbour that passes a chain, without the floods at its start; None for other chains."""
    while ops and isinstance(ops[0], ir.Flood):
        ops = ops[1:]
    match ops:
        case (ir.Step(ways=ways, least=1, most=1, through=None), *keeps) if ways is not None:
            kept = [op for op in keeps if isinstance(op, ir.Keep) and not op.whole]
            patterns = [pattern for op in kept for pattern in op.patterns]
            if len(kept) == len(keeps) and all(_stays(pattern, changes) for pattern in patterns):
                return Preimage(emitter, flow).origins(ops, None)
    return None


def _stays(pattern: Pattern, changes: list[ir.Op]) -> bool:
    """Return whether a cell that matches a pattern still does after changes of the board."""
    if pattern.offsets or any(alternative.marks for alternative in pattern.alternatives):
        return False
    for op in changes:
        if not isinstance(op, ir.SetState):
            return False
        for alternative in pattern.alternatives:
            if any(old in alternative.states and new not in alternative.states for old, new in op.targets):
                return False
    return True
