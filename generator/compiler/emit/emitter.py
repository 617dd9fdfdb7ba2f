"""The emitter: what all emission shares.

It holds the function that is being written and gives names to what is computed there. How operations are emitted stands
in the modules of their kinds: ``straight`` registers those that map one flow to one; ``Search`` knows the others.

    flow       for each part of a flow the expression that has its value where the emission stands: see ``flow``
    leaf, top  what is done with a flow at the end of a rule
    sink       what the function that is being written does with outputs
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TypeAlias, TypeVar, cast

from tilewright.generator.compiler.emit.code import Code, Module
from tilewright.generator.compiler.emit.flow import Flow, Held, Slot
from tilewright.generator.compiler.emit.functions import Group, Sink
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, constant, variable
from tilewright.generator.compiler.kernel.nodes import (
    ZERO,
    Expression,
    If,
    Local,
    Statement,
    While,
    all_of,
    call,
    choice,
    item,
    local,
    number,
)
from tilewright.generator.compiler.kernel.rewriting import assigned, reads
from tilewright.generator.compiler.lowering.constants import Constants, CounterFacts
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import FOUND, TOO_LONG

Then: TypeAlias = Callable[[Flow], None]
"""A continuation: emits what is done with a flow."""

Effect: TypeAlias = "Callable[[Emitter, ir.Op, Flow], None]"
"""Emits an operation that neither branches nor opens blocks for what follows: it changes the flow in place."""

Kind = TypeVar("Kind")

STRAIGHT: dict[type, Effect] = {}
"""The operations that map one flow to one, by their class."""


def straight(
    kind: type[Kind],
) -> Callable[[Callable[[Emitter, Kind, Flow], None]], Callable[[Emitter, Kind, Flow], None]]:
    """Register how an operation is emitted."""

    def register(function: Callable[[Emitter, Kind, Flow], None]) -> Callable[[Emitter, Kind, Flow], None]:
        STRAIGHT[kind] = cast(Effect, function)
        return function

    return register


STEPS = 4096
"""The steps of the longest move that a program writes down."""


class Emitter(ABC):
    """What all emission shares: the function that is being written, and names in it."""

    def __init__(self, constants: Constants, module: Module, *, ordered: bool) -> None:
        """*ordered*: outputs come in the order of the language, and identities are written down."""
        self.constants = constants
        self.module = module
        self.ordered = ordered
        self.room = STEPS
        """The steps for which there is room where identities are written down."""
        self.seeking = False
        """Whether moves that begin with clicks are looked for, and of those that go on alike one: see ``seeking``."""
        self.numbers: Iterator[int] = count()
        self.code = Code(self.numbers)
        self.sink = Sink()
        self.could_move: Callable[[Emitter, Flow], Expression] | None = None
        """Emits the question whether a player could move; None within such a question."""
        self.start: Flow | None = None
        """The position in which the move began."""
        self.played = False
        """Whether the rule is through."""
        self.leaf: Callable[[Flow, tuple[ir.Op, ...]], None] | None = None
        """Takes the flows of a rule with what is left of its chain once nothing branches any more."""
        self.open_end: Callable[[Flow, tuple[ir.Op, ...]], bool] | None = None
        """Takes many flows of a rule whose last click may be left open; tells whether it does."""
        self.top: Then | None = None
        """The continuation at the end of a rule."""
        self.yes: Then | None = None
        """The continuation at the end of a question: only whether there is an output matters, not what it is like."""
        self.compares: Callable[[], None] | None = None
        """Emits the memory in which moves are looked up, before the first rule that may find one twice."""
        self.comparing = False
        """Whether the moves of the rule are looked up among those found already."""
        self.doubts: Sequence[tuple[int, frozenset[int]]] = ()
        """Which click of the rule must not be on a cell in one of some states: see ``distinct``."""
        self.group: Group | None = None
        """The repetitions whose functions are not finished yet."""
        self.host = ""
        """The function of a repetition that is being emitted."""

    @abstractmethod
    def run(self, ops: tuple[ir.Op, ...], flow: Flow, then: Then, *, needs_way: bool = False) -> None:
        """Emit a chain from an operation on. The flow is given away. *needs_way*: what follows reads the direction."""

    @abstractmethod
    def condition(self, op: ir.Test, flow: Flow) -> Expression:
        """Return what a test on the whole flow asks: 0 or 1 where the answer is known."""

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

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Emit a question: its outputs have no order, and its clicks are no part of the move."""
        outer, self.ordered = self.ordered, False
        yield
        self.ordered = outer

    def free(self, body: list[Statement]) -> tuple[str, ...]:
        """Return what a body uses and does not define."""
        own = set(assigned(body))
        found: dict[str, None] = {}
        for name in reads(body):
            if name not in own and not self.module.is_global(name):
                found[name] = None
        return tuple(found)

    # -- names

    def named(self, flow: Flow, stem: str = "T") -> Flow:
        """Give the working set a name, so that it is not computed twice."""
        if not flow.cells.atomic:
            flow.cells = self.name(flow.cells, stem)
        return flow

    def name(self, cells: Cells, stem: str = "T") -> Cells:
        """Return a variable that holds a set."""
        if cells.atomic or cells.constant is not None:
            return cells if cells.constant is None else constant(cells.constant)
        return Cells(self.code.name(cells.value, stem), cells.maybe, None, cells.single) if cells.maybe else EMPTY

    def number(self, value: Expression) -> Expression:
        """Return a variable that holds a number, or the number if it is known."""
        return value if value.constant is not None else self.code.name(value, "n")

    def facts(self, counter: int) -> CounterFacts:
        """Return what is known of a counter."""
        return next(facts for facts in self.constants.counters.values() if facts.number == counter)

    # -- statements

    def fail(self, condition: Expression, code: int) -> None:
        """Emit that something is an error of the model."""
        with self.code.block(If(condition)):
            self.code.store("a_err", 0, code)

    def leave_early(self) -> None:
        """Emit the return where what was looked for is found."""
        if self.sink.early:
            with self.code.block(If(local(self.sink.early))):
                self.code.answer(*map(local, self.sink.outputs))

    def run_if(self, condition: Expression, ops: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> None:
        """Emit a chain where a condition holds."""
        if condition.constant == 0:
            return
        if condition.constant == 1:
            self.run(ops, flow, then, needs_way=needs_way)
            return
        with self.code.block(If(condition)):
            self.run(ops, flow, then, needs_way=needs_way)

    def apply(self, op: ir.Op, flow: Flow) -> None:
        """Emit an operation that maps one flow to one."""
        STRAIGHT[type(op)](self, op, flow)

    def each(self, flow: Flow, enough: Expression = ZERO) -> Iterator[Flow]:
        """Emit a loop over the cells of the working set and yield the flow in it. It ends where *enough* holds."""
        if flow.single and not flow.many:
            if flow.alive:
                yield flow
            else:
                with self.code.block(If(self.named(flow).cells.value)):
                    flow.alive = True
                    yield flow
            return
        with self.each_cell(flow.cells.value) as (left, cell):
            one = flow.copy()
            one.cells = variable(cell, flow.cells.maybe, single=True)
            one.alive = True
            one.many = False
            one.marks = [one.place(mark) for mark in flow.marks]
            one.anchor = one.place(flow.anchor)
            yield one
            if enough.constant != 0:
                self.code.assign(left, choice(enough, 0, left))

    @contextmanager
    def each_cell(self, cells: Expression) -> Iterator[tuple[Local, Local]]:
        """Emit a loop over the cells of a set; within it, the variables of what is left, and of the cell."""
        left = self.code.fresh("W")
        self.code.assign(left, cells)
        with self.code.block(While(left)):
            yield left, self.next_cell(left)

    def next_cell(self, left: Local) -> Local:
        """Emit that the first cell of what is left is taken out of it, and return its variable."""
        cell = self.code.fresh("C")
        self.code.assign(cell, left & -left)
        self.code.assign(left, left ^ cell)
        return cell

    def enough(self, flow: Flow) -> Expression:
        """Return the question whether a loop over cells to click finds nothing new any more."""
        if not (self.seeking and self.ordered):
            return ZERO
        return all_of(item("a_err", FOUND), flow.length > local("clicks"))

    def each_of_many(self, flow: Flow) -> Iterator[Flow]:
        """Emit a loop over many flows and yield one of them; its last click is written down."""
        for one in self.each(flow, self.enough(flow)):
            if self.ordered and isinstance(one.anchor, Cells):
                self.step(one, call("ctz", one.anchor.value))
            yield one

    def step(self, flow: Flow, value: Expression) -> None:
        """Write down a step of the identity."""
        known = flow.length.constant
        fits = known is not None and known < self.room
        place = flow.length if fits else self.fitting(flow.length)
        self.code.store("a_sel", place, value)
        if self.seeking:
            self.code.store("a_err", FOUND, choice(place > local("clicks"), item("a_err", FOUND), 0))
        flow.length = number(known + 1) if fits and known is not None else place + 1

    def fitting(self, length: Expression) -> Expression:
        """Return a place for a step, the last one where there is no room for so many, which is noted."""
        self.fail(length >= self.room, TOO_LONG)
        return self.number(choice(length < self.room, length, self.room - 1))

    # -- parts of a flow

    def variable(self, slot: Slot, value: Held) -> Held:
        """Return a new variable for a part of a flow."""
        if not isinstance(value, Cells):
            return self.code.fresh("n")
        return variable(self.code.fresh("V"), self.everything(slot))

    def everything(self, slot: Slot) -> int:
        """Return the cells that a part can have."""
        return self.constants.cells_on(int(slot[1])) if slot[0] == "board" else self.constants.board.cells
