"""A flow at compile time: for each part of a flow the expression that has its value where the emission stands.

Parts are expressions of the program and never change once they are emitted, so a copy of a flow is a copy of them;
what one branch does to the position is not seen by another. A flow is *many* flows at once after a click: its working
set then stands for one flow for each of its cells, and marks are told by their distance from that cell.
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

States: TypeAlias = frozenset[int] | None
"""The states that cells can have; None: any."""

Slot: TypeAlias = tuple[str | int, ...]
"""Names one part of a flow."""


NEXT = number(-1)
"""The player of the next turn, where nothing says who that is: the one after the mover."""


UNBOUND = "a direction is read that is not bound, or not the same in all cases; name the directions where they are read"


@dataclass(frozen=True)
class Apart:
    """The cell at a distance from the current one of many: its bit is the current one's less ``distance``."""

    distance: int

    def of(self, cells: Cells) -> Cells:
        """Return the cell that belongs to a cell."""
        return shifted(cells, -self.distance, None)


Place: TypeAlias = Cells | Apart

Held: TypeAlias = Cells | Expression
"""A part of a flow that has a value at run time: a set, or a number."""


@dataclass
class Flow:
    """See the legend of this module."""

    me: int
    cells: Cells
    boards: dict[int, Cells]
    marks: list[Place]
    numbers: dict[tuple[int, int], Expression]
    planes: dict[tuple[int, int], tuple[Cells, ...]]
    phase: Expression
    end: Expression
    written: list[Expression]
    outcome: tuple[Expression, ...] = ()
    """What is told of the end besides its code: see ``Layout``."""
    turn: Expression = NEXT
    alive: bool = False
    """Whether the working set is known to have a cell."""
    many: bool = False
    states: States = None
    """The states that the cells of the working set can have."""
    mark_states: list[States] = field(default_factory=list)
    """The states that the cells of each mark can have, and, last of all, the cell of the last click."""
    anchor: Place = EMPTY
    anchored: bool | None = False
    """Whether there was a click; None: known at run time alone."""
    way: Way | None = None
    length: Expression = ZERO
    """How many steps the identity has so far, where it is written down."""
    clicks: int = 0
    """How many clicks there were, outside of repetitions."""
    pending: tuple[ir.Op, ...] = ()
    """Effects that wait for the end of a rule of many flows."""

    def copy(self) -> Flow:
        """Return another flow that goes on from here."""
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
    def single(self) -> bool:
        """Whether the working set of each flow is one cell."""
        return self.many or self.cells.single

    def slots(self) -> Iterator[tuple[Slot, Held]]:
        """Yield the parts that hold values at run time."""
        yield ("cells",), self.cells
        for state, cells in self.boards.items():
            yield ("board", state), cells
        for mark, cells_of_mark in enumerate(self.marks):
            yield ("mark", mark), _cells(cells_of_mark)
        for counter, held in self.numbers.items():
            yield ("number", *counter), held
        for counter, planes in self.planes.items():
            for digit, plane in enumerate(planes):
                yield ("plane", *counter, digit), plane
        for place, flag in enumerate(self.written):
            yield ("written", place), flag
        for place, part in enumerate(self.outcome):
            yield ("outcome", place), part
        yield ("phase",), self.phase
        yield ("end",), self.end
        yield ("turn",), self.turn
        yield ("anchor",), _cells(self.anchor)
        yield ("length",), self.length

    def put(self, slot: Slot, value: Held) -> None:
        """Replace a part."""
        kind, *rest = slot
        if not isinstance(value, Cells):
            match kind:
                case "number":
                    self.numbers[int(rest[0]), int(rest[1])] = value
                case "written":
                    self.written[int(rest[0])] = value
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

    def knowledge(self, names: dict[str, str]) -> tuple[object, ...]:
        """Return all that is known of the flow, with its temporary variables numbered as they occur.

        *names* gets the number of each. What is emitted for flows of which the same is known differs in these alone.
        """
        known: list[object] = [
            self.me, self.alive, self.many, self.states, tuple(self.mark_states), self.anchored, self.way, self.clicks,
            self.pending,
        ]  # fmt: skip
        for slot, value in self.slots():
            held = value_of(value)
            for name in held.names:
                if name not in names and TEMPORARY.fullmatch(name):
                    names[name] = f"{type_of(name)} {len(names)}"
            known += [slot, with_names(held, names)]
            if isinstance(value, Cells):
                known += [value.maybe, value.single]
        return tuple(known)

    def place(self, place: Place) -> Cells:
        """Return the cells of a mark or of the anchor."""
        return place.of(self.cells) if isinstance(place, Apart) else place


def _cells(place: Place) -> Cells:
    if isinstance(place, Apart):
        raise NotLowered("a cell that depends on a click is read where it is not known; mark it before")
    return place


def value_of(part: Held) -> Expression:
    """Return the value of a part."""
    return part.value if isinstance(part, Cells) else part


def variable_of(part: Held) -> Local:
    """Return the variable that holds a part."""
    value = value_of(part)
    assert isinstance(value, Local)
    return value


def either(one: States, other: States) -> States:
    """Return the states that cells of either kind can have."""
    return None if one is None or other is None else one | other


def adopt(flow: Flow, other: Flow) -> None:
    """Make a flow what another one is."""
    flow.__dict__.update(other.copy().__dict__)


def aside(flow: Flow, me: int) -> Flow:
    """Return a copy for a question whose answer alone counts."""
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
    """Leave a flow without cells."""
    flow.cells, flow.alive = EMPTY, False
