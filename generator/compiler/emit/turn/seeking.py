"""``seek_P``: the legal moves that begin with given clicks, or the one with a given number among them.

It looks either for what may be clicked next, ``NEXT``, and goes through no more moves than it must: of those that go on
alike, one is enough. Or it makes one move, and writes the position after it.

    before   for each queen, each square that it reaches, each square that its arrow reaches: a move
    after    for each queen: the first of them

What was clicked narrows the cells of each click of a rule. The words of a move are compared with it, too, once they are
all there, so that labels count.
"""

from __future__ import annotations

from contextlib import ExitStack

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import fails, legal, make
from tilewright.generator.compiler.emit.turn.counting import FIRST, return_first
from tilewright.generator.compiler.emit.turn.foreseeing import foresee
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import each_candidate
from tilewright.generator.compiler.emit.turn.surely import surely_legal
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    SET,
    Assign,
    Do,
    Expression,
    If,
    Number,
    all_of,
    call,
    choice,
    equal,
    local,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import FOUND

NEXT = -1
"""What is wanted: what may be clicked next. From 0 on: the move of this number."""

PARAMETERS = ("a_clicks", "place", "clicks", "want", "a_sel", "a_out", "a_mask", "a_cells", "row")
"""What ``seek_P`` takes after the position. Clicks stand in ``a_clicks`` from ``place`` on. ``a_out`` gets a position,
``a_mask`` the actions, a byte for each from ``row`` on. ``a_cells`` has the numbers of the cells by their bits, and
after them the number of the action that ends a move."""


def seek(turn: Turn, me: int) -> None:
    """Emit ``seek_P``: the moves that go on or have been counted, and whether one is complete."""
    for number in range(len(turn.rules[me].groups) - 1):
        _group(turn, me, number)
    emitter = turn.emitter(me, ordered=True)
    emitter.seeking = True
    results = [result(name) for name in turn.whole]
    clicked = [local(name) for name in ("a_clicks", "place", "clicks")]
    kept = Do(call("write_position", local("a_out"), 0, *map(local, results)))
    want, counted = local("want"), local("n")
    compared = any(turn.repeats[me])  # such moves are known to be legal
    with emitter.function(Sink(("n", "m"), ("n", "m"))) as code:
        code.store("a_err", FOUND, 0)
        code.assign("n", 0)
        code.assign("m", 0)

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            certain = compared or not fails(turn, me, tail)
            sure = None if certain else surely_legal(turn, emitter, flow, tail)
            for one in each_candidate(emitter, flow):
                with emitter.code.block(If(call("begins", local("a_sel"), one.length, *clicked))):
                    looks = If(equal(local("want"), NEXT))
                    with emitter.code.block(looks):
                        if certain:
                            foresee(emitter, one, tail)
                        ok: Expression = ONE if certain else legal(turn, emitter, one.copy(), tail)
                        if sure is not None:
                            ok = choice(one.cells.value & sure.value, 1, ok)
                        before = map(local, ("n", "m", "a_sel"))
                        behind = map(local, ("clicks", "a_mask", "a_cells", "row", "a_err"))
                        emitter.code.add(Assign(("n", "m"), call("note", ok, *before, one.length, *behind)))
                    with emitter.code.block(looks, otherwise=True):
                        if certain:
                            with emitter.code.block(If(equal(want, counted))):
                                emitter.code.add(Assign(("ok", *results), make(turn, emitter, one.copy(), tail)))
                                emitter.code.add(kept)
                            emitter.code.assign("n", counted + 1)
                        else:
                            with ExitStack() as blocks:
                                if sure is not None:
                                    passed = If(all_of(want > counted, one.cells.value & sure.value))
                                    with emitter.code.block(passed):
                                        emitter.code.assign("n", counted + 1)
                                    blocks.enter_context(emitter.code.block(passed, otherwise=True))
                                blocks.enter_context(emitter.code.block(If(want >= counted)))
                                emitter.code.add(Assign(("ok", *results), make(turn, emitter, one.copy(), tail)))
                                with emitter.code.block(If(all_of(local("ok"), equal(want, counted)))):
                                    emitter.code.add(kept)
                                emitter.code.assign("n", counted + local("ok"))

        candidates(turn, emitter, me, lambda group: call(f"group_{me}_{group}", *turn.given()), leaf)
        code.answer(counted, local("m"))
    turn.define(f"seek_{me}", [*turn.arguments(), *PARAMETERS], code)


def _group(turn: Turn, me: int, number: int) -> None:
    """Emit ``group_P_N``: whether the rules of a group or of one before it have a legal move."""
    name = f"group_{me}_{number}"
    turn.module.reserve(name)
    emitter = turn.emitter(me)
    with emitter.function(FIRST) as code:
        code.assign("n", call(f"group_{me}_{number - 1}", *turn.given()) if number else 0)
        with code.block(If(local("n"))):
            code.answer(local("n"))
        return_first(turn, emitter, me, turn.rules[me].groups[number])
        code.answer(local("n"))
    turn.define(name, turn.arguments(), code)


def emit_words(turn: Turn) -> None:
    """Emit what ``seek_P`` needs for each move: ``clicked``, ``begins``, ``note``, ``mark``."""
    board = turn.constants.board
    turn.fill("seeking", BOARD=Number(SET, board.cells), END=turn.layout.end, FOUND=FOUND, LABELS=len(board.bits) - 1)
