"""Emission: walks along chains and writes what they do as statements.

A chain is emitted in continuation-passing style: ``run`` emits an operation, then what follows it, inside the blocks
that the operation has opened, and at the end of the chain calls a continuation, which emits what is to be done with a
flow that has come so far. ``perform`` emits a chain in effect context: straight code on one flow, whose parts are
joined again where blocks close.

How the forms of operations are emitted stands in ``checks``, ``cursor``, ``effects`` and ``values``; ``lifting`` has
the sets of all cells from which a chain has an output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias, TypeVar, cast

from tilewright.generator.engine import ir
from tilewright.generator.engine.analysis import (
    EFFECTS,
    branches,
    clicks_follow,
    independent,
    inside,
    marks_read,
    may_end,
    may_fail,
    may_wait,
    mentions,
    starts_anew,
    uses_bound,
)
from tilewright.generator.engine.board import Way
from tilewright.generator.engine.code import (
    Assign,
    Code,
    Function,
    If,
    Line,
    Module,
    Statement,
    While,
    assigned,
    drop_unused,
    names_in,
    texts,
)
from tilewright.generator.engine.constants import Constants, CounterFacts
from tilewright.generator.engine.flow import Apart, Flow, NotLowered, Slot, either, text_of
from tilewright.generator.engine.sets import EMPTY, Cells, constant, image, join_all, meet, variable, without

Then: TypeAlias = Callable[[Flow], None]
"""A continuation: emits what is done with a flow."""

Effect: TypeAlias = "Callable[[Walker, ir.Op, Flow], None]"
"""Emits an operation that neither branches nor opens blocks for what follows: it changes the flow in place."""

Kind = TypeVar("Kind")

STRAIGHT: dict[type, Effect] = {}
"""The operations that map one flow to one, by their class."""

MAX_DEPTH = 400
"""How deep a repetition may go into itself before the program gives up: below the limit of CPython."""

MAX_STEPS = 200_000
"""How many rounds all repetitions of one generation may have."""

MAX_ROUNDS = 100_000
"""How often a repetition in effect context may go on."""

AMBIGUOUS, OVERFLOW, NO_STATE, ONE_CELL, TOO_LONG = -2, -3, -4, -5, -7
"""The codes of errors."""


def straight(
    kind: type[Kind],
) -> Callable[[Callable[[Walker, Kind, Flow], None]], Callable[[Walker, Kind, Flow], None]]:
    """Register how an operation is emitted."""

    def register(function: Callable[[Walker, Kind, Flow], None]) -> Callable[[Walker, Kind, Flow], None]:
        STRAIGHT[kind] = cast(Effect, function)
        return function

    return register


@dataclass(frozen=True)
class Sink:
    """What becomes of outputs: the variables that they change, or the answer that there is one.

    ``inputs`` are the variables that outputs read and ``outputs`` those that they change. ``early``: once this one is
    set, nothing more is looked for. ``exists``: the function returns 1 at the first output, and 0 at its end.
    """

    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    early: str = ""
    exists: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """All its variables."""
        return tuple(dict.fromkeys((*self.inputs, *self.outputs)))


class Walker:
    """Emits chains into functions of a module."""

    def __init__(self, constants: Constants, module: Module, *, ordered: bool) -> None:
        """*ordered*: outputs come in the order of the language, and identities are written down."""
        self.constants = constants
        self.module = module
        self.ordered = ordered
        self.numbers: Iterator[int] = count()
        self.code = Code(self.numbers)
        self.sink = Sink()
        self.could_move: Callable[[Walker, Flow], str] | None = None
        """Emits the question whether a player could move; None within such a question."""
        self.start: Flow | None = None
        """The position in which the move began."""
        self.played = False
        """Whether the rule is through."""
        self.leaf: Callable[[Flow, tuple[ir.Op, ...]], None] | None = None
        """Takes the flows of a rule with what is left of its chain once nothing branches any more."""
        self.top: Then | None = None
        """The continuation at the end of a rule."""
        self.doubts: list[tuple[int, frozenset[int]]] = []
        """Which click of the rule must not be on a cell in one of some states: see ``distinct``."""
        self._bundled = False
        self.group: _Group | None = None
        """The repetitions whose functions are not finished yet."""
        self.host = ""
        """The function of a repetition that is being emitted."""

    # -- functions

    @contextmanager
    def function(self, sink: Sink) -> Iterator[Code]:
        """Emit into the body of a new function."""
        outer, self.code, outer_sink, self.sink = self.code, Code(self.numbers), self.sink, sink
        yield self.code
        self.code, self.sink = outer, outer_sink

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Emit what no unfinished repetition belongs to."""
        outer, self.group = self.group, None
        yield
        self.group = outer

    def free(self, body: list[Statement]) -> tuple[str, ...]:
        """Return what a body uses and does not define."""
        own = set(assigned(body))
        found: dict[str, None] = {}
        for text in texts(body):
            for name in names_in(text):
                if name not in own and not self.module.is_global(name) and name not in INTRINSICS:
                    found[name] = None
        return tuple(found)

    def ask(self, chains: tuple[ir.Chain, ...], flow: Flow) -> str:
        """Return the text of the question whether one of some chains has an output."""
        plain = [self._plain_answer(chain, flow) for chain in chains]
        return " or ".join(plain) if len(plain) == 1 else "(" + " or ".join(plain) + ")"

    def _plain_answer(self, chain: ir.Chain, flow: Flow) -> str:
        inner = aside(flow, chain.me)
        if is_simple(chain.ops):
            for op in chain.ops:
                self.apply(op, inner)
                if inner.cells.constant == 0:
                    return "0"
            if inner.alive:
                return "1"
            return self.named(inner).cells.value
        return self.outlined("has", chain.ops, inner)

    def outlined(self, stem: str, ops: tuple[ir.Op, ...], flow: Flow, comment: str = "") -> str:
        """Return a call of a new function that tells whether a chain has an output."""
        with self.function(Sink(exists=True)) as code, self.closed():
            self.run(ops, flow, self._answer)
            code.line("return 0")
        body = drop_unused(code.body)
        parameters = self.free(body)
        return f"{self.module.share(stem, parameters, body, comment)}({', '.join(parameters)})"

    def _answer(self, flow: Flow) -> None:
        """The continuation that says yes."""
        if flow.alive:
            self.code.line("return 1")
        elif flow.cells.constant != 0:
            with self.code.block(If(flow.cells.value)):
                self.code.line("return 1")

    # -- names

    def named(self, flow: Flow, stem: str = "T") -> Flow:
        """Give the working set a name, so that its text is not written twice."""
        if not flow.cells.atomic:
            flow.cells = self.name(flow.cells, stem)
        return flow

    def name(self, cells: Cells, stem: str = "T") -> Cells:
        """Return a variable that holds a set."""
        if cells.atomic or cells.constant is not None:
            return cells if cells.constant is None else constant(cells.constant)
        return variable(self.code.name(cells.value, stem), cells.maybe, single=cells.single)

    def number(self, text: str) -> str:
        """Return a variable that holds a number."""
        return text if text.lstrip("-").isdigit() else self.code.name(text, "n")

    def facts(self, counter: int) -> CounterFacts:
        """Return what is known of a counter."""
        return next(facts for facts in self.constants.counters.values() if facts.number == counter)

    def fail(self, condition: str, code: int) -> None:
        """Emit that something is an error of the model."""
        with self.code.block(If(condition)):
            self.code.line(f"a_err[0] = {code}")

    # -- chains in search context

    def run(self, ops: tuple[ir.Op, ...], flow: Flow, then: Then, *, needs_way: bool = False) -> None:
        """Emit a chain from an operation on. The flow is given away. *needs_way*: what follows reads the direction."""
        for place, op in enumerate(ops):
            rest = ops[place + 1 :]
            if flow.cells.constant == 0:
                return
            if flow.end != "0":
                if flow.end.isdigit():
                    break
                ended = flow.copy()
                statement = If(f"{flow.end} == 0")
                with self.code.block(statement):
                    flow.end = "0"
                    self.run(ops[place:], flow, then, needs_way=needs_way)
                with self.code.block(statement, otherwise=True):
                    then(ended)
                return
            if flow.many:
                if self.bundle(op, ops[place:], flow, then, needs_way):
                    return
                if flow.many:
                    continue
            if then is self.top and self.leaf is not None and self.is_tail(ops[place:]):
                self.leaf(flow, ops[place:])
                return
            if self.sink.exists and then is not self.top and not may_fail(ops[place:]) and not may_end(ops[place:]):
                break
            if not flow.alive and needs_life(op):
                with self.code.block(If(self.named(flow).cells.value)):
                    flow.alive = True
                    self.run(ops[place:], flow, then, needs_way=needs_way)
                return
            match op:
                case ir.Guard(per_cell=False) | ir.Compare() | ir.Repetition() | ir.Movable():
                    self._pass_if(self.condition(op, flow), rest, flow, then, needs_way)
                    return
                case ir.Select():
                    self._select(op, rest, flow, then, needs_way)
                    return
                case ir.Along():
                    for way in op.ways:
                        other = flow.copy()
                        other.way = way
                        self.run(rest, other, then, needs_way=needs_way)
                    return
                case ir.Choice(mode="All"):
                    for chain in op.alternatives:
                        self.run((*chain.ops, *rest), self.named(flow).copy(), then, needs_way=needs_way)
                    return
                case ir.Choice(mode="First"):
                    if self._first(op, rest, flow, then, needs_way):
                        return
                case ir.Repeat():
                    self._repeat(op, flow, self._following(rest, then, needs_way), needs_way or uses_bound(rest))
                    return
                case _:
                    self.apply(op, flow)
        if flow.cells.constant == 0:
            return
        if flow.pending:
            self.at_end(flow, (), then, needs_way)
        elif then is self.top and self.leaf is not None:
            self.leaf(flow, ())
        else:
            then(flow)

    def is_tail(self, ops: tuple[ir.Op, ...]) -> bool:
        """Return whether a chain begins with an effect and branches no more, so that it may wait for the move."""
        first = ops[0]
        waits = isinstance(first, EFFECTS) or (isinstance(first, ir.Choice) and mentions((first,), EFFECTS))
        if not waits or branches(ops):
            return False
        return not (self.ordered and mentions(ops, (ir.Option, ir.Record)))

    def _following(self, rest: tuple[ir.Op, ...], then: Then, needs_way: bool) -> Then:
        return lambda flow: self.run(rest, flow, then, needs_way=needs_way)

    def _pass_if(self, condition: str, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> None:
        if condition == "0":
            return
        if condition == "1":
            self.run(rest, flow, then, needs_way=needs_way)
            return
        with self.code.block(If(condition)):
            self.run(rest, flow, then, needs_way=needs_way)

    def condition(self, op: ir.Op, flow: Flow) -> str:
        """Return the text of what a test on the whole flow asks."""
        from tilewright.generator.engine.checks import condition

        return condition(self, op, flow)

    def apply(self, op: ir.Op, flow: Flow) -> None:
        """Emit an operation that maps one flow to one."""
        STRAIGHT[type(op)](self, op, flow)

    def each(self, flow: Flow) -> Iterator[Flow]:
        """Emit a loop over the cells of the working set and yield the flow in it."""
        if flow.single and not flow.many:
            if flow.alive:
                yield flow
            else:
                with self.code.block(If(self.named(flow).cells.value)):
                    flow.alive = True
                    yield flow
            return
        left = self.code.fresh("W")
        self.code.assign(left, flow.cells.value)
        loop = While(left)
        with self.code.block(loop):
            cell = self.code.fresh("C")
            self.code.assign(cell, f"({left} & -{left})")
            self.code.assign(left, f"({left} ^ {cell})")
            one = flow.copy()
            one.cells = variable(cell, flow.cells.maybe, single=True)
            one.alive = True
            one.many = False
            one.marks = [one.place(mark) for mark in flow.marks]
            one.anchor = one.place(flow.anchor)
            yield one

    # -- many flows at once

    def bundle(self, op: ir.Op, ops: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> bool:
        """Emit an operation for many flows at once. Return whether what follows is emitted, too.

        before   for each own pawn: from := it; one step ahead; if it is empty: a move
        after    T = (pawns >> 8) & empty: a move for each of its cells; from is the cell one step back

        Where this cannot be, the flows are gone through one by one.
        """
        rest = ops[1:]
        if not self._reads_apart(op, flow):
            match op:
                case ir.Combine(how="Intersect" | "Minus") if op.mask is not None or not flow.pending:
                    self.apply(op, flow)
                    return False
                case ir.Option() | ir.Record():
                    return False
                case ir.Choice(mode="All"):
                    for chain in op.alternatives:
                        self.run((*chain.ops, *rest), self.named(flow).copy(), then, needs_way=needs_way)
                    return True
                case ir.Choice(mode="First") if self._split_first(op, rest, flow, then, needs_way):
                    return True
            if not flow.pending and self._bundle_more(op, rest, flow, then, needs_way):
                return True
            if not flow.pending and self._bundled:
                return False
        if not branches(ops) and then is self.top and self.leaf is not None and self._is_effect(op, flow):
            waiting, flow.pending = flow.pending, ()
            self.leaf(flow, (*waiting, *ops))
            return True
        if isinstance(op, EFFECTS) and may_wait(ops):
            flow.pending = (*flow.pending, op)
            return False
        if self._survives(ops, flow, then):
            return True
        if isinstance(op, ir.Repeat) and op.least > 0 and not flow.pending:
            self._narrow(op, flow)
        self.at_end(flow, ops, then, needs_way)
        return True

    def _is_effect(self, op: ir.Op, flow: Flow) -> bool:
        return bool(flow.pending) or isinstance(op, EFFECTS) or (isinstance(op, ir.Choice) and mentions((op,), EFFECTS))

    def at_end(self, flow: Flow, ops: tuple[ir.Op, ...], then: Then, needs_way: bool) -> None:
        """Go through many flows one by one, and begin with the effects that have waited."""
        waiting, flow.pending = flow.pending, ()
        if waiting and not branches(ops) and then is self.top and self.leaf is not None:
            self.leaf(flow, (*waiting, *ops))
            return
        for one in self.each(flow):
            self.run((*waiting, *ops), one, then, needs_way=needs_way)

    def _reads_apart(self, op: ir.Op, flow: Flow) -> bool:
        return any(isinstance(flow.anchor if mark is None else flow.marks[mark], Apart) for mark in marks_read(op))

    def _bundle_more(self, op: ir.Op, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> bool:
        """Emit an operation on flows without waiting effects; ``_bundled`` tells whether it was done in place."""
        from tilewright.generator.engine.checks import lifted_guard

        self._bundled = True
        match op:
            case ir.Keep():
                self.apply(ir.Keep(op.patterns), flow)
                return False
            case ir.Select():
                self._click_all(op, flow)
                return False
            case ir.Mark(how="Replace"):
                flow.marks[op.mark], flow.mark_states[op.mark] = Apart(0), flow.states
                flow.written[op.mark] = "1"
                return False
            case ir.Along():
                for way in op.ways:
                    other = self.named(flow).copy()
                    other.way = way
                    self.run(rest, other, then, needs_way=needs_way)
                return True
            case ir.Step() if clicks_follow(rest) and self._split_step(op, rest, flow, then, needs_way):
                return True
            case ir.Guard() if not all(starts_anew(chain) for chain in op.conditions):
                lifted = lifted_guard(self, op, flow)
                if lifted is not None:
                    flow.cells = without(flow.cells, lifted) if op.negate else meet(flow.cells, lifted)
                    self.named(flow)
                    return False
            case ir.Guard():
                self._pass_if(self.condition(op, flow), rest, flow, then, needs_way)
                return True
            case ir.Compare() if independent(op.left) and independent(op.right):
                self._pass_if(self.condition(op, flow), rest, flow, then, needs_way)
                return True
        self._bundled = False
        return False

    def _click_all(self, op: ir.Select, flow: Flow) -> None:
        if op.record:
            self.doubt(flow)
            flow.anchor, flow.anchored = Apart(0), True
            flow.clicks += 1
        if op.mark is not None:
            flow.marks[op.mark], flow.mark_states[op.mark] = Apart(0), flow.states
            flow.written[op.mark] = "1"

    def _split_step(self, op: ir.Step, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> bool:
        """Emit a step as many bundles as there are vectors: in each, what was clicked before is one vector away."""
        from tilewright.generator.engine.checks import pattern_cells

        ways = op.ways if op.ways is not None else (flow.way,)
        if not 0 <= op.least <= op.most <= 3 or any(way is None or len(way.shifts) > 1 for way in ways):
            return False
        through = None if op.through is None else self.name(pattern_cells(self, flow, op.through))
        start = self.named(flow)
        if op.least == 0:
            self.run(rest, start.copy(), then, needs_way=needs_way)
        for way in ways:
            if way is None or not way.shifts:
                continue
            other = start.copy()
            for number in range(1, op.most + 1):
                if number > 1 and through is not None:
                    other.cells = meet(other.cells, through)
                other = other.copy()
                other.cells = image(other.cells, way)
                distance = way.shifts[0][0]
                other.marks = [Apart(m.distance + distance) if isinstance(m, Apart) else m for m in other.marks]
                if isinstance(other.anchor, Apart):
                    other.anchor = Apart(other.anchor.distance + distance)
                other.states, other.alive = None, False
                if other.cells.constant == 0:
                    break
                if number >= op.least:
                    self.run(rest, other.copy(), then, needs_way=needs_way)
        return True

    def _split_first(self, op: ir.Choice, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> bool:
        """Emit each alternative for those of the flows that take it."""
        from tilewright.generator.engine.lifting import Lifting

        parts: list[tuple[ir.Chain, Cells | None]] = []
        for chain in op.alternatives[:-1]:
            tests, _ = tests_and_effects(chain.ops)
            if any(self._reads_apart(test, flow) for test in tests):
                return False
            if flow.pending and not all(isinstance(t, ir.Combine) and t.mask is not None for t in tests):
                return False
            inner = aside(flow, chain.me)
            takes = Lifting(self, inner).origins(tests, flow.way)
            if takes is None:
                return False
            parts.append((chain, self.name(takes)))
        parts.append((op.alternatives[-1], None))
        left = self.named(flow).cells
        for chain, takes in parts:
            other = flow.copy()
            other.cells = left if takes is None else meet(left, takes)
            other.alive = False
            if other.cells.constant != 0:
                self.run((*chain.ops, *rest), self.named(other), then, needs_way=needs_way)
            if takes is not None:
                left = self.name(without(left, takes))
        return True

    def _narrow(self, op: ir.Repeat, flow: Flow) -> None:
        """Emit that only those flows go on from which the first round gets as far as its first effect."""
        from tilewright.generator.engine.lifting import Lifting

        tests = tests_before_effects(op.body.ops)
        if any(self._reads_apart(test, flow) for test in tests):
            return
        origins = Lifting(self, aside(flow, flow.me)).origins(tests, flow.way)
        if origins is not None:
            flow.cells, flow.alive = meet(flow.cells, origins), False
            self.named(flow)

    def _survives(self, ops: tuple[ir.Op, ...], flow: Flow, then: Then) -> bool:
        """Emit the rest of a chain as a test of all cells at once, where only its having an output matters."""
        from tilewright.generator.engine.lifting import Lifting

        at_leaf = then is self.top and self.leaf is not None
        if flow.pending or not (at_leaf or self.sink.exists) or branches(ops):
            return False
        if any(self._reads_apart(op, flow) for op in ops):
            return False
        origins = Lifting(self, aside(flow, flow.me)).origins(ops, flow.way)
        if origins is None:
            return False
        flow.cells, flow.alive = meet(flow.cells, origins), False
        if self.named(flow).cells.constant == 0:
            return True
        if at_leaf and self.leaf is not None:
            self.leaf(flow, ())
        else:
            then(flow)
        return True

    def _select(self, op: ir.Select, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> None:
        if not self.ordered and not flow.single:
            flow.many = True
            self._click_all(op, self.named(flow))
            self.run(rest, flow, then, needs_way=needs_way)
            return
        for one in self.each(flow):
            self.clicked(op, one)
            self.run(rest, one, then, needs_way=needs_way)

    def clicked(self, op: ir.Select, flow: Flow) -> None:
        """Note a click on the one cell of the working set."""
        if op.record:
            self.doubt(flow)
            flow.anchor, flow.anchored = flow.cells, True
            flow.clicks += 1
            if self.ordered:
                self.step(flow, f"ctz({flow.cells.value})")
        if op.mark is not None:
            flow.marks[op.mark] = flow.cells
            flow.mark_states[op.mark] = flow.states
            flow.written[op.mark] = "1"

    def doubt(self, flow: Flow) -> None:
        """Emit the check of a click that could make the move of another rule."""
        from tilewright.generator.engine.checks import board_of

        for place, states in self.doubts:
            if place == flow.clicks:
                self.fail(meet(flow.cells, board_of(self, flow, states)).value, AMBIGUOUS)

    def step(self, flow: Flow, text: str) -> None:
        """Write down a step of the identity."""
        self.code.line(f"a_sel[{flow.length}] = {text}")
        base, _, more = flow.length.partition(" + ")
        flow.length = str(int(base) + 1) if base.isdigit() else f"{base} + {int(more or 0) + 1}"

    # -- first

    def _first(self, op: ir.Choice, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> bool:
        """Emit the first alternative that has an output. Return whether the rest is emitted already."""
        flow = self.named(flow)
        if all(is_joinable(chain.ops) for chain in op.alternatives):
            self.first_joined(op.alternatives, flow)
            return False
        self._first_tried(op.alternatives, rest, flow, then, needs_way)
        return True

    def _first_tried(
        self, alternatives: tuple[ir.Chain, ...], rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool
    ) -> None:
        chain, others = alternatives[0], alternatives[1:]
        answer = "1" if not others or (flow.alive and not may_fail(chain.ops)) else self._plain_answer(chain, flow)
        if answer == "0":
            self._first_tried(others, rest, flow, then, needs_way)
        elif answer == "1":
            self.run((*chain.ops, *rest), flow, then, needs_way=needs_way)
        else:
            statement = If(answer)
            with self.code.block(statement):
                self.run((*chain.ops, *rest), flow.copy(), then, needs_way=needs_way)
            with self.code.block(statement, otherwise=True):
                self._first_tried(others, rest, flow, then, needs_way)

    def first_joined(self, alternatives: tuple[ir.Chain, ...], flow: Flow) -> None:
        """Straight alternatives: one is tried after the other, and the parts of the flow are joined."""
        chain, others = alternatives[0], alternatives[1:]
        tests, effects = tests_and_effects(chain.ops)
        tried = flow.copy()
        for op in tests:
            self.apply(op, tried)

        def go_on(other: Flow) -> None:
            adopt(other, tried)
            other.alive = True
            for op in effects:
                self.apply(op, other)

        if tried.cells.constant == 0:
            if others:
                self.first_joined(others, flow)
            else:
                _die(flow)
        elif tried.alive:
            go_on(flow)
        elif not others and not effects:
            adopt(flow, tried)
        else:
            self.named(tried)
            no = (lambda other: self.first_joined(others, other)) if others else _die
            self.fork(tried.cells.value, flow, go_on, no)

    def fork(self, condition: str, flow: Flow, yes: Then, no: Then | None = None) -> None:
        """Emit a conditional that changes the flow in place, and join its parts behind it."""
        if condition in ("0", "1"):
            if condition == "1":
                yes(flow)
            elif no is not None:
                no(flow)
            return
        statement = If(condition)
        one, other = flow.copy(), flow.copy()
        with self.code.block(statement):
            yes(one)
        with self.code.block(statement, otherwise=True):
            if no is not None:
                no(other)
        if one.way != other.way:
            raise NotLowered("a direction is bound in one case and not in another")
        joined = other.copy()
        for (slot, first), (_, second) in zip(one.slots(), other.slots(), strict=True):
            if text_of(first) == text_of(second):
                if isinstance(first, Cells) and isinstance(second, Cells):
                    joined.put(slot, first if first.maybe & ~second.maybe else second)
                continue
            stem = "n" if isinstance(first, str) else "T"
            name = self.code.fresh(stem)
            statement.then.append(Assign((name,), text_of(first)))
            statement.otherwise.append(Assign((name,), text_of(second)))
            if isinstance(first, Cells) and isinstance(second, Cells):
                joined.put(slot, variable(name, first.maybe | second.maybe, single=first.single and second.single))
            else:
                joined.put(slot, name)
        joined.alive = one.alive and other.alive
        joined.states = either(one.states, other.states)
        joined.mark_states = [either(*pair) for pair in zip(one.mark_states, other.mark_states, strict=True)]
        joined.anchored = one.anchored if one.anchored == other.anchored else None
        adopt(flow, joined)

    # -- repetition in search context

    def _repeat(self, op: ir.Repeat, flow: Flow, then: Then, needs_way: bool) -> None:
        """Emit a function that goes on with what follows, then calls itself for each output of the body."""
        if op.most == 0:
            then(flow)
            return
        counted = op.least > 0 or op.most >= 0
        way_counts = needs_way or uses_bound(op.body.ops)
        outer = self.named(flow).copy()
        outer.way = flow.way if way_counts else None
        varying: set[Slot] = {("cells",)}
        outermost = self.group is None
        if self.group is None:
            self.group = _Group()
        while True:
            attempt = _Repetition(self, op, outer, then, varying, counted, way_counts)
            if attempt.succeeded:
                break
            varying = attempt.varying
        with self.code.block(If(outer.cells.value)) if not outer.alive else _nothing():
            attempt.call(outer, "0", "0")
        if outermost:
            group, self.group = self.group, None
            group.close(self)

    def leave_early(self) -> None:
        """Emit the return where what was looked for is found."""
        if self.sink.early:
            with self.code.block(If(self.sink.early)):
                self.code.line(f"return {', '.join(self.sink.outputs)}")

    # -- sets that chains yield

    def gather_all(self, chains: tuple[ir.Chain, ...], flow: Flow) -> Cells:
        """Return the cells of all outputs of some chains; from one cell only those are tried that its state admits."""
        from tilewright.generator.engine.checks import pattern_cells, states_of

        if not (flow.single and flow.alive) or not any(_first_test(chain) is not None for chain in chains):
            return join_all([self.gather(chain, flow) for chain in chains])
        found = self.code.fresh("U")
        self.code.assign(found, "0")
        maybe = 0
        for chain in chains:
            inner = aside(flow, chain.me)
            test = _first_test(chain)
            if test is None:
                cells = self.gather(chain, flow)
                maybe |= cells.maybe
                self.code.assign(found, f"({found} | {cells.value})")
                continue
            states = states_of(test)
            if states is not None and inner.states is not None and not states & inner.states:
                continue
            held = meet(flow.cells, pattern_cells(self, inner, test))
            if held.constant == 0:
                continue
            with self.code.block(If(held.value)):
                if states is not None:
                    inner.states = states if inner.states is None else inner.states & states
                cells = self.gather(ir.Chain(chain.me, chain.ops[1:]), inner)
                maybe |= cells.maybe
                self.code.assign(found, f"({found} | {cells.value})")
        return variable(found, maybe)

    def gather(self, chain: ir.Chain, flow: Flow) -> Cells:
        """Return the cells of all outputs of a chain together."""
        inner = aside(flow, chain.me)
        if is_simple(chain.ops):
            for op in chain.ops:
                self.apply(op, inner)
            return inner.cells
        found = self.code.fresh("U")
        self.code.assign(found, "0")
        maybe = 0

        def collect(output: Flow) -> None:
            nonlocal maybe
            maybe |= output.cells.maybe
            self.code.assign(found, f"({found} | {output.cells.value})")

        outer_sink, self.sink = self.sink, Sink((found,), (found,))
        with self.closed():
            self.run(chain.ops, inner, collect)
        self.sink = outer_sink
        return variable(found, maybe)

    # -- chains in effect context

    def perform(self, ops: tuple[ir.Op, ...], flow: Flow) -> None:
        """Emit a chain that changes the flow in place. Behind it the working set is empty where the chain has died."""
        for place, op in enumerate(ops):
            if flow.cells.constant == 0 or (flow.end not in ("0", "") and flow.end.isdigit()):
                return
            if flow.end != "0":
                end = flow.end

                def go_on(other: Flow, ops: tuple[ir.Op, ...] = ops[place:], end: str = end) -> None:
                    other.end = "0"
                    self.perform(ops, other)

                self.fork(f"{end} == 0", flow, go_on)
                return
            if not flow.alive and not is_harmless(op):
                self.named(flow)

                def live(other: Flow, ops: tuple[ir.Op, ...] = ops[place:]) -> None:
                    other.alive = True
                    self.perform(ops, other)

                self.fork(flow.cells.value, flow, live, _die)
                return
            match op:
                case ir.Guard(per_cell=False) | ir.Compare() | ir.Repetition() | ir.Movable():
                    rest = ops[place + 1 :]
                    self.fork(self.condition(op, flow), flow, lambda f, rest=rest: self.perform(rest, f), _die)
                    return
                case ir.Choice(mode="First" | "All"):
                    self._first_performed(op.alternatives, flow)
                case ir.Repeat():
                    self._repeat_performed(op, flow)
                case ir.Select() | ir.Along() | ir.Option():
                    raise NotLowered("a filter that branches stands in effect context")
                case _:
                    self.apply(op, flow)

    def _first_performed(self, alternatives: tuple[ir.Chain, ...], flow: Flow) -> None:
        """Nothing that an alternative does is taken back; the next one begins with the same working set."""
        chain, others = alternatives[0], alternatives[1:]
        self.named(flow)
        cells, alive, states, way = flow.cells, flow.alive, flow.states, flow.way
        self.perform(chain.ops, flow)
        if not others or flow.alive or (flow.end.isdigit() and flow.end != "0"):
            return

        def again(other: Flow) -> None:
            other.cells, other.alive, other.states, other.way = cells, alive, states, way
            self._first_performed(others, other)

        self.named(flow)
        ended = "" if flow.end == "0" else f" and {flow.end} == 0"
        if flow.cells.constant == 0 and not ended:
            again(flow)
            return
        way_after = flow.way
        flow.way = way
        self.fork(f"not {flow.cells.value}{ended}", flow, again)
        if flow.way != way_after:
            raise NotLowered("a direction is bound in one case and not in another")

    def _repeat_performed(self, op: ir.Repeat, flow: Flow) -> None:
        """A loop with the parts of the flow that the body changes."""
        if op.most == 0:
            return
        self.named(flow)
        going, rounds = self.code.fresh("n"), self.code.fresh("n")
        self.code.assign(going, "1")
        self.code.assign(rounds, "0")
        limit = "" if op.most < 0 else f" and {rounds} < {op.most}"
        ways = self._ways_of_rounds(op, flow)

        def body(other: Flow) -> None:
            for way in ways:
                other.way = way
                self._round(op, other, going, rounds, limit if len(ways) > 1 else "")

        self.loop(f"{going}{limit}", flow, body)
        self.fail(f"{rounds} >= {MAX_ROUNDS}", TOO_LONG)

    def _round(self, op: ir.Repeat, flow: Flow, going: str, rounds: str, limit: str) -> None:
        def once(other: Flow) -> None:
            before, states, alive = other.cells, other.states, other.alive
            self.perform(op.body.ops, other)
            self.named(other)
            ended = "" if other.end == "0" else f" and {other.end} == 0"

            def stop(stopped: Flow) -> None:
                self.code.assign(going, "0")
                if not op.maximal:
                    return
                enough = f"{rounds} >= {op.least}" if op.least > 0 else "1"

                def restore(restored: Flow) -> None:
                    restored.cells, restored.states, restored.alive = before, states, alive

                if ended:
                    enough = f"{other.end} == 0" + ("" if enough == "1" else f" and {enough}")
                self.fork(enough, stopped, restore)

            def go_on(going_on: Flow) -> None:
                self.code.assign(rounds, f"{rounds} + 1")
                self.code.assign(going, f"(1 if {rounds} < {MAX_ROUNDS} else 0)")

            self.fork(f"{text_of(other.cells)}{ended}" if not other.alive or ended else "1", other, go_on, stop)

        if limit or (op.body.ops and uses_bound(op.body.ops)):
            self.fork(f"{going}{limit}", flow, once)
        else:
            once(flow)

    def _ways_of_rounds(self, op: ir.Repeat, flow: Flow) -> list[Way | None]:
        """Return the directions of successive rounds, after which they begin again."""
        ways: list[Way | None] = []
        way = flow.way
        while way not in ways:
            ways.append(way)
            way = self._way_after(op, flow, way)
        if way != ways[0]:
            raise NotLowered("a repetition in effect context binds a direction that it does not come back to")
        return ways

    def _way_after(self, op: ir.Repeat, flow: Flow, way: Way | None) -> Way | None:
        trial = flow.copy()
        trial.way = way
        with self.function(self.sink):
            self.perform(op.body.ops, trial)
        return trial.way

    def loop(self, condition: str, flow: Flow, body: Then) -> None:
        """Emit a loop whose body changes the flow in place."""
        changed: set[Slot] = set()
        while True:
            trial, kept = self._looping(flow, changed)
            with self.function(self.sink):
                body(trial)
            more = {
                slot
                for (slot, after), (_, before) in zip(trial.slots(), kept.slots(), strict=True)
                if text_of(after) != text_of(before)
            }
            if more <= changed:
                break
            changed |= more
        inner, kept = self._looping(flow, changed)
        before = dict(flow.slots())
        for slot, value in kept.slots():
            if slot in changed:
                self.code.assign(text_of(value), text_of(before[slot]))
        with self.code.block(While(condition)):
            entry = inner.copy()
            body(inner)
            ends = [
                (text_of(name), text_of(after))
                for (slot, after), (_, name) in zip(inner.slots(), entry.slots(), strict=True)
                if slot in changed and text_of(name) != text_of(after)
            ]
            loop_names = {name for name, _ in ends}
            later = []
            for name, text in ends:  # all at once: one part may become what another one was
                if loop_names & set(names_in(text)):
                    kept_text = self.code.fresh("T" if name[0].isupper() else "n")
                    self.code.assign(kept_text, text)
                    text = kept_text
                later.append((name, text))
            for name, text in later:
                self.code.assign(name, text)
        adopt(flow, kept)

    def _looping(self, flow: Flow, changed: set[Slot]) -> tuple[Flow, Flow]:
        """Return a flow whose changing parts are variables, twice."""
        inner = flow.copy()
        for slot, value in flow.slots():
            if slot in changed:
                inner.put(slot, self.variable(slot, value))
        if ("cells",) in changed:
            inner.alive = False
        inner.states = None
        inner.mark_states = [None] * len(inner.mark_states)
        return inner, inner.copy()

    def variable(self, slot: Slot, value: Cells | str) -> Cells | str:
        """Return a new variable for a part of a flow."""
        if isinstance(value, str):
            return self.code.fresh("n")
        return variable(self.code.fresh("V"), self.everything(slot))

    def everything(self, slot: Slot) -> int:
        """Return the cells that a part can have."""
        return self.constants.cells_with(int(slot[1])) if slot[0] == "board" else self.constants.board.cells


class _Group:
    """The functions of repetitions that stand within each other, whose parameters are found together at the end.

    A function needs what its body uses and does not define, and what those that it calls need.
    """

    def __init__(self) -> None:
        self.bodies: dict[str, tuple[tuple[str, ...], tuple[str, ...], list[Statement], Sink]] = {}
        self.calls: list[tuple[Statement, str, str, list[str], list[str]]] = []

    def close(self, walker: Walker) -> None:
        """Give all functions their parameters and all calls their arguments."""
        own = {name: {*own, *last} for name, (own, last, _, _) in self.bodies.items()}
        defined = {name: {*own[name], *assigned(body)} for name, (_, _, body, _) in self.bodies.items()}
        needed: dict[str, dict[str, None]] = {}
        for name, (_, _, body, _) in self.bodies.items():
            arguments = [
                Line(text) for _, host, _, first, last in self.calls if host == name for text in (*first, *last)
            ]
            needed[name] = {free: None for free in walker.free([*body, *arguments]) if free not in defined[name]}
        while True:
            before = sum(map(len, needed.values()))
            for _, host, callee, _, _ in self.calls:
                if host in needed:
                    needed[host].update({name: None for name in needed[callee] if name not in defined[host]})
            if sum(map(len, needed.values())) == before:
                break
        for name, (_, _, _, sink) in self.bodies.items():
            for variable_name in sink.names:
                needed[name].pop(variable_name, None)
        for statement, _, callee, first, last in self.calls:
            inputs = self.bodies[callee][3].inputs
            _fill(statement, f"{callee}({', '.join([*first, *needed[callee], *inputs, *last])})")
        for name, (own_first, own_last, body, sink) in self.bodies.items():
            parameters = (*own_first, *needed[name], *sink.inputs, *own_last)
            walker.module.define(Function(name, parameters, drop_unused(body)))


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
            walker.fail(f"{self.depth} > {MAX_DEPTH} or a_err[1] > {MAX_STEPS}", TOO_LONG)
            with code.block(If(f"{self.depth} <= {MAX_DEPTH} and a_err[1] <= {MAX_STEPS}")):
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
            dry = f"not {walker.outlined('more', op.body.ops, aside(flow, flow.me))}"
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
        with walker.code.block(If(walker.named(output).cells.value)) if not output.alive else _nothing():
            self.call(output, f"{self.rounds} + 1", f"{self.depth} + 1")

    def call(self, flow: Flow, rounds: str, depth: str) -> None:
        """Emit a call of the function for a flow."""
        walker = self.walker
        statement: Statement = Line("")
        if walker.sink.exists:
            statement = If("", [Line("return 1")])
        elif walker.sink.outputs:
            statement = Assign(walker.sink.outputs, "")
        walker.code.add(statement)
        walker.leave_early()
        first = [text_of(value) for slot, value in flow.slots() if slot in self.varying]
        last = [*((rounds,) if self.rounds else ()), depth]
        self.group.calls.append((statement, walker.host, self.names[flow.way], first, last))


def _fill(statement: Statement, text: str) -> None:
    match statement:
        case If():
            statement.condition = text
        case Assign():
            statement.value = text
        case Line():
            statement.text = text


def _first_test(chain: ir.Chain) -> ir.Pattern | None:
    """Return the pattern with which a chain begins, if it is the only one of its filter."""
    first = chain.ops[0] if chain.ops else None
    return first.patterns[0] if isinstance(first, ir.Keep) and len(first.patterns) == 1 else None


@contextmanager
def _nothing() -> Iterator[None]:
    yield


def _die(flow: Flow) -> None:
    flow.cells, flow.alive = EMPTY, False


def adopt(flow: Flow, other: Flow) -> None:
    """Make a flow what another one is."""
    flow.__dict__.update(other.copy().__dict__)


def aside(flow: Flow, me: int) -> Flow:
    """Return a copy for a question whose answer alone counts."""
    other = flow.copy()
    other.me = me
    other.end = "0"
    if flow.many:
        other.many = False
        other.marks = [EMPTY if isinstance(mark, Apart) else mark for mark in flow.marks]
        other.anchor = EMPTY if isinstance(flow.anchor, Apart) else flow.anchor
    other.pending = ()
    return other


def is_simple(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain is straight: each operation maps one flow to one, opens no block and cannot revive it."""
    alive = True
    for op in ops:
        if type(op) not in STRAIGHT or isinstance(op, ir.End):
            return False
        if isinstance(op, ir.Choice) and op.mode != "Union":
            if op.mode == "All" or not alive or not all(is_joinable(chain.ops) for chain in op.alternatives):
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


def is_joinable(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain is straight if its flow is known to live behind its last test."""
    tests, effects = tests_and_effects(ops)
    return is_simple(tests) and is_simple(effects)


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


INTRINSICS = frozenset(
    {"None", "popc", "ctz", "msb", "kth", "bit", "load", "store", "mix", "fold", "return", "break", "continue"}
)
"""Names that every program may use."""
