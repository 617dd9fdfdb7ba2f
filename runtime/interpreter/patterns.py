"""Patterns: conditions on the states of cells, evaluated to the set of all cells at which they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tilewright.metamodel.elements import present
from tilewright.metamodel.language import Pattern, PlayersCells
from tilewright.runtime.interpreter.cells import NOWHERE, union
from tilewright.runtime.interpreter.flow import Flow
from tilewright.runtime.interpreter.tables import StateInfo, Tables
from tilewright.runtime.position import CellSet

CellsOf: TypeAlias = Callable[[Flow], CellSet]
"""Computes a set of cells from a flow, relative to the player of the flow."""


def pattern_cells(pattern: Pattern, tables: Tables) -> CellsOf:
    """Return a function that computes the cells at which a pattern holds.

    It holds at a cell from which every offset leads to a matching cell. An offset that leads off the board matches only
    if the pattern asks for that.
    """
    matching = matching_cells(pattern, tables)
    if all(c.x == 0 == c.y for c in pattern.relativecoordinates):
        return matching
    off_board = _accepts_off_board(pattern)
    players = range(len(tables.players))
    offsets = [tables.offsets(pattern.relativecoordinates, pattern.relative, me) for me in players]
    everything = tables.cells.everything

    def holds(flow: Flow) -> CellSet:
        target = matching(flow)
        found = everything
        for offset in offsets[flow.me]:
            reaching = offset.preimage(target)
            found &= reaching | everything & ~offset.domain if off_board else reaching
            if not found:
                break
        return found

    return holds


def matching_cells(pattern: Pattern, tables: Tables) -> CellsOf:
    """Return a function that computes the cells that match a pattern themselves, whatever its offsets."""
    own = _simple_cells(pattern, tables)
    alternatives = [matching_cells(alternative, tables) for alternative in pattern.alternatives]
    if not alternatives:
        return own

    def either(flow: Flow) -> CellSet:
        found = own(flow)
        for alternative in alternatives:
            found |= alternative(flow)
        return found

    return either


def _simple_cells(pattern: Pattern, tables: Tables) -> CellsOf:
    players = range(len(tables.players))
    selected = [selected_states(pattern, tables, me) for me in players]
    everything = range(len(tables.states))
    states = [tuple(s for s in everything if (s in some) is not bool(pattern.negate)) for some in selected]
    masks = [_mask(pattern, tables, me) for me in players]
    within = [tables.mark(mark) for mark in pattern.withinMarks]
    without = [tables.mark(mark) for mark in pattern.withoutMarks]
    others = [_marks_of_others(place, tables) for place in pattern.places if place.mark is not None]
    unmasked = all(mask == tables.cells.everything for mask in masks) and not (within or without or others)
    if unmasked and pattern.like is None and all(len(some) == 1 for some in states):
        single = [some[0] for some in states]
        return lambda flow: flow.boards[single[flow.me]]

    def of_states(flow: Flow) -> CellSet:
        found = 0
        boards = flow.boards
        for state in states[flow.me]:
            found |= boards[state]
        return found

    matching = of_states if pattern.like is None else _alike(pattern, tables, selected)
    if unmasked:
        return matching

    def placed(flow: Flow) -> CellSet:
        found = matching(flow) & masks[flow.me]
        for mark in within:
            found &= flow.marks[mark[flow.me]]
        for mark in without:
            found &= ~flow.marks[mark[flow.me]]
        for marks, negate in others:
            there = union(flow.marks[mark] for mark in marks[flow.me])
            found &= ~there if negate else there
        return found

    return placed


def _marks_of_others(place: PlayersCells, tables: Tables) -> tuple[list[tuple[int, ...]], bool]:
    """Return for each player the sets that a place means as a mark of other players, and whether they are left out."""
    mark = tables.mark(present(place.mark))
    seen = [tables.meant(me, place) for me in range(len(tables.players))]
    return [tuple(mark[other] for other in others) for others in seen], bool(place.negate)


def _alike(pattern: Pattern, tables: Tables, selected: list[frozenset[int]]) -> CellsOf:
    """Return a function that computes the cells in selected states whose kind of piece is found on the pattern's mark.

    With an attribute, the kinds are those that the attribute has for the pieces on the mark. A negated pattern gives
    the complement.
    """
    mark = tables.mark(present(pattern.like))
    kinds = tables.kinds(pattern.attribute)
    negate = bool(pattern.negate)

    def alike(flow: Flow) -> CellSet:
        marked = flow.marks[mark[flow.me]]
        held = {info.piece for info, cells in zip(tables.states, flow.boards, strict=True) if cells & marked}
        told = {kinds[piece] for piece in held if piece in kinds}
        found = 0
        for state, info in enumerate(tables.states):
            if (state in selected[flow.me] and info.piece in told) is not negate:
                found |= flow.boards[state]
        return found

    return alike


def selected_states(pattern: Pattern, tables: Tables, me: int) -> frozenset[int]:
    """Return the states that a pattern selects for a player, within its pieces, groups and tiles."""
    pieces = {tables.pieces[piece] for piece in pattern.pieces}
    pieces |= {number for piece, number in tables.pieces.items() if any(g in pattern.groups for g in piece.groups)}
    restricted = bool(pattern.pieces or pattern.groups)
    tiles = {tables.tiles[tile] for tile in pattern.tiles}
    selection = pattern.stateSelection.name
    allies, enemies = tables.allies(me), tables.enemies(me)
    named = NOWHERE if pattern.player is None else tables.player_of[pattern.player]

    def matches(info: StateInfo) -> bool:
        selected = {
            "CurrentPlayer": info.owner == me,
            "OtherPlayer": info.owner in enemies,
            "Ally": info.owner in allies,
            "NamedPlayer": info.owner == named,
            "StateBased": info.element is pattern.matchState,
            "Empty": info.empty,
            "Occupied": info.owner != NOWHERE or info.piece != NOWHERE,
            "Any": True,
            "OffBoard": False,
        }[selection]
        return selected and (not restricted or info.piece in pieces) and (not tiles or info.tile in tiles)

    return frozenset(state for state, info in enumerate(tables.states) if matches(info))


def _mask(pattern: Pattern, tables: Tables, me: int) -> CellSet:
    mask = tables.cells.everything
    for region in pattern.within:
        mask &= tables.region(region, me)
    for region in pattern.without:
        mask &= ~tables.region(region, me)
    for place in pattern.places:
        if place.area is not None:
            there = union(tables.region(place.area, other) for other in tables.meant(me, place))
            mask &= ~there if place.negate else there
    return mask


def _accepts_off_board(pattern: Pattern) -> bool:
    is_off = pattern.stateSelection.name == "OffBoard" and not pattern.negate
    return is_off or any(_accepts_off_board(alternative) for alternative in pattern.alternatives)
