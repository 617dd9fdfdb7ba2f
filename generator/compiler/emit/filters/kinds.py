"""Pieces of one kind after the other: where a processor comes to cells of one kind in a row, it foresees what is done.

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
    """Yield many flows in parts, of which each takes the same alternatives of a union that asks for states.

    With each part comes what is left of the chain for it. It is written for each part, so it must be short.
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
    """Return the states of the cells, together those to which a chain does the same."""
    groups: dict[object, set[int]] = {}
    if ops and isinstance(ops[0], ir.Choice) and ops[0].mode == "Union" and flow.states is not None:
        for state in sorted(flow.states):
            groups.setdefault(_admitted(ops[0], state), set()).add(state)
    return [frozenset(states) for states in groups.values()]


def _admitted(op: ir.Choice, state: int) -> tuple[object, ...]:
    """Return what tells which alternatives of a union a state admits, and of unions with which they begin."""
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
    """Return a chain without what cannot be for pieces of one kind."""
    if sum(map(bool, emitter.constants.tile_cells)) > 1:  # on another tile a piece may have another state
        return ops
    here = (mark for mark, place in enumerate(flow.marks) if isinstance(place, Apart) and place.distance == 0)
    return behind_move(ops, frozenset(here), states, emitter.constants.board.cells)


def _is_short(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain branches at one click alone, but for what may wait until a move is made."""
    clicks = [place for place, op in enumerate(ops) if op.traits.cells is Becomes.ONE]
    if len(clicks) != 1 or branches(ops[: clicks[0]]):
        return False
    return not branches(ops[clicks[0] + 1 :]) or may_wait(ops[clicks[0] + 1 :])
