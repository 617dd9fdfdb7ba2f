"""Emission of operations on the working set: steps, rays, floods, marks and others, on whole sets where possible.

From one cell, a ride is emitted without a loop: see ``riding``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import assert_never

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.emitter import Emitter, straight
from tilewright.generator.compiler.emit.filters.gathering import gather_all
from tilewright.generator.compiler.emit.filters.riding import ride, rides
from tilewright.generator.compiler.emit.flow import UNBOUND, Flow, States, Turned, either
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.joining import first_joined
from tilewright.generator.compiler.emit.patterns import pattern_cells, states_of
from tilewright.generator.compiler.emit.sets import (
    EMPTY,
    Cells,
    across,
    constant,
    displaced,
    image,
    join,
    join_all,
    meet,
    preimage,
    shifted,
    variable,
    without,
)
from tilewright.generator.compiler.emit.tables import around, looked_up, neighbour, straight_rays
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    SET,
    Expression,
    If,
    While,
    all_of,
    call,
    choice,
    entry,
    negated,
    number,
    unequal,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Board, Way
from tilewright.generator.errors import TOO_LONG

ASTRAY = "a direction turns in a set to which it may not belong; bind one of the set, or name the directions to go in"
SHARED = 32
"""The words of a set from which on what rays see is found by functions: machine code for so wide sets is long."""

FEW = 8
"""The most steps that are unrolled; more are a loop. Also the most shifts for a way; with more, cells are looked up."""


def ways_of(op: ir.Step | ir.Ray, flow: Flow) -> tuple[Way, ...]:
    """Return the ways of an operation: its own, or the bound one. Raises ``NotLowered`` if none is bound."""
    if op.ways is not None:
        return op.ways
    if flow.bound is None:
        raise NotLowered(UNBOUND)
    return (flow.bound,)


def along(emitter: Emitter, cells: Cells, way: Way, few: int = FEW) -> Cells:
    """Return the neighbours of the cells of a set along a way; with more than *few* shifts, they are looked up."""
    if len(way.shifts) <= few or cells.constant is not None:
        return image(cells, way)
    if cells.single:
        return looked_up(emitter, cells, way.table)
    left, found = emitter.code.fresh("W"), emitter.code.fresh("U")
    emitter.code.assign(left, cells.value)
    emitter.code.assign(found, 0)
    with emitter.code.block(While(left)):
        emitter.code.assign(found, found | neighbour(emitter, way.table, left))
        emitter.code.assign(left, left & (left - 1))
    return variable(found, way.image(cells.maybe))


@straight(ir.Step)
def step(emitter: Emitter, op: ir.Step, flow: Flow) -> None:
    """Replace the working set by the cells that steps along each way reach.

    Cells passed on the way must match the pattern; the last one need not.
    """
    ways = ways_of(op, flow)
    start = emitter.named(flow).cells
    through = None if op.through is None else emitter.name(pattern_cells(emitter, flow, op.through))
    most = op.most if op.most >= 0 else None
    found = None
    if op.least == op.most == 1 and start.single and flow.alive and len(ways) > 2 and all(way.table for way in ways):
        found = around(emitter, start, ways)
    if most is None and op.least <= 1 and through is not None and start.single and flow.alive:
        found = rides(emitter, start, ways, through)
    if found is None:
        found = join_all([_reached(emitter, start, way, op.least, most, through, flow.alive) for way in ways])
    if op.least <= 0:
        found = join(found, start)
    flow.cells = found  # without a name: what it is met with next may save masks
    flow.alive = flow.alive and op.least <= 0
    flow.states = None


def _reached(
    emitter: Emitter, start: Cells, way: Way, least: int, most: int | None, through: Cells | None, alive: bool
) -> Cells:
    """Return the cells that ``least`` (at least 1) to ``most`` steps along a way lead to."""
    least = max(least, 1)
    if most is not None and most < least:
        return EMPTY
    if most is None and least == 1:
        if start.single and alive and straight_rays(emitter, way) is not None:
            return ride(emitter, start, way, through)
        if through is not None or way.is_acyclic:
            return _slide(emitter, start, way, through)
    if most != 1:
        longest = way.longest_row_from(start.maybe)
        if longest <= len(way.table):  # none of the cells comes to a ring
            most = longest if most is None else min(most, longest)
            if most < least:
                return EMPTY
    return _counted(emitter, start, way, least, most, through)


def _counted(emitter: Emitter, start: Cells, way: Way, least: int, most: int | None, through: Cells | None) -> Cells:
    """Return the same for bounded numbers of steps, one after the other: unrolled if they are few, else as a loop."""
    cells = len(emitter.constants.board.places)
    last = min(most, least + cells) if most is not None else least + cells
    if last <= FEW:
        found = EMPTY
        front = start
        for number in range(1, last + 1):
            front = along(emitter, front, way)
            if number < last:
                front = emitter.name(front)
            if number >= least:
                found = join(found, front)
            if through is not None and number < last:
                front = emitter.name(meet(front, through))
        return found
    code = emitter.code
    ahead, reached, rounds = code.fresh("W"), code.fresh("U"), code.fresh("n")
    code.assign(ahead, start.value)
    code.assign(reached, 0)
    code.assign(rounds, 0)
    everything = emitter.constants.board.cells
    with code.block(While(all_of(ahead, rounds < last))):
        code.assign(ahead, along(emitter, variable(ahead, everything, single=start.single), way).value)
        code.assign(rounds, rounds + 1)
        with code.block(If(rounds >= least)):
            code.assign(reached, reached | ahead)
        if through is not None:
            code.assign(ahead, ahead & through.value)
    return variable(reached, everything)


def _slide(emitter: Emitter, start: Cells, way: Way, through: Cells | None) -> Cells:
    """Return the cells that one or more steps reach: by a fill if the way is one shift, else by a loop."""
    if len(way.shifts) == 1:
        return emitter.name(image(fill(emitter, start, way, through), way))
    code = emitter.code
    ahead, reached = code.fresh("W"), code.fresh("U")
    code.assign(ahead, start.value)
    code.assign(reached, 0)
    everything = emitter.constants.board.cells
    with code.block(While(ahead)):
        front = along(emitter, variable(ahead, everything, single=start.single), way)
        code.assign(ahead, without(front, variable(reached, everything)).value)
        code.assign(reached, reached | ahead)
        if through is not None:
            code.assign(ahead, ahead & through.value)
    return variable(reached, everything)


def fill(
    emitter: Emitter, start: Cells, way: Way, through: Cells | None, *, back: bool = False, most: int | None = None
) -> Cells:
    """Return a set with all cells that rows of matching cells connect to it: a Kogge-Stone parallel prefix fill.

        before   start 1.......   through .1101...   after 111.....

    *way* must be a single shift. With *back*, rows lead from the cells to the set. *most*: the most cells that a row
    can add, if that is less than the board allows. Cost: about three operations for each doubling of the reach.
    """
    distance, legal = _arrivals(way, back)
    board = emitter.constants.board.cells
    wrapped = displaced(board, distance) & board & ~legal
    passable = constant(legal) if through is None else meet(through, constant(board & ~wrapped))
    left = way.longest_row if most is None else most
    return shared(emitter, "filled", (start, passable), partial(_filled, emitter, distance, left))


def _filled(emitter: Emitter, distance: int, left: int, start: Cells, passable: Cells) -> Cells:
    """Return a fill by at most so many steps of a distance: see ``fill``."""
    found = emitter.name(start)
    passable = emitter.name(passable)
    reach = 1
    while left > 0:
        found = emitter.name(join(found, meet(passable, shifted(found, distance * reach, None))))
        left -= reach
        if left > reach:
            passable = emitter.name(meet(passable, shifted(passable, distance * reach, None)))
            reach *= 2
            if passable.constant == 0:
                break
    return found


def shared(emitter: Emitter, stem: str, sets: tuple[Cells, ...], build: Callable[..., Cells]) -> Cells:
    """Return what *build* returns for some sets; where these have many words, by a function that is emitted once."""
    if emitter.constants.board.words < SHARED:
        return build(*sets)
    given = {f"X_{place}": emitter.name(cells) for place, cells in enumerate(sets)}
    inside = [
        variable(name, cells.maybe, single=cells.single) if cells.constant is None else cells
        for name, cells in given.items()
    ]
    with emitter.function(Sink()) as code, emitter.closed():
        found = build(*inside)
        code.answer(found.value)
    parameters = tuple(name for name in given if name in emitter.free(code.body))
    if not parameters:
        return found
    name = emitter.module.share(stem, parameters, code.body)
    return Cells(call(name, *(given[each].value for each in parameters), type=SET), found.maybe, None, found.single)


def _arrivals(way: Way, back: bool) -> tuple[int, int]:
    """Return the distance of a way that is one shift, or of the way back, and the cells to which it leads."""
    distance, domain = way.shifts[0]
    return (-distance, domain) if back else (distance, displaced(domain, distance))


def inner_cells(board: Board, ways: tuple[Way, ...]) -> dict[Way, int]:
    """Return for each way a set that includes all inner cells: those with a neighbour before and behind them along it.

    A row between two ends consists of inner cells. The sets have no cell from which a shift would wrap around the edge,
    and as many ways as possible have the same one, so that its use is shared. Each way must be a single shift.
    """
    groups: list[tuple[int, int, list[Way]]] = []
    for way in ways:
        distance, leaving = way.shifts[0]
        _, arriving = _arrivals(way, False)
        inside = leaving & arriving
        edge = board.cells & (
            displaced(board.cells, distance) & ~arriving | displaced(board.cells, -distance) & ~leaving
        )
        for place, (cells, edges, members) in enumerate(groups):
            if not (cells | inside) & (edges | edge):
                groups[place] = (cells | inside, edges | edge, [*members, way])
                break
        else:
            groups.append((inside, edge, [way]))
    return {way: cells if edges else board.cells for cells, edges, members in groups for way in members}


def between(emitter: Emitter, first: Cells, way: Way, through: Cells, *, back: bool = False) -> Cells:
    """Return the rows of cells of *through*, all inner ones, that begin (with *back*, end) at cells of *first*."""
    return fill(emitter, meet(first, through), way, through, back=back, most=way.longest_row - 2)


@straight(ir.Ray)
def ray(emitter: Emitter, op: ir.Ray, flow: Flow) -> None:
    """Replace the working set by what rays from each cell along each way collect.

    It is the matching cells, the last one of them, the end, or the cells and the end.
    """
    ways = ways_of(op, flow)
    start = emitter.named(flow).cells
    match = emitter.name(pattern_cells(emitter, flow, op.match))
    end = None if op.end is None else emitter.name(pattern_cells(emitter, flow, op.end))
    apart = (end is not None and match.maybe & end.maybe == 0) or are_apart(op)
    quick = op.most < 0 and op.least <= 1 and (apart or end is None) and op.collect == "Matched"
    if quick and start.single and all(len(way.shifts) == 1 for way in ways):
        sets = (start, match) if end is None else (start, match, end)
        flow.cells = shared(emitter, "rows", sets, partial(_brackets, emitter, ways))
    else:
        flow.cells = _rays_one_by_one(emitter, op, flow, ways, match, end)
    flow.alive = False
    flow.states = _collected_states(op)
    emitter.named(flow)


def are_apart(op: ir.Ray) -> bool:
    """Return whether the states of both patterns of a ray show that no cell can match both."""
    if op.end is None or op.match.offsets or op.end.offsets:
        return False
    ours = frozenset().union(*(part.states for part in op.match.alternatives))
    theirs = frozenset().union(*(part.states for part in op.end.alternatives))
    return not ours & theirs


def _collected_states(op: ir.Ray) -> States:
    """Return the states that collected cells can have."""

    if op.collect in ("Matched", "Last"):
        return states_of(op.match)
    return None if op.end is None else either(states_of(op.match), states_of(op.end))


def _brackets(emitter: Emitter, ways: tuple[Way, ...], start: Cells, match: Cells, end: Cells | None = None) -> Cells:
    """Return the rows of matching cells along some ways: see ``_bracket``."""
    inner = inner_cells(emitter.constants.board, ways)
    return join_all([_bracket(emitter, start, way, match, end, inner[way]) for way in ways])


def _bracket(emitter: Emitter, start: Cells, way: Way, match: Cells, end: Cells | None, inner: int) -> Cells:
    """Return the row of matching cells beside one cell, if a cell of *end* is behind it or none is asked for."""
    if end is None:
        return emitter.name(without(fill(emitter, start, way, match), start))
    through = emitter.name(meet(match, constant(inner)))
    row = without(fill(emitter, start, way, through, most=way.longest_row - 1), start)
    row = emitter.name(Cells(row.node, through.maybe))
    behind = meet(image(row, way), end)
    return Cells(choice(behind.value, row.value, 0), row.maybe)


def _rays_one_by_one(
    emitter: Emitter, op: ir.Ray, flow: Flow, ways: tuple[Way, ...], match: Cells, end: Cells | None
) -> Cells:
    """Return what rays collect, by a walk along each. The end of a ray that leaves the board is its last cell."""
    code = emitter.code
    everything = emitter.constants.board.cells
    found = code.fresh("U")
    code.assign(found, 0)
    for one in emitter.each(flow):
        for way in ways:
            cell, last, row, number = code.fresh("X"), code.fresh("X"), code.fresh("U"), code.fresh("n")
            code.assign(cell, along(emitter, one.cells, way).value)
            code.assign(last, cell)
            code.assign(row, 0)
            code.assign(number, 0)
            limit = [] if op.most < 0 else [unequal(number, op.most)]
            loop = While(all_of(cell & match.value, negated(cell & row), *limit))
            with code.block(If(cell)):
                with code.block(loop):
                    code.assign(row, row | cell)
                    code.assign(number, number + 1)
                    code.assign(last, cell)
                    code.assign(cell, along(emitter, variable(cell, everything, single=True), way).value)
                if op.collect == "Last":
                    code.assign(row, row & last)  # the first cell is not in the row if it does not match
                code.assign(last, choice(cell, cell, last))
                holds: list[Expression] = [number >= op.least] if op.least > 0 else []
                if end is not None:
                    holds.append(last & end.value)
                collected = {"Matched": row, "Last": row, "End": last, "Both": row | last}[op.collect]
                with code.block(If(all_of(*holds))):
                    code.assign(found, found | collected)
    return variable(found, everything)


@straight(ir.Flood)
def flood(emitter: Emitter, op: ir.Flood, flow: Flow) -> None:
    """Add to the working set all matching cells that are connected to it."""
    flow.cells = reach(emitter, op, flow)
    flow.states = None
    emitter.named(flow)


def reach(emitter: Emitter, op: ir.Flood, flow: Flow, until: Cells = EMPTY) -> Cells:
    """Return the cells that a flood reaches. It may stop early once it has reached a cell of *until*."""
    through = emitter.name(pattern_cells(emitter, flow, op.through))
    start = emitter.named(flow).cells
    if start.single and flow.alive and is_line(emitter, op.ways):
        rows = [meet(ride(emitter, start, way, through), through) for way in op.ways]
        return join(start, join_all(rows))
    return spread(emitter, start, op.ways, through, until=until)


def is_line(emitter: Emitter, ways: tuple[Way, ...]) -> bool:
    """Return whether two ways are a single shift and its opposite, so that a flood from one cell is two rays."""
    if len(ways) != 2 or straight_rays(emitter, ways[0]) is None:
        return False
    back = ways[0].inverse
    return back is not None and back.table == ways[1].table


def spread(
    emitter: Emitter,
    start: Cells,
    ways: tuple[Way, ...],
    through: Cells,
    *,
    back: bool = False,
    until: Cells = EMPTY,
    asked: Cells | None = None,
) -> Cells:
    """Return a set with all matching cells that are connected to it (with *back*, from which ways lead to it).

    It may stop early: with *until*, once it has a cell of that set; with *asked*, once it has all cells of that one.
    *asked* takes precedence over *until*.
    """
    code = emitter.code
    reached, front = code.fresh("U"), code.fresh("W")
    everything = emitter.constants.board.cells
    code.assign(reached, start.value)
    code.assign(front, start.value)
    cells, so_far = variable(front, everything), variable(reached, everything)
    condition: Expression = front
    if until.constant != 0:
        condition = all_of(front, negated(meet(so_far, until).value))
    if asked is not None:
        condition = all_of(front, without(asked, so_far).value)
    with code.block(While(condition)):
        beside = join_all([preimage(cells, way) if back else along(emitter, cells, way) for way in ways])
        code.assign(front, without(meet(beside, through), so_far).value)
        code.assign(reached, reached | front)
    return variable(reached, start.maybe | through.maybe)


@straight(ir.Image)
def image_of_board(emitter: Emitter, op: ir.Image, flow: Flow) -> None:
    """Map the working set by a transform of the board."""
    flow.cells = along(emitter, emitter.named(flow).cells, op.way)
    flow.states, flow.alive = None, False
    emitter.named(flow)


@straight(ir.Spread)
def spread_over(emitter: Emitter, op: ir.Spread, flow: Flow) -> None:
    """Replace cells by their blocks, or blocks by their cells."""
    flow.cells = across(emitter.named(flow).cells, op.pairs)
    flow.states, flow.alive = None, False
    emitter.named(flow)


@straight(ir.Bend)
def bend(emitter: Emitter, op: ir.Bend, flow: Flow) -> None:
    """Turn the bound direction. One that is known only at run time is looked up in a table, by its number.

    Raises ``NotLowered`` if the direction may be none of those among which it turns.
    """
    if not set(flow.ways) <= set(op.ways):
        raise NotLowered(ASTRAY)
    turned = {way: op.ways[(op.ways.index(way) + op.by) % len(op.ways)] for way in op.ways}
    if not isinstance(flow.way, Turned):
        assert flow.way is not None
        flow.way = turned[flow.way]
        return
    after = {emitter.module.number_of(way): turned[way] for way in flow.way.among if way is not None}
    numbers = (emitter.module.number_of(after[n]) if n in after else 0 for n in range(max(after) + 1))
    found = entry(emitter.module.table("turned", numbers), flow.way.number)
    flow.way = Turned(tuple(after.values()), emitter.number(found))


@straight(ir.Combine)
def combine(emitter: Emitter, op: ir.Combine, flow: Flow) -> None:
    """Combine the working set with a constant set, a mark, or the last click."""
    if op.mask is not None:
        other, states = constant(op.mask), None
    elif op.mark is not None:
        other, states = flow.place(flow.marks[op.mark]), flow.mark_states[op.mark]
    else:
        other, states = flow.place(flow.anchor), flow.mark_states[-1]
    cells = flow.cells
    match op.how:
        case "Replace":
            flow.cells, flow.states = other, states
            clicked = op.mask is None and op.mark is None and flow.anchored is True
            flow.alive = clicked if other.constant is None else other.constant != 0
        case "Intersect":
            flow.cells, flow.alive = meet(cells, other), False
            flow.states = flow.states if states is None else states if flow.states is None else flow.states & states
        case "Union":
            flow.cells, flow.states = join(cells, other), either(flow.states, states)
        case "Minus":
            flow.cells, flow.alive = without(cells, other), False
        case "Clear":
            flow.cells, flow.alive = EMPTY, False
        case _:
            assert_never(op.how)
    emitter.named(flow)


@straight(ir.Mark)
def mark(emitter: Emitter, op: ir.Mark, flow: Flow) -> None:
    """Combine a mark with the working set.

    A mark that loses cells is no longer known to be one cell: it may be empty.
    """
    cells = emitter.named(flow).cells
    old, old_states = flow.place(flow.marks[op.mark]), flow.mark_states[op.mark]
    match op.how:
        case "Replace":
            new, states = cells, flow.states
        case "Intersect":
            new, states = replace(meet(old, cells), single=False), old_states
        case "Union":
            new, states = join(old, cells), either(old_states, flow.states)
        case "Minus":
            new, states = replace(without(old, cells), single=False), old_states
        case "Clear":
            new, states = EMPTY, frozenset()
        case _:
            assert_never(op.how)
    flow.marks[op.mark] = emitter.name(new)
    flow.mark_states[op.mark] = states
    flow.written[op.mark] = ONE


@straight(ir.Pick)
def pick(emitter: Emitter, op: ir.Pick, flow: Flow) -> None:
    """Keep only the cell with the lowest bit, or with the highest one."""
    if flow.single:
        return
    cells = emitter.named(flow).cells
    found: Expression = cells.value & -cells.value
    if op.last:
        found = choice(cells.value, call("bit", call("msb", cells.value | 1), type=SET), 0)
    flow.cells = Cells(found, cells.maybe, None, True)
    emitter.named(flow)


@straight(ir.Record)
def record(emitter: Emitter, op: ir.Record, flow: Flow) -> None:
    """Write all cells of the working set down as steps of the identity, lowest bit first, if identities are."""
    if not emitter.ordered:
        return
    code = emitter.code
    left, place = code.fresh("W"), code.fresh("n")
    code.assign(left, flow.cells.value)
    code.assign(place, flow.length)
    with code.block(While(all_of(left, place < emitter.room))):
        code.store("a_sel", place, call("ctz", left))
        code.assign(left, left & (left - 1))
        code.assign(place, place + 1)
    emitter.fail(left, TOO_LONG)
    emitter.forget_found(flow.length)
    flow.length = place


@straight(ir.Option)
def option(emitter: Emitter, op: ir.Option, flow: Flow) -> None:
    """Write a label down as a step of the identity, if identities are written down."""
    if emitter.ordered:
        emitter.step(flow, number(-1 - op.label))


@straight(ir.Die)
def die(emitter: Emitter, op: ir.Die, flow: Flow) -> None:
    """Empty the working set."""
    flow.cells, flow.alive = EMPTY, False


@straight(ir.Choice)
def union(emitter: Emitter, op: ir.Choice, flow: Flow) -> None:
    """Replace the working set by the union of what all alternatives yield, or by what the first one with cells yields.

    Raises ``NotLowered`` for a choice of all alternatives, which has several outputs.
    """
    if op.mode == "First":
        first_joined(emitter, op.alternatives, emitter.named(flow))
        return
    if op.mode != "Union":
        raise NotLowered("a choice that branches stands where one set is asked for; make it a union")
    emitter.named(flow)
    flow.cells = gather_all(emitter, op.alternatives, flow)
    flow.states, flow.alive = None, False
    emitter.named(flow)
