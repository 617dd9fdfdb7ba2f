"""Information leaks: rules whose legality depends on what the mover does not see.

In a game with hidden information the legal moves of a player must follow from what this player sees; otherwise the list
of moves reveals the rest. The check walks along the chain of each rule. A filter that may refuse a move, or split the
flow, must not read anything hidden: a counter or mark that the mover does not see, or cells out of the mover's sight.
Filters through which every flow passes may read anything: the body of ``do``, and a ``first`` whose last alternative
cannot fail, and none of whose alternatives splits the flow or adds to the name of the move. What these write may reveal
what they have read, so it is *tainted* and counts as hidden; and after such a ``first`` no filter may refuse the move,
split the flow or add to the name any more.

The walk proves that a rule does not leak, or names the filter at which the proof fails. Such a rule need not leak:
cells may be seen because the move is possible, as those before a rook are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from typing import TypeAlias, assert_never

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AggregateValue,
    AmountFilter,
    ApplyFilter,
    AttributeOf,
    BendFilter,
    BestFilter,
    BranchingFilter,
    CallFilter,
    CellsFilter,
    ChoiceFilter,
    ChosenNumber,
    CompareFilter,
    ConditionalValue,
    ConstantOf,
    Counter,
    CounterEffectFilter,
    CounterValue,
    CountValue,
    DirectionFilter,
    DivisionValue,
    EffectFilter,
    EndFilter,
    ExtremeValue,
    Filter,
    FloodFilter,
    GuardFilter,
    ImageFilter,
    IntoFilter,
    IntValue,
    IterativeFilter,
    Mark,
    MarkFilter,
    MovableFilter,
    MoveEffectFilter,
    MoveRule,
    OptionFilter,
    ParameterValue,
    Pattern,
    PatternFilter,
    PerPlayerValue,
    Perspective,
    PhaseEffectFilter,
    PhaseFilter,
    PickFilter,
    PlayerFilter,
    PlayersCells,
    ProductValue,
    RecordFilter,
    RelativeCoordinate,
    RepeatFilter,
    RepetitionFilter,
    SelectFilter,
    ShapeFilter,
    ShiftEffectFilter,
    StackEffectFilter,
    StampFilter,
    StateEffectFilter,
    StepFilter,
    SubPipeline,
    SumValue,
    TableValue,
    TestFilter,
    TurnEffectFilter,
    Value,
    WinConditionFilter,
    Zone,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.game.recognition import condition_of
from tilewright.model.validation.chains import chain_of, parts, run_by
from tilewright.model.validation.model import Model
from tilewright.model.validation.whereabouts import ANY, OWN, Grid, Grids, Whereabouts

Reading: TypeAlias = (
    Pattern | CounterValue | AttributeOf | ShapeFilter | StampFilter | StateEffectFilter | CellsFilter |
    MoveEffectFilter | StackEffectFilter | RepetitionFilter | MovableFilter | CallFilter
)  # fmt: skip
"""Elements that read something themselves, besides what is in them."""

SILENT = (
    AmountFilter, ApplyFilter, BendFilter, BestFilter, ChoiceFilter, ChosenNumber, CompareFilter, ConditionalValue,
    ConstantOf, CountValue, CounterEffectFilter, DirectionFilter, DivisionValue, EndFilter, ExtremeValue, FloodFilter,
    GuardFilter, ImageFilter, IntValue, IntoFilter, IterativeFilter, MarkFilter, OptionFilter, ParameterValue,
    PatternFilter, PerPlayerValue, PhaseEffectFilter, PhaseFilter, PickFilter, PlayerFilter, PlayersCells, ProductValue,
    RecordFilter, RelativeCoordinate, RepeatFilter, SelectFilter, ShiftEffectFilter, StepFilter, SumValue, TableValue,
    TurnEffectFilter, WinConditionFilter,
)  # fmt: skip
"""All other elements of rules: what is read is in them, or nothing is."""

_MOVING = MoveEffectFilter | StackEffectFilter | ShiftEffectFilter
"""Filters that move pieces elsewhere."""

_KEEPING = TestFilter | SelectFilter | OptionFilter | MarkFilter | PickFilter | RecordFilter
"""Filters after which the working set has no further cells, and what stands on them is the same."""

_Known: TypeAlias = tuple[int, bool, bool, bool]
"""How much is tainted, whether the board is, whether the move is committed, and whether pieces may have been moved."""

_BOARD = "cells beyond the mover's sight"
_KINDS = f"{_BOARD}; 'piece' instead of a kind asks only for what 'back' shows there"


def leak_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of each rule, or other chain that decides on legality, at the first filter that may leak."""
    board = model.game.board
    things: list[Counter | Mark] = [*model.game.counters, *model.game.marks]
    zones = list(model.game.zones)
    sights = (board.sight, *(zone.sight for zone in zones))
    if all(sight is None for sight in sights) and all(thing.visibility.name == "All" for thing in (*things, *zones)):
        return
    where = Whereabouts(model.filters)
    lasting = {mark: where.marked(mark) for mark in model.game.marks if _outlasts_a_rule(mark)}
    moving = model.leading_to(element for element in model.filters if isinstance(element, _MOVING))
    pipeline = board.legalMovesPipeline
    for rule in pipeline.rules if pipeline is not None else ():
        if not rule.nature:
            yield from _Walk(model, Whereabouts(_run_by(rule), lasting), moving).rule(rule)
    for root in (*(pipeline.filters if pipeline is not None else ()), board.ensure):
        if root is not None:
            walk = _Walk(model, where, moving)
            walk.moved = root is board.ensure  # the move has been made
            yield from walk.findings(root)


