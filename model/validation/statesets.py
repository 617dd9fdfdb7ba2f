"""The states that patterns can match in any position, as bit sets: one set for each player to move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from operator import or_
from typing import Any, TypeAlias

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AttributeValue,
    BranchingFilter,
    CellsFilter,
    CounterEffectFilter,
    Filter,
    MarkFilter,
    Pattern,
    PatternFilter,
    PhaseEffectFilter,
    Piece,
    RecordFilter,
    Region,
    State,
    StateSelection,
    StepFilter,
    TestFilter,
    TurnEffectFilter,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.validation.model import Model

KEEPING: TypeAlias = (
    TestFilter
    | BranchingFilter
    | MarkFilter
    | RecordFilter
    | CounterEffectFilter
    | PhaseEffectFilter
    | TurnEffectFilter
)
"""Filters that neither add cells to the working set nor change what stands on them."""

Sets = tuple[int, ...]
"""A set of states for each player to move; bit *n* stands for the state of number *n*."""


def pattern_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of patterns that match no state, and of filters that refuse all cells that reach them."""
    sets = StateSets(model)
    for pattern in model.all(Pattern):
        if not any(sets.of(pattern)) and not _off_board(pattern):
            yield model.warn("never-matches", f"no state of any tile can match this pattern{_meant(pattern)}", pattern)
    for pattern in model.all(Pattern):
        whole = not isinstance(pattern.eContainer(), Pattern)
        leads = any(offset.x or offset.y for offset in pattern.relativecoordinates)
        off = _off_board(pattern) if whole and not leads else None
        if off is not None:
            yield model.warn("never-matches", _never_off(pattern), off)
    left: dict[Filter, Sets] = {}
    for found in model.filters:
        before = left.get(_previous(found), sets.all)
        after = sets.passing(found, before)
        if _keeps(found):
            left[found] = after
        if any(before) and not any(after) and before != sets.all:
            yield never_passes(model, found)


def _meant(pattern: Pattern) -> str:
    """Return how a message about a pattern of pieces goes on if cells of the other player may be meant by it."""
    restricted = (*pattern.pieces, *pattern.groups, *pattern.tiles, *pattern.places, pattern.like)
    cells: list[Any] = [*pattern.within, *pattern.withinMarks]
    if pattern.stateSelection is not StateSelection.OtherPlayer or len(cells) != 1 or any(restricted):
        return ""
    name, owned = cells[0].name, cells[0].perPlayer or (isinstance(cells[0], Region) and cells[0].relative)
    if not owned:
        return ""
    return f": 'enemy at {name}' are enemy pieces there, and 'at enemy {name}' the cells that are the enemy's"


def _never_off(pattern: Pattern) -> str:
    """Return why a pattern that asks for a place off the board without an offset never holds."""
    if pattern.eContainmentFeature().name == "endRule":
        return (
            "'until off' never holds: where a ray leaves the board, the last cell on it counts as the one after the "
            "ray; one that must lead to the edge repeats what it goes through, as in 'ray orth empty until empty'"
        )
    return (
        "'off' means no cell, but a place beyond the edge, which an offset leads to, as in 'off @(1,0)'; "
        "for the cell itself it never holds"
    )


def never_passes(model: Model, found: Filter) -> Diagnostic:
    """Return the finding about a filter that refuses all cells that the filters before it in its chain let through."""
    related = (Related("the filter before", model.document.place(found.eContainer())),)
    return model.warn("never-passes", "no cell that passes the filters before can pass this one", found, related)


