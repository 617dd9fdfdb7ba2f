"""The memory of a batch: for each position a row, the clicks of a move that is begun, and a trail.

A row is a record, followed by a few numbers of the game: see ``Row``. In games that ask for repetitions the trail holds
the key and the record of each earlier position.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilewright.generator.remembering import KEYS_AHEAD
from tilewright.generator.splitmix import WORD
from tilewright.runtime.engines.compiled import MAX_WORDS, Compiled
from tilewright.runtime.position import Identity, Position

if TYPE_CHECKING:
    from tilewright.runtime.kernels import Kernel

_BYTES = 8
_CLICKS = 8
"""The number of clicks for which there is room at first."""
_PLIES = 16
"""The number of additional earlier positions for which there is room at first."""


def filled(kernel: Kernel, words: Sequence[int]) -> Any:
    """Return memory of a kernel that holds these words."""
    found = kernel.memory(len(words))
    found[: len(words)] = list(words)
    return found


def signed(words: Sequence[int]) -> list[int]:
    """Return words as signed numbers of 64 bits."""
    return [ctypes.c_int64(word).value for word in words]


def copy(to: Any, place: int, source: Any, first: int, words: int) -> None:
    """Copy *words* words from index *first* of an array to index *place* of another one."""
    ctypes.memmove(ctypes.byref(to, place * _BYTES), ctypes.byref(source, first * _BYTES), words * _BYTES)


class Rows:
    """The rows of a batch. ``table`` and ``clicked`` are the arguments by which kernels get them."""

    def __init__(self, engine: Compiled, count: int, start: Position) -> None:
        self._engine = engine
        self._layout = layout = engine.program.layout
        self.count = count
        self.row = layout.row
        self._check(self.row.size)
        self.words = engine.many.memory(count * self.row.size)
        self._saved = engine.many.memory(count * self.row.size)
        self._entry = layout.size + 1 if layout.remembers else 0
        self._start, self._past = self._row_of(start)
        self._begun = array("q", signed(self._start)).tobytes()
        self._known = self._start[self.row.known]  # an upper bound of the earlier positions of any row
        self._room = self._known + _PLIES if layout.remembers else 0
        self._check(self._room * self._entry)
        self._trail = engine.many.memory(count * self._room * self._entry)
        self._history = engine.many.array(self._room + KEYS_AHEAD)
        self._room_clicks = _CLICKS
        self._clicks = engine.many.memory(count * _CLICKS)
        self._clicked = 0

    @property
    def table(self) -> tuple[Any, ...]:
        """The rows, their trails, the number of positions that a trail has room for, and room for the keys of one."""
        return self.words, self._trail, self._room, self._history

    @property
    def clicked(self) -> tuple[Any, ...]:
        """The clicks of all rows, and the number of clicks that each row has room for."""
        return self._clicks, self._room_clicks

    def column(self, place: int) -> memoryview[int]:
        """Return a read-only view onto the words that have the same place in all rows."""
        return memoryview(self.words).cast("B").cast("q")[place :: self.row.size].toreadonly()

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """Restore all rows if the block raises an error."""
        ctypes.memmove(self._saved, self.words, ctypes.sizeof(self.words))
        try:
            yield
        except BaseException:
            ctypes.memmove(self.words, self._saved, ctypes.sizeof(self.words))
            raise

    # -- rows

    def restart(self, numbers: Iterable[int]) -> None:
        """Reset rows to the start; the states of their generators stay."""
        if self._entry:
            for number in numbers:
                self._write(number, self._start, self._past)
            return
        words, size, written = memoryview(self.words).cast("B"), self.row.size * _BYTES, len(self._begun)
        for number in numbers:
            words[number * size : number * size + written] = self._begun

    def put(self, number: int, position: Position) -> None:
        """Store a position in a row, with its history."""
        row, past = self._row_of(position)
        self._known = max(self._known, row[self.row.known])
        self._grow()
        self._write(number, row, past)

    def position(self, number: int) -> Position:
        """Return the position of a row, with its history."""
        first = number * self.row.size
        words = self.words[first : first + self.row.size]
        earlier = []
        if self._entry:
            place = number * self._room * self._entry
            past = self._trail[place : place + words[self.row.known] * self._entry]
            earlier = [past[begin + 1 : begin + self._entry] for begin in range(0, len(past), self._entry)]
        return self._engine.position(words, words[self.row.ply], self._engine.remembered(earlier))

    def clicks(self, number: int) -> Identity:
        """Return the clicks of the move that is begun in a row: numbers of cells, and options."""
        first = number * self._room_clicks
        clicks = self.words[number * self.row.size + self.row.clicks]
        words = self._clicks[first : first + clicks]
        return tuple(self._engine.step(word) for word in words if word != self._layout.end)

    def click(self, number: int, word: int) -> None:
        """Add a click to a row."""
        place = number * self.row.size + self.row.clicks
        self._clicks[number * self._room_clicks + self.words[place]] = word
        self.words[place] += 1

    def seed(self, number: int) -> int:
        """Return the state of a row's generator."""
        word: int = self.words[number * self.row.size + self.row.seed]
        return word & WORD

    def sow(self, number: int, seed: int) -> None:
        """Set the state of a row's generator, a word without a sign."""
        self.words[number * self.row.size + self.row.seed] = seed

    def _row_of(self, position: Position) -> tuple[list[int], list[int]]:
        """Return the row of a position, but for its generator, and the trail."""
        earlier = [self._engine.earlier(each) for each in position.history]
        past = [word for key, record in earlier for word in (key, *record)]
        return [*self._engine.record(position), position.ply, len(earlier), 0], past

    def _write(self, number: int, row: list[int], past: list[int]) -> None:
        first = number * self.row.size
        self.words[first : first + len(row)] = row
        place = number * self._room * self._entry
        self._trail[place : place + len(past)] = past

    # -- room

    def make_room(self, plies: int) -> None:
        """Make room for so many more plies. ``MemoryError`` if the trails become too large."""
        self._known += plies
        if self._entry and self._known >= self._room:
            self._known = max(self.column(self.row.known)) + plies
            self._grow()

    def _grow(self) -> None:
        if not self._entry or self._known < self._room:
            return
        room = max(2 * self._room, self._known + _PLIES)
        self._check(room * self._entry)
        trail = self._engine.many.memory(self.count * room * self._entry)
        for number in range(self.count):
            first = number * self._room * self._entry
            copy(trail, number * room * self._entry, self._trail, first, self._room * self._entry)
        self._trail, self._room = trail, room
        self._history = self._engine.many.array(room + KEYS_AHEAD)

    def _check(self, words: int) -> None:
        """Raise ``MemoryError`` if so many words for each row are too many."""
        if self.count * words > MAX_WORDS:
            raise MemoryError(f"{self.count} games of {self._engine.program.name} need more than {MAX_WORDS} words")

    def make_room_for_a_click(self) -> None:
        """Make room for one click more."""
        self._clicked += 1
        if self._clicked <= self._room_clicks:
            return
        self._clicked = max(self.column(self.row.clicks)) + 1
        if self._clicked <= self._room_clicks:
            return
        room = 2 * self._room_clicks
        clicks = self._engine.many.memory(self.count * room)
        for number in range(self.count):
            copy(clicks, number * room, self._clicks, number * self._room_clicks, self._room_clicks)
        self._clicks, self._room_clicks = clicks, room
