"""Questions: whether a chain has an output, in the general way. ``answers`` has cheaper ones.

A straight chain is emitted in place, as an expression. Any other chain becomes a function that returns 1 at its first
output.
"""

from __future__ import annotations

from functools import partial

from tilewright.generator.compiler.analysis.straightness import is_simple
from tilewright.generator.compiler.emit import outlining
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
    Statement,
    any_of,
    choice,
    negated,
)
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import raises

MANY_RIDES = 6
"""A straight chain with at least this many rides is a function, too: it is long, and often asked in several places."""


def ask(emitter: Emitter, chains: tuple[ir.Chain, ...], flow: Flow) -> Expression:
    """Return a condition that is true if one of some chains has an output.

    Chains that may be an error are asked in order, and no further than the first one with an output.
    """
    may_err = any(raises(chain.ops) for chain in chains)
    if may_err and len(chains) > 1:
        return _asked_in_turn(emitter, chains, flow)
    found = any_of(*(answer_of(emitter, chain, flow) for chain in chains))
    if may_err and isinstance(found, Call) and "a_err" in found.names:  # an error counts even if the answer is not used
        emitter.code.add(Do(found))
    return found


def _asked_in_turn(emitter: Emitter, chains: tuple[ir.Chain, ...], flow: Flow) -> Expression:
    """Emit the questions of some chains one after the other, up to the first that has an output."""
    found = emitter.code.fresh("n")
    emitter.code.assign(found, ZERO)
    for chain in chains:
        with emitter.code.block(If(negated(found))):
            emitter.code.assign(found, choice(ask(emitter, (chain,), flow), ONE, ZERO))
    return found


def answer_of(emitter: Emitter, chain: ir.Chain, flow: Flow) -> Expression:
    """Return a condition that is true if a chain has an output: 0 or 1 where that is known."""
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
    """Return the number of rides of a chain: of the ways of its steps without a limit, nested chains included."""
    found = sum(1 if op.ways is None else len(op.ways) for op in ops if isinstance(op, ir.Step) and op.most < 0)
    for op in ops:
        chains = op.alternatives if isinstance(op, ir.Choice) else op.traits.flow_chains
        found += sum(_rides(chain.ops) for chain in chains)
    return found


def outlined(emitter: Emitter, stem: str, ops: tuple[ir.Op, ...], flow: Flow, comment: str = "") -> Expression:
    """Return a call of a function that returns 1 if a chain has an output, else 0. Equal functions are shared."""

    def body() -> list[Statement]:
        outer, emitter.yes = emitter.yes, partial(say_yes, emitter)
        with emitter.function(Sink(exists=True)) as code, emitter.closed(), emitter.asking():
            emitter.run(ops, flow.copy(), emitter.yes)
            code.answer(0)
        emitter.yes = outer
        return eliminate_dead_code(code.body)

    return outlining.outlined(emitter, stem, ops, flow, body, comment=comment, asked=True)


def say_yes(emitter: Emitter, flow: Flow) -> None:
    """Emit that 1 is returned if a flow that has come to the end of the chain has a cell."""
    if flow.alive:
        emitter.code.answer(1)
    elif flow.cells.constant != 0:
        with emitter.code.block(If(flow.cells.value)):
            emitter.code.answer(1)
