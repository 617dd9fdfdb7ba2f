"""Masses: the weights and shares of nature's moves, which are values in the position in which the move began."""

from __future__ import annotations

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.clicking import clicked
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.kernel.nodes import Expression
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import WRONG_ODDS
from tilewright.metamodel.language import Lifetime


def mass_of(emitter: Emitter, value: ir.Value, flow: Flow) -> Expression:
    """Return the value of a move of nature to which a flow has come, computed where the move began.

    Of the move itself it sees the cell of the last click, and the marks and counters that last for a move.
    """
    assert emitter.start is not None
    constants, before = emitter.constants, emitter.start.copy()
    before.cells = clicked(emitter, flow)
    for mark, life in enumerate(constants.mark_lifetimes):
        if life is Lifetime.Move:
            before.marks[mark] = flow.place(flow.marks[mark])
    for facts in constants.counters.values():
        if facts.lifetime is Lifetime.Move:
            for player in range(facts.players):
                key = (facts.number, player)
                if facts.per_cell:
                    before.planes[key] = flow.planes[key]
                else:
                    before.numbers[key] = flow.numbers[key]
    before.alive = True
    return emitter.number(value_of(emitter, value, before))


def has_mass(emitter: Emitter, op: ir.Mass, flow: Flow) -> Expression:
    """Return a condition that is true if the mass of a move is greater than 0; emit the error of a negative one."""
    mass = mass_of(emitter, op.value, flow)
    if emitter.constants.range_of(op.value).start < 0:
        emitter.fail(mass < 0, WRONG_ODDS)
    return mass > 0
