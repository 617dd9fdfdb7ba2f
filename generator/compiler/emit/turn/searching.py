"""Monte Carlo tree search: the template ``search``."""

from __future__ import annotations

from tilewright.generator.compiler.emit.emitter import STEPS
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.program import SEARCH
from tilewright.generator.compiler.rules.ir import paid_end
from tilewright.generator.tree import (
    BEST,
    DIGITS_PAID,
    FULL,
    LEAST_GAINED,
    MOST_GAINED,
    MOST_PAID,
    NOTHING_PAID,
    TABLE,
    USED,
    Node,
)

PATIENCE = 5
"""A node is expanded once its visits exceed the number of its parent's moves, shifted right by so many bits."""


def emit_search(turn: Turn) -> None:
    """Emit all functions of tree search."""
    for name in (
        "expand",
        "chosen",
        "outcome",
        "place_of",
        "mean",
        "weigh_gains",
        "gain",
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
        PAID=paid_end(turn.constants.players),
        DIGITS_PAID=DIGITS_PAID,
        MOST_PAID=MOST_PAID,
        NOTHING_PAID=NOTHING_PAID,
        ROOTS=0,
        LOGS=TABLE,
    )
