"""Emission of side effects: what a chain does to the position is kept, and the flow goes on with its old working set.

A long chain that changes only boards, marks and counters is outlined: it becomes a function, which all moves share.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Outline
from tilewright.generator.compiler.emit.emitter import Emitter, straight
from tilewright.generator.compiler.emit.filters.performing import perform
from tilewright.generator.compiler.emit.flow import Flow, value_of, variable_of
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.joining import fork, loop
from tilewright.generator.compiler.emit.outlining import arguments, dependences
from tilewright.generator.compiler.emit.sets import EMPTY, variable
from tilewright.generator.compiler.kernel.nodes import ZERO, Assign, If, Number, call, equal
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way
from tilewright.generator.compiler.rules.traits import CounterPart, MarkPart, Part

LONG, LONGER = 12, 30
"""The numbers of operations from which on a chain is outlined: one that changes only counters, and any other."""


@straight(ir.Apply)
def apply_body(emitter: Emitter, op: ir.Apply, flow: Flow) -> None:
    """Emit the body for its effects on the position and the marks: once, for each cell, or for each direction."""
    emitter.named(flow)
    kept = flow.copy()

    def once(other: Flow) -> None:
        perform(emitter, op.body.ops, other)

    if op.each:
        _each_in_turn(emitter, op, flow)
    elif op.ways is not None:
        for way in op.ways:
            flow.cells, flow.alive, flow.states, flow.way = kept.cells, kept.alive, None, way
            if flow.end.constant == 0:
                once(flow)
            elif flow.end.constant is None:
                flow.way = kept.way

                def going_on(other: Flow, way: Way = way) -> None:
                    other.end, other.way = ZERO, way
                    once(other)
                    other.way = kept.way

                fork(emitter, equal(flow.end, 0), flow, going_on)
    elif _is_long(op):
        _outlined(emitter, op, flow)
    else:
        once(flow)
    flow.cells, flow.alive, flow.way, flow.length = kept.cells, kept.alive, kept.way, kept.length
    flow.anchor, flow.anchored = kept.anchor, kept.anchored
    flow.states = None


def _each_in_turn(emitter: Emitter, op: ir.Apply, flow: Flow) -> None:
    """Emit the body in a loop over the cells of the working set. It stops where the game ends."""
    left, everything = emitter.code.fresh("W"), emitter.constants.board.cells
    emitter.code.assign(left, flow.cells.value)
    way = flow.way

    def body(other: Flow) -> None:
        cell = emitter.next_cell(left)
        other.cells, other.alive, other.states, other.way = variable(cell, everything, single=True), True, None, way
        perform(emitter, op.body.ops, other)
        if other.end.constant != 0:
            with emitter.code.block(If(other.end)):
                emitter.code.assign(left, 0)
        other.cells, other.alive, other.way = EMPTY, False, way

    flow.cells = EMPTY
    loop(emitter, left, flow, body)
    assert Part.END in op.traits.writes or flow.end.constant == 0


def _is_long(op: ir.Apply) -> bool:
    """Return whether a body is long and changes only boards, marks and counters, so that it is outlined."""
    written = op.traits.writes
    if not all(part is Part.BOARDS or isinstance(part, MarkPart | CounterPart) for part in written):
        return False
    others = any(not isinstance(part, CounterPart) for part in written)
    return _size(op.body) >= (LONGER if others else LONG) and bool(written)


def _size(chain: ir.Chain) -> int:
    """Return the number of operations of a chain, nested ones included."""
    return sum(1 + sum(map(_size, op.traits.chains)) for op in chain.ops)


def _outlined(emitter: Emitter, op: ir.Apply, flow: Flow) -> None:
    """Emit a call of a function that returns what it changed, and take that over into the flow."""
    names: dict[str, str] = {}
    flow.length, flow.cells = ZERO, emitter.anywhere(flow.cells)
    flow.anchor = emitter.anywhere(flow.place(flow.anchor))
    with emitter.asking():
        key = dependences(emitter, op.body.ops, flow, names, alone=True)
        found = emitter.module.outlines.get(key) or _new_function(emitter, op, flow, names)
    if found is None:
        perform(emitter, op.body.ops, flow)
        return
    emitter.module.outlines[key] = found
    parts = dict(flow.slots())
    if any(slot[0] in ("board", "mark") for slot in found.changed):
        flow.mark_states = [None] * len(flow.mark_states)
    targets: list[str] = []
    for slot in found.changed:
        part = emitter.variable(slot, parts[slot])
        flow.put(slot, part)
        targets.append(variable_of(part).name)
    emitter.code.add(Assign(tuple(targets), call(found.name, *arguments(found, names))))


def _new_function(emitter: Emitter, op: ir.Apply, flow: Flow, names: dict[str, str]) -> Outline | None:
    """Return a new function for flows of which the same is known, or None if the body changes nothing.

    *names*: see ``Flow.knowledge``.
    """
    inner = flow.copy()
    with emitter.function(Sink()) as code:
        perform(emitter, op.body.ops, inner)
        changed = [
            (slot, value_of(after))
            for (slot, after), (_, before) in zip(inner.slots(), flow.slots(), strict=True)
            if slot[0] in ("board", "mark", "number", "plane", "written") and value_of(after) != value_of(before)
        ]
        for place, (slot, value) in enumerate(changed):
            if slot[0] in ("board", "mark", "plane"):  # a name tells the type of a result
                held = emitter.code.name(value)
                if isinstance(held, Number):
                    held = emitter.code.fresh("T")
                    emitter.code.assign(held, value)
                changed[place] = (slot, held)
        code.answer(*(value for _, value in changed))
    if not changed:
        return None
    body = eliminate_dead_code(code.body)
    parameters = emitter.free(body)
    name = emitter.module.share("apply", parameters, body)
    own = tuple(names.get(each, each) for each in parameters)
    return Outline(name, own, tuple(slot for slot, _ in changed), op.body.ops)
