"""``take_P``: the position after the legal move with a number, where legal moves are known without being made.

    before   all moves are listed, each with the position after it, and one of these positions is taken
    after    the moves are counted as a set, and one of them is made

It is emitted only if that is faster for all turns of a game. Then a program of play has the entry ``take``.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.completion import fails, legal, make
from tilewright.generator.compiler.emit.turn.foreseeing import may_surprise
from tilewright.generator.compiler.emit.turn.preparing import Plan
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import each_candidate, generate, how_many, nth
from tilewright.generator.compiler.emit.turn.surely import surely_legal
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ONE, Assign, Expression, If, choice, equal, local
from tilewright.generator.compiler.program import TAKING
from tilewright.generator.compiler.rules import ir


def emit_taking(turn: Turn, plans: Sequence[Plan]) -> None:
    """Emit the entry ``take``, and for each turn the function that it calls, if moves can be taken by their numbers."""
    if turn.layout.remembers or not all(_is_taken(turn, plan) for plan in plans):
        return
    turn.module.reserve(*TAKING, *(f"take_{plan.me}" for plan in plans))
    for plan in plans:
        _take(turn, plan.me)
    turn.fill("taking")


def _is_taken(turn: Turn, plan: Plan) -> bool:
    """Return whether the moves of a turn are taken by their numbers.

    Conditions: (1) the rules are run again, so that candidates are not written down; (2) each move is found once, and
    none is left out for the sake of another; (3) a candidate is legal, or most are surely so; (4) an error of a move is
    one that counting foresees; (5) nature does not draw by shares.
    """
    me, rules = plan.me, turn.rules[plan.me]
    if plan.written is not None or len(rules.groups) != 1 or rules.groups[0].maximise is not None:  # (1), (2)
        return False
    if any(turn.repeats[me]) or me in turn.weighed or me in turn.lots:  # (2), (5)
        return False
    emitter = turn.emitter(me)
    for flow, tail in plan.leaves:
        if may_surprise(turn, emitter, flow, tail):  # (4)
            return False
        with emitter.function(Sink()):
            if fails(turn, me, tail) and surely_legal(turn, emitter, flow.copy(), tail) is None:  # (3)
                return False
    return True


def _take(turn: Turn, me: int) -> None:
    """Emit ``take_P``, which returns the position after legal move ``k``, in the order of the language."""
    emitter = turn.emitter(me, ordered=True)
    k, made = local("k"), ("ok", *map(result, turn.whole))

    def take(one: Flow, tail: tuple[ir.Op, ...]) -> None:
        emitter.code.add(Assign(made, make(turn, emitter, one, tail)))
        emitter.code.answer(*map(local, made))

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        if not fails(turn, me, tail):
            number = how_many(emitter, flow)
            with emitter.code.block(If(k < number)):
                take(nth(emitter, flow, k), tail)
            emitter.code.assign("k", k - number)
            return
        sure = surely_legal(turn, emitter, flow, tail)
        assert sure is not None, "a leaf of a turn whose moves are taken by their numbers"
        for one in each_candidate(emitter, flow):
            known: Expression = choice(one.cells.value & sure.value, ONE, legal(turn, emitter, one.copy(), tail))
            with emitter.code.block(If(known)):
                with emitter.code.block(If(equal(k, 0))):
                    take(one.copy(), tail)
                emitter.code.assign("k", k - 1)

    with emitter.function(Sink(("k",), made, early="ok")) as code:
        for name in made:
            code.assign(name, 0)
        generate(turn, emitter, me, lambda _: local("ok"), leaf)
        code.answer(*map(local, made))
    turn.define(f"take_{me}", ["k", *turn.arguments(), "a_sel"], code)
