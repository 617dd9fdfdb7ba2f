"""The functions of a program that are called from outside: they read and write position records.

``program`` has their names, the template ``entries`` says what each of them does.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Function
from tilewright.generator.compiler.emit.filters.checks import position_key
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.comparing import new_move
from tilewright.generator.compiler.emit.turn.counting import any_move, count, judge_moves, may_surprise_somewhere
from tilewright.generator.compiler.emit.turn.drawing import weigh
from tilewright.generator.compiler.emit.turn.idle import goes_on, idle
from tilewright.generator.compiler.emit.turn.listing import listing
from tilewright.generator.compiler.emit.turn.perft import perft
from tilewright.generator.compiler.emit.turn.picking import step
from tilewright.generator.compiler.emit.turn.preparing import Plan, prepare
from tilewright.generator.compiler.emit.turn.records import reading, writing
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Return, Statement, call, local
from tilewright.generator.compiler.kernel.reaching import reaching
from tilewright.generator.compiler.program import ENTRIES, Layout

OF_A_TURN = (
    "gen", "place_kind", "make_kind", "legal_kind", "rejection_gen", "rejection_make_kind", "odds", "shares", "share",
    "count", "any", "pick", "draws", "list", "idle", "step", "perft", "total", "put",
)  # fmt: skip
"""The functions that each turn may have, by what stands before its number."""


def head(layout: Layout) -> str:
    """Return the first lines of a program. They contain no text of the model."""
    sets = ", ".join(layout.sets)
    return f'"""The rules of a game. Sets: {sets}."""\n\nWORDS = {layout.words}\n'


def emit(turn: Turn, pass_label: int) -> list[Plan]:
    """Emit all functions of a program, and return how the candidates of each turn are handled.

    *pass_label* is the number of the label of a forced pass.
    """
    module, players, turns = turn.module, range(turn.constants.players), range(len(turn.constants.turns))
    entries = range(len(turn.rules))
    module.define(reading(turn.layout))
    module.define(writing(turn.layout))
    if turn.layout.outcome.divided:
        module.reserve("lowest")
        turn.fill("paying")
    for me in entries:
        module.reserve(*(f"{stem}_{me}" for stem in OF_A_TURN))
    module.reserve("beside", "leaves", "game", "new_move", "place_key", "count_keys", "put", *ENTRIES)
    if turn.movable:
        for me in players:
            module.reserve(f"any_{me}_asked", f"ask_{me}")
    plans = [prepare(turn, me) for me in entries]
    if turn.movable or any(goes_on(rules) for rules in turn.rules):
        for plan in plans:
            plan.surprising = may_surprise_somewhere(turn, plan)
    for me in players:
        turn.judged[me] = judge_moves(turn, plans[me])
    for me, plan in enumerate(plans):
        count(turn, plan)
        any_move(turn, plan)
        if me in turns:
            listing(turn, plan)
        idle(turn, me)
        step(turn, plans, me)
        if me in turns:
            perft(turn, plan)
        if me in turn.weighed:
            weigh(turn, me)
    if turn.movable:
        _ask(turn, plans[: len(players)])
    new_move(turn)
    turn.fill(
        "entries",
        PASS=-1 - pass_label,
        PLAYED=turn.layout.played,
        SURVEYED=turn.layout.surveyed,
        DECISIONS=turn.layout.sums.decisions,
        LENGTHS=turn.layout.sums.lengths,
        PLACE_KEY=_place_key(turn),
    )
    return plans


def _ask(turn: Turn, plans: list[Plan]) -> None:
    """Emit ``any_P_asked``, the test for a legal move inside another one: the plain test if that asks no further."""
    if turn.layout.remembers:
        for plan in plans:
            turn.fill("asking", P=plan.me)
    module = turn.module
    asked = [f"any_{plan.me}_asked" for plan in plans]
    nesting = reaching(asked, {name: function.reads for name, function in module.functions.items()})
    for name, plan in zip(asked, plans, strict=True):
        plain = f"judged_{plan.me}" if turn.judged[plan.me] else f"any_{plan.me}"
        if plain not in nesting:
            module.define(Function(name, tuple(turn.arguments()), [Return((call(plain, *turn.given()),))]))
            continue
        turn.asked = True
        if not judge_moves(turn, plan):
            any_move(turn, plan)
        turn.asked = False


def _place_key(turn: Turn) -> list[Statement]:
    """Return the statements that return the key of a position whose next player is ``p``."""
    emitter = turn.emitter(0)
    with emitter.function(Sink()) as code:
        code.answer(position_key(emitter, turn.flow(0), local("p")))
    return code.body
