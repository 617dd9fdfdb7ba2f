"""Which chains become straight code: their operations map one flow to one, and open no block for what follows."""

from __future__ import annotations

from tilewright.generator.compiler.analysis.questions import EFFECTS, inside, marks_read, may_end, may_fail, mentions
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.rules import ir


def is_simple(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain is straight: each operation maps one flow to one, opens no block and cannot revive it."""
    alive = True
    for op in ops:
        if isinstance(op, ir.Select | ir.Along | ir.Repeat | ir.End):
            return False
        if isinstance(op, ir.Choice) and op.mode == "All":
            return False
        if isinstance(op, ir.Choice) and op.mode == "First" and not all(map(_joins, op.alternatives)):
            return False
        if isinstance(op, ir.Apply) and may_end(op.body.ops):
            return False
        if not alive and revives((op,)):
            return False
        if isinstance(op, ir.SetCounter | ir.SetPhase | ir.SetTurn | ir.Move | ir.Shift) and not alive:
            return False
        if may_fail((op,)):
            alive = False
    return True


def _joins(chain: ir.Chain) -> bool:
    return is_joinable(chain.ops)


def is_joinable(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain is straight if its flow is known to live behind its last test."""
    tests, effects = tests_and_effects(ops)
    return is_simple(tests) and is_simple(effects)


def tests_and_effects(ops: tuple[ir.Op, ...]) -> tuple[tuple[ir.Op, ...], tuple[ir.Op, ...]]:
    """Return the tests with which a chain begins, and what follows the last operation that may fail."""
    last = max((place + 1 for place, op in enumerate(ops) if may_fail((op,))), default=0)
    return ops[:last], ops[last:]


def tests_before_effects(ops: tuple[ir.Op, ...]) -> tuple[ir.Op, ...]:
    """Return the operations before the first effect, without marks that they do not read."""
    tests: list[ir.Op] = []
    for op in ops:
        if isinstance(op, ir.Mark):
            if any(op.mark in marks_read(other) for other in ops):
                written = {test.mark for test in ops if isinstance(test, ir.Mark)}
                later = ops[ops.index(op) :]
                if any(written & marks_read(other) for other in later if not isinstance(other, EFFECTS)):
                    break
            continue
        if isinstance(op, EFFECTS) or mentions((op,), EFFECTS):
            break
        tests.append(ir.Select(None, op.record) if isinstance(op, ir.Select) else op)
    return tuple(tests)


def needs_life(op: ir.Op) -> bool:
    """Return whether an operation would revive a dead flow, or find an error in it."""
    return revives((op,)) or isinstance(op, ir.Move | ir.Shift | ir.SetCounter)


def revives(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain could make a working set out of none."""
    return any(
        op.how in ("Replace", "Union")
        if isinstance(op, ir.Combine)
        else any(revives(chain.ops) for chain in inside(op))
        for op in ops
    )


def is_harmless(op: ir.Op) -> bool:
    """Return whether an operation does nothing where the working set is empty, and leaves it so."""
    if isinstance(op, ir.Combine):
        return not revives((op,))
    return isinstance(
        op, ir.Keep | ir.Step | ir.Ray | ir.Flood | ir.Image | ir.SetState | ir.Guard | ir.Compare | ir.Repetition
        | ir.Drop
    )  # fmt: skip


def ends_single(ops: tuple[ir.Op, ...], flow: Flow) -> bool:
    """Return whether the working set is one cell before and after each round of a body."""
    if not flow.single:
        return False
    for op in reversed(ops):
        match op:
            case ir.Select():
                return True
            case ir.Step() | ir.Ray() | ir.Flood() | ir.Choice() | ir.Shift() | ir.Repeat():
                return False
            case ir.Combine() if op.how in ("Replace", "Union"):
                return False
    return True


def is_a_loop(op: ir.Repeat) -> bool:
    """Return whether a repetition has one output at most, and a round without output leaves nothing behind."""
    if not op.maximal or may_end(op.body.ops):
        return False
    tests, _ = tests_and_effects(op.body.ops)
    return is_joinable(op.body.ops) and not mentions(tests, EFFECTS)
