"""Zobrist keys: hashes of positions, of 64 bits.

Every part of a position has a number, and the key is the exclusive or of all of them: each cell with its state, each
cell of each mark, each counter with its value, the phase, the player to move, and the result if there is one. So a key
can be updated from the parts that changed. Equal positions have equal keys; the history is not hashed.

The numbers come from splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), so
that a key is the same in every run.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tilewright.runtime.information.seen import Seen
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.position import CellSet, Position, Returns

_MASK = (1 << 64) - 1
_VALUES = 1 << 17
"""The distance between the numbers of two counters: greater than the number of values that a counter can have."""
_KNOWN = 1 << 14
"""The size of the cache of the parts of counters."""


def mix(number: int) -> int:
    """Return the output with this number, from 1, of splitmix64 seeded with 0."""
    z = (number * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return z ^ z >> 31


class Keys:
    """The keys of the positions of one game."""

    def __init__(self, tables: Tables) -> None:
        self._cells = len(tables.cells.places)
        sets = len(tables.states) + len(tables.marks)
        self._states = len(tables.states)
        numbers = [mix(number) for number in range(1, sets * self._cells + 1)]
        self._sets = [numbers[first : first + self._cells] for first in range(0, len(numbers), self._cells)]
        self._rest = sets * self._cells + 1
        self._of_counter = lru_cache(_KNOWN)(self._of_number)

    def of(self, position: Position) -> int:
        """Return the key of a position. Cost: linear in the cells, marks and counters."""
        key = self._of_turn(position.phase, position.player, position.seat, position.returns)
        for numbers, cells in zip(self._sets, (*position.boards, *position.marks), strict=True):
            key ^= _sum(numbers, cells)
        for slot, value in enumerate(position.counters):
            key ^= self._of_counter(slot, value)
        return key

    def of_view(self, seen: Seen) -> int:
        """Return the key of what a player sees, made in the same way from the parts that the player sees.

        A covered cell, of which a player sees only that something stands there, counts like one more state.
        """
        key = mix(self._of_turn(seen.phase, seen.mover, seen.viewer, seen.returns))
        for numbers, cells in zip(self._sets, (*seen.boards, *seen.marks), strict=True):
            key ^= _sum(numbers, cells)
        for slot, value in enumerate(seen.counters):
            key ^= self._of_counter(slot, value)
        for cell in bits(seen.covered):
            key ^= mix(mix(self._rest + cell))
        return key

    def updated(self, key: int, old: Position, new: Position) -> int:
        """Return the key of *new*, given that of *old*.

        Cost: linear in the differences, and one comparison for each state, mark and counter.
        """
        for position in (old, new):
            key ^= self._of_turn(position.phase, position.player, position.seat, position.returns)
        if old.boards is not new.boards:
            for numbers, before, after in zip(self._sets, old.boards, new.boards, strict=False):
                if before != after:
                    key ^= _sum(numbers, before ^ after)
        if old.marks is not new.marks:
            for numbers, before, after in zip(self._sets[self._states :], old.marks, new.marks, strict=True):
                if before != after:
                    key ^= _sum(numbers, before ^ after)
        if old.counters is not new.counters:
            for slot, (before, after) in enumerate(zip(old.counters, new.counters, strict=True)):
                if before != after:
                    key ^= self._of_counter(slot, before) ^ self._of_counter(slot, after)
        return key

    def _of_number(self, slot: int, value: int) -> int:
        """Return the part of a counter."""
        return mix(self._rest + (slot + 1) * _VALUES + value)

    def _of_turn(self, phase: int, player: int, seat: int, returns: Returns | None) -> int:
        """Return the part of the phase, the player, the seat and the result."""
        key = 0
        result = [] if returns is None else [1]
        for part in returns or ():
            result += [part.numerator, part.denominator] if isinstance(part, Fraction) else [int(part * 60) + 60]
        for part in (phase, player, seat, *result):
            key = mix(key ^ (part + 1))
        return key


def _sum(numbers: list[int], cells: CellSet) -> int:
    key = 0
    for cell in bits(cells):
        key ^= numbers[cell]
    return key
