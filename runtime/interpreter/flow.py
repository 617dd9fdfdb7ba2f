"""A flow: a hypothetical position and one working set of cells, on its way through a chain of filters.

A filter changes the flow that it is given; one that branches makes copies. The parts are immutable values, so a copy is
cheap and shares them. A flow whose working set is empty is dead.

    cells       the working set
    me          the player as whom the rules are read
    marks       the cells of every mark; those that last for the move alone are empty at its start
    written     bit *i*: mark *i* was written; bit (marks + *i*): counter *i* was
    selection   the clicks and options so far; ``anchor`` is the last cell clicked, or none
    follow      the identity along which branching filters must go, or None if they are free
    direction   the direction that is bound, or None
    turn        the player who moves next if a rule says so, else None
    returns     what each player gets if the game has ended in this flow, else None
    scores      the scores by which it was decided, or None
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilewright.metamodel.language import Filter
from tilewright.runtime.interpreter.cells import NOWHERE, Neighbour
from tilewright.runtime.position import CellSet, Identity, Position, Returns


class Run:
    """One generation of moves, or one run of effects: what all its flows share.

    ``start`` is the position before the move. ``left`` counts down the steps that may still be taken. ``exact`` says
    that the identity that flows follow is a whole move, not a prefix of one. ``played`` says that the rule is done, so
    that the flow holds the position that the next player will see. ``round_over`` says that this ply has ended a round,
    the chain of whose end is run. ``asked`` says that the run only finds out if a player could move; such questions
    are not nested. ``repeated`` is the repetition that has made the most rounds, and ``rounds`` how many.
    """

    __slots__ = ("asked", "exact", "left", "played", "repeated", "round_over", "rounds", "start")

    def __init__(
        self, start: Position, steps: int, *, exact: bool = True, asked: bool = False, played: bool = False
    ) -> None:
        self.start = start
        self.left = steps
        self.exact = exact
        self.asked = asked
        self.played = played
        self.round_over = False
        self.repeated: Filter | None = None
        self.rounds = 0


class Flow:
    """A hypothetical position with a working set of cells: the docstring of this module explains its attributes."""

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
        """Return a copy, which can change independently."""
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
        """Return a copy that answers a question, with other cells and player; its clicks are no part of the move."""
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
        """Set the cells of a mark, and note that it was written."""
        marks = self.marks
        self.marks = (*marks[:mark], cells, *marks[mark + 1 :])
        self.written |= 1 << mark

    def may_append(self, steps: Identity) -> bool:
        """Return whether the selection, with these steps added, still agrees with the identity to follow."""
        follow = self.follow
        if follow is None:
            return True
        begin = len(self.selection)
        if self.run.exact and begin + len(steps) > len(follow):
            return False
        return all(step == wanted for step, wanted in zip(steps, follow[begin:], strict=False))


@dataclass(frozen=True, slots=True)
class Step:
    """A filter with at most one output: it changes the flow in place, and empties its cells if there is no output."""

    element: Filter
    apply: Callable[[Flow], None]


@dataclass(frozen=True, slots=True)
class Branch:
    """A filter with any number of outputs, in order. The caller must not use the flow that it passes in any more."""

    element: Filter
    outputs: Callable[[Flow], Iterator[Flow]]
