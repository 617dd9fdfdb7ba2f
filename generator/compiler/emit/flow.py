"""A flow at compile time: for each part of a flow the expression that has its value where the emission stands.

Parts are texts of the emitted program and never change once they are emitted, so a copy of a flow is a copy of texts;
what one branch does to the position is not seen by another. A flow is *many* flows at once after a click: its working
set then stands for one flow for each of its cells, and marks are told by their distance from that cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, shifted
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way

States: TypeAlias = frozenset[int] | None
"""The states that cells can have; None: any."""

Slot: TypeAlias = tuple[str | int, ...]
"""Names one part of a flow."""


@dataclass(frozen=True)
class Apart:
    """The cell at a distance from the current one of many: its bit is the current one's less ``distance``."""

    distance: int

    def of(self, cells: Cells) -> Cells:
        """Return the cell that belongs to a cell."""
        return shifted(cells, -self.distance, None)


Place: TypeAlias = Cells | Apart


@dataclass
class Flow:
    """See the legend of this module."""

    me: int
    cells: Cells
    boards: dict[int, Cells]
    marks: list[Place]
    numbers: dict[tuple[int, int], str]
    planes: dict[tuple[int, int], tuple[Cells, ...]]
    phase: str
    end: str
    written: list[str]
    scores: tuple[str, ...] = ()
    turn: str = "-1"
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
    length: str = "0"
    """How many steps the identity has so far, where it is written down."""
    clicks: int = 0
    """How many clicks there were, outside of repetitions."""
    pending: tuple[ir.Op, ...] = ()
    """Effects that wait for the end of a rule of many flows."""

    def copy(self) -> Flow:
        """Return another flow that goes on from here."""
        other = replace(self)
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

    def slots(self) -> Iterator[tuple[Slot, Cells | str]]:
        """Yield the parts that hold values at run time."""
        yield ("cells",), self.cells
        for state, cells in self.boards.items():
            yield ("board", state), cells
        for mark, place in enumerate(self.marks):
            yield ("mark", mark), _cells(place)
        for counter, text in self.numbers.items():
            yield ("number", *counter), text
        for counter, planes in self.planes.items():
            for digit, plane in enumerate(planes):
                yield ("plane", *counter, digit), plane
        for number, text in enumerate(self.written):
            yield ("written", number), text
        for number, text in enumerate(self.scores):
            yield ("score", number), text
        yield ("phase",), self.phase
        yield ("end",), self.end
        yield ("turn",), self.turn
        yield ("anchor",), _cells(self.anchor)
        yield ("length",), self.length

    def put(self, slot: Slot, value: Cells | str) -> None:
        """Replace a part."""
        kind, *rest = slot
        if isinstance(value, str):
            match kind:
                case "number":
                    self.numbers[int(rest[0]), int(rest[1])] = value
                case "written":
                    self.written[int(rest[0])] = value
                case "score":
                    self.scores = (*self.scores[: int(rest[0])], value, *self.scores[int(rest[0]) + 1 :])
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

    def place(self, place: Place) -> Cells:
        """Return the cells of a mark or of the anchor."""
        return place.of(self.cells) if isinstance(place, Apart) else place


def _cells(place: Place) -> Cells:
    if isinstance(place, Apart):
        raise NotLowered("a cell that depends on a click is needed where it is not known")
    return place


def text_of(value: Cells | str) -> str:
    """Return the text of a part."""
    return value if isinstance(value, str) else value.value


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
    other.end = "0"
    if flow.many:
        other.many = False
        other.marks = [EMPTY if isinstance(mark, Apart) else mark for mark in flow.marks]
        other.anchor = EMPTY if isinstance(flow.anchor, Apart) else flow.anchor
    other.pending = ()
    return other


def die(flow: Flow) -> None:
    """Leave a flow without cells."""
    flow.cells, flow.alive = EMPTY, False
