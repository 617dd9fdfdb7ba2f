"""What a player sees of a position, in numbers: a position with what is hidden left out."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.runtime.position import CellSet, Returns


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player sees, in numbers: equal iff two views of the same game and player are."""

    viewer: int
    boards: tuple[CellSet, ...]
    """For each state the seen cells that have it."""
    covered: CellSet
    marks: tuple[CellSet, ...]
    """The marks that are seen, in the order of the model; of those that are not, no cell."""
    counters: tuple[int, ...]
    """All numbers; of those that are not seen, 0."""
    phase: int
    mover: int
    returns: Returns | None
