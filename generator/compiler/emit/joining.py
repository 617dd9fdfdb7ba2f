"""Code that comes together again: conditionals and loops that change a flow in place.

Behind a conditional, a part of the flow that differs between its branches becomes a variable that each branch assigns.
In a loop, each part that the body changes is a variable from the start.

    if T1:
        T7 = B_1 | T1       where the condition holds, state 1 has been put on some cells
    else:
        T7 = B_1            behind the conditional its cells are T7
"""

from __future__ import annotations

from tilewright.generator.compiler.analysis.straightness import tests_and_effects
from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.code import Assign, If, While, names_in
from tilewright.generator.compiler.emit.emitter import Then, Walker
from tilewright.generator.compiler.emit.flow import Flow, Slot, adopt, die, either, text_of
from tilewright.generator.compiler.emit.sets import Cells, variable
from tilewright.generator.compiler.rules import ir


def fork(walker: Walker, condition: str, flow: Flow, yes: Then, no: Then | None = None) -> None:
    """Emit a conditional that changes the flow in place, and join its parts behind it."""
    if condition in ("0", "1"):
        if condition == "1":
            yes(flow)
        elif no is not None:
            no(flow)
        return
    statement = If(condition)
    one, other = flow.copy(), flow.copy()
    with walker.code.block(statement):
        yes(one)
    with walker.code.block(statement, otherwise=True):
        if no is not None:
            no(other)
    if one.way != other.way:
        raise NotLowered("a direction is bound in one case and not in another")
    joined = other.copy()
    for (slot, first), (_, second) in zip(one.slots(), other.slots(), strict=True):
        if text_of(first) == text_of(second):
            if isinstance(first, Cells) and isinstance(second, Cells):
                joined.put(slot, first if first.maybe & ~second.maybe else second)
            continue
        stem = "n" if isinstance(first, str) else "T"
        name = walker.code.fresh(stem)
        statement.then.append(Assign((name,), text_of(first)))
        statement.otherwise.append(Assign((name,), text_of(second)))
        if isinstance(first, Cells) and isinstance(second, Cells):
            joined.put(slot, variable(name, first.maybe | second.maybe, single=first.single and second.single))
        else:
            joined.put(slot, name)
    joined.alive = one.alive and other.alive
    joined.states = either(one.states, other.states)
    joined.mark_states = [either(*pair) for pair in zip(one.mark_states, other.mark_states, strict=True)]
    joined.anchored = one.anchored if one.anchored == other.anchored else None
    adopt(flow, joined)


def first_joined(walker: Walker, alternatives: tuple[ir.Chain, ...], flow: Flow) -> None:
    """Straight alternatives: one is tried after the other, and the parts of the flow are joined."""
    chain, others = alternatives[0], alternatives[1:]
    tests, effects = tests_and_effects(chain.ops)
    tried = flow.copy()
    for op in tests:
        walker.apply(op, tried)

    def go_on(other: Flow) -> None:
        adopt(other, tried)
        other.alive = True
        for op in effects:
            walker.apply(op, other)

    if tried.cells.constant == 0:
        if others:
            first_joined(walker, others, flow)
        else:
            die(flow)
    elif tried.alive:
        go_on(flow)
    elif not others and not effects:
        adopt(flow, tried)
    else:
        walker.named(tried)
        no = (lambda other: first_joined(walker, others, other)) if others else die
        fork(walker, tried.cells.value, flow, go_on, no)


def loop(walker: Walker, condition: str, flow: Flow, body: Then) -> None:
    """Emit a loop whose body changes the flow in place."""
    changed: set[Slot] = set()
    while True:
        trial, kept = _looping(walker, flow, changed)
        with walker.function(walker.sink):
            body(trial)
        more = {
            slot
            for (slot, after), (_, before) in zip(trial.slots(), kept.slots(), strict=True)
            if text_of(after) != text_of(before)
        }
        if more <= changed:
            break
        changed |= more
    inner, kept = _looping(walker, flow, changed)
    before = dict(flow.slots())
    for slot, value in kept.slots():
        if slot in changed:
            walker.code.assign(text_of(value), text_of(before[slot]))
    with walker.code.block(While(condition)):
        entry = inner.copy()
        body(inner)
        ends = [
            (text_of(name), text_of(after))
            for (slot, after), (_, name) in zip(inner.slots(), entry.slots(), strict=True)
            if slot in changed and text_of(name) != text_of(after)
        ]
        loop_names = {name for name, _ in ends}
        later = []
        for name, text in ends:  # all at once: one part may become what another one was
            if loop_names & set(names_in(text)):
                kept_text = walker.code.fresh("T" if name[0].isupper() else "n")
                walker.code.assign(kept_text, text)
                text = kept_text
            later.append((name, text))
        for name, text in later:
            walker.code.assign(name, text)
    adopt(flow, kept)


def _looping(walker: Walker, flow: Flow, changed: set[Slot]) -> tuple[Flow, Flow]:
    """Return a flow whose changing parts are variables, twice."""
    inner = flow.copy()
    for slot, value in flow.slots():
        if slot in changed:
            inner.put(slot, walker.variable(slot, value))
    if ("cells",) in changed:
        inner.alive = False
    inner.states = None
    inner.mark_states = [None] * len(inner.mark_states)
    return inner, inner.copy()
