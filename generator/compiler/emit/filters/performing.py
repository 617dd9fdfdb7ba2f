"""Emission in effect context: one flow, changed in place, whose parts are joined after conditionals and loops."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from tilewright.generator.compiler.analysis.questions import uses_bound
from tilewright.generator.compiler.analysis.straightness import is_a_loop, is_harmless
from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow, Turned, adopt, die
from tilewright.generator.compiler.emit.joining import fork, fork_ways, loop
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    ZERO,
    Comparison,
    Expression,
    Local,
    all_of,
    choice,
    equal,
    logic,
    number,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way
from tilewright.generator.compiler.rules.traits import Part
from tilewright.generator.errors import TOO_LONG

MAX_ROUNDS = 400
"""The most rounds of a repetition in effect context; beyond them the program gives up."""


def perform(emitter: Emitter, ops: tuple[ir.Op, ...], flow: Flow, *, undo: bool = False) -> None:
    """Emit a chain that changes the flow in place. Where the chain dies, the working set is empty after it.

    What it did before it died remains. With *undo*, a choice undoes what an alternative that dies has done, as it does
    in search. Raises ``NotLowered`` if an operation branches.
    """
    emitter.constants.budget.spend()
    for place, op in enumerate(ops):
        if flow.cells.constant == 0 or flow.end.constant:
            return
        if flow.end.constant != 0:

            def go_on(other: Flow, ops: tuple[ir.Op, ...] = ops[place:]) -> None:
                other.end = ZERO
                perform(emitter, ops, other, undo=undo)

            fork(emitter, equal(flow.end, 0), flow, go_on)
            return
        if not flow.alive and not is_harmless(op):
            emitter.named(flow)

            def live(other: Flow, ops: tuple[ir.Op, ...] = ops[place:]) -> None:
                other.alive = True
                perform(emitter, ops, other, undo=undo)

            fork(emitter, flow.cells.value, flow, live, die)
            return
        if isinstance(flow.way, Turned) and Part.WAY in op.traits.reads and not _tells_ways_apart(op):
            fork_ways(emitter, flow, partial(perform, emitter, (op,), undo=undo))
            continue
        match op:
            case ir.Guard(per_cell=False) | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass():
                rest = ops[place + 1 :]
                fork(emitter, emitter.condition(op, flow), flow, partial(perform, emitter, rest, undo=undo), die)
                return
            case ir.Choice(mode="First") if undo:
                first_attempted(emitter, op.alternatives, flow)
            case ir.Choice(mode="First"):
                _first_performed(emitter, op.alternatives, flow)
            case ir.Repeat():
                repeat_performed(emitter, op, flow)
            case ir.Option() if undo:
                emitter.apply(op, flow)
            case ir.Select() | ir.Along() | ir.Shape() | ir.Option():
                raise NotLowered("a filter that branches stands among effects; let it stand before them")
            case (
                ir.Keep() | ir.Guard() | ir.Drop() | ir.Combine() | ir.Step() | ir.Ray() | ir.Flood() | ir.Image()
                | ir.Spread() | ir.Stamp() | ir.Bend() | ir.Pick() | ir.Best() | ir.Mark() | ir.Record() | ir.Choice()
                | ir.Apply() | ir.SetState() | ir.Move() | ir.Stack() | ir.Shift() | ir.SetCounter()
                | ir.SetPhase() | ir.SetTurn()
                | ir.End() | ir.Die()
            ):  # fmt: skip
                emitter.apply(op, flow)
            case _:
                assert_never(op)


def _tells_ways_apart(op: ir.Op) -> bool:
    """Return whether an operation is emitted also where the bound direction is known only at run time.

    Its chains are emitted by ``perform``, which tells directions apart where they are read.
    """
    return isinstance(op, ir.Bend | ir.Repeat | ir.Apply) or (isinstance(op, ir.Choice) and op.mode == "First")


def may_be_attempted(op: ir.Choice) -> bool:
    """Return whether ``first_attempted`` may emit a choice: no alternative branches or binds a direction."""
    inner = (inner for chain in op.alternatives for inner in chain.ops)
    return not op.traits.branches and Part.WAY not in op.traits.writes and all(map(_is_undone, inner))


def _is_undone(op: ir.Op) -> bool:
    """Return whether nothing remains of what an operation does to a flow that dies in it."""
    if isinstance(op, ir.Choice) and op.mode == "First":
        return may_be_attempted(op)
    return not isinstance(op, ir.Repeat) or is_a_loop(op)


def first_attempted(emitter: Emitter, alternatives: tuple[ir.Chain, ...], flow: Flow) -> None:
    """Emit a choice of the first alternative that has an output, with the parts of the flow joined.

    Each alternative works on a copy of the flow, which is taken over if it lives. See ``may_be_attempted``.
    """
    chain, others = alternatives[0], alternatives[1:]
    emitter.named(flow)
    tried = flow.copy()
    perform(emitter, chain.ops, tried, undo=True)
    emitter.named(tried)

    def live(other: Flow) -> None:
        adopt(other, tried)
        other.alive = True

    no = partial(first_attempted, emitter, others) if others else die
    fork(emitter, ONE if tried.alive else tried.cells.value, flow, live, no)


def _first_performed(emitter: Emitter, alternatives: tuple[ir.Chain, ...], flow: Flow) -> None:
    """Emit a choice: alternatives are performed one after the other, up to the first that has an output.

    What an alternative that dies has done is not undone; the next one begins with the same working set.
    """
    chain, others = alternatives[0], alternatives[1:]
    emitter.named(flow)
    cells, alive, states, way = flow.cells, flow.alive, flow.states, flow.way
    perform(emitter, chain.ops, flow)
    if not others or flow.alive or flow.end.constant:
        return

    def again(other: Flow) -> None:
        other.cells, other.alive, other.states, other.way = cells, alive, states, way
        _first_performed(emitter, others, other)

    emitter.named(flow)
    going = _going_on(flow)
    if flow.cells.constant == 0 and not going:
        again(flow)
        return
    fork(emitter, all_of(logic("not", flow.cells.value), *going), flow, again)


def repeat_performed(emitter: Emitter, op: ir.Repeat, flow: Flow) -> None:
    """Emit a repetition as a loop. What a round that dies has done is not undone."""
    if op.most == 0:
        return
    emitter.named(flow)
    going, rounds = emitter.code.fresh("n"), emitter.code.fresh("n")
    emitter.code.assign(going, 1)
    emitter.code.assign(rounds, 0)
    limit = [] if op.most < 0 else [rounds < op.most]
    ways = _ways_of_rounds(emitter, op, flow)

    def body(other: Flow) -> None:
        if not ways:
            _round(emitter, op, other, going, rounds, [])
            return
        for way in ways:
            other.way = way
            _round(emitter, op, other, going, rounds, limit if len(ways) > 1 else [])
        other.way = ways[0]

    loop(emitter, all_of(going, *limit), flow, body)
    if len(ways) > 1:
        flow.way = ways[op.most % len(ways)] if op.least == op.most else _way_of_round(emitter, ways, rounds)
    emitter.fail(rounds >= MAX_ROUNDS, TOO_LONG)


def _going_on(flow: Flow) -> list[Expression]:
    """Return the condition that the game has not ended, as a list; it is empty if that is known."""
    return [] if flow.end.constant == 0 else [equal(flow.end, 0)]


def _round(emitter: Emitter, op: ir.Repeat, flow: Flow, going: Local, rounds: Local, limit: list[Comparison]) -> None:
    """Emit one round: it clears *going* if it is the last one, and counts *rounds* otherwise."""

    def once(other: Flow) -> None:
        before, states, alive, way = other.cells, other.states, other.alive, other.way
        perform(emitter, op.body.ops, other)
        emitter.named(other)
        not_ended = _going_on(other)

        def stop(stopped: Flow) -> None:
            emitter.code.assign(going, 0)
            if not op.maximal:
                return
            enough = [rounds >= op.least] if op.least > 0 else []

            def restore(restored: Flow) -> None:
                restored.cells, restored.states, restored.alive, restored.way = before, states, alive, way

            fork(emitter, all_of(*not_ended, *enough), stopped, restore)

        def go_on(going_on: Flow) -> None:
            emitter.code.assign(rounds, rounds + 1)
            emitter.code.assign(going, choice(rounds < MAX_ROUNDS, 1, 0))

        alive_still = [other.cells.value] if not other.alive or not_ended else []
        fork(emitter, all_of(*alive_still, *not_ended), other, go_on, stop)

    if limit or (op.body.ops and uses_bound(op.body.ops)):
        fork(emitter, all_of(going, *limit), flow, once)
    else:
        once(flow)


def _ways_of_rounds(emitter: Emitter, op: ir.Repeat, flow: Flow) -> list[Way | None]:
    """Return the directions with which successive rounds begin, up to the first one that recurs.

    The list is empty if it is known only at run time with which direction a round begins, or if the rounds do not come
    back to the direction that is bound before.
    """
    ways: list[Way | None] = []
    way = flow.way
    while not isinstance(way, Turned):
        if way in ways:
            return ways if way == ways[0] else []
        ways.append(way)
        way = _way_after(emitter, op, flow, way)
    return []


def _way_of_round(emitter: Emitter, ways: list[Way | None], rounds: Local) -> Turned:
    """Return the direction after a number of rounds, which begin with these directions in turn."""
    found: Expression = number(emitter.module.number_of(ways[0]))
    for turns, way in enumerate(ways[1:], 1):
        found = choice(equal(rounds % len(ways), turns), emitter.module.number_of(way), found)
    return Turned(tuple(ways), emitter.number(found))


def _way_after(emitter: Emitter, op: ir.Repeat, flow: Flow, way: Way | None) -> Way | Turned | None:
    """Return the direction that is bound after any of the rounds, given the one before it."""
    if Part.WAY not in op.traits.writes:
        return way
    trial = flow.copy()
    for slot, value in flow.slots():
        trial.put(slot, emitter.variable(slot, value))
    trial.way, trial.end = way, ZERO
    trial.alive, trial.states, trial.mark_states = False, None, [None] * len(trial.mark_states)
    with emitter.function(emitter.sink):
        perform(emitter, op.body.ops, trial)
    return trial.way
