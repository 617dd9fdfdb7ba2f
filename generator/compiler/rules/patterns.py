"""Patterns: which cells the operations of the intermediate form look for."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.generator.compiler.rules.board import Way


@dataclass(frozen=True)
class Like:
    """A mark one of whose cells is in one of some states (negated: none is)."""

    mark: int
    states: frozenset[int]
    negate: bool = False


@dataclass(frozen=True)
class Alternative:
    """Cells in one of some states, within a constant set, in all of some marks and in none of others.

    With ``like`` none of them matches unless what it says of a mark holds.
    """

    states: frozenset[int]
    mask: int
    within: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
    like: Like | None = None

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks that are read: without any, it is the same for a cell whatever is done elsewhere."""
        return (*self.within, *self.without, *(() if self.like is None else (self.like.mark,)))


@dataclass(frozen=True)
class Pattern:
    """The cells from which every offset (none: the cell itself) leads to a cell that one of the alternatives matches.

    ``off_board``: an offset that leads off the board matches, too.
    """

    alternatives: tuple[Alternative, ...]
    offsets: tuple[Way, ...] = ()
    off_board: bool = False
