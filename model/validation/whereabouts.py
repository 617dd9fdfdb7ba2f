"""The grids that may hold the cells of the working set before each filter: the board, or a zone, and whose.

Rules begin on the board. ``goto`` and ``into`` lead to other grids; steps never leave a grid. A mark holds cells of the
grids where it is written, and if it is carried, of those to which pieces are moved. A sub-pipeline begins in the grids
where it is called, and what is repeated also where it has ended. All of them are found as a fixed point. Where this is
not enough, cells may be anywhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeAlias, assert_never

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AggregateValue,
    ApplyFilter,
    BendFilter,
    BestFilter,
    Board,
    BranchingFilter,
    CallFilter,
    CellsFilter,
    ChoiceFilter,
    CounterEffectFilter,
    EffectFilter,
    Filter,
    FloodFilter,
    GuardFilter,
    ImageFilter,
    IntoFilter,
    IterativeFilter,
    LegalMovesPipeline,
    Lifetime,
    Mark,
    MarkFilter,
    MoveEffectFilter,
    MoveRule,
    Pattern,
    Perspective,
    PickFilter,
    RecordFilter,
    Region,
    RepeatFilter,
    SelectFilter,
    ShiftEffectFilter,
    StackEffectFilter,
    StampFilter,
    StateEffectFilter,
    StepFilter,
    SubPipeline,
    TestFilter,
    TurnEffectFilter,
    Value,
    Zone,
)


class Grid(NamedTuple):
    """The board, if ``zone`` is None, or a zone.

    If each player has such a zone, ``whose`` says which: the name of the perspective in which the mover names it, or
    ``Each`` if it may be any of them.
    """

    zone: Zone | None
    whose: str


Grids: TypeAlias = frozenset[Grid] | None
"""A set of grids; None if cells may be anywhere."""

OWN, ANY = "Current", "Each"
"""Whose a zone is: the mover's, or perhaps that of any player."""

BOARD: Grids = frozenset({Grid(None, OWN)})

_Entering: TypeAlias = MarkFilter | SelectFilter | CallFilter | MoveEffectFilter | StackEffectFilter | RepeatFilter
"""Filters that write a mark, carry one along, or begin a sub-pipeline or what they repeat."""

_Target: TypeAlias = Mark | SubPipeline | RepeatFilter
"""What has grids of its own: those of its cells, where it begins, or where it has come to before it begins again."""

_STAYING = (
    TestFilter, EffectFilter, CellsFilter, StepFilter, IterativeFilter, FloodFilter, ImageFilter, BendFilter,
    PickFilter, BestFilter, RecordFilter, MarkFilter, BranchingFilter, ApplyFilter, StampFilter,
)  # fmt: skip
"""Filters that leave cells in the same grids. After any filter that is not handled, cells may be anywhere."""


_CHANGING = (SelectFilter, StateEffectFilter, MoveEffectFilter, ShiftEffectFilter, StackEffectFilter)
"""Filters that click on cells, or change what stands on them."""


def happens_on_board(filters: Collection[Filter]) -> bool:
    """Return whether a cell of the board may be clicked or changed, or surely a mark or number of it that lasts.

    *filters* are all filters of a game.
    """
    where = Whereabouts(filters)

    def happens(element: Filter) -> bool:
        if not isinstance(element, _CHANGING) and not _writes_what_lasts(element):
            return False
        grids = where.before(element)
        return isinstance(element, _CHANGING) if grids is None else any(grid.zone is None for grid in grids)

    return any(map(happens, filters))


def _writes_what_lasts(element: Filter) -> bool:
    """Return whether a filter adds cells to a mark, or changes numbers of cells, that outlast a move."""
    match element:
        case MarkFilter():
            return element.mark.lifetime is not Lifetime.Move and element.combine.name in ("Replace", "Union")
        case CounterEffectFilter():
            return element.counter.perCell and element.counter.lifetime is not Lifetime.Move
        case _:
            return False


