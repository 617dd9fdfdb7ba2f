"""The weights and shares of nature's moves, for callers that draw a move themselves: the template ``odds``.

lots_P     writes the weights of the rules at nature's turn, and how many moves each has
shared_P   writes the shares of the moves of one rule, in the order in which they are listed
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.drawing import has_share, share_of, weight_of
from tilewright.generator.compiler.emit.turn.rules import follow
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Do, If, Statement, all_of, call, equal, local
from tilewright.generator.compiler.program import ODDS
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import TOO_SMALL

ARRAYS = ("a_out", "a_sel")


def emit_odds(turn: Turn) -> None:
    """Emit ``odds`` and what it calls."""
    turn.module.reserve(*ODDS)
    for me in turn.constants.of_nature:
        lots = turn.lots.get(me, range(me, me + 1))
        turn.module.reserve(f"lots_{me}")
        for lot in lots:
            if has_share(turn, lot):
                turn.module.reserve(f"shared_{lot}")
                _shared(turn, lot)
        _lots(turn, me, lots)
    turn.fill("odds", TELL_LOTS=_told(turn))


def _told(turn: Turn) -> list[Statement]:
    """Return the statements that call the ``lots_P`` of turn ``p``."""
    emitter = turn.emitter(0)
    with emitter.function(Sink()) as code:
        for me in turn.constants.of_nature:
            with code.block(If(equal(local("p"), me))):
                code.assign("o", call(f"lots_{me}", local("o"), *turn.given(), *map(local, (*ARRAYS, "size"))))
    return code.body


def _lots(turn: Turn, me: int, lots: range) -> None:
    """Emit ``lots_P``, which returns the next free word; *lots*: the numbers of the rules alone."""
    emitter, o = turn.emitter(me), local("o")
    with emitter.function(Sink(("o",), ("o",))) as code:
        if me in turn.weighed:
            code.add(Do(call(f"odds_{me}", *turn.given())))
        for lot in lots:
            weight = weight_of(turn, emitter, lot)
            shared = has_share(turn, lot)
            n = code.name(call(f"count_{lot}", *turn.given()), "n")
            last = code.name(o + n + 2, "n")
            emitter.fail(last > local("size"), TOO_SMALL)
            with code.block(If(all_of(weight > 0, last <= local("size")))):
                code.store("a_out", o, weight)
                code.store("a_out", o + 1, n if shared else 0 - n)
                code.assign(o, o + 2)
                if shared:
                    code.assign(o, call(f"shared_{lot}", o, *turn.given(), *map(local, ARRAYS)))
        code.answer(o)
    turn.define(f"lots_{me}", ["o", *turn.arguments(), *ARRAYS, "size"], code)


def _shared(turn: Turn, lot: int) -> None:
    """Emit ``shared_P``, which returns the next free word."""
    emitter, o = turn.emitter(lot, ordered=True), local("o")

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        emitter.code.store("a_out", o, share_of(turn, emitter, lot, flow))
        emitter.code.assign(o, o + 1)

    with emitter.function(Sink(("o",), ("o",))) as code:
        follow(turn, emitter, lot, turn.rules[lot].groups[0], leaf, eager=True)
        code.answer(o)
    turn.define(f"shared_{lot}", ["o", *turn.arguments(), *ARRAYS], code)
