"""Repetition in search: a recursive function, which does what follows, and calls itself for each output of the body.

The functions of nested repetitions get their parameters together, once the outermost is complete: see ``Group``.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial

from tilewright.generator.compiler.analysis.questions import uses_bound
from tilewright.generator.compiler.analysis.straightness import ends_single
from tilewright.generator.compiler.emit.code import Outline
from tilewright.generator.compiler.emit.emitter import Emitter, Then
from tilewright.generator.compiler.emit.filters.asking import outlined
from tilewright.generator.compiler.emit.flow import Flow, Slot, aside, value_of, variable_of
from tilewright.generator.compiler.emit.functions import Group
from tilewright.generator.compiler.emit.outlining import arguments, dependences
from tilewright.generator.compiler.emit.sets import variable
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    ZERO,
    Assign,
    Call,
    Do,
    Expression,
    If,
    Return,
    Statement,
    all_of,
    any_of,
    call,
    equal,
    local,
    logic,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way
from tilewright.generator.errors import TOO_LONG

MAX_DEPTH = 400
"""The deepest recursion of repetitions; beyond it the program gives up. It is below CPython's limit."""

DEEP_WORDS = 16
"""The words of a set up to which ``MAX_DEPTH`` holds. Larger sets need more stack, so the limit is lower for them."""


