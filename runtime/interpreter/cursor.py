"""Filters that replace the working set by another one, or store it in the move or a mark."""

from __future__ import annotations

from tilewright.metamodel.elements import present
from tilewright.metamodel.language import (
    BendFilter,
    BestFilter,
    CellsFilter,
    Collect,
    Filter,
    FloodFilter,
    ImageFilter,
    IntoFilter,
    IterativeFilter,
    MarkFilter,
    OptionFilter,
    PickFilter,
    RecordFilter,
    StampFilter,
    StepFilter,
)
from tilewright.runtime.interpreter.building import Builder, meaning
from tilewright.runtime.interpreter.cells import NOWHERE, Neighbour, bits, union
from tilewright.runtime.interpreter.chains import lengthen, spend
from tilewright.runtime.interpreter.flow import Flow, Step
from tilewright.runtime.interpreter.patterns import CellsOf
from tilewright.runtime.position import CellSet


def combined(combine: str, cells: CellSet, others: CellSet) -> CellSet:
    """Return two sets combined by ``Replace``, ``Intersect``, ``Union``, ``Minus`` or, else, to the empty set."""
    if combine == "Replace":
        return others
    if combine == "Intersect":
        return cells & others
    if combine == "Union":
        return cells | others
    return cells & ~others if combine == "Minus" else 0


def bound_direction(flow: Flow, element: Filter, builder: Builder) -> Neighbour:
    """Return the direction that is bound to a flow. ``ModelError`` if there is none."""
    if flow.direction is None:
        message = f"{element.eClass.name} names no directions, and no direction is bound here"
        raise builder.error("no-direction", element, message)
    return flow.direction


@meaning(CellsFilter)
def cells_filter(element: CellsFilter, builder: Builder, effect: bool) -> Step:
    """Combine the working set with all cells of the board, a region or zone, a mark, or the last cell clicked."""
    source = cell_source(element, builder)
    combine = element.combine.name

    def apply(flow: Flow) -> None:
        flow.cells = combined(combine, flow.cells, source(flow))

    return Step(element, apply)


def cell_source(element: CellsFilter, builder: Builder) -> CellsOf:
    """Return a function that computes the set that a ``CellsFilter`` names, for all players of its perspective."""
    tables = builder.tables
    source = element.source.name
    seen = [builder.players(element, me) for me in range(len(tables.players))]
    if source == "Region":
        regions = [union(tables.region(present(element.region), other) for other in others) for others in seen]
        return lambda flow: regions[flow.me]
    if source == "Mark":
        mark = tables.mark(present(element.mark))
        return lambda flow: union(flow.marks[mark[other]] for other in seen[flow.me])
    if source == "Anchor":
        return lambda flow: 0 if flow.anchor == NOWHERE else 1 << flow.anchor
    board = tables.cells.board
    return lambda flow: board


@meaning(StepFilter)
def step_filter(element: StepFilter, builder: Builder, effect: bool) -> Step:
    """Go min to max steps along each direction, or exactly as many as ``count`` says, or min to at most as many.

    The cells on the way must match ``through``; the cell that is reached need not.
    """
    count_of = None if element.count is None else builder.value(element.count)
    through = builder.pattern(element.through) if element.through is not None else None
    directions = [builder.tables.ways(element, me) for me in range(len(builder.tables.players))]
    places = len(builder.tables.cells.places)

    def apply(flow: Flow) -> None:
        least, most = element.min, element.max
        if count_of is not None:
            most = count_of(flow)
            least = least if element.atMost else most
            if most < max(least, 0):
                flow.cells = 0
                return
        # a cell that is reached at all is reached within so many steps: a direction has at most one neighbour per cell
        far = max(least, 0) + places
        last = far if most < 0 else min(most, far)
        named = directions[flow.me]
        ways = (bound_direction(flow, element, builder),) if named is None else named
        passable = -1 if through is None else through(flow)
        start = flow.cells
        reached = start if least <= 0 else 0
        for way in ways:
            front = start
            for count in range(1, last + 1):
                front = way.image(front)
                if count >= least:
                    reached |= front
                front &= passable
                if not front:
                    break
                if count > 1:
                    spend(flow, 1, element)
        flow.cells = reached

    return Step(element, apply)


@meaning(IterativeFilter)
def iterative_filter(element: IterativeFilter, builder: Builder, effect: bool) -> Step:
    """From each cell, along each direction, collect the matching cells of a ray, then test the end of the ray.

    The end is the first cell that is not collected or, if the ray left the board, the last cell visited. All collected
    cells are yielded, the last one of them, or none.
    """
    match = builder.pattern(element.matchRule)
    end_rule = builder.pattern(element.endRule) if element.endRule is not None else None
    least, most = element.min, element.max
    collect = element.collect
    collects, ends = collect is not Collect.End, collect in (Collect.End, Collect.Both)
    tables = builder.tables
    ways = [tables.ways(element, me) for me in range(len(tables.players))]

    def apply(flow: Flow) -> None:
        named = ways[flow.me]
        rays = (bound_direction(flow, element, builder),) if named is None else named
        matching = match(flow)
        ending = -1 if end_rule is None else end_rule(flow)
        found = 0
        for ray in rays:
            table = ray.table
            for start in bits(flow.cells & ray.domain):
                cell = last = table[start]
                collected = count = 0
                while cell != NOWHERE and matching >> cell & 1 and count != most and not collected >> cell & 1:
                    collected |= 1 << cell
                    count += 1
                    last = cell
                    cell = table[cell]
                if collect is Collect.Last:
                    collected &= 1 << last
                end = 1 << (last if cell == NOWHERE else cell)
                if count >= least and ending & end:
                    found |= (collected if collects else 0) | (end if ends else 0)
                if count > 1:
                    spend(flow, count - 1, element)
        flow.cells = found

    return Step(element, apply)


