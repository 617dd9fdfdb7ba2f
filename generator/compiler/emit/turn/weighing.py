"""The probabilities of nature's moves, for a search that looks at all of them.

    likely_P   writes those of all moves at nature's turn, in the order in which the moves are listed
    part_P     writes those of the moves of one rule, among which the probability of the rule is divided

Probabilities are whole numbers, parts of ``SURE``, whose sum is exact: see ``parted`` in the template ``minimax``.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.drawing import has_share, share_of, weight_of
from tilewright.generator.compiler.emit.turn.rules import follow
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ZERO, Expression, If, Statement, call, equal, local, total
from tilewright.generator.compiler.rules import ir
from tilewright.generator.minimax import SURE, Order

ARRAYS = ("a_arena", "a_sel")


def emit_likely(turn: Turn) -> None:
    """Emit ``likely_P`` and ``part_P`` for each of nature's turns. The program must have ``parted``."""
    for me in turn.constants.of_nature:
        turn.module.reserve(f"likely_{me}", f"part_{me}")
        for lot in turn.lots.get(me, (me,)):
            turn.module.reserve(f"part_{lot}")
            if has_share(turn, lot):
                _part(turn, lot)
            else:
                turn.fill("weighing", P=lot)
        _likely(turn, me)


def likely_moves(turn: Turn) -> list[Statement]:
    """Return the statements that write the probabilities of the listed moves of turn ``p``, from place ``o`` on."""
    emitter = turn.emitter(0)
    with emitter.function(Sink()) as code:
        for me in turn.constants.of_nature:
            with code.block(If(equal(local("p"), me))):
                code.assign("o", call(f"likely_{me}", local("o"), *turn.given(), *map(local, ARRAYS)))
    return code.body


def _likely(turn: Turn, me: int) -> None:
    """Emit ``likely_P``: each rule gets a part of ``SURE`` by its weight."""
    emitter, o = turn.emitter(me), local("o")
    with emitter.function(Sink(("o",), ("o",))) as code:
        lots = turn.lots.get(me)
        if lots is None:
            code.assign(o, _parts(turn, me, SURE))
        else:
            weights = [weight_of(turn, emitter, lot) for lot in lots]
            n = code.name(total(weights), "n")
            before: Expression = ZERO
            for lot, weight in zip(lots, weights, strict=True):
                with code.block(If(weight > 0)):
                    code.assign(o, _parts(turn, lot, call("parted", SURE, before, weight, n)))
                before = code.name(before + weight, "n")
        code.answer(o)
    turn.define(f"likely_{me}", ["o", *turn.arguments(), *ARRAYS], code)


def _parts(turn: Turn, lot: int, whole: Expression | int) -> Expression:
    """Return a call of ``part_P``, which divides *whole* among the moves of a rule, and returns the next place."""
    return call(f"part_{lot}", local("o"), whole, *turn.given(), *map(local, ARRAYS))


def _part(turn: Turn, lot: int) -> None:
    """Emit ``part_P`` for a rule whose moves have shares."""
    emitter, o, k = turn.emitter(lot, ordered=True), local("o"), local("k")

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        code = emitter.code
        share = code.name(share_of(turn, emitter, lot, flow), "n")
        code.store("a_arena", o, call("parted", local("whole"), k, share, local("n")))
        code.assign(k, k + share)
        code.assign(o, o + len(Order))

    with emitter.function(Sink(("o", "k"), ("o", "k"))) as code:
        code.assign(k, ZERO)
        code.assign("n", call(f"shares_{lot}", *turn.given()))
        follow(turn, emitter, lot, turn.rules[lot].groups[0], leaf, eager=True)
        code.answer(o)
    turn.define(f"part_{lot}", ["o", "whole", *turn.arguments(), *ARRAYS], code)
