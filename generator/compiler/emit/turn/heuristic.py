"""How good a position is for each player, by the heuristic of the model.

heuristic_P(position)   its value, evaluated as player P, with all cells of the board in the working set
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.rules import ir


def emit_heuristic(turn: Turn, values: Sequence[ir.Value]) -> None:
    """Emit ``heuristic_P`` for all players; *values* has the heuristic of each. Nothing is emitted if it is empty."""
    for me in range(len(values)):
        turn.module.reserve(f"heuristic_{me}")
    for me, value in enumerate(values):
        emitter = turn.emitter(me)
        with emitter.function(Sink()) as code:
            code.answer(value_of(emitter, value, turn.flow(me)))
        turn.define(f"heuristic_{me}", turn.arguments(), code)