class StateSets:
    """The states of a model, numbered in their order, and the sets of them that patterns match.

    ``all`` is the set of all states, for each player to move.
    """

    def __init__(self, model: Model) -> None:
        states = model.all(State)
        everything = (1 << len(states)) - 1
        players = list(model.game.players)
        self.all: Sets = (everything,) * len(players)
        self._single = {state: 1 << number for number, state in enumerate(states)}
        self._pieces = self._group((s.piece, s) for s in states)
        self._tiles = self._group((s.eContainer(), s) for s in states)
        self._members: dict[Element, list[Piece]] = defaultdict(list)
        for piece in model.game.pieces:
            for group in piece.groups:
                self._members[group].append(piece)
        self._values = model.all(AttributeValue)
        self._owned = self._group((owner, state) for state, owner in model.owners.items())
        mine = tuple(self._owned[player] for player in players)
        allied = tuple(sum(self._owned[ally] for ally in player.allies) for player in players)
        anybody = sum(self._owned.values())
        occupied = anybody | (everything & ~self._pieces[None])
        initial = sum(self._single[tile.initialState] for tile in model.game.board.tiles)
        self._selected: dict[StateSelection, Sets] = {
            StateSelection.CurrentPlayer: mine,
            StateSelection.OtherPlayer: tuple(anybody & ~some for some in map(or_, mine, allied)),
            StateSelection.Ally: allied,
            StateSelection.Empty: (initial & ~occupied,) * len(players),
            StateSelection.Occupied: (occupied,) * len(players),
            StateSelection.Any: self.all,
            StateSelection.OffBoard: (0,) * len(players),
        }
        """The states of each selection that names no state and no player."""

    def _group(self, pairs: Iterable[tuple[Element | None, State]]) -> dict[Element | None, int]:
        """Return the set of the states of each key."""
        found: dict[Element | None, int] = defaultdict(int)
        for key, state in pairs:
            found[key] |= self._single[state]
        return found

    def numbered(self, states: Iterable[Iterable[State]]) -> Sets:
        """Return sets of states as bit sets, for each player to move."""
        return tuple(sum(self._single[state] for state in some) for some in states)

    def members(self, sets: Sets) -> tuple[frozenset[State], ...]:
        """Return bit sets as sets of states, for each player to move."""
        return tuple(frozenset(state for state, bit in self._single.items() if bit & some) for some in sets)

    def of(self, pattern: Pattern) -> Sets:
        """Return the states that a cell matching the pattern may have; none if it must be off the board."""
        match pattern.stateSelection:
            case StateSelection.StateBased:
                found = (0 if pattern.matchState is None else self._single[pattern.matchState],) * len(self.all)
            case StateSelection.NamedPlayer:
                found = (self._owned[pattern.player],) * len(self.all)
            case selection:
                found = self._selected[selection]
        kinds = {*pattern.pieces, *(piece for group in pattern.groups for piece in self._members[group])}
        named: list[tuple[dict[Element | None, int], Iterable[Element]]] = []
        if pattern.pieces or pattern.groups:
            named.append((self._pieces, kinds))
        if pattern.like is not None:
            named.append((self._pieces, self._alike(pattern)))
        if pattern.tiles:
            named.append((self._tiles, pattern.tiles))
        for group, members in named:
            of_members = _union(group[member] for member in members)
            found = tuple(states & of_members for states in found)
        if pattern.negate and pattern.like is not None:
            found = self.all  # any state may differ from that on the mark
        elif pattern.negate:
            found = tuple(everything & ~states for everything, states in zip(self.all, found, strict=True))
        for alternative in pattern.alternatives:
            found = tuple(states | others for states, others in zip(found, self.of(alternative), strict=True))
        return found

    def _alike(self, pattern: Pattern) -> set[Element]:
        """Return the kinds of pieces that ``like`` may mean: any kind, or those that an attribute may name."""
        if pattern.attribute is None:
            return {piece for piece in self._pieces if piece is not None}
        return {value.kind for value in self._values if value.attribute is pattern.attribute and value.kind is not None}

    def passing(self, element: Filter, before: Sets) -> Sets:
        """Return the states that cells may have after a filter, given those before it."""
        if not isinstance(element, PatternFilter):
            return before
        for pattern in element.patterns:
            offsets = pattern.relativecoordinates
            if not offsets or any(offset.x == offset.y == 0 for offset in offsets):
                before = tuple(states & matched for states, matched in zip(before, self.of(pattern), strict=True))
        return before


def _union(sets: Iterable[int]) -> int:
    found = 0
    for states in sets:
        found |= states
    return found


def _previous(element: Filter) -> Any:
    """Return the filter before a filter in its chain, or None."""
    return element.eContainer() if element.eContainmentFeature().name == "nextFilter" else None


def _keeps(element: Filter) -> bool:
    """Return whether a filter leaves a subset of the working set, on which the same states stand."""
    if isinstance(element, CellsFilter):
        return element.combine.name in ("Intersect", "Minus")
    if isinstance(element, StepFilter):
        return element.count is None and element.min == element.max == 0
    return isinstance(element, KEEPING)


def _off_board(pattern: Pattern) -> Pattern | None:
    """Return a pattern or the alternative of it that asks for a place off the board; None if there is none."""
    if pattern.stateSelection.name == "OffBoard" and not pattern.negate:
        return pattern
    return next((off for off in map(_off_board, pattern.alternatives) if off is not None), None)
