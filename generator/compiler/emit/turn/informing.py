"""What players have been told of the games of many positions: the template ``informing``, and numbers of random moves.

number_P(s, position)  the number of a random move among the legal ones, and the generator's next state; 0 if none
nth_P(k, position)     of a rule of nature whose moves have shares: the number of the move that ``share_P`` selects
inform_many            updates the information keys of all players
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.drawing import has_share, share_of, weight_of
from tilewright.generator.compiler.emit.turn.rules import follow
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import WORD, ZERO, Assign, Expression, If, call, choice, local, total
from tilewright.generator.compiler.program import INFORMING
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import WRONG_ODDS
from tilewright.generator.odds import LARGEST
from tilewright.generator.splitmix import GAMMA


def emit_informing(turn: Turn) -> None:
    """Emit the functions for information keys; those of ``sights`` are there already."""
    entries = range(len(turn.rules))
    turn.module.reserve("identity", *(f"{stem}_{me}" for stem in ("number", "nth") for me in entries), *INFORMING)
    for me in entries:
        if me in turn.lots:
            _of_a_drawn_rule(turn, me)
        else:
            _of_one_rule(turn, me)
    turn.fill("informing")


def _of_a_drawn_rule(turn: Turn, me: int) -> None:
    """Emit ``number_P`` of nature's turn with several rules: the moves of each stand behind those of the ones before.

    It draws the numbers that ``step_P`` draws.
    """
    emitter, s = turn.emitter(me), local("s")
    with emitter.function(Sink()) as code:
        weights = [weight_of(turn, emitter, lot) for lot in turn.lots[me]]
        n = code.name(total(weights), "n")
        emitter.fail(n > LARGEST, WRONG_ODDS)
        code.assign(s, s + GAMMA & WORD)
        k = code.name(((call("mix", s) >> 32) * n) >> 32, "n")
        before: Expression = ZERO
        for lot, weight in zip(turn.lots[me], weights, strict=True):
            with code.block(If(k < weight)):
                code.add(Assign(("j", "s"), call(f"number_{lot}", s, *turn.given())))
                code.answer(before + local("j"), s)
            k = code.name(k - weight, "n")
            before = code.name(before + choice(weight > 0, call(f"count_{lot}", *turn.given()), 0), "n")
        code.answer(ZERO, s)
    turn.define(f"number_{me}", ["s", *turn.arguments()], code)


def _of_one_rule(turn: Turn, me: int) -> None:
    """Emit ``number_P`` of a player's turn, where all moves are equally likely, or of one rule of nature."""
    emitter, s = turn.emitter(me), local("s")
    shared = has_share(turn, me)
    if shared:
        _nth(turn, me)
    with emitter.function(Sink()) as code:
        n = code.name(call(f"shares_{me}" if shared else f"count_{me}", *turn.given()), "n")
        with code.block(If(n)):
            code.assign(s, s + GAMMA & WORD)
            k = code.name(((call("mix", s) >> 32) * n) >> 32, "n")
            if shared:
                code.add(Assign(("k", "n", "ok"), call(f"nth_{me}", k, *turn.given())))
                k = local("n")
            code.answer(k, s)
        code.answer(ZERO, s)
    turn.define(f"number_{me}", ["s", *turn.arguments()], code)


def _nth(turn: Turn, me: int) -> None:
    """Emit ``nth_P``, which goes through the moves as ``share_P`` does."""
    emitter = turn.emitter(me)
    k, n, ok = map(local, ("k", "n", "ok"))

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        part = share_of(turn, emitter, me, flow)
        with emitter.code.block(If(k < part)):
            emitter.code.assign(ok, 1)
            emitter.code.answer(k, n, ok)
        emitter.code.assign(k, k - part)
        emitter.code.assign(n, n + 1)

    with emitter.function(Sink(("k", "n"), ("k", "n", "ok"), early="ok")) as code:
        code.assign(n, ZERO)
        code.assign(ok, ZERO)
        follow(turn, emitter, me, turn.rules[me].groups[0], leaf, eager=True)
        code.answer(k, n, ok)
    turn.define(f"nth_{me}", ["k", *turn.arguments()], code)
