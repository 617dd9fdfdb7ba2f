"""Repetition in search: a function that goes on with what follows, then calls itself for each output of the body.

Functions within each other find their parameters together, once the outermost is complete.
"""

from __future__ import annotations

from contextlib import nullcontext

from tilewright.generator.compiler.analysis.questions import uses_bound
from tilewright.generator.compiler.analysis.straightness import ends_single
from tilewright.generator.compiler.emit.code import Assign, If, Line
from tilewright.generator.compiler.emit.emitter import Then, Walker
from tilewright.generator.compiler.emit.filters.asking import outlined
from tilewright.generator.compiler.emit.flow import Flow, Slot, aside, text_of
from tilewright.generator.compiler.emit.functions import Group
from tilewright.generator.compiler.emit.sets import variable
from tilewright.generator.compiler.kernel.nodes import Do, Statement, call
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way
from tilewright.generator.errors import TOO_LONG

MAX_DEPTH = 400
"""How deep repetitions may go into each other before the program gives up: below the limit of CPython."""

DEEP_WORDS = 16
"""The words of a set up to which it may go so deep; where sets are larger, less deep, for a stack has its end."""

MAX_STEPS = 200_000
"""How many rounds all repetitions of one generation may have."""


def repeat(walker: Walker, op: ir.Repeat, flow: Flow, then: Then, needs_way: bool) -> None:
    """Emit a function that goes on with what follows, then calls itself for each output of the body."""
    if op.most == 0:
        then(flow)
        return
    counted = op.least > 0 or op.most >= 0
    way_counts = needs_way or uses_bound(op.body.ops)
    outer = walker.named(flow).copy()
    outer.way = flow.way if way_counts else None
    varying: set[Slot] = {("cells",)}
    outermost = walker.group is None
    if walker.group is None:
        walker.group = Group()
    while True:
        attempt = _Repetition(walker, op, outer, then, varying, counted, way_counts)
        if attempt.succeeded:
            break
        varying = attempt.varying
    with walker.code.block(If(outer.cells.value)) if not outer.alive else nullcontext():
        attempt.call(outer, "0")
    if outermost:
        group, walker.group = walker.group, None
        group.close(walker.module, walker.free)


class _Repetition:
    """One attempt to emit the functions of a repetition: it fails if more parts vary than was thought."""

    def __init__(
        self, walker: Walker, op: ir.Repeat, flow: Flow, then: Then, varying: set[Slot], counted: bool, way_counts: bool
    ) -> None:
        self.walker, self.op, self.flow, self.then = walker, op, flow, then
        self.varying = set(varying)
        self.way_counts = way_counts
        self.rounds = walker.code.fresh("r") if counted else ""
        self.depth = walker.code.fresh("d")
        assert walker.group is not None
        self.group = walker.group
        bodies, calls = dict(self.group.bodies), list(self.group.calls)
        self.names: dict[Way | None, str] = {}
        self._waiting: list[Way | None] = []
        self._function_for(flow.way)
        while self._waiting:
            self._body(self._waiting.pop())
        self.succeeded = self.varying == varying
        if not self.succeeded:
            self.group.bodies, self.group.calls = bodies, calls
            for name in self.names.values():
                del walker.module.functions[name]

    def _function_for(self, way: Way | None) -> str:
        if way not in self.names:
            self.names[way] = self.walker.module.fresh("again")
            self.group.depths[self.names[way]] = self.depth
            self.walker.module.reserve(self.names[way])
            self._waiting.append(way)
        return self.names[way]

    def _body(self, way: Way | None) -> None:
        walker, op = self.walker, self.op
        one = self.flow.copy()
        one.way = way
        for slot, value in self.flow.slots():
            if slot in self.varying:
                one.put(slot, walker.variable(slot, value))
        if ("cells",) in self.varying:
            one.states = None
            single = ends_single(op.body.ops, self.flow)
            one.cells = variable(text_of(one.cells), walker.constants.board.cells, single=single)
        one.alive = True
        one.mark_states = [None] * len(one.mark_states)
        if ("anchor",) in self.varying and self.flow.anchored is not True:
            one.anchored = None
        own = tuple(text_of(value) for slot, value in one.slots() if slot in self.varying)
        sink = walker.sink
        host, walker.host = walker.host, self.names[way]
        with walker.function(sink) as code:
            for name in sink.outputs:
                if name not in sink.inputs:
                    code.assign(name, "0")
            code.line("a_err[1] = a_err[1] + 1")
            deepest = MAX_DEPTH * DEEP_WORDS // max(DEEP_WORDS, walker.constants.board.words)
            walker.fail(f"{self.depth} > {deepest} or a_err[1] > {MAX_STEPS}", TOO_LONG)
            with code.block(If(f"{self.depth} <= {deepest} and a_err[1] <= {MAX_STEPS}")):
                self._leave(one.copy())
                self._again(one.copy())
            code.line(f"return {', '.join(sink.outputs) or '0'}")
        walker.host = host
        last = (*((self.rounds,) if self.rounds else ()), self.depth)
        self.group.bodies[self.names[way]] = (own, last, code.body, sink)

    def _leave(self, flow: Flow) -> None:
        """Emit what follows, where the repetition may stop."""
        walker, op = self.walker, self.op
        conditions = [f"{self.rounds} >= {op.least}"] if op.least > 0 else []
        if op.maximal:
            dry = f"not {outlined(walker, 'more', op.body.ops, aside(flow, flow.me))}"
            conditions.append(dry if op.most < 0 else f"({self.rounds} == {op.most} or {dry})")
        if conditions:
            with walker.code.block(If(" and ".join(conditions))):
                self.then(flow)
        else:
            self.then(flow)

    def _again(self, flow: Flow) -> None:
        walker, op = self.walker, self.op
        if op.most >= 0:
            with walker.code.block(If(f"{self.rounds} < {op.most}")):
                walker.run(op.body.ops, flow, self._recur, needs_way=self.way_counts)
        else:
            walker.run(op.body.ops, flow, self._recur, needs_way=self.way_counts)

    def _recur(self, output: Flow) -> None:
        walker = self.walker
        if output.many:
            for one in walker.each(output):
                self._recur(one)
            return
        if output.end != "0":
            over = If(output.end)
            with walker.code.block(over):
                self.then(output.copy())
            if output.end.isdigit():
                return
            output.end = "0"
            with walker.code.block(over, otherwise=True):
                self._recur(output)
            return
        if not self.way_counts:
            output.way = None
        self._function_for(output.way)
        for (slot, value), (_, known) in zip(output.slots(), self.flow.slots(), strict=True):
            if slot not in self.varying and text_of(value) != text_of(known):
                self.varying.add(slot)
        with walker.code.block(If(walker.named(output).cells.value)) if not output.alive else nullcontext():
            self.call(output, f"{self.rounds} + 1")

    def call(self, flow: Flow, rounds: str) -> None:
        """Emit a call of the function for a flow: one deeper than where it stands, be that in another repetition."""
        walker = self.walker
        unknown = call("here")  # until all parameters are known
        statement: Statement = Do(unknown)
        if walker.sink.exists:
            statement = If(unknown, [Line("return 1")])
        elif walker.sink.outputs:
            statement = Assign(walker.sink.outputs, unknown)
        walker.code.add(statement)
        walker.leave_early()
        first = [text_of(value) for slot, value in flow.slots() if slot in self.varying]
        depth = self.group.depths.get(walker.host)
        last = [*((rounds,) if self.rounds else ()), "0" if depth is None else f"{depth} + 1"]
        self.group.calls.append((statement, walker.host, self.names[flow.way], first, last))
