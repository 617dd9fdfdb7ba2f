"""The rules of a player: groups from the highest priority down, and in a group what maximises its counter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tilewright.generator.compiler.emit.code import If
from tilewright.generator.compiler.emit.emitter import Walker
from tilewright.generator.compiler.emit.filters.values import value_text
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import constant, variable
from tilewright.generator.compiler.emit.turn.completion import fails, legal
from tilewright.generator.compiler.emit.turn.turn import Leaf, Turn
from tilewright.generator.compiler.rules import ir


def generate(turn: Turn, walker: Walker, me: int, found: str, leaf: Leaf) -> None:
    """Emit the rules: groups from the highest priority down, until *found* is not zero.

    In *found*, ``@`` stands for the number of the group that comes before.
    """
    for number, group in enumerate(turn.rules[me].groups):
        if number == 0:
            _group(turn, walker, me, number, group, leaf)
        else:
            with walker.code.block(If(f"not {found.replace('@', str(number - 1))}")):
                _group(turn, walker, me, number, group, leaf)


def _group(turn: Turn, walker: Walker, me: int, number: int, group: ir.Group, leaf: Leaf) -> None:
    if group.maximise is None:
        follow(turn, walker, me, group, leaf)
        return
    least = next(f.least for f in turn.constants.counters.values() if f.number == group.maximise)
    best = _greatest(turn, me, number, group)
    greatest = walker.code.fresh("n")
    walker.code.assign(greatest, best)

    def only(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        value = _maximised(turn, walker, flow, group)
        with walker.code.block(If(f"{value} == {greatest}")):
            leaf(flow, tail)

    with walker.code.block(If(f"{greatest} >= {least if least >= 0 else f'({least})'}")):
        follow(turn, walker, me, group, only, eager=True)


def follow(
    turn: Turn,
    walker: Walker,
    me: int,
    group: ir.Group,
    leaf: Leaf,
    *,
    eager: bool = False,
) -> None:
    """Emit the rules of one group. *eager*: rules are followed to their ends; nothing of them waits for the move."""

    def top(flow: Flow) -> None:
        leaf(flow, ())

    walker.leaf, walker.top = (None if eager else leaf), top
    number = turn.rules[me].groups.index(group)
    doubted, repeated = turn.doubted[me][number], turn.repeats[me][number]
    if walker.compares is not None and repeated:
        walker.compares()
    ordered = walker.ordered
    for place, rule in enumerate(group.rules):
        walker.doubts = doubted.get(place, [])
        walker.comparing = walker.compares is not None and place in repeated
        walker.ordered = ordered or walker.comparing
        flow = turn.flow(me)
        if rule.phases and "f_0" in turn.layout.ints:
            with walker.code.block(If(" or ".join(f"f_0 == {phase}" for phase in sorted(rule.phases)))):
                walker.run(rule.chain.ops, flow, top)
        else:
            walker.run(rule.chain.ops, flow, top)
    walker.leaf = walker.top = None
    walker.doubts, walker.comparing, walker.ordered = [], False, ordered


def _maximised(turn: Turn, walker: Walker, flow: Flow, group: ir.Group) -> str:
    facts = next(f for f in turn.constants.counters.values() if f.number == group.maximise)
    player = flow.me if facts.players > 1 else 0
    everything = aside(flow, flow.me)
    everything.cells = constant(turn.constants.board.cells)
    return walker.number(value_text(walker, ir.Number(facts.number, player, facts.per_cell, None), everything))


def _greatest(turn: Turn, me: int, number: int, group: ir.Group) -> str:
    """Return a call of the function that computes the greatest number of the counter over all legal moves."""
    name = f"greatest_{me}_{number}" + ("_asked" if turn.asked else "")
    facts = next(f for f in turn.constants.counters.values() if f.number == group.maximise)
    none = f"({facts.least - 1})"
    if name not in turn.module.functions:
        turn.module.reserve(name)
        inner = turn.walker(me)
        best = "g"
        with inner.function(Sink((best,), (best,))) as code:
            code.assign(best, none)

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                value = _maximised(turn, inner, flow, group)
                with inner.code.block(If(f"{value} > {best}")), _if_legal(turn, inner, flow, tail):
                    inner.code.assign(best, value)

            follow(turn, inner, me, group, leaf, eager=True)
            code.line(f"return {best}")
        turn.define(name, turn.arguments(), code)
    return f"{name}({', '.join(turn.arguments())})"


@contextmanager
def _if_legal(turn: Turn, walker: Walker, flow: Flow, tail: tuple[ir.Op, ...]) -> Iterator[None]:
    if fails(turn, flow.me, tail):
        with walker.code.block(If(legal(turn, walker, flow, tail))):
            yield
    else:
        yield


def each_candidate(walker: Walker, flow: Flow) -> Iterator[Flow]:
    """Emit what is done for each candidate of a leaf: each cell of many, or the one flow."""
    if flow.many:
        yield from walker.each_of_many(flow)
    elif flow.alive:
        yield flow
    else:
        with walker.code.block(If(walker.named(flow).cells.value)):
            flow.alive = True
            yield flow


def one_of(flow: Flow) -> Flow:
    """Return a flow that stands for each of many."""
    one = flow.copy()
    if flow.many:
        one.cells, one.many = variable("C", flow.cells.maybe, single=True), False
        one.marks = [one.place(mark) for mark in flow.marks]
        one.anchor = one.place(flow.anchor)
    one.alive = True
    return one


def how_many(walker: Walker, flow: Flow) -> str:
    """Return the text of the number of candidates of a leaf."""
    if flow.many:
        return walker.number(f"popc({walker.named(flow).cells.value})")
    return "1" if flow.alive else f"(1 if {walker.named(flow).cells.value} else 0)"


def nth(walker: Walker, flow: Flow, place: str) -> Flow:
    """Return the candidate of a leaf with a number, counted from 0."""
    one = flow.copy()
    if flow.many:
        cells = walker.named(one).cells
        cell = walker.code.fresh("C")
        walker.code.assign(cell, f"kth({cells.value}, {place})")
        one.cells = variable(cell, cells.maybe, single=True)
        one.marks = [one.place(mark) for mark in flow.marks]
        one.anchor = one.place(flow.anchor)
        one.many = False
    one.alive = True
    return one
