"""Monte Carlo tree search: the template ``search``."""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Statement, item, local
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.program import SEARCH
from tilewright.generator.compiler.rules.ir import judged_end
from tilewright.generator.heuristic import VICTORY
from tilewright.generator.tree import GAIN, NOTHING_PAID, fraction_bits

FUNCTIONS = (
    "expand", "chosen", "outcome", "place_of", "mean", "weigh_gains", "gain", "judge", "bent", "prove", "copy_node",
)  # fmt: skip


def emit_search(turn: Turn, *, heuristic: bool) -> None:
    """Emit all functions of tree search. *heuristic*: the model has one, and its functions have been emitted."""
    players = turn.constants.players
    digits = fraction_bits(turn.layout.outcome.paid, heuristic)
    turn.module.reserve(*FUNCTIONS, *SEARCH)
    turn.fill(
        "search",
        PLACE=turn.layout.size + 1,
        # what is expected by the heuristic
        HEURISTIC=heuristic,
        JUDGED=judged_end(players),
        TOGETHER=_together(turn.constants),
        WORTH_OF_WIN=VICTORY * max(1, len(turn.constants.sides) - 1),
        DIGITS_JUDGED=digits or 0,
        BOUND=1 << (digits or 0),
        STRAIGHT=3 * (1 << (digits or 0)) // 4,
        SPANS=digits is not None,
        WIN=GAIN if digits is None else NOTHING_PAID + (1 << digits),
    )


def _together(constants: Constants) -> list[Statement]:
    """Return the statements that give to each player what all of the team have by the heuristic."""
    code, place = Code(), judged_end(constants.players) * constants.players
    for side in (side for side in constants.sides if len(side) > 1):
        code.assign("v", sum((item("a_gains", place + me) for me in side[1:]), item("a_gains", place + side[0])))
        for me in side:
            code.store("a_gains", place + me, local("v"))
    return code.body
