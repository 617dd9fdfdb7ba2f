"""What a player sees of a position, in numbers: a position with what is hidden left out."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.runtime.position import CellSet, Returns


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player sees, in numbers: equal iff two views of the same game and player are."""

    viewer: int
    boards: tuple[CellSet, ...]
    """For each state the cells that are in it and seen."""
    covered: CellSet
    """The cells of which the viewer sees only that something stands there."""
    vacant: CellSet
    """The cells that the viewer does not see, but knows to be empty, since he is told where something stands."""
    marks: tuple[CellSet, ...]
    """The marks in the order of the model; a mark that is not seen is empty."""
    counters: tuple[int, ...]
    """The counters by slot; a number that is not seen is 0."""
    phase: int
    mover: int
    returns: Returns | None
