"""A flow: a hypothetical position and one working set of cells, on its way through a chain of filters.

A filter changes the flow that it is given; one that branches makes copies. The parts are immutable values, so a copy is
cheap and shares them. A flow whose working set is empty is dead.

    cells       the working set
    me          the player as whom the rules are read
    marks       the cells of every mark; those that last for the move alone are empty at its start
    written     bit *i*: mark *i* was written; bit (marks + *i*): counter *i* was
    selection   the clicks and options so far; ``anchor`` is the last cell clicked, or none
    follow      the identity along which branching filters must go, or None if they are free
    turn        the player who moves next, if a rule said so
    returns     how the game ended in this flow, or None
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilewright.metamodel.language import Filter
from tilewright.runtime.interpreter.tables import NOWHERE, Neighbour
from tilewright.runtime.position import CellSet, Identity, Position, Returns


class Run:
    """One generation of moves, or one run of effects: what all its flows share.

    ``left`` counts down the steps that may still be taken. ``exact`` says that the identity that flows follow is a
    whole move, not the beginning of one. ``played`` says that the rule is through: the position is then the one that
    the next player will see. ``asked`` says that somebody already asks whether a player could move.
    """

    __slots__ = ("asked", "exact", "left", "played", "start")

    def __init__(
        self, start: Position, steps: int, *, exact: bool = True, asked: bool = False, played: bool = False
    ) -> None:
        self.start = start
        self.left = steps
        self.exact = exact
        self.asked = asked
        self.played = played


class Flow:
    """See the legend of this module."""

    __slots__ = (
        "anchor", "boards", "cells", "counters", "direction", "follow", "marks", "me", "phase", "returns", "run",
        "scores", "selection", "turn", "written",
    )  # fmt: skip

    def __init__(self, run: Run, cells: CellSet, me: int) -> None:
        position = run.start
        self.run = run
        self.cells = cells
        self.me = me
        self.boards = position.boards
        self.marks = position.marks
        self.counters = position.counters
        self.phase = position.phase
        self.returns: Returns | None = None
        self.scores: tuple[int, ...] | None = None
        self.turn: int | None = None
        self.written = 0
        self.selection: Identity = ()
        self.anchor = NOWHERE
        self.direction: Neighbour | None = None
        self.follow: Identity | None = None

    def copy(self) -> Flow:
        """Return another flow that goes on from here."""
        other = Flow.__new__(Flow)
        other.run = self.run
        other.cells = self.cells
        other.me = self.me
        other.boards = self.boards
        other.marks = self.marks
        other.counters = self.counters
        other.phase = self.phase
        other.returns = self.returns
        other.scores = self.scores
        other.turn = self.turn
        other.written = self.written
        other.selection = self.selection
        other.anchor = self.anchor
        other.direction = self.direction
        other.follow = self.follow
        return other

    def aside(self, cells: CellSet, me: int) -> Flow:
        """Return a copy for a question whose answer alone counts: its clicks are nobody's."""
        other = self.copy()
        other.cells = cells
        other.me = me
        other.follow = None
        return other

    def put(self, cells: CellSet, state: int) -> None:
        """Give cells a state. This alone changes boards, so no cell ever has two states."""
        others = ~cells
        boards = [board & others for board in self.boards]
        boards[state] |= cells
        self.boards = tuple(boards)

    def write_mark(self, mark: int, cells: CellSet) -> None:
        """Set the cells of a mark."""
        marks = self.marks
        self.marks = (*marks[:mark], cells, *marks[mark + 1 :])
        self.written |= 1 << mark

    def may_append(self, steps: Identity) -> bool:
        """Return whether the selection can go on with these steps on the way that the flow follows."""
        follow = self.follow
        if follow is None:
            return True
        begin = len(self.selection)
        if self.run.exact and begin + len(steps) > len(follow):
            return False
        return all(step == wanted for step, wanted in zip(steps, follow[begin:], strict=False))


@dataclass(frozen=True, slots=True)
class Step:
    """A filter that maps a flow to at most one: it changes the flow in place and leaves it dead if it has no output."""

    element: Filter
    apply: Callable[[Flow], None]


@dataclass(frozen=True, slots=True)
class Branch:
    """A filter that maps a flow, which is given away, to any number of flows, in order."""

    element: Filter
    outputs: Callable[[Flow], Iterator[Flow]]
