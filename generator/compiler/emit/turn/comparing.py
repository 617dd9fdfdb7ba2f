"""Moves that rules may find twice: each is looked up in a hash table of those found so far, and added to it."""

from __future__ import annotations

from contextlib import ExitStack

from tilewright.generator.compiler.analysis.branching import clicked
from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import PASSING, Flow
from tilewright.generator.compiler.emit.sets import Cells
from tilewright.generator.compiler.emit.turn.completion import fails, lasting, legal, outlined, shared
from tilewright.generator.compiler.emit.turn.rules import Found, each_candidate, generate
from tilewright.generator.compiler.emit.turn.turn import Leaf, Turn
from tilewright.generator.compiler.kernel.nodes import (
    INT,
    WORD,
    ZERO,
    Call,
    Do,
    Expression,
    If,
    NewArray,
    Number,
    call,
    local,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.splitmix import mix

SEEN, MOST_SEEN = 1 << 10, 1 << 15
"""The least and the greatest size of the table of moves, powers of two."""

PROBES = 512
"""The most places of the table that are looked at for a move. More are needed only where the table is almost full."""

LONGEST = 512
"""The most steps (clicks and options) of a move that is looked up."""


def candidates(turn: Turn, emitter: Emitter, me: int, found: Found, leaf: Leaf) -> None:
    """Emit all rules of a turn, with each move once: one that they may find twice is looked up.

    *found* and *leaf*: see ``rules.generate``. If there are such moves at all, only legal moves come to the leaf. Where
    the masses of nature's moves may be too large together, that is checked before.
    """
    if me in turn.weighed:
        emitter.code.add(Do(call(f"odds_{me}", *turn.given())))
    if not any(turn.repeats[me]):
        generate(turn, emitter, me, found, leaf)
        return

    def remember() -> None:
        emitter.code.add(NewArray("a_seen", 2 * _places(turn), zeroed=True))
        if not emitter.ordered:
            emitter.room = LONGEST
            emitter.code.add(NewArray("a_sel", LONGEST, zeroed=True))

    def once(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        failing = fails(turn, me, tail)
        if not emitter.comparing and not failing:
            leaf(flow, tail)
            return
        for one in each_candidate(emitter, flow):
            with ExitStack() as blocks:
                if failing:
                    blocks.enter_context(emitter.code.block(If(legal(turn, emitter, one, tail))))
                if emitter.comparing:
                    blocks.enter_context(emitter.code.block(If(_is_new(turn, emitter, one, tail))))
                leaf(one, tail)

    emitter.compares = remember
    generate(turn, emitter, me, found, once)
    emitter.compares = None


def _places(turn: Turn) -> int:
    """Return the size of the table, a power of two: at least eight entries a cell, and two for each way of clicks."""
    cells = len(turn.constants.board.places)
    moves = max((rule.ways for rules in turn.rules for rule in clicked(turn.constants, rules)), default=0)
    return min(MOST_SEEN, max(SEEN, 1 << (max(8 * cells, 2 * moves) - 1).bit_length()))


def _is_new(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Call:
    """Return a call that looks up the move of a candidate: it returns 1 if the move is new."""
    state = _chain_end(turn, emitter, flow, tail)
    return call("new_move", local("a_seen"), local("a_sel"), emitter.number(flow.length), state, local("a_err"))


def _chain_end(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Expression:
    """Return a hash of all that the language compares of two flows at the end of a rule.

    The same move with another hash is ambiguous, which is an error of the model.
    """

    def finish(code: Code, inner: Flow) -> None:
        code.answer(shared(turn, "state", inner, compare, []))

    def compare(inner: Emitter, inside: Flow) -> None:
        key: Expression = ZERO
        for place, (slot, value) in enumerate(inside.slots()):
            if slot[0] in PASSING or (slot[0] == "anchor" and not turn.rules[inside.me].effects):
                continue
            if slot[0] == "written" and not lasting(turn, int(slot[1])):
                continue
            if slot[0] == "mark" and slot[1] in turn.constants.scratch_marks:
                continue
            if slot[0] in ("number", "plane") and slot[1] in turn.constants.scratch_counters:
                continue
            part = call("fold", value.value) if isinstance(value, Cells) else value
            known = part.constant
            mixed = call("mix", (part & WORD) ^ place) if known is None else Number(INT, mix(known & WORD ^ place))
            key = inner.code.name(call("mix", key ^ mixed), "n")
        inner.code.answer(key >> 1)

    return emitter.code.name(outlined(turn, emitter, "ending", flow, tail, finish, []), "n")


def new_move(turn: Turn) -> None:
    """Emit ``new_move``, which looks up a move, and adds it: it returns 1 if the move is new, else 0."""
    places = _places(turn)
    turn.fill("comparing", PLACES=places, PROBES=PROBES)
