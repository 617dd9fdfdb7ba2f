"""Filters that branch: one flow in, any number out, in order. They occur in search context only: see ``chains``."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import AmountFilter, DirectionFilter, SelectFilter, ShapeFilter
from tilewright.runtime.interpreter.building import Builder, meaning
from tilewright.runtime.interpreter.cells import NOWHERE, bits
from tilewright.runtime.interpreter.chains import lengthen, spend
from tilewright.runtime.interpreter.effects import within_bounds
from tilewright.runtime.interpreter.flow import Branch, Flow


@meaning(SelectFilter)
def select_filter(element: SelectFilter, builder: Builder, effect: bool) -> Branch:
    """The click: one output for each cell, which is added to the move if the filter records."""
    mark = None if element.mark is None else builder.tables.mark(element.mark)
    record = bool(element.record)

    def outputs(flow: Flow) -> Iterator[Flow]:
        cells = flow.cells
        follow = flow.follow
        if record and follow is not None:
            place = len(flow.selection)
            if place < len(follow):
                step = follow[place]
                cells &= 1 << step if isinstance(step, int) else 0
            elif flow.run.exact:
                return
        for cell in bits(cells):
            out = flow.copy()
            out.cells = 1 << cell
            if record:
                lengthen(out, (cell,), element)
                out.anchor = cell
            if mark is not None:
                out.write_mark(mark[flow.me], out.cells)
            yield out

    return Branch(element, outputs)


@meaning(AmountFilter)
def amount_filter(element: AmountFilter, builder: Builder, effect: bool) -> Branch:
    """One output for each number from low to high: the counter is set to it, and it is added to the move."""
    low, high = builder.value(element.low), builder.value(element.high)
    counter = builder.tables.counters[element.counter]
    written = builder.tables.written(element.counter)

    def outputs(flow: Flow) -> Iterator[Flow]:
        least = low(flow)
        if least < 0:
            message = f"the least amount of '{element.counter.name}' would be {least}; amounts are at least 0"
            raise builder.error("negative-amount", element, message)
        for amount in range(least, high(flow) + 1):
            spend(flow, 1, element)
            step = (str(amount),)
            if not flow.may_append(step):
                continue
            out = flow.copy()
            lengthen(out, step, element)
            slot = counter.slot(flow.me)
            number = within_bounds(amount, counter, element, builder)
            out.counters = (*flow.counters[:slot], number, *flow.counters[slot + 1 :])
            out.written |= written
            yield out

    return Branch(element, outputs)


@meaning(ShapeFilter)
def shape_filter(element: ShapeFilter, builder: Builder, effect: bool) -> Branch:
    """One output for each kind of piece on the mark, each orientation of its shape, and each cell for its first cell.

    A shape that does not fit on the board has none. On a board of hexagons it is laid before it is laid in zones.
    """
    tables = builder.tables
    mark = tables.mark(element.mark)
    lying = [
        (piece, [tables.offset_on_the_flat(vector) for vector in vectors], ground)
        for piece in tables.pieces.values()
        for slant, ground in tables.grounds
        for vectors in tables.orientations(piece, slant)
    ]

    def outputs(flow: Flow) -> Iterator[Flow]:
        marked = flow.marks[mark[flow.me]]
        there = {info.piece for info, cells in zip(tables.states, flow.boards, strict=True) if cells & marked}
        for ways, ground in ((ways, ground) for piece, ways, ground in lying if piece in there):
            for first in bits(flow.cells & ground):
                spend(flow, 1, element)
                cells = [way.table[first] for way in ways]
                if NOWHERE not in cells:
                    out = flow.copy()
                    out.cells = sum(1 << cell for cell in cells)
                    yield out

    return Branch(element, outputs)


@meaning(DirectionFilter)
def direction_filter(element: DirectionFilter, builder: Builder, effect: bool) -> Branch:
    """One output for each direction, bound to the flow."""
    ways = [builder.tables.directions(element.directions, me) for me in range(len(builder.tables.players))]

    def outputs(flow: Flow) -> Iterator[Flow]:
        for way in ways[flow.me]:
            out = flow.copy()
            out.direction = way
            yield out

    return Branch(element, outputs)
