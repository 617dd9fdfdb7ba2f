"""A flow at compile time: for each part of a flow at run time the expression that has its value.

Expressions are immutable, so a branch works on a copy of the flow, and what it does to the position is not seen by the
others. After a click a flow may be *many*: its working set then stands for one flow for each of its cells, and a mark
that depends on the click is told by its distance from the current cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, shifted
from tilewright.generator.compiler.kernel.nodes import TEMPORARY, ZERO, Expression, Local, number, type_of
from tilewright.generator.compiler.kernel.rewriting import with_names
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way
from tilewright.generator.compiler.rules.traits import CounterPart, MarkPart, Part, Parts

States: TypeAlias = frozenset[int] | None
"""The states that cells can have; None: any."""

Slot: TypeAlias = tuple[str | int, ...]
"""The name of one part of a flow: its kind and, if there are several of the kind, its numbers."""


PASSING = ("cells", "length", "way")
"""The kinds of parts that do not matter after the end of a rule."""

NEXT = number(-1)
"""In place of the player of the next turn, where no effect has set one: it is the player after the mover."""


UNBOUND = "a direction is read that is not bound, or not the same in all cases; name the directions where they are read"


@dataclass(frozen=True)
class Apart:
    """A cell at a distance from the current cell of many flows: ``distance`` is the current cell's bit less its own."""

    distance: int

    def of(self, cells: Cells) -> Cells:
        """Return the cell that belongs to a cell, or the cells that belong to those of a set."""
        return shifted(cells, -self.distance, None)


@dataclass(frozen=True)
class Turned:
    """A bound direction that is known only at run time: one of several, by their numbers in ``Module.ways``."""

    among: tuple[Way | None, ...]
    """The directions that it can be, two at least. None: no direction is bound."""
    number: Expression


Place: TypeAlias = Cells | Apart
"""What a mark holds: a set, or for many flows a cell at a distance from each of them."""

Held: TypeAlias = Cells | Expression
"""A part of a flow that has a value at run time: a set, or a number."""


