"""Nature's plies: a rule is drawn by its weight among those that have a move, then one of its moves by its share.

    step_P     of several rules: draws one of them, and calls the ``step`` of this rule alone; a number is passed over
               where it cannot matter, since the rules play in different phases
               of one rule whose moves have shares: draws one of these moves
    shares_P   the sum of the shares of all moves
    share_P    the move that a number below this sum selects

Where all moves of a rule are equally likely, they are drawn like those of a player: see ``picking``.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.masses import mass_of
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.completion import make
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import follow
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import (
    WORD,
    ZERO,
    Assign,
    Do,
    Expression,
    If,
    call,
    choice,
    local,
    total,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import WRONG_ODDS
from tilewright.generator.odds import LARGEST
from tilewright.generator.splitmix import GAMMA


def draw_rule(turn: Turn, me: int) -> None:
    """Emit ``step_P`` of nature's turn with several rules."""
    emitter = turn.emitter(me)
    with emitter.function(Sink()) as code:
        for lot, _, drawn in drawn_rules(turn, emitter, me):
            step = call(f"step_{lot}", local("s"), *turn.given())
            if lot == turn.lots[me][-1]:  # what none of the others has is drawn by the last one
                code.answer(step)
                break
            with code.block(If(drawn)):
                code.answer(step)
    turn.define(f"step_{me}", ["s", *turn.arguments()], code)


def drawn_rules(turn: Turn, emitter: Emitter, me: int) -> Iterator[tuple[int, Expression, Expression]]:
    """Emit the draw of one of several rules. Yield for each its entry, its weight, and whether it is drawn.

    That it is holds if none before it was, so it must be asked for in this order.
    """
    code, s = emitter.code, local("s")
    weights = [weight_of(turn, emitter, lot) for lot in turn.lots[me]]
    n = code.name(total(weights), "n")
    emitter.fail(n > LARGEST, WRONG_ODDS)
    code.assign(s, s + GAMMA & WORD)
    alone = _exclude_each_other(turn, me)
    k = ZERO if alone else code.name(((call("mix", s) >> 32) * n) >> 32, "n")
    for lot, weight in zip(turn.lots[me], weights, strict=True):
        yield lot, weight, k < weight
        if not alone:
            k = code.name(k - weight, "n")


def _exclude_each_other(turn: Turn, me: int) -> bool:
    """Return whether no two rules of a turn play in the same phase: at most one has a move, and it is always drawn."""
    phases = [_rule(turn, lot).phases for lot in turn.lots[me]]
    return all(phases) and len(frozenset[int]().union(*phases)) == sum(map(len, phases))


def weight_of(turn: Turn, emitter: Emitter, lot: int) -> Expression:
    """Return the weight of a rule as a variable: 0 if it has no legal move."""
    weight = mass_of(emitter, _rule(turn, lot).weight, turn.flow(lot))
    return emitter.code.name(choice(call(f"any_{lot}", *turn.given()), weight, 0), "n")


def _rule(turn: Turn, me: int) -> ir.Rule:
    """Return the first rule of a turn: the only one, if the entry is of one rule alone."""
    return turn.rules[me].groups[0].rules[0]


def has_share(turn: Turn, me: int) -> bool:
    """Return whether an entry is one rule of nature's whose moves have shares."""
    return turn.turns[me] in turn.constants.of_nature and me not in turn.lots and _rule(turn, me).share is not None


def share_of(turn: Turn, emitter: Emitter, me: int, flow: Flow) -> Expression:
    """Return the share of the move to which a flow has come."""
    share = _rule(turn, me).share
    assert share is not None
    return mass_of(emitter, share, flow)


def weigh(turn: Turn, me: int) -> None:
    """Emit ``odds_P``, which stores an error if the sum of the weights, or of the shares of a rule, is too large."""
    emitter = turn.emitter(me)
    with emitter.function(Sink()) as code:
        weights = [weight_of(turn, emitter, lot) for lot in turn.lots.get(me, ())]
        emitter.fail(total(weights) > LARGEST, WRONG_ODDS)
        for lot in turn.lots.get(me, (me,)):
            if has_share(turn, lot):
                code.add(Do(call(f"shares_{lot}", *turn.given())))
        code.answer(0)
    turn.define(f"odds_{me}", turn.arguments(), code)


def draw_share(turn: Turn, me: int) -> None:
    """Emit ``step_P`` of a rule whose moves have shares, with ``shares_P`` and ``share_P``."""
    emitter, n, k = turn.emitter(me), local("n"), local("k")
    group = turn.rules[me].groups[0]
    results = [result(name) for name in turn.whole]

    def summed(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        emitter.code.assign(n, n + share_of(turn, emitter, me, flow))
        emitter.fail(n > LARGEST, WRONG_ODDS)

    with emitter.function(Sink(("n",), ("n",))) as code:
        code.assign(n, ZERO)
        follow(turn, emitter, me, group, summed, eager=True)
        code.answer(n)
    turn.define(f"shares_{me}", turn.arguments(), code)

    def hit(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        part = share_of(turn, emitter, me, flow)
        with emitter.code.block(If(k < part)):
            emitter.code.add(Assign(("ok", *results), make(turn, emitter, flow.copy(), tail)))
            emitter.code.assign("ok", 2)
            emitter.code.answer(k, *map(local, ("ok", *results)))
        emitter.code.assign(k, k - part)

    emitter = turn.emitter(me)
    with emitter.function(Sink(("k",), ("k", "ok", *results), early="ok")) as code:
        for name in ("ok", *results):
            code.assign(name, 0)
        follow(turn, emitter, me, group, hit, eager=True)
        code.answer(k, *map(local, ("ok", *results)))
    turn.define(f"share_{me}", ["k", *turn.arguments()], code)
    turn.fill("drawing", P=me)
