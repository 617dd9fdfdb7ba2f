"""Alpha-beta search: the template ``minimax``, and the parts of it that depend on what a position consists of."""

from __future__ import annotations

from functools import reduce
from operator import or_

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.emit.turn.weighing import emit_likely, likely_moves
from tilewright.generator.compiler.kernel.nodes import Expression, If, Statement, call, item, local, unequal
from tilewright.generator.compiler.kernel.rewriting import assigned, renamed, with_names
from tilewright.generator.compiler.program import MINIMAX
from tilewright.generator.minimax import FINE, UNIT, WON

FUNCTIONS = (
    "parted", "bounds", "down", "average", "judged", "bent", "promise", "worth", "more", "paid_to",
    "weigh", "pieces", "end_of", "shifted", "order", "next_of", "refutes", "lengthen", "hash_of",
    "bucket_of", "found", "entry_of", "serves", "settled", "keep_entry",
)  # fmt: skip


def emit_minimax(turn: Turn, *, heuristic: bool) -> None:
    """Emit all functions of alpha-beta search. *heuristic*: the model has one, and its functions have been emitted."""
    turn.module.reserve(*FUNCTIONS, *MINIMAX)
    layout, places = turn.layout, dict(turn.layout.offsets())
    emit_likely(turn)
    turn.fill(
        "minimax",
        # a position
        SCORED=layout.outcome.scored,
        SCORES=places.get("s_0", 0),
        SUMMED=_summed(turn),
        COMPARED=_compared(turn),
        PIECES=_pieces(turn),
        TURNS=layout.terms.turns,
        MOBILITY=layout.terms.mobility,
        # values
        AVERAGES=layout.averages,
        BOUND=WON if layout.outcome.paid else UNIT << FINE,
        STRAIGHT=3 * (UNIT << FINE) // 4,
        PAY=places.get("g_0", 0),
        HEURISTIC=heuristic,
        JUDGING=tuple(turn.context) if heuristic else (),
        OTHERS=max(1, len(turn.constants.sides) - 1),
        # nature's turn
        LIKELY=likely_moves(turn),
    )


WEIGHTS, SUM = local("a_weights"), local("v")


def _summed(turn: Turn) -> list[Statement]:
    """Return the statements that add the weights of all planes and of all numbers of a position to ``v``."""
    code, terms = Code(), turn.layout.terms
    statements, planes = _planes(turn)
    for statement in statements:
        code.add(statement)
    for number, plane in enumerate(planes):
        code.assign("W", plane)
        code.assign(SUM, SUM + call("weigh", local("W"), WEIGHTS, number * terms.bits))
    for number, name in enumerate(_numbers(turn)):
        code.assign(SUM, SUM + local(name) * item(WEIGHTS.name, terms.numbers + number))
    return code.body


def _compared(turn: Turn) -> list[Statement]:
    """Return the statements that add the difference of these sums between a position and the one in the results.

    Only what differs is weighed.
    """
    code, terms, new, old = Code(), turn.layout.terms, local("W"), local("X")
    statements, planes = _planes(turn)
    names = {name: result(name) for name in [*turn.position, *assigned(statements)]}
    for statement in [*statements, *renamed(statements, names)]:
        code.add(statement)
    for number, plane in enumerate(planes):
        code.assign(new, plane)
        code.assign(old, with_names(plane, names))
        with code.block(If(unequal(new, old))):
            code.assign("Y", new & old)
            for sign, cells in ((1, new), (-1, old)):
                weight = call("weigh", cells ^ local("Y"), WEIGHTS, number * terms.bits)
                code.assign(SUM, SUM + weight if sign > 0 else SUM - weight)
    for number, name in enumerate(_numbers(turn)):
        change = local(name) - local(result(name))
        code.assign(SUM, SUM + change * item(WEIGHTS.name, terms.numbers + number))
    return code.body


def _planes(turn: Turn) -> tuple[list[Statement], list[Expression]]:
    """Return the statements that compute the planes of a position, and the planes."""
    emitter = turn.emitter(0)
    with emitter.function(Sink()) as code:
        flow = turn.flow(0)
        planes = [board_of(emitter, flow, frozenset({state})).value for state in turn.layout.terms.states]
    return code.body, [*planes, *map(local, turn.layout.terms.sets)]


def _numbers(turn: Turn) -> list[str]:
    """Return the variables of the counters that are one number."""
    return turn.layout.ints[: len(turn.layout.numbers)]


def _pieces(turn: Turn) -> list[Statement]:
    """Return the statements that add to ``n`` the number of cells that are not in their initial state."""
    emitter, boards = turn.emitter(0), turn.constants.boards
    with emitter.function(Sink()) as code:
        if boards.coded:
            standing = reduce(or_, (local(f"B_{board}") for board in boards.factors[0]))
            code.assign("n", local("n") + call("popc", standing))
        for board in () if boards.coded else boards.factors[0]:
            code.assign("n", local("n") + call("popc", local(f"B_{board}")))
    return code.body
