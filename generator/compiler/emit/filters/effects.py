"""Emission of effects on the board, the phase and the turn.

The states that the cells of the working set can have are known at compile time (``Flow.states``), so only boards that
can change are written. Each effect updates this knowledge, for the working set and for every mark.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.code import Module
from tilewright.generator.compiler.emit.emitter import Emitter, straight
from tilewright.generator.compiler.emit.filters.carrying import begin, carry, forget, lifted, put_down
from tilewright.generator.compiler.emit.filters.cursor import FEW, along
from tilewright.generator.compiler.emit.flow import UNBOUND, Flow, Slot, States
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, constant, join, meet, variable, without
from tilewright.generator.compiler.emit.tables import cell_at
from tilewright.generator.compiler.kernel.nodes import (
    SET,
    Expression,
    Local,
    Return,
    While,
    all_of,
    any_of,
    call,
    choice,
    entry,
    local,
    number,
    unequal,
)
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way, way_of
from tilewright.generator.errors import NO_STATE, ONE_CELL

MOVED = 16
"""The most words that are shifted, rather than that pieces are moved along a way one by one."""

Part: TypeAlias = int | Slot
"""Some of the cells that are moved: those in a state, or those on a lifted set of what is carried."""


def possible(emitter: Emitter, states: States, cells: Cells) -> list[int]:
    """Return the numbers of the states that some cells can have, sorted. *states* None: any that fits their tiles."""
    constants = emitter.constants
    every = range(len(constants.states)) if states is None else sorted(states)
    return [state for state in every if constants.cells_with(state) & cells.maybe]


def changed_states(flow: Flow, before: list[int], becomes: dict[int, int]) -> None:
    """Update the known states of marks, whose cells may have changed: ``becomes`` maps states to new ones."""
    for mark, known in enumerate(flow.mark_states):
        if known is not None:
            flow.mark_states[mark] = known | {becomes[state] for state in before if state in known and state in becomes}


@straight(ir.SetState)
def set_state(emitter: Emitter, op: ir.SetState, flow: Flow) -> None:
    """Change the states of the cells of the working set.

    A state that is not among ``targets`` stays as it is; one whose target is None is an error.
    """
    constants = emitter.constants
    cells = emitter.named(flow).cells
    targets = dict(op.targets)
    before = possible(emitter, flow.states, cells)
    changes: dict[int, list[int]] = {}
    for state in before:
        if state not in targets:
            continue
        target = targets[state]
        if target is None:
            here = board_of(emitter, flow, frozenset({state}), frozenset(before))
            emitter.fail(emitter.name(meet(here, cells)).value, NO_STATE)
        else:
            changes.setdefault(target, []).append(state)
    boards, vacant = dict(flow.boards), constants.initial_state
    gone = EMPTY
    new: dict[int, Cells] = {}
    for target, sources in changes.items():
        stay = [
            s
            for s in before
            if s not in sources and s != target and constants.states[s].tile == constants.states[target].tile
        ]
        if stay:
            found = emitter.name(meet(board_of(emitter, flow, frozenset(sources), frozenset(before)), cells))
        else:
            found = emitter.name(meet(cells, constant(constants.cells_with(target))))
        if op.carried != ir.NOTHING and target in vacant:
            gone = join(gone, _changing(emitter, flow, sources, sources, target, before, found))
        elif op.carried != ir.NOTHING:
            left = [state for state in sources if state in vacant]
            new[target] = _changing(emitter, flow, left, sources, target, before, found)
        arrives = constants.boards.of_state.get(target, ())
        for board in _boards(constants, sources):
            if board not in arrives:
                boards[board] = emitter.name(without(boards[board], found))
        for board in arrives:
            if not constants.boards.states[board].issuperset(sources):
                boards[board] = emitter.name(_up_to(emitter, board, join(boards[board], found)))
    flow.boards = boards
    forget(emitter, flow, op.carried, emitter.name(gone))
    begin(emitter, flow, op.carried, new)
    becomes = {state: target for target, sources in changes.items() for state in sources}
    changed_states(flow, before, becomes)
    flow.states = frozenset(becomes.get(state, state) for state in before)


def _changing(
    emitter: Emitter,
    flow: Flow,
    states: list[int],
    sources: list[int],
    target: int,
    before: list[int],
    cells: Cells,
) -> Cells:
    """Return those cells that are in one of some *states*; all are in one of *sources*, or in *target* already."""
    if not states:
        return EMPTY
    if len(states) == len(sources) and target not in before:
        return cells
    return meet(board_of(emitter, flow, frozenset(states), frozenset(before)), cells)


def _boards(constants: Constants, states: Iterable[int]) -> list[int]:
    """Return the numbers of the boards of some states, each once."""
    return list(dict.fromkeys(board for state in states for board in constants.boards.of_state.get(state, ())))


def _up_to(emitter: Emitter, board: int, cells: Cells) -> Cells:
    """Return the set without cells on which the board can have nothing, because they have other tiles."""
    everything = emitter.constants.cells_on(board)
    return meet(cells, constant(everything)) if cells.maybe & ~everything else cells


@straight(ir.Move)
def move(emitter: Emitter, op: ir.Move, flow: Flow) -> None:
    """Move what stands on the cell of the mark to the cell of the working set, or swap the two.

    The cell that is left gets the initial state of its tile.
    """
    target = emitter.named(flow).cells
    source = emitter.name(flow.place(flow.marks[op.source]))
    one_cell(emitter, flow, target, source)
    moved = possible(emitter, flow.mark_states[op.source], source)
    met = possible(emitter, flow.states, target)
    boards = dict(flow.boards)
    both = emitter.name(join(source, target))
    carried = [] if op.swap else _carried(emitter, moved, source, target, boards)
    for board in sorted(_boards(emitter.constants, [*moved, *met])):
        if board not in carried:
            states = emitter.constants.boards.states[board]
            left, met_there = not states.isdisjoint(moved), not states.isdisjoint(met)
            cleared = both if left and met_there else source if left else target
            boards[board] = emitter.name(without(boards[board], cleared))
    arriving = _arrive(emitter, flow, moved, source, target, boards, carried)
    if op.swap:
        leaving = _arrive(emitter, flow, met, target, source, boards, [])
    else:
        leaving = {emitter.constants.initial_state[tile] for tile in _tiles(emitter.constants, source)}
    flow.boards = boards
    carry(emitter, op, flow, source, target)
    touched = {*moved, *met}
    for mark, known in enumerate(flow.mark_states):
        if known is not None and known & touched:
            flow.mark_states[mark] = known | arriving | leaving
    if op.source in op.carried.marks:
        flow.mark_states[op.source] = frozenset(arriving)
    else:
        flow.mark_states[op.source] = frozenset(leaving | (arriving if source.maybe & target.maybe else set()))
    flow.states = frozenset(arriving)


def one_cell(emitter: Emitter, flow: Flow, target: Cells, source: Cells) -> None:
    """Emit the error that the source or the target of a move is not exactly one cell, unless it is known to be."""
    checks: list[Expression] = []
    if not (target.single and flow.alive):
        checks.append(unequal(call("popc", target.value), 1))
    if not source.single or _may_be_many(source) or source.constant == 0:
        checks.append(unequal(call("popc", source.value), 1))
    if checks:
        emitter.fail(any_of(*checks), ONE_CELL)


def _may_be_many(cells: Cells) -> bool:
    """Return whether a set is a variable of a join or a loop (``V``, ``U``): its cells are not counted there."""
    return isinstance(cells.node, Local) and cells.node.name[0] in "VU"


def _tiles(constants: Constants, cells: Cells) -> list[int]:
    """Return the numbers of the tiles on which a set can have cells."""
    return [tile for tile, mask in enumerate(constants.tile_cells) if mask & cells.maybe]


def _carried(emitter: Emitter, states: list[int], source: Cells, target: Cells, boards: dict[int, Cells]) -> list[int]:
    """Move what stands on one cell to another, in the boards that it stays on; return the numbers of these boards.

    If only some of the possible states are on such a board, a function tests at run time whether the source is on it.
    """
    constants = emitter.constants
    tiles = _tiles(constants, target)
    if len(states) < 2:
        return []
    found = []
    for board in _boards(constants, states):
        here = constants.boards.states[board]
        after = {constants.counterpart(state, tile) for state in states if state in here for tile in tiles}
        if not here.issuperset(after - {None}):
            continue
        found.append(board)
        there = emitter.name(meet(target, constant(constants.cells_on(board))))
        if here.issuperset(states):
            carried = join(without(boards[board], source), there)
        else:
            carry = emitter.module.once("carried", _carry)
            held = call(carry, boards[board].value, source.value, there.value, type=SET)
            carried = Cells(held, boards[board].maybe | there.maybe)
        boards[board] = emitter.name(carried)
    return found


def _carry(module: Module) -> str:
    """Return the name of the function that returns board B with T in place of S, if S is on it, else without both."""
    board, source, target = local("B"), local("S"), local("T")
    after = (board & ~(source | target)) | choice(board & source, target, 0)
    return module.share("carried", ("B", "S", "T"), [Return((after,))])


def _arrive(
    emitter: Emitter,
    flow: Flow,
    states: list[int],
    source: Cells,
    target: Cells,
    boards: dict[int, Cells],
    carried: list[int],
) -> set[int]:
    """Emit that what stands on one cell is put on another, and return the states that it can have there.

    *carried*: the boards in which that has been done already for the states that stay on them.
    """
    constants = emitter.constants
    on = constants.boards.of_state
    arriving: set[int] = set()
    for state in states:
        stays = constants.boards.coded and set(on.get(state, ())) <= set(carried)
        if stays and all(constants.counterpart(state, tile) == state for tile in _tiles(constants, target)):
            arriving.add(state)
            continue
        here = board_of(emitter, flow, frozenset({state}), frozenset(states))
        for tile in _tiles(constants, target):
            there = meet(target, constant(constants.tile_cells[tile]))
            becomes = constants.counterpart(state, tile)
            if becomes is not None:
                arriving.add(becomes)
            found = [] if becomes is None else on.get(becomes, ())
            waiting = [board for board in found if board not in carried or board not in on.get(state, ())]
            if becomes is not None and not waiting:
                continue
            stands = emitter.name(meet(here, source)).value if len(states) > 1 else None
            if becomes is None:
                emitter.fail(there.value if stands is None else all_of(stands, there.value), NO_STATE)
                continue
            if stands is not None:
                there = Cells(choice(stands, emitter.name(there).value, 0), there.maybe, None, True)
            for board in waiting:
                boards[board] = emitter.name(join(boards[board], there))
    return arriving


@straight(ir.Shift)
def shift(emitter: Emitter, op: ir.Shift, flow: Flow) -> None:
    """Lift what stands on the cells of the working set, and put it on the images of these cells."""
    constants = emitter.constants
    cells = emitter.named(flow).cells
    before = possible(emitter, flow.states, cells)
    among = frozenset(before)
    parts: dict[Part, Cells] = {
        state: emitter.name(meet(board_of(emitter, flow, frozenset({state}), among), cells)) for state in before
    }
    carried = lifted(emitter, flow, op.carried)
    parts |= {slot: emitter.name(meet(held, cells)) for slot, held in carried.items()}
    if op.transform is not None:
        images, everywhere = _turned(emitter, op.transform, cells, parts)
    else:
        way = flow.bound if op.way is None else op.way
        if way is None:
            raise NotLowered(UNBOUND)
        images, everywhere = _along(emitter, way, cells, parts)
    boards = {number: emitter.name(without(without(board, cells), everywhere)) for number, board in flow.boards.items()}
    after: set[int] = set()
    for state in before:
        image = images[state]
        for tile in _tiles(constants, image):
            there = meet(image, constant(constants.tile_cells[tile]))
            becomes = constants.counterpart(state, tile)
            if becomes is None:
                emitter.fail(emitter.name(there).value, NO_STATE)
                continue
            after.add(becomes)
            for board in constants.boards.of_state.get(becomes, ()):
                boards[board] = emitter.name(join(boards[board], there))
    flow.boards = boards
    carried = {s: join(without(without(held, cells), everywhere), images[s]) for s, held in carried.items()}
    put_down(emitter, flow, op.carried, carried)
    flow.cells = everywhere
    flow.alive = False
    flow.states = frozenset(after)
    flow.mark_states = [None] * len(flow.mark_states)


def _along(emitter: Emitter, way: Way, cells: Cells, parts: dict[Part, Cells]) -> tuple[dict[Part, Cells], Cells]:
    """Return the images of parts of some cells along a way, and of all these cells.

    Of cells with the same neighbour, the one with the highest bit wins.
    """
    few = max(FEW, MOVED // emitter.constants.board.words)
    images = dict.fromkeys(parts, EMPTY)
    everywhere = EMPTY
    for layer in _injective(way):
        for key, part in parts.items():
            moved = along(emitter, part, layer, few)
            images[key] = emitter.name(join(images[key], without(moved, everywhere)))
        everywhere = emitter.name(join(everywhere, along(emitter, cells, layer, few)))
    return images, everywhere


def _injective(way: Way) -> list[Way]:
    """Return injective ways whose union is a way. Where cells share a neighbour, the highest bit comes first."""
    layers: list[dict[int, int]] = []
    for bit in sorted(way.table, reverse=True):
        target = way.table[bit]
        layer = next((layer for layer in layers if target not in layer.values()), None)
        if layer is None:
            layer = {}
            layers.append(layer)
        layer[bit] = target
    return [way_of(layer) for layer in layers] if len(layers) > 1 else [way]


def _turned(
    emitter: Emitter, transform: str, cells: Cells, parts: dict[Part, Cells]
) -> tuple[dict[Part, Cells], Cells]:
    """Return the images of parts of some cells, and of all these cells, under a transform of their bounding rectangle.

    The board and each zone have a bounding rectangle each.
    """
    board = emitter.constants.board
    if not board.grids:
        return _turned_in(emitter, 0, transform, cells, parts)
    images, everywhere = dict.fromkeys(parts, EMPTY), EMPTY
    for grid in range(len(board.extents)):
        own = constant(board.in_grid(grid))
        some = emitter.name(meet(cells, own))
        if some.constant != 0:
            inside = {key: emitter.name(meet(part, own)) for key, part in parts.items()}
            turned, around = _turned_in(emitter, grid, transform, some, inside)
            images = {key: emitter.name(join(images[key], image)) for key, image in turned.items()}
            everywhere = emitter.name(join(everywhere, around))
    return images, everywhere


def _turned_in(
    emitter: Emitter, grid: int, transform: str, cells: Cells, parts: dict[Part, Cells]
) -> tuple[dict[Part, Cells], Cells]:
    """Return the same for the cells of one grid.

    The upper left corner of the rectangle stays. The table of places has a border, as an image may leave the grid.
    """
    board, code = emitter.constants.board, emitter.code
    extent = max(board.extents[grid])
    number = (grid,) if grid else ()
    bits = range(max(board.bits) + 1)
    place_of = {bit: place for place, bit in board.bit.items()}
    rows = emitter.module.table("row", (place_of.get(bit, (0, 0))[0] for bit in bits))
    columns = emitter.module.table("column", (place_of.get(bit, (0, 0))[1] for bit in bits))
    wide = 2 * extent + 1
    places = [board.bit.get((row, column, *number)) for row in range(wide) for column in range(wide)]
    names = {key: code.fresh("n") for key in ("top", "bottom", "left", "right", "row", "column")}
    left_over, cell, index = code.fresh("W"), code.fresh("C"), code.fresh("n")
    for key, value in (("top", wide), ("bottom", 0), ("left", wide), ("right", 0)):
        code.assign(names[key], value)
    code.assign(left_over, cells.value)
    with code.block(While(left_over)):
        code.assign(index, call("ctz", left_over))
        code.assign(left_over, left_over & (left_over - 1))
        for low, high, source in (("top", "bottom", rows), ("left", "right", columns)):
            here = code.fresh("n")
            code.assign(here, entry(source, index))
            code.assign(names[low], choice(here < names[low], here, names[low]))
            code.assign(names[high], choice(here > names[high], here, names[high]))
    images = {part: code.fresh("U") for part in parts}
    everywhere = code.fresh("U")
    for name in (*images.values(), everywhere):
        code.assign(name, 0)
    down, across = names["row"] - names["top"], names["column"] - names["left"]
    bottom, right = names["bottom"] - names["top"], names["right"] - names["left"]
    new_row, new_column = {
        "FlipRows": (bottom - down, across),
        "FlipColumns": (down, right - across),
        "Rotate180": (bottom - down, right - across),
        "Transpose": (across, down),
        "Rotate90": (across, bottom - down),
        "Rotate270": (right - across, down),
    }[transform]
    code.assign(left_over, cells.value)
    with code.block(While(left_over)):
        code.assign(cell, left_over & -left_over)
        code.assign(left_over, left_over ^ cell)
        code.assign(names["row"], entry(rows, call("ctz", cell)))
        code.assign(names["column"], entry(columns, call("ctz", cell)))
        image = code.fresh("C")
        place = (names["top"] + new_row) * wide + names["left"] + new_column
        code.assign(image, cell_at(emitter, "PLACE", places, place))
        code.assign(everywhere, everywhere | image)
        for part, name in images.items():
            code.assign(name, name | choice(parts[part].value & cell, image, 0))
    cells_of_board = board.cells
    turned = {part: variable(name, cells_of_board) for part, name in images.items()}
    return turned, variable(everywhere, cells_of_board)


# -- the rest of the position


@straight(ir.SetPhase)
def set_phase(emitter: Emitter, op: ir.SetPhase, flow: Flow) -> None:
    """Set the phase."""
    flow.phase = number(op.phase)


@straight(ir.SetTurn)
def set_turn(emitter: Emitter, op: ir.SetTurn, flow: Flow) -> None:
    """Set the player of the next turn."""
    flow.turn = number(op.player)
