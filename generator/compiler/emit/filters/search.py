"""Emission in search: chains that branch, whose flows are followed one by one or many at once.

Emission is in continuation-passing style. What follows an operation is emitted inside the blocks that the operation has
opened, and at the end of the chain a continuation emits what is done with a flow that has come so far.
"""

from __future__ import annotations

from typing import assert_never

from tilewright.generator.compiler.analysis.questions import uses_bound
from tilewright.generator.compiler.analysis.straightness import are_joinable, is_a_loop, needs_life
from tilewright.generator.compiler.emit.emitter import Emitter, Then
from tilewright.generator.compiler.emit.filters.asking import answer_of
from tilewright.generator.compiler.emit.filters.bundling import at_end, bundle
from tilewright.generator.compiler.emit.filters.checks import condition
from tilewright.generator.compiler.emit.filters.choosing_all import choose
from tilewright.generator.compiler.emit.filters.clicking import click, click_all
from tilewright.generator.compiler.emit.filters.laying import lay
from tilewright.generator.compiler.emit.filters.performing import first_attempted, may_be_attempted, repeat_performed
from tilewright.generator.compiler.emit.filters.repeating import repeat
from tilewright.generator.compiler.emit.flow import Flow, Turned, living
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.joining import first_joined
from tilewright.generator.compiler.emit.sets import Cells, meet
from tilewright.generator.compiler.kernel.nodes import ARRAY, ONE, SET, ZERO, Expression, If, Local, call, equal, local
from tilewright.generator.compiler.kernel.rewriting import reads
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Part, branches, changes, may_fail, raises, writes


class Search(Emitter):
    """The emitter of chains in search."""

    def condition(self, op: ir.Test, flow: Flow) -> Expression:
        """Return a condition that is true if a flow passes a test: 0 or 1 where that is known."""
        return condition(self, op, flow)

    def run(self, ops: tuple[ir.Op, ...], flow: Flow, then: Then, *, needs_way: bool = False) -> None:
        """Emit a chain, and at the end of each of its branches what *then* emits: see ``Emitter.run``."""
        self.constants.budget.spend()
        for place, op in enumerate(ops):
            rest = ops[place + 1 :]
            if flow.cells.constant == 0:
                return
            if flow.end.constant != 0:
                if flow.end.constant is not None:
                    break
                ended = flow.copy()
                statement = If(equal(flow.end, 0))
                with self.code.block(statement):
                    flow.end = ZERO
                    self.run(ops[place:], flow, then, needs_way=needs_way)
                with self.code.block(statement, otherwise=True):
                    then(ended)
                return
            if flow.many:
                if bundle(self, op, ops[place:], flow, then, needs_way):
                    return
                if flow.many:
                    continue
            if then is self.top and self.leaf is not None and _is_tail(self, ops[place:]):
                self.leaf(flow, ops[place:])
                return
            if then is self.yes and _is_sure(self, ops[place:], flow):
                break
            if not flow.alive and needs_life(op):
                with self.code.block(If(self.named(flow).cells.value)):
                    flow.alive = True
                    self.run(ops[place:], flow, then, needs_way=needs_way)
                return
            match op:
                case ir.Guard(per_cell=False) | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass():
                    self.run_if(self.condition(op, flow), rest, flow, then, needs_way)
                    return
                case ir.Select():
                    _select(self, op, rest, flow, then, needs_way)
                    return
                case ir.Along():
                    for way in op.ways:
                        other = flow.copy()
                        other.way = way
                        self.run(rest, other, then, needs_way=needs_way)
                    return
                case ir.Shape():
                    lay(self, op, flow, rest, self._following(rest, then, needs_way))
                    return
                case ir.Choice(mode="All"):
                    choose(self, op, rest, flow, then, needs_way)
                    return
                case ir.Choice(mode="First"):
                    if _first(self, op, rest, flow, then, needs_way):
                        return
                case ir.Repeat() if is_a_loop(op):
                    if not flow.alive:
                        self.run_if(self.named(flow).cells.value, ops[place:], living(flow), then, needs_way)
                        return
                    repeat_performed(self, op, flow)
                    self.named(flow)
                    if isinstance(flow.way, Turned) and (needs_way or uses_bound(rest)):
                        self._each_way(flow, flow.way, self._following(rest, then, needs_way))
                        return
                case ir.Repeat():
                    repeat(self, op, rest, flow, then, needs_way)
                    return
                case (
                    ir.Keep() | ir.Guard() | ir.Drop() | ir.Combine() | ir.Step() | ir.Ray() | ir.Flood() | ir.Image()
                    | ir.Spread() | ir.Stamp() | ir.Bend() | ir.Pick() | ir.Best() | ir.Mark() | ir.Record()
                    | ir.Option() | ir.Choice() | ir.Apply() | ir.SetState() | ir.Move() | ir.Stack() | ir.Shift()
                    | ir.SetCounter()
                    | ir.SetPhase() | ir.SetTurn() | ir.End() | ir.Die()
                ):  # fmt: skip
                    self.apply(op, flow)
                case _:
                    assert_never(op)
        if flow.cells.constant == 0:
            return
        if flow.pending:
            at_end(self, flow, (), then, needs_way)
        elif then is self.top and self.leaf is not None:
            self.leaf(flow, ())
        else:
            then(flow)

    def _each_way(self, flow: Flow, turned: Turned, then: Then) -> None:
        """Emit, for each direction that may be bound, a conditional with what is done with the flow then."""
        for way in turned.among:
            other = flow.copy()
            other.way = way
            with self.code.block(If(equal(turned.number, self.module.number_of(way)))):
                then(other)

    def _following(self, rest: tuple[ir.Op, ...], then: Then, needs_way: bool) -> Then:
        """Return a continuation that emits the rest of a chain."""
        return lambda output: self.run(rest, output, then, needs_way=needs_way)