class Whereabouts:
    """The grids in which cells may be, in one game.

    The constructor iterates over marks, calls and repetitions to a fixed point. Each round looks at each filter once.
    """

    def __init__(self, filters: Collection[Filter], known: Mapping[Mark, Grids] | None = None) -> None:
        """Find the grids of all targets; *filters* are all filters of the game, or those of a part of it.

        *known* are the grids of marks that are known already, wherever they are written.
        """
        entries: list[tuple[_Entering, _Target]] = []
        for element in filters:
            if isinstance(element, MarkFilter | SelectFilter) and element.mark is not None:
                entries.append((element, element.mark))
            elif isinstance(element, CallFilter):
                entries.append((element, element.pipeline))
            elif isinstance(element, RepeatFilter):
                entries.append((element, element))
        carried = {target for _, target in entries if isinstance(target, Mark) and target.carried}
        moves = [element for element in filters if isinstance(element, MoveEffectFilter | StackEffectFilter)]
        entries += [(element, mark) for mark in carried for element in moves]
        given: dict[_Target, Grids] = dict((known or {}).items())
        entries = [(element, target) for element, target in entries if target not in given]
        self._known: dict[_Target, Grids] = {
            target: _begun(target) if isinstance(target, Mark) else frozenset() for _, target in entries
        }
        self._ends: dict[SubPipeline, Grids] = {
            target: frozenset() for target in self._known if isinstance(target, SubPipeline)
        }
        """The grids to which each sub-pipeline leads."""
        self._known.update(given)
        self._before: dict[Element, Grids] = {}
        self._after: dict[Filter, Grids] = {}
        self._roots: dict[Element, Element | None] = {}
        self._of_others = self._called_as_another(element for element, _ in entries if isinstance(element, CallFilter))
        """The sub-pipelines that are also called from the perspective of a player other than the mover."""
        while self._grow(entries):
            entries.reverse()  # grids come to where a chain is called from, as well as from there

    def _grow(self, entries: Iterable[tuple[_Entering, _Target]]) -> bool:
        """Add to the grids of all targets what follows from those that are known; return whether anything is new."""
        self._before.clear()
        self._after.clear()
        is_new = False
        for element, target in entries:
            found = _joined(self._known[target], self._marking(element, target))
            is_new = is_new or found != self._known[target]
            self._known[target] = found
            if isinstance(target, SubPipeline):
                found = self.after(_last(target.filter))
                is_new = is_new or found != self._ends[target]
                self._ends[target] = found
        return is_new

    def _called_as_another(self, calls: Iterable[CallFilter]) -> set[SubPipeline]:
        """Return the sub-pipelines that are called from the perspective of another player, or by such a one."""
        called: dict[Element | None, list[SubPipeline]] = defaultdict(list)
        for call in calls:
            called[self._root(call)].append(call.pipeline)
        found: set[SubPipeline] = set()
        pending = called[None]
        while pending:
            pipeline = pending.pop()
            if pipeline not in found:
                found.add(pipeline)
                pending += called[pipeline]
        return found

    def _marking(self, element: _Entering, target: _Target) -> Grids:
        """Return the grids of the cells that a filter marks, or to which it moves marks, or where it begins a chain.

        Of a repetition, those where its chain ends.
        """
        found = self._reached(element)
        moves = isinstance(element, MoveEffectFilter | StackEffectFilter)
        if isinstance(target, Mark) and target.perPlayer and (moves or self._is_as_another(element)):
            return _of_anybody(found)  # the mark may be that of another player than the mover
        return found

    def _reached(self, element: _Entering) -> Grids:
        match element:
            case MarkFilter() | SelectFilter() | CallFilter():
                return self.before(element)
            case MoveEffectFilter() if not element.swap:
                return self.before(element)
            case MoveEffectFilter():
                return _joined(self.before(element), self.marked(element.source))
            case RepeatFilter():
                return self.after(_last(element.body))
            case StackEffectFilter():
                lying = _joined(frozenset({Grid(element.zone, ANY)}), self.marked(element.source))
                return _joined(self.before(element), lying)
            case _:
                assert_never(element)

    def marked(self, mark: Mark) -> Grids:
        """Return the grids in which the cells of a mark may be."""
        return self._known[mark] if mark in self._known else _begun(mark)

    def before(self, element: Element | None) -> Grids:
        """Return the grids of the working set before a filter, or before the filter of which *element* is a part."""
        while isinstance(element, Value | Pattern):
            element = element.eContainer()
        if not isinstance(element, Filter):
            return None
        if element not in self._before:
            self._before[element] = self._find_before(element)
        return self._before[element]

    def _find_before(self, element: Filter) -> Grids:
        outer, feature = element.eContainer(), element.eContainmentFeature().name
        match outer:
            case RepeatFilter() if feature == "body":
                return _joined(self.before(outer), self._known[outer])
            case Filter():
                return self.after(outer) if feature == "nextFilter" else self.before(outer)
            case Value():
                return self.before(outer)
            case Zone():
                return frozenset({Grid(outer, ANY)})
            case SubPipeline():
                return self._known.get(outer, frozenset())
            case MoveRule() | LegalMovesPipeline() | Board():
                return BOARD
        return None

    def after(self, element: Filter) -> Grids:
        """Return the grids of the working set after a filter."""
        if element not in self._after:
            self._after[element] = self._find_after(element)
        return self._after[element]

    def _find_after(self, element: Filter) -> Grids:
        before = self.before(element)
        match element:
            case IntoFilter():
                is_own = before is not None and all(grid.whose == OWN for grid in before)
                return frozenset({Grid(element.zone, OWN if is_own and not self._is_as_another(element) else ANY)})
            case CellsFilter() if element.combine.name == "Replace":
                return self._of_source(element)
            case CellsFilter() if element.combine.name == "Union":
                return _joined(before, self._of_source(element))
            case ChoiceFilter():
                found: Grids = frozenset()
                for alternative in element.alternatives:
                    found = _joined(found, self.after(_last(alternative)))
                return found
            case CallFilter():
                return self._ends.get(element.pipeline, frozenset())
            case RepeatFilter():
                is_left_out = element.min == 0 or len(element.chosen) > 0  # a parameter may say 0
                return _joined(before, self._known[element]) if is_left_out else self._known[element]
            case _:
                return before if isinstance(element, _STAYING) else None

    def _of_source(self, element: CellsFilter) -> Grids:
        """Return the grids of the source of ``goto`` and its like."""
        is_any = element.perspective is Perspective.Named or self._is_as_another(element)
        whose = ANY if is_any else element.perspective.name
        match element.source.name, element.region:
            case "All", _:
                return BOARD
            case "Region", Zone() as zone:
                return frozenset({Grid(zone, whose)})
            case "Region", Region() as region:
                return frozenset({Grid(region.zone, whose)})
            case "Mark", _:
                return self._of_mark(element.mark, whose == OWN)
        return None

    def _of_mark(self, mark: Mark | None, is_own: bool) -> Grids:
        """Return the grids of a mark. Another player may have written a mark that lasts and that all players share."""
        found = None if mark is None else self.marked(mark)
        if found is None or mark is None or (is_own and (mark.lifetime.name == "Move" or mark.perPlayer)):
            return found
        return _of_anybody(found)

    def _is_as_another(self, element: Filter) -> bool:
        """Return whether a filter may run from the perspective of a player other than the mover."""
        root = self._root(element)
        return root is None or root in self._of_others

    def _root(self, element: Element) -> Element | None:
        """Return what has the chain in which an element stands; None if it is inside what runs as another player."""
        if element not in self._roots:
            outer = element.eContainer()
            if isinstance(outer, Filter | Value):
                is_turned = isinstance(outer, TurnEffectFilter) or _sees_as_another(outer)
                is_inside = element.eContainmentFeature().name != "nextFilter"
                self._roots[element] = None if is_inside and is_turned else self._root(outer)
            else:
                self._roots[element] = outer
        return self._roots[element]


def _sees_as_another(element: Element) -> bool:
    """Return whether the contents of an element run from the perspective of another player."""
    seeing = GuardFilter | ApplyFilter | AggregateValue
    return isinstance(element, seeing) and element.perspective.name != "Current"


def _last(element: Filter) -> Filter:
    """Return the last filter of a chain."""
    while element.nextFilter is not None:
        element = element.nextFilter
    return element


def _begun(mark: Mark) -> Grids:
    """Return the grids of the cells that a mark has at the start."""
    return frozenset(Grid(region.zone, OWN if region.zone is None else ANY) for region in mark.initialRegions)


def _of_anybody(grids: Grids) -> Grids:
    """Return grids of which it is not known whose they are."""
    return None if grids is None else frozenset(grid._replace(whose=ANY) for grid in grids)


def _joined(one: Grids, other: Grids) -> Grids:
    """Return the union of two sets of grids."""
    return None if one is None or other is None else one | other
