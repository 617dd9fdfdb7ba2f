"""What moves of nature weigh: values in the position in which the move began."""

from __future__ import annotations

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.sets import Cells, constant
from tilewright.generator.compiler.kernel.nodes import Expression, choice
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import WRONG_ODDS


def mass_of(emitter: Emitter, value: ir.Value, flow: Flow) -> Expression:
    """Return what a value is for a move, which a flow has come to: as if nothing but its own marks had changed."""
    assert emitter.start is not None
    constants, before = emitter.constants, emitter.start.copy()
    everything = constant(constants.board.board)
    anchor = flow.place(flow.anchor)
    before.cells = everything
    if flow.anchored is True:
        before.cells = anchor
    elif flow.anchored is None:
        before.cells = emitter.name(Cells(choice(anchor.value, anchor.value, everything.value), everything.raw))
    for mark, life in enumerate(constants.mark_lifetimes):
        if life == "Move":
            before.marks[mark] = flow.place(flow.marks[mark])
    for facts in constants.counters.values():
        if facts.lifetime == "Move":
            for player in range(facts.players):
                key = (facts.number, player)
                if facts.per_cell:
                    before.planes[key] = flow.planes[key]
                else:
                    before.numbers[key] = flow.numbers[key]
    before.alive = True
    return emitter.number(value_of(emitter, value, before))


def has_mass(emitter: Emitter, op: ir.Mass, flow: Flow) -> Expression:
    """Return whether a move has a mass; emit that a negative one is an error."""
    mass = mass_of(emitter, op.value, flow)
    if emitter.constants.range_of(op.value).start < 0:
        emitter.fail(mass < 0, WRONG_ODDS)
    return mass > 0
