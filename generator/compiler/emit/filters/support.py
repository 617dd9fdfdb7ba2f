"""Support: the cells that must change before the answer to a question can.

A question that is answered backwards, from its ends to its starts, reads each pattern on few cells only: on a ride, up
to the first blocker. Nothing in such a question is negated, so it is monotone: more cells that match a pattern never
change yes to no, and fewer never change no to yes. Hence, by induction over the chain from its end:

    the answer stays no    if, where a pattern is read, no cell gets a state of it
    the answer stays yes   if, where a pattern is read, no cell loses a state of it

The step of the induction: the preimage of an operation cannot grow unless its target grows or, where the pattern of the
operation is read, more cells match.

    before   is the king attacked?      each ride from the king, a knight's leap away ...
    after    the same, and the cells:   the rides with the pieces that stop them, a knight's leap away ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.answers import each_end, ends, has_rare_end
from tilewright.generator.compiler.emit.filters.preimage import Preimage
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import states_of
from tilewright.generator.compiler.emit.sets import Cells, join_all, meet
from tilewright.generator.compiler.kernel.nodes import Call, If, call, local
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.rules import ir

Relevant = Callable[[ir.Pattern], bool]
"""Returns whether changes of the cells at which a pattern is read can matter."""


class Reading(Preimage):
    """Finds the preimage of a chain, and records in ``places`` where it reads which pattern."""

    def __init__(self, emitter: Emitter, flow: Flow, one: Cells) -> None:
        """*one*: a variable that holds the one cell from which the chain is read backwards."""
        super().__init__(emitter, flow, cell=one.node)
        self.places: list[tuple[ir.Pattern, Cells]] = []

    def reads(self, pattern: ir.Pattern, where: Cells) -> None:
        """Record that the result depends on whether some cells match a pattern."""
        self.places.append((pattern, self.emitter.name(where)))


def has_support(emitter: Emitter, chain: ir.Chain) -> bool:
    """Return whether the support of a chain can be found.

    It must begin on constant cells and end on rare ones, have nothing negated, and read states alone.
    """
    first = chain.ops[0] if chain.ops else None
    if not has_rare_end(emitter, chain) or not isinstance(first, ir.Combine) or first.mask is None:
        return False
    return all(map(_is_monotone, chain.ops[1:]))


def _is_monotone(op: ir.Op) -> bool:
    """Return whether an operation reads nothing but states, through patterns that are not negated."""
    match op:
        case ir.Keep():
            return all(map(_is_plain, op.patterns))
        case ir.Step():
            return op.through is None or _is_plain(op.through)
        case ir.Ray():
            return op.collect == "End" and op.end is not None and _is_plain(op.match) and _is_plain(op.end)
        case ir.Combine():
            return op.mask is not None and op.how in ("Intersect", "Minus")
        case ir.Choice():
            return op.mode != "First" and all(_is_monotone(one) for chain in op.alternatives for one in chain.ops)
        case ir.Select():
            return op.mark is None
        case ir.Along() | ir.Bend() | ir.Image() | ir.Spread() | ir.Option() | ir.Record():
            return True
        case (
            ir.Guard() | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass() | ir.Drop() | ir.Flood() | ir.Pick()
            | ir.Best() | ir.Mark() | ir.Shape() | ir.Stamp()
            | ir.Repeat() | ir.Apply() | ir.SetState() | ir.Move() | ir.Stack() | ir.Shift()
            | ir.SetCounter() | ir.SetPhase() | ir.SetTurn() | ir.End() | ir.Die()
        ):  # fmt: skip
            return False
        case _:
            assert_never(op)


def _is_plain(pattern: ir.Pattern) -> bool:
    """Return whether a pattern reads the state of the cell alone."""
    marked = any(part.marks for part in pattern.alternatives)
    return not pattern.offsets and not marked and states_of(pattern) is not None


def end_states(chain: ir.Chain) -> frozenset[int]:
    """Return the states that a cell can have at which a chain with support ends."""
    last = chain.ops[-1]
    assert isinstance(last, ir.Keep)
    return frozenset.intersection(*(states_of(pattern) or frozenset() for pattern in last.patterns))


def can_match(constants: Constants, pattern: ir.Pattern, states: frozenset[int]) -> bool:
    """Return whether a cell in one of some states can match a pattern."""
    return any(
        constants.cells_with(state) & part.mask for part in pattern.alternatives for state in part.states & states
    )


def must_match(constants: Constants, pattern: ir.Pattern, states: frozenset[int]) -> bool:
    """Return whether a cell matches a pattern in each of some states."""
    return all(
        any(state in part.states and constants.cells_with(state) & ~part.mask == 0 for part in pattern.alternatives)
        for state in states
    )


def patterns_read(ops: tuple[ir.Op, ...]) -> Iterator[ir.Pattern]:
    """Yield the patterns that operations read, and the chains in them."""
    for op in ops:
        yield from op.traits.patterns
        for chain in op.traits.chains:
            yield from patterns_read(chain.ops)


def support(emitter: Emitter, chain: ir.Chain, flow: Flow, relevant: tuple[Relevant, ...]) -> Call | None:
    """Return a call with several results: whether a chain has an output, then for each of *relevant* a set of cells.

    The set has the cells at which patterns are read for which that function returns true. The pattern at the end of the
    chain is left out, since it is read on all cells. Return None if the chain cannot end, or no preimage is known.
    """
    inner = aside(flow, chain.me)
    emitter.apply(chain.ops[0], inner)
    start = emitter.named(inner).cells
    target = ends(emitter, chain, inner)
    if target.constant == 0:
        return None
    results = [f"U_{number}" for number in range(len(relevant))]
    origins: Cells | None = None
    with emitter.function(Sink()) as code:
        code.assign("found", 0)
        for name in results:
            code.assign(name, 0)
        for one in each_end(emitter, target):
            lifting = Reading(emitter, inner, one)
            origins = lifting.origins(chain.ops[1:-1], inner.bound, one, single=False)
            if origins is None:
                break
            with code.block(If(meet(origins, start).value)):
                code.assign("found", 1)
            for name, matters in zip(results, relevant, strict=True):
                cells = join_all([where for pattern, where in lifting.places if matters(pattern)])
                if cells.constant != 0:
                    code.assign(name, local(name) | cells.value)
        code.answer(local("found"), *map(local, results))
    if origins is None:
        return None
    body = eliminate_dead_code(code.body)
    parameters = emitter.free(body)
    return call(emitter.module.share("support", parameters, body), *map(local, parameters))
