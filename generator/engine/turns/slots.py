"""Random moves of three clicks and more: the last click is not looked for before it is drawn.

An entry of ``slots_gen_P`` stands for cells of the last click but one. Each of them counts for as many numbers as the
last click has cells at most. A number is drawn; its cell is clicked, and only now the cells of the last click are
found. If there are not so many, the number stands for nothing, and another one is drawn: so all moves are equally
likely, and only a few of them are ever looked at.

    before   for each square that the queen reaches: move it there; for each square that its arrow reaches: a move
    after    for each square that the queen reaches: 35 numbers
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.generator.engine import ir
from tilewright.generator.engine.analysis import branches
from tilewright.generator.engine.clicking import click
from tilewright.generator.engine.code import Assign, Code, If, While
from tilewright.generator.engine.flow import Flow
from tilewright.generator.engine.functions import Sink
from tilewright.generator.engine.sets import variable
from tilewright.generator.engine.turns.candidates import GAMMA, Candidates, Kind
from tilewright.generator.engine.turns.completion import ending, fails, finished, outlined
from tilewright.generator.engine.turns.rules import generate
from tilewright.generator.engine.turns.turn import Turn
from tilewright.generator.engine.walker import Walker

CLICKS = 2
"""The clicks from which on the next one is left open; with fewer, to look for all moves costs less."""

PATIENCE = 64
"""How often a number is drawn in vain before it is asked whether there is any move."""


@dataclass
class Slots:
    """The numbers of a player's moves."""

    turn: Turn
    me: int
    found: bool = False
    """Whether there is a move whose last click can be left open."""

    def emit(self) -> None:
        """Emit ``slots_gen_P`` and ``slots_make_kind_P``."""
        turn, me = self.turn, self.me
        self.writer = writer = Candidates(turn, me, exact=False, tag="slots_")
        walker = turn.walker(me)
        stride = f"slots_stride_{me}"
        turn.module.constants[stride] = turn.module.constants[f"slots_last_{me}"] = "0"
        with walker.function(Sink(("n", "w"), ("n", "w"))) as code:
            code.assign("n", "0")
            code.assign("w", "0")

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                kind, cells, count, sets, ints = writer.end(walker, flow, tail)
                writer.store(walker, count, [count, str(writer.kinds.index(kind)), cells], sets, ints, stride)

            walker.open_end = lambda flow, ops: self._leave_open(walker, flow, ops, stride)
            generate(turn, walker, me, "n", leaf)
            walker.open_end = None
            code.line("return n, w")
        if self.found:
            turn.define(f"slots_gen_{me}", ["a_e", *turn.arguments()], code)
            turn.module.constants[stride] = str(writer.stride)
            turn.module.constants[f"slots_last_{me}"] = str(writer.room - writer.stride)
            writer.choose("make", len(turn.whole))

    def _leave_open(self, walker: Walker, flow: Flow, ops: tuple[ir.Op, ...], stride: str) -> bool:
        """Write an entry for many flows whose next click is their last one; return whether they are such."""
        place = next((place for place, op in enumerate(ops) if isinstance(op, ir.Select)), None)
        if place is None or flow.clicks < CLICKS:
            return False
        before, select, tail = ops[:place], ops[place], ops[place + 1 :]
        assert isinstance(select, ir.Select)
        if not select.record or branches(before) or branches(tail) or fails(self.turn, self.me, tail):
            return False
        writer = self.writer
        one, roles, sets, ints, number = writer.open(walker, flow)
        roles["j"] = "slot"
        make, arguments = writer.call(self._make(walker, one, before, select, tail), roles, sets, ints)
        kind = Kind(make, arguments, "", (), slots=most_reached(before, self.turn))
        writer.add(kind, sets, ints)
        count = walker.number(f"{number} * {kind.slots}")
        writer.store(walker, count, [count, str(writer.kinds.index(kind)), flow.cells.value], sets, ints, stride)
        self.found = True
        return True

    def _make(
        self, walker: Walker, flow: Flow, before: tuple[ir.Op, ...], select: ir.Select, tail: tuple[ir.Op, ...]
    ) -> str:
        """Return a call of the function that makes the move whose last click has number ``j``, if there is one."""

        def finish(code: Code, inner: Flow) -> None:
            cells = walker.named(inner).cells
            with code.block(If(f"j < popc({cells.value})")):
                cell = code.fresh("C")
                code.assign(cell, f"kth({cells.value}, j)")
                inner.cells, inner.alive = variable(cell, cells.maybe, single=True), True
                click(walker, select, inner)
                walker.run(tail, inner, lambda output: finished(walker, output, close))

        def close(code: Code, inner: Flow) -> None:
            code.line(f"return {ending(self.turn, inner)}")

        return outlined(self.turn, walker, "make", flow, before, finish, ["0"] * len(self.turn.whole))

    def step(self, results: list[str]) -> None:
        """Emit ``step_P``."""
        turn, me = self.turn, self.me
        arguments = ", ".join(turn.arguments())
        slots = turn.module.table("slots", (kind.slots for kind in self.writer.kinds))
        code = Code()
        code.assign("a_e", f"[None] * {self.writer.room}")
        code.add(Assign(("n", "w"), f"slots_gen_{me}(a_e, {arguments})"))
        code.assign("tries", "0")
        with code.block(While("n")):
            code.assign("s", f"(s + {GAMMA}) & 0xffffffffffffffff")
            code.assign("k", "((mix(s) >> 32) * n) >> 32")
            code.assign("i", "0")
            with code.block(While("k >= a_e[i]")):
                code.assign("k", "k - a_e[i]")
                code.assign("i", f"i + slots_stride_{me}")
            code.assign("m", f"{slots}[a_e[i + 1]]")
            code.assign("d", "k // m")
            code.assign("j", "k - d * m")
            code.assign("W", "load(a_e, i + 2)")
            code.assign("C", "kth(W, d)")
            call = f"slots_make_kind_{me}(a_e[i + 1], C, j, i, a_e, {arguments})"
            code.add(Assign(("ok", *results), call))
            with code.block(If("ok")):
                code.line(f"return 1, s, {', '.join(results)}")
            code.assign("tries", "tries + 1")
            with code.block(If(f"tries == {PATIENCE}")):
                code.assign("tries", "0")
                with code.block(If(f"not any_{me}({arguments})")):
                    code.assign("n", "0")
        code.add(Assign(("ok", *results), f"idle_{me}({arguments})"))
        code.line(f"return ok, s, {', '.join(results)}")
        turn.define(f"step_{me}", ["s", *turn.arguments()], code)


def most_reached(ops: tuple[ir.Op, ...], turn: Turn) -> int:
    """Return how many cells a chain reaches at most from one cell."""
    cells = len(turn.constants.board.places)
    most = 1
    for op in ops:
        match op:
            case ir.Step() if op.ways is not None and most == 1:
                most = max(_reached(op, bit) for bit in turn.constants.board.bits)
            case ir.Keep() | ir.Combine(how="Intersect" | "Minus") | ir.Guard() | ir.Compare():
                continue
            case ir.SetState() | ir.Move() | ir.SetCounter() | ir.Mark() | ir.SetPhase() | ir.SetTurn() | ir.Apply():
                continue
            case _:
                return cells
    return most


def _reached(op: ir.Step, start: int) -> int:
    found = {start} if op.least <= 0 else set()
    for way in op.ways or ():
        cell, steps = start, 0
        while cell in way.table and steps != op.most and steps <= len(way.table):
            cell = way.table[cell]
            steps += 1
            if steps >= op.least:
                found.add(cell)
    return max(1, len(found))
