"""What the program of a game is made for. It is known without the compiler, where programs are found in the cache."""

from __future__ import annotations

from enum import Enum


class Purpose(Enum):
    """All programs have the functions of play; some have others as well, which take time to make."""

    PLAY = "program"
    BATCHES = "batches"
    SEARCH = "search"
    MINIMAX = "minimax"
