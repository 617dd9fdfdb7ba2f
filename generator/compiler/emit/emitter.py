"""The emitter: the state and the helpers that all emission shares.

It holds the function under construction and names the values that are computed there. The modules in ``filters`` emit
the operations: ``straight`` registers those that map one flow to one, ``Search`` knows the others.

    flow       the parts of a flow as expressions: see the module ``flow``
    leaf, top  continuations: what is done with a flow at the end of a rule
    sink       what the function under construction does with outputs
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
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import FOUND, TOO_LONG
from tilewright.metamodel.language import Visibility

Then: TypeAlias = Callable[[Flow], None]
"""A continuation: it emits what is done with a flow."""

Effect: TypeAlias = "Callable[[Emitter, ir.Op, Flow], None]"
"""Emits an operation that has one output and opens no block for what follows. It changes the flow in place."""

Kind = TypeVar("Kind")

STRAIGHT: dict[type, Effect] = {}
"""How operations that map one flow to one are emitted, by their class."""


def straight(
    kind: type[Kind],
) -> Callable[[Callable[[Emitter, Kind, Flow], None]], Callable[[Emitter, Kind, Flow], None]]:
    """Return a decorator that registers a function in ``STRAIGHT`` for a class of operations."""

    def register(function: Callable[[Emitter, Kind, Flow], None]) -> Callable[[Emitter, Kind, Flow], None]:
        STRAIGHT[kind] = cast(Effect, function)
        return function

    return register


STEPS = 4096
"""The most steps (clicks and options) of a move that a program writes down."""


class Emitter(ABC):
    """The function under construction, the continuations at its ends, and the names in it."""

    def __init__(self, constants: Constants, module: Module, *, ordered: bool) -> None:
        """*ordered*: outputs must come in the order of the language, and the identities of moves are written down."""
        self.constants = constants
        self.module = module
        self.ordered = ordered
        self.room = STEPS
        """The most steps for which the array of an identity has room."""
        self.seeking = False
        """Whether only moves that begin with given clicks are looked for: see the module ``seeking``."""
        self.numbers: Iterator[int] = count()
        """The numbers of temporary variables."""
        self.code = Code(self.numbers)
        self.sink = Sink()
        self.could_move: Callable[[Emitter, Flow], Expression] | None = None
        """Returns the question whether the player of a flow could move; None within such a question."""
        self.start: Flow | None = None
        """The flow with the position in which the move began."""
        self.played = False
        """Whether the chain of the rule has ended: effects, win conditions and the close of the ply are emitted."""
        self.leaf: Callable[[Flow, tuple[ir.Op, ...]], None] | None = None
        """Takes a flow of a rule, and the rest of its chain, once nothing in the rest branches."""
        self.open_end: Callable[[Flow, tuple[ir.Op, ...]], bool] | None = None
        """Takes many flows of a rule with the rest of its chain if the last click can be left open; returns whether."""
        self.top: Then | None = None
        """The continuation at the end of a rule."""
        self.yes: Then | None = None
        """The continuation at the end of a question, for which it matters only whether there is an output."""
        self.compares: Callable[[], None] | None = None
        """Emits the table of moves found so far, before the first rule that may find one twice."""
        self.comparing = False
        """Whether the moves of the rule are looked up in that table."""
        self.doubts: Sequence[tuple[int, frozenset[int]]] = ()
        """Clicks of the rule, by number, that must not be on a cell in certain states: see ``analysis.distinct``."""
        self.visibility = Visibility.All
        """Who is told the moves of the rule."""
        self.group: Group | None = None
        """The nested repetitions whose functions are not finished yet."""
        self.host = ""
        """The name of the function of a repetition that is being emitted, or ""."""

    @abstractmethod
    def run(self, ops: tuple[ir.Op, ...], flow: Flow, then: Then, *, needs_way: bool = False) -> None:
        """Emit a chain, and at the end of each of its branches what *then* emits.

        The flow belongs to the callee, which may change it. *needs_way*: what follows the chain reads the direction.
        """

    @abstractmethod
    def condition(self, op: ir.Test, flow: Flow) -> Expression:
        """Return a condition that is true if a flow passes a test: 0 or 1 where that is known."""

    # -- functions

    @contextmanager
    def function(self, sink: Sink) -> Iterator[Code]:
        """Emit into the body of a new function, which is yielded. Who calls this defines the function."""
        outer, self.code, outer_sink, self.sink = self.code, Code(self.numbers), self.sink, sink
        yield self.code
        self.code, self.sink = outer, outer_sink

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Emit code that is not part of an unfinished repetition."""
        outer, self.group = self.group, None
        yield
        self.group = outer

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Emit a question: its outputs need no order, and its clicks are not part of the move."""
        outer, self.ordered = self.ordered, False
        yield
        self.ordered = outer

    def free(self, body: list[Statement]) -> tuple[str, ...]:
        """Return the free variables of a body, in the order of their first use."""
        own = set(assigned(body))
        found: dict[str, None] = {}
        for name in reads(body):
            if name not in own and not self.module.is_global(name):
                found[name] = None
        return tuple(found)

    # -- names

    def named(self, flow: Flow, stem: str = "T") -> Flow:
        """Return the flow, with its working set held by a variable so that it is computed once."""
        if not flow.cells.atomic:
            flow.cells = self.name(flow.cells, stem)
        return flow

    def name(self, cells: Cells, stem: str = "T") -> Cells:
        """Return a set as a variable, which is assigned here, or as a constant if it is known."""
        if cells.atomic or cells.constant is not None:
            return cells if cells.constant is None else constant(cells.constant)
        return Cells(self.code.name(cells.value, stem), cells.maybe, None, cells.single) if cells.maybe else EMPTY

    def number(self, value: Expression) -> Expression:
        """Return a number as a variable, which is assigned here, or as a constant if it is known."""
        return value if value.constant is not None else self.code.name(value, "n")

    # -- statements

    def fail(self, condition: Expression, code: int) -> None:
        """Emit that the code of an error is stored where a condition holds."""
        with self.code.block(If(condition)):
            self.code.store("a_err", 0, code)

    def leave_early(self) -> None:
        """Emit a return once the sink has what it looks for; nothing if it never stops early."""
        if self.sink.early:
            with self.code.block(If(local(self.sink.early))):
                self.code.answer(*map(local, self.sink.outputs))

    def run_if(self, condition: Expression, ops: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> None:
        """Emit a conditional with a chain in it: see ``run``."""
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
        """Emit a loop over the cells of the working set, and yield the flow with one cell within it.

        The loop ends once *enough* is not 0. A working set of one cell needs no loop.
        """
        if flow.single and not flow.many:
            if flow.alive:
                yield flow
            else:
                with self.code.block(If(self.named(flow).cells.value)):
                    flow.alive = True
                    yield flow
            return
        with self.each_cell(flow.cells.value) as (left, cell):
            yield flow.one(variable(cell, flow.cells.maybe, single=True))
            if enough.constant != 0:
                self.code.assign(left, choice(enough, 0, left))

    @contextmanager
    def each_cell(self, cells: Expression) -> Iterator[tuple[Local, Local]]:
        """Emit a loop over the cells of a set, lowest first; yield the variables of the cells left and of the cell."""
        left = self.code.fresh("W")
        self.code.assign(left, cells)
        with self.code.block(While(left)):
            yield left, self.next_cell(left)

    def next_cell(self, left: Local) -> Local:
        """Emit that the lowest cell is taken out of a set, and return the variable that holds it."""
        cell = self.code.fresh("C")
        self.code.assign(cell, left & -left)
        self.code.assign(left, left ^ cell)
        return cell

    def enough(self, flow: Flow) -> Expression:
        """Return a condition that is true if a loop over cells to click can find nothing new.

        That is so while moves that begin with given clicks are sought, once one is found whose next step is that of all
        others in the loop.
        """
        if not (self.seeking and self.ordered):
            return ZERO
        return all_of(item("a_err", FOUND), flow.length > local("clicks"))

    def each_of_many(self, flow: Flow) -> Iterator[Flow]:
        """Emit a loop over many flows, and yield one of them within it, whose last click has been written down."""
        for one in self.each(flow, self.enough(flow)):
            if self.ordered and isinstance(one.anchor, Cells):
                self.step(one, call("ctz", one.anchor.value))
            yield one

    def step(self, flow: Flow, value: Expression) -> None:
        """Emit that a step of the identity is written down: the bit of a cell, or a negative number for a label."""
        known = flow.length.constant
        fits = known is not None and known < self.room
        place = flow.length if fits else self.fitting(flow.length)
        self.code.store("a_sel", place, value)
        self.forget_found(place)
        flow.length = number(known + 1) if fits and known is not None else place + 1

    def forget_found(self, place: Expression) -> None:
        """Emit that a step at a place, up to the next click, begins other moves: see ``enough``."""
        if self.seeking:
            self.code.store("a_err", FOUND, choice(place > local("clicks"), item("a_err", FOUND), 0))

    def fitting(self, length: Expression) -> Expression:
        """Return the place for a step. Where there is no room for it, the error is stored and the last place taken."""
        self.fail(length >= self.room, TOO_LONG)
        return self.number(choice(length < self.room, length, self.room - 1))

    # -- parts of a flow

    def variable(self, slot: Slot, value: Held) -> Held:
        """Return a part of a flow as a new variable; *value* tells whether it is a set."""
        if not isinstance(value, Cells):
            return self.code.fresh("n")
        return variable(self.code.fresh("V"), self.everything(slot))

    def anywhere(self, cells: Cells) -> Cells:
        """Return a variable set as one that may have any cells; any other one as it is.

        So flows that differ only in what such a set can have share their functions.
        """
        if not isinstance(cells.node, Local) or cells.mask is not None:
            return cells
        return variable(cells.node, self.constants.board.cells, single=cells.single)

    def everything(self, slot: Slot) -> int:
        """Return the cells that a set of a flow can have at most."""
        return self.constants.cells_on(int(slot[1])) if slot[0] == "board" else self.constants.board.cells
