"""Filters that run other chains: choices, repetition, side effects, calls."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import present
from tilewright.metamodel.language import ApplyFilter, CallFilter, ChoiceFilter, RepeatFilter
from tilewright.runtime.interpreter.building import Builder, meaning
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.chains import Chain, spend
from tilewright.runtime.interpreter.flow import Branch, Flow, Step


@meaning(ChoiceFilter)
def choice_filter(element: ChoiceFilter, builder: Builder, effect: bool) -> Step | Branch:
    """Run alternatives. All: the outputs of each. First: those of the first with any. Union: one with all cells."""
    mode = element.mode.name
    if mode == "Union":
        return _union(element, [builder.chain(alternative, False) for alternative in element.alternatives])
    alternatives = [builder.chain(alternative, effect and mode == "First") for alternative in element.alternatives]
    if mode == "All":
        return _all(element, alternatives)
    return _first_performed(element, alternatives) if effect else _first(element, alternatives)


def _union(element: ChoiceFilter, alternatives: list[Chain]) -> Step:
    def apply(flow: Flow) -> None:
        found = 0
        for alternative in alternatives:
            for output in alternative.outputs(flow.aside(flow.cells, flow.me)):
                found |= output.cells
        flow.cells = found

    return Step(element, apply)


def _all(element: ChoiceFilter, alternatives: list[Chain]) -> Branch:
    def outputs(flow: Flow) -> Iterator[Flow]:
        for alternative in alternatives:
            yield from alternative.outputs(flow.copy())

    return Branch(element, outputs)


def _first(element: ChoiceFilter, alternatives: list[Chain]) -> Branch:
    def outputs(flow: Flow) -> Iterator[Flow]:
        for alternative in alternatives:
            found = alternative.outputs(flow.copy())
            output = next(found, None)
            if output is not None:
                yield output
                yield from found
                return
            if flow.follow is not None and alternative.has_output(flow.aside(flow.cells, flow.me)):
                return  # this alternative has outputs, though none along the move: later ones do not count

    return Branch(element, outputs)


def _first_performed(element: ChoiceFilter, alternatives: list[Chain]) -> Step:
    """Run alternatives in effect context: the next one starts with the same cells, but changes are not undone."""

    def apply(flow: Flow) -> None:
        cells, direction, selection = flow.cells, flow.direction, flow.selection
        for alternative in alternatives:
            flow.cells, flow.direction, flow.selection = cells, direction, selection
            alternative.perform(flow)
            if flow.cells:
                return

    return Step(element, apply)


@meaning(RepeatFilter)
def repeat_filter(element: RepeatFilter, builder: Builder, effect: bool) -> Step | Branch:
    """Run the body min to max times. Maximal: the flow leaves only if the body has no output, or after max times."""
    least, most, maximal = element.min, element.max, bool(element.maximal)
    body = builder.chain(element.body, effect)
    if not effect:
        return Branch(element, _Repeated(element, body, least, most, maximal))

    def apply(flow: Flow) -> None:
        count = 0
        while count != most:
            _begin_round(flow, count, element)
            cells, direction, selection = flow.cells, flow.direction, flow.selection
            body.perform(flow)
            if flow.returns is not None:
                return
            if not flow.cells:
                if maximal and count >= least:
                    flow.cells, flow.direction, flow.selection = cells, direction, selection
                return
            count += 1

    return Step(element, apply)


def _begin_round(flow: Flow, rounds: int, element: RepeatFilter) -> None:
    """Charge a step for a round of a repetition that has made some, and remember the one that has made the most."""
    spend(flow, 1, element)
    if rounds > flow.run.rounds:
        flow.run.rounds, flow.run.repeated = rounds, element


class _Repeated:
    """The outputs of a repetition in search context, in pre-order: a flow, then the outputs of its next repetition."""

    def __init__(self, element: RepeatFilter, body: Chain, least: int, most: int, maximal: bool) -> None:
        self.element, self.body, self.least, self.most, self.maximal = element, body, least, most, maximal

    def __call__(self, flow: Flow) -> Iterator[Flow]:
        pending = [(flow, 0)]
        while pending:
            current, count = pending.pop()
            if current.returns is not None or count == self.most:
                yield current
                continue
            _begin_round(current, count, self.element)
            again = list(self.body.outputs(current.copy()))
            pending.extend((output, count + 1) for output in reversed(again))
            if count >= self.least and not (self.maximal and (again or self._goes_on(current))):
                yield current

    def _goes_on(self, flow: Flow) -> bool:
        """Return whether the body has outputs when the flow follows no identity."""
        return flow.follow is not None and self.body.has_output(flow.aside(flow.cells, flow.me))


@meaning(ApplyFilter)
def apply_filter(element: ApplyFilter, builder: Builder, effect: bool) -> Step:
    """Run the body for its changes to the position and the marks, then restore cells, direction and clicks.

    The body is run once, or once for each cell or direction. If the perspective stands for several players, all these
    rounds are run as the first player, then as the next one.
    """
    body = builder.chain(element.body, effect=True)
    mode = element.forEach.name
    seen = [builder.players(element, me) for me in range(len(builder.tables.players))]
    ways = []
    if mode == "Direction":
        ways = [builder.tables.directions(present(element.directions), me) for me in range(len(builder.tables.players))]

    def apply(flow: Flow) -> None:
        cells, direction, selection, anchor = flow.cells, flow.direction, flow.selection, flow.anchor
        follow, flow.follow = flow.follow, None
        me = flow.me
        rounds = (
            (player, *around)
            for player in seen[me]
            for around in (
                [(1 << cell, direction) for cell in bits(cells)]
                if mode == "Cell"
                else [(cells, way) for way in ways[player]]
                if mode == "Direction"
                else [(cells, direction)]
            )
        )
        for flow.me, flow.cells, flow.direction in rounds:
            body.perform(flow)
            flow.selection = selection
            if flow.returns is not None:
                break
        flow.me, flow.cells, flow.direction, flow.selection, flow.anchor = me, cells, direction, selection, anchor
        flow.follow = follow

    return Step(element, apply)


@meaning(CallFilter)
def call_filter(element: CallFilter, builder: Builder, effect: bool) -> Step | Branch:
    """Run a sub-pipeline as if it stood here."""
    pipeline = builder.called(element.pipeline, effect)
    if effect:
        return Step(element, pipeline.perform)
    return Branch(element, pipeline.outputs)
