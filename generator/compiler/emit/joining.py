"""Joins: conditionals and loops that change a flow in place, after which the emission goes on with one flow.

After a conditional, a part of the flow that differs between the branches becomes a variable, which each branch assigns
(a phi node of static single assignment form). In a loop, each part that the body changes is such a variable.

    if T1:
        T7 = B_1 | T1       where the condition holds, state 1 has been put on some cells
    else:
        T7 = B_1            after the conditional its cells are T7
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.analysis.straightness import tests_and_effects
from tilewright.generator.compiler.emit.emitter import Emitter, Then
from tilewright.generator.compiler.emit.flow import Flow, Slot, Turned, adopt, die, either, value_of, variable_of
from tilewright.generator.compiler.emit.sets import Cells, variable
from tilewright.generator.compiler.kernel.nodes import SET, ZERO, Assign, Expression, If, While, equal, number, typed
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way


def fork(emitter: Emitter, condition: Expression, flow: Flow, yes: Then, no: Then | None = None) -> None:
    """Emit a conditional whose branches change the flow in place, and join its parts after it.

    Where the condition is known, only the branch that is taken is emitted.
    """
    if condition.constant is not None:
        if condition.constant:
            yes(flow)
        elif no is not None:
            no(flow)
        return
    statement = If(condition)
    one, other = flow.copy(), flow.copy()
    with emitter.code.block(statement):
        yes(one)
    with emitter.code.block(statement, otherwise=True):
        if no is not None:
            no(other)
    joined = other.copy()
    joined.way = _joined_way(emitter, one, other)
    for slot, first, second in one.differences(other):
        if value_of(first) == value_of(second):
            if isinstance(first, Cells) and isinstance(second, Cells):
                joined.put(slot, first if first.maybe & ~second.maybe else second)
            continue
        held = emitter.code.fresh("T" if isinstance(first, Cells) else "n")
        statement.then.append(Assign((held.name,), typed(value_of(first), held.type)))
        statement.otherwise.append(Assign((held.name,), typed(value_of(second), held.type)))
        if isinstance(first, Cells) and isinstance(second, Cells):
            emptied = slot[0] == "mark" and 0 in (first.constant, second.constant)  # it must not pass for one cell
            single = first.single and second.single and not emptied
            joined.put(slot, variable(held, first.maybe | second.maybe, single=single))
        else:
            joined.put(slot, held)
    joined.alive = one.alive and other.alive
    joined.states = either(one.states, other.states)
    joined.mark_states = [either(*pair) for pair in zip(one.mark_states, other.mark_states, strict=True)]
    joined.anchored = one.anchored if one.anchored == other.anchored else None
    adopt(flow, joined)


def _joined_way(emitter: Emitter, one: Flow, other: Flow) -> Way | Turned | None:
    """Return the direction of two joined flows. Where it is not the same, both get it as a number.

    That of a dead flow does not count.
    """
    for dead, living in (one, other), (other, one):
        if dead.cells.constant == 0:
            dead.way = replace(living.way, number=ZERO) if isinstance(living.way, Turned) else living.way
            return living.way
    if one.way != other.way:
        among = tuple(dict.fromkeys(one.ways + other.ways))
        number_way(emitter, one, among)
        number_way(emitter, other, among)
    return other.way


def number_way(emitter: Emitter, flow: Flow, among: tuple[Way | None, ...]) -> None:
    """Let the direction of a flow be known as a number, if it is one of several for others."""
    if len(among) > 1:
        known = flow.way.number if isinstance(flow.way, Turned) else number(emitter.module.number_of(flow.way))
        flow.way = Turned(among, known)


def fork_ways(emitter: Emitter, flow: Flow, then: Then) -> None:
    """Emit, for each direction that may be bound, what is done with the flow then, and join its parts after it."""
    if not isinstance(flow.way, Turned):
        then(flow)
        return
    first, *others = flow.way.among
    is_first = equal(flow.way.number, emitter.module.number_of(first))
    left = Turned(tuple(others), flow.way.number) if len(others) > 1 else others[0]

    def known(other: Flow) -> None:
        other.way = first
        then(other)

    def unknown(other: Flow) -> None:
        other.way = left
        fork_ways(emitter, other, then)

    fork(emitter, is_first, flow, known, unknown)


def first_joined(emitter: Emitter, alternatives: tuple[ir.Chain, ...], flow: Flow) -> None:
    """Emit a choice among straight alternatives: the first one that has an output, with the parts of the flow joined.

    Each alternative must be joinable: see ``is_joinable``.
    """
    chain, others = alternatives[0], alternatives[1:]
    tests, effects = tests_and_effects(chain.ops)
    tried = flow.copy()
    for op in tests:
        emitter.apply(op, tried)

    def go_on(other: Flow) -> None:
        adopt(other, tried)
        other.alive = True
        for op in effects:
            emitter.apply(op, other)

    if tried.cells.constant == 0:
        if others:
            first_joined(emitter, others, flow)
        else:
            die(flow)
    elif tried.alive:
        go_on(flow)
    elif not others and not effects:
        adopt(flow, tried)
    else:
        emitter.named(tried)
        no = (lambda other: first_joined(emitter, others, other)) if others else die
        fork(emitter, tried.cells.value, flow, go_on, no)


def loop(emitter: Emitter, condition: Expression, flow: Flow, body: Then) -> None:
    """Emit a loop that runs while a condition holds, and whose body changes the flow in place.

    Which parts change is found by emitting the body until that is stable; only the last attempt is kept.
    """
    changed: set[Slot] = set()
    among = flow.ways
    while True:
        trial, kept = _looping(emitter, flow, changed, among)
        with emitter.function(emitter.sink):
            body(trial)
        ways = tuple(dict.fromkeys(among + trial.ways))
        more = {slot for slot, after, before in trial.differences(kept) if value_of(after) != value_of(before)}
        if len(ways) > 1:
            more.add(("way",))
        if more <= changed and ways == among:
            break
        changed |= more
        among = ways
    number_way(emitter, flow, among)
    inner, kept = _looping(emitter, flow, changed, among)
    before = dict(flow.slots())
    for slot, value in kept.slots():
        if slot in changed:
            emitter.code.assign(variable_of(value), value_of(before[slot]))
    with emitter.code.block(While(condition)):
        entry = inner.copy()
        body(inner)
        number_way(emitter, inner, among)
        ends = [
            (variable_of(held), value_of(after))
            for (slot, after), (_, held) in zip(inner.slots(), entry.slots(), strict=True)
            if slot in changed and value_of(held) != value_of(after)
        ]
        names = {held.name for held, _ in ends}
        later = []
        for held, value in ends:  # a parallel copy: the new value of one part may read another one
            if not names.isdisjoint(value.names):
                after = emitter.code.fresh("T" if held.type is SET else "n")
                emitter.code.assign(after, value)
                value = after
            later.append((held, value))
        for held, value in later:
            emitter.code.assign(held, value)
    adopt(flow, kept)


def _looping(emitter: Emitter, flow: Flow, changed: set[Slot], among: tuple[Way | None, ...]) -> tuple[Flow, Flow]:
    """Return two copies of a flow in which the changing parts are the same variables.

    *among*: the directions that may be bound at the beginning of a round.
    """
    inner = flow.copy()
    number_way(emitter, inner, among)
    for slot, value in flow.slots():
        if slot in changed:
            inner.put(slot, emitter.variable(slot, value))
    if ("cells",) in changed:
        inner.alive = False
    inner.states = None
    inner.mark_states = [None] * len(inner.mark_states)
    return inner, inner.copy()
