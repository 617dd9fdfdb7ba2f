"""How many cells a working set may have: of a move that leads to several ones, and of what is counted on a single one.

A rule begins with all cells, and a click leaves one of them. A step in several directions leads from there to several
cells, of which a move needs one: it must be clicked, too. An effect begins with the last click alone, so that what is
counted there without going to other cells is counted on that cell. So it is with a mark that each move sets anew.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AggregateValue,
    ApplyFilter,
    BendFilter,
    BestFilter,
    CallFilter,
    CellsFilter,
    CellSource,
    ChoiceFilter,
    ChoiceMode,
    Combine,
    CompareFilter,
    CounterValue,
    CountValue,
    DirectionFilter,
    EffectFilter,
    EndFilter,
    Filter,
    FloodFilter,
    ForEach,
    GuardFilter,
    ImageFilter,
    IntValue,
    IterativeFilter,
    Lifetime,
    Mark,
    MarkFilter,
    MoveEffectFilter,
    OptionFilter,
    Outcome,
    Pattern,
    PatternFilter,
    Perspective,
    PickFilter,
    RecordFilter,
    RepeatFilter,
    SelectFilter,
    StackEffectFilter,
    StepFilter,
    TestFilter,
    TurnEffectFilter,
    Value,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.game.writer import write_filter, write_value
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.objects import walk
from tilewright.model.validation.chains import chain_of
from tilewright.model.validation.comparing import COMPARISONS
from tilewright.model.validation.model import Model

_DEEPEST = 8
"""The depth of calls that are looked into."""
_MOST = 50_000
"""The most filters that are come to; of a model that needs more nothing is said."""


_ENOUGH = 5
"""Of so many different vectors two lead in the same direction, right or left and up or down, from some cell."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How many cells a working set has: one at most, perhaps several since a filter has led there, or unknown."""

    one: bool = False
    fork: Filter | None = None


ONE, UNKNOWN = Extent(one=True), Extent()


