"""``perft_P`` and ``leaves``: the number of sequences of so many legal moves."""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Assign, Code, If, expr
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import make
from tilewright.generator.compiler.emit.turn.history import forget, remember
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import each_candidate
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ERRORS, item, local
from tilewright.generator.compiler.program import STACK
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import SPENT, STOPPED, TOO_DEEP

NEAR = 8
"""The plies before the last one in which nobody looks at the stack, since it would cost time: it has room for them."""


def perft(turn: Turn, me: int) -> None:
    """Emit ``perft_P``: the number of leaves so many plies below."""
    walker = turn.walker(me)
    sink = Sink(("n", "m", "depth", "a_ctl"), ("n", "m"))
    context = ["depth", "a_ctl"]
    with walker.function(sink) as code:
        with code.block(If("a_ctl[0] or a_err[0]")):
            code.line(f"a_err[0] = a_err[0] if a_err[0] else {STOPPED}")
            code.line("return 0")
        with code.block(If("depth == 1")):
            code.line(f"return total_{me}({', '.join(turn.arguments())})")
        with code.block(If(f"depth > {NEAR} and a_err[2] - here() > {STACK}")):
            code.line(f"a_err[0] = {TOO_DEEP}")
            code.line("return 0")
        code.assign("m", "0")
        if me not in turn.written:
            code.assign("n", "0")
        below = ["h + 1" if name == "h" else name for name in turn.context]
        results = [result(name) for name in turn.whole]

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            for one in each_candidate(walker, flow):
                inner = walker.code
                inner.add(Assign(("ok", *results), make(turn, walker, one, tail)))
                with inner.block(If("ok")):
                    inner.assign("m", "m + 1")
                    next_call = ", ".join([*results[: len(turn.position) + 2], *below, "depth - 1", "a_ctl"])
                    inner.assign("n", f"n + leaves({next_call})")

        if me in turn.written:
            call = ", ".join([*results[: len(turn.position) + 2], *below, "depth - 1", "a_ctl"])
            turn.written[me].perft(code, results, expr(f"leaves({call})"))
        else:
            candidates(turn, walker, me, lambda _: local("m"), leaf)
        with code.block(If("not m")):
            code.add(Assign(("ok", *results), f"idle_{me}({', '.join(turn.arguments())})"))
            with code.block(If("ok")):
                next_call = ", ".join([*results[: len(turn.position) + 2], *below, "depth - 1", "a_ctl"])
                code.assign("n", f"leaves({next_call})")
        code.line("return n")
    turn.define(f"perft_{me}", [*turn.arguments(), *context], code)
    total = Code()
    total.assign("n", f"count_{me}({', '.join(turn.arguments())})")
    with total.block(If("not n")):
        total.add(Assign(("n", *results), f"idle_{me}({', '.join(turn.arguments())})"))
    total.line("return n")
    turn.define(f"total_{me}", turn.arguments(), total)


def leaves(turn: Turn) -> None:
    """Emit ``leaves``: perft for whichever player moves."""
    code = Code()
    with code.block(If("depth == 0")):
        code.line("return 1")
    with code.block(If("e")):
        code.line("return 0")
    arguments = ", ".join([*turn.arguments(), "depth", "a_ctl"])
    code.assign("steps", item(ERRORS, SPENT))
    remember(turn, code)
    for me in range(turn.constants.players):
        last = me == turn.constants.players - 1
        with code.block(If("1" if last else f"p == {me}")):
            code.assign("n", f"perft_{me}({arguments})")
            forget(turn, code)
            code.store(ERRORS, SPENT, local("steps"))
            code.line("return n")
    turn.define("leaves", [*turn.position, "p", "e", *turn.context, "depth", "a_ctl"], code)
