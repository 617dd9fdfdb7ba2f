"""A position: all that is on the board between two plies, hidden or not, as an immutable value of integers.

Cells and states are numbers of the game's tables (``tilewright.runtime.interpreter.tables``). A set of cells is an
integer whose bit *i* stands for cell *i*.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

CellSet: TypeAlias = int
"""A set of cells: bit *i* is cell *i*."""

Identity: TypeAlias = tuple[int | str, ...]
"""A move for an engine: its cells, as numbers, and its options, in the order in which a player gives them."""

PASS: Identity = ("pass",)
"""The only move of a player who has none while somebody else could move."""


Return: TypeAlias = float | Fraction
"""What a player gets when the game is over: 1 for a win, -1 for a loss, or what the rules pay, exactly."""

Returns: TypeAlias = tuple[Return, ...]
"""What each player gets."""


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how the game goes on.

    ``player`` moves; ``seat`` is the one whose successor moves next. They differ at nature's turn only: there ``seat``
    is the player who moved last, or nature itself where nobody did. ``returns`` is None as long as no rule has ended
    the game. ``history`` holds the earlier cell states and players to move, if a rule asks for repetitions.
    """

    boards: tuple[CellSet, ...]
    """For each state the cells that are in it: every cell is in exactly one of these sets."""
    marks: tuple[CellSet, ...]
    counters: tuple[int, ...]
    phase: int
    player: int
    seat: int
    ply: int = 0
    returns: Returns | None = None
    scores: tuple[int, ...] | None = None
    history: tuple[tuple[object, int], ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """A value that is equal for two positions iff the game goes on alike from both; ``ply`` does not count."""
        return (
            self.boards, self.marks, self.counters, self.phase, self.player, self.seat,
            self.returns, self.scores, self.history,
        )  # fmt: skip
