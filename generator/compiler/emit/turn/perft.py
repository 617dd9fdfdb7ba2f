"""``perft_P``: the template ``perft``, with the loop over the moves of a player."""

from __future__ import annotations

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import make
from tilewright.generator.compiler.emit.turn.preparing import Plan
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import each_candidate
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Assign, If, call, local
from tilewright.generator.compiler.rules import ir


def perft(turn: Turn, plan: Plan) -> None:
    """Emit ``perft_P``, the number of leaves at a depth in plies, and ``total_P``, the same for depth 1."""
    me = plan.me
    emitter = turn.emitter(me)
    n, m, depth, control = map(local, ("n", "m", "depth", "a_ctl"))
    results = [result(name) for name in turn.whole]
    after = map(local, results[: len(turn.position) + 2])
    context = (local(name) + 1 if name == "h" else local(name) for name in turn.context)
    below = call("leaves", *after, *context, depth - 1, control)

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        for one in each_candidate(emitter, flow):
            emitter.code.add(Assign(("ok", *results), make(turn, emitter, one, tail)))
            with emitter.code.block(If(local("ok"))):
                emitter.code.assign("m", m + 1)
                emitter.code.assign("n", n + below)

    with emitter.function(Sink(("n", "m", "depth", "a_ctl"), ("n", "m"))) as code:
        if plan.written is None:
            code.assign("n", 0)
            candidates(turn, emitter, me, lambda _: m, leaf)
    entries = {"P": me, "ROOM": 0, "CELLS": 0} if plan.written is None else plan.written.holes
    written = plan.written is not None
    turn.fill("perft", **entries, WRITTEN=written, TRIED=False, EARLY=False, EACH_MOVE=code.body, BELOW=below)
