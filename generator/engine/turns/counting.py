"""``count_P``, the number of legal moves, and ``any_P``, whether there is one."""

from __future__ import annotations

from tilewright.generator.engine.form import ir
from tilewright.generator.engine.turns.comparing import candidates
from tilewright.generator.engine.turns.completion import fails, legal
from tilewright.generator.engine.turns.foreseeing import foresee
from tilewright.generator.engine.turns.rules import each_candidate, follow, how_many
from tilewright.generator.engine.turns.turn import Turn
from tilewright.generator.engine.writing.code import If
from tilewright.generator.engine.writing.flow import Flow
from tilewright.generator.engine.writing.functions import Sink
from tilewright.generator.engine.writing.walker import Walker


def count(turn: Turn, me: int) -> None:
    """Emit ``count_P``: the number of legal moves."""
    written = turn.written.get(me)
    if written is not None and not turn.asked:
        written.count(turn.name("count", me))
        return
    walker = turn.walker(me)
    with walker.function(Sink(("n",), ("n",))) as code:
        code.assign("n", "0")
        repeats = any(turn.repeats[me])
        trials = None if repeats else turn.trials.get(me)
        if trials is not None:
            trials.begin(code)

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            if repeats or not fails(turn, me, tail):
                foresee(walker, flow, tail)
                add(walker, flow)
                return
            for one in each_candidate(walker, flow):
                text = legal(turn, walker, one, tail)
                doubt = None if trials is None else trials.doubt(one, tail)
                walker.code.assign("n", f"n + {text}" if doubt is None else f"n + ({text} if {doubt} else not found)")

        candidates(turn, walker, me, "n", leaf)
        code.line("return n")
    turn.define(turn.name("count", me), turn.arguments(), code)


def any_move(turn: Turn, me: int) -> None:
    """Emit ``any_P``: whether there is a legal move."""
    written = turn.written.get(me)
    compared = any(turn.repeats[me])  # that a move is found twice, and made differently, is no matter here
    if written is not None and not compared and (not turn.asked or not turn.asks[me]):
        written.count(turn.name("any", me), early=True)
        return
    walker = turn.walker(me)
    with walker.function(FIRST) as code:
        code.assign("n", "0")
        for group in turn.rules[me].groups:
            return_first(turn, walker, me, group)
        code.line("return n")
    turn.define(turn.name("any", me), turn.arguments(), code)


FIRST = Sink(("n",), ("n",), early="n")
"""The outputs of a function that returns 1 at the first legal move.

They are no mere answers, for which a walker leaves effects out: the post-check looks at what moves do.
"""


def return_first(turn: Turn, walker: Walker, me: int, group: ir.Group) -> None:
    """Emit that 1 is returned if the rules of a group have a legal move, whatever they maximise."""

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        if not fails(turn, me, tail):
            foresee(walker, flow, tail)
            with walker.code.block(If(how_many(walker, flow))):
                walker.code.line("return 1")
            return
        for one in each_candidate(walker, flow):
            with walker.code.block(If(legal(turn, walker, one, tail))):
                walker.code.line("return 1")

    follow(turn, walker, me, group, leaf)


def add(walker: Walker, flow: Flow) -> None:
    """Emit that the candidates of a leaf are counted."""
    walker.code.assign("n", f"n + {how_many(walker, flow)}")
