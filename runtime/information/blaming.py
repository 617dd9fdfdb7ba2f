"""Blame: which plies of a line are the likely cause where a player would see something else than the player was told.

A ply is to blame the more, the more it has to do with what differs: it has changed the same cells, moved the same kinds
of pieces, or counted the same numbers. What few plies touch says more than what many do, so everything that is touched
weighs the less, the more open plies touch it (the inverse document frequency of K. Sparck Jones, "A statistical
interpretation of term specificity and its application in retrieval", 1972). Blame knows nothing of the rules: it is a
guess that tells where to look first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum
from typing import Protocol

from tilewright.runtime.information.lines import Line
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.position import CellSet


class Parts(Protocol):
    """What positions and views have in common."""

    @property
    def boards(self) -> tuple[CellSet, ...]:
        """For each state its cells."""

    @property
    def marks(self) -> tuple[CellSet, ...]:
        """The marks."""

    @property
    def counters(self) -> tuple[int, ...]:
        """The numbers."""


def difference(one: Parts, other: Parts) -> tuple[frozenset[tuple[str, int]], int]:
    """Return the states, cells and numbers in which two positions or views differ, and how much they do."""
    found: set[tuple[str, int]] = set()
    cells, size = 0, 0
    for state, (before, after) in enumerate(zip(one.boards, other.boards, strict=True)):
        if before != after:
            found.add(("state", state))
            cells |= before ^ after
            size += (before ^ after).bit_count()
    for before, after in zip(one.marks, other.marks, strict=True):
        cells |= before ^ after
        size += (before ^ after).bit_count()
    for slot, (before, after) in enumerate(zip(one.counters, other.counters, strict=True)):
        if before != after:
            found.add(("number", slot))
            size += abs(before - after)
    found.update(("cell", cell) for cell in bits(cells))
    return frozenset(found), size


def blamed(line: Line, clues: frozenset[tuple[str, int]]) -> Sequence[int]:
    """Return the places of the open plies that have to do with some clues, those that have the most first.

    Cost: the positions of the line are made, once for each of its states.
    """
    places = line.open
    common = {place: touched(line, place) & clues for place in places}
    often = Counter(part for parts in common.values() for part in parts)
    weights = {place: fsum(1 / often[part] for part in parts) for place, parts in common.items() if parts}
    return sorted(weights, key=lambda place: (-weights[place], -place))


def touched(line: Line, place: int) -> frozenset[tuple[str, int]]:
    """Return what the ply at a place has changed."""
    ply = line.plies[place]
    if ply.touched is None:
        ply.touched, _ = difference(ply.before.state.position, line.moment(place + 1).state.position)
    return ply.touched
