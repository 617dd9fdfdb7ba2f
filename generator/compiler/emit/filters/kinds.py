"""Loops over many flows, split by the kind of piece, so that branches in a loop can be predicted by the processor.

before   for each piece: if it is a knight: leaps; if it is a bishop or a queen: rays; ...
after    for each knight: leaps; for each bishop: rays; ...
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.compiler.analysis.questions import may_wait
from tilewright.generator.compiler.analysis.specialising import behind_move
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.gathering import first_test
from tilewright.generator.compiler.emit.flow import Apart, Flow
from tilewright.generator.compiler.emit.patterns import board_of, states_of
from tilewright.generator.compiler.emit.sets import meet
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Becomes, branches


def by_kind(emitter: Emitter, ops: tuple[ir.Op, ...], flow: Flow) -> Iterator[tuple[Flow, tuple[ir.Op, ...]]]:
    """Yield many flows in parts by the states of their cells, each with the chain as specialised for these states.

    If the chain begins with a union, the states of a part admit the same of its alternatives. The chain is emitted once
    for each part, so if it is long, or if there is only one part, the flows are not split.
    """
    parts = [(states, _left(emitter, ops, flow, states)) for states in _kinds(ops, flow)]
    if len(parts) < 2 or not all(_is_short(rest) for _, rest in parts):
        yield flow, ops
        return
    for states, rest in parts:
        part = flow.copy()
        part.cells = meet(flow.cells, board_of(emitter, flow, states, flow.states))
        part.states = states
        if emitter.named(part).cells.constant != 0:
            yield part, rest


def _kinds(ops: tuple[ir.Op, ...], flow: Flow) -> list[frozenset[int]]:
    """Return the possible states of the cells, grouped by the alternatives of the union at the start of a chain."""
    groups: dict[object, set[int]] = {}
    if ops and isinstance(ops[0], ir.Choice) and ops[0].mode == "Union" and flow.states is not None:
        for state in sorted(flow.states):
            groups.setdefault(_admitted(ops[0], state), set()).add(state)
    return [frozenset(states) for states in groups.values()]


def _admitted(op: ir.Choice, state: int) -> tuple[object, ...]:
    """Return a key that is equal for states that admit the same alternatives of a union, nested ones included."""
    found: list[object] = []
    for chain in op.alternatives:
        test = first_test(chain)
        states = None if test is None else states_of(test)
        rest = chain.ops if test is None else chain.ops[1:]
        if states is not None and state not in states:
            found.append(False)
        elif rest and isinstance(rest[0], ir.Choice) and rest[0].mode == "Union":
            found.append(_admitted(rest[0], state))
        else:
            found.append(True)
    return tuple(found)


def _left(emitter: Emitter, ops: tuple[ir.Op, ...], flow: Flow, states: frozenset[int]) -> tuple[ir.Op, ...]:
    """Return a chain without the alternatives that are impossible for cells that were in some states."""
    if sum(map(bool, emitter.constants.tile_cells)) > 1:  # on another tile a piece may have another state
        return ops
    here = (mark for mark, place in enumerate(flow.marks) if isinstance(place, Apart) and place.distance == 0)
    return behind_move(ops, frozenset(here), states, emitter.constants.board.cells)


def _is_short(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain has one click and branches nowhere else, save in what may wait until a move is made."""
    clicks = [place for place, op in enumerate(ops) if op.traits.cells is Becomes.ONE]
    if len(clicks) != 1 or branches(ops[: clicks[0]]):
        return False
    return not branches(ops[clicks[0] + 1 :]) or may_wait(ops[clicks[0] + 1 :])
