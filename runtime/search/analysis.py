"""The result of a tree search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tilewright.runtime.move import Move


@dataclass(frozen=True)
class Line:
    """A legal move and what the search has found about it. ``number`` is its place among the legal moves."""

    move: Move
    number: int
    visits: int
    value: float | None
    """The expected return of the player to move, from -1 to 1 or what the rules pay; None if it was never visited."""
    proven: tuple[float, ...] | None
    """The returns of all players with best play, if they are proven."""
    principal: tuple[Move, ...]
    """The principal variation: the moves that are expected, this one first."""


@dataclass(frozen=True)
class Analysis:
    """The legal moves of a state, the best one first."""

    lines: tuple[Line, ...]
    visits: int
    """The number of visits of the state."""
    nodes: int
    """The number of positions that are held in memory."""
    seconds: float
    """The seconds of the search."""
    proven: tuple[float, ...] | None
    """The returns of all players with best play from here, if they are proven."""

    @property
    def best(self) -> Move:
        """The move to play."""
        return self.lines[0].move

    @property
    def principal(self) -> tuple[Move, ...]:
        """The principal variation of the best move."""
        return self.lines[0].principal

    @property
    def value(self) -> float | None:
        """The expected return of the player to move, from -1 to 1 or what the rules pay; None without visits."""
        return self.lines[0].value

    @cached_property
    def policy(self) -> tuple[float, ...]:
        """The share of the visits of each legal move, in the order of the legal moves."""
        total = sum(line.visits for line in self.lines) or 1
        shares = {line.number: line.visits / total for line in self.lines}
        return tuple(shares[number] for number in range(len(shares)))
