"""The protocol of engines: what the interpreter and the compiled engines have in common.

``Game``, ``State`` and ``Move`` stand in front of it and are the same for all engines. An engine knows cells, players
and states by their numbers; ``GameNames`` has their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tilewright.runtime.move import Cell, Grid, cell_called, cell_name
from tilewright.runtime.odds import Odds
from tilewright.runtime.position import CellSet, Identity, Position

if TYPE_CHECKING:
    from tilewright.runtime.interpreter.tables import Tables


class Node(Protocol):
    """A position with its legal moves."""

    @property
    def position(self) -> Position:
        """The position; if it has no legal moves, its ``returns`` say how the game ended."""

    @property
    def moves(self) -> Mapping[Identity, Any]:
        """The legal moves in order, each with a value that only the engine uses."""

    @property
    def odds(self) -> Odds | None:
        """The odds of the moves at nature's turn, else None."""


class Engine(Protocol):
    """Plays one game. Positions are values; no method changes one. Errors of the model raise ``ModelError``."""

    @property
    def tables(self) -> Tables:
        """The tables that say what the numbers in positions stand for."""

    def initial(self) -> Position:
        """Return the position in which the game starts."""

    def settle(self, position: Position) -> Node:
        """Return a position with its legal moves."""

    def take(self, node: Any, identity: Identity) -> Position:
        """Return the position after one of the moves of a node."""

    def play(self, position: Position, identity: Identity) -> Position | None:
        """Return the position after a move, or None if it is not legal, without looking at other moves."""

    def options(self, position: Position, prefix: Identity) -> Sequence[Identity]:
        """Return the legal moves that begin with *prefix*, in order."""

    def seen(self, position: Position, viewer: int) -> CellSet:
        """Return the cells that a player sees."""

    def covered(self, position: Position, viewer: int) -> CellSet:
        """Return the cells of which a player sees no more than that something stands there."""

    def vacant(self, position: Position, viewer: int) -> CellSet:
        """Return the cells that a player does not see, but of which a ``back`` tells that nothing stands there."""

    def heuristic(self, position: Position) -> tuple[int, ...] | None:
        """Return how good a position is for each player by the heuristic of the model; None if there is none."""

    def told(self, position: Position, identity: Identity) -> str:
        """Return who is told a legal move: ``All``, ``Owner`` (its mover alone) or ``Hidden`` (nobody)."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """An engine and its name; ``fallback`` says why it is not the one that was asked for, or is None."""

    engine: Engine
    name: str
    fallback: str | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """A block of counters, one for each of ``cells`` cells: that of cell ``first + i`` is in slot ``slot + i``."""

    slot: int
    first: int
    cells: int


@dataclass(frozen=True)
class GameNames:
    """The names of what an engine knows by numbers."""

    game: str
    cells: tuple[Cell, ...]
    width: int
    height: int
    players: tuple[str, ...]
    """The names of the players, and that of nature after them if there is one."""
    states: tuple[str, ...]
    """A symbol for each state: one character."""
    piles: tuple[Pile, ...]
    """The counters that cells show: for each counter per cell one block for each player that has one. Counters of one
    move are left out."""
    options: frozenset[str]
    """The labels that moves may contain."""
    amounts: bool
    """Whether moves may contain numbers."""
    nameless: str
    """The notation of a move without clicks and options."""
    zones: tuple[Grid, ...] = ()
    """The grids of the zones; grid *n* of a cell, counted from 1, is ``zones[n - 1]``."""

    def cell_name(self, cell: Cell) -> str:
        """Return the name of a cell."""
        return cell_name(cell, self.height, self.zones)

    def cell_called(self, name: str) -> Cell | None:
        """Return the cell that a name stands for, whether the game has it or not; None if it is no cell's name."""
        return cell_called(name, self.height, self.zones)
