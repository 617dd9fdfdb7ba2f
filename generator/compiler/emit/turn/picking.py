"""Random moves: ``draws_P`` counts candidates, ``pick_P`` makes one, ``step_P`` draws until one is legal.

A random move is drawn by its number among the candidates; one that turns out to be illegal is drawn again, which keeps
the draw uniform over the legal moves.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Assign, Code, If, While
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.candidates import draw
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import fails, legal, make
from tilewright.generator.compiler.emit.turn.counting import add
from tilewright.generator.compiler.emit.turn.preparing import picks_exactly
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import each_candidate, generate, how_many, nth
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import local
from tilewright.generator.compiler.rules import ir

PATIENCE = 16
"""How often a candidate is drawn in vain before the legal moves are counted."""


def draws(turn: Turn, me: int) -> None:
    """Emit ``draws_P`` and ``pick_P``."""
    if me in turn.written or me in turn.bundles:
        return
    exact = picks_exactly(turn, me)
    if not exact:
        walker = turn.walker(me)
        with walker.function(Sink(("n",), ("n",))) as code:
            code.assign("n", "0")
            generate(turn, walker, me, lambda _: local("n"), lambda flow, tail: add(walker, flow))
            code.line("return n")
        turn.define(f"draws_{me}", turn.arguments(), code)
    _pick(turn, me, exact)


def _pick(turn: Turn, me: int, exact: bool) -> None:
    walker = turn.walker(me)
    repeats = any(turn.repeats[me])
    results = [result(name) for name in turn.whole]
    outputs = ("k", "ok", *results)
    groups = len(turn.rules[me].groups) > 1
    sink = Sink(("k", "g") if groups else ("k",), ("k", "g", "ok", *results) if groups else outputs, early="ok")
    with walker.function(sink) as code:
        for name in ("ok", *results):
            code.assign(name, "0")
        if groups:
            code.assign("g", "0")

        def chosen(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            walker.code.add(Assign(("ok", *results), make(turn, walker, flow, tail)))
            if not exact:
                walker.code.assign("ok", "ok + 1")
            walker.code.line(f"return {', '.join(sink.outputs)}")

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            if exact and not repeats and fails(turn, me, tail):
                for one in each_candidate(walker, flow):
                    with walker.code.block(If(legal(turn, walker, one, tail))):
                        if groups:
                            walker.code.assign("g", "1")
                        with walker.code.block(If("k == 0")):
                            chosen(one.copy(), tail)
                        walker.code.assign("k", "k - 1")
                return
            number = how_many(walker, flow)
            if groups:
                walker.code.assign("g", f"(g + {number})")
            with walker.code.block(If(f"k < {number}")):
                one = nth(walker, flow, local("k"))
                chosen(one, tail)
            walker.code.assign("k", f"k - {number}")

        candidates(turn, walker, me, lambda _: local("g"), leaf)
        code.line(f"return {', '.join(sink.outputs)}")
    turn.define(f"pick_{me}", ["k", *turn.arguments()], code)


def step(turn: Turn, me: int) -> None:
    """Emit ``step_P``: whether a move was made, the position after it or at the end, and the generator's state."""
    if me in turn.bundles:
        turn.bundles[me].step([result(name) for name in turn.whole])
        return
    if me in turn.written:
        turn.written[me].step([result(name) for name in turn.whole])
        return
    exact = picks_exactly(turn, me)
    code = Code()
    arguments = ", ".join(turn.arguments())
    results = [result(name) for name in turn.whole]
    groups = len(turn.rules[me].groups) > 1
    outputs = ("k", "g", "ok", *results) if groups else ("k", "ok", *results)
    code.assign("n", f"count_{me}({arguments})" if exact else f"draws_{me}({arguments})")
    _no_move(turn, code, me, results)
    if turn.refusing[me] and not exact:
        code.assign("tries", "0")
        with code.block(While("1")):
            _draw(turn, code, me, outputs, results, "ok == 2")
            code.assign("tries", "tries + 1")
            with code.block(If(f"tries == {PATIENCE}")):
                code.assign("n1", f"count_{me}({arguments})")
                with code.block(If("not n1")):
                    code.assign("n", "0")
                    _no_move(turn, code, me, results)
    else:
        _draw(turn, code, me, outputs, results, "")
    turn.define(f"step_{me}", ["s", *turn.arguments()], code)


def _no_move(turn: Turn, code: Code, me: int, results: list[str]) -> None:
    with code.block(If("not n")):
        code.add(Assign(("ok", *results), f"idle_{me}({', '.join(turn.arguments())})"))
        code.line(f"return ok, s, {', '.join(results)}")


def _draw(turn: Turn, code: Code, me: int, outputs: tuple[str, ...], results: list[str], condition: str) -> None:
    draw(code)
    code.add(Assign(outputs, f"pick_{me}(k, {', '.join(turn.arguments())})"))
    if condition:
        with code.block(If(condition)):
            code.line(f"return 1, s, {', '.join(results)}")
    else:
        code.line(f"return 1, s, {', '.join(results)}")