def _run_by(rule: MoveRule) -> list[Filter]:
    """Return the filters of a rule, and of the sub-pipelines that it calls.

    From where others call these does not matter, nor what they write into a mark of a move: it is empty when a rule
    begins.
    """
    return [element for element in run_by(rule) if isinstance(element, Filter)]


def _outlasts_a_rule(mark: Mark) -> bool:
    """Return whether a mark may hold cells that another rule has written, or goes where pieces are moved."""
    return mark.lifetime.name != "Move" or mark.carried


class _Walk:
    """One walk along a rule.

    It keeps what is tainted so far, and whether the move is ``committed``, so that no filter may refuse it any more.
    """

    def __init__(self, model: Model, where: Whereabouts, moving: Set[Element]) -> None:
        self.model = model
        self.where = where
        self.of: MoveRule | None = None
        """The rule along which the walk goes; None for another chain."""
        self.tainted: set[Element] = set()
        self.carried: set[Element] = {counter for counter in model.game.counters if counter.carried}
        self.carried |= {mark for mark in model.game.marks if mark.carried}
        self.board_tainted = False
        self.committed = False
        self.moved = False
        """Whether pieces may have been moved, so that something unseen may lie where the mover sees all."""
        self.begins_on_own: dict[SubPipeline, bool] = {}
        """The sub-pipelines of which it is known whether they are called where all cells have pieces of the mover."""
        self.moving = moving
        """The elements that move pieces elsewhere, contain such, or call them."""
        self._walked: dict[tuple[SubPipeline, _Known], list[Diagnostic]] = {}
        """The leaks of sub-pipelines, by what is known before they are walked, if the walk did not change it."""
        self._read: dict[tuple[SubPipeline, bool, _Known], str | None] = {}
        """What sub-pipelines read, for ``_reads``."""
        self._going_on: dict[SubPipeline, bool] = {}
        """Through which sub-pipelines every flow goes on."""

    def rule(self, rule: MoveRule) -> Iterator[Diagnostic]:
        """Yield the possible leaks of a rule."""
        self.of = rule
        try:
            yield from list(self.findings(rule.filter))
        except RecursionError:
            yield self._finding(rule, "calls that are nested too deeply to follow them")
        if rule.maximise is not None and self._is_hidden(rule.maximise, own=True):
            yield self._finding(rule, f"the counter {rule.maximise.name}")

    def findings(self, first: Filter) -> Iterator[Diagnostic]:
        """Yield the possible leaks of the first filter of a chain that has any."""
        for element in chain_of(first):
            if self.committed and not self._goes_on(element):
                yield self._finding(element, "what was read in a first before it")
                return
            found = list(self._at(element))
            yield from found
            if found:
                return

    def _at(self, element: Filter) -> Iterator[Diagnostic]:
        """Yield the possible leaks of one filter, and note what it taints."""
        self.moved |= isinstance(element, _MOVING) or not self.moving.isdisjoint(parts(element))
        if isinstance(element, ApplyFilter | EffectFilter) and not _asks_for_a_player(element):
            self._taint(element)
        elif isinstance(element, CallFilter):
            yield from self._called(element.pipeline)
        elif isinstance(element, RepeatFilter):
            yield from self.findings(element.body)
        elif isinstance(element, ChoiceFilter):
            if self._goes_on(element) and next(self._reads([element], own=True), None) is not None:
                self._taint(element)
                self.committed = True
            else:
                for alternative in element.alternatives:
                    yield from self.findings(alternative)
        else:
            read = next(self._reads([element], own=True), None)
            if read is not None:
                yield self._finding(element, read)

    def _called(self, pipeline: SubPipeline) -> list[Diagnostic]:
        """Return the possible leaks of a sub-pipeline. It is walked once for each state of what is known."""
        known = self._known()
        if (pipeline, known) not in self._walked:
            found = list(self.findings(pipeline.filter))
            if self._known() != known:
                return found
            self._walked[pipeline, known] = found
        return self._walked[pipeline, known]

    def _known(self) -> _Known:
        """Return what decides, besides a filter itself, on the leaks of it. None of it is ever taken back."""
        return len(self.tainted), self.board_tainted, self.committed, self.moved

    def _goes_on(self, element: Filter) -> bool:
        """Return whether every flow certainly leaves a filter exactly once, as a move of the same name."""
        if isinstance(element, CallFilter):
            pipeline = element.pipeline
            if pipeline not in self._going_on:
                self._going_on[pipeline] = all(map(self._goes_on, chain_of(pipeline.filter)))
            return self._going_on[pipeline]
        if isinstance(element, ChoiceFilter):
            *others, last = element.alternatives
            test = condition_of(element)
            # of a test and its opposite one holds, so that it matters only what follows them
            heads = [last] if test is None else [test.nextFilter, last.nextFilter]
            goes_on = all(self._goes_on(one) for head in heads for one in chain_of(head))
            return element.mode.name == "First" and goes_on and not _tells_moves_apart(others)
        if isinstance(element, PatternFilter):
            return all(_asks(pattern, "Any") for pattern in element.patterns)
        return isinstance(element, EffectFilter | ApplyFilter | MarkFilter) and not _asks_for_a_player(element)

    # -- what is read

    def _reads(self, elements: Iterable[Element], own: bool) -> Iterator[str]:
        """Yield the names of hidden things that elements and their contents read; *own* if the mover reads them."""
        for element in elements:
            if isinstance(element, Reading):
                yield from self._read_by(element, own)
            else:
                assert isinstance(element, SILENT), element
            inside = own
            if isinstance(element, GuardFilter | ApplyFilter | AggregateValue):
                inside = own and element.perspective is Perspective.Current
            elif isinstance(element, TurnEffectFilter):
                inside = False
            yield from self._reads(parts(element), inside)

    def _read_by(self, element: Reading, own: bool) -> Iterator[str]:
        """Yield the names of hidden things that an element itself reads."""
        match element:
            case Pattern():
                yield from self._pattern_reads(element, own)
            case CounterValue() | AttributeOf():
                mine = own and element.perspective is Perspective.Current
                last = None if element.cells is None else list(chain_of(element.cells))[-1]
                where = self.where.before(element) if last is None else self.where.after(last)
                of_own = self._is_on_own(element) if last is None else _ends_own(last)
                if isinstance(element, CounterValue):
                    if self._is_hidden(element.counter, mine, where, of_own):
                        yield f"the counter {element.counter.name}"
                elif self._hidden_cells(where, mine, of_own):
                    yield _BOARD
            case ShapeFilter() | StampFilter():
                yield from self._like_reads(element.mark, own)
            case StateEffectFilter():
                if element.like is not None:
                    yield from self._like_reads(element.like, own)
            case CellsFilter():
                mine = own and element.perspective is Perspective.Current
                if element.mark is not None and self._is_hidden(element.mark, mine):
                    yield f"the mark {element.mark.name}"
            case MoveEffectFilter() | StackEffectFilter():
                if self._is_hidden(element.source, own):
                    yield f"the mark {element.source.name}"
            case RepetitionFilter() | MovableFilter():
                if self._hidden_cells(None, own, False):
                    yield _BOARD
            case CallFilter():
                key = element.pipeline, own, self._known()
                if key not in self._read:
                    self._read[key] = next(self._reads(chain_of(element.pipeline.filter), own), None)
                if (read := self._read[key]) is not None:
                    yield read
            case _:
                assert_never(element)

    def _pattern_reads(self, pattern: Pattern, own: bool) -> Iterator[str]:
        """Yield the names of hidden things that a pattern itself reads."""
        for mark in (*pattern.withinMarks, *pattern.withoutMarks):
            if self._is_hidden(mark, own):
                yield f"the mark {mark.name}"
        for place in pattern.places:
            if place.mark is not None and self._is_hidden(place.mark, False):
                yield f"the mark {place.mark.name}"
        if pattern.like is not None:
            yield from self._like_reads(pattern.like, own)
        asks = pattern.stateSelection.name
        if asks in ("Any", "OffBoard") and pattern.matchState is None and not (pattern.pieces or pattern.groups):
            return
        where = self.where.before(pattern)
        kinds = pattern.pieces or pattern.groups or pattern.like is not None or pattern.matchState is not None
        kinds = kinds and not self._holds_for_all_pieces(pattern)
        asks_for_any = asks in ("Empty", "Occupied") and not kinds
        if asks_for_any and self._shows_what_is_empty(where):
            return
        if self._hidden_cells(where, own, asks == "CurrentPlayer" or self._is_on_own(pattern)):
            if asks == "Occupied" and kinds and self._shows_what_is_empty(where):
                yield _KINDS
            else:
                yield _BOARD + (self._unseen_back(where) if asks_for_any else "")

    def _holds_for_all_pieces(self, pattern: Pattern) -> bool:
        """Return whether a pattern asks for a group to which all belongs that may stand anywhere, as ``piece`` does."""
        if pattern.pieces or pattern.like is not None or pattern.matchState is not None:
            return False
        states = {state for tile in self.model.game.board.tiles for state in (tile.initialState, *tile.states)}
        standing = [state.piece for state in states if state.piece is not None or state.owner is not None]
        groups = set(pattern.groups)
        return all(piece is not None and not groups.isdisjoint(piece.groups) for piece in standing)

    def _unseen_back(self, where: Grids) -> str:
        """Return what shows to all where something lies, for a message, if one zone does not."""
        zones = {grid.zone for grid in self._grids(where)}
        zone = next(iter(zones)) if len(zones) == 1 else None
        if zone is None or zone.back is not None:
            return ""
        return f"; where all may know how much lies there, 'back {zone.name} = any' says so"

    def _is_on_own(self, element: Element) -> bool:
        """Return whether a pattern or value is read on cells with pieces of the player alone.

        The chain before it asks for ``own``, and then neither leads to other cells nor changes what stands on them.
        """
        holder: Element | None = element
        while isinstance(holder, Value | Pattern):
            if isinstance(holder, Pattern) and holder.relativecoordinates:
                return False
            holder = holder.container
        return isinstance(holder, PatternFilter | CompareFilter) and self._keeps_own(holder)

    def _keeps_own(self, element: Filter) -> bool:
        """Return whether the working set before a filter has only cells with pieces of the player."""
        current, outer = element, element.container
        while isinstance(outer, Filter):
            if outer.nextFilter is current:
                if _ends_own(outer):
                    return True
                if not isinstance(outer, _KEEPING):
                    return False
            elif not (isinstance(outer, ChoiceFilter) or _asks_as_the_mover(outer)):
                return False
            current, outer = outer, outer.container
        if not isinstance(outer, SubPipeline):
            return False
        if outer not in self.begins_on_own:
            self.begins_on_own[outer] = False  # while it is being found out
            calls = [one for one in self.model.referring[outer] if isinstance(one, CallFilter)]
            self.begins_on_own[outer] = all(map(self._keeps_own, calls))
        return self.begins_on_own[outer]

    def _like_reads(self, mark: Mark, own: bool) -> Iterator[str]:
        """Yield the names of hidden things that are read with the piece on a mark: the mark, and its cell."""
        if self._is_hidden(mark, own):
            yield f"the mark {mark.name}"
        lasts = mark.lifetime.name != "Move" and not mark.perPlayer  # another player may have written it
        if self._hidden_cells(self.where.marked(mark), own and not lasts, False):
            yield _BOARD

    def _is_hidden(self, thing: Counter | Mark, own: bool, where: Grids = None, of_own: bool = False) -> bool:
        """Return whether a mark or counter may be hidden from the mover; *where*, *of_own*: see ``_hidden_cells``."""
        visibility = thing.visibility.name
        scratch = thing.lifetime.name == "Move"  # only the rule itself has written it, and that is tracked
        if thing in self.tainted:
            return True
        if scratch or visibility == "All" or (visibility == "Owner" and own):
            return False
        if visibility == "Sight":
            return not (own and thing.perPlayer) and self._hidden_cells(where, own, of_own)
        return True

    def _hidden_cells(self, where: Grids, own: bool, of_own: bool) -> bool:
        """Return whether cells in some grids may be hidden from the mover.

        *own*: the mover is the player whose grids they are. *of_own*: only cells with pieces of the player count.
        """
        if self.board_tainted:
            return True
        grids = self._grids(where)
        return not all(self._sees(grid.zone, grid.whose if own else ANY, own and of_own) for grid in grids)

    def _grids(self, where: Grids) -> Collection[Grid]:
        """Return the grids in *where*: all grids of the game if cells may be anywhere."""
        return [Grid(zone, ANY) for zone in (None, *self.model.game.zones)] if where is None else where

    def _sees(self, zone: Zone | None, whose: str, of_own: bool) -> bool:
        """Return whether the mover certainly sees the cells of a zone or the board; with *of_own* only own pieces.

        For *whose* see ``Grid``.
        """
        sight = self.model.game.board.sight if zone is None else zone.sight
        visibility = "All" if zone is None else zone.visibility.name
        if (visibility == "All" and sight is None) or (visibility == "Owner" and whose == OWN):
            return True
        if zone is not None and not self.moved and _shows_all(sight, zone, whose):
            return True
        return of_own and _sees_own(sight)

    def _shows_what_is_empty(self, where: Grids) -> bool:
        """Return whether every player learns of each cell whether it is occupied, if not by what.

        A state without owner and piece that is not the initial one would be shown as something, but is not ``piece``:
        in a game with such states the answer is no.
        """
        game = self.model.game
        states = (state for tile in game.board.tiles for state in tile.states if state is not tile.initialState)
        if self.board_tainted or any(state.owner is None and state.piece is None for state in states):
            return False
        zones = {grid.zone for grid in self._grids(where)}
        backs = {zone: game.board.back if zone is None else zone.back for zone in zones}
        return all(_is_pattern(back, "Any") or self._sees(zone, ANY, False) for zone, back in backs.items())

    # -- what is written

    def _taint(self, element: Filter) -> None:
        """Taint what a filter writes, if it reads hidden things. What is carried tells whether something was there."""
        setting = (part for part in _run_within(element) if isinstance(part, StateEffectFilter))
        if not all(self._shows_what_is_empty(self.where.before(part)) for part in setting):
            self.tainted |= self.carried
        if next(self._reads([element], own=True), None) is None:
            return
        for part in _run_within(element):
            if isinstance(part, MarkFilter | SelectFilter) and part.mark is not None:
                self.tainted.add(part.mark)
            elif isinstance(part, CounterEffectFilter):
                self.tainted.add(part.counter)
            elif isinstance(part, StateEffectFilter | MoveEffectFilter | StackEffectFilter | ShiftEffectFilter):
                self.board_tainted = True
                self.tainted |= self.carried

    def _finding(self, element: Element, read: str) -> Diagnostic:
        rule = self.of
        of = "" if rule is None else f" of '{rule.name}'"
        message = (
            f"it is not proved that this is no leak: whether a move{of} "
            f"is legal depends on {read}; what need not be so for the move to be legal stands in 'do {{ … }}'; "
            "'prove' tries it"
        )
        related: tuple[Related, ...] = ()
        if rule is not None and not _contains(rule, element):
            related = (Related(f"the rule '{rule.name}', which calls it", self.model.document.place(rule)),)
        return self.model.warn("leak-not-excluded", message, element, related)


