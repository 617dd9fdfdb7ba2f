"""What the players of each game of a batch have been told: information keys.

For each game and player there are two words: the key, and a hash of what the player saw last. ``inform_many`` of the
kernel updates them; ``tell`` does the same for a position that the kernel leaves to the interpreter.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import add

from tilewright.generator.splitmix import WORD, mix
from tilewright.generator.telling import AT_START, TO_ALL, TO_MOVER
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.rows import signed


class Informed:
    """The information keys of a batch of *count* games with so many *players*. ``known`` is what kernels get."""

    def __init__(self, engine: Compiled, count: int, players: int) -> None:
        words = 2 * count * players
        self.known = engine.many.memory(words)
        self._saved = engine.many.memory(words)
        self._players = players

    def keys(self, viewers: Sequence[int]) -> memoryview[int]:
        """Return the key of one player of each game, by the players' numbers, as signed words in new memory."""
        words = memoryview(self.known).cast("B").cast("q")[::2].tolist()
        firsts = range(0, len(words), self._players)
        return memoryview(array("q", map(words.__getitem__, map(add, firsts, viewers)))).toreadonly()

    def of(self, number: int) -> list[int]:
        """Return the keys of all players of a game, as words without sign."""
        first = 2 * number * self._players
        return [word & WORD for word in self.known[first : first + 2 * self._players : 2]]

    def restore(self, number: int, keys: Sequence[int]) -> None:
        """Set the keys of all players of a game."""
        for seat, key in enumerate(keys):
            self.known[2 * (number * self._players + seat)] = signed([key & WORD])[0]

    def tell(self, number: int, told: Sequence[int], views: Sequence[int]) -> None:
        """Tell all players of a ply; *told* has its words, see ``telling``, *views* a hash of what each player sees."""
        code, move, mover = told[0], told[1] & WORD, told[2]
        for seat, view in enumerate(views):
            place = 2 * (number * self._players + seat)
            key, last = (word & WORD for word in self.known[place : place + 2])
            if code == AT_START:
                key = view
            elif code == TO_ALL or (code == TO_MOVER and mover == seat):
                key = mix(mix(mix(key ^ view) ^ mover + 1) ^ move)
            elif view != last:
                key = mix(key ^ view)
            self.known[place : place + 2] = signed([key, view])

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """Restore all keys if the block raises an error."""
        ctypes.memmove(self._saved, self.known, ctypes.sizeof(self.known))
        try:
            yield
        except BaseException:
            ctypes.memmove(self.known, self._saved, ctypes.sizeof(self.known))
            raise
