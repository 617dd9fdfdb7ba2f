"""Veils: what a player is not told in an explanation, since it is hidden from that player.

A move is explained in another position, which depends on nothing but what the player sees: cells that are not seen are
empty there, on those of which only the back is seen some piece stands, and hidden marks are empty and hidden numbers 0.
So positions that look the same have the same explanations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from tilewright.metamodel.language import (
    ConstantOf,
    Counter,
    CounterValue,
    IntValue,
    ParameterValue,
    PerPlayerValue,
    Perspective,
    Value,
    Visibility,
)
from tilewright.runtime.information.seen import Seen
from tilewright.runtime.information.views import seen_of
from tilewright.runtime.interpreter.cells import NOWHERE, union
from tilewright.runtime.position import CellSet, Position

if TYPE_CHECKING:
    from tilewright.runtime.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Veil:
    """What *viewer* does not see of a position, and the *position* in which moves are explained instead.

    ``covered`` are the cells of which the viewer sees only that something stands there, ``unseen`` those of which the
    viewer sees nothing.
    """

    viewer: int
    position: Position
    unseen: CellSet
    covered: CellSet

    def tells(self, value: Value, me: int) -> bool:
        """Return whether the viewer knows a number that is computed as player *me*."""
        match value:
            case IntValue() | ParameterValue() | PerPlayerValue() | ConstantOf(cells=None):
                return True
            case CounterValue(counter=counter, cells=None, perspective=perspective):
                is_own = me == self.viewer and perspective is Perspective.Current
                return self._is_known(counter, is_own)
            case _:
                parts = [part for part in value.eContents() if isinstance(part, Value)]
                is_of_parts = bool(parts) and len(parts) == len(list(value.eContents()))
                return all(self.tells(part, me) for part in parts) if is_of_parts else not self.unseen | self.covered

    def _is_known(self, counter: Counter, is_own: bool) -> bool:
        match counter.visibility:
            case Visibility.All:
                return True
            case Visibility.Owner:
                return is_own and counter.perPlayer
            case Visibility.Hidden | Visibility.Sight:
                return False
            case _:
                assert_never(counter.visibility)


def veil_of(game: Rulebook, position: Position, viewer: int | None) -> Veil | None:
    """Return what a player does not see; None if nobody is named, or the game hides nothing."""
    if viewer is None or not game.is_hidden:
        return None
    seen = seen_of(game, position, viewer)
    hidden = game.tables.cells.everything & ~union(seen.boards)
    return Veil(viewer, _position(game, position, seen, hidden), hidden & ~seen.covered, seen.covered)


def _position(game: Rulebook, position: Position, seen: Seen, hidden: CellSet) -> Position:
    """Return the position in which moves are explained to a player."""
    tables = game.tables
    boards = list(seen.boards)
    for tile in range(len(tables.tiles)):
        states = [number for number, info in enumerate(tables.states) if info.tile == tile]
        cells = hidden & union(position.boards[number] for number in states)
        boards[states[0]] |= cells & ~seen.covered
        boards[_something(game, states, seen.viewer)] |= cells & seen.covered
    counters = list(seen.counters)
    for info in tables.counters.values():
        for slot in info.slots:
            counters[slot] = min(max(counters[slot], info.least), info.greatest)
    return replace(position, boards=tuple(boards), marks=seen.marks, counters=tuple(counters), history=())


def _something(game: Rulebook, states: list[int], viewer: int) -> int:
    """Return a state for a cell of which only the back is seen: another player's if there is one, else any piece's."""
    standing = [number for number in states if not game.tables.states[number].empty] or states
    theirs = [number for number in standing if game.tables.states[number].owner not in (viewer, NOWHERE)]
    return (theirs or standing)[0]
