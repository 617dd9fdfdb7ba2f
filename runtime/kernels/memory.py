"""Memory for kernels whose arrays may stand anywhere."""

from __future__ import annotations

import ctypes
import mmap
from typing import Any

LAZY = 1 << 16
"""The words from which on the system is asked to find memory only as it is used."""

BYTES = 8
"""The bytes of a word."""


def plain_memory(words: int) -> Any:
    """Return an array of so many zeros, signed words of 64 bits, that can be viewed."""
    if words < LAZY:
        return (ctypes.c_int64 * max(words, 1))()
    try:
        return (ctypes.c_int64 * words).from_buffer(mmap.mmap(-1, words * BYTES))
    except OSError:
        raise MemoryError(f"the system has no {words * BYTES} bytes") from None
