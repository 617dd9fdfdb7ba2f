"""Mirrors: symmetries of a game that exchange its two players.

A mirror transforms the board and exchanges the players. Whether it preserves legal moves and ends is tested on sample
positions, not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tilewright.model.diagnostics import ModelError
from tilewright.runtime.interpreter.cells import NOWHERE, bits
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.position import CellSet, Position, Returns
from tilewright.runtime.search.steps import Steps

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled

TRANSFORMS = ("Identity", "FlipRows", "Rotate180", "FlipColumns", "Transpose", "Rotate90", "Rotate270")
"""The transforms of the board, in the order in which they are tried."""


@dataclass(frozen=True)
class Mirror:
    """A symmetry: the image of each cell, and for each state and kind of tile the state of the other player there."""

    tables: Tables
    cells: tuple[int, ...]
    states: dict[tuple[int, int], int]

    def state(self, state: int, cell: int) -> int:
        """Return the image of a state on a cell. ``KeyError`` if there is none."""
        return self.states[state, self.tables.tile_at[self.cells[cell]]]

    def image(self, cells: CellSet) -> CellSet:
        """Return the image of a set of cells."""
        return sum(1 << self.cells[cell] for cell in bits(cells))

    def position(self, position: Position) -> Position:
        """Return the image of a position, without history and result."""
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


def mirror_of(engine: Compiled, positions: Sequence[Position]) -> Steps[Mirror | None]:
    """Return the first mirror that agrees with all positions, with a step for each test; None if there is none.

    It agrees with a position if the legal moves of the image lead to the same ends, each as often, with the players
    exchanged.
    """
    for mirror in _mirrors(engine.reference.tables):
        for one in positions:
            if not _agrees(engine, mirror, one):
                break
            yield
        else:
            return mirror
        yield
    return None


def _agrees(engine: Compiled, mirror: Mirror, position: Position) -> bool:
    try:
        return _ends(engine, mirror.position(position)) == _ends(engine, position, changed=True)
    except (ModelError, KeyError):  # the rules fail, or a state has no counterpart for the other player
        return False


def _mirrors(tables: Tables) -> Iterator[Mirror]:
    if len(tables.players) != 2:
        return
    for transform in TRANSFORMS:
        cells = _image(tables, transform)
        if NOWHERE not in cells and sorted(cells) == list(range(len(cells))):
            yield Mirror(tables, cells, dict(_states(tables)))


def _image(tables: Tables, transform: str) -> tuple[int, ...]:
    """Return the image of each cell: on the board under the transform, in a zone the same cell of the other player."""
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
    """Return a sorted list of the returns after each legal move, None if the game goes on.

    If there is no legal move, it holds the returns of the position. *changed* exchanges the players in the returns.
    """
    node = engine.settle(replace(position, history=()))
    found = [engine.take(node, identity).returns for identity in node.moves]
    if not found:
        found = [node.position.returns]
    if changed:
        found = [None if returns is None else returns[::-1] for returns in found]
    return sorted(found, key=str)
