"""``count_P``, the number of legal moves, and ``any_P``, whether there is one.

Where judging a move may be an error of the model, ``judged_P`` answers, in place of ``any_P``, rules that ask whether a
player can move. By the language, the search stops at the first legal move, and an error counts only up to there.
``judged_P`` judges all moves. If one of them is an error, it is left to the interpreter whether that error counts.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import meet, without
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import fails, legal
from tilewright.generator.compiler.emit.turn.foreseeing import foresee, may_surprise
from tilewright.generator.compiler.emit.turn.preparing import Plan
from tilewright.generator.compiler.emit.turn.rules import each_candidate, follow, how_many
from tilewright.generator.compiler.emit.turn.surely import surely_legal
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Expression, If, call, choice, local, logic
from tilewright.generator.compiler.rules import ir


def count(turn: Turn, plan: Plan) -> None:
    """Emit ``count_P``, which returns the number of legal moves."""
    me, written = plan.me, plan.written
    if written is not None and not turn.asked:
        written.count(turn.name("count", me))
        return
    emitter = turn.emitter(me)
    with emitter.function(Sink(("n",), ("n",))) as code:
        code.assign("n", 0)
        repeats = any(turn.repeats[me])
        trials = None if repeats else plan.trials
        if trials is not None:
            trials.begin(code)

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            if repeats or not fails(turn, me, tail):
                foresee(emitter, flow, tail)
                add(emitter, flow)
                return
            sure = surely_legal(turn, emitter, flow, tail)
            if sure is not None:
                add(emitter, replace(flow, cells=meet(flow.cells, sure)))
                flow = replace(flow, cells=without(flow.cells, sure))
            for one in each_candidate(emitter, flow):
                judged: Expression = legal(turn, emitter, one, tail)
                doubt = None if trials is None else trials.doubt(one, tail)
                if doubt is not None:
                    judged = choice(doubt, judged, logic("not", local("found")))
                emitter.code.assign("n", local("n") + judged)

        candidates(turn, emitter, me, lambda _: local("n"), leaf)
        code.answer(local("n"))
    turn.define(turn.name("count", me), turn.arguments(), code)


def judge_moves(turn: Turn, plan: Plan) -> bool:
    """Emit ``judged_P``, or an ``any_P_asked`` of this kind, if judging a move may be an error that is not foreseen.

    Return whether it may be. The function returns the number of legal moves.
    """
    me, written = plan.me, plan.written
    if not plan.surprising or (turn.asked and not _may_surprise_asked(turn, me)):
        return False
    name = turn.name("any", me) if turn.asked else f"judged_{me}"
    if written is not None and not any(turn.repeats[me]) and (not turn.asked or not turn.asks[me]):
        written.judge(name)
        return True
    emitter = turn.emitter(me)

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        for one in each_candidate(emitter, flow):
            emitter.code.assign("n", local("n") + legal(turn, emitter, one, tail))

    with emitter.function(Sink(("n",), ("n",))) as code:
        code.assign("n", 0)
        for group in turn.rules[me].groups:
            with emitter.code.block(If(logic("not", local("n")))):
                follow(turn, emitter, me, group, leaf)
        code.answer(local("n"))
    turn.define(name, turn.arguments(), code)
    return True


def may_surprise_somewhere(turn: Turn, plan: Plan) -> bool:
    """Return whether judging a move of a player may be an error that is not foreseen."""
    emitter = turn.emitter(plan.me)
    return any(may_surprise(turn, emitter, flow, tail) for flow, tail in plan.leaves)


def _may_surprise_asked(turn: Turn, me: int) -> bool:
    """Return the same for judging within a question whether a player can move; true only if it is true in general."""
    emitter = turn.emitter(me)
    found = False

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        nonlocal found
        found = found or may_surprise(turn, emitter, flow, tail)

    with emitter.function(FIRST):
        for group in turn.rules[me].groups:
            follow(turn, emitter, me, group, leaf)
    return found


def any_move(turn: Turn, plan: Plan) -> None:
    """Emit ``any_P``, which returns a number that is not 0 if there is a legal move.

    If there is a ``judged_P`` it may answer: ``any_P`` is called where a game is cut short, so it need not be fast.
    """
    me, written = plan.me, plan.written
    compared = any(turn.repeats[me])  # here it does not matter if a move is found twice
    if written is not None and not compared and (not turn.asked or not turn.asks[me]):
        written.count(turn.name("any", me), early=True)
        return
    emitter = turn.emitter(me)
    with emitter.function(FIRST) as code:
        code.assign("n", 0)
        if turn.judged[me] and not turn.asked:
            code.assign("n", call(f"judged_{me}", *turn.given()))
        else:
            for group in turn.rules[me].groups:
                return_first(turn, emitter, me, group)
        code.answer(local("n"))
    turn.define(turn.name("any", me), turn.arguments(), code)


FIRST = Sink(("n",), ("n",), early="n")
"""The sink of a function that returns 1 at the first legal move.

It is not one of a question (``exists``), which would leave out effects: the post-check depends on them.
"""


def return_first(turn: Turn, emitter: Emitter, me: int, group: ir.Group) -> None:
    """Emit that 1 is returned if the rules of a group have a legal move, whether or not it maximises a counter."""

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        if not fails(turn, me, tail):
            foresee(emitter, flow, tail)
            with emitter.code.block(If(how_many(emitter, flow))):
                emitter.code.answer(1)
            return
        for one in each_candidate(emitter, flow):
            with emitter.code.block(If(legal(turn, emitter, one, tail))):
                emitter.code.answer(1)

    follow(turn, emitter, me, group, leaf)


def add(emitter: Emitter, flow: Flow) -> None:
    """Emit that the number of candidates of a leaf is added to ``n``."""
    emitter.code.assign("n", local("n") + how_many(emitter, flow))
