"""Clicks: what a flow, or many flows at once, record of the selected cell."""

from __future__ import annotations

from typing import assert_never

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Apart, Flow
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.sets import Cells, constant, meet
from tilewright.generator.compiler.kernel.nodes import ONE, call, choice
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import DOUBTFUL


def click(emitter: Emitter, op: ir.Select, flow: Flow) -> None:
    """Record a click on the one cell of the working set; write it down if identities are."""
    if op.record:
        doubt(emitter, flow)
        flow.anchor, flow.anchored, flow.mark_states[-1] = flow.cells, True, flow.states
        flow.clicks += 1
        if emitter.ordered:
            emitter.step(flow, call("ctz", flow.cells.value))
    if op.mark is not None:
        flow.marks[op.mark] = flow.cells
        flow.mark_states[op.mark] = flow.states
        flow.written[op.mark] = ONE


def clicked(emitter: Emitter, flow: Flow) -> Cells:
    """Return the cell of the last click, or all cells of the board if there was none: there effects begin."""
    everything = constant(emitter.constants.board.board)
    match flow.anchored:
        case True:
            return flow.place(flow.anchor)
        case False:
            return everything
        case None:
            anchor = emitter.name(flow.place(flow.anchor))
            value = choice(anchor.value, anchor.value, everything.value)
            return emitter.name(Cells(value, anchor.maybe | everything.maybe))
        case _:
            assert_never(flow.anchored)


def click_all(emitter: Emitter, op: ir.Select, flow: Flow) -> None:
    """Record a click of each of many flows on its own cell."""
    if op.record:
        doubt(emitter, flow)
        flow.anchor, flow.anchored, flow.mark_states[-1] = Apart(0), True, flow.states
        flow.clicks += 1
    if op.mark is not None:
        flow.marks[op.mark], flow.mark_states[op.mark] = Apart(0), flow.states
        flow.written[op.mark] = ONE


def doubt(emitter: Emitter, flow: Flow) -> None:
    """Emit the error that a click may make the same move as another rule: see ``Emitter.doubts``."""
    for place, states in emitter.doubts:
        if place == flow.clicks:
            emitter.fail(meet(flow.cells, board_of(emitter, flow, states, flow.states)).value, DOUBTFUL)
