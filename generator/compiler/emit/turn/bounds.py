"""Upper bounds of the number of moves that follow from a flow, known before any of its effects is made.

A click has at most as many cells as the working set before it, which is within the cells of every pattern that it has
been intersected with. Delayed effects may change a few cells first: the cells that may match a pattern only after them
are counted in addition to those that match it now.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow, States, aside
from tilewright.generator.compiler.emit.patterns import pattern_cells, states_of
from tilewright.generator.compiler.emit.sets import Cells, constant, meet
from tilewright.generator.compiler.kernel.nodes import ONE, Expression, call, choice, number, total
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import branches


@dataclass(frozen=True)
class _Within:
    """Bounds of a working set."""

    most: int
    """The most cells that it can have."""
    cells: Cells | None = None
    """A set that includes it but for at most ``more`` cells; None if there is no such bound."""
    more: int = 0


def most_moves(emitter: Emitter, flow: Flow, ops: tuple[ir.Op, ...]) -> Expression | None:
    """Return an upper bound of the number of moves to which a flow of one cell leads, or None if none is known.

    The code emitted for it reads the position before all effects of the chain.
    """
    return _Bounds(emitter, flow).of(ops, _Within(1), ())


class _Bounds:
    """Finds bounds for the chains of one flow."""

    def __init__(self, emitter: Emitter, flow: Flow) -> None:
        self.emitter = emitter
        self.flow = aside(flow, flow.me)
        self.source_states = flow.mark_states
        self.all = len(emitter.constants.board.places)

    def of(self, ops: tuple[ir.Op, ...], within: _Within, made: tuple[States, ...]) -> Expression | None:
        """Return the bound for the rest of a chain, given those of the working set, or None.

        *made*: for each cell that effects may have changed, the states that it can have got.
        """
        for place, op in enumerate(ops):
            rest = ops[place + 1 :]
            match op:
                case ir.Select(record=True):
                    return None if branches(rest) else self._number(within)
                case ir.Choice(mode="First" | "All") if branches((op,)):
                    parts = [self.of((*chain.ops, *rest), within, made) for chain in op.alternatives]
                    known = [part for part in parts if part is not None]
                    return self._of_all(known, op.mode) if len(known) == len(parts) else None
                case ir.Select() | ir.Along() | ir.Shape() | ir.Repeat() | ir.Stack() | ir.Shift() | ir.Apply():
                    return None
                case ir.Move() | ir.SetState():
                    if within.most != 1:
                        return None
                    made = (*made, *self._made(op))
                case (
                    ir.Keep() | ir.Guard() | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass() | ir.Drop()
                    | ir.Combine() | ir.Step() | ir.Ray() | ir.Flood() | ir.Image() | ir.Spread() | ir.Stamp()
                    | ir.Bend() | ir.Pick() | ir.Best() | ir.Mark() | ir.Record() | ir.Option() | ir.Choice()
                    | ir.SetCounter() | ir.SetPhase() | ir.SetTurn() | ir.End() | ir.Die()
                ):  # fmt: skip
                    within = self._through(op, within, made)
                case _:
                    assert_never(op)
        return ONE

    def _of_all(self, parts: list[Expression], mode: str) -> Expression:
        """Return the bound of a choice: the sum of those of all alternatives, or the greatest of them."""
        if mode == "All":
            return self.emitter.number(total(parts))
        most = parts[0]
        for part in parts[1:]:
            if most.constant is not None and part.constant is not None:
                most = number(max(most.constant, part.constant))
            else:
                most = self.emitter.number(choice(most > part, most, part))
        return most

    def _number(self, within: _Within) -> Expression | None:
        """Return the most cells of a working set by its bounds, or None if they say nothing."""
        if within.cells is None:
            return number(within.most) if within.most < self.all else None
        count = self.emitter.number(total([call("popc", within.cells.value), *([within.more] if within.more else [])]))
        if within.most >= self.all:
            return count
        return self.emitter.number(choice(count < within.most, count, within.most))

    def _made(self, op: ir.Move | ir.SetState) -> list[States]:
        """Return, for each cell that an effect on one cell changes, the states that it can get."""
        if isinstance(op, ir.SetState):
            return [frozenset(state for _, state in op.targets if state is not None)]
        states = None if op.source in op.carried.marks else self.source_states[op.source]
        return [states, None if op.swap else frozenset(self.emitter.constants.initial_state)]

    def _through(self, op: ir.Op, within: _Within, made: tuple[States, ...]) -> _Within:
        """Return the bounds of the working set after an operation."""
        match op:
            case ir.Keep():
                for pattern in op.patterns:
                    within = self._kept(pattern, within, made)
                return within
            case (
                ir.Guard()
                | ir.Compare()
                | ir.Repetition()
                | ir.Movable()
                | ir.Mass()
                | ir.Drop()
                | ir.Option()
                | ir.Record()
            ):
                return within
            case ir.SetCounter() | ir.SetPhase() | ir.SetTurn() | ir.Mark() | ir.End() | ir.Bend() | ir.Die():
                return within
            case ir.Combine(how="Intersect" | "Minus" | "Clear") | ir.Best():
                return within
            case ir.Pick():
                return replace(within, most=min(within.most, 1))
            case ir.Combine(how="Replace", mask=int(mask)):
                return _Within(mask.bit_count(), constant(mask))
            case ir.Step() if op.ways is not None and within.most == 1:
                return _Within(max(_reached(op, bit) for bit in self.emitter.constants.board.bits))
            case ir.Choice(mode="First") if all(
                self._through(inner, within, made) == within for chain in op.alternatives for inner in chain.ops
            ):
                return within
            case (
                ir.Combine() | ir.Step() | ir.Ray() | ir.Flood() | ir.Image() | ir.Spread() | ir.Stamp() | ir.Select()
                | ir.Along() | ir.Shape() | ir.Choice() | ir.Repeat() | ir.Apply() | ir.SetState() | ir.Move()
                | ir.Stack() | ir.Shift()
            ):  # fmt: skip
                return _Within(self.all)
            case _:
                assert_never(op)

    def _kept(self, pattern: ir.Pattern, within: _Within, made: tuple[States, ...]) -> _Within:
        """Return the bounds of the cells that match a pattern."""
        if pattern.offsets or any(part.marks for part in pattern.alternatives):
            return within
        states = states_of(pattern) or frozenset()
        more = sum(one is None or bool(one & states) for one in made)
        cells = pattern_cells(self.emitter, self.flow, pattern)
        if within.cells is not None:
            cells, more = meet(cells, within.cells), more + within.more
        return replace(within, cells=self.emitter.name(cells), more=more)


def _reached(op: ir.Step, start: int) -> int:
    """Return the most cells that steps can reach from a cell, whatever is on the board; at least 1."""
    found = {start} if op.least <= 0 else set()
    for way in op.ways or ():
        cell, steps = start, 0
        while cell in way.table and steps != op.most and steps <= len(way.table):
            cell = way.table[cell]
            steps += 1
            if steps >= op.least:
                found.add(cell)
    return max(1, len(found))
