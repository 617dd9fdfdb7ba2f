"""``list_P``: legal moves in the order of the language: all with their positions, their names alone, or one of them.

A move is written as the number of its steps and its steps, ``put``; a position stands behind it if the move is made.
"""

from __future__ import annotations

from tilewright.generator.engine import ir
from tilewright.generator.engine.code import Assign, Code, If, While
from tilewright.generator.engine.errors import TOO_SMALL
from tilewright.generator.engine.flow import Flow
from tilewright.generator.engine.functions import Sink
from tilewright.generator.engine.turns.comparing import candidates
from tilewright.generator.engine.turns.completion import fails, make
from tilewright.generator.engine.turns.foreseeing import foresee
from tilewright.generator.engine.turns.records import result, stored
from tilewright.generator.engine.turns.rules import each_candidate
from tilewright.generator.engine.turns.turn import Turn

ALL, NAMES = -1, -2
"""What is wanted: all moves are made, or none. From 0 on: the move of this number is made, and is the last one."""

MADE = {"0": f"want == {ALL} or want >= 0 and want == n", "1": "want < 0 or want >= n"}
"""When a move is made that is known to be legal, and one of which that must be found out."""


def listing(turn: Turn, me: int) -> None:
    """Emit ``list_P``: it writes each move behind the others and returns their number and the next free place."""
    walker = turn.walker(me, ordered=True)
    sink = Sink(("n", "o"), ("n", "o"))
    repeats = any(turn.repeats[me])  # such moves are known to be legal
    results = _results(turn)
    with walker.function(sink) as code:
        code.assign("n", "0")

        trials = None if repeats else turn.trials.get(me)
        if trials is not None:
            for name in ("found", "U", "V"):
                code.assign(name, "0")
            with code.block(If(f"want != {ALL}")):
                trials.begin(code)

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            for one in each_candidate(walker, flow):
                doubt = "0" if repeats or not fails(turn, me, tail) else "1"
                if doubt == "1" and trials is not None:
                    doubt = trials.doubt(one, tail) or "1"
                made = If(MADE[doubt] if doubt in MADE else f"({MADE['1']}) and ({MADE['0']} or {doubt})")
                with walker.code.block(made):
                    walker.code.add(Assign(("ok", *results), make(turn, walker, one.copy(), tail)))
                    call = ", ".join(["n", "o", "ok", one.length, *results, "a_sel", "a_out", "size", "want", "a_err"])
                    walker.code.add(Assign(("n", "o"), f"put({call})"))
                if doubt == "1":
                    continue
                named = f"want == {NAMES} or want > n"
                legal = If(named if doubt == "0" else f"({named}) and not found")
                with walker.code.block(made, otherwise=True), walker.code.block(legal):
                    foresee(walker, one, tail)
                    call = ", ".join(["n", "o", "1", one.length, "a_sel", "a_out", "size", "a_err"])
                    walker.code.add(Assign(("n", "o"), f"put_name({call})"))

        candidates(turn, walker, me, "n", leaf)
        code.line("return n, o")
    turn.define(f"list_{me}", [*turn.arguments(), "a_out", "a_sel", "o", "size", "want"], code)


def put(turn: Turn) -> None:
    """Emit ``put_name``, which writes a legal move behind those that are listed, and ``put``: its position, too."""
    code = Code()
    with code.block(If("not ok")):
        code.line("return n, o")
    with code.block(If("o + length + 1 > size")):
        code.line(f"a_err[0] = {TOO_SMALL}")
        code.line("return n, o")
    code.line("a_out[o] = length")
    code.assign("o", "o + 1")
    code.assign("i", "0")
    with code.block(While("i < length")):
        code.line("a_out[o] = a_sel[i]")
        code.assign("o", "o + 1")
        code.assign("i", "i + 1")
    code.line("return n + 1, o")
    turn.define("put_name", ["n", "o", "ok", "length", "a_sel", "a_out", "size", "a_err"], code)
    code = Code()
    with code.block(If(f"not ok or want == {NAMES} or want > n")):
        code.add(Assign(("n", "o"), "put_name(n, o, ok, length, a_sel, a_out, size, a_err)"))
        code.line("return n, o")
    with code.block(If(f"o + length + {1 + turn.layout.size} > size")):
        code.line(f"a_err[0] = {TOO_SMALL}")
        code.line("return n, o")
    code.add(Assign(("n", "o"), "put_name(n, o, ok, length, a_sel, a_out, size, a_err)"))
    for name, offset in turn.layout.offsets():
        code.line(stored("a_out", f"o + {offset}", name, result(name)))
    code.line(f"return n, o + {turn.layout.size}")
    turn.define("put", ["n", "o", "ok", "length", *_results(turn), "a_sel", "a_out", "size", "want", "a_err"], code)


def _results(turn: Turn) -> list[str]:
    return [result(name) for name in turn.whole]
