"""Moves that rules may find twice: they are written down, and looked up among those found already."""

from __future__ import annotations

from contextlib import ExitStack

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow
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
from tilewright.generator.errors import AMBIGUOUS, TOO_LONG
from tilewright.generator.splitmix import mix

SEEN, MOST_SEEN = 1 << 10, 1 << 15
"""The places of the table of moves that rules may find twice, powers of two: on small boards, and at most."""

LONGEST = 512
"""The steps of the longest move that is compared."""


def candidates(turn: Turn, emitter: Emitter, me: int, found: Found, leaf: Leaf) -> None:
    """Emit the rules; a move that they may find twice is looked up among those found already.

    Before nature's moves are found it is looked, where need be, whether what they weigh is too much.
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
    """Return the places of the table: eight for each cell of a large board."""
    return min(MOST_SEEN, max(SEEN, 1 << (8 * len(turn.constants.board.places) - 1).bit_length()))


def _is_new(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Call:
    """Return a call that looks a move up."""
    state = _chain_end(turn, emitter, flow, tail)
    return call("new_move", local("a_seen"), local("a_sel"), emitter.number(flow.length), state, local("a_err"))


def _chain_end(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Expression:
    """Return a number that tells apart the flows at the end of a rule, as the language compares them."""

    def finish(code: Code, inner: Flow) -> None:
        code.answer(shared(turn, "state", inner, compare, []))

    def compare(inner: Emitter, inside: Flow) -> None:
        key: Expression = ZERO
        for place, (slot, value) in enumerate(inside.slots()):
            if slot[0] in ("cells", "length") or (slot[0] == "anchor" and not turn.rules[inside.me].effects):
                continue
            if slot[0] == "written" and not lasting(turn, int(slot[1])):
                continue
            part = call("fold", value.value) if isinstance(value, Cells) else value
            known = part.constant
            mixed = call("mix", (part & WORD) ^ place) if known is None else Number(INT, mix(known & WORD ^ place))
            key = inner.code.name(call("mix", key ^ mixed), "n")
        inner.code.answer(key >> 1)

    return emitter.code.name(outlined(turn, emitter, "ending", flow, tail, finish, []), "n")


def new_move(turn: Turn) -> None:
    """Emit ``new_move``: it looks a move up among those found already, and adds it: 1 if it is new."""
    places = _places(turn)
    turn.fill("comparing", PLACES=places, HALF=places // 2, AMBIGUOUS=AMBIGUOUS, TOO_LONG=TOO_LONG)
