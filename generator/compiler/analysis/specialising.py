"""Partial evaluation: what is left of a chain if the state of its cell is known, as that of a piece after its move.

before   move from -> choose { no { Pawn -> at last } | option "+" -> first { Pawn -> set Tokin | Rook -> set Dragon } }
a pawn   move from -> choose { !at last | option "+" -> set Tokin }
a king   move from

What is left does not read the board here, so the move itself can be done later.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Becomes, Part, marks, may_fail


def behind_move(
    ops: tuple[ir.Op, ...], places: frozenset[int], states: frozenset[int], board: int
) -> tuple[ir.Op, ...]:
    """Return a chain that is specialised behind its ``Move`` from one of the marks *places*.

    *states*: those that the moved cell can have. *board*: all cells; they are of one tile, so that the state stays the
    same. Return the chain unchanged if there is no such move, or if the board or the marks may change before it.
    """
    for place, op in enumerate(ops):
        if isinstance(op, ir.Move) and op.source in places and not op.swap:
            rest = specialised(ops[place + 1 :], states, board)
            return ops if rest is None else (*ops[: place + 1], *rest)
        if Part.BOARDS in op.traits.writes or places & marks(op.traits.writes):
            break
    return ops


def specialised(ops: tuple[ir.Op, ...], states: frozenset[int] | None, board: int) -> tuple[ir.Op, ...] | None:
    """Return what is left of a chain for one cell in one of some states (None: in any); None if it has no output."""
    found: list[ir.Op] = []
    for op in ops:
        left = _without_states(op, states, board)
        if left is None:
            return None
        found += left
        if op.traits.cells not in _STILL or Part.BOARDS in op.traits.writes:
            states = None
    return tuple(found)


_STILL = (Becomes.SAME, Becomes.KEPT, Becomes.ALL_OR_NONE, Becomes.ONE)
"""The traits of operations behind which a single cell is the same, or gone."""


def _without_states(op: ir.Op, states: frozenset[int] | None, board: int) -> tuple[ir.Op, ...] | None:
    """Return what is left of one operation; None if it has no output."""
    match op:
        case ir.Keep(whole=False) if states is not None:
            return _kept(op, states, board)
        case ir.Guard():
            return _guarded(op, states, board)
        case ir.Choice(mode="First" | "All"):
            return _chosen(op, states, board)
        case (
            ir.Keep() | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass() | ir.Drop() | ir.Combine() | ir.Step()
            | ir.Ray() | ir.Flood() | ir.Image() | ir.Spread() | ir.Stamp() | ir.Bend() | ir.Pick() | ir.Best()
            | ir.Mark() | ir.Record() | ir.Select() | ir.Along() | ir.Shape() | ir.Option() | ir.Choice() | ir.Repeat()
            | ir.Apply() | ir.SetState() | ir.Move() | ir.Stack() | ir.Shift() | ir.SetCounter() | ir.SetPhase()
            | ir.SetTurn()
            | ir.End() | ir.Die()
        ):  # fmt: skip
            return (op,)
        case _:
            assert_never(op)


def _kept(op: ir.Keep, states: frozenset[int], board: int) -> tuple[ir.Op, ...] | None:
    """Return what is left of a test: whatever it asks besides the state. None if no state passes."""
    found: list[ir.Op] = []
    for pattern in op.patterns:
        parts = [part for part in pattern.alternatives if part.states & states]
        plain = not any(part.marks or states - part.states for part in parts)
        if pattern.offsets or not plain:
            found.append(ir.Keep((pattern,)))
            continue
        mask = 0
        for part in parts:
            mask |= part.mask
        if not mask:
            return None
        if board & ~mask:
            found.append(ir.Combine("Intersect", mask))
    return tuple(found)


def _guarded(op: ir.Guard, states: frozenset[int] | None, board: int) -> tuple[ir.Op, ...] | None:
    """Return what is left of a guard; a negated one that asks only for constant sets subtracts them."""
    conditions: list[ir.Chain] = []
    for chain in op.conditions:
        only = chain.ops[0] if len(chain.ops) == 1 else None
        for one in only.alternatives if isinstance(only, ir.Choice) else (chain,):
            ops = specialised(one.ops, states, board)
            if ops == ():
                return None if op.negate else ()
            if ops is not None:
                conditions.append(ir.Chain(one.me, ops))
    if not conditions:
        return () if op.negate else None
    masks = [chain.ops[0] for chain in conditions if len(chain.ops) == 1]
    if op.negate and len(masks) == len(conditions) and all(map(_is_mask, masks)):
        return tuple(replace(mask, how="Minus") for mask in masks if isinstance(mask, ir.Combine))
    return (replace(op, conditions=tuple(conditions)),)


def _is_mask(op: ir.Op) -> bool:
    return isinstance(op, ir.Combine) and op.how == "Intersect" and op.mask is not None


def _chosen(op: ir.Choice, states: frozenset[int] | None, board: int) -> tuple[ir.Op, ...] | None:
    """Return what is left of a choice: its possible alternatives, or the operations of the only one."""
    found: list[ir.Chain] = []
    for chain in op.alternatives:
        ops = specialised(chain.ops, states, board)
        if ops is None:
            continue
        found.append(ir.Chain(chain.me, ops))
        if op.mode == "First" and not may_fail(ops):
            break
    if not found:
        return None
    return found[0].ops if len(found) == 1 else (replace(op, alternatives=tuple(found)),)
