"""Random moves of several clicks by rejection sampling: the last click is left open until the one before is drawn.

``rejection_gen_P`` writes an entry for each set of cells of the last click but one, and finds a bound: the most moves
that can follow one of these cells. A cell is drawn, and with it a number below the bound. Only then the moves that
follow the cell are found. If there are not more of them than the number, both are rejected and drawn again. So all
moves are equally likely, and few of them are ever generated.

    before   for each square that the queen reaches: move it there; for each square that its arrow reaches: a move
    after    for each square that the queen reaches: as many numbers as squares are free, and 35 at most

    before   for each point to which a man goes: if that closes a mill, for each man that can be taken: a move; else one
    after    for each point to which a man goes: as many numbers as the other has men
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import Cells
from tilewright.generator.compiler.emit.turn.bounds import most_moves
from tilewright.generator.compiler.emit.turn.candidates import Candidates, Kind, Role
from tilewright.generator.compiler.emit.turn.completion import make
from tilewright.generator.compiler.emit.turn.rules import generate, how_many, nth
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import (
    ZERO,
    Call,
    If,
    call,
    choice,
    local,
)
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import branches, clicks

CLICKS = 2
"""After so many clicks the next one is always left open. After fewer, it mostly costs less to generate all moves."""


class _Closed(Exception):
    """Raised at the first move whose last click cannot be left open. The rest need not be emitted then."""


@dataclass
class Rejection:
    """The random moves of a player all of whose moves end with a click that can be left open."""

    turn: Turn
    me: int
    opened: bool = False
    """Whether there are moves whose last click can be left open."""

    def emit(self) -> bool:
        """Emit ``rejection_gen_P`` and ``rejection_make_kind_P``; return whether this way is possible for the player.

        ``rejection_gen_P`` returns the number of cells, the number of entries, and the bound.
        """
        turn, me = self.turn, self.me
        self.writer = writer = Candidates(turn, me, exact=False, tag="rejection_", summed=True)
        emitter = turn.emitter(me)
        stride = f"rejection_stride_{me}"
        turn.module.constants[stride] = 0
        numbers = ("n", "w", "b", "m")
        with emitter.function(Sink(numbers, numbers)) as code:
            for name in numbers:
                code.assign(name, 0)

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                raise _Closed

            emitter.open_end = lambda flow, ops: self._leave_open(emitter, flow, ops)
            try:
                generate(turn, emitter, me, lambda _: local("n"), leaf)
            except _Closed:
                return False
            emitter.open_end = None
            code.answer(*map(local, ("n", "b", "m")))
        if self.opened:
            turn.define(f"rejection_gen_{me}", ["a_e", "a_n", *turn.arguments()], code)
            turn.module.constants[stride] = writer.stride
            writer.define_entering()
            nothing = [ZERO] * len(turn.whole)
            writer.choose(f"rejection_make_kind_{me}", lambda code: [ZERO, *turn.typed(code, nothing)])
        return self.opened

    def _leave_open(self, emitter: Emitter, flow: Flow, ops: tuple[ir.Op, ...]) -> bool:
        """Emit an entry for many flows if the click that follows can be left open; return whether it can."""
        branching = next((op for op in ops if branches((op,))), None)
        if branching is None or not clicks(ops):
            return False
        if flow.clicks < CLICKS and not _asks(branching):
            return False
        most = most_moves(emitter, flow, ops)
        if most is None:
            return False
        self.opened = True
        code, writer = emitter.code, self.writer
        one, sources, number = writer.open(emitter, flow)
        sources.roles["j"] = Role("slot")
        made = self._make(emitter, one, ops)
        kind = Kind(made.name, writer.roles_of(made, sources))
        end = writer.added(kind, flow, emitter.number(number), sources)
        code.assign("m", choice(most > local("m"), most, local("m")))
        writer.write(emitter, end)
        return True

    def _make(self, emitter: Emitter, flow: Flow, ops: tuple[ir.Op, ...]) -> Call:
        """Return a call of the function that makes move ``j``, counted from 0, of those that follow, if it exists."""
        turn = self.turn
        inner = flow.copy()
        inner.marks = [emitter.name(mark) if isinstance(mark, Cells) else mark for mark in flow.marks]
        inner.anchor = emitter.name(flow.place(flow.anchor))

        def chosen(output: Flow, tail: tuple[ir.Op, ...]) -> None:
            number = how_many(emitter, output)
            with emitter.code.block(If(left < number)):
                one = nth(emitter, output, left)
                emitter.code.answer(make(turn, emitter, one, tail))
            emitter.code.assign(left, left - number)

        def top(output: Flow) -> None:
            chosen(output, ())

        outer = emitter.leaf, emitter.top, emitter.open_end
        emitter.leaf, emitter.top, emitter.open_end = chosen, top, None
        left = emitter.code.fresh("n")
        with emitter.function(Sink()) as code, emitter.closed():
            code.assign(left, local("j"))
            emitter.run(ops, inner, top)
            code.answer(0, *turn.typed(code, [ZERO] * len(turn.whole)))
        emitter.leaf, emitter.top, emitter.open_end = outer
        body = eliminate_dead_code(code.body)
        parameters = emitter.free(body)
        return call(turn.module.share("slot", parameters, body), *map(local, parameters))

    def step(self) -> None:
        """Emit ``step_P``, which draws until a move is not rejected."""
        writer = self.writer
        self.turn.fill("rejection", P=self.me, ROOM=writer.room, STRIDE=writer.stride, CELLS=writer.place_of_set(0))


def _asks(branching: ir.Op) -> bool:
    """Return whether the chain tests first if there is something to click: then generating all moves costs more."""
    return isinstance(branching, ir.Choice) and branching.mode == "First"
