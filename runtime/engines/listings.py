"""Listings: the legal moves of a position with the record after each, as the bytes that a kernel has written.

    count   key   size   record   then for each move:   length   words   record

All are words of 64 bits. A record has *size* words, and a move *length* words. The key is that of the position, in
games that ask for repetitions. The first record is the position itself; if there is no move, it says how the game
ended. Nothing is decoded before it is needed: a state of a compiled game is a record, and a move is a number.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Protocol

from tilewright.generator.errors import TOO_DEEP, TOO_SMALL
from tilewright.generator.remembering import KEYS_AHEAD
from tilewright.generator.splitmix import WORD
from tilewright.runtime.kernels.builtins import Builtins, builtins
from tilewright.runtime.kernels.native import NativeKernel
from tilewright.runtime.stack import current, with_room

if TYPE_CHECKING:
    from tilewright.generator.compiler.program import Layout
    from tilewright.runtime.kernels import Kernel

BYTES = 8
"""The bytes of a word."""

KEY = slice(BYTES, 2 * BYTES)
"""The bytes of a listing that hold the key."""

SIZE, HEAD = 2, 3
"""The index of the word *size*, and that of the first word of the first record."""

MOST_WORDS = 1 << 27
"""The greatest number of words of a listing."""

_OUT, _HISTORY = 1 << 14, 1 << 10
"""The initial numbers of words for a listing, and for the keys of earlier positions."""


class Lister(Protocol):
    """Makes listings and reads them. Several threads may use it at once."""

    def moves(self, record: bytes, older: bytes, recent: bytes) -> bytes | None:
        """Return the listing of a position, given the keys of the earlier ones, ``older`` first.

        None if the kernel leaves the position to the interpreter. ``MemoryError`` if there are too many moves.
        """

    @property
    def count(self) -> Callable[[bytes], int]:
        """Return the number of moves of a listing."""

    @property
    def after(self) -> Callable[[bytes, int], bytes]:
        """Return the record after the move with a number. The caller makes sure that 0 <= number < count."""

    @property
    def move(self) -> Callable[[bytes, int], bytes]:
        """Return the words of the move with a number. The caller makes sure that 0 <= number < count."""

    @property
    def number(self) -> Callable[[bytes, bytes], int]:
        """Return the number of the move with these words, -1 if there is none."""


def lister(kernel: Kernel, layout: Layout) -> Lister:
    """Return the lister of a kernel: a ``BuiltinLister`` for machine code, if possible, else a ``PlainLister``."""
    made = builtins() if isinstance(kernel, NativeKernel) else None
    if isinstance(kernel, NativeKernel) and made is not None:
        return BuiltinLister(kernel, layout.size, made)
    return PlainLister(kernel, layout)


class BuiltinLister:
    """Listings of machine code: a call costs little beside the kernel's work."""

    def __init__(self, kernel: NativeKernel, size: int, made: Builtins) -> None:
        self._kernel = kernel  # keeps the machine code alive
        self._scratch = _Scratch(kernel.address("moves"), size)
        self._list = made.list_moves
        self.count = made.count_of
        self.after = made.record_after
        self.move = made.move_at
        self.number = made.number_of

    def moves(self, record: bytes, older: bytes, recent: bytes) -> bytes | None:
        found = self._list(record, older, recent, self._scratch.address)
        return found if type(found) is bytes else self._otherwise(found, record, older, recent)

    def _otherwise(self, code: bytes | int, record: bytes, older: bytes, recent: bytes) -> bytes | None:
        """Return the listing after the kernel has answered with the number of an error."""
        if code != TOO_SMALL:
            return None
        if self._scratch.is_small:
            return with_room(partial(self.moves, record, older, recent))
        self._scratch.grow((len(older) + len(recent)) // BYTES + KEYS_AHEAD)
        return self.moves(record, older, recent)


class _Scratch(threading.local):
    """The memory of a thread in which listings are made. ``builtins.SCRATCH`` is the layout of what is at ``address``.

    A thread with too little stack has none: its ``address`` is 0.
    """

    def __init__(self, function: int, size: int) -> None:
        self.is_small = current.is_small
        self.address = 0
        self._function = function
        self._size = size
        self._words = (_HISTORY, _OUT)
        if not self.is_small:
            self._make()

    def grow(self, keys: int) -> None:
        """Make room for *keys* keys or, if there is enough of that, for a longer listing."""
        history, out = self._words
        if keys > history:
            history = 2 * keys
        elif out < MOST_WORDS:
            out *= 4
        else:
            raise MemoryError(f"the moves of a position need more than {MOST_WORDS} words")
        self._words = (history, out)
        self._make()

    def _make(self) -> None:
        history, out = self._words
        self._history, self._out = (ctypes.c_int64 * history)(), (ctypes.c_int64 * out)()
        addresses = (ctypes.addressof(self._history), ctypes.addressof(self._out))
        self._table = (ctypes.c_int64 * 6)(self._function, self._size, addresses[0], history, addresses[1], out)
        self.address = ctypes.addressof(self._table)


class PlainLister:
    """Listings of any kernel, made with what every Python has."""

    def __init__(self, kernel: Kernel, layout: Layout) -> None:
        self._kernel = kernel
        self._size = layout.size
        self._sets = len(layout.sets) * layout.words
        self._out = _OUT

    def moves(self, record: bytes, older: bytes, recent: bytes) -> bytes | None:
        kernel, size = self._kernel, self._size
        keys = [*_words(older), *_words(recent)]
        known = len(keys)
        position = kernel.array(size)
        words = memoryview(record)
        sets = self._sets * BYTES
        position[:] = [*words[:sets].cast("Q"), *words[sets:].cast("q")]
        while True:
            history, out = kernel.array(known + KEYS_AHEAD), kernel.array(self._out)
            history[:known] = keys
            try:
                count = kernel.call("moves", position, history, known, out, len(out))
            except RecursionError:  # of Python's stack; machine code looks at its own
                count = TOO_DEEP
            if count != TOO_SMALL:
                break
            if self._out >= MOST_WORDS:
                raise MemoryError(f"the moves of a position need more than {MOST_WORDS} words")
            self._out *= 4
        if count < 0:
            return None
        end = size
        for _ in range(count):
            end += 1 + out[end] + size
        return array("Q", [word & WORD for word in (count, history[known], size, *out[:end])]).tobytes()

    def count(self, listing: bytes, /) -> int:
        return _words(listing)[0]

    def after(self, listing: bytes, number: int, /) -> bytes:
        place = _place(_words(listing), number + 1)
        return listing[(place - self._size) * BYTES : place * BYTES]

    def move(self, listing: bytes, number: int, /) -> bytes:
        words = _words(listing)
        place = _place(words, number)
        return listing[(place + 1) * BYTES : (place + 1 + words[place]) * BYTES]

    def number(self, listing: bytes, move: bytes, /) -> int:
        return next((number for number, other in enumerate(moves_of(listing)) if other == move), -1)


def moves_of(listing: bytes) -> Iterator[bytes]:
    """Yield the words of each move of a listing, in order."""
    words = _words(listing)
    place = HEAD + words[SIZE]
    for _ in range(words[0]):
        end = place + 1 + words[place]
        yield listing[(place + 1) * BYTES : end * BYTES]
        place = end + words[SIZE]


def _place(words: memoryview[int], moves: int) -> int:
    """Return the index after the first *moves* moves of a listing."""
    place = HEAD + words[SIZE]
    for _ in range(moves):
        place += 1 + words[place] + words[SIZE]
    return place


def _words(listing: bytes) -> memoryview[int]:
    return memoryview(listing).cast("Q")
