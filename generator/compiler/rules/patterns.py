"""Patterns: the conditions on cells that the operations of the rule IR test."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.generator.compiler.rules.board import Way


@dataclass(frozen=True)
class Like:
    """A condition on a mark: one of its cells is in one of some states; negated, none is."""

    mark: int
    states: frozenset[int]
    negate: bool = False


@dataclass(frozen=True)
class Alternative:
    """The cells in one of ``states`` and in ``mask`` that are in all marks ``within`` and in no mark ``without``.

    If there is a ``like`` that does not hold, no cell matches.
    """

    states: frozenset[int]
    mask: int
    within: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
    like: Like | None = None

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks that are read. Without any, whether a cell matches depends on its state alone."""
        return (*self.within, *self.without, *(() if self.like is None else (self.like.mark,)))


@dataclass(frozen=True)
class Pattern:
    """The cells from which every offset leads to a cell that matches one of the alternatives.

    Without offsets it is the cell itself that must match. ``off_board``: an offset that leads off the board matches,
    too.
    """

    alternatives: tuple[Alternative, ...]
    offsets: tuple[Way, ...] = ()
    off_board: bool = False
