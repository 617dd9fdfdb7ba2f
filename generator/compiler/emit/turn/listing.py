"""``list_P``: all legal moves with their positions, in the order of the language."""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Assign, Code, If, Text, While
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import make
from tilewright.generator.compiler.emit.turn.records import result, store
from tilewright.generator.compiler.emit.turn.rules import each_candidate
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import local
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import TOO_SMALL


def listing(turn: Turn, me: int) -> None:
    """Emit ``list_P``: it writes each move behind the others and returns their number and the next free place."""
    walker = turn.walker(me, ordered=True)
    sink = Sink(("n", "o"), ("n", "o"))
    with walker.function(sink) as code:
        code.assign("n", "0")

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            for one in each_candidate(walker, flow):
                placed = None if placing is None else placing.call(walker, one, tail, late=True)
                if placing is None or placed is None:
                    walker.code.add(Assign(("ok", *results), make(turn, walker, one, tail)))
                    walker.code.add(Assign(("n", "o"), _put("put", one.length, results)))
                else:
                    walker.code.add(Assign(("ok", *placing.names), placed))
                    walker.code.add(Assign(("n", "o"), _put(f"put_{me}", one.length, [*placing.names, *behind])))

        placing = turn.placings.get(me)
        results = [result(name) for name in turn.whole]
        behind = (
            []
            if placing is None
            else [name for name in turn.arguments() if placing.finish is not None and name in placing.finish.names]
        )
        candidates(turn, walker, me, lambda _: local("n"), leaf)
        code.line("return n, o")
    turn.define(f"list_{me}", [*turn.arguments(), "a_out", "a_sel", "o", "size"], code)
    if placing is not None:
        code = Code()
        if placing.finish is not None:
            with code.block(If("not ok")):
                code.line("return n, o")
            code.add(Assign(("ok", *results), placing.finish))
            code.line(f"return {_put('put', 'length', results)}")
        else:  # no rule comes to an end
            code.line("return n, o")
        parameters = ["n", "o", "ok", "length", *placing.names, *behind, "a_sel", "a_out", "size", "a_err"]
        turn.define(f"put_{me}", list(dict.fromkeys(parameters)), code)


def _put(function: str, length: Text, parts: list[str]) -> str:
    given = ["n", "o", "ok", str(length), *parts, "a_sel", "a_out", "size", "a_err"]
    return f"{function}({', '.join(dict.fromkeys(given))})"


def put(turn: Turn) -> None:
    """Emit ``put``: it writes one move, if it is legal, behind those that are listed."""
    code = Code()
    refused = If("not ok")
    with code.block(refused):
        code.line("return n, o")
    with code.block(If(f"o + length + {1 + turn.layout.size} > size")):
        code.line(f"a_err[0] = {TOO_SMALL}")
        code.line("return n, o")
    code.line("a_out[o] = length")
    code.assign("o", "o + 1")
    code.assign("i", "0")
    with code.block(While("i < length")):
        code.line("a_out[o] = a_sel[i]")
        code.assign("o", "o + 1")
        code.assign("i", "i + 1")
    store(turn.layout, code, "a_out", "o", results=True)
    code.line(f"return n + 1, o + {turn.layout.size}")
    results = [result(name) for name in turn.whole]
    turn.define("put", ["n", "o", "ok", "length", *results, "a_sel", "a_out", "size", "a_err"], code)
