"""Memory for kernels that accept arrays at any address."""

from __future__ import annotations

import ctypes
import mmap
import sys
from typing import Any

LAZY = 1 << 16
"""The number of words from which the memory is mapped, so that the system allocates pages only as they are used."""

BYTES = 8
"""The bytes of a word."""


def _mapped(size: int) -> mmap.mmap:
    """Return so many bytes of memory. A process that is forked later gets a copy, which is also faster than sharing."""
    if sys.platform == "win32":  # which has no such flags
        return mmap.mmap(-1, size)
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE)


def plain_memory(words: int) -> Any:
    """Return an array of *words* zeros, signed words of 64 bits. ``MemoryError`` if the system lacks memory."""
    if words < LAZY:
        return (ctypes.c_int64 * max(words, 1))()
    try:
        return (ctypes.c_int64 * words).from_buffer(_mapped(words * BYTES))
    except OSError:
        raise MemoryError(f"the system has no {words * BYTES} bytes") from None
