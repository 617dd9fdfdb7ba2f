"""Traits: the effects of each operation, stated once on its class. Analyses fold them over chains.

Traits over-approximate: an operation must have everything that it may read, write, fail at or raise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Generic, Protocol, TypeAlias, TypeVar

from tilewright.generator.compiler.rules.patterns import Pattern

Chain_co = TypeVar("Chain_co", covariant=True)
"""The type of the chains inside an operation."""


class Becomes(Enum):
    """What becomes of the working set."""

    SAME = auto()
    """It is unchanged."""
    KEPT = auto()
    """Each cell is kept or dropped, independently of the others."""
    SOME = auto()
    """At least one cell is kept; which ones depends on all of them."""
    ALL_OR_NONE = auto()
    """All cells are kept, or none."""
    ONE = auto()
    """There is one output for each cell, whose working set is this cell."""
    PERMUTED = auto()
    """Each cell goes to one cell, or is lost. Two cells may go to the same."""
    MAPPED = auto()
    """Each cell goes to any number of cells."""
    NEW = auto()
    """It may be anything."""
    NONE = auto()
    """It is empty in any case: there is no output."""


class Part(Enum):
    """A part of a flow that operations read or write. For single marks and counters see the classes below."""

    CELLS = auto()
    """The working set as a whole: it is read if what becomes of a cell depends on the others."""
    BOARDS = auto()
    MARKS = auto()
    """Every mark."""
    COUNTERS = auto()
    """Every counter."""
    PHASE = auto()
    TURN = auto()
    END = auto()
    """The end of the game, and the scores."""
    HISTORY = auto()
    CLICK = auto()
    """The cell of the last click."""
    WAY = auto()
    """The bound direction."""
    IDENTITY = auto()
    """The clicks and labels of the move so far."""


@dataclass(frozen=True)
class MarkPart:
    """One mark."""

    mark: int


@dataclass(frozen=True)
class CounterPart:
    """One counter of a player; a counter that all share has player 0."""

    counter: int
    player: int


Parts: TypeAlias = frozenset[Part | MarkPart | CounterPart]

NO_PARTS: Parts = frozenset()

CELLS: Parts = frozenset({Part.CELLS})
BOARDS: Parts = frozenset({Part.BOARDS})
WAY: Parts = frozenset({Part.WAY})

POSITION: Parts = frozenset({Part.BOARDS, Part.MARKS, Part.COUNTERS, Part.PHASE, Part.HISTORY})
"""The parts on which the legal moves depend."""

_OF_THE_FLOW: Parts = frozenset({Part.CELLS, Part.CLICK, Part.WAY, Part.IDENTITY})
"""The parts of a flow that belong to no position."""


@dataclass(frozen=True)
class Traits(Generic[Chain_co]):
    """The traits of an operation, those of the chains inside it included."""

    cells: Becomes
    may_fail: bool
    """Whether there may be no output."""
    reads: Parts = NO_PARTS
    """The parts on which its outputs, effects and errors depend."""
    writes: Parts = NO_PARTS
    """The parts that may be different in an output."""
    branches: bool = False
    """Whether there may be several outputs, or clicks."""
    revives: bool = False
    """Whether it can make a working set out of an empty one, if it is run without a check for that."""
    raises: bool = False
    """Whether it may report an error of the model."""
    on_cells: bool = False
    """Whether its effects and errors come from cells of the working set, so that an empty one has none."""
    binds: bool = False
    """Whether it binds a direction, in place of any that was bound before."""
    clicks: bool = False
    """Whether it may click cells."""
    flow_chains: tuple[Chain_co, ...] = ()
    """Chains inside it that run on the flow itself."""
    asked_chains: tuple[Chain_co, ...] = ()
    """Chains inside it that run on copies of the flow: only their outputs matter, not their effects."""
    patterns: tuple[Pattern, ...] = ()
    """The patterns that it tests."""

    @property
    def chains(self) -> tuple[Chain_co, ...]:
        """All chains directly inside the operation."""
        return (*self.flow_chains, *self.asked_chains)


class Operation(Protocol):
    """An operation, as far as the folds below need it."""

    @property
    def traits(self) -> Traits[object]:
        """Its traits."""


# -- folds over chains


def may_fail(ops: Iterable[Operation]) -> bool:
    """Return whether a chain may have no output from a flow whose working set is not empty."""
    return any(op.traits.may_fail for op in ops)


def branches(ops: Iterable[Operation]) -> bool:
    """Return whether a chain may have several outputs, or click, when it is run to find moves."""
    return any(op.traits.branches for op in ops)


def revives(ops: Iterable[Operation]) -> bool:
    """Return whether a chain could make a working set out of an empty one."""
    return any(op.traits.revives for op in ops)


def raises(ops: Iterable[Operation]) -> bool:
    """Return whether there may be an error of the model in a chain."""
    return any(op.traits.raises for op in ops)


def clicks(ops: Iterable[Operation]) -> bool:
    """Return whether a chain may click cells."""
    return any(op.traits.clicks for op in ops)


def writes(ops: Iterable[Operation]) -> Parts:
    """Return the parts that a chain may write."""
    return NO_PARTS.union(*(op.traits.writes for op in ops))


def changes(ops: Iterable[Operation]) -> bool:
    """Return whether a chain may change the position or a mark."""
    return any(not op.traits.writes <= _OF_THE_FLOW for op in ops)


def reads(ops: Sequence[Operation]) -> Parts:
    """Return the parts that a chain reads of the flow it is given; the working set counts unless it starts anew."""
    found: set[Part | MarkPart | CounterPart] = set()
    bound = False
    for op in ops:
        found |= op.traits.reads - {Part.WAY} if bound else op.traits.reads
        bound = bound or op.traits.binds
    if starts_anew(ops):
        found.discard(Part.CELLS)
    else:
        found.add(Part.CELLS)
    return frozenset(found)


def starts_anew(ops: Sequence[Operation]) -> bool:
    """Return whether the outputs of a chain do not depend on the working set, provided that is not empty."""
    return bool(ops) and ops[0].traits.cells is Becomes.NEW and Part.CELLS not in ops[0].traits.reads


# -- parts


def marks(parts: Parts) -> set[int]:
    """Return the numbers of the single marks among some parts; ``Part.MARKS`` adds none."""
    return {part.mark for part in parts if isinstance(part, MarkPart)}


def counters(parts: Parts) -> set[tuple[int, int]]:
    """Return the counters among some parts, each with its player; ``Part.COUNTERS`` adds none."""
    return {(part.counter, part.player) for part in parts if isinstance(part, CounterPart)}