def _contains(rule: MoveRule, element: Element) -> bool:
    """Return whether an element is a rule, or stands in it and not in a sub-pipeline."""
    current: Element | None = element
    while current is not None and current is not rule:
        current = current.container
    return current is rule


def _run_within(element: Element) -> Iterator[Element]:
    """Yield an element, its contents, and those of the sub-pipelines that they call, each once."""
    pending: list[Element] = [element]
    called: set[SubPipeline] = set()
    while pending:
        part = pending.pop()
        yield part
        pending += parts(part)
        if isinstance(part, CallFilter) and part.pipeline not in called:
            called.add(part.pipeline)
            pending += chain_of(part.pipeline.filter)


def _tells_moves_apart(chains: Iterable[Filter]) -> bool:
    """Return whether chains may make several moves of one, or add to the name of a move."""
    pending = list(chains)
    called: set[SubPipeline] = set()
    while pending:
        for element in chain_of(pending.pop()):
            match element:
                case BranchingFilter() | RecordFilter():
                    return True
                case ChoiceFilter():
                    if element.mode.name == "All":
                        return True
                    pending += element.alternatives if element.mode.name == "First" else ()
                case RepeatFilter():
                    if not element.maximal and element.min != element.max:
                        return True
                    pending.append(element.body)
                case CallFilter() if element.pipeline not in called:
                    called.add(element.pipeline)
                    pending.append(element.pipeline.filter)
    return False


