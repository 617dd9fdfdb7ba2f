"""Emission of a player's rules: groups from the highest priority down; in a group, moves that maximise a counter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import constant, variable
from tilewright.generator.compiler.emit.turn.completion import fails, legal
from tilewright.generator.compiler.emit.turn.turn import Leaf, Turn
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    Expression,
    If,
    Operand,
    any_of,
    call,
    choice,
    equal,
    local,
    logic,
)
from tilewright.generator.compiler.kernel.nodes import number as constant_number
from tilewright.generator.compiler.lowering.constants import CounterFacts
from tilewright.generator.compiler.rules import ir

Found: TypeAlias = Callable[[int], Expression]
"""Returns a condition that is true if the groups up to one, by its number, have found a move."""


def phases_of(turn: Turn, me: int) -> list[frozenset[int]]:
    """Return the phases in which a turn has rules, those together in which it has the same.

    If all its rules play in all phases, these are one set, which is empty.
    """
    rules = [rule for group in turn.rules[me].groups for rule in group.rules]
    if "f_0" not in turn.layout.ints or not any(rule.phases for rule in rules):
        return [frozenset()]
    found: dict[tuple[bool, ...], set[int]] = {}
    for phase in range(len(turn.constants.phases)):
        found.setdefault(tuple(not rule.phases or phase in rule.phases for rule in rules), set()).add(phase)
    return [frozenset(phases) for playing, phases in found.items() if any(playing)]


def in_phases(phases: frozenset[int]) -> Expression:
    """Return a condition that is true if a position is in one of some phases."""
    return any_of(*(equal(local("f_0"), phase) for phase in sorted(phases)))


def generate(turn: Turn, emitter: Emitter, me: int, found: Found, leaf: Leaf) -> None:
    """Emit all rules of a turn: each group is tried if those before it have found nothing."""
    for number, group in enumerate(turn.rules[me].groups):
        if number == 0:
            _group(turn, emitter, me, number, group, leaf)
        else:
            with emitter.code.block(If(logic("not", found(number - 1)))):
                _group(turn, emitter, me, number, group, leaf)


def _group(turn: Turn, emitter: Emitter, me: int, number: int, group: ir.Group, leaf: Leaf) -> None:
    """Emit the rules of a group; if it maximises a counter, only the candidates with its greatest number count."""
    if group.maximise is None:
        follow(turn, emitter, me, group, leaf)
        return
    facts = turn.constants.facts(group.maximise)
    best = _greatest(turn, me, number, group, facts)
    greatest = emitter.code.fresh("n")
    emitter.code.assign(greatest, best)

    def only(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        value = _maximised(turn, emitter, flow, facts)
        with emitter.code.block(If(equal(value, greatest))):
            leaf(flow, tail)

    with emitter.code.block(If(greatest >= facts.least)):
        follow(turn, emitter, me, group, only, eager=True)


def follow(
    turn: Turn,
    emitter: Emitter,
    me: int,
    group: ir.Group,
    leaf: Leaf,
    *,
    eager: bool = False,
    phases: frozenset[int] = frozenset(),
) -> None:
    """Emit the rules of a group. *eager*: each is followed to its end before the leaf, so no effects wait.

    *phases*: those of ``phases_of`` in which the position is known to be. Without them, rules test the phase.
    """

    def top(flow: Flow) -> None:
        leaf(flow, ())

    emitter.leaf, emitter.top = (None if eager else leaf), top
    number = turn.rules[me].groups.index(group)
    doubted, repeated = turn.doubted[me][number], turn.repeats[me][number]
    if emitter.compares is not None and repeated:
        emitter.compares()
    ordered = emitter.ordered
    for place, rule in enumerate(group.rules):
        if phases and rule.phases and not phases <= rule.phases:
            continue
        emitter.doubts = doubted.get(place, ())
        emitter.comparing = emitter.compares is not None and place in repeated
        emitter.visibility = rule.visibility
        emitter.ordered = ordered or emitter.comparing
        flow = turn.flow(me)
        if len(phases) == 1:
            flow.phase = constant_number(*phases)
        if rule.phases and not phases and "f_0" in turn.layout.ints:
            with emitter.code.block(If(in_phases(rule.phases))):
                emitter.run(rule.chain.ops, flow, top)
        else:
            emitter.run(rule.chain.ops, flow, top)
    emitter.leaf = emitter.top = None
    emitter.doubts, emitter.comparing, emitter.ordered = (), False, ordered


def _maximised(turn: Turn, emitter: Emitter, flow: Flow, facts: CounterFacts) -> Expression:
    """Return the number that the maximised counter of a group has in a flow, summed over all cells."""
    player = flow.me if facts.players > 1 else 0
    everything = aside(flow, flow.me)
    everything.cells = constant(turn.constants.board.cells)
    return emitter.number(value_of(emitter, ir.Number(facts.number, player, facts.per_cell, None), everything))


def _greatest(turn: Turn, me: int, number: int, group: ir.Group, facts: CounterFacts) -> Expression:
    """Return a call of a function: the greatest number of the maximised counter over all legal moves of a group.

    It is less than the counter can be if there is no legal move.
    """
    name = f"greatest_{me}_{number}" + ("_asked" if turn.asked else "")
    if name not in turn.module.functions:
        turn.module.reserve(name)
        inner = turn.emitter(me)
        best = local("g")
        with inner.function(Sink((best.name,), (best.name,))) as code:
            code.assign(best, facts.least - 1)

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                for one in _asked(turn, inner, flow, tail):
                    value = _maximised(turn, inner, one, facts)
                    with inner.code.block(If(value > best)), _if_legal(turn, inner, one, tail):
                        inner.code.assign(best, value)

            follow(turn, inner, me, group, leaf, eager=True)
            code.answer(best)
        turn.define(name, turn.arguments(), code)
    return call(name, *turn.given())


def _asked(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Iterator[Flow]:
    """Emit what is done for the candidates of a leaf, and yield them: each alone, or all at once if all are legal.

    The number that is maximised is the same for all of them.
    """
    if flow.many and not fails(turn, flow.me, tail):
        with emitter.code.block(If(emitter.named(flow).cells.value)):
            yield flow
    else:
        yield from each_candidate(emitter, flow)


@contextmanager
def _if_legal(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Iterator[None]:
    """Emit what is done with a candidate if it is legal."""
    if fails(turn, flow.me, tail):
        with emitter.code.block(If(legal(turn, emitter, flow, tail))):
            yield
    else:
        yield


def each_candidate(emitter: Emitter, flow: Flow) -> Iterator[Flow]:
    """Emit a loop over the candidates of a leaf, and yield the current one within it."""
    if flow.many:
        yield from emitter.each_of_many(flow)
    elif flow.alive:
        yield flow
    else:
        with emitter.code.block(If(emitter.named(flow).cells.value)):
            flow.alive = True
            yield flow


def one_of(flow: Flow) -> Flow:
    """Return one flow that stands for any of many: its cell is in the variable ``C``."""
    if flow.many:
        return flow.one(variable("C", flow.cells.maybe, single=True))
    one = flow.copy()
    one.alive = True
    return one


def how_many(emitter: Emitter, flow: Flow) -> Expression:
    """Return the number of candidates of a leaf as an expression."""
    if flow.many:
        return emitter.number(call("popc", emitter.named(flow).cells.value))
    return ONE if flow.alive else choice(emitter.named(flow).cells.value, 1, 0)


def nth(emitter: Emitter, flow: Flow, place: Operand) -> Flow:
    """Return the candidate with a number, counted from 0, of a leaf; it must have so many."""
    one = flow.copy()
    if flow.many:
        cells = emitter.named(one).cells
        cell = emitter.code.fresh("C")
        emitter.code.assign(cell, call("kth", cells.value, place))
        return one.one(variable(cell, cells.maybe, single=True))
    one.alive = True
    return one
