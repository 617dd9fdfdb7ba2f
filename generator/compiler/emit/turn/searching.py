"""Monte Carlo tree search: the template ``search``."""

from __future__ import annotations

from tilewright.generator.compiler.emit.emitter import STEPS
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.program import SEARCH
from tilewright.generator.compiler.rules.ir import judged_end, paid_end
from tilewright.generator.heuristic import MOST_JUDGED, VICTORY
from tilewright.generator.tree import (
    BEST,
    DIGITS_PAID,
    FULL,
    GAIN,
    LEAST_GAINED,
    MOST_GAINED,
    MOST_PAID,
    NOTHING_PAID,
    TABLE,
    USED,
    WRONG,
    Node,
    fraction_bits,
)

PATIENCE = 5
"""A node is expanded once its visits exceed the number of its parent's moves, shifted right by so many bits."""


def emit_search(turn: Turn, *, heuristic: bool) -> None:
    """Emit all functions of tree search. *heuristic*: the model has one, and its functions have been emitted."""
    players = turn.constants.players
    digits = fraction_bits(turn.layout.outcome.paid, heuristic)
    for name in (
        "expand",
        "chosen",
        "outcome",
        "place_of",
        "mean",
        "weigh_gains",
        "gain",
        "judge",
        "bent",
        "prove",
        "copy_node",
        *SEARCH,
    ):
        turn.module.reserve(name)
    turn.fill(
        "search",
        STEPS=STEPS,
        KEPT=tuple(name for name in turn.context if name != "a_count"),
        NODE=len(Node),
        VISITS=Node.VISITS,
        VALUE=Node.VALUE,
        ROOT=Node.ROOT,
        FIRST=Node.FIRST,
        COUNT=Node.COUNT,
        PROVEN=Node.PROVEN,
        MOVER=Node.MOVER,
        SUM=Node.SUM,
        PLACE=turn.layout.size + 1,
        BEST=BEST,
        MASK=(1 << BEST) - 1,
        PATIENCE=PATIENCE,
        USED=USED,
        FULL=FULL,
        LEAST_GAINED=LEAST_GAINED,
        MOST_GAINED=MOST_GAINED,
        PAID=paid_end(players),
        DIGITS_PAID=DIGITS_PAID,
        MOST_PAID=MOST_PAID,
        NOTHING_PAID=NOTHING_PAID,
        WRONG=WRONG,
        # what is expected by the heuristic
        HEURISTIC=heuristic,
        JUDGED=judged_end(players),
        MOST_JUDGED=MOST_JUDGED,
        WORTH_OF_WIN=VICTORY * max(1, players - 1),
        DIGITS_JUDGED=digits or 0,
        BOUND=1 << (digits or 0),
        STRAIGHT=3 * (1 << (digits or 0)) // 4,
        SPANS=digits is not None,
        WIN=GAIN if digits is None else NOTHING_PAID + (1 << digits),
        ROOTS=0,
        LOGS=TABLE,
    )
