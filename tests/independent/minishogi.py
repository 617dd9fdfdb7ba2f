"""Minishogi: Fairy-Stockfish's, by pyffish.

As for shogi, repetitions are counted beside the library, and a pawn is not dropped with mate. A position that occurs for
the fourth time loses for who has given check six times in a row, else for the first player.
"""

from __future__ import annotations

from tests.independent.shogi import LIBRARY, Shogi

__all__ = ["LIBRARY", "RIVALS"]


class Minishogi(Shogi):
    """The board is of 5x5."""

    variant = "minishogi"
    repeated = (-1, 1)


RIVALS = {"minishogi": Minishogi}