def repeat(emitter: Emitter, op: ir.Repeat, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> None:
    """Emit a repetition and the *rest* of its chain: a recursive function and a call of it.

    Repetitions that differ only in the direction with which they begin share their functions.
    """
    if op.most == 0:
        emitter.run(rest, flow, then, needs_way=needs_way)
        return
    following = partial(emitter.run, rest, then=then, needs_way=needs_way)
    way_counts = needs_way or uses_bound(rest) or uses_bound(op.body.ops)
    way = flow.bound if way_counts else None
    outer = emitter.named(flow).copy()
    outer.way = None
    if emitter.group is not None:
        attempt = _emitted(emitter, op, outer, way, following, way_counts)
        with emitter.code.block(If(outer.cells.value)) if not outer.alive else nullcontext():
            attempt.call(outer, way, ZERO)
        return
    names: dict[str, str] = {}
    known = dependences(emitter, (op, *rest), outer, names)
    beside = then, needs_way, emitter.sink, emitter.comparing
    outlines = emitter.module.outlines
    found = outlines.get((*known, *beside, way))
    if found is None:
        emitter.group = Group()
        attempt = _emitted(emitter, op, outer, way, following, way_counts)
        group, emitter.group = emitter.group, None
        group.close(emitter.module, emitter.free)
        for each in attempt.names:
            outlines[(*known, *beside, each)] = attempt.outline(each, names, (op, *rest))
        found = outlines[(*known, *beside, way)]
    parts = dict(outer.slots())
    first = [value_of(parts[slot]) for slot in found.changed]
    last = [ZERO] * (2 if _counts(op) else 1)
    with emitter.code.block(If(outer.cells.value)) if not outer.alive else nullcontext():
        _add_call(emitter, call(found.name, *first, *arguments(found, names), *last))


def _emitted(emitter: Emitter, op: ir.Repeat, flow: Flow, way: Way | None, then: Then, way_counts: bool) -> _Repetition:
    """Emit the functions of a repetition that begins with a direction.

    They take as parameters the parts of the flow that vary from round to round. These are found by emitting the
    functions until no more are seen to vary.
    """
    key = (id(op), emitter.ordered, way_counts, flow.end.constant)
    _, varying = emitter.module.varying.get(key, (op, {("cells",)}))
    while True:
        attempt = _Repetition(emitter, op, flow, way, then, varying, way_counts)
        if attempt.succeeded:
            return attempt
        varying = attempt.varying
        emitter.module.varying[key] = op, varying


def _counts(op: ir.Repeat) -> bool:
    """Return whether the rounds of a repetition are counted at run time."""
    return op.least > 0 or op.most >= 0


def _add_call(emitter: Emitter, found: Call) -> Statement:
    """Emit a call of the function of a repetition, and return its statement."""
    statement: Statement = Do(found)
    if emitter.sink.exists:
        statement = If(found, [Return((ONE,))])
    elif emitter.sink.outputs:
        statement = Assign(emitter.sink.outputs, found)
    emitter.code.add(statement)
    emitter.leave_early()
    return statement


class _Repetition:
    """One attempt to emit the functions of a repetition, one for each direction with which a round may begin.

    It has not ``succeeded`` if more parts of the flow vary than was assumed; ``varying`` has them all then.
    """

    def __init__(
        self,
        emitter: Emitter,
        op: ir.Repeat,
        flow: Flow,
        way: Way | None,
        then: Then,
        varying: set[Slot],
        way_counts: bool,
    ) -> None:
        self.emitter, self.op, self.flow, self.then = emitter, op, flow, then
        self.varying = set(varying)
        self.way_counts = way_counts
        self.rounds = emitter.code.fresh("r") if _counts(op) else None
        self.depth = emitter.code.fresh("d")
        assert emitter.group is not None
        self.group = emitter.group
        bodies, calls = dict(self.group.bodies), list(self.group.calls)
        self.names: dict[Way | None, str] = {}
        self._waiting: list[Way | None] = []
        self._function_for(way)
        while self._waiting:
            self._body(self._waiting.pop())
        self.succeeded = self.varying == varying
        if not self.succeeded:
            self.group.bodies, self.group.calls = bodies, calls
            for name in self.names.values():
                del emitter.module.functions[name]

    def _function_for(self, way: Way | None) -> str:
        """Return the name of the function for rounds that begin with a direction; its body is emitted later."""
        if way not in self.names:
            self.names[way] = self.emitter.module.fresh("again")
            self.group.depths[self.names[way]] = self.depth
            self.emitter.module.reserve(self.names[way])
            self._waiting.append(way)
        return self.names[way]

    def _body(self, way: Way | None) -> None:
        """Emit the function for rounds that begin with a direction."""
        emitter, op = self.emitter, self.op
        one = self.flow.copy()
        one.way = way
        for slot, value in self.flow.slots():
            if slot in self.varying:
                one.put(slot, emitter.variable(slot, value))
        if ("cells",) in self.varying:
            one.states = None
            single = self.flow.single and ends_single(op.body.ops, True)
            one.cells = variable(variable_of(one.cells), emitter.constants.board.cells, single=single)
        one.alive = True
        one.mark_states = [None] * len(one.mark_states)
        if ("anchor",) in self.varying and self.flow.anchored is not True:
            one.anchored = None
        own = tuple(variable_of(value).name for slot, value in one.slots() if slot in self.varying)
        sink = emitter.sink
        host, emitter.host = emitter.host, self.names[way]
        with emitter.function(sink) as code:
            for name in sink.outputs:
                if name not in sink.inputs:
                    code.assign(name, 0)
            deepest = MAX_DEPTH * DEEP_WORDS // max(DEEP_WORDS, emitter.constants.board.words)
            emitter.fail(self.depth > deepest, TOO_LONG)
            with code.block(If(self.depth <= deepest)):
                self._leave(one.copy())
                self._again(one.copy())
            code.answer(*(map(local, sink.outputs) if sink.outputs else (0,)))
        emitter.host = host
        last = tuple(each.name for each in (self.rounds, self.depth) if each is not None)
        self.group.bodies[self.names[way]] = (own, last, code.body, sink)

    def _leave(self, flow: Flow) -> None:
        """Emit what follows the repetition, under the condition that it may stop after the rounds so far."""
        emitter, op = self.emitter, self.op
        conditions: list[Expression] = []
        if self.rounds is not None and op.least > 0:
            conditions.append(self.rounds >= op.least)
        if op.maximal:
            dry = logic("not", outlined(emitter, "more", op.body.ops, aside(flow, flow.me)))
            conditions.append(dry if self.rounds is None or op.most < 0 else any_of(equal(self.rounds, op.most), dry))
        if conditions:
            with emitter.code.block(If(all_of(*conditions))):
                self.then(flow)
        else:
            self.then(flow)

    def _again(self, flow: Flow) -> None:
        """Emit one more round, if the greatest number of rounds is not reached."""
        emitter, op = self.emitter, self.op
        if self.rounds is not None and op.most >= 0:
            with emitter.code.block(If(self.rounds < op.most)):
                emitter.run(op.body.ops, flow, self._recur, needs_way=self.way_counts)
        else:
            emitter.run(op.body.ops, flow, self._recur, needs_way=self.way_counts)

    def _recur(self, output: Flow) -> None:
        """Emit what is done with an output of the body: a recursive call or, if the game has ended, what follows."""
        emitter = self.emitter
        if output.many:
            for one in emitter.each(output):
                self._recur(one)
            return
        if output.end.constant != 0:
            over = If(output.end)
            with emitter.code.block(over):
                self.then(output.copy())
            if output.end.constant is not None:
                return
            output.end = ZERO
            with emitter.code.block(over, otherwise=True):
                self._recur(output)
            return
        output.way = output.bound if self.way_counts else None
        self._function_for(output.bound)
        for (slot, value), (_, known) in zip(output.slots(), self.flow.slots(), strict=True):
            if slot not in self.varying and value_of(value) != value_of(known):
                self.varying.add(slot)
        with emitter.code.block(If(emitter.named(output).cells.value)) if not output.alive else nullcontext():
            self.call(output, output.bound, ZERO if self.rounds is None else self.rounds + 1)

    def call(self, flow: Flow, way: Way | None, rounds: Expression) -> None:
        """Emit a call of the function for a flow, one level deeper than the function in which the call stands."""
        emitter = self.emitter
        statement = _add_call(emitter, call("here"))  # until all parameters are known
        first = [value_of(value) for slot, value in flow.slots() if slot in self.varying]
        depth = self.group.depths.get(emitter.host)
        last = [*(() if self.rounds is None else (rounds,)), ZERO if depth is None else depth + 1]
        self.group.calls.append((statement, emitter.host, self.names[way], first, last))

    def outline(self, way: Way | None, names: dict[str, str], ops: tuple[ir.Op, ...]) -> Outline:
        """Return the outline of the function for a direction, once all parameters are known; *names*: see ``Flow``."""
        name = self.names[way]
        own, last, _, _ = self.group.bodies[name]
        parameters = self.emitter.module.functions[name].parameters[len(own) : -len(last)]
        slots = tuple(slot for slot, _ in self.flow.slots() if slot in self.varying)
        return Outline(name, tuple(names.get(each, each) for each in parameters), slots, ops)
