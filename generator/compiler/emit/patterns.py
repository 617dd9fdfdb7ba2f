"""The cells that patterns match."""

from __future__ import annotations

from tilewright.generator.compiler.emit.emitter import Walker
from tilewright.generator.compiler.emit.flow import Flow, States
from tilewright.generator.compiler.emit.rows import multiples_of, starts
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, constant, join, join_all, meet, preimage, without
from tilewright.generator.compiler.rules import ir


def board_of(walker: Walker, flow: Flow, states: frozenset[int]) -> Cells:
    """Return the cells in one of some states: of each tile what is shorter, these states or all but the others.

    The initial state of a tile has no set of its own: it is where the other states are not.
    """
    constants = walker.constants
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
            parts.append(without(constant(cells), walker.name(_union(walker, others), "O")))
        else:
            parts.append(_union(walker, [flow.boards[state] for state in wanted]))
    return join_all(parts)


def _union(walker: Walker, boards: list[Cells]) -> Cells:
    """Return a union, which is built once: the same boards are joined again and again."""
    key = tuple(map(id, boards))
    found = walker.module.unions.get(key)
    if found is None:
        found = walker.module.unions[key] = join_all(boards), boards
    return found[0]


def matching(walker: Walker, flow: Flow, pattern: ir.Pattern) -> Cells:
    """Return the cells that one of the alternatives matches, offsets aside."""
    found = EMPTY
    for part in pattern.alternatives:
        cells = meet(board_of(walker, flow, part.states), constant(part.mask))
        for mark in part.within:
            cells = meet(cells, flow.place(flow.marks[mark]))
        for mark in part.without:
            cells = without(cells, flow.place(flow.marks[mark]))
        found = join(found, cells)
    return found


def pattern_cells(walker: Walker, flow: Flow, pattern: ir.Pattern) -> Cells:
    """Return the cells at which a pattern holds."""
    found = matching(walker, flow, pattern)
    if not pattern.offsets:
        return found
    everything = constant(walker.constants.board.cells)
    found = walker.name(found, "T")
    multiples = None if pattern.off_board or len(pattern.offsets) < 4 else multiples_of(pattern.offsets)
    if multiples is not None:
        return starts(found, multiples, walker.name)
    held = everything
    for way in pattern.offsets:
        reaching = preimage(found, way)
        if pattern.off_board:
            reaching = join(reaching, constant(everything.maybe & ~way.domain))
        held = meet(held, reaching)
    return held


def states_of(pattern: ir.Pattern) -> States:
    """Return the states that a cell can have at which a pattern holds."""
    if pattern.offsets or not pattern.alternatives:
        return None
    return frozenset().union(*(part.states for part in pattern.alternatives))


def matches_all(walker: Walker, flow: Flow, pattern: ir.Pattern) -> bool:
    """Return whether it is known of all cells of the working set, by their states, that they match a pattern."""
    if pattern.offsets or flow.states is None:
        return False
    left = set(flow.states)
    for part in pattern.alternatives:
        if not part.within and not part.without and not flow.cells.maybe & ~part.mask:
            left -= part.states
    return not left
