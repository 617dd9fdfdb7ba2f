"""What players have been told of the games of many positions: the template ``informing``, and numbers of random moves.

number_P(s, position)  the number of a random move among the legal ones, and the generator's next state; 0 if none
nth_P(k, position)     of a rule of nature whose moves have shares: the number of the move that ``share_P`` selects
inform_many            updates the information keys of all players
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.candidates import draw
from tilewright.generator.compiler.emit.turn.drawing import drawn_rules, has_share, share_of
from tilewright.generator.compiler.emit.turn.rules import follow
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ZERO, Assign, Expression, If, call, choice, local
from tilewright.generator.compiler.program import INFORMING
from tilewright.generator.compiler.rules import ir


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
        before: Expression = ZERO
        for lot, weight, drawn in drawn_rules(turn, emitter, me):
            with code.block(If(drawn)):
                code.add(Assign(("j", "s"), call(f"number_{lot}", s, *turn.given())))
                code.answer(before + local("j"), s)
            before = code.name(before + choice(weight > 0, call(f"count_{lot}", *turn.given()), 0), "n")
        code.answer(ZERO, s)
    turn.define(f"number_{me}", ["s", *turn.arguments()], code)


def _of_one_rule(turn: Turn, me: int) -> None:
    """Emit ``number_P`` of a player's turn, where all moves are equally likely, or of one rule of nature."""
    emitter = turn.emitter(me)
    n, k, s = map(local, ("n", "k", "s"))
    shared = has_share(turn, me)
    if shared:
        _nth(turn, me)
    with emitter.function(Sink()) as code:
        code.assign(n, call(f"shares_{me}" if shared else f"count_{me}", *turn.given()))
        with code.block(If(n)):
            draw(code)
            if shared:
                code.add(Assign(("n", "k", "ok"), call(f"nth_{me}", k, *turn.given())))
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
