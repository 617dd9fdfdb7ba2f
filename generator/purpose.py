"""The purpose of a compiled program. It stands outside the compiler because the cache needs it without loading that."""

from __future__ import annotations

from enum import Enum


class Purpose(Enum):
    """What a program is for. Each has the functions of play; the others add functions that take time to compile."""

    PLAY = "program"
    BATCHES = "batches"
    SEARCH = "search"
    MINIMAX = "minimax"
