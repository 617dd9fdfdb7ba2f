"""Hiding in the planes of a batch what a player does not see, as ``State.view`` does for one state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.runtime.information.views import shown_cells, shown_slots
from tilewright.runtime.state import Game


class CellNumbers(NamedTuple):
    """The planes of a counter per cell of one player: a plane for each binary digit of the number minus ``least``.

    ``slot`` is the first one among the counters, ``first`` the first cell, ``cells`` the number of cells.
    """

    slot: int
    first: int
    cells: int
    least: int
    digits: int


class Kept:
    """Tells which planes and numbers each player of a game sees."""

    def __init__(
        self, game: Game, marks: Sequence[int], counters: Sequence[CellNumbers], numbers: Sequence[int | None]
    ) -> None:
        """*marks* are the slots of marks with planes, *counters* the counters per cell.

        *numbers* are the slots of the counters that belong to no cell; None stands for the phase.
        """
        tables, cells, players = game.tables, len(game.names.cells), len(game.players)
        self._states, self._marks = len(tables.states), len(marks)
        slots = [each.slot for each in counters for _ in range(each.digits)]
        planes, known = [], []
        for sight in (0, (1 << cells) - 1):
            for viewer in range(players):
                told = {slot for info in tables.counters.values() for slot in shown_slots(info, viewer, sight)}
                open_marks = [shown_cells(tables.marks[mark], viewer, sight) != 0 for mark in marks]
                planes.append([*open_marks, *(slot in told for slot in slots)])
                known.append([slot is None or slot in told for slot in numbers])
        self._planes: NDArray[np.bool_] = np.array(planes, np.bool_).reshape(2, players, len(marks) + len(slots))
        """Whether each player sees each plane on all cells, and whether on the cells in sight."""
        self._known: NDArray[np.bool_] = np.array(known, np.bool_).reshape(2, players, len(numbers))[0]
        self._nothing: NDArray[np.int8] = np.zeros((len(slots), cells), np.int8)
        """The planes of counters that are not seen: those of the number 0."""
        place = 0
        for each in counters:
            for digit in range(each.digits):
                self._nothing[place, each.first : each.first + each.cells] = -each.least >> digit & 1
                place += 1

    def shown(
        self, drawn: NDArray[np.int8], numbers: NDArray[np.int64], viewer: NDArray[np.int64], seen: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Return the planes and numbers that the viewer of each position sees; all else is 0.

        *drawn* is as from ``Batch.boards``, *seen* as from ``Batch.seen``. Two planes are added after those of the
        marks: the covered cells, and the cells of which the viewer sees nothing.
        """
        sight, covered = seen[:, :1], seen[:, 1:]
        states, marks, digits = np.split(drawn, [self._states, self._states + self._marks], axis=1)
        always, where_seen = self._planes[:, viewer, :, None]
        is_open = always | where_seen & sight
        planes = [
            states * sight,
            marks * is_open[:, : self._marks],
            covered,
            ~(sight | covered),
            np.where(is_open[:, self._marks :], digits, self._nothing),
        ]
        return np.concatenate(planes, axis=1, dtype=np.int8), np.where(self._known[viewer], numbers, 0)
