"""Effects that would give a cell a state that its tile does not have.

An abstract interpretation follows which states the cells of the working set may have along each chain: those of the
whole board at first, fewer after a pattern or a region of tiles. An effect that no possible state allows is an error,
and so is one that certainly meets a cell that does not allow it. If only some of the possible states do not allow it,
that is a warning. Where too little is known, as after a step, nothing is reported. A pattern that no possible state
fulfils is a warning, too: an effect before it has set others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    ApplyFilter,
    Area,
    CallFilter,
    CellsFilter,
    ChoiceFilter,
    EffectPipeline,
    Filter,
    GuardFilter,
    Mark,
    MarkFilter,
    MoveEffectFilter,
    MoveRule,
    PatternFilter,
    Player,
    PlayerFilter,
    Region,
    SelectFilter,
    ShiftEffectFilter,
    StackEffectFilter,
    State,
    StateEffectFilter,
    Tile,
    TilePlacement,
    Value,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.remedies import Replace
from tilewright.model.validation.chains import chain_of
from tilewright.model.validation.model import Model
from tilewright.model.validation.statesets import KEEPING, StateSets, never_passes

_MOST = 1_000_000
"""The check is skipped if the number of states times that of filters is greater: its cost grows with this product."""

_States = tuple[frozenset[State], ...]
"""A set of states for each player to move."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """The states that the cells of a working set may have, for each player to move.

    If it is ``whole``, the working set has cells of all tiles of the board. If it is ``narrowed``, a pattern or
    a region has restricted the states. Otherwise they are only an upper bound, from which no warning follows.
    """

    states: _States
    whole: bool = False
    narrowed: bool = False


def settable_findings(model: Model) -> Iterator[Diagnostic]:
    """Yield the effects that set states that tiles do not have, and patterns that what was set never fulfils.

    Nothing if the model is too large to be followed.
    """
    if len(model.all(State)) * len(model.filters) <= _MOST:
        yield from _Walk(model).findings()


class _Walk:
    """One walk over all chains. ``before`` and ``after`` hold what is known before and after each filter."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.sets = StateSets(model)
        self.players: list[Player] = list(model.game.players)
        placed = {placement.tile for placement in model.all(TilePlacement)}
        self.states: dict[Tile, list[State]] = {t: [t.initialState, *t.states] for t in model.game.board.tiles}
        self.board = frozenset(state for tile in placed for state in self.states[tile])
        self.unknown = _Reach((self.board,) * len(self.players))
        self.before: dict[Filter, _Reach] = {}
        self.after: dict[Filter, _Reach] = {}
        self.marked: dict[tuple[Element, Mark], list[_Reach]] = {}
        self.changing: dict[Element, Filter] = {}
        """The first filter of each rule that may change the board."""

    def findings(self) -> Iterator[Diagnostic]:
        """Yield the findings, in the order of the filters."""
        for element in self.model.filters:
            before = self.before[element] = self._reach(element)
            self.after[element] = self._through(element, before)
            if isinstance(
                element, (StateEffectFilter, MoveEffectFilter, StackEffectFilter, ShiftEffectFilter, CallFilter)
            ):
                self.changing.setdefault(_top(element), element)
            if isinstance(element, (SelectFilter, MarkFilter)) and element.mark is not None:
                self.marked.setdefault((_top(element), element.mark), []).append(before)
        for element in self.model.filters:
            if isinstance(element, StateEffectFilter) and element.like is None:
                yield from self._judged(element, self.before[element])
            elif isinstance(element, MoveEffectFilter):
                yield from self._moved(element, self.before[element])
            elif isinstance(element, PatternFilter) and self._is_vain(element):
                yield never_passes(self.model, element)

    def _is_vain(self, element: PatternFilter) -> bool:
        """Return whether a pattern refuses whatever the filters before it in its chain may leave."""
        behind = element.eContainmentFeature().name == "nextFilter"
        return behind and any(self.before[element].states) and not any(self.after[element].states)

    # -- where chains begin, and what filters leave

    def _reach(self, element: Filter) -> _Reach:
        """Return what is known before a filter."""
        owner, feature = element.eContainer(), element.eContainmentFeature().name
        if feature == "nextFilter":
            return self.after[owner]
        if isinstance(owner, ChoiceFilter) or (isinstance(owner, GuardFilter) and owner.perspective.name == "Current"):
            return self.before[owner]
        if isinstance(owner, ApplyFilter) and owner.perspective.name == "Current":
            return replace(self.before[owner], whole=False)
        if isinstance(owner, EffectPipeline) and owner.filters[0] is element:
            return self._clicked()
        return _Reach(self.unknown.states, whole=True) if isinstance(owner, MoveRule) else self.unknown

    def _clicked(self) -> _Reach:
        """Return what is known of the cell on which a first effect begins, where all moves are single clicks."""
        pipeline = self.model.game.board.legalMovesPipeline
        if pipeline is None or len(pipeline.rules) > 0 or len(pipeline.filters) == 0:
            return self.unknown
        ends = [self.after[list(chain_of(place))[-1]] for place in pipeline.filters]
        states = tuple(frozenset[State]().union(*some) for some in zip(*(end.states for end in ends), strict=True))
        return _Reach(states)

    def _through(self, element: Filter, before: _Reach) -> _Reach:
        """Return what is known after a filter, given what is known before it."""
        if isinstance(element, PatternFilter):
            return self._matched(element, before)
        if isinstance(element, CellsFilter):
            return self._cells(element, before)
        if isinstance(element, StateEffectFilter) and element.like is None:
            return replace(before, states=tuple(self._set(element, some, me) for me, some in enumerate(before.states)))
        if isinstance(element, PlayerFilter):
            nobody: frozenset[State] = frozenset()
            pairs = zip(self.players, before.states, strict=True)
            return replace(before, states=tuple(me if player in element.players else nobody for player, me in pairs))
        if isinstance(element, GuardFilter) and element.perCell:
            return replace(before, whole=False, narrowed=False)
        if isinstance(element, KEEPING):
            return replace(before, whole=before.whole and not isinstance(element, SelectFilter))
        if isinstance(element, (ApplyFilter, MoveEffectFilter, StateEffectFilter)):
            return _Reach(tuple(map(self._same_tiles, before.states)), narrowed=before.narrowed)
        return self.unknown

    def _matched(self, element: PatternFilter, before: _Reach) -> _Reach:
        passed = self.sets.members(self.sets.passing(element, self.sets.numbered(before.states)))
        plain = [p for p in element.patterns if not (p.negate or p.alternatives or p.relativecoordinates or p.like)]
        certain = len(plain) == len(element.patterns)
        for pattern in plain:
            for region, within in [*((r, True) for r in pattern.within), *((r, False) for r in pattern.without)]:
                passed, known = self._placed(passed, region, within)
                certain = certain and known
            certain = certain and not (pattern.withinMarks or pattern.withoutMarks or pattern.places)
        return _Reach(passed, narrowed=certain and (before.narrowed or passed != before.states))

    def _cells(self, element: CellsFilter, before: _Reach) -> _Reach:
        combine, source = element.combine.name, element.source.name
        if combine == "Replace" and source == "All":
            return _Reach(self.unknown.states, whole=True)
        if source != "Region" or combine not in ("Replace", "Intersect", "Minus"):
            return self.unknown if combine in ("Replace", "Union") else replace(before, whole=False, narrowed=False)
        states = self.unknown.states if combine == "Replace" else before.states
        passed, known = self._placed(states, element.region, combine != "Minus")
        return _Reach(passed, narrowed=known and (combine != "Minus" or before.narrowed))

    def _placed(self, states: _States, region: Area | None, within: bool) -> tuple[_States, bool]:
        """Return the states of *states* that cells in a region, or outside it, may have, and whether that is known.

        It is known only for a region that consists of tiles.
        """
        if not isinstance(region, Region) or region.relative or region.ranges or region.perPlayer or not region.tiles:
            return states, False
        return tuple(frozenset(s for s in some if (s.eContainer() in region.tiles) is within) for some in states), True

    def _set(self, effect: StateEffectFilter, states: frozenset[State], me: int) -> frozenset[State]:
        wanted = frozenset(found for state in states if (found := self._wanted(effect, state, me)) is not None)
        return wanted | frozenset(state for state in states if len(state.eContainer().transitions) > 0)

    # -- effects

    def _judged(self, effect: StateEffectFilter, reach: _Reach) -> Iterator[Diagnostic]:
        """Yield the finding about an effect that sets a state, if there is one."""
        pairs = [(state, me) for me, states in enumerate(reach.states) for state in states]
        failing = [state.eContainer() for state, me in pairs if self._fails(effect, state, me)]
        taking = {state.eContainer() for state, me in pairs if not self._fails(effect, state, me)}
        never = not taking or (reach.whole and not taking.issuperset(failing))
        if taking and not (never or reach.narrowed):
            yield from self._of_some_players(effect, reach)
            return
        bare = all(state.piece is None for state, me in pairs if self._fails(effect, state, me))
        owner = OWNERS.get(effect.stateSelection.name, "")
        if bare and owner and effect.piece is None and (pieces := self._pieces(failing)):
            if never or reach.narrowed:
                yield self._without_piece(effect, owner, pieces, never)
            return
        yield from self._told(effect, failing, never, reach, f"'set {words_of(effect)}'")

    def _of_some_players(self, effect: StateEffectFilter, reach: _Reach) -> Iterator[Diagnostic]:
        """Yield the finding that an effect always fails when some players move, if it does."""
        failing = [
            player
            for me, (player, states) in enumerate(zip(self.players, reach.states, strict=True))
            if states and all(self._fails(effect, state, me) for state in states)
        ]
        if failing:
            names = " or ".join(f"'{player.name}'" for player in failing)
            message = f"'set {words_of(effect)}' always fails for {names}: no Tile has a State for it"
            yield self.model.warn("perhaps-no-such-state", message, effect)

    def _pieces(self, tiles: list[Tile]) -> list[str]:
        """Return the names of the pieces of players that tiles may hold, in the order of the model."""
        held = {s.piece for tile in tiles for s in self.states[tile] if s in self.model.owners}
        return [str(piece.name) for piece in self.model.game.pieces if piece in held]

    def _without_piece(self, effect: StateEffectFilter, owner: str, pieces: list[str], never: bool) -> Diagnostic:
        """Return the finding about an effect that changes the owner of a cell on which nothing stands."""
        message = (
            f"'set {owner}' changes whose piece stands there, but there is none on an empty cell: say which piece is "
            f"set, as in 'set {owner} {pieces[0]}'"
        )
        remedies = tuple(Replace(f"set {owner}", f"set {owner} {piece}") for piece in pieces)
        place = self.model.document.place(effect)
        return diagnose("no-such-state" if never else "perhaps-no-such-state", message, place, remedies=remedies)

    def _moved(self, effect: MoveEffectFilter, reach: _Reach) -> Iterator[Diagnostic]:
        """Yield the finding about an effect that moves a piece, if there is one."""
        top = _top(effect)
        sources = self.marked.get((top, effect.source), [])
        elsewhere = any(mark is effect.source and not isinstance(other, MoveRule) for other, mark in self.marked)
        changed = self.changing[top] is not effect  # what stands on the marked cells may be something else by now
        if not sources or elsewhere or changed or not all(source.narrowed for source in sources):
            return
        pairs = [
            (tile, piece)
            for me, states in enumerate(reach.states)
            for tile in {state.eContainer() for state in states}
            for piece in {state for source in sources for state in source.states[me] if state.piece is not None}
        ]
        failing = [(tile, piece) for tile, piece in pairs if not self._bears(tile, piece)]
        names = " or ".join(sorted({str(held.piece.name) for _, held in failing if held.piece is not None}))
        bare = any(state.piece is None for source in sources for states in source.states for state in states)
        never = len(failing) == len(pairs) and not bare
        yield from self._told(effect, [tile for tile, _ in failing], never, reach, f"the {names} that is moved here")

    def _told(self, effect: Filter, failing: list[Tile], never: bool, reach: _Reach, what: str) -> Iterator[Diagnostic]:
        if failing and (never or reach.narrowed):
            tiles = " or ".join(sorted({f"'{tile.name}'" for tile in failing}))
            message = (
                f"a cell of the Tile {tiles} has no State for {what}; let the Tile hold it, or leave its cells out"
            )
            yield self.model.warn("no-such-state" if never else "perhaps-no-such-state", message, effect)

    def _fails(self, effect: StateEffectFilter, state: State, me: int) -> bool:
        """Return whether an effect would fail on a cell in a state. A tile with transitions keeps its state instead."""
        return len(state.eContainer().transitions) == 0 and self._wanted(effect, state, me) is None

    def _wanted(self, effect: StateEffectFilter, state: State, me: int) -> State | None:
        """Return the state to which an effect changes a state, regardless of transitions; None if the tile has none."""
        tile, selection = state.eContainer(), effect.stateSelection.name
        if selection == "Empty":
            initial: State = tile.initialState
            return initial
        if selection == "StateBased":
            return self._namesake(effect.targetState, tile)
        mine = self.players[me]
        owners = [player for player in self.players if (player is mine) is (selection == "CurrentPlayer")]
        if len(owners) != 1:
            return state
        if effect.piece is None and owners[0].associatedState is not None:
            return self._namesake(owners[0].associatedState, tile)
        piece = state.piece if effect.piece is None else effect.piece
        if piece is None:
            return None
        return next((s for s in self.states[tile] if s.piece is piece and self.model.owners.get(s) in owners), None)

    def _namesake(self, wanted: State | None, tile: Tile) -> State | None:
        if wanted is None or wanted.eContainer() is tile:
            return wanted
        return next((s for s in self.states[tile] if s.name is not None and s.name == wanted.name), None)

    def _bears(self, tile: Tile, moved: State) -> bool:
        owners = self.model.owners
        return any(s.piece is moved.piece and owners.get(s) is owners.get(moved) for s in self.states[tile])

    def _same_tiles(self, states: frozenset[State]) -> frozenset[State]:
        return frozenset(other for state in states for other in self.states[state.eContainer()])


def _top(element: Element) -> Element:
    """Return the rule, sub-pipeline, pipeline or board that contains the chain of a filter."""
    while isinstance(element, (Filter, Value)):
        element = element.eContainer()
    return element


OWNERS = {"CurrentPlayer": "own", "OtherPlayer": "enemy", "StateBased": ""}
"""The words of the notation for the owner of what an effect sets."""


def words_of(effect: StateEffectFilter) -> str:
    """Return what an effect sets, in the notation."""
    selection = effect.stateSelection.name
    if effect.targetState is not None:
        return str(effect.targetState.name)
    if effect.like is not None:
        attribute = "" if effect.attribute is None else f" {effect.attribute.name}"
        return f"{OWNERS[selection]} like {effect.like.name}{attribute}".lstrip()
    whose = OWNERS.get(selection) or "empty"
    return whose if effect.piece is None else f"{whose} {effect.piece.name}"
