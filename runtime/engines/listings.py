"""Listings: the legal moves of a position with the record after each, as the bytes that a kernel has written.

    count   key   size   record   then for each move:   length   words   record

All are words of 64 bits. A record has *size* words, and a move *length* words. The key is that of the position, in
games that ask for repetitions. The first record is the position itself; if there is no move, it says how the game
ended. Nothing is decoded before it is needed: a state of a compiled game is a record, and a move is a number.

A program that CPython runs would take long to write all that down. So its listings are objects, which have the record
after a move made when somebody asks for it.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from tilewright.generator.errors import TOO_DEEP, TOO_SMALL
from tilewright.generator.remembering import KEYS_AHEAD
from tilewright.generator.splitmix import WORD
from tilewright.runtime.kernels.builtins import Builtins, builtins
from tilewright.runtime.kernels.deferring import Made, deferred, results_of
from tilewright.runtime.kernels.native import NativeKernel
from tilewright.runtime.kernels.python import PythonKernel
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


L = TypeVar("L")
"""A listing: ``bytes``, or ``Deferred`` for a program that CPython runs."""


class Lister(Protocol[L]):
    """Makes listings and reads them. Several threads may use it at once."""

    def moves(self, record: bytes, older: bytes, recent: bytes) -> L | None:
        """Return the listing of a position, given the keys of the earlier ones, ``older`` first.

        None if the kernel leaves the position to the interpreter. ``MemoryError`` if there are too many moves.
        """

    @property
    def key(self) -> Callable[[L], bytes]:
        """Return the key of the position."""

    @property
    def settled(self) -> Callable[[L], bytes]:
        """Return the record of the position, which says how the game ended if there is no move."""

    @property
    def count(self) -> Callable[[L], int]:
        """Return the number of moves of a listing."""

    @property
    def after(self) -> Callable[[L, int], bytes]:
        """Return the record after the move with a number. The caller makes sure that 0 <= number < count."""

    @property
    def move(self) -> Callable[[L, int], bytes]:
        """Return the words of the move with a number. The caller makes sure that 0 <= number < count."""

    @property
    def number(self) -> Callable[[L, bytes], int]:
        """Return the number of the move with these words, -1 if there is none."""

    @property
    def all(self) -> Callable[[L], Iterator[bytes]]:
        """Return an iterator over the words of each move, in order."""


def lister(kernel: Kernel, layout: Layout) -> Lister[Any]:
    """Return the lister of a kernel: the quickest that can be had for it."""
    if isinstance(kernel, PythonKernel):
        return DeferringLister(kernel, layout)
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
        self.key, self.settled, self.all = itemgetter(KEY), _settled(size), moves_of
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
        self.key, self.settled, self.all = itemgetter(KEY), _settled(layout.size), moves_of

    def moves(self, record: bytes, older: bytes, recent: bytes) -> bytes | None:
        kernel, size = self._kernel, self._size
        keys = [*_words(older), *_words(recent)]
        known = len(keys)
        position = kernel.array(size)
        position[:] = _unpacked(record, self._sets)
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
        return _packed((count, history[known], size, *out[:end]))

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


class Deferred(NamedTuple):
    """A listing of a program that CPython runs."""

    key: bytes
    settled: bytes
    moves: Sequence[Made]


class DeferringLister:
    """Listings of a program that CPython runs."""

    def __init__(self, kernel: PythonKernel, layout: Layout) -> None:
        self._size = layout.size
        self._sets = len(layout.sets) * layout.words
        self._kernel = kernel
        self._list, self._read, self._write = deferred(kernel, layout.size)

    def moves(self, record: bytes, older: bytes, recent: bytes) -> Deferred | None:
        keys, size = [*_words(older), *_words(recent)], self._size
        known = len(keys)
        history, out = [*keys, *[0] * KEYS_AHEAD], list[Any]([0] * (2 * size + 2))
        try:
            count = self._kernel.run(self._list, _unpacked(record, self._sets), history, known, out, MOST_WORDS)
        except RecursionError:
            return None
        if count == TOO_SMALL:
            raise MemoryError(f"the moves of a position need more than {MOST_WORDS} words")
        if count < 0:
            return None
        found = out[2 * size + 2 :]
        if count and not found:  # a pass stands in the words
            found = [([out[size + 1]], None, self._read(out, size + 2))]
        return Deferred(_packed([history[known]]), _packed(out[:size]), found)

    def key(self, listing: Deferred, /) -> bytes:
        return listing.key

    def settled(self, listing: Deferred, /) -> bytes:
        return listing.settled

    def count(self, listing: Deferred, /) -> int:
        return len(listing.moves)

    def after(self, listing: Deferred, number: int, /) -> bytes:
        record = [0] * self._size
        self._write(record, 0, *results_of(listing.moves[number]))
        return _packed(record)

    def move(self, listing: Deferred, number: int, /) -> bytes:
        return _packed(listing.moves[number][0])

    def number(self, listing: Deferred, move: bytes, /) -> int:
        wanted = memoryview(move).cast("q").tolist()
        return next((number for number, (words, *_) in enumerate(listing.moves) if words == wanted), -1)

    def all(self, listing: Deferred, /) -> Iterator[bytes]:
        return (_packed(words) for words, *_ in listing.moves)


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


def _settled(size: int) -> Callable[[bytes], bytes]:
    """Return what takes the record of the position, of *size* words, out of a listing."""
    return itemgetter(slice(HEAD * BYTES, (HEAD + size) * BYTES))


def _packed(words: Sequence[int]) -> bytes:
    return array("Q", [word & WORD for word in words]).tobytes()


def _unpacked(record: bytes, sets: int) -> list[int]:
    """Return the words of a record, of which the first *sets* are unsigned."""
    words = memoryview(record)
    return [*words[: sets * BYTES].cast("Q"), *words[sets * BYTES :].cast("q")]
