"""What goes along with what stands on a cell: the numbers of carried counters, and carried marks.

They belong to whatever stands there, whoever moves it. A cell that is left, or emptied, is as one on which nothing has
ever stood: with the allowed numbers nearest to 0, and without marks. What is replaced takes its own with it. What is
set on an empty cell begins with the initial numbers, or with those of its own attributes.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.runtime.interpreter.cells import NOWHERE, bits
from tilewright.runtime.interpreter.flow import Flow
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.position import CellSet


class Carrying:
    """Changes what is carried in a flow. That is no writing: it does not make a mark or a counter last longer."""

    def __init__(self, tables: Tables) -> None:
        carried = [info for info in tables.counters.values() if info.carried]
        self._counters = [(info, info.slot(player)) for info in carried for player in range(info.players)]
        """Each carried counter with the slot of a player's number on the first cell."""
        self._marks = [mark for mark, info in enumerate(tables.marks) if info.element.carried]

    def move(self, flow: Flow, images: Mapping[int, int]) -> None:
        """Take what belongs to cells along to their images, or off the board if that is ``NOWHERE``.

        Everything is lifted before anything is put down. Of cells with the same image, the last one counts.
        """
        before, marked = flow.counters, flow.marks
        self.forget(flow, sum(1 << cell for cell in images))
        landing = [(cell, image) for cell, image in images.items() if image != NOWHERE]
        self._number(flow, {slot + image: before[slot + cell] for cell, image in landing for _, slot in self._counters})
        for mark in self._marks:
            cells = flow.marks[mark]
            for cell, image in landing:
                cells = cells & ~(1 << image) | (marked[mark] >> cell & 1) << image
            self._mark(flow, mark, cells)

    def forget(self, flow: Flow, cells: CellSet) -> None:
        """Let cells be as those on which nothing has ever stood."""
        self._number(flow, {slot + cell: info.vacant for cell in bits(cells) for info, slot in self._counters})
        for mark in self._marks:
            self._mark(flow, mark, flow.marks[mark] & ~cells)

    def begin(self, flow: Flow, cells: CellSet, state: int) -> None:
        """Give cells, which were empty and are now in a state, the numbers with which what is set there begins."""
        self._number(flow, {slot + cell: info.begun[state] for cell in bits(cells) for info, slot in self._counters})

    def _number(self, flow: Flow, numbers: Mapping[int, int]) -> None:
        """Set numbers, given by slot."""
        if numbers:
            counters = list(flow.counters)
            for slot, number in numbers.items():
                counters[slot] = number
            flow.counters = tuple(counters)

    def _mark(self, flow: Flow, mark: int, cells: CellSet) -> None:
        """Set the cells of a mark."""
        flow.marks = (*flow.marks[:mark], cells, *flow.marks[mark + 1 :])
