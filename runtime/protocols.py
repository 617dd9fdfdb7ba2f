"""What an engine is: the one thing that differs between a game that is interpreted and one that is compiled.

``Game``, ``State`` and ``Move`` stand in front of it and are the same for all engines. An engine speaks in numbers: of
cells, players and states; what they are called stands in ``Names``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tilewright.runtime.move import Cell, Grid, cell_called, cell_name
from tilewright.runtime.odds import Odds
from tilewright.runtime.position import CellSet, Identity, Position


class Node(Protocol):
    """A position with its legal moves."""

    @property
    def position(self) -> Position:
        """The position; if it has no legal moves, it says how the game ended."""

    @property
    def moves(self) -> Mapping[Identity, Any]:
        """The legal moves in order, with whatever the engine wants to remember of each."""

    @property
    def odds(self) -> Odds | None:
        """How the moves are drawn, if it is nature's turn."""


class Engine(Protocol):
    """Plays one game. Positions are values; no method changes one. Errors of the model raise ``ModelError``."""

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

    def told(self, position: Position, identity: Identity) -> str:
        """Return who is told a legal move: All, Owner, which is its mover, or Hidden, which is nobody."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """An engine and its name; ``fallback`` says why it is not the one that was asked for, with the rule in its way."""

    engine: Engine
    name: str
    fallback: str | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """Where among the counters those numbers are that cells have, one for each of so many cells from the first on."""

    slot: int
    first: int
    cells: int


@dataclass(frozen=True)
class Names:
    """What the numbers of an engine stand for."""

    game: str
    cells: tuple[Cell, ...]
    width: int
    height: int
    players: tuple[str, ...]
    """The names of the players, and that of nature after them if there is one."""
    states: tuple[str, ...]
    """A symbol for each state: one character."""
    piles: tuple[Pile, ...]
    """Where among the counters the numbers are that cells show: of each lasting counter per cell, for each player."""
    options: frozenset[str]
    """The labels that moves may contain."""
    amounts: bool
    """Whether moves may contain numbers."""
    nameless: str
    """What a move without clicks and options is called."""
    zones: tuple[Grid, ...] = ()
    """The grids beside the board."""

    def cell_name(self, cell: Cell) -> str:
        """Return the name of a cell."""
        return cell_name(cell, self.height, self.zones)

    def cell_called(self, name: str) -> Cell | None:
        """Return the cell with a name, whether the game has it or not; None if it is no cell's name."""
        return cell_called(name, self.height, self.zones)
