"""How values are emitted: numbers computed from a flow."""

from __future__ import annotations

from typing import assert_never

from tilewright.generator.compiler.emit.emitter import Walker
from tilewright.generator.compiler.emit.filters.gathering import gather
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.sets import Cells, meet
from tilewright.generator.compiler.rules import ir


def value_text(walker: Walker, value: ir.Value, flow: Flow) -> str:
    """Return the text of a value."""
    match value:
        case ir.Int():
            return str(value.value) if value.value >= 0 else f"({value.value})"
        case ir.Count():
            cells = flow.cells if value.cells is None else gather(walker, value.cells, flow)
            return count_text(cells)
        case ir.Number():
            if not value.per_cell:
                return flow.numbers[value.counter, value.player]
            cells = flow.cells if value.cells is None else gather(walker, value.cells, flow)
            return total(walker, flow, value.counter, value.player, walker.name(cells))
        case ir.Sum():
            parts = [f"{weight} * {value_text(walker, term, flow)}" for weight, term in value.terms]
            return f"({' + '.join(parts) or '0'})"
        case _:
            assert_never(value)


def count_text(cells: Cells) -> str:
    """Return the text of the number of cells in a set."""
    return str(cells.constant.bit_count()) if cells.constant is not None else f"popc({cells.value})"


def total(walker: Walker, flow: Flow, counter: int, player: int, cells: Cells) -> str:
    """Return the text of the sum of a counter over cells: the planes hold the binary digits above the least value."""
    facts = walker.facts(counter)
    parts = [
        f"({count_text(meet(plane, cells))} << {digit})" if digit else count_text(meet(plane, cells))
        for digit, plane in enumerate(flow.planes[counter, player])
        if meet(plane, cells).constant != 0
    ]
    if facts.least:
        parts.append(f"{facts.least} * {count_text(cells)}")
    return f"({' + '.join(parts) or '0'})"
