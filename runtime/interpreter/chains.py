"""Chains of filters, which are run one after another on a flow.

A chain is run in one of two contexts. In *search* context it may have many outputs, and what a dead flow did is
discarded. In *effect* context there is exactly one flow, changed in place; what a chain did before it died remains.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import Filter
from tilewright.runtime.interpreter.flow import Branch, Flow, Run, Step
from tilewright.runtime.position import Identity


class BudgetExceeded(Exception):
    """More steps were taken than one generation, ``run``, may take. ``element`` is the filter at which they ran out."""

    def __init__(self, element: Filter, run: Run) -> None:
        super().__init__()
        self.element = element
        self.run = run


class Chain:
    """A chain of filters: segments of steps, each but the last ended by a branching filter."""

    def __init__(self, filters: list[Step | Branch]) -> None:
        self.filters = tuple(filters)
        self.element = filters[0].element
        self._segments: list[tuple[tuple[Step, ...], Branch | None]] = []
        steps: list[Step] = []
        for step in filters:
            if isinstance(step, Step):
                steps.append(step)
            else:
                self._segments.append((tuple(steps), step))
                steps = []
        self._segments.append((tuple(steps), None))
        self._linear = len(self._segments) == 1

    def perform(self, flow: Flow) -> None:
        """Run the chain in place; it stops when the flow dies or the game ends. The chain must not branch."""
        steps = self._segments[0][0]
        self._spend(flow, len(steps))
        for step in steps:
            step.apply(flow)
            if not flow.cells or flow.returns is not None:
                return

    def outputs(self, flow: Flow) -> Iterator[Flow]:
        """Yield the outputs in order. The caller must not use *flow* any more; each output belongs to the caller."""
        if self._linear:
            self.perform(flow)
            if flow.cells:
                yield flow
            return
        pending: list[Iterator[Flow]] = [iter((flow,))]
        while pending:
            current = next(pending[-1], None)
            if current is None:
                pending.pop()
                continue
            steps, branch = self._segments[len(pending) - 1]
            self._spend(current, 1 + len(steps))
            ended = current.returns is not None
            for step in () if ended else steps:
                step.apply(current)
                ended = current.returns is not None
                if ended or not current.cells:
                    break
            if current.cells:
                if ended or branch is None:
                    yield current
                else:
                    pending.append(branch.outputs(current))

    def has_output(self, flow: Flow) -> bool:
        """Return whether there is any output. The caller must not use *flow* any more."""
        if self._linear:
            self.perform(flow)
            return flow.cells != 0
        return next(self.outputs(flow), None) is not None

    def _spend(self, flow: Flow, steps: int) -> None:
        flow.run.left -= steps
        if flow.run.left < 0:
            raise BudgetExceeded(self.element, flow.run)


def spend(flow: Flow, steps: int, element: Filter) -> None:
    """Charge steps for the work inside one filter. ``BudgetExceeded`` if the budget is spent."""
    flow.run.left -= steps
    if flow.run.left < 0:
        raise BudgetExceeded(element, flow.run)


LONG = 64
"""The length of a move beyond which each added step is charged, because the longer move copies all earlier ones."""


def lengthen(flow: Flow, steps: Identity, element: Filter) -> None:
    """Append steps to the identity of the move."""
    flow.selection += steps
    if len(flow.selection) > LONG:
        spend(flow, len(flow.selection) // 8, element)
