"""The paths through a rule: for each sequence of branches that it can take, the clicks and labels of its moves.

For a click, a path gives a set of states that its cell can have when the move begins, a set of cells that it can be on,
and how these depend on the cell of an earlier click. All of this is derived from the rule and the board alone. It is an
over-approximation: what is not known may be anything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import assert_never

from tilewright.generator.compiler.analysis.copies import is_long
from tilewright.generator.compiler.analysis.straightness import keeps_cells
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way, cells_of
from tilewright.generator.compiler.rules.traits import Becomes, MarkPart, Part, Parts, branches, marks, writes

RECORD = "record"
"""A step that stands for any number of clicks on any cells."""


@dataclass(frozen=True)
class Click:
    """A click: the states that its cell can have, and the cells on which it can be."""

    states: frozenset[int]
    mask: int
    reach: tuple[int, ...] | None
    """For each cell of the click ``base``, by its bit, the cells on which this one can be; None if unknown."""
    base: int
    """The place of an earlier click among the steps."""
    beside: tuple[tuple[Way, frozenset[int]], ...] = ()
    """Directions, and the states that the neighbour in each of them can have."""
    within: frozenset[int] = frozenset()
    """Marks that contain its cell when the move begins."""


@dataclass(frozen=True)
class Path:
    """One path through a rule, up to some operation: its steps, and what is known of the flow there.

    ``states``, ``mask``, ``reach`` and ``base`` say of the working set what the fields of ``Click`` say of a click.
    """

    steps: tuple[Click | frozenset[int] | str, ...] = ()
    """Clicks, labels of which each move has one, and ``RECORD``."""
    open: bool = False
    """Whether more steps may follow, any number of them."""
    further_labels: bool = False
    """Whether there may be labels among those."""
    hidden: bool = False
    """Whether two flows of this path may make the same move."""
    phases: frozenset[int] = frozenset()
    """The phases in which the rule plays; if empty, it plays in all."""
    numbers: tuple[tuple[int, int, int, int], ...] = ()
    """What tests demand of counters: the counter, its player, and the least and greatest value."""
    choices: tuple[tuple[int, int], ...] = ()
    """The exclusive choices before the first hidden branch, each with the alternative that this path takes."""
    states: frozenset[int] = frozenset()
    mask: int = 0
    reach: tuple[int, ...] | None = None
    base: int = -1
    changed: bool = False
    """Whether the position is no longer the one in which the move began."""
    way: Way | None = None
    """The bound direction, if it is known."""
    within: frozenset[int] = frozenset()
    """Marks that contain the working set."""
    marks: tuple[tuple[int, int], ...] = ()
    """Marks that hold the cell of a click, each with the index of that click among the steps."""
    laid: bool = False
    """Whether the working set is what a shape covers, different for each flow and not yet part of the move."""

    @cached_property
    def taken(self) -> dict[int, int]:
        """The alternative that this path takes at each exclusive choice."""
        return dict(self.choices)

    @property
    def has_labels(self) -> bool:
        """Whether a label is among the steps."""
        return any(isinstance(step, frozenset) for step in self.steps)


class Paths:
    """Finds the paths through the rules of a game."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.all_states = frozenset(range(len(constants.states)))
        self.bits = max(constants.board.bits) + 1
        self.itself = tuple(1 << bit for bit in range(self.bits))
        self._choices = 0

    def of(self, rule: ir.Rule) -> list[Path]:
        """Return the paths through a rule."""
        return self._walk(
            rule.chain.ops, Path(phases=rule.phases, states=self.all_states, mask=self.constants.board.board)
        )

    def _walk(self, ops: tuple[ir.Op, ...], path: Path) -> list[Path]:
        """Return the paths that a chain continues a path to."""
        self.constants.budget.spend()
        ends: list[Path] = []
        for place, op in enumerate(ops):
            rest = ops[place + 1 :]
            if path.open and path.steps and Part.IDENTITY in op.traits.writes:
                path = replace(path, hidden=True)
            if not isinstance(op, ir.Select) and path.marks:
                written = marks(op.traits.writes)
                path = replace(path, marks=tuple(known for known in path.marks if known[0] not in written))
            if path.laid and not keeps_cells(op):
                path = replace(path, hidden=True, laid=False)
            told = Part.IDENTITY in writes((op, *rest))
            may_end = Part.END in op.traits.writes and Part.IDENTITY in writes(rest)
            match op:
                case ir.End():  # the rest is not run
                    return [*ends, self._finished(self._through(op, path))]
                case ir.Choice() if path.laid:
                    path = self._through(op, path)
                case ir.Choice(mode="All") if not told and is_long(op, rest):
                    path = replace(self._through(op, path), hidden=True)
                case ir.Choice(mode="All"):
                    merged = self._labelled(op, path)
                    if merged is None:
                        return [*ends, *(end for a in op.alternatives for end in self._walk((*a.ops, *rest), path))]
                    path = merged
                case ir.Choice() if not told and not branches((op,)):
                    path = self._through(op, path)
                case ir.Choice(mode="Union"):
                    return [*ends, *self._joined(op, rest, path)]
                case ir.Choice():
                    self._choices += 1
                    choice = self._choices
                    for number, chain in enumerate(op.alternatives):
                        taken = path
                        if not path.hidden:
                            taken = replace(path, choices=(*path.choices, (choice, number)))
                        ends += self._walk((*chain.ops, *rest), taken)
                    return ends
                case ir.Along() if len(op.ways) > 1 and path.reach is None:
                    path = replace(path, hidden=True, way=None)
                case ir.Along():
                    return [*ends, *(end for way in op.ways for end in self._walk(rest, replace(path, way=way)))]
                case ir.Shape():
                    clicked = any(mark == op.mark for mark, _ in path.marks)  # then the move tells the kind
                    alone = clicked and not path.changed and not path.laid
                    path = replace(self._anywhere(path), hidden=path.hidden or not alone, laid=alone)
                case ir.Record():
                    path = replace(self._through(op, path), laid=False)
                case ir.Repeat():
                    path = self._repeat(op, path)
                case (
                    ir.Keep() | ir.Guard() | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass() | ir.Drop()
                    | ir.Combine() | ir.Step() | ir.Ray() | ir.Flood() | ir.Image() | ir.Spread() | ir.Stamp()
                    | ir.Bend() | ir.Pick() | ir.Best() | ir.Mark() | ir.Select() | ir.Option() | ir.Apply()
                    | ir.SetState() | ir.Move() | ir.Stack() | ir.Shift() | ir.SetCounter() | ir.SetPhase()
                    | ir.SetTurn() | ir.Die()
                ):  # fmt: skip
                    path = self._through(op, path)
                case _:
                    assert_never(op)
            if may_end:
                over, path = self._split(path)
                ends.append(self._finished(over))
        return [*ends, self._finished(path)]

    def _finished(self, path: Path) -> Path:
        """Return a path that goes no further."""
        return replace(path, hidden=True) if path.laid else path

    def _split(self, path: Path) -> tuple[Path, Path]:
        """Return a path twice: for flows in which the game has ended, which skip the rest, and for the others."""
        if path.hidden:
            return path, path
        self._choices += 1
        over, on = (replace(path, choices=(*path.choices, (self._choices, number))) for number in range(2))
        return over, on

    def _labelled(self, op: ir.Choice, path: Path) -> Path | None:
        """Return the path through alternatives that differ in one label alone, as those of an amount; None if others.

        So the paths through several amounts are one, and not the product of their numbers.
        """
        ends = [end for chain in op.alternatives if ir.Die() not in chain.ops for end in self._walk(chain.ops, path)]
        labels: frozenset[int] = frozenset()
        for end in ends:
            label = end.steps[-1] if len(end.steps) == len(path.steps) + 1 else RECORD
            if not isinstance(label, frozenset) or label & labels:
                return None
            labels |= label
        alike = {replace(end, steps=(*path.steps, labels), numbers=path.numbers) for end in ends}
        return alike.pop() if len(alike) == 1 else None

    def _joined(self, op: ir.Choice, rest: tuple[ir.Op, ...], path: Path) -> list[Path]:
        """Return the paths through a union. A cell is in the union only once, so its alternatives are exclusive."""
        self._choices += 1
        choice = self._choices
        ends = []
        for number, end in enumerate(end for chain in op.alternatives for end in self._walk(chain.ops, path)):
            choices = (*path.choices, (choice, number))
            if len(end.steps) > len(path.steps):  # clicks and labels inside a union are no part of the move
                end = replace(self._placed(path, end.mask), numbers=end.numbers)
            joined = replace(
                end, choices=choices, hidden=path.hidden, changed=path.changed, way=path.way, marks=path.marks
            )
            if Part.END in op.traits.writes and Part.IDENTITY in writes(rest):
                over, joined = self._split(joined)
                ends.append(self._finished(over))
            ends += self._walk(rest, joined)
        return ends

    def _through(self, op: ir.Op, path: Path) -> Path:
        """Return a path behind an operation that does not split it."""
        match op:
            case ir.Select(record=True):
                return self._click(op, path)
            case ir.Select():
                return replace(path, hidden=True, reach=None)
            case ir.Option():
                return replace(path, steps=(*path.steps, frozenset((op.label,))))
            case ir.Record():
                return replace(path, steps=(*path.steps, RECORD), open=True)
            case ir.Bend():
                way = op.ways[(op.ways.index(path.way) + op.by) % len(op.ways)] if path.way in op.ways else None
                return replace(path, way=way)
            case ir.Keep():
                return self._keep(op, path)
            case ir.Step():
                return self._step(op, path)
            case ir.Combine():
                return self._combine(op, path)
            case ir.Compare():
                return self._compare(op, path)
        # for the other operations the traits tell enough: the working set may be anywhere, and the position changed
        if op.traits.cells in (Becomes.MAPPED, Becomes.PERMUTED, Becomes.NEW):
            path = self._anywhere(path)
        if _changes_position(op.traits.writes):
            path = replace(path, changed=True, states=self.all_states)
        return replace(path, way=None) if Part.WAY in op.traits.writes else path

    def _anywhere(self, path: Path) -> Path:
        return self._placed(path, self.constants.board.cells)

    def _placed(self, path: Path, mask: int) -> Path:
        """Return a path whose working set can be anywhere within some cells, wherever the last click was."""
        base = len(path.steps) - 1
        known = base >= 0 and isinstance(path.steps[base], Click) and not path.open
        reach = (mask,) * self.bits if known else None
        return replace(path, states=self.all_states, mask=mask, reach=reach, base=base, within=frozenset())

    def _click(self, op: ir.Select, path: Path) -> Path:
        states = self.all_states if path.changed else path.states
        click = Click(states, path.mask, path.reach, path.base, (), frozenset() if path.changed else path.within)
        marks = tuple(known for known in path.marks if known[0] != op.mark)
        place = len(path.steps)
        if op.mark is not None:
            marks = (*marks, (op.mark, place))
        return replace(path, steps=(*path.steps, click), reach=self.itself, base=place, within=frozenset(), marks=marks)

    def _keep(self, op: ir.Keep, path: Path) -> Path:
        for pattern in op.patterns:
            if pattern.offsets or not pattern.alternatives:
                path = self._beside(pattern, path)
                continue
            mask = 0
            states: frozenset[int] = frozenset()
            for part in pattern.alternatives:
                mask |= part.mask
                states |= part.states
            path = self._within(path, mask)
            if not path.changed:
                path = replace(path, states=path.states & states)
                path = self._refined(path, states=states, mask=mask)
        return path

    def _beside(self, pattern: ir.Pattern, path: Path) -> Path:
        if (
            pattern.off_board
            or path.changed
            or not all(part.mask == self.constants.board.cells for part in pattern.alternatives)
        ):
            return path
        states = frozenset().union(*(part.states for part in pattern.alternatives))
        return self._refined(path, beside=tuple((way, states) for way in pattern.offsets))

    def _refined(
        self,
        path: Path,
        *,
        states: frozenset[int] | None = None,
        mask: int = -1,
        beside: tuple[tuple[Way, frozenset[int]], ...] = (),
    ) -> Path:
        """Add a demand on the working set to the last click, if the working set is the cell of that click."""
        last = path.steps[-1] if path.steps else RECORD
        if not isinstance(last, Click) or path.base != len(path.steps) - 1 or path.reach is None:
            return path
        if any(cells & ~(1 << bit) for bit, cells in enumerate(path.reach)):
            return path
        states = last.states if states is None else last.states & states
        click = replace(last, states=states, mask=last.mask & mask, beside=(*last.beside, *beside))
        return replace(path, steps=(*path.steps[:-1], click))

    def _within(self, path: Path, mask: int) -> Path:
        reach = None if path.reach is None else tuple(cells & mask for cells in path.reach)
        return replace(path, mask=path.mask & mask, reach=reach)

    def _step(self, op: ir.Step, path: Path) -> Path:
        ways = op.ways if op.ways is not None else (path.way,) if path.way is not None else None
        if ways is None:
            return self._anywhere(path)
        return self._moved(path, [self._moves(ways, bit, op.least, op.most) for bit in range(self.bits)])

    def _moved(self, path: Path, moves: list[int]) -> Path:
        """Return a path behind a step. *moves*: for each cell, by its bit, the cells to which the step leads."""
        known: dict[int, int] = {}
        for cells in {*(path.reach or ()), path.mask}:
            known[cells] = _union(moves, cells)
        reach = None if path.reach is None else tuple(known[cells] for cells in path.reach)
        return replace(path, states=self.all_states, mask=known[path.mask], reach=reach, within=frozenset())

    def _moves(self, ways: tuple[Way, ...], bit: int, least: int, most: int) -> int:
        """Return the cells that are *least* to *most* steps (-1: any number) from a cell along one of some ways."""
        found = 1 << bit if least <= 0 else 0
        for way in ways:
            cell, count, seen = bit, 0, 0
            while cell in way.table and count != most and seen <= self.bits:
                cell = way.table[cell]
                count += 1
                seen += 1
                if count >= least:
                    found |= 1 << cell
        return found

    def _combine(self, op: ir.Combine, path: Path) -> Path:
        match op.how:
            case "Intersect":
                if op.mask is not None:
                    return self._within(path, op.mask)
                return path if op.mark is None else replace(path, within=path.within | {op.mark})
            case "Minus":
                return path if op.mask is None else self._within(path, ~op.mask)
            case "Replace" if op.mask is not None:
                return self._placed(path, op.mask)
            case "Replace":
                place = dict(path.marks).get(op.mark, -1) if op.mark is not None else -1
                click = path.steps[place] if place >= 0 else RECORD
                if isinstance(click, Click):
                    states = self.all_states if path.changed else click.states
                    return replace(
                        path, states=states, mask=click.mask, reach=self.itself, base=place, within=frozenset()
                    )
            case "Union" | "Clear":
                pass
            case _:
                assert_never(op.how)
        return self._anywhere(path)

    def _compare(self, op: ir.Compare, path: Path) -> Path:
        if path.changed or not isinstance(op.left, ir.Number) or op.left.per_cell or not isinstance(op.right, ir.Int):
            return path
        number, endless = op.right.value, 1 << 40
        least, greatest = {
            "==": (number, number), "<": (-endless, number - 1), "<=": (-endless, number),
            ">": (number + 1, endless), ">=": (number, endless), "!=": (-endless, endless),
        }[op.relation]  # fmt: skip
        return replace(path, numbers=(*path.numbers, (op.left.counter, op.left.player, least, greatest)))

    def _repeat(self, op: ir.Repeat, path: Path) -> Path:
        """Return a path behind a repetition, with any number of further steps unless its rounds make none."""
        changed = path.changed or _changes_position(op.traits.writes)
        start = Path(
            (Click(self.all_states, self.constants.board.cells, None, -1),), mask=self.constants.board.cells,
            states=self.all_states, reach=self.itself, base=0, changed=True, way=path.way,
        )  # fmt: skip
        rounds = self._walk(op.body.ops, start)
        if not branches(op.body.ops) and Part.IDENTITY not in op.traits.writes:
            after = replace(path, changed=changed, hidden=path.hidden or not op.maximal)
            if any(end.base != 0 or end.reach is None or end.way != path.way for end in rounds):
                return replace(self._anywhere(after), way=None)
            return self._moved(after, self._closed(rounds))
        clear = (
            _is_one_cell(path)
            and all(_is_one_cell(end) and not (end.hidden or end.open) and len(end.steps) > 1 for end in rounds)
            and all(apart(one, other) for one, other in combinations(rounds, 2))
        )
        after = replace(self._anywhere(path), reach=None, changed=True, way=None)
        labels = path.further_labels or any(end.has_labels or end.further_labels for end in rounds)
        return replace(after, open=True, further_labels=labels, hidden=path.hidden or not clear)

    def _closed(self, rounds: list[Path]) -> list[int]:
        """Return for each cell those that any number of rounds lead to: the reflexive, transitive closure."""
        once = [0] * self.bits
        for end in rounds:
            once = [cells | more for cells, more in zip(once, end.reach or once, strict=True)]
        following = [(bit, [near for near in cells_of(once[bit]) if near < self.bits]) for bit in range(self.bits)]
        found = list(self.itself)
        before: list[int] = []
        while before != found:
            before = list(found)
            for bit, beside in following:
                for near in beside:
                    found[bit] |= found[near]
            following.reverse()  # alternating directions reaches the fixed point in few sweeps
        return found


