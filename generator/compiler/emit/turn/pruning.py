"""Alpha-beta search: the template ``minimax``, and the parts of it that depend on what a position consists of."""

from __future__ import annotations

from functools import reduce
from operator import or_

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import STEPS
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.emit.turn.weighing import emit_likely, likely_moves
from tilewright.generator.compiler.kernel.nodes import Expression, If, Statement, call, item, local, unequal
from tilewright.generator.compiler.kernel.rewriting import assigned, renamed, with_names
from tilewright.generator.compiler.program import MINIMAX
from tilewright.generator.compiler.rules.ir import paid_end
from tilewright.generator.errors import TOO_SMALL
from tilewright.generator.heuristic import MOST_JUDGED, VICTORY
from tilewright.generator.minimax import (
    DEEPEST,
    DEPTHS,
    FINE,
    KILLERS,
    MOST,
    MOVES,
    NEAR,
    SLOTS,
    SOLVED,
    SURE,
    UNIT,
    WAYS,
    WON,
    Bound,
    Entry,
    Frame,
    Order,
    Progress,
    Step,
)

KILLING = UNIT // 4
"""The bonus of a killer move in the order of moves: one that has refuted another line at the same ply."""

REFUTING = UNIT // 4
"""The greatest bonus of the history heuristic, for a move that has refuted other lines anywhere."""

FUNCTIONS = (
    "parted", "bounds", "down", "average", "judged", "bent", "promise", "worth", "more", "paid_to",
    "weigh", "pieces", "end_of", "shifted", "order", "next_of", "refutes", "lengthen", "hash_of",
    "entry_of", "serves", "settled", "keep_entry",
)  # fmt: skip


def emit_minimax(turn: Turn, *, heuristic: bool) -> None:
    """Emit all functions of alpha-beta search. *heuristic*: the model has one, and its functions have been emitted."""
    for name in (*FUNCTIONS, *MINIMAX):
        turn.module.reserve(name)
    layout, places = turn.layout, dict(turn.layout.offsets())
    emit_likely(turn)
    turn.fill(
        "minimax",
        STEPS=STEPS,
        TOO_SMALL=TOO_SMALL,
        # a position
        TURN=places["p"],
        ENDED=places["e"],
        SCORED=layout.outcome.scored,
        SCORES=places.get("s_0", 0),
        SUMMED=_summed(turn),
        COMPARED=_compared(turn),
        PIECES=_pieces(turn),
        TURNS=layout.terms.turns,
        MOBILITY=layout.terms.mobility,
        # values
        MOST=MOST,
        NEAR=NEAR,
        WON=WON,
        AVERAGES=layout.averages,
        PARTS=1 << FINE,
        VALUE_OF_ONE=UNIT << FINE,
        BOUND=WON if layout.outcome.paid else UNIT << FINE,
        STRAIGHT=3 * (UNIT << FINE) // 4,
        PAID=paid_end(turn.constants.players),
        PAY=places.get("g_0", 0),
        HEURISTIC=heuristic,
        JUDGING=tuple(turn.context) if heuristic else (),
        MOST_JUDGED=MOST_JUDGED,
        UNIT_OF_HEURISTIC=UNIT // VICTORY,
        OTHERS=max(1, turn.constants.players - 1),
        # the line
        FRAME=len(Frame),
        PLACE=Frame.PLACE,
        LIST=Frame.LIST,
        ORDERED=Frame.ORDER,
        COUNT=Frame.COUNT,
        DONE=Frame.DONE,
        ALPHA=Frame.ALPHA,
        BETA=Frame.BETA,
        FLOOR=Frame.FLOOR,
        BEST=Frame.BEST,
        MOVE=Frame.MOVE,
        DEPTH=Frame.DEPTH,
        SIGN=Frame.SIGN,
        KEY=Frame.KEY,
        PAST=Frame.PAST,
        CERTAIN=Frame.SOLVED,
        WIDE=Frame.WIDE,
        PROBED=Frame.PROBED,
        CHOICES=Frame.CHOICES,
        LENGTH=Frame.LENGTH,
        # nature's turn
        SUM=Frame.SUM,
        REST=Frame.REST,
        WORTH=Frame.WORTH,
        SURE=SURE,
        LIKELY=likely_moves(turn),
        # its moves
        ORDER=len(Order),
        TRIED=Order.PLACE,
        SCORE=Order.SCORE,
        NUMBER=Order.NUMBER,
        TRACE=Order.TRACE,
        KILLERS=KILLERS,
        REMEMBERED=KILLERS * DEEPEST,
        SLOTS=SLOTS,
        KILLING=KILLING,
        REFUTING=REFUTING,
        # the table
        ENTRY=len(Entry),
        WAYS=WAYS,
        BUCKET=WAYS * len(Entry),
        VALUED=Entry.VALUE,
        FACTS=Entry.FACTS,
        BEFORE=Entry.PAST,
        SOLVED=SOLVED,
        DEPTHS=DEPTHS,
        DEPTH_MASK=(1 << MOVES - DEPTHS) - 1,
        MOVES=MOVES,
        LOWER=Bound.LOWER,
        UPPER=Bound.UPPER,
        EXACT=Bound.EXACT,
        # how far the search is
        LEVEL=Progress.LEVEL,
        STEP=Progress.STEP,
        VALUE=Progress.VALUE,
        CLOSED=Progress.CLOSED,
        NODES=Progress.NODES,
        ENTER=Step.ENTER,
        PUSH=Step.PUSH,
        NEXT=Step.NEXT,
        BACK=Step.BACK,
        OVER=Step.OVER,
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
