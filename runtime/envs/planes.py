"""What programs that learn see of a position: planes of zeros and ones over the rows and columns of the board.

First come the planes of ``Batch.planes``; then what was clicked of a move that has been begun: the cells, the last of
them, and each option; then whose turn it is. A plane of an option or of a player is the same on all cells. Holes of the
board are zeros in every plane.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.envs.clicks import Actions, Begun
from tilewright.runtime.position import Position
from tilewright.runtime.state import Game


class Grid:
    """The rows and columns of a board, of which cells may be missing."""

    def __init__(self, game: Game) -> None:
        self.shape = (game.names.height, game.names.width)
        places = [row * game.names.width + column for row, column in game.names.cells]
        self._places = np.array(places)
        self._cells: NDArray[np.int8] = np.zeros(self.shape, np.int8)
        self._cells.reshape(-1)[self._places] = 1

    def spread(self, cells: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return what stands on the cells, which the last axis has in their order, by rows and columns."""
        rows, columns = self.shape
        if len(self._places) == rows * columns:
            return cells.reshape(*cells.shape[:-1], rows, columns)
        found = np.zeros((*cells.shape[:-1], rows * columns), np.int8)
        found[..., self._places] = cells
        return found.reshape(*cells.shape[:-1], rows, columns)

    def flat(self, values: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return planes that have everywhere the same value."""
        return values[..., None, None] * self._cells


class Planes:
    """The planes of a game. They know nothing of a game but how it is laid out, so that they are small in a pickle."""

    def __init__(self, game: Game, actions: Actions) -> None:
        tables = game.tables
        counters = [info for info in tables.counters.values() if info.lifetime != "Move" and info.per_cell]
        self._cells = actions.cells
        self._options = len(actions.options)
        self._players = len(game.players)
        self._marks = [number for number, mark in enumerate(tables.marks) if mark.lifetime != "Move"]
        self._counters = [
            (info.slot(player), info.least, max(1, (info.greatest - info.least).bit_length()))
            for info in counters
            for player in range(info.players)
        ]
        self.grid = Grid(game)
        self.names = (
            *(info.name or "" for info in tables.states),
            *(mark.name for mark in tables.marks if mark.lifetime != "Move"),
            *(
                f"{info.name}/{player}/{digit}"
                for info in counters
                for player in range(info.players)
                for digit in range(max(1, (info.greatest - info.least).bit_length()))
            ),
            "clicked",
            "clicked last",
            *(f"clicked {option}" for option in actions.options),
            *(f"{player.name} to move" for player in game.players),
        )
        """What each plane shows."""
        self.shape = (len(self.names), *self.grid.shape)
        """Planes, rows, columns."""

    def of(self, begun: Begun) -> NDArray[np.int8]:
        """Return the planes of a state in which a move may have been begun."""
        position = begun.state.present
        clicked: NDArray[np.int8] = np.zeros((1, self._cells + self._options), np.int8)
        last: NDArray[np.int8] = np.zeros((1, self._cells), np.int8)
        clicked[0, list(begun.clicked)] = 1
        if begun.clicked and begun.clicked[-1] < self._cells:
            last[0, begun.clicked[-1]] = 1
        return self.joined(self._drawn(position)[None], clicked, last, np.array([position.player]))[0]

    def joined(
        self, drawn: NDArray[np.int8], clicked: NDArray[np.int8], last: NDArray[np.int8], player: NDArray[np.int64]
    ) -> NDArray[np.int8]:
        """Return the planes of many positions.

        *drawn* is positions x planes x cells, as from ``Batch.boards``; *clicked* has a 1 for each action that the move
        begins with, *last* for the cell that was clicked last.
        """
        grid, cells = self.grid, self._cells
        turn = (np.arange(self._players) == player[:, None]).astype(np.int8)
        on_cells = np.concatenate([drawn, clicked[:, None, :cells], last[:, None]], axis=1)
        found: NDArray[np.int8] = np.concatenate(
            [grid.spread(on_cells), grid.flat(clicked[:, cells:]), grid.flat(turn)], axis=1
        )
        return found

    def _drawn(self, position: Position) -> NDArray[np.int8]:
        """Return what stands on the cells: planes x cells."""
        sets = [*position.boards, *(position.marks[mark] for mark in self._marks)]
        size = (self._cells + 7) // 8
        data = np.frombuffer(b"".join(cells.to_bytes(size, "little") for cells in sets), np.uint8)
        drawn = [np.unpackbits(data.reshape(len(sets), size), axis=1, count=self._cells, bitorder="little")]
        for slot, least, digits in self._counters:
            numbers = np.array(position.counters[slot : slot + self._cells]) - least
            drawn.append(numbers >> np.arange(digits)[:, None] & 1)
        found: NDArray[np.int8] = np.concatenate(drawn).astype(np.int8)
        return found


def mask_of(begun: Begun) -> NDArray[np.int8]:
    """Return a 1 for each possible action."""
    mask: NDArray[np.int8] = np.zeros(len(begun.actions), np.int8)
    mask[list(begun.possible)] = 1
    return mask
