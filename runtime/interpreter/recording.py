"""A recorder of a watched interpreter: which flow came to which filter, from where, and with which outputs."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.metamodel.language import Filter
from tilewright.runtime.interpreter.cells import Neighbour
from tilewright.runtime.interpreter.flow import Flow
from tilewright.runtime.position import CellSet

MAX_VISITS = 50_000
"""The greatest number of visits that are recorded."""


@dataclass(eq=False, slots=True)
class Output:
    """A flow that has left a filter alive. The flow is kept so that its ``id`` is not reused."""

    flow: Flow
    cells: CellSet
    direction: Neighbour | None
    boards: tuple[CellSet, ...]
    counters: tuple[int, ...]
    ended: bool
    next: Visit | None = None


@dataclass(eq=False, slots=True)
class Visit:
    """A visit of a flow to a filter; ``outer`` is the visit of the filter that runs this one, if there is one."""

    element: Filter
    outer: Visit | None
    before: CellSet
    me: int
    boards: tuple[CellSet, ...]
    counters: tuple[int, ...]
    outputs: list[Output] = field(default_factory=list)
    inner: list[Visit] = field(default_factory=list)


class Recorder:
    """A listener that records visits. Runs that only ask whether somebody can move are left out.

    ``cut`` says that there were more than ``MAX_VISITS``.
    """

    def __init__(self) -> None:
        self.cut = False
        self._roots: list[Visit] = []
        self._inside: list[Visit] = []
        self._came_from: dict[int, tuple[Visit, Output]] = {}
        self._count = 0

    def take(self) -> list[Visit]:
        """Return the first visits of the chains that were run since the last call, and forget them."""
        roots, self._roots = self._roots, []
        self._came_from.clear()
        return roots

    def unfinished(self) -> list[Visit]:
        """Return the visits of flows that have not left their filters, because the rules have failed there."""
        return list(self._inside)

    def enter(self, element: Filter, flow: Flow) -> Visit | None:
        if flow.run.asked:
            return None
        if self._count == MAX_VISITS:
            self.cut = True
            return None
        self._count += 1
        outer = self._inside[-1] if self._inside else None
        visit = Visit(element, outer, flow.cells, flow.me, flow.boards, flow.counters)
        before, output = self._came_from.get(id(flow), (None, None))
        if before is not None and output is not None and before.outer is outer and before.element.nextFilter is element:
            output.next = visit
        else:
            (self._roots if outer is None else outer.inner).append(visit)
        self._inside.append(visit)
        return visit

    def leave(self, visit: Visit | None, flow: Flow) -> None:
        if visit is not None:
            self._inside.pop()
            if flow.cells:
                self._put_out(visit, flow)

    def give(self, visit: Visit | None, flow: Flow, number: int) -> None:
        self.leave(visit, flow)

    def resume(self, visit: Visit | None) -> None:
        if visit is not None:
            self._inside.append(visit)

    def end(self, visit: Visit | None, given: int) -> None:
        if visit is not None:
            self._inside.pop()

    def _put_out(self, visit: Visit, flow: Flow) -> None:
        ended = flow.returns is not None
        output = Output(flow, flow.cells, flow.direction, flow.boards, flow.counters, ended)
        visit.outputs.append(output)
        self._came_from[id(flow)] = visit, output
