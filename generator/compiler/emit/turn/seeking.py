"""``seek_P``: the legal moves that begin with given clicks, for what may be clicked next, or to make one of them.

If ``want`` is ``NEXT``, it finds the possible next clicks, and follows no more moves than it must: of those with the
same next step, one legal move is enough. Otherwise it makes the move with number ``want``, and writes the position
after it.

    before   for each queen, each square that it reaches, each square that its arrow reaches: a move
    after    for each queen: the first of them

The given clicks restrict the cells of each click of a rule. The steps of a complete move are compared with them, too,
because some of them may be labels.
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
from tilewright.generator.telling import TOLD

NEXT = -1
"""The value of ``want`` for the possible next clicks. From 0 on, it is the number of a move."""

PARAMETERS = ("a_clicks", "place", "clicks", "want", "a_sel", "a_out", "a_mask", "a_cells", "row")
"""The parameters of ``seek_P`` after the position.

``a_clicks`` has the given steps from ``place`` on, ``clicks`` of them. ``a_out`` receives the position, ``a_mask`` the
possible actions: the byte of an action, counted from ``row``, becomes 1. ``a_cells`` maps bits to the numbers of cells,
and the entry after the last bit is the number of the action that ends a move.
"""


def seek(turn: Turn, me: int, *, tells: bool) -> None:
    """Emit ``seek_P``, which returns two numbers.

    For ``NEXT``: the number of moves found that go on after the clicks, and 1 if one is complete with them, else 0.
    Otherwise the number of legal moves that have been counted, and 0. If it *tells*, it writes two more words after the
    position: who is told the move (a code of ``informing``), and a hash of its steps.
    """
    for number in range(len(turn.rules[me].groups) - 1):
        _group(turn, me, number)
    emitter = turn.emitter(me, ordered=True)
    emitter.seeking = True
    results = [result(name) for name in turn.whole]
    clicked = [local(name) for name in ("a_clicks", "place", "clicks")]
    want, counted = local("want"), local("n")
    compared = any(turn.repeats[me])  # then ``candidates`` yields only legal moves
    with emitter.function(Sink(("n", "m"), ("n", "m"))) as code:
        code.store("a_err", FOUND, 0)
        code.assign("n", 0)
        code.assign("m", 0)

        def keep(one: Flow) -> None:
            emitter.code.add(Do(call("write_position", local("a_out"), 0, *map(local, results))))
            if tells:
                emitter.code.store("a_out", turn.layout.size, TOLD[emitter.visibility])
                emitter.code.store("a_out", turn.layout.size + 1, call("identity", local("a_sel"), one.length))

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
                                keep(one)
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
                                    keep(one)
                                emitter.code.assign("n", counted + local("ok"))

        candidates(turn, emitter, me, lambda group: call(f"group_{me}_{group}", *turn.given()), leaf)
        code.answer(counted, local("m"))
    turn.define(f"seek_{me}", [*turn.arguments(), *PARAMETERS], code)


def _group(turn: Turn, me: int, number: int) -> None:
    """Emit ``group_P_N``, which returns 1 if a group, or one before it, has a legal move, else 0."""
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
    """Emit the functions that ``seek_P`` calls for each move: ``clicked``, ``begins``, ``note``, ``mark``."""
    board = turn.constants.board
    turn.fill("seeking", BOARD=Number(SET, board.cells), LABELS=len(board.bits) - 1)
