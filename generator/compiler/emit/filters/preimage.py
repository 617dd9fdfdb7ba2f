"""Preimages: the cells from which a chain has an output, for all cells at once, as one set.

The chain is read backwards: each operation maps the set of target cells after it to the set of cells before it from
which it leads to a target. So a loop over cells becomes a few operations on whole sets.

    before   where { ray lines enemy until own }       for each cell: for each line: ...
    after    for each line: enemies in a row that end before an own piece, then one step back

Conditions: (1) the chain has no effect; (2) it reads no mark that it writes; (3) what it counts does not depend on the
cell from which it starts, save where the numbers of all cells can be compared at once; (4) a test on the whole flow
stands where the flow is still one cell. Where one does not hold, the result is None, and the question is asked cell by
cell.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import assert_never

from tilewright.generator.compiler.analysis.questions import asks_anew, independent
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.cursor import (
    FEW,
    are_apart,
    between,
    fill,
    inner_cells,
    is_line,
    shared,
    spread,
)
from tilewright.generator.compiler.emit.filters.numerals import compared
from tilewright.generator.compiler.emit.filters.riding import ride, rides
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.patterns import pattern_cells
from tilewright.generator.compiler.emit.rows import LONGEST, asked_length, rows_through
from tilewright.generator.compiler.emit.sets import (
    EMPTY,
    Cells,
    across,
    chosen,
    constant,
    join,
    join_all,
    loosened,
    meet,
    preimage,
    variable,
    without,
)
from tilewright.generator.compiler.emit.tables import around, straight_rays
from tilewright.generator.compiler.kernel.nodes import Expression, If, Local, choice
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way
from tilewright.generator.compiler.rules.traits import Becomes, Part, changes, raises


class Preimage:
    """Finds preimages of chains in the position of one flow."""

    def __init__(
        self, emitter: Emitter, flow: Flow, asked: Cells | None = None, cell: Expression | None = None
    ) -> None:
        """*asked*: the cells that matter; others may be missing from the result. None: all of them matter.

        *cell*: a variable that is known to hold exactly one cell.
        """
        self.emitter = emitter
        self.cell = cell
        self.flow = flow
        self.asked = asked
        self.everything = constant(emitter.constants.board.cells)

    def origins(
        self, ops: tuple[ir.Op, ...], way: Way | None, target: Cells | None = None, *, single: bool = True
    ) -> Cells | None:
        """Return the cells from which a chain leads to a target, or None if that is not known.

        *target* None: any cell is one. With *single* false, the chain starts from a set of cells: it leads to a target
        if and only if the result has one of its cells. A chain that may be an error has to be run: it is one only for a
        flow that comes to it.
        """
        if changes(ops) or raises(ops) or not _one_cell_at_tests(ops, single):
            return None
        return self._before(ops, way, self.everything if target is None else target)

    def reads(self, pattern: ir.Pattern, where: Cells) -> None:
        """Note that the result depends on whether some cells match a pattern. Subclasses record that."""

    def _before(self, ops: tuple[ir.Op, ...], way: Way | None, target: Cells) -> Cells | None:
        """Return the cells from which a chain leads to a target, given the bound direction, or None."""
        if not ops:
            return target
        op, rest = ops[0], ops[1:]
        if isinstance(op, ir.Along):
            return self._any([self._before(rest, bound, target) for bound in op.ways])
        if isinstance(op, ir.Bend):
            if way not in op.ways:
                return None
            return self._before(rest, op.ways[(op.ways.index(way) + op.by) % len(op.ways)], target)
        if isinstance(op, ir.Choice) and op.mode == "All":
            return self._any([self._before((*chain.ops, *rest), way, target) for chain in op.alternatives])
        if isinstance(op, ir.Choice) and op.mode == "First":
            return self._first(op.alternatives, rest, way, target)
        asked, self.asked = self.asked, None
        behind = self._before(rest, way, target)
        self.asked = asked
        if behind is None:
            return None
        if isinstance(op, ir.Flood):
            return self._flooded(op, self.loosely(behind))
        return self._through(op, way, self.emitter.name(behind))

    def loosely(self, cells: Cells) -> Cells:
        """Return a set as a variable. It may have bits beside the board, which a mask that is still to apply drops."""
        loose = loosened(cells, self.everything.raw)
        if loose.mask is None or isinstance(loose.node, Local):
            return self.emitter.name(cells)
        return Cells(self.emitter.code.name(loose.node, "T"), loose.raw, loose.mask, loose.single)

    def _any(self, parts: list[Cells | None]) -> Cells | None:
        """Return the union of some sets, or None if one of them is not known."""
        found = [part for part in parts if part is not None]
        return join_all(found) if len(found) == len(parts) else None

    def _first(
        self, alternatives: tuple[ir.Chain, ...], rest: tuple[ir.Op, ...], way: Way | None, target: Cells
    ) -> Cells | None:
        """Return the preimage of a choice of the first alternative that has an output, and what follows it."""
        left, found = self.everything, EMPTY
        for chain in alternatives:
            some = self._before(chain.ops, way, self.everything)
            all_through = self._before((*chain.ops, *rest), way, target)
            if some is None or all_through is None:
                return None
            found = join(found, meet(left, all_through))
            left = without(left, self.emitter.name(some))
        return found

    def _through(self, op: ir.Op, way: Way | None, target: Cells) -> Cells | None:
        """Return the cells from which one operation leads to the target, or None if that is not known."""
        emitter = self.emitter
        match op:
            case ir.Keep():
                for pattern in op.patterns:
                    self.reads(pattern, target)
                    target = meet(target, pattern_cells(emitter, self.flow, pattern))
                return target
            case ir.Option() | ir.Record() | ir.Select() | ir.Pick():
                return target
            case ir.Combine():
                return self._combined(op, target)
            case ir.Step():
                return self._stepped(op, way, target)
            case ir.Ray():
                return self._bracketed(op, way, target)
            case ir.Best() if not op.traits.raises:
                return target
            case ir.Image():
                return preimage(target, op.way)
            case ir.Spread():
                return emitter.name(across(emitter.name(target), op.inverse.pairs))
            case ir.Guard():
                if asks_anew(op):
                    return self._if(emitter.condition(ir.Guard(op.conditions, op.negate, False), self._whole()), target)
                lifted = guard_preimage(emitter, op, self._bound(way))
                if lifted is None:
                    return None
                return without(target, emitter.name(lifted)) if op.negate else meet(target, lifted)
            case ir.Compare() if independent(op.left) and independent(op.right):
                return self._if(emitter.condition(op, self._whole()), target)
            case ir.Compare():
                found = self._rows(op)
                if found is None:
                    found = compared(emitter, op, self._bound(way))
                return None if found is None else meet(target, found)
            case ir.Repetition() | ir.Movable():
                return self._if(emitter.condition(op, self._whole()), target)
            case ir.Choice():
                return self._any([self._before(chain.ops, way, target) for chain in op.alternatives])
            case (
                ir.Mass() | ir.Drop() | ir.Flood() | ir.Bend() | ir.Best() | ir.Mark() | ir.Along() | ir.Shape()
                | ir.Stamp()
                | ir.Repeat()
                | ir.Apply() | ir.SetState() | ir.Move() | ir.Stack() | ir.Shift() | ir.SetCounter()
                | ir.SetPhase() | ir.SetTurn()
                | ir.End() | ir.Die()
            ):  # fmt: skip
                return None
            case _:
                assert_never(op)

    def _rows(self, op: ir.Compare) -> Cells | None:
        """Return the cells from which a flood along a line has at least as many cells as a comparison asks for.

        None if it asks for something else.
        """
        match op.left:
            case ir.Count(ir.Chain(_, (ir.Flood() as flood,))):
                length = asked_length(op)
            case _:
                return None
        if length is None or not 1 < length <= LONGEST or not is_line(self.emitter, flood.ways):
            return None
        through = self.emitter.name(pattern_cells(self.emitter, self.flow, flood.through))
        way, back = flood.ways
        return rows_through(through, way, back, length, self.everything, self.emitter.name)

    def _whole(self) -> Flow:
        """Return a flow of all cells, for a test whose answer does not depend on the cell."""
        flow = self.flow.copy()
        flow.cells, flow.alive, flow.many = self.everything, True, False
        return flow

    def _bound(self, way: Way | None) -> Flow:
        """Return the flow with a direction bound."""
        flow = self.flow.copy()
        flow.way = way
        return flow

    def _if(self, condition: Expression, target: Cells) -> Cells:
        """Return the target if a condition holds, else the empty set."""
        if condition.constant is not None:
            return target if condition.constant else EMPTY
        return self.emitter.name(replace(chosen(condition, self.emitter.name(target)), single=False))

    def _combined(self, op: ir.Combine, target: Cells) -> Cells | None:
        """Return the preimage of a combination with a constant set or a mark."""
        if op.mask is not None:
            other = constant(op.mask)
        elif op.mark is not None:
            other = self.flow.place(self.flow.marks[op.mark])
        else:
            return None
        match op.how:
            case "Intersect":
                return meet(target, other)
            case "Minus":
                return without(target, other)
            case "Clear":
                return EMPTY
            case "Replace" | "Union":
                pass
            case _:
                assert_never(op.how)
        hit = self.emitter.name(meet(target, other))
        if hit.constant is not None:
            reached = self.everything if hit.constant else EMPTY
        else:
            reached = self.emitter.name(chosen(hit.value, self.everything))
        return reached if op.how == "Replace" else join(target, reached)

    def _stepped(self, op: ir.Step, way: Way | None, target: Cells) -> Cells | None:
        """Return the preimage of a step."""
        emitter = self.emitter
        ways = op.ways if op.ways is not None else (way,) if way is not None else None
        if ways is None:
            return None
        through = None if op.through is None else emitter.name(pattern_cells(emitter, self.flow, op.through))
        parts: list[Cells] = [target] if op.least <= 0 else []
        if op.least == op.most == 1 and target.node == self.cell:
            inverses = [one.inverse for one in ways]
            back_ways = tuple(one for one in inverses if one is not None and one.table)
            if len(back_ways) == len(ways) > 2:
                found = around(emitter, target, back_ways)
                if found is not None:
                    return found
        least, most = max(op.least, 1), op.most
        if least == 1 and most < 0 and op.through is not None and through is not None and target.node == self.cell:
            back_ways = tuple(one.inverse for one in ways if one.inverse is not None)
            reached = rides(emitter, target, back_ways, through) if len(back_ways) == len(ways) else None
            if reached is not None:
                self.reads(op.through, reached)
                return join_all([*parts, reached])
        for one in ways:
            if most < 0 and least == 1 and len(one.shifts) == 1:
                back = one.inverse
                has_rays = back is not None and straight_rays(emitter, back) is not None
                if target.node == self.cell and back is not None and has_rays:
                    parts.append(ride(emitter, target, back, through))
                elif target.single and target.constant is None and back is not None and has_rays:
                    # from one cell outwards; of no cell there is no ray, and no row in a table of rays
                    some = choice(target.value, target.value, 1 << emitter.constants.board.bits[0])
                    reached = ride(emitter, emitter.name(Cells(some, target.raw, None, True)), back, through)
                    parts.append(replace(chosen(target.value, reached), single=False))
                else:
                    parts.append(preimage(fill(emitter, target, one, through, back=True), one))
                if op.through is not None:
                    self.reads(op.through, parts[-1])
            elif 0 <= most <= FEW:
                behind = target
                for number in range(1, most + 1):
                    behind = preimage(behind, one)
                    if number < most:
                        behind = emitter.name(behind)
                    if number >= least:
                        parts.append(behind)
                    if op.through is not None and through is not None and number < most:
                        self.reads(op.through, behind)
                        behind = emitter.name(meet(behind, through))
            else:
                return None
        return join_all(parts)

    def _bracketed(self, op: ir.Ray, way: Way | None, target: Cells) -> Cells | None:
        """Return the preimage of a ray: a row of matching cells, then an end.

        It is known if the ray collects its end, or if any collected row is a target.
        """
        emitter = self.emitter
        ways = op.ways if op.ways is not None else (way,) if way is not None else None
        if op.collect == "End" and op.end is not None and op.least <= 0 and op.most < 0 and are_apart(op):
            step = ir.Step(op.ways, 1, -1, op.match)
            self.reads(op.end, target)
            ends = meet(target, pattern_cells(emitter, self.flow, op.end))
            return self._stepped(step, way, emitter.name(ends))
        if (
            ways is None
            or op.collect != "Matched"
            or op.most >= 0
            or op.least > 1
            or target.value != self.everything.value
        ):
            return None
        if any(len(one.shifts) != 1 for one in ways):
            return None
        match = emitter.name(pattern_cells(emitter, self.flow, op.match))
        if op.end is None:
            return join_all([preimage(match, one) for one in ways])
        if not are_apart(op):
            return None
        end = emitter.name(pattern_cells(emitter, self.flow, op.end))
        return shared(emitter, "bracketed", (match, end), partial(_before_rows, emitter, ways))

    def _flooded(self, op: ir.Flood, target: Cells) -> Cells | None:
        """Return the preimage of a flood: the target, and what a flood back from it reaches."""
        emitter = self.emitter
        if any(way.inverse is None for way in op.ways):
            return None
        through = emitter.name(pattern_cells(emitter, self.flow, op.through))
        inside = emitter.name(meet(target, through))
        if self.asked is None:
            reached = spread(emitter, inside, op.ways, through, back=True)
            return join(target, join_all([preimage(reached, way) for way in op.ways]))
        # cells of the target need no flood, and often these are all that matter
        rest = emitter.name(without(self.asked, target))
        if rest.constant == 0:
            return target
        found = emitter.code.fresh("U")
        emitter.code.assign(found, 0)
        with emitter.code.block(If(rest.value)):
            reached = spread(emitter, inside, op.ways, through, back=True, asked=rest)
            if not self._asks_for(op.through):
                reached = join_all([preimage(reached, way) for way in op.ways])
            emitter.code.assign(found, reached.value)
        return join(target, variable(found, self.everything.raw))

    def _asks_for(self, pattern: ir.Pattern) -> bool:
        """Return whether the known states show that all cells that matter match a pattern."""
        states = self.flow.states
        if pattern.offsets or states is None:
            return False
        plain = [
            part.states for part in pattern.alternatives if not part.marks and self.everything.raw & ~part.mask == 0
        ]
        return any(states <= part for part in plain)


def guard_preimage(emitter: Emitter, op: ir.Guard, flow: Flow, asked: Cells | None = None) -> Cells | None:
    """Return the cells from which one of the conditions of a guard has an output, or None if that is not known.

    The result is not negated. *asked*: see ``Preimage``.
    """
    parts = []
    for chain in op.conditions:
        inner = aside(flow, chain.me)
        part = Preimage(emitter, inner, asked).origins(chain.ops, inner.bound)
        if part is None:
            return None
        parts.append(part)
    return join_all(parts)


def _one_cell_at_tests(ops: tuple[ir.Op, ...], single: bool) -> bool:
    """Return whether tests on the whole flow, and choices of the first, stand only where the flow has one cell."""
    for op in ops:
        if isinstance(op, ir.Choice):
            if not (single or op.mode != "First"):
                return False
            if not all(_one_cell_at_tests(chain.ops, single) for chain in op.alternatives):
                return False
        match op.traits.cells:
            case Becomes.ALL_OR_NONE if not single and Part.CELLS in op.traits.reads:
                return False
            case Becomes.SOME if not single:
                return False
            case Becomes.MAPPED | Becomes.NEW:
                single = False
            case Becomes.ONE:
                single = True
            case Becomes.SAME | Becomes.KEPT | Becomes.SOME | Becomes.ALL_OR_NONE | Becomes.PERMUTED | Becomes.NONE:
                continue
            case other:
                assert_never(other)
    return True


def _before_rows(emitter: Emitter, ways: tuple[Way, ...], match: Cells, end: Cells) -> Cells:
    """Return the cells from which one of some ways leads along a row of matching cells to an end."""
    parts = []
    inner = inner_cells(emitter.constants.board, ways)
    for one in ways:
        through = emitter.name(meet(match, constant(inner[one])))
        parts.append(preimage(between(emitter, preimage(end, one), one, through, back=True), one))
    return join_all(parts)
