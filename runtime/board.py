"""The board for users of the API: cells and pieces by their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.model.hints import near_miss
from tilewright.runtime.move import Cell
from tilewright.runtime.rulebook import Player, Rulebook

if TYPE_CHECKING:
    from tilewright.metamodel.language import DirectionSet
    from tilewright.runtime.position import Position


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a cell that is not in the initial state of its tile."""

    name: str
    """The kind of piece; the name of the state if the state has no piece."""
    player: Player | None
    """The owner; None if there is none."""
    symbol: str
    """The character by which it is drawn."""
    state: str
    """The name of the cell's state, as in ``Batch.planes``."""

    def __str__(self) -> str:
        return self.symbol


class Board:
    """The cells of a game, by names such as ``e4``, and their neighbours."""

    def __init__(self, game: Rulebook) -> None:
        self._game = game
        self._tables = game.tables
        self.width: int = game.names.width
        """The number of columns."""
        self.height: int = game.names.height
        """The number of rows."""
        self.cells: tuple[str, ...] = tuple(map(game.names.cell_name, game.names.cells))
        """The names of the cells, row by row from the top, and after them those of the zones; holes are left out."""
        self._numbers = {name: number for number, name in enumerate(self.cells)}
        self._sets: dict[str, DirectionSet] = {element.name: element for element in self._tables.game.directionSets}
        self.directions: tuple[str, ...] = tuple(self._sets)
        """The names of the direction sets."""
        self._pieces = tuple(map(self._piece, range(len(self._tables.states))))

    def __contains__(self, cell: object) -> bool:
        """Return whether there is a cell of this name, or in this row and column."""
        return cell in (self._numbers if isinstance(cell, str) else self._game.cell_numbers)

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"<Board of {self._game.name}: {self.width}x{self.height}, {len(self)} cells>"

    def neighbours(self, cell: str, directions: str, player: Player | int | str = 0) -> tuple[str, ...]:
        """Return the names of the cells one step from a cell, in the order of the direction set.

        *directions* is the name of the set. *player* matters where directions are relative to the player. A direction
        that leads off the board is left out. ``KeyError`` if there is no such cell or direction set, ``ValueError`` if
        there is no such player.
        """
        ways = self._tables.directions(self._direction_set(directions), self._game.seat(player))
        number = self.number(cell)
        return tuple(self.cells[way.table[number]] for way in ways if way.table[number] >= 0)

    def number(self, cell: str | Cell) -> int:
        """Return the number of a cell that is given by its name, or by row and column, both from 0 at the top left.

        ``KeyError`` if there is no such cell.
        """
        if not isinstance(cell, str):
            try:
                return self._game.cell_numbers[cell]
            except (KeyError, TypeError):
                raise KeyError(
                    f"{self._game.name} has no cell {cell!r}: it has a name, or a row and a column, both from 0"
                ) from None
        found = self._numbers.get(cell)
        if found is None:
            raise KeyError(f"{self._game.name} has no cell {cell}{near_miss(cell, self._numbers)}")
        return found

    def on(self, position: Position, cell: int) -> Piece | None:
        """Return what stands on a cell in a position; None if it is in the initial state of its tile."""
        return self.piece(next(state for state, board in enumerate(position.boards) if board >> cell & 1))

    def piece(self, state: int) -> Piece | None:
        """Return the piece of the state with this number; None if it is the initial state of its tile."""
        return self._pieces[state]

    def all(self, position: Position) -> dict[str, Piece | None]:
        """Return what stands on each cell in a position, by the names of the cells: see ``on``."""
        return {name: self.on(position, cell) for cell, name in enumerate(self.cells)}

    def _piece(self, state: int) -> Piece | None:
        tables = self._tables
        info = tables.states[state]
        if state == tables.initial_state[info.tile]:
            return None
        owner = None if info.owner < 0 else self._game.players[info.owner]
        name = tables.game.pieces[info.piece].name if info.piece >= 0 else info.name or ""
        return Piece(name, owner, self._game.names.states[state], tables.state_names[state])

    def _direction_set(self, name: str) -> DirectionSet:
        found = self._sets.get(name)
        if found is None:
            raise KeyError(f"{self._game.name} has no direction set {name}{near_miss(name, self._sets)}")
        return found
