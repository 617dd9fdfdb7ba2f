"""Emission of choices of all alternatives: what follows is written out for each of them, or in a loop over them.

Written out, each alternative is quick, but twenty choices of two are a million copies. In a loop each alternative
assigns the parts of the flow that differ, and the rest is written once:

    while n < 6:        a die
        if n < 3: ...
"""

from __future__ import annotations

from tilewright.generator.compiler.analysis.copies import is_long
from tilewright.generator.compiler.analysis.questions import uses_bound
from tilewright.generator.compiler.analysis.straightness import are_joinable
from tilewright.generator.compiler.emit.emitter import Emitter, Then
from tilewright.generator.compiler.emit.filters import amounts
from tilewright.generator.compiler.emit.filters.amounts import Amount, each_number
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.joining import first_joined, fork
from tilewright.generator.compiler.kernel.nodes import Expression, While
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Part

NESTED = 8
"""The most loops in one another around a loop over alternatives: CPython compiles at most 20."""


def choose(emitter: Emitter, op: ir.Choice, rest: tuple[ir.Op, ...], flow: Flow, then: Then, needs_way: bool) -> None:
    """Emit a choice of all alternatives, and what follows each."""
    turned = Part.WAY in op.traits.writes and (needs_way or uses_bound(rest))
    long, may_loop = is_long(op, rest), emitter.code.loops < NESTED
    is_looped = may_loop and long and not turned and are_joinable(op)
    least = amounts.LEAST_LONG if long and not is_looped else amounts.LEAST
    parts = list(amounts.parts_of(op.alternatives, least)) if may_loop else []
    if any(isinstance(part, Amount) for part in parts):
        flow = emitter.named(flow)
        for part in parts:
            if isinstance(part, Amount):
                each_number(emitter, part, flow.copy(), lambda one: emitter.run(rest, one, then, needs_way=needs_way))
            else:
                emitter.run((*part.ops, *rest), flow.copy(), then, needs_way=needs_way)
        return
    if not is_looped:
        for chain in op.alternatives:
            emitter.run((*chain.ops, *rest), emitter.named(flow).copy(), then, needs_way=needs_way)
        return
    flow = emitter.named(flow)
    number = emitter.code.fresh("n")
    emitter.code.assign(number, 0)
    with emitter.code.block(While(number < len(op.alternatives))):
        one = flow.copy()
        _dispatch(emitter, op.alternatives, 0, number, one)
        emitter.code.assign(number, number + 1)
        emitter.run(rest, one, then, needs_way=needs_way)


def _dispatch(emitter: Emitter, alternatives: tuple[ir.Chain, ...], first: int, number: Expression, flow: Flow) -> None:
    """Emit that a flow goes through the alternative with a number, by halving; *first* is the number of the first."""
    if len(alternatives) == 1:
        first_joined(emitter, alternatives, flow)
        return
    half = len(alternatives) // 2
    fork(
        emitter,
        number < first + half,
        flow,
        lambda other: _dispatch(emitter, alternatives[:half], first, number, other),
        lambda other: _dispatch(emitter, alternatives[half:], first + half, number, other),
    )