def _changes_position(parts: Parts) -> bool:
    """Return whether writing some parts changes the position, its marks aside."""
    return not all(isinstance(part, MarkPart) or part in _OF_PATHS for part in parts)


_OF_PATHS = (Part.CLICK, Part.WAY, Part.IDENTITY)


def _is_one_cell(path: Path) -> bool:
    """Return whether the working set is at most one cell for each cell of the last click."""
    return path.reach is not None and path.base == len(path.steps) - 1 and not any(c & (c - 1) for c in path.reach)


def _union(moves: list[int], cells: int) -> int:
    """Return the union of the entries of some cells."""
    found = 0
    for bit in cells_of(cells):
        if bit < len(moves):
            found |= moves[bit]
    return found


def apart(one: Path, other: Path) -> bool:
    """Return whether two paths surely cannot make the same move: see ``distinct`` for the reasons."""
    if one.phases and other.phases and not one.phases & other.phases:
        return True
    for counter, player, least, greatest in one.numbers:
        for counter2, player2, least2, greatest2 in other.numbers:
            if (counter, player) == (counter2, player2) and (greatest < least2 or greatest2 < least):
                return True
    for choice, alternative in other.choices:
        if one.taken.get(choice, alternative) != alternative:
            return True
    if any(a.has_labels and not (b.has_labels or b.further_labels) for a, b in ((one, other), (other, one))):
        return True
    known: dict[int, frozenset[int]] = {}  # for single cells, the states that both paths demand of them
    for first, second in zip(one.steps, other.steps, strict=False):
        if isinstance(first, str) or isinstance(second, str):
            return False
        if isinstance(first, frozenset) or isinstance(second, frozenset):
            if not (isinstance(first, frozenset) and isinstance(second, frozenset) and first & second):
                return True
            continue
        mask, states = first.mask & second.mask, first.states & second.states
        if mask & (mask - 1) == 0:
            known[mask] = states = known.get(mask, states) & states
        if not states or not mask:
            return True
        if any(way == way2 and not near & near2 for way, near in first.beside for way2, near2 in second.beside):
            return True
        if first.reach is None or second.reach is None or first.base != second.base:
            continue
        base, other_base = one.steps[first.base], other.steps[second.base]
        assert isinstance(base, Click) and isinstance(other_base, Click)
        again = states & base.states & other_base.states  # the states of a cell that is clicked twice
        if not any(
            first.reach[bit] & second.reach[bit] & ~(0 if again else 1 << bit)
            for bit in cells_of(base.mask & other_base.mask)
        ):
            return True
    if len(one.steps) == len(other.steps):
        return False
    return not min(one, other, key=lambda path: len(path.steps)).open
