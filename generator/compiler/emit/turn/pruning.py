"""Alpha-beta search: the template ``minimax``, and what depends on what a position is made of."""

from __future__ import annotations

from functools import reduce
from operator import or_

from tilewright.generator.compiler.emit.emitter import STEPS
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.emit.turn.weighing import emit_likely, likely_moves
from tilewright.generator.compiler.kernel.nodes import Statement, call, item, local
from tilewright.generator.compiler.program import MINIMAX
from tilewright.generator.compiler.rules.ir import paid_end
from tilewright.generator.errors import TOO_SMALL
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
"""How much sooner a move is tried that has refuted another one in the same ply, in units of the evaluation."""

REFUTING = UNIT // 4
"""The same at most for a move that has refuted others anywhere."""

FUNCTIONS = (
    "parted", "bounds", "down", "average", "judged", "bent", "worth", "paid_to",
    "weigh", "pieces", "end_of", "shifted", "order", "next_of", "refutes", "lengthen", "hash_of",
    "entry_of", "serves", "settled", "keep_entry",
)  # fmt: skip


def emit_minimax(turn: Turn) -> None:
    """Emit all functions of alpha-beta search."""
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
        WORTH=_worth(turn),
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


def _worth(turn: Turn) -> list[Statement]:
    """Return what adds the weights of the cells of all planes, and of the numbers."""
    emitter, terms, layout = turn.emitter(0), turn.layout.terms, turn.layout
    weights, v = local("a_weights"), local("v")
    with emitter.function(Sink()) as code:
        flow = turn.flow(0)
        planes = [board_of(emitter, flow, frozenset({state})).value for state in terms.states]
        for number, plane in enumerate((*planes, *map(local, terms.sets))):
            code.assign("W", plane)
            code.assign("v", v + call("weigh", local("W"), weights, number * terms.bits))
        for number, name in enumerate(layout.ints[: len(layout.numbers)]):
            code.assign("v", v + local(name) * item(weights.name, terms.numbers + number))
    return code.body


def _pieces(turn: Turn) -> list[Statement]:
    """Return what counts the cells that are not in the initial state of their tile."""
    emitter, boards = turn.emitter(0), turn.constants.boards
    with emitter.function(Sink()) as code:
        if boards.coded:
            standing = reduce(or_, (local(f"B_{board}") for board in boards.factors[0]))
            code.assign("n", local("n") + call("popc", standing))
        for board in () if boards.coded else boards.factors[0]:
            code.assign("n", local("n") + call("popc", local(f"B_{board}")))
    return code.body
