"""The observation of a position: planes of zeros and ones over the rows and columns of the board.

First come the planes of ``Batch.planes``; then the clicks of a move that is begun: its cells, the last of them, and
each option; then whose turn it is; then the binary digits of the numbers that belong to no cell: counters, minus their
least value, and the phase. A plane of an option, a player or a number has the same value on all cells. Holes of the
board are 0 in every plane.

In games with hidden parts the planes show what one player sees, as ``State.view`` does: what is not seen is 0, and so
are the clicks of others. Two planes after those of the marks are ``covered``, the cells of which the player sees only
that something stands there, and ``unseen``, those of which the player sees nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.envs.clicks import Actions, Begun
from tilewright.envs.kept import CellNumbers, Kept
from tilewright.runtime.engines.batch import Batch
from tilewright.runtime.information.seen import Seen
from tilewright.runtime.limits import check
from tilewright.runtime.position import Position
from tilewright.runtime.state import Game, State


class Grid:
    """The rows and columns of a board, which may have holes; in games with zones, a single row of all cells."""

    def __init__(self, game: Game) -> None:
        names = game.names
        self.shape = (1, len(names.cells)) if names.zones else (names.height, names.width)
        places = [n if names.zones else row * names.width + column for n, (row, column, *_) in enumerate(names.cells)]
        self._places = np.array(places)
        self._cells: NDArray[np.int8] = np.zeros(self.shape, np.int8)
        self._cells.reshape(-1)[self._places] = 1

    @property
    def mask(self) -> NDArray[np.int8]:
        """A 1 for each row and column where there is a cell, and a 0 for a hole."""
        return self._cells.copy()

    def spread(self, cells: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return an array whose last axis, the cells in order, is replaced by rows and columns; holes are 0."""
        rows, columns = self.shape
        if len(self._places) == rows * columns:
            return cells.reshape(*cells.shape[:-1], rows, columns)
        found = np.zeros((*cells.shape[:-1], rows * columns), np.int8)
        found[..., self._places] = cells
        return found.reshape(*cells.shape[:-1], rows, columns)

    def flat(self, values: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return a plane for each value, which has this value on all cells and 0 on holes."""
        return values[..., None, None] * self._cells


class Planes:
    """The layout of the planes of a game. It does not hold the game, so that it is small when pickled."""

    def __init__(self, game: Game, actions: Actions, *, rotated: bool = False) -> None:
        """Lay out the planes. With *rotated*, players are numbered from the one who is to move.

        Then the planes of the first player show what belongs to the player to move, those of the second player what
        belongs to the next one, and so on; the names of planes are those for the first player. Cells are not moved, and
        the planes of the turn are not rotated. ``ValueError`` if the state of a player has no counterpart of another.
        """
        tables = game.tables
        counters = [info for info in tables.counters.values() if info.lifetime != "Move" and info.per_cell]
        self._cells = actions.cells
        self._options = len(actions.options)
        self._players = len(game.players)
        self._marks = [number for number, mark in enumerate(tables.marks) if mark.lifetime != "Move"]
        self._counters = [
            CellNumbers(
                info.slot(player), info.first, info.cells, info.least, (info.greatest - info.least).bit_length() or 1
            )
            for info in counters
            for player in range(info.players)
        ]
        self._numbers = _numbers(game)
        slots = [slot for _, slot, _, _ in self._numbers]
        self._kept = Kept(game, self._marks, self._counters, slots) if game.is_hidden else None
        self.grid = Grid(game)
        self.names = (
            *tables.state_names,
            *(mark.name for mark in tables.marks if mark.lifetime != "Move"),
            *(("covered", "unseen") if game.is_hidden else ()),
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
            *(f"{name}/{digit}" for name, _, _, digits in self._numbers for digit in range(digits)),
        )
        """The names of the planes."""
        self.turned = _turned(game, self.names) if rotated else None
        self.shape = (len(self.names), *self.grid.shape)
        """The shape of an observation: planes, rows, columns."""

    def of(self, begun: Begun, viewer: int | None = None, clicks: Sequence[int] | None = None) -> NDArray[np.int8]:
        """Return the planes of a state in which a move may be begun. Their shape is ``shape``.

        In games with hidden parts they show what the *viewer* sees, the number of a player; by default the player to
        act. *clicks*, if given, are shown instead of those of the player to move.
        """
        mover = begun.state.player.number
        if viewer is not None:
            check("viewer", viewer, 0, self._players - 1)
        seer = mover % self._players if viewer is None else viewer
        seen = begun.state.present if begun.known is None else begun.known[seer].view.content
        clicked: NDArray[np.int8] = np.zeros((1, self._cells + self._options), np.int8)
        last: NDArray[np.int8] = np.zeros((1, self._cells), np.int8)
        if clicks is None:
            clicks = begun.clicked if begun.known is None or seer == mover else ()
        clicked[0, list(clicks)] = 1
        if clicks and clicks[-1] < self._cells:
            last[0, clicks[-1]] = 1
        numbers = [seen.phase if slot is None else seen.counters[slot] for _, slot, _, _ in self._numbers]
        drawn: NDArray[np.int8] = self._drawn(seen)[None]
        turned = np.array([mover if begun.known is None else seer])
        return self.joined(drawn, clicked, last, np.array([mover]), np.array([numbers], np.int64), turned)[0]

    def of_batch(
        self,
        batch: Batch[State],
        clicked: NDArray[np.int8],
        last: NDArray[np.int8],
        viewer: NDArray[np.int64] | int | None = None,
    ) -> NDArray[np.int8]:
        """Return the planes of the positions of a batch: see ``joined``, also for *clicked* and *last*.

        In games with hidden parts they show what the *viewer* sees: the number of a player, or one for each position;
        by default the player to act.
        """
        known = batch.numbers
        columns = [np.asarray(known[name]) for name, _, _, _ in self._numbers]
        numbers = np.stack(columns, 1) if columns else np.zeros((len(batch), 0), np.int64)
        drawn: NDArray[np.int8] = np.asarray(batch.boards()).view(np.int8)
        player = np.asarray(batch.player)
        if self._kept is None:
            return self.joined(drawn, clicked, last, player, numbers, player)
        seer = player % self._players if viewer is None else np.broadcast_to(np.asarray(viewer), player.shape)
        sight: NDArray[np.bool_] = np.asarray(batch.seen(seer.tolist()))
        drawn, numbers = self._kept.shown(drawn, numbers, seer, sight)
        own = (seer == player)[:, None]
        return self.joined(drawn, clicked * own, last * own, player, numbers, seer)

    def joined(
        self,
        drawn: NDArray[np.int8],
        clicked: NDArray[np.int8],
        last: NDArray[np.int8],
        player: NDArray[np.int64],
        numbers: NDArray[np.int64],
        viewer: NDArray[np.int64],
    ) -> NDArray[np.int8]:
        """Return the planes of many positions: positions x planes x rows x columns.

        *drawn* is positions x planes x cells, as from ``Batch.boards``. *clicked* has a 1 for each action with which
        the move begins, *last* for the cell that was clicked last. *player* is the player to move. *numbers* are those
        that belong to no cell. *viewer* is the player from whom players are numbered if planes are rotated.
        """
        grid, cells = self.grid, self._cells
        turn = (np.arange(self._players) == player[:, None]).astype(np.int8)
        on_cells = np.concatenate([drawn, clicked[:, None, :cells], last[:, None]], axis=1)
        digits = [
            numbers[:, [place]] - least >> np.arange(count) & 1
            for place, (_, _, least, count) in enumerate(self._numbers)
        ]
        flat = np.concatenate([clicked[:, cells:], turn, *digits], axis=1).astype(np.int8)
        found: NDArray[np.int8] = np.concatenate([grid.spread(on_cells), grid.flat(flat)], axis=1)
        if self.turned is not None:
            found = np.take_along_axis(found, self.turned[viewer % self._players][:, :, None, None], axis=1)
        return found

    def _drawn(self, position: Position | Seen) -> NDArray[np.int8]:
        """Return the planes of states, marks and counters per cell: planes x cells."""
        sets = [*position.boards, *(position.marks[mark] for mark in self._marks)]
        if isinstance(position, Seen):
            sets += [position.covered, (1 << self._cells) - 1 - position.covered - sum(position.boards)]
        size = (self._cells + 7) // 8
        data: NDArray[np.uint8] = np.frombuffer(b"".join(cells.to_bytes(size, "little") for cells in sets), np.uint8)
        drawn = [np.unpackbits(data.reshape(len(sets), size), axis=1, count=self._cells, bitorder="little")]
        for slot, first, count, least, digits in self._counters:
            numbers: NDArray[np.int64] = np.zeros(self._cells, np.int64)
            numbers[first : first + count] = np.array(position.counters[slot : slot + count]) - least
            drawn.append(numbers >> np.arange(digits)[:, None] & 1)
        found: NDArray[np.int8] = np.concatenate(drawn).astype(np.int8)
        return found


def _numbers(game: Game) -> list[tuple[str, int | None, int, int]]:
    """Return the numbers that belong to no cell: name, slot among the counters, least value, binary digits."""
    found: list[tuple[str, int | None, int, int]] = [
        (f"{info.name}/{player}", info.slot(player), info.least, max(1, (info.greatest - info.least).bit_length()))
        for info in game.tables.counters.values()
        if info.lifetime != "Move" and not info.per_cell
        for player in range(info.players)
    ]
    phases = len(game.tables.game.phases)
    return [*found, ("phase", None, 0, (phases - 1).bit_length())] if phases > 1 else found


def _turned(game: Game, names: tuple[str, ...]) -> NDArray[np.int64]:
    """Return for each player to move, and each plane, the number of the plane that takes its place."""
    players, tables = len(game.players), game.tables
    orders = []
    for me in range(players):
        order = list(range(len(names)))
        for number, state in enumerate(tables.states):
            if state.owner >= 0:
                twin = tables.bearing((state.owner + me) % players, state.piece, state.tile)
                if twin is None:
                    name = game.players[(state.owner + me) % players].name
                    raise ValueError(
                        f"planes of {game.name} cannot be rotated: {name} has no state like '{state.name}'"
                    )
                order[number] = twin
        places = {name: place for place, name in enumerate(names)}
        for info in tables.counters.values():
            if info.players > 1 and info.lifetime != "Move":
                for player in range(players):
                    for digit in range(max(1, (info.greatest - info.least).bit_length())):
                        other = places[f"{info.name}/{(player + me) % players}/{digit}"]
                        order[places[f"{info.name}/{player}/{digit}"]] = other
        orders.append(order)
    return np.array(orders)


def mask_of(actions: Actions, possible: Iterable[int]) -> NDArray[np.int8]:
    """Return the mask of actions: 1 for each possible one, else 0."""
    mask: NDArray[np.int8] = np.zeros(len(actions), np.int8)
    mask[list(possible)] = 1
    return mask
