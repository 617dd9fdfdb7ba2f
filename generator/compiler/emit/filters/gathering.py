"""Gathering: the union of the working sets of all outputs of a chain, as one set."""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.analysis.straightness import is_simple
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import matches_all, pattern_cells, states_of
from tilewright.generator.compiler.emit.sets import Cells, join_all, meet, variable
from tilewright.generator.compiler.kernel.nodes import If
from tilewright.generator.compiler.rules import ir


def gather_all(emitter: Emitter, chains: tuple[ir.Chain, ...], flow: Flow) -> Cells:
    """Return the union of the cells of all outputs of some chains.

    If the flow has one cell, a chain that begins with a test of its state is run only where the cell passes.
    """
    if not (flow.single and flow.alive) or not any(first_test(chain) is not None for chain in chains):
        return join_all([gather(emitter, chain, flow) for chain in chains])
    found = emitter.code.fresh("U")
    emitter.code.assign(found, 0)
    maybe = 0
    always = []
    for chain in chains:
        inner = aside(flow, chain.me)
        test = first_test(chain)
        if test is None:
            always.append(gather(emitter, chain, flow))
            continue
        states = states_of(test)
        if states is not None and inner.states is not None and not states & inner.states:
            continue
        certain = matches_all(emitter, flow, test)
        held = flow.cells if certain else meet(flow.cells, pattern_cells(emitter, inner, test, inner.states))
        if held.constant == 0:
            continue
        if states is not None:
            inner.states = states if inner.states is None else inner.states & states
        rest = ir.Chain(chain.me, chain.ops[1:])
        if certain:
            always.append(gather(emitter, rest, inner))
            continue
        with emitter.code.block(If(held.value)):
            cells = gather(emitter, rest, inner)
            maybe |= cells.maybe
            emitter.code.assign(found, found | cells.value)
    # not single, so that a click that follows is emitted for many flows at once
    return replace(emitter.name(join_all([variable(found, maybe), *always])), single=False)


def gather(emitter: Emitter, chain: ir.Chain, flow: Flow) -> Cells:
    """Return the union of the cells of all outputs of a chain."""
    inner = aside(flow, chain.me)
    if is_simple(chain.ops):
        for op in chain.ops:
            emitter.apply(op, inner)
        return inner.cells
    found = emitter.code.fresh("U")
    emitter.code.assign(found, 0)
    maybe = 0

    def collect(output: Flow) -> None:
        nonlocal maybe
        maybe |= output.cells.maybe
        emitter.code.assign(found, found | output.cells.value)

    outer_sink, emitter.sink = emitter.sink, Sink((found.name,), (found.name,))
    with emitter.closed():
        emitter.run(chain.ops, inner, collect)
    emitter.sink = outer_sink
    return variable(found, maybe)


def first_test(chain: ir.Chain) -> ir.Pattern | None:
    """Return the pattern of the test with which a chain begins, or None if it begins with no test of one pattern."""
    first = chain.ops[0] if chain.ops else None
    return first.patterns[0] if isinstance(first, ir.Keep) and len(first.patterns) == 1 else None