def _is_sure(emitter: Emitter, ops: tuple[ir.Op, ...], flow: Flow) -> bool:
    """Return whether a chain surely has an output from a living flow, without an end of the game or an error."""
    if may_fail(ops) or Part.END in writes(ops):
        return False
    if not raises(ops):
        return True
    with emitter.function(Sink(exists=True)) as code, emitter.closed():
        emitter.run(ops, flow.copy(), lambda _: None)
    return "a_err" not in reads(code.body)


def _is_tail(emitter: Emitter, ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain begins with an effect and does not branch, so that it may wait until the move is made."""
    if not changes(ops[:1]) or branches(ops) or _is_known(emitter, ops[0]):
        return False
    return not (emitter.ordered and Part.IDENTITY in writes(ops))


def _is_known(emitter: Emitter, op: ir.Op) -> bool:
    """Return whether an effect gives a counter that is one number a constant, which takes no time and is no error."""
    if not (isinstance(op, ir.SetCounter) and op.how == "Set" and isinstance(op.value, ir.Int)):
        return False
    facts = emitter.constants.facts(op.counter)
    return not facts.per_cell and facts.least <= op.value.value <= facts.greatest


def _select(emitter: Emitter, op: ir.Select, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> None:
    """Emit a click and what follows: as many flows at once where order and identity allow it, else a loop."""
    if emitter.seeking and emitter.ordered and op.record:
        found = call("clicked", Local(ARRAY, "a_clicks"), local("place"), local("clicks"), flow.length, type=SET)
        asked = Cells(found, emitter.constants.board.cells)
        flow.cells, flow.alive = meet(flow.cells, emitter.name(asked)), False
    if not flow.single and (not emitter.ordered or (op.record and then is emitter.top and _is_last(rest))):
        flow.many = True
        click_all(emitter, op, emitter.named(flow))
        emitter.run(rest, flow, then, needs_way=needs_way)
        return
    for one in emitter.each(flow, emitter.enough(flow) if op.record else ZERO):
        click(emitter, op, one)
        emitter.run(rest, one, then, needs_way=needs_way)


def _is_last(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether nothing after a click adds to the identity or affects the order of outputs."""
    return not (branches(ops) or Part.IDENTITY in writes(ops) or any(isinstance(op, ir.Choice) for op in ops))


def _first(emitter: Emitter, op: ir.Choice, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> bool:
    """Emit a choice of the first alternative that has an output; return whether *rest* has been emitted, too."""
    flow = emitter.named(flow)
    turned = Part.WAY in op.traits.writes and (needs_way or uses_bound(rest))
    if not turned and are_joinable(op):
        first_joined(emitter, op.alternatives, flow)
        return False
    if may_be_attempted(op):
        first_attempted(emitter, op.alternatives, flow)
        return False
    _first_tried(emitter, op.alternatives, rest, flow, then, needs_way)
    return True


def _first_tried(
    emitter: Emitter,
    alternatives: tuple[ir.Chain, ...],
    rest: tuple[ir.Op, ...],
    flow: Flow,
    then: Then,
    needs_way: bool,
) -> None:
    """Emit such a choice where alternatives branch: each is asked first whether it has an output, then run."""
    chain, others = alternatives[0], alternatives[1:]
    answer = ONE if not others or (flow.alive and not may_fail(chain.ops)) else answer_of(emitter, chain, flow)
    if answer.constant == 0:
        _first_tried(emitter, others, rest, flow, then, needs_way)
    elif answer.constant == 1:
        emitter.run((*chain.ops, *rest), flow, then, needs_way=needs_way)
    else:
        statement = If(answer)
        with emitter.code.block(statement):
            emitter.run((*chain.ops, *rest), flow.copy(), then, needs_way=needs_way)
        with emitter.code.block(statement, otherwise=True):
            _first_tried(emitter, others, rest, flow, then, needs_way)
