"""What a search has found of a state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tilewright.runtime.move import Move


@dataclass(frozen=True)
class Line:
    """A legal move and what is expected after it. ``number`` is its place among the legal moves."""

    move: Move
    number: int
    visits: int
    value: float | None
    """What the player to move is expected to get, from -1 to 1 or paid; None if the move was never looked at."""
    proven: tuple[float, ...] | None
    """What each player gets if all play as well as they can, where that is known for certain."""
    principal: tuple[Move, ...]
    """The moves that are expected, this one first."""


@dataclass(frozen=True)
class Analysis:
    """The legal moves of a state, the best one first."""

    lines: tuple[Line, ...]
    visits: int
    """How often the state was looked at in all."""
    nodes: int
    """The positions that are held in memory."""
    seconds: float
    """How long that took in all."""
    proven: tuple[float, ...] | None
    """What each player gets from here if all play as well as they can, where that is known for certain."""

    @property
    def best(self) -> Move:
        """The move to play."""
        return self.lines[0].move

    @property
    def principal(self) -> tuple[Move, ...]:
        """The moves that are expected."""
        return self.lines[0].principal

    @property
    def value(self) -> float | None:
        """What the player to move is expected to get, from -1 to 1 or paid."""
        return self.lines[0].value

    @cached_property
    def policy(self) -> tuple[float, ...]:
        """The share of the visits that each legal move has, by its number."""
        total = sum(line.visits for line in self.lines) or 1
        shares = {line.number: line.visits / total for line in self.lines}
        return tuple(shares[number] for number in range(len(shares)))
