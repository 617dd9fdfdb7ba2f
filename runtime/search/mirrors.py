"""Mirrors: how a game looks to the other one of two players.

A mirror turns the board and lets the players change places. Whether legal moves and ends change with them is tried on
positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tilewright.model.diagnostics import ModelError
from tilewright.runtime.interpreter.tables import NOWHERE, Tables, bits
from tilewright.runtime.position import CellSet, Position, Returns

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled

TRANSFORMS = ("Identity", "FlipRows", "Rotate180", "FlipColumns", "Transpose", "Rotate90", "Rotate270")
"""How the board may be turned, in the order in which it is tried."""


@dataclass(frozen=True)
class Mirror:
    """Where each cell goes, and for each state and each kind of tile the state of the other player there."""

    tables: Tables
    cells: tuple[int, ...]
    states: dict[tuple[int, int], int]

    def state(self, state: int, cell: int) -> int:
        """Return what becomes of a state on a cell."""
        return self.states[state, self.tables.tile_at[self.cells[cell]]]

    def image(self, cells: CellSet) -> CellSet:
        """Return where the cells of a set go."""
        return sum(1 << self.cells[cell] for cell in bits(cells))

    def position(self, position: Position) -> Position:
        """Return a position with the players changed, without what came before it."""
        boards = [0] * len(position.boards)
        for state, cells in enumerate(position.boards):
            for cell in bits(cells):
                boards[self.state(state, cell)] |= 1 << self.cells[cell]
        counters = list(position.counters)
        for info in self.tables.counters.values():
            for me in range(info.players):
                other = info.players - 1 - me
                for cell in bits(info.own):
                    there = self.cells[cell] if info.per_cell else cell
                    counters[info.at(other, there)] = position.counters[info.at(me, cell)]
        return Position(
            tuple(boards), tuple(map(self.image, position.marks)), tuple(counters), position.phase,
            self._player(position.player), self._player(position.seat), position.ply,
        )  # fmt: skip

    def _player(self, number: int) -> int:
        return number if number == self.tables.nature else 1 - number


def mirror_of(engine: Compiled, positions: Sequence[Position]) -> Mirror | None:
    """Return the first mirror in which all positions are what they should be; None if there is none.

    A position is so if the same number of moves is legal in its image, and as many of them end the game as they do for
    the other player.
    """
    for mirror in _mirrors(engine.reference.tables):
        try:
            if all(_ends(engine, mirror.position(one)) == _ends(engine, one, changed=True) for one in positions):
                return mirror
        except (ModelError, KeyError):  # a state that the other player does not have, or rules that go wrong
            continue
    return None


def _mirrors(tables: Tables) -> Iterator[Mirror]:
    if len(tables.players) != 2:
        return
    for transform in TRANSFORMS:
        cells = _image(tables, transform)
        if NOWHERE not in cells and sorted(cells) == list(range(len(cells))):
            yield Mirror(tables, cells, dict(_states(tables)))


def _image(tables: Tables, transform: str) -> tuple[int, ...]:
    """Return where each cell goes: those of the board as they are transformed, those of a player to the other one."""
    other = {
        mine: theirs
        for numbers in tables.zones.values()
        for me in range(2)
        for mine, theirs in zip(numbers[me], numbers[1 - me], strict=True)
    }
    board = tables.image(transform).table
    return tuple(
        tables.cells.index[*place[:2], other[place[2]]] if len(place) > 2 else board[cell]
        for cell, place in enumerate(tables.cells.places)
    )


def _states(tables: Tables) -> Iterator[tuple[tuple[int, int], int]]:
    for number, state in enumerate(tables.states):
        for tile in range(len(tables.tiles)):
            found = (
                tables.counterpart(number, tile)
                if state.owner == NOWHERE
                else tables.bearing(1 - state.owner, state.piece, tile)
            )
            if found is not None:
                yield (number, tile), found


def _ends(engine: Compiled, position: Position, *, changed: bool = False) -> list[Returns | None]:
    """Return what the legal moves of a position lead to: for each the returns, or None if the game goes on."""
    node = engine.settle(replace(position, history=()))
    found = [engine.take(node, identity).returns for identity in node.moves]
    if not found:
        found = [node.position.returns]
    if changed:
        found = [None if returns is None else returns[::-1] for returns in found]
    return sorted(found, key=str)
