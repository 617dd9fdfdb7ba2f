"""Which kinds of pieces may stand in which zone: a fixed point over the effects of the rules, in games with many kinds.

A zone that no rule changes keeps what stands there at the start. The result holds for all positions that the rules can
reach. A position that somebody writes down may violate it; it is refused when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from tilewright.metamodel.language import (
    Attribute,
    Filter,
    Game,
    Mark,
    MoveEffectFilter,
    Piece,
    ShiftEffectFilter,
    StackEffectFilter,
    StateEffectFilter,
    Zone,
)
from tilewright.model.validation.whereabouts import Grids, Whereabouts

Effect: TypeAlias = StateEffectFilter | MoveEffectFilter | StackEffectFilter | ShiftEffectFilter
"""An effect that changes what stands on cells."""

Grid: TypeAlias = "Zone | None"
"""A zone, or the board."""


def _at_first(game: Game, grid: Grid) -> Iterable[Piece]:
    """Yield the kinds that stand in a grid at the start, in any of its set-ups."""
    laid = game.board if grid is None else grid
    for placed in laid.tileplacement:
        state = placed.tile.initialState if placed.initialState is None else placed.initialState
        if state.piece is not None:
            yield state.piece
    for setup in laid.setups:
        yield from (put.state.piece for put in setup.states if put.state.piece is not None)
        yield from (held.piece for held in setup.regions)


class Standing:
    """The kinds of pieces that may stand in each grid of a game. Cost: a few passes over all effects."""

    def __init__(self, game: Game) -> None:
        filters = [element for element in game.eAllContents() if isinstance(element, Filter)]
        self._grids: tuple[Grid, ...] = (None, *game.zones)
        self._where = Whereabouts(filters)
        self._associated = [p.associatedState.piece for p in game.players if p.associatedState is not None]
        effects = [e for e in filters if isinstance(e, Effect)]
        self._pieces: Mapping[Grid, set[Piece]] = {grid: set(_at_first(game, grid)) for grid in self._grids}
        self._changing: set[Grid] = {grid for grid in self._grids if (game.board if grid is None else grid).setups}
        for effect in effects:
            self._changing |= self._all(self._where.before(effect))
            if isinstance(effect, MoveEffectFilter | StackEffectFilter):
                self._changing |= self._marked(effect.source)
            if isinstance(effect, StackEffectFilter):
                self._changing.add(effect.zone)
        while sum([self._grows(effect) for effect in effects]):
            pass

    def pieces(self, grid: Grid) -> frozenset[Piece] | None:
        """Return the kinds that may stand in a grid; None if no rule and no set-up changes it."""
        return frozenset(self._pieces[grid]) if grid in self._changing else None

    def marked(self, mark: Mark) -> frozenset[Grid]:
        """Return the grids in which the cells of a mark may be."""
        return frozenset(self._marked(mark))

    def on(self, mark: Mark) -> frozenset[Piece]:
        """Return the kinds that may stand on the cells of a mark."""
        return frozenset(self._in(self._marked(mark)))

    def _grows(self, effect: Effect) -> bool:
        """Add what an effect may put into each grid; return whether anything is new."""
        there = self._all(self._where.before(effect))
        found: set[tuple[Grid, Piece]] = set()
        match effect:
            case StateEffectFilter():
                found = {(grid, piece) for grid in there for piece in self._put(effect)}
            case MoveEffectFilter():
                source = self._marked(effect.source)
                found = {(grid, piece) for grid in there for piece in self._in(source)}
                if effect.swap:
                    found |= {(grid, piece) for grid in source for piece in self._in(there)}
            case StackEffectFilter():
                grids = {effect.zone, *self._marked(effect.source), *there}
                found = {(grid, piece) for grid in grids for piece in self._in(grids)}
            case ShiftEffectFilter():
                pass  # nothing leaves its grid
        new = [(grid, piece) for grid, piece in found if piece not in self._pieces[grid]]
        for grid, piece in new:
            self._pieces[grid].add(piece)
        return bool(new)

    def _put(self, effect: StateEffectFilter) -> Iterable[Piece]:
        """Return the kinds that an effect may set, besides those that are there already."""
        if effect.like is not None:
            told = self._in(self._marked(effect.like))
            return told if effect.attribute is None else self._named(told, effect.attribute)
        found = [effect.piece, None if effect.targetState is None else effect.targetState.piece]
        if effect.piece is None and effect.targetState is None:
            found += self._associated
        return [piece for piece in found if piece is not None]

    def _named(self, told: Iterable[Piece], attribute: Attribute) -> Iterable[Piece]:
        """Return the kinds that are the values of an attribute of some kinds."""
        values = (value for piece in told for value in piece.attributes if value.attribute is attribute)
        return [value.kind for value in values if value.kind is not None]

    def _in(self, grids: Iterable[Grid]) -> set[Piece]:
        return {piece for grid in grids for piece in self._pieces[grid]}

    def _marked(self, mark: Mark) -> set[Grid]:
        return self._all(self._where.marked(mark))

    def _all(self, grids: Grids) -> set[Grid]:
        """Return the grids of an analysis; None stands for all of them."""
        return set(self._grids) if grids is None else {grid.zone for grid in grids}
