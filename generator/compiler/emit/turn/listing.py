"""``list_P``: all legal moves with the positions after them, in the order of the language."""

from __future__ import annotations

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import make
from tilewright.generator.compiler.emit.turn.preparing import Plan
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import each_candidate
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ZERO, Assign, Call, Expression, call, local
from tilewright.generator.compiler.rules import ir

BEFORE, BEHIND = ("n", "o", "ok"), ("a_sel", "a_out", "size", "a_err")
"""The parameters of ``put`` before the length and the parts of a move, and those after them."""


def listing(turn: Turn, plan: Plan) -> None:
    """Emit ``list_P``, which writes each move after the others, and returns their number and the next free word."""
    me, placing = plan.me, plan.placing
    emitter = turn.emitter(me, ordered=True)
    results = [result(name) for name in turn.whole]
    finish = None if placing is None else placing.finish
    kept = [name for name in turn.arguments() if finish is not None and name in finish.names]

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        for one in each_candidate(emitter, flow):
            placed = None if placing is None else placing.call(emitter, one, tail, late=True)
            if placing is None or placed is None:
                emitter.code.add(Assign(("ok", *results), make(turn, emitter, one, tail)))
                emitter.code.add(Assign(("n", "o"), _put("put", one.length, results)))
            else:
                emitter.code.add(Assign(("ok", *placing.names), placed))
                emitter.code.add(Assign(("n", "o"), _put(f"put_{me}", one.length, [*placing.names, *kept])))

    with emitter.function(Sink(("n", "o"), ("n", "o"))) as code:
        code.assign("n", 0)
        candidates(turn, emitter, me, lambda _: local("n"), leaf)
        code.answer(local("n"), local("o"))
    turn.define(f"list_{me}", [*turn.arguments(), "a_out", "a_sel", "o", "size"], code)
    if placing is not None:
        parameters = dict.fromkeys((*BEFORE, "length", *placing.names, *kept, *BEHIND))
        turn.fill(
            "listing",
            P=me,
            PARAMETERS=tuple(parameters),
            ENDS=finish is not None,
            FINISH=ZERO if finish is None else finish,
        )


def _put(function: str, length: Expression, parts: list[str]) -> Call:
    """Return a call that writes a move: its identity, of some length, and the parts of the position after it."""
    given = [*map(local, BEFORE), length, *map(local, (*parts, *BEHIND))]
    return call(function, *dict.fromkeys(given))