def several_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of moves to several cells, of counts that are made on one cell, and of those of the last move alone."""
    walk = _Walk(model, frozenset())
    single = walk.single_marks()
    if single:
        walk = _Walk(model, single)
    if walk.left > 0:
        forgotten = dict(_forgotten(model))
        yield from _moves(model, walk)
        yield from _counts(model, walk, forgotten)
        for value, message in forgotten.items():
            yield model.warn("counts-last-move", message, value)


def _moves(model: Model, walk: _Walk) -> Iterator[Diagnostic]:
    told: set[Filter] = set()
    for effect, fork in walk.forked.items():
        if fork in told:
            continue
        told.add(fork)
        done = _written(effect, "this")
        message = (
            f"{done} needs one cell to go to, and there may be several, since nothing has chosen one of them after "
            f"{_written(fork, 'a step')}: write 'select' before it if the player chooses"
        )
        related = (Related("this may lead to several cells", model.document.place(fork)),)
        yield model.warn("perhaps-several-cells", message, effect, related)


def _counts(model: Model, walk: _Walk, others: Collection[Element]) -> Iterator[Diagnostic]:
    """Warn of scores that are read on a single cell, and of comparisons with a number that one cell cannot reach.

    *others* are values of which something else is told.
    """
    told: set[Element] = set()
    for value, (element, single) in walk.values.items():
        if not single or value in others:
            continue
        if isinstance(element, CompareFilter):
            if value is not element.left or not isinstance(value, CountValue) or _is_in_reach(element):
                continue
        elif element in told:
            continue
        told.add(element)
        yield model.warn("counts-one-cell", _said(value), value)


def begin_with_a_click(model: Model) -> bool:
    """Return whether effects begin with the last click: whether each rule of a player has a filter that clicks."""
    pipeline = model.game.board.legalMovesPipeline
    clicking = model.leading_to(each for each in model.all(SelectFilter) if each.record)
    return all(rule.nature or rule in clicking for rule in ([] if pipeline is None else pipeline.rules))


def _is_in_reach(test: CompareFilter) -> bool:
    """Return whether a comparison may hold if one cell at most is counted on its left side."""
    if not isinstance(test.right, IntValue):
        return True
    holds = COMPARISONS[test.op.name]
    return any(holds(number, test.right.value) for number in (0, 1))


def _said(value: AggregateValue) -> str:
    """Return what is said of a value that is read on one cell at most."""
    head = value.cells
    mark = head.mark if isinstance(head, CellsFilter) and head.source is CellSource.Mark else None
    if mark is not None:
        lasting = f"'mark {mark.name} game' and " if mark.lifetime is Lifetime.Move else ""
        return (
            f"the mark '{mark.name}' has one cell at most, since whatever sets it puts one cell in the place of those "
            f"before; {lasting}'mark {mark.name} +=' add{'' if lasting else 's'} a cell to them"
        )
    where = "the last click alone, with which an effect begins, or the cell that was chosen last"
    try:
        inner = "" if head is None else " -> ".join(map(write_filter, chain_of(head)))
        name = write_value(value).split(" {")[0]
    except Unwritable:
        return f"this is read on {where}; for all cells it must begin with all of them"
    cells = f"goto all -> {inner}" if inner else "goto all"
    return f"this is read on {where}; for all cells write '{name} {{ {cells} }}'"


def _written(element: Filter, otherwise: str) -> str:
    try:
        return f"'{write_filter(element)}'"
    except Unwritable:
        return otherwise


def _forgotten(model: Model) -> Iterator[tuple[AggregateValue, str]]:
    """Yield what is counted for a score on a mark of one move that only rules of moves set, and what is said of it."""
    board = model.game.board
    effects = () if board.effectPipeline is None else board.effectPipeline.filters
    later = [board.stuck, board.over]
    for mark in model.game.marks:
        users = model.referring.get(mark, ())
        counted = [user.container for user in users if mark.lifetime is Lifetime.Move and _begins_paid_value(user)]
        values = {value: _root(value) for value in counted if isinstance(value, AggregateValue)}
        if all(root not in (*later, *effects) for root in values.values()):
            continue
        setting = model.leading_to(user for user in users if isinstance(user, MarkFilter | SelectFilter))
        if any(end in setting for end in (*later, board.round, *effects)):
            continue
        for value, root in values.items():
            if root in later or root in effects:
                found = "it is empty here" if root in later else "it has here what the last move has put into it"
                yield (
                    value,
                    f"the mark '{mark.name}' lasts for one move, so that {found}; 'mark {mark.name} game' and "
                    f"'mark {mark.name} +=' keep what all moves have put there",
                )


def _begins_paid_value(element: Element) -> bool:
    """Return whether a filter goes to cells with which the chain of a score begins."""
    value = element.container
    if not isinstance(element, CellsFilter) or element.combine is not Combine.Replace:
        return False
    return isinstance(value, AggregateValue) and value.cells is element and _is_paid(value)


def _is_paid(value: Element | None) -> bool:
    """Return whether a value is a score or what is paid, or a part of that."""
    while isinstance(value, Value):
        value = value.container
    return isinstance(value, EndFilter) and value.outcome in (Outcome.Score, Outcome.Pay)


def _root(element: Element) -> Element:
    """Return the outermost filter around an element."""
    found = element
    while isinstance(outer := found.container, Filter | Value):
        found = outer
    return found


class _Walk:
    """One walk through all chains, in the order in which they are run.

    ``forked`` holds the moves to perhaps several cells with what leads there, and ``values`` for each value whether it
    was read on one cell at most wherever the walk came to it, with the filter that asks for it.
    """

    def __init__(self, model: Model, single: Collection[Mark]) -> None:
        """Walk; *single* are the marks that hold one cell at most."""
        self.forked: dict[Filter, Filter] = {}
        self.values: dict[AggregateValue, tuple[Filter, bool]] = {}
        self.left = _MOST
        self._model = model
        self._single = single
        self._setting: dict[Filter, bool] = {}
        board = model.game.board
        pipeline, effects = board.legalMovesPipeline, board.effectPipeline
        rules = [] if pipeline is None else list(pipeline.rules)
        for head in () if pipeline is None else pipeline.filters:
            self.chain(head, ONE, 0)
        for rule in rules:
            self.chain(rule.filter, UNKNOWN, 0)
        begun = ONE if begin_with_a_click(model) else UNKNOWN
        for effect in () if effects is None else effects.filters:
            self.chain(effect, begun, 0)
        for last in (board.ensure, board.stuck, board.over, board.round):
            self.chain(last, UNKNOWN, 0)

    def single_marks(self) -> frozenset[Mark]:
        """Return the marks that whatever sets them leaves with one cell."""
        found = set()
        for mark in self._model.game.marks:
            users = self._model.referring.get(mark, ())
            setters = [user for user in users if isinstance(user, SelectFilter | MarkFilter)]
            if mark.carried or mark.initialRegions or not all(self._leaves_one(setter) for setter in setters):
                continue
            found.add(mark)
        return frozenset(found)

    def _leaves_one(self, setter: Filter) -> bool:
        if isinstance(setter, MarkFilter) and setter.combine is not Combine.Replace:
            return setter.combine is not Combine.Union
        return self._setting.get(setter, False)

    def chain(self, head: Filter | None, extent: Extent, depth: int) -> Extent:
        """Walk through a chain that begins with a working set, and return how many cells it leaves."""
        while head is not None and self.left > 0:
            self.left -= 1
            extent = self._after(head, extent, depth)
            head = head.nextFilter
        return extent

    def _after(self, head: Filter, extent: Extent, depth: int) -> Extent:
        match head:
            case SelectFilter() | PickFilter():
                if isinstance(head, SelectFilter):
                    self._setting[head] = True
                return ONE
            case MarkFilter():
                self._setting[head] = self._setting.get(head, True) and extent.one
                return extent
            case MoveEffectFilter() | StackEffectFilter():
                if extent.fork is not None:
                    self.forked.setdefault(head, extent.fork)
                return extent
            case ChoiceFilter():
                return self._choice(head, extent, depth)
            case RepeatFilter():
                once = self.chain(head.body, extent, depth)
                again = _joined(extent, once)
                return _joined(again, self.chain(head.body, again, depth))
            case ApplyFilter():
                self.chain(head.body, ONE if head.forEach is ForEach.Cell else extent, depth)
                return extent
            case CallFilter():
                return self.chain(head.pipeline.filter, extent, depth + 1) if depth < _DEEPEST else UNKNOWN
            case GuardFilter():
                self.chain(head.condition, ONE if head.perCell else extent, depth)
                return _kept(extent)
            case TurnEffectFilter():
                self.chain(head.condition, UNKNOWN, depth)
                return extent
            case PatternFilter():
                return extent if all(map(is_plain, head.patterns)) else _kept(extent)
            case CompareFilter():
                self._read(head, [head.left, head.right], extent, depth)
                return _kept(extent)
            case EndFilter():
                if head.outcome in (Outcome.Score, Outcome.Pay) and head.score is not None:
                    self._read(head, [head.score], extent, depth)
                return extent
            case TestFilter():
                return _kept(extent)
            case EffectFilter() | OptionFilter() | RecordFilter() | DirectionFilter() | BendFilter():
                return extent
            case BestFilter() | ImageFilter():
                return _kept(extent)
            case _:
                return self._moved(head, extent)

    def _moved(self, head: Filter, extent: Extent) -> Extent:
        """Return how many cells there may be after a filter that leads to others."""
        match head:
            case CellsFilter():
                if head.combine in (Combine.Intersect, Combine.Minus):
                    return _kept(extent)
                return ONE if head.combine is Combine.Replace and self._is_one(head) else UNKNOWN
            case StepFilter():
                ranges = head.atMost or (head.count is None and head.min != head.max)
                return self._led(head, extent, several=ranges or self._forks(head))
            case IterativeFilter():
                return self._led(head, extent, several=head.max != 1 or self._forks(head))
            case FloodFilter():
                return self._led(head, extent, several=True)
        return UNKNOWN

    @staticmethod
    def _led(head: Filter, extent: Extent, *, several: bool) -> Extent:
        if not several or extent == UNKNOWN:
            return extent
        return Extent(fork=head)

    def _is_one(self, head: CellsFilter) -> bool:
        if head.source is CellSource.Anchor:
            return True
        own = head.perspective not in (Perspective.Each, Perspective.Other)
        return head.source is CellSource.Mark and head.mark in self._single and own

    def _forks(self, head: StepFilter | IterativeFilter) -> bool:
        """Return whether a cell of the board has several neighbours in the directions of a filter."""
        vectors = [(vector.x, vector.y) for vector in head.directionVectors]
        if head.directions is not None:
            blocks = head.directions.within
            if len(blocks) > 1 or any(block.width * block.height > 2 or block.chosen for block in blocks):
                return True
            leaving = Tally(link.source for link in head.directions.links)
            if any(count > 1 for count in leaving.values()):
                return True
            vectors += [(vector.x, vector.y) for vector in head.directions.vectors]
        board = self._model.game.board
        width, height = board.width, board.height
        leading = [(x, y) for x, y in dict.fromkeys(vectors) if abs(x) < width and abs(y) < height]
        return any(
            max(0, x, u) - min(0, x, u) < width and max(0, y, v) - min(0, y, v) < height
            for (x, y), (u, v) in combinations(leading[:_ENOUGH], 2)
        )

    def _choice(self, head: ChoiceFilter, extent: Extent, depth: int) -> Extent:
        found = [self.chain(alternative, extent, depth) for alternative in head.alternatives]
        if head.mode is ChoiceMode.Union and len(found) > 1:
            return UNKNOWN
        joined = found[0]
        for each in found[1:]:
            joined = _joined(joined, each)
        return joined

    def _read(self, asking: Filter, values: list[Value], extent: Extent, depth: int) -> None:
        """Note of what is computed for a filter whether it is read on one cell at most."""
        for value in values:
            for part in _parts(value):
                after = self.chain(part.cells, extent, depth)
                of_one = part.perspective not in (Perspective.Each, Perspective.Other)
                single = after.one and of_one and _is_naive(part)
                _, known = self.values.get(part, (asking, True))
                self.values[part] = asking, known and single


def _parts(value: Value) -> Iterator[AggregateValue]:
    """Yield what is computed over cells in a value, but not in the chains within it."""
    pending: list[Element] = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, AggregateValue):
            yield part
        else:
            pending += (inner for inner in part.eContents() if isinstance(inner, Value))


def _is_naive(value: AggregateValue) -> bool:
    """Return whether the cells of a value are those that are there, or those of a mark, which patterns only test."""
    head = value.cells
    if isinstance(value, CounterValue) and (head is None or not value.counter.perCell):
        return False
    if isinstance(head, CellsFilter):
        head = head.nextFilter if head.source is CellSource.Mark and head.combine is Combine.Replace else head
        return all(isinstance(each, PatternFilter) for each in chain_of(head))
    return (head is not None or isinstance(value, CountValue)) and all(
        isinstance(each, PatternFilter) and all(map(is_plain, each.patterns)) for each in chain_of(head)
    )


def is_plain(pattern: Pattern) -> bool:
    """Return whether a pattern asks only who owns the cell itself, so that it may hold for several cells."""
    if any(not isinstance(each, Pattern) for each in walk(pattern)) or pattern.like is not None:
        return False
    named = (pattern.matchState, *pattern.pieces, *pattern.groups, *pattern.tiles, *pattern.within)
    return not any((*named, *pattern.withinMarks, *pattern.places))


def _kept(extent: Extent) -> Extent:
    """Return how many cells a test leaves that may single out one of several."""
    return extent if extent.one else UNKNOWN


def _joined(one: Extent, other: Extent) -> Extent:
    """Return how many cells there may be if there are as many as one or the other says."""
    if one.fork is not None or other.fork is not None:
        return one if one.fork is not None else other
    return one if one == other else UNKNOWN