@dataclass
class Flow:
    """The parts of a flow as expressions, and what is known of them at compile time."""

    me: int
    """The player as whom the chain is read."""
    cells: Cells
    """The working set."""
    boards: dict[int, Cells]
    """The sets that hold what stands on the cells: see ``Boards``."""
    marks: list[Place]
    numbers: dict[tuple[int, int], Expression]
    """The counters that are one number, by counter and player."""
    planes: dict[tuple[int, int], tuple[Cells, ...]]
    """The counters per cell, by counter and player: a set for each binary digit, the lowest first."""
    phase: Expression
    end: Expression
    """The code of the end of the game, 0 as long as it goes on."""
    written: list[Expression]
    """For each mark, then for each counter, 1 if the move has written it, else 0."""
    outcome: tuple[Expression, ...] = ()
    """What is told of the end besides its code: see ``Outcome``."""
    turn: Expression = NEXT
    """The player of the next turn."""
    alive: bool = False
    """Whether the working set is known to have a cell."""
    many: bool = False
    """Whether it stands for one flow for each cell of the working set."""
    states: States = None
    """The states that the cells of the working set can have."""
    mark_states: list[States] = field(default_factory=list)
    """The states that the cells of each mark can have; the last entry is for the cell of the last click."""
    anchor: Place = EMPTY
    """The cell of the last click, empty if there was none."""
    anchored: bool | None = False
    """Whether there was a click; None if that is known only at run time."""
    way: Way | Turned | None = None
    """The bound direction."""
    length: Expression = ZERO
    """The number of steps of the identity so far, where identities are written down."""
    clicks: int = 0
    """The number of clicks so far, outside of repetitions."""
    pending: tuple[ir.Op, ...] = ()
    """Effects of many flows that are delayed until the flows are followed one by one, or a move is made."""

    def copy(self) -> Flow:
        """Return a copy, whose parts can be replaced without changing this flow."""
        other = object.__new__(Flow)
        other.__dict__.update(self.__dict__)
        other.boards = dict(self.boards)
        other.marks = list(self.marks)
        other.numbers = dict(self.numbers)
        other.planes = dict(self.planes)
        other.written = list(self.written)
        other.mark_states = list(self.mark_states)
        return other

    @property
    def ways(self) -> tuple[Way | None, ...]:
        """The directions that may be bound. None: no direction."""
        return self.way.among if isinstance(self.way, Turned) else (self.way,)

    @property
    def bound(self) -> Way | None:
        """The bound direction; None if none is bound, or if it is known only at run time."""
        return None if isinstance(self.way, Turned) else self.way

    @property
    def single(self) -> bool:
        """Whether the working set of each flow is one cell."""
        return self.many or self.cells.single

    def _parts(self) -> Iterator[tuple[Slot, Place | Expression]]:
        """Yield the parts that have a value at run time, in an order that is the same for all flows of a game."""
        yield ("cells",), self.cells
        for state, cells in self.boards.items():
            yield ("board", state), cells
        for mark, place in enumerate(self.marks):
            yield ("mark", mark), place
        for counter, value in self.numbers.items():
            yield ("number", *counter), value
        for counter, planes in self.planes.items():
            for digit, plane in enumerate(planes):
                yield ("plane", *counter, digit), plane
        for place_of_flag, flag in enumerate(self.written):
            yield ("written", place_of_flag), flag
        for place_of_part, part in enumerate(self.outcome):
            yield ("outcome", place_of_part), part
        yield ("phase",), self.phase
        yield ("end",), self.end
        yield ("turn",), self.turn
        yield ("anchor",), self.anchor
        yield ("length",), self.length
        yield ("way",), self.way.number if isinstance(self.way, Turned) else ZERO

    def slots(self) -> Iterator[tuple[Slot, Held]]:
        """Yield the parts that have a value at run time, in an order that is the same for all flows of a game.

        Raises ``NotLowered`` if a part is known only by its distance from a cell of many flows.
        """
        return ((slot, _held(part)) for slot, part in self._parts())

    def differences(self, other: Flow) -> Iterator[tuple[Slot, Held, Held]]:
        """Yield the parts that another flow of the game does not share, in the order of ``slots``, with the other's.

        Raises ``NotLowered`` if one of them is known only by its distance from a cell of many flows.
        """
        for (slot, part), (_, another) in zip(self._parts(), other._parts(), strict=True):
            if part is not another:
                yield slot, _held(part), _held(another)

    def put(self, slot: Slot, value: Held) -> None:
        """Replace the part with a name."""
        kind, *rest = slot
        if not isinstance(value, Cells):
            match kind:
                case "number":
                    self.numbers[int(rest[0]), int(rest[1])] = value
                case "written":
                    self.written[int(rest[0])] = value
                case "way":
                    self.way = Turned(self.ways, value)
                case "outcome":
                    self.outcome = (*self.outcome[: int(rest[0])], value, *self.outcome[int(rest[0]) + 1 :])
                case _:
                    setattr(self, str(kind), value)
            return
        match kind:
            case "board":
                self.boards[int(rest[0])] = value
            case "mark":
                self.marks[int(rest[0])] = value
            case "plane":
                counter, player, digit = (int(part) for part in rest)
                planes = self.planes[counter, player]
                self.planes[counter, player] = (*planes[:digit], value, *planes[digit + 1 :])
            case _:
                setattr(self, str(kind), value)

    def knowledge(
        self, names: dict[str, str], *, every: bool = False, parts: Parts | None = None
    ) -> tuple[object, ...]:
        """Return what is known of some parts of the flow, None: of all, as a key.

        Its variables are numbered in order of occurrence.

        These are the temporary ones or, if the code reads variables of this flow alone, *every* one. Flows with equal
        keys have the same code but for the names of these variables. *names* is filled: it maps the name of each of
        them to the name that the key has for it.
        """
        places: list[Slot] = [*(("mark", mark) for mark in range(len(self.marks))), ("anchor",)]
        states = [
            each if parts is None or not parts.isdisjoint(parts_of(slot)) else None
            for slot, each in zip(places, self.mark_states, strict=True)
        ]
        known: list[object] = [
            self.me, self.alive, self.many, self.states, tuple(states), self.anchored, self.ways, self.pending,
        ]  # fmt: skip
        for slot, value in self.slots():
            if parts is not None and slot != ("cells",) and parts.isdisjoint(parts_of(slot)):
                continue
            held = value_of(value)
            for name in held.names:
                if name not in names and (every or TEMPORARY.fullmatch(name)):
                    names[name] = f"{type_of(name)} {len(names)}"
            known += [slot, with_names(held, names)]
            if isinstance(value, Cells):
                known += [value.maybe, value.single]
        return tuple(known)

    def one(self, cell: Cells) -> Flow:
        """Return a copy for one of many flows, that of a cell."""
        other = self.copy()
        other.cells, other.many, other.alive = cell, False, True
        other.marks = [other.place(mark) for mark in self.marks]
        other.anchor = other.place(self.anchor)
        return other

    def place(self, place: Place) -> Cells:
        """Return the cells of a mark or of the last click. For many flows, those of all of them."""
        return place.of(self.cells) if isinstance(place, Apart) else place


