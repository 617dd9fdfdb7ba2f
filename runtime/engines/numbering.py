"""Moves by their numbers, of programs that count the legal moves and make one of them without a list of all.

Whoever plays random games by number needs no list. To compile the two functions that do without takes longer than a few
games last, so that is put off until ``MANY`` plies have been played by number.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.runtime.kernels.builtins import Builtins, builtins
from tilewright.runtime.kernels.native import NativeKernel
from tilewright.runtime.stack import current

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled

MANY = 1 << 16
"""The plies by number after which it is worth while to compile the functions."""


class Numbering:
    """The two functions of a program. Several threads may use them at once."""

    def __init__(self, kernel: NativeKernel, size: int, made: Builtins) -> None:
        self._kernel = kernel  # keeps the machine code alive
        self._table = _Table(kernel.address("count"), kernel.address("take"), size)
        self._count: Callable[[bytes, int], int] = made.count_moves
        self._take: Callable[[bytes, int, int], bytes] = made.take_move

    def count(self, record: bytes) -> int:
        """Return the number of legal moves; 0 or less if that has to be found out by a list, as for a pass."""
        return self._count(record, self._table.address)

    def take(self, record: bytes, number: int) -> bytes:
        """Return the record after the legal move with a number; nothing if that has to be found out by a list.

        There must be so many moves by ``count``.
        """
        return self._take(record, number, self._table.address)


class _Table(threading.local):
    """What the built-in functions are told, at ``address``: the addresses of both functions, the words of a record.

    A thread with too little stack has none: its ``address`` is 0.
    """

    def __init__(self, count: int, take: int, size: int) -> None:
        self._words = (ctypes.c_int64 * 3)(count, take, size)
        self.address = 0 if current.is_small else ctypes.addressof(self._words)


def numbering(engine: Compiled) -> Numbering | None:
    """Return the functions for the program of an engine, compiled; None if it has none, or is no machine code."""
    kernel, program = engine.kernel, engine.program
    made = builtins() if isinstance(kernel, NativeKernel) and program.takes else None
    if not isinstance(kernel, NativeKernel) or made is None:
        return None
    return Numbering(kernel, program.layout.size, made)
