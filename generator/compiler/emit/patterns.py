"""Patterns and states as set expressions: the cells that they match."""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.factors import Area, Block, areas
from tilewright.generator.compiler.emit.flow import Flow, States
from tilewright.generator.compiler.emit.rows import multiples_of, starts
from tilewright.generator.compiler.emit.sets import (
    EMPTY,
    Cells,
    chosen,
    constant,
    join,
    join_all,
    meet,
    preimage,
    without,
)
from tilewright.generator.compiler.kernel.nodes import Expression, choice, negated, number, total
from tilewright.generator.compiler.rules import ir


def board_of(emitter: Emitter, flow: Flow, states: frozenset[int], among: States = None, within: int = -1) -> Cells:
    """Return the cells that are in one of some states.

    The initial state of a tile has no board of its own: its cells are those of the tile that no other state has.
    *within* are the cells that matter, -1 for all, and *among* the states that they can have, None for any. The answer
    may be wrong on all other cells, which makes it shorter.
    """
    if emitter.constants.boards.coded:
        return _decoded(emitter, flow, states, among, within)
    if emitter.constants.boards.factored:
        return join_all([_in_area(emitter, flow, area) for area in areas(emitter.constants, states, among)])
    constants = emitter.constants
    parts: list[Cells] = []
    for tile, cells in enumerate(constants.tile_cells):
        all_states = constants.of_tile(tile)
        wanted = [state for state in all_states if state in states]
        if not wanted or not cells:
            continue
        if len(wanted) == len(all_states):
            parts.append(constant(cells))
        elif constants.initial_state[tile] in states:
            others = [flow.boards[state] for state in all_states if state not in states]
            parts.append(without(constant(cells), emitter.name(_union(emitter, others), "O")))
        else:
            parts.append(_union(emitter, [flow.boards[state] for state in wanted]))
    return join_all(parts)


def _decoded(emitter: Emitter, flow: Flow, states: frozenset[int], among: States, within: int) -> Cells:
    """Return the same for coded boards, area by area: few states are possible in one area."""
    codes = emitter.constants.boards.codes
    parts = []
    for cells, possible in emitter.constants.areas:
        here = possible if among is None else possible & among
        if cells & within and not here.isdisjoint(states):
            wanted = frozenset(codes.get(state, 0) for state in here & states)
            every = frozenset(codes.get(state, 0) for state in here)
            parts.append(meet(_numbered(flow, wanted, every, constant(cells), len(flow.boards)), constant(cells)))
    return join_all(parts)


def _numbered(flow: Flow, wanted: frozenset[int], possible: frozenset[int], cells: Cells, digits: int) -> Cells:
    """Return those of some cells whose number is wanted, given the numbers that are possible.

    It is a binary decision tree over the lowest *digits* digits, from the highest one down.
    """
    if not wanted or wanted == possible:
        return cells if wanted else EMPTY
    high, low = (frozenset(n for n in possible if (n >> digits - 1 & 1) is bit) for bit in (1, 0))
    digit = flow.boards[digits - 1]
    if not high or not low:
        return _numbered(flow, wanted, possible, cells, digits - 1)
    with_it = _numbered(flow, wanted & high, high, cells, digits - 1)
    without_it = _numbered(flow, wanted & low, low, cells, digits - 1)
    return join(meet(with_it, digit), without(without_it, digit))


def number_of(emitter: Emitter, flow: Flow, cell: Expression) -> Expression:
    """Return the number of the state in which one cell is. The boards are coded."""
    return total([choice(board.value & cell, number(1 << digit), 0) for digit, board in flow.boards.items()])


def _in_area(emitter: Emitter, flow: Flow, area: Area) -> Cells:
    """Return the cells of an area, where boards are factored."""
    found = join_all([_in_block(emitter, flow, block) for block in area.blocks])
    if area.negated:
        return without(constant(area.cells), emitter.name(found, "O"))
    return meet(found, constant(area.cells))


def _in_block(emitter: Emitter, flow: Flow, block: Block) -> Cells:
    """Return the cells of a block."""
    first = _union(emitter, [flow.boards[board] for board in block.first])
    second = _union(emitter, [flow.boards[board] for board in block.second])
    if block.negated:
        return without(first, second)
    return meet(first, second) if block.first and block.second else join(first, second)


def _union(emitter: Emitter, boards: list[Cells]) -> Cells:
    """Return the union of some boards. It is built once for the same objects, since it is asked for often."""
    key = tuple(map(id, boards))
    found = emitter.module.unions.get(key)
    if found is None:
        found = emitter.module.unions[key] = join_all(boards), boards
    return found[0]


def matching(emitter: Emitter, flow: Flow, pattern: ir.Pattern, among: States = None, within: int = -1) -> Cells:
    """Return the cells that an alternative of a pattern matches, without its offsets.

    *among*, *within*: see ``board_of``.
    """
    found = EMPTY
    for part in pattern.alternatives:
        cells = meet(board_of(emitter, flow, part.states, among, within & part.mask), constant(part.mask))
        if part.like is not None and cells.constant != 0:
            cells = _if_alike(emitter, flow, part.like, cells)
        for mark in part.within:
            cells = meet(cells, flow.place(flow.marks[mark]))
        for mark in part.without:
            cells = without(cells, flow.place(flow.marks[mark]))
        found = join(found, cells)
    return found


def _if_alike(emitter: Emitter, flow: Flow, like: ir.Like, cells: Cells) -> Cells:
    """Return cells if the mark has a cell in one of the states (negated: has none), else the empty set."""
    known = flow.mark_states[like.mark]
    place = flow.place(flow.marks[like.mark])
    held = emitter.name(meet(board_of(emitter, flow, like.states, known, place.maybe), place))
    if held.constant is not None:
        return cells if (held.constant != 0) is not like.negate else EMPTY
    there = negated(held.value) if like.negate else held.value
    return replace(chosen(there, emitter.name(cells)), single=False)


def pattern_cells(emitter: Emitter, flow: Flow, pattern: ir.Pattern, among: States = None, within: int = -1) -> Cells:
    """Return the cells at which a pattern holds. *among*, *within*: see ``board_of``.

    A pattern with offsets holds at a cell if it matches at all of them; one off the board matches if it says so.
    """
    asked = (None, -1) if pattern.offsets else (among, within)
    found = matching(emitter, flow, pattern, *asked)
    if not pattern.offsets:
        return found
    everything = constant(emitter.constants.board.cells)
    found = emitter.name(found, "T")
    multiples = None if pattern.off_board or len(pattern.offsets) < 4 else multiples_of(pattern.offsets)
    if multiples is not None:
        return starts(found, multiples, emitter.name)
    held = everything
    for way in pattern.offsets:
        reaching = preimage(found, way)
        if pattern.off_board:
            reaching = join(reaching, constant(everything.maybe & ~way.domain))
        held = meet(held, reaching)
    return held


def states_of(pattern: ir.Pattern) -> States:
    """Return the states that a cell can have at which a pattern holds; None if the pattern does not limit them."""
    if pattern.offsets or not pattern.alternatives:
        return None
    return frozenset().union(*(part.states for part in pattern.alternatives))


def matches_all(emitter: Emitter, flow: Flow, pattern: ir.Pattern) -> bool:
    """Return whether the known states of the working set show that all of its cells match a pattern."""
    if pattern.offsets or flow.states is None:
        return False
    left = set(flow.states)
    for part in pattern.alternatives:
        if not part.marks and not flow.cells.maybe & ~part.mask:
            left -= part.states
    return not left
