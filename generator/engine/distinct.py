"""Whether two ways through the rules can make the same move.

A move is its clicks and options; what is found twice counts once. Most rules cannot find a move twice, and this is
shown from the rules alone: each path through them has a sequence of clicks and labels, and two paths are apart if

    (1) their sequences differ in length, or in a label, or have a label where the other has a click;
    (2) a click of one is on a cell whose states, or whose place, exclude those of the other;
    (3) a click of one is at distances from the click before that the other does not have;
    (4) they demand numbers or phases that exclude each other, or states beside a click that do.

One path finds nothing twice if every branch in it is a click, or a direction along which different cells are clicked.
Where nothing of this can be shown, the program compares the moves that it finds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from tilewright.generator.engine import ir
from tilewright.generator.engine.analysis import EFFECTS, branches, mentions
from tilewright.generator.engine.board import Way, cells_of
from tilewright.generator.engine.constants import Constants

MANY = 2_000
"""The paths that are compared; more are taken to overlap."""


RECORD = "record"
"""In place of a step: any number of clicks, on any cells."""


@dataclass(frozen=True)
class Click:
    """A click: the states that its cell can have, the cells on which it can be, and these for each click before."""

    states: frozenset[int]
    mask: int
    reach: tuple[int, ...] | None
    beside: tuple[tuple[Way, frozenset[int]], ...] = ()
    """States that a cell at some distance has."""
    marked: bool = False
    """Whether it is on a cell of some mark."""


@dataclass(frozen=True)
class Path:
    """One path through a rule, as far as it is looked at."""

    steps: tuple[Click | str, ...] = ()
    open: bool = False
    """Whether more steps may follow, any number of them."""
    hidden: bool = False
    """Whether different flows of this path may make the same move."""
    phases: frozenset[int] = frozenset()
    numbers: tuple[tuple[int, int, int, int], ...] = ()
    choices: tuple[tuple[int, int], ...] = ()
    """At which exclusive choices, before its first hidden branch, this path took which alternative."""
    states: frozenset[int] = frozenset()
    mask: int = 0
    reach: tuple[int, ...] | None = None
    changed: bool = False
    """Whether the position is no longer the one in which the move began."""
    stepped: bool = False
    """Whether a step was made along the bound direction."""
    bound: tuple[Way, ...] = ()
    """Directions among which the path has branched without a click yet."""
    marked: bool = False
    """Whether the working set lies within a mark."""


def may_repeat(group: ir.Group, constants: Constants) -> bool:
    """Return whether the rules of a group may find a move twice.

    A click on a marked cell that another rule wants to be in certain states, and none of them empty, is no reason to
    compare all moves: that both hold is what rules with marks exclude. ``doubts`` tells what is to be checked.
    """
    paths = _paths(group, constants)
    if paths is None or any(path.hidden or path.bound for _, path in paths):
        return True
    return any(
        not apart(one, other) and not _doubted(one, other, constants) for (_, one), (_, other) in combinations(paths, 2)
    )


def doubts(group: ir.Group, constants: Constants) -> dict[str, list[tuple[int, frozenset[int]]]]:
    """Return for rules which click, counted from 0, must not be on a cell in one of some states.

    Otherwise this rule and another one make the same move, which is left to the interpreter to judge.
    """
    found: dict[str, list[tuple[int, frozenset[int]]]] = {}
    for (rule, one), (other_rule, other) in combinations(_paths(group, constants) or [], 2):
        if apart(one, other):
            continue
        doubt = _doubted(one, other, constants)
        if doubt is not None:
            first, place, states = doubt
            found.setdefault(rule if first else other_rule, []).append((place, states))
    return found


def _paths(group: ir.Group, constants: Constants) -> list[tuple[str, Path]] | None:
    analysis = _Analysis(constants)
    paths: list[tuple[str, Path]] = []
    for rule in group.rules:
        start = Path(phases=rule.phases, states=analysis.all_states, mask=constants.board.cells)
        paths += [(rule.name, path) for path in analysis.walk(rule.chain.ops, start)]
        if len(paths) > MANY:
            return None
    return paths


def _doubted(one: Path, other: Path, constants: Constants) -> tuple[bool, int, frozenset[int]] | None:
    """Return of which path (the first?) which click is to be checked for which states, or None if that is no way."""
    if one.open or other.open:
        return None
    empty = {state for state, facts in enumerate(constants.states) if facts.empty}
    for place, (first, second) in enumerate(zip(one.steps, other.steps, strict=False)):
        if isinstance(first, str) or isinstance(second, str):
            continue
        for click, against, is_first in ((first, second, True), (second, first, False)):
            if click.marked and not against.marked and not against.states & empty:
                return is_first, place, against.states
    return None


def apart(one: Path, other: Path) -> bool:
    """Return whether two paths cannot make the same move."""
    if one.phases and other.phases and not one.phases & other.phases:
        return True
    for counter, player, least, greatest in one.numbers:
        for counter2, player2, least2, greatest2 in other.numbers:
            if (counter, player) == (counter2, player2) and (greatest < least2 or greatest2 < least):
                return True
    taken = dict(one.choices)
    exclusive = any(choice in taken and taken[choice] != alternative for choice, alternative in other.choices)
    if exclusive:
        return True
    for first, second in zip(one.steps, other.steps, strict=False):
        if RECORD in (first, second):
            return False
        if isinstance(first, str) or isinstance(second, str):
            if first != second:
                return True
            continue
        if not first.states & second.states or not first.mask & second.mask:
            return True
        if any(way == way2 and not states & states2 for way, states in first.beside for way2, states2 in second.beside):
            return True
        if first.reach is None or second.reach is None:
            continue
        if not any(a & b for a, b in zip(first.reach, second.reach, strict=True)):
            return True
    if len(one.steps) == len(other.steps):
        return False
    return not min(one, other, key=lambda path: len(path.steps)).open


class _Analysis:
    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.all_states = frozenset(range(len(constants.states)))
        self.bits = max(constants.board.bits) + 1
        self._choices = 0

    def walk(self, ops: tuple[ir.Op, ...], path: Path) -> list[Path]:
        """Return the paths that a chain continues a path to."""
        ends: list[Path]
        for place, op in enumerate(ops):
            if path.open and path.steps and mentions((op,), (ir.Select, ir.Option, ir.Record)):
                path = replace(path, hidden=True)
            match op:
                case ir.Choice(mode="All"):
                    return [
                        end for chain in op.alternatives for end in self.walk((*chain.ops, *ops[place + 1 :]), path)
                    ]
                case ir.Choice(mode="Union"):
                    self._choices += 1
                    choice = self._choices
                    ends = []
                    inner = [end for chain in op.alternatives for end in self.walk(chain.ops, path)]
                    for number, end in enumerate(inner):
                        choices = (*path.choices, (choice, number))
                        joined = replace(
                            end, hidden=path.hidden, bound=path.bound, choices=choices, changed=path.changed
                        )
                        ends += self.walk(ops[place + 1 :], joined)
                    return ends
                case ir.Choice(mode="First"):
                    self._choices += 1
                    choice = self._choices
                    ends = []
                    for number, chain in enumerate(op.alternatives):
                        taken = path
                        if not path.hidden and not path.bound:
                            taken = replace(path, choices=(*path.choices, (choice, number)))
                        ends += self.walk((*chain.ops, *ops[place + 1 :]), taken)
                    return ends
                case ir.Repeat():
                    path = self._repeat(op, path)
                case _:
                    path = self._through(op, path)
        return [path]

    def _through(self, op: ir.Op, path: Path) -> Path:
        match op:
            case ir.Select(record=True):
                return self._click(path)
            case ir.Select():
                return replace(path, hidden=True, reach=None)
            case ir.Option():
                return replace(path, steps=(*path.steps, f"={op.label}"))
            case ir.Record():
                return replace(path, steps=(*path.steps, RECORD), open=True)
            case ir.Along():
                if path.bound or path.reach is None or not path.steps:
                    return replace(path, hidden=path.hidden or len(op.ways) > 1)
                return replace(path, bound=op.ways, stepped=False) if len(op.ways) > 1 else path
            case ir.Keep():
                return self._keep(op, path)
            case ir.Step():
                return self._step(op, path)
            case ir.Combine():
                return self._combine(op, path)
            case ir.Compare():
                return self._compare(op, path)
            case ir.Ray() | ir.Flood() | ir.Choice() | ir.Image() | ir.Shift() | ir.Apply():
                changed = path.changed or isinstance(op, ir.Shift | ir.Apply)
                moved = path if isinstance(op, ir.Apply) else self._anywhere(path)
                return replace(moved, changed=changed, states=self.all_states)
        if isinstance(op, EFFECTS) and not isinstance(op, ir.Mark):
            return replace(path, changed=True, states=self.all_states)
        return path

    def _anywhere(self, path: Path) -> Path:
        hidden = path.hidden or bool(path.bound)
        return replace(
            path,
            states=self.all_states,
            mask=self.constants.board.cells,
            reach=None,
            hidden=hidden,
            bound=(),
            marked=False,
        )

    def _click(self, path: Path) -> Path:
        hidden = path.hidden
        if path.bound and not (path.stepped and self._rays_apart(path.bound)):
            hidden = True
        states = self.all_states if path.changed else path.states
        click = Click(states, path.mask, path.reach, (), path.marked)
        reach = tuple(1 << bit for bit in range(self.bits))
        return replace(path, steps=(*path.steps, click), reach=reach, bound=(), hidden=hidden, marked=False)

    def _rays_apart(self, ways: tuple[Way, ...]) -> bool:
        """Return whether no cell is reached from another one along two of some ways."""
        for bit in self.constants.board.bits:
            seen = 0
            for way in ways:
                ray, cell = 0, bit
                while cell in way.table and not ray >> way.table[cell] & 1:
                    cell = way.table[cell]
                    ray |= 1 << cell
                if seen & ray:
                    return False
                seen |= ray
        return True

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
        marked: bool = False,
    ) -> Path:
        """Add what is demanded of the last click to it, as long as the working set is its cell."""
        if not path.steps or not isinstance(path.steps[-1], Click) or path.reach is None:
            return path
        if any(cells & ~(1 << bit) for bit, cells in enumerate(path.reach)):
            return path
        last = path.steps[-1]
        states = last.states if states is None else last.states & states
        click = replace(
            last, states=states, mask=last.mask & mask, beside=(*last.beside, *beside), marked=last.marked or marked
        )
        return replace(path, steps=(*path.steps[:-1], click))

    def _within(self, path: Path, mask: int) -> Path:
        reach = None if path.reach is None else tuple(cells & mask for cells in path.reach)
        return replace(path, mask=path.mask & mask, reach=reach)

    def _step(self, op: ir.Step, path: Path) -> Path:
        ways = op.ways
        if ways is None:
            if not path.bound:
                return self._anywhere(path)
            ways = path.bound
        bound = path.bound if op.ways is None else ()
        hidden = path.hidden or bool(path.bound and op.ways is not None)
        moves = [self._moves(ways, bit, op.least, op.most) for bit in range(self.bits)]
        reach = None if path.reach is None else tuple(_union(moves, cells) for cells in path.reach)
        mask = _union(moves, path.mask)
        return replace(
            path,
            states=self.all_states,
            mask=mask,
            reach=reach,
            bound=bound,
            hidden=hidden,
            marked=False,
            stepped=op.least > 0,
        )

    def _moves(self, ways: tuple[Way, ...], bit: int, least: int, most: int) -> int:
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
                if op.mask is None:
                    return replace(path, marked=True)
                return self._within(path, op.mask)
            case "Minus":
                return path if op.mask is None else self._within(path, ~op.mask)
        moved = self._anywhere(path)
        return replace(moved, mask=op.mask) if op.how == "Replace" and op.mask is not None else moved

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
        """After a repetition any number of steps may have been made, each round's apart from the others."""
        after = replace(self._anywhere(replace(path, bound=())), changed=True, hidden=path.hidden or bool(path.bound))
        if not branches(op.body.ops):
            return after if op.maximal else replace(after, hidden=True)
        start = replace(after, steps=(Click(self.all_states, self.constants.board.cells, None),), hidden=False)
        start = replace(start, reach=tuple(1 << bit for bit in range(self.bits)))
        rounds = self.walk(op.body.ops, start)
        clear = (
            path.reach is not None
            and not any(end.hidden or end.bound or len(end.steps) < 2 for end in rounds)
            and all(apart(one, other) for one, other in combinations(rounds, 2))
        )
        return replace(after, open=True, hidden=after.hidden or not clear)


def _union(moves: list[int], cells: int) -> int:
    found = 0
    for bit in cells_of(cells):
        if bit < len(moves):
            found |= moves[bit]
    return found
