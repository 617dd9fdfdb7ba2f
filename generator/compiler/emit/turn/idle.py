"""``idle_P``: what happens if a player has no legal move: the end of the game, or a forced pass."""

from __future__ import annotations

from tilewright.generator.compiler.analysis.questions import surely_ends
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.checks import FILTER, position_key
from tilewright.generator.compiler.emit.filters.performing import perform
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import constant
from tilewright.generator.compiler.emit.turn.completion import results_of
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ONE, Expression, If, any_of, call, item, local
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.ir import DRAW
from tilewright.generator.errors import WRONG_ODDS


def idle(turn: Turn, me: int) -> None:
    """Emit ``idle_P``, which returns 1 and the position after a forced pass, or 0 and the position at the end.

    If nature has no move, that is an error of the model.
    """
    rules = turn.rules[me]
    emitter = turn.emitter(me)
    if turn.turns[me] in turn.constants.of_nature:
        with emitter.function(Sink()) as code:
            code.store("a_err", 0, WRONG_ODDS)
            code.answer(0, *map(local, turn.position), turn.turns[me], DRAW, *[0] * len(turn.layout.outcome.names))
        turn.define(f"idle_{me}", turn.arguments(), code)
        return
    everything = constant(turn.constants.board.board)
    with emitter.function(Sink()) as code:

        def ended(chain: ir.Chain | None) -> None:
            if chain is None:
                return
            flow = turn.flow(me)
            flow.cells, flow.alive = everything, True
            perform(emitter, chain.ops, flow)
            if flow.end.constant == 0:
                return
            with code.block(If(ONE if surely_ends(chain.ops) else flow.end)):
                end, outcome = flow.end, flow.outcome
                turn.reset(flow)
                code.answer(0, *turn.typed(code, turn.parts(flow)), me, end, *outcome)

        ended(rules.stuck)
        if goes_on(rules):
            others = (other for other in range(turn.constants.players) if other != me)
            with code.block(If(any_of(*(_could_move_behind(turn, emitter, me, other) for other in others)))):
                code.answer(1, *results_of(turn, emitter, turn.flow(me)))
            ended(rules.over)
            code.answer(0, *map(local, turn.position), me, DRAW, *[0] * len(turn.layout.outcome.names))
    turn.define(f"idle_{me}", turn.arguments(), code)


def _could_move_behind(turn: Turn, emitter: Emitter, me: int, other: int) -> Expression:
    """Return a condition that is true if, after a forced pass, another player would have a legal move."""
    code = emitter.code
    closed = turn.if_next(emitter, turn.flow(me), other)
    name = f"judged_{other}" if turn.judged[other] else f"any_{other}"
    if not turn.remembers[other]:
        return call(name, *turn.given(closed))
    key, found, behind = code.name(position_key(emitter, closed, other), "n"), code.fresh("n"), local("h") + 1
    place = key & (FILTER - 1)
    code.store("a_hist", behind, key)
    code.store("a_count", place, item("a_count", place) + 1)
    context = [behind if part == "h" else local(part) for part in turn.context]
    code.assign(found, call(name, *turn.parts(closed), *context))
    code.store("a_count", place, item("a_count", place) - 1)
    return found


def goes_on(rules: ir.Rules) -> bool:
    """Return whether a game may go on where a player has no legal move: then it matters whether others have one."""
    return rules.stuck is None or not surely_ends(rules.stuck.ops)