@meaning(FloodFilter)
def flood_filter(element: FloodFilter, builder: Builder, effect: bool) -> Step:
    """Add every cell that is reached through matching cells; the cells to start from are not tested."""
    through = builder.pattern(element.through)
    ways = [builder.tables.directions(element.directions, me) for me in range(len(builder.tables.players))]

    def apply(flow: Flow) -> None:
        passable = through(flow)
        reached = front = flow.cells
        while front:
            around = 0
            for way in ways[flow.me]:
                around |= way.image(front)
            front = around & passable & ~reached
            reached |= front
            spend(flow, 1, element)
        flow.cells = reached

    return Step(element, apply)


@meaning(ImageFilter)
def image_filter(element: ImageFilter, builder: Builder, effect: bool) -> Step:
    """Map the working set by a transform of the board."""
    image = builder.tables.image(element.transform.name)

    def apply(flow: Flow) -> None:
        flow.cells = image.image(flow.cells)

    return Step(element, apply)


@meaning(IntoFilter)
def into_filter(element: IntoFilter, builder: Builder, effect: bool) -> Step:
    """Map each cell to its counterparts in a zone, or on the board: see ``Tables.counterparts``."""
    tables = builder.tables
    counterparts = [tables.counterparts(element.zone, me) for me in range(len(tables.players))]

    def apply(flow: Flow) -> None:
        found = 0
        for cell in bits(flow.cells):
            found |= counterparts[flow.me][cell]
        flow.cells = found

    return Step(element, apply)


@meaning(StampFilter)
def stamp_filter(element: StampFilter, builder: Builder, effect: bool) -> Step:
    """Replace the working set by the cells that the shapes of the pieces on a mark cover, in written orientation.

    The upper left corner of a shape lies on each cell of the working set at which the whole shape fits.
    """
    tables = builder.tables
    mark = tables.mark(element.mark)
    written = [
        [tables.offset_on_the_flat(vector) for vector in tables.pictured(piece)] for piece in tables.pieces.values()
    ]

    def apply(flow: Flow) -> None:
        marked = flow.marks[mark[flow.me]]
        there = {info.piece for info, cells in zip(tables.states, flow.boards, strict=True) if cells & marked}
        found = 0
        for ways in (written[piece] for piece in there if piece != NOWHERE and written[piece]):
            fitting = flow.cells
            for way in ways:
                fitting &= way.domain
            for way in ways:
                found |= way.image(fitting)
        flow.cells = found

    return Step(element, apply)


@meaning(BendFilter)
def bend_filter(element: BendFilter, builder: Builder, effect: bool) -> Step:
    """Replace the bound direction by one that is ``by`` places later in the cyclic order of its set, or ``count``."""
    ways = [builder.tables.directions(element.directions, me) for me in range(len(builder.tables.players))]
    count_of = None if element.count is None else builder.value(element.count)

    def apply(flow: Flow) -> None:
        by = element.by if count_of is None else count_of(flow)
        direction = bound_direction(flow, element, builder)
        order = ways[flow.me]
        if direction not in order:
            message = f"the direction that is bound is none of '{element.directions.name}'"
            raise builder.error("no-direction", element, message)
        flow.direction = order[(order.index(direction) + by) % len(order)]

    return Step(element, apply)


@meaning(PickFilter)
def pick_filter(element: PickFilter, builder: Builder, effect: bool) -> Step:
    """Leave the first or the last cell, row by row."""
    last = bool(element.last)

    def apply(flow: Flow) -> None:
        cells = flow.cells
        flow.cells = 1 << cells.bit_length() >> 1 if last else cells & -cells

    return Step(element, apply)


@meaning(BestFilter)
def best_filter(element: BestFilter, builder: Builder, effect: bool) -> Step:
    """Leave the cells with the best value, which is computed with each cell alone as the working set."""
    value = builder.value(element.value)
    best = max if element.best.name == "Most" else min

    def apply(flow: Flow) -> None:
        values = {cell: value(flow.aside(1 << cell, flow.me)) for cell in bits(flow.cells)}
        wanted = best(values.values(), default=0)
        flow.cells = sum(1 << cell for cell, number in values.items() if number == wanted)

    return Step(element, apply)


@meaning(RecordFilter)
def record_filter(element: RecordFilter, builder: Builder, effect: bool) -> Step:
    """Make the working set, row by row, a part of the identity of the move."""

    def apply(flow: Flow) -> None:
        recorded = tuple(bits(flow.cells))
        if flow.may_append(recorded):
            lengthen(flow, recorded, element)
        else:
            flow.cells = 0

    return Step(element, apply)


@meaning(OptionFilter)
def option_filter(element: OptionFilter, builder: Builder, effect: bool) -> Step:
    """Append a label to the identity of the move."""
    label = (element.label,)

    def apply(flow: Flow) -> None:
        if flow.may_append(label):
            lengthen(flow, label, element)
        else:
            flow.cells = 0

    return Step(element, apply)


@meaning(MarkFilter)
def mark_filter(element: MarkFilter, builder: Builder, effect: bool) -> Step:
    """Combine a mark with the working set and store the result in the mark; the working set stays."""
    marks = builder.tables.mark(element.mark)
    combine = element.combine.name

    def apply(flow: Flow) -> None:
        mark = marks[flow.me]
        flow.write_mark(mark, combined(combine, flow.marks[mark], flow.cells))

    return Step(element, apply)