def parts_of(slot: Slot) -> Parts:
    """Return the parts of which one must be read, or written, where the slot of a flow is."""
    kind, *rest = slot
    match kind:
        case "cells":
            return frozenset({Part.CELLS})
        case "board":
            return frozenset({Part.BOARDS})
        case "mark":
            return frozenset({Part.MARKS, MarkPart(int(rest[0]))})
        case "number" | "plane":
            return frozenset({Part.COUNTERS, CounterPart(int(rest[0]), int(rest[1]))})
        case "phase":
            return frozenset({Part.PHASE})
        case "turn":
            return frozenset({Part.TURN})
        case "end" | "outcome":
            return frozenset({Part.END})
        case "anchor":
            return frozenset({Part.CLICK})
        case "way":
            return frozenset({Part.WAY})
        case "length":
            return frozenset({Part.IDENTITY})
        case "written":
            return frozenset({Part.MARKS, Part.COUNTERS})
        case _:
            raise AssertionError(f"no part of a flow is called {kind}")


def _held(part: Place | Expression) -> Held:
    """Return a part as it is held at run time. Raises ``NotLowered`` if it is a cell apart."""
    if isinstance(part, Apart):
        raise NotLowered("a cell that depends on a click is read where it is not known; mark it before")
    return part


def value_of(part: Held) -> Expression:
    """Return the value of a part."""
    return part.value if isinstance(part, Cells) else part


def variable_of(part: Held) -> Local:
    """Return the variable that holds a part. The part must be a variable."""
    value = value_of(part)
    assert isinstance(value, Local)
    return value


def either(one: States, other: States) -> States:
    """Return the union of two sets of states; None, any state, if either is None."""
    return None if one is None or other is None else one | other


def adopt(flow: Flow, other: Flow) -> None:
    """Replace all parts of a flow by those of another one."""
    flow.__dict__.update(other.copy().__dict__)


def aside(flow: Flow, me: int) -> Flow:
    """Return a copy for a question: a chain that is run, as a player, only to learn whether it has an output.

    Where a mark of many flows depends on the flow, the copy has an empty one: the question must not read it.
    """
    other = flow.copy()
    other.me = me
    other.end = ZERO
    if flow.many:
        other.many = False
        other.marks = [EMPTY if isinstance(mark, Apart) else mark for mark in flow.marks]
        other.anchor = EMPTY if isinstance(flow.anchor, Apart) else flow.anchor
    other.pending = ()
    return other


def die(flow: Flow) -> None:
    """Empty the working set: the flow has no output."""
    flow.cells, flow.alive = EMPTY, False


def living(flow: Flow) -> Flow:
    """Return the flow, which is known to have a cell from here on."""
    flow.alive = True
    return flow
