"""Emission of the best cells: those whose value is the least, or the greatest.

of a counter per cell   digit by digit from the highest one: cells with the better digit are kept, if there are any
of any other value      cell by cell: the best value so far, and the cells that have it
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.emitter import Emitter, straight
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.sets import Cells, meet, variable, without
from tilewright.generator.compiler.kernel.nodes import If, any_of, choice, equal, logic
from tilewright.generator.compiler.rules import ir


@straight(ir.Best)
def best(emitter: Emitter, op: ir.Best, flow: Flow) -> None:
    """Keep the cells of the working set with the best value."""
    if flow.single and not op.traits.raises:
        return
    match op.value:
        case ir.Number(per_cell=True, cells=None):
            _by_digits(emitter, flow, flow.planes[op.value.counter, op.value.player], op.most)
        case _:
            _one_by_one(emitter, op, flow)


def _by_digits(emitter: Emitter, flow: Flow, planes: tuple[Cells, ...], most: bool) -> None:
    """Keep the best cells by a counter per cell. A test for each digit, no loop."""
    for plane in reversed(planes):
        cells = emitter.named(flow).cells
        better = emitter.name(meet(cells, plane) if most else without(cells, plane))
        if better.constant is None:
            flow.cells = Cells(choice(better.value, better.value, cells.value), cells.maybe, None, cells.single)
        elif better.constant:
            flow.cells = better
    emitter.named(flow)


def _one_by_one(emitter: Emitter, op: ir.Best, flow: Flow) -> None:
    """Keep the best cells by any value, in a loop."""
    code = emitter.code
    found, limit = code.fresh("U"), code.fresh("n")
    code.assign(found, 0)
    code.assign(limit, 0)
    cells = emitter.named(flow).cells
    for one in emitter.each(flow):
        number = emitter.number(value_of(emitter, op.value, aside(one, one.me)))
        with code.block(If(any_of(logic("not", found), number > limit if op.most else number < limit))):
            code.assign(found, 0)
            code.assign(limit, number)
        with code.block(If(equal(number, limit))):
            code.assign(found, found | one.cells.value)
    flow.cells = variable(found, cells.maybe, single=cells.single)