def _asks_for_a_player(element: Filter) -> bool:
    """Return whether a filter looks for a player who fulfils a condition, and fails if nobody does."""
    return isinstance(element, TurnEffectFilter) and element.condition is not None


def _asks_as_the_mover(element: Filter) -> bool:
    """Return whether a filter is a condition that is asked as the player who moves."""
    return isinstance(element, GuardFilter) and element.perspective.name == "Current"


def _sees_own(sight: Filter | None) -> bool:
    """Return whether every player sees the cells with own pieces: the sight is ``own``, or a union with it."""
    while isinstance(sight, CallFilter) and sight.nextFilter is None:
        sight = sight.pipeline.filter
    if isinstance(sight, ChoiceFilter) and sight.mode.name == "Union" and sight.nextFilter is None:
        return any(_is_pattern(alternative, "CurrentPlayer") for alternative in sight.alternatives)
    return _is_pattern(sight, "CurrentPlayer")


def _shows_all(sight: Filter | None, zone: Zone, whose: str) -> bool:
    """Return whether a sight names all cells of a zone as they are seen by the mover: see ``Grid``."""
    if isinstance(sight, ChoiceFilter) and sight.mode.name == "Union" and sight.nextFilter is None:
        return any(_shows_all(alternative, zone, whose) for alternative in sight.alternatives)
    if not isinstance(sight, CellsFilter) or sight.nextFilter is not None or sight.region is not zone:
        return False
    return sight.combine.name == "Replace" and sight.perspective.name in (whose, ANY)


def _is_pattern(chain: Filter | None, selection: str) -> bool:
    """Return whether a chain only tests for a selection of states, as ``own`` does."""
    if not isinstance(chain, PatternFilter) or chain.nextFilter is not None or len(chain.patterns) != 1:
        return False
    return _asks(chain.patterns[0], selection)


def _ends_own(last: Filter | None) -> bool:
    """Return whether a chain with this last filter leaves only cells with pieces of the player."""
    if not isinstance(last, PatternFilter):
        return False
    return any(
        p.stateSelection.name == "CurrentPlayer" and not (p.negate or p.alternatives or p.relativecoordinates)
        for p in last.patterns
    )


def _asks(pattern: Pattern, selection: str) -> bool:
    """Return whether a pattern only tests for a selection of states."""
    narrowed = (
        pattern.negate, pattern.alternatives, pattern.pieces, pattern.tiles, pattern.within, pattern.without,
        pattern.withinMarks, pattern.withoutMarks, pattern.relativecoordinates, pattern.matchState,
        pattern.groups, pattern.like, pattern.places,
    )  # fmt: skip
    return pattern.stateSelection.name == selection and not any(narrowed)
