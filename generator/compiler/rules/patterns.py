"""Patterns: which cells the operations of the intermediate form look for."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.generator.compiler.rules.board import Way


@dataclass(frozen=True)
class Alternative:
    """Becomes in one of some states, within a constant set, in all of some marks and in none of others."""

    states: frozenset[int]
    mask: int
    within: tuple[int, ...] = ()
    without: tuple[int, ...] = ()


@dataclass(frozen=True)
class Pattern:
    """The cells from which every offset (none: the cell itself) leads to a cell that one of the alternatives matches.

    ``off_board``: an offset that leads off the board matches, too.
    """

    alternatives: tuple[Alternative, ...]
    offsets: tuple[Way, ...] = ()
    off_board: bool = False
