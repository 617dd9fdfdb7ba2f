"""Questions: whether a chain has an output.

A straight chain is asked in place, as an expression; any other one becomes a function that returns 1 at its first
output.
"""

from __future__ import annotations

from functools import partial

from tilewright.generator.compiler.analysis.straightness import is_simple
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    ZERO,
    Call,
    Do,
    Expression,
    If,
    any_of,
    call,
    choice,
    local,
    negated,
)
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import raises

MANY_RIDES = 6
"""The rides from which on a straight chain is a function, too: it is long, and often asked in several places."""


def ask(emitter: Emitter, chains: tuple[ir.Chain, ...], flow: Flow) -> Expression:
    """Return whether one of some chains has an output."""
    may_err = any(raises(chain.ops) for chain in chains)
    if may_err and len(chains) > 1:
        return _asked_in_turn(emitter, chains, flow)
    found = any_of(*(answer_of(emitter, chain, flow) for chain in chains))
    if may_err and isinstance(found, Call) and "a_err" in found.names:  # asked even where the answer changes nothing
        emitter.code.add(Do(found))
    return found


def _asked_in_turn(emitter: Emitter, chains: tuple[ir.Chain, ...], flow: Flow) -> Expression:
    """Emit the question of one chain after the other, up to the first that has an output; an error there counts."""
    found = emitter.code.fresh("n")
    emitter.code.assign(found, ZERO)
    for chain in chains:
        with emitter.code.block(If(negated(found))):
            emitter.code.assign(found, choice(ask(emitter, (chain,), flow), ONE, ZERO))
    return found


def answer_of(emitter: Emitter, chain: ir.Chain, flow: Flow) -> Expression:
    """Return whether a chain has an output: 0 or 1 where the answer is known."""
    inner = aside(flow, chain.me)
    if is_simple(chain.ops) and _rides(chain.ops) < MANY_RIDES:
        with emitter.asking():
            for op in chain.ops:
                emitter.apply(op, inner)
                if inner.cells.constant == 0:
                    return ZERO
        if inner.alive:
            return ONE
        return emitter.named(inner).cells.value
    return outlined(emitter, "has", chain.ops, inner)


def _rides(ops: tuple[ir.Op, ...]) -> int:
    """Return how many ways a chain goes as far as it can."""
    found = sum(1 if op.ways is None else len(op.ways) for op in ops if isinstance(op, ir.Step) and op.most < 0)
    for op in ops:
        chains = op.alternatives if isinstance(op, ir.Choice) else op.traits.flow_chains
        found += sum(_rides(chain.ops) for chain in chains)
    return found


def outlined(emitter: Emitter, stem: str, ops: tuple[ir.Op, ...], flow: Flow, comment: str = "") -> Expression:
    """Return a call of a new function that tells whether a chain has an output."""
    outer, emitter.yes = emitter.yes, partial(say_yes, emitter)
    with emitter.function(Sink(exists=True)) as code, emitter.closed(), emitter.asking():
        emitter.run(ops, flow, emitter.yes)
        code.answer(0)
    emitter.yes = outer
    body = eliminate_dead_code(code.body)
    parameters = emitter.free(body)
    return call(emitter.module.share(stem, parameters, body, comment), *map(local, parameters))


def say_yes(emitter: Emitter, flow: Flow) -> None:
    """Emit the answer yes where a flow has come to the end of the chain."""
    if flow.alive:
        emitter.code.answer(1)
    elif flow.cells.constant != 0:
        with emitter.code.block(If(flow.cells.value)):
            emitter.code.answer(1)
