"""Questions, whether a chain has an output, answered in a cheaper way than running the chain where there is one.

before   has { flood orth own -> step orth -> empty }    the whole group, its neighbours, those that are empty
after    spread until a cell beside an empty one is reached

before   has { goto all -> attack -> enemy King }               all attacks of all pieces
after    from the king: a rook on the rays of a rook, a knight a knight's leap away, ...
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.compiler.analysis.straightness import is_simple
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.asking import ask
from tilewright.generator.compiler.emit.filters.cursor import reach
from tilewright.generator.compiler.emit.filters.near import rows_near
from tilewright.generator.compiler.emit.filters.preimage import Preimage
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import pattern_cells, states_of
from tilewright.generator.compiler.emit.sets import Cells, constant, meet, variable
from tilewright.generator.compiler.kernel.nodes import ZERO, Expression, If, any_of, call, local
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import changes, raises, starts_anew

RARE = 2
"""The ends of a chain are rare if at most so many cells match when the game begins: then it pays to search back."""


def answer(emitter: Emitter, chains: tuple[ir.Chain, ...], flow: Flow) -> Expression:
    """Return a condition that is true if one of some chains has an output."""
    if len(chains) > 1 and any(raises(chain.ops) for chain in chains):
        return ask(emitter, chains, flow)
    answers = []
    for chain in chains:
        found = rows_near(emitter, chain, flow)
        if found is None:
            found = _through_flood(emitter, chain, flow)
        if found is None:
            found = _backwards(emitter, chain, flow)
        answers.append(ask(emitter, (chain,), flow) if found is None else found)
    return any_of(*answers)


def _through_flood(emitter: Emitter, chain: ir.Chain, flow: Flow) -> Expression | None:
    """Return the answer for a chain with a flood, which is stopped once it reaches a cell from which the rest succeeds.

    Return None if the chain has no flood with something after it, or the preimage of the rest is not known.
    """
    place = next((place for place, op in enumerate(chain.ops) if isinstance(op, ir.Flood)), len(chain.ops))
    head, rest = chain.ops[:place], chain.ops[place + 1 :]
    if not rest or not is_simple(head) or changes(head):
        return None
    inner = aside(flow, chain.me)
    welcome = Preimage(emitter, inner).origins(rest, inner.bound, single=False)
    if welcome is None:
        return None
    for op in head:
        emitter.apply(op, inner)
    flood = chain.ops[place]
    assert isinstance(flood, ir.Flood)
    welcome = Preimage(emitter, inner).loosely(welcome)
    found = meet(reach(emitter, flood, inner, until=welcome), welcome)
    return emitter.name(found).value


def _backwards(emitter: Emitter, chain: ir.Chain, flow: Flow) -> Expression | None:
    """Return the answer for a chain with rare ends, by a search back from each of them; None if that is impossible."""
    if not has_rare_end(emitter, chain):
        return None
    inner = aside(flow, chain.me)
    emitter.apply(chain.ops[0], inner)
    start = emitter.named(inner).cells
    target = ends(emitter, chain, inner)
    if target.constant == 0:
        return ZERO
    origins: Cells | None = None
    with emitter.function(Sink(exists=True)) as code:
        for one in each_end(emitter, target):
            origins = Preimage(emitter, inner, cell=one.node).origins(chain.ops[1:-1], inner.bound, one, single=False)
            if origins is not None:
                with code.block(If(meet(origins, start).value)):
                    code.answer(1)
        code.answer(0)
    if origins is None:
        return None
    body = eliminate_dead_code(code.body)
    parameters = emitter.free(body)
    return call(emitter.module.share("reached", parameters, body), *map(local, parameters))


def has_rare_end(emitter: Emitter, chain: ir.Chain) -> bool:
    """Return whether a chain without effects begins on constant cells and ends on cells that match a rare pattern."""
    ops = chain.ops
    if len(ops) < 3 or not starts_anew(ops) or changes(ops):
        return False
    last = ops[-1]
    return isinstance(last, ir.Keep) and not last.whole and any(_is_rare(emitter, pattern) for pattern in last.patterns)


def ends(emitter: Emitter, chain: ir.Chain, flow: Flow) -> Cells:
    """Return the cells on which a chain whose last operation is a test can end."""
    target = constant(emitter.constants.board.cells)
    last = chain.ops[-1]
    assert isinstance(last, ir.Keep)
    for pattern in last.patterns:
        target = meet(target, pattern_cells(emitter, flow, pattern))
    return emitter.name(target)


def each_end(emitter: Emitter, cells: Cells) -> Iterator[Cells]:
    """Emit a loop over the cells of a set, and yield the current one within it."""
    with emitter.each_cell(cells.value) as (_, cell):
        yield variable(cell, cells.maybe, single=True)


def _is_rare(emitter: Emitter, pattern: ir.Pattern) -> bool:
    """Return whether at most ``RARE`` cells have a state of a pattern when the game begins."""
    states = states_of(pattern)
    if states is None:
        return False
    return sum(emitter.constants.at_start[state].bit_count() for state in states) <= RARE
