"""Traits: what is said once of each operation, on its class. Analyses ask for these, and fold them over chains.

A row is honest if it says too much rather than too little: what an operation may read, write, fail at or raise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Generic, Protocol, TypeAlias, TypeVar

from tilewright.generator.compiler.rules.patterns import Pattern

Chain_co = TypeVar("Chain_co", covariant=True)
"""What the chains inside an operation are."""


class Becomes(Enum):
    """What becomes of the working set."""

    SAME = auto()
    KEPT = auto()
    """Each cell is kept or not, whatever the others are."""
    SOME = auto()
    """Some are kept, one at least, which depends on all of them."""
    ALL_OR_NONE = auto()
    """All of it is kept, or nothing."""
    ONE = auto()
    """One output for each cell."""
    PERMUTED = auto()
    """Each cell goes to one of its own, or is lost."""
    MAPPED = auto()
    """Each cell goes to any number of cells."""
    NEW = auto()
    """Anything."""
    NONE = auto()
    """Nothing is left, whatever it was."""


class Part(Enum):
    """A part of a flow that has no number."""

    CELLS = auto()
    """The working set as one: read where what becomes of a cell depends on the others."""
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
    """The clicks and labels so far."""


@dataclass(frozen=True)
class MarkPart:
    """One mark."""

    mark: int


@dataclass(frozen=True)
class CounterPart:
    """One counter of a player, or of all."""

    counter: int
    player: int


Parts: TypeAlias = frozenset[Part | MarkPart | CounterPart]

NO_PARTS: Parts = frozenset()

CELLS: Parts = frozenset({Part.CELLS})
BOARDS: Parts = frozenset({Part.BOARDS})
WAY: Parts = frozenset({Part.WAY})

POSITION: Parts = frozenset({Part.BOARDS, Part.MARKS, Part.COUNTERS, Part.PHASE, Part.HISTORY})
"""What another player would see."""

_OF_THE_FLOW: Parts = frozenset({Part.CELLS, Part.CLICK, Part.WAY, Part.IDENTITY})
"""What a flow has beside a position and marks."""


@dataclass(frozen=True)
class Traits(Generic[Chain_co]):
    """What is said of an operation, the chains inside it included."""

    cells: Becomes
    may_fail: bool
    """Whether there may be no output."""
    reads: Parts = NO_PARTS
    """The parts on which outputs, effects and errors depend."""
    writes: Parts = NO_PARTS
    """The parts that an output may have changed."""
    branches: bool = False
    """Whether there may be several outputs, or clicks."""
    revives: bool = False
    """Whether a working set can come of none, where nobody looks whether there is one."""
    raises: bool = False
    """Whether there may be an error of the model."""
    on_cells: bool = False
    """Whether effects and errors are those of the cells of the working set, so that there are none without a cell."""
    binds: bool = False
    """Whether a direction is bound, whatever was bound before."""
    clicks: bool = False
    """Whether cells may be clicked."""
    flow_chains: tuple[Chain_co, ...] = ()
    """Chains that run on the flow itself."""
    asked_chains: tuple[Chain_co, ...] = ()
    """Chains that run on copies, of which nothing but their outputs matters."""
    patterns: tuple[Pattern, ...] = ()

    @property
    def chains(self) -> tuple[Chain_co, ...]:
        """All chains directly inside."""
        return (*self.flow_chains, *self.asked_chains)


class Operation(Protocol):
    """What the folds know of an operation."""

    @property
    def traits(self) -> Traits[object]:
        """What is said of it."""


# -- folds over chains


def may_fail(ops: Iterable[Operation]) -> bool:
    """Return whether a chain may have no output from a flow whose working set is not empty."""
    return any(op.traits.may_fail for op in ops)


def branches(ops: Iterable[Operation]) -> bool:
    """Return whether a chain, run in search, may have several outputs (or clicks)."""
    return any(op.traits.branches for op in ops)


def revives(ops: Iterable[Operation]) -> bool:
    """Return whether a chain could make a working set out of none."""
    return any(op.traits.revives for op in ops)


def raises(ops: Iterable[Operation]) -> bool:
    """Return whether there may be an error of the model in a chain."""
    return any(op.traits.raises for op in ops)


def clicks(ops: Iterable[Operation]) -> bool:
    """Return whether a chain may click cells."""
    return any(op.traits.clicks for op in ops)


def writes(ops: Iterable[Operation]) -> Parts:
    """Return what outputs of a chain may have changed."""
    return NO_PARTS.union(*(op.traits.writes for op in ops))


def changes(ops: Iterable[Operation]) -> bool:
    """Return whether a chain may change the position or a mark."""
    return any(not op.traits.writes <= _OF_THE_FLOW for op in ops)


def reads(ops: Sequence[Operation]) -> Parts:
    """Return what a chain reads of the flow that it is given, the working set too unless it starts anew."""
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
    """Return whether the outputs of a chain do not depend on the working set (as long as that is not empty)."""
    return bool(ops) and ops[0].traits.cells is Becomes.NEW and Part.CELLS not in ops[0].traits.reads


# -- parts


def marks(parts: Parts) -> set[int]:
    """Return the marks among some parts, by their numbers; those that stand for every mark are not told."""
    return {part.mark for part in parts if isinstance(part, MarkPart)}


def counters(parts: Parts) -> set[tuple[int, int]]:
    """Return the counters among some parts, and their players."""
    return {(part.counter, part.player) for part in parts if isinstance(part, CounterPart)}
