"""Rides: the cells that steps along a way reach from one cell, up to the first blocker, without a loop.

Upwards, the borrow of a subtraction separates the cells before the nearest blocker, which is the lowest bit (the
"o ^ (o - 2r)" trick of chess programming). Downwards it is the highest bit, and a shift or a table separates them.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Module
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import Cells, join_all, variable, without
from tilewright.generator.compiler.emit.tables import straight_rays
from tilewright.generator.compiler.kernel.nodes import SET, Number, call, entry
from tilewright.generator.compiler.rules.board import Way


def ride(emitter: Emitter, start: Cells, way: Way, through: Cells | None) -> Cells:
    """Return the cells that a ride from one cell reaches, including the first one that is not in *through*.

    Without *through* nothing stops it. *start* must be one cell, and the way must have rays: see ``straight_rays``.
    """
    rays = straight_rays(emitter, way)
    assert rays is not None
    table = emitter.module.table("RAY", rays)
    maybe = 0
    for bit, ray in enumerate(rays):
        if start.maybe >> bit & 1:
            maybe |= ray
    ray_cells = emitter.name(Cells(entry(table, call("ctz", start.value)), maybe))
    if through is None:
        return ray_cells
    met = emitter.name(without(ray_cells, through))
    if way.shifts[0][0] > 0:
        before = met.value ^ (met.value - (start.value << 1))
        return emitter.name(Cells(ray_cells.value & before, maybe))
    last = call("msb", met.value | 1)
    if emitter.constants.board.words > 1:  # a shift by a variable of several words costs more than a table
        return emitter.name(Cells(ray_cells.value ^ entry(table, last), maybe))
    ones = Number(SET, (1 << 64) - 1)
    return emitter.name(Cells(ray_cells.value & (ones << last), maybe))


def rides(emitter: Emitter, start: Cells, ways: tuple[Way, ...], through: Cells) -> Cells | None:
    """Return the union of rides from one cell along several ways, by a call of a shared function.

    Return None if it is only one way, or if a way has no rays.
    """
    tables = [straight_rays(emitter, way) for way in ways]
    if len(ways) < 2 or None in tables:
        return None
    ways = tuple(sorted(ways, key=lambda way: -way.shifts[0][0]))  # the same function for the same ways
    everything = emitter.constants.board.cells

    def function(module: Module) -> str:
        cell, passable = variable("C", everything, single=True), variable("V", everything)
        with emitter.function(Sink()) as code:
            code.answer(join_all([ride(emitter, cell, way, passable) for way in ways]).value)
        return module.share("rides", ("C", "V"), code.body)

    name = emitter.module.once(("rides", ways), function)
    maybe = 0
    for rays in tables:
        for bit, ray_cells in enumerate(rays or []):
            maybe |= ray_cells if start.maybe >> bit & 1 else 0
    return emitter.name(Cells(call(name, start.value, through.value, type=SET), maybe))
