"""Random moves: ``draws_P`` counts candidates, ``pick_P`` makes one, ``step_P`` draws until one is legal.

A move is drawn by its number among the candidates: see the template ``picking``.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import fails, legal, make
from tilewright.generator.compiler.emit.turn.counting import add
from tilewright.generator.compiler.emit.turn.drawing import draw_rule, draw_share, has_share
from tilewright.generator.compiler.emit.turn.placing import Placing
from tilewright.generator.compiler.emit.turn.preparing import Plan
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import each_candidate, generate, how_many, nth
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Assign, If, equal, local
from tilewright.generator.compiler.rules import ir


def step(turn: Turn, plans: Sequence[Plan], me: int) -> None:
    """Emit ``step_P``, in the way that fits the rules of the turn.

    It returns whether a move was made, the state of the random generator, and the position after it or at the end.
    """
    if me in turn.lots:
        draw_rule(turn, me)
        return
    if has_share(turn, me):
        draw_share(turn, me)
        return
    plan = plans[me]
    drawn_by = plan.drawn or plan.written
    if drawn_by is not None:
        drawn_by.step()
        return
    exact = plan.exact
    if not exact:
        _draws(turn, me)
    groups = ("g",) if len(turn.rules[me].groups) > 1 else ()
    drawn = ("k", *groups, "ok", *map(result, turn.whole))
    placing = plans[turn.turns[me]].placing  # a rule of nature's turn alone shares the functions of the turn
    _pick(turn, me, exact, drawn, placing)
    refusing = plan.refusing and not exact
    turn.fill("picking", P=me, DRAWN=drawn, EXACT=exact, REFUSING=refusing)


def _draws(turn: Turn, me: int) -> None:
    """Emit ``draws_P``, which returns the number of candidates."""
    emitter, n = turn.emitter(me), local("n")
    with emitter.function(Sink(("n",), ("n",))) as code:
        code.assign("n", 0)
        generate(turn, emitter, me, lambda _: n, lambda flow, tail: add(emitter, flow))
        code.answer(n)
    turn.define(f"draws_{me}", turn.arguments(), code)


def _pick(turn: Turn, me: int, exact: bool, drawn: tuple[str, ...], placing: Placing | None) -> None:
    """Emit ``pick_P``, which makes candidate ``k``.

    *exact*: only legal moves are numbered. *drawn* are the variables that it returns: what is left of ``k``, with
    several groups the number of candidates, ``ok``, and the whole position. Without *exact*, ``ok`` is 1 for an illegal
    candidate and 2 for a legal one.
    """
    emitter = turn.emitter(me)
    repeats = any(turn.repeats[me])
    k, g = local("k"), local("g")
    made = drawn[drawn.index("ok") :]

    def chosen(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        placed = None if placing is None else placing.call(emitter, flow, tail, late=True)
        if placing is None or placed is None or placing.finish is None:
            emitter.code.add(Assign(made, make(turn, emitter, flow, tail)))
        else:
            emitter.code.add(Assign(("ok", *placing.names), placed))
            with emitter.code.block(If(local("ok"))):
                emitter.code.add(Assign(made, placing.finish))
        if not exact:
            emitter.code.assign("ok", local("ok") + 1)
        emitter.code.answer(*map(local, drawn))

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        if exact and not repeats and fails(turn, me, tail):
            for one in each_candidate(emitter, flow):
                with emitter.code.block(If(legal(turn, emitter, one, tail))):
                    if "g" in drawn:
                        emitter.code.assign("g", 1)
                    with emitter.code.block(If(equal(k, 0))):
                        chosen(one.copy(), tail)
                    emitter.code.assign("k", k - 1)
            return
        number = how_many(emitter, flow)
        if "g" in drawn:
            emitter.code.assign("g", g + number)
        with emitter.code.block(If(k < number)):
            chosen(nth(emitter, flow, k), tail)
        emitter.code.assign("k", k - number)

    inputs = tuple(name for name in ("k", "g") if name in drawn)
    with emitter.function(Sink(inputs, drawn, early="ok")) as code:
        for name in (*made, *inputs[1:]):
            code.assign(name, 0)
        candidates(turn, emitter, me, lambda _: g, leaf)
        code.answer(*map(local, drawn))
    turn.define(f"pick_{me}", ["k", *turn.arguments()], code)
