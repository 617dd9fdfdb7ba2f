"""Functions on many positions: the template ``batches``, and the parts of it that depend on the rules."""

from __future__ import annotations

from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.turn.seeking import emit_words, seek
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Do, Statement, call, local
from tilewright.generator.compiler.program import BATCHES, CHANCE


def emit_batches(turn: Turn, pass_label: int, labels: int, *, tells: bool) -> None:
    """Emit all functions on many positions. *pass_label*: the label of a forced pass; *labels*: how many there are.

    *tells*: whether ``play_many`` also writes what players are told of the moves.
    """
    turns = range(len(turn.constants.turns))
    turn.module.reserve("recall", "forget", "draw", "clicked", "begins", "note", "mark")
    turn.module.reserve(*(f"seek_{me}" for me in turns), *BATCHES)
    emit_words(turn)
    for me in turns:
        seek(turn, me, tells=tells)
    turn.fill(
        "batches",
        WIDTH=len(turn.constants.board.bits) + labels + 1,
        PASS=-1 - pass_label,
        PLANES=_planes(turn),
        TELLS=int(tells),
        NOTED=("a_told",) if tells else (),
        MADE=turn.layout.size + (2 if tells else 0),
    )
    if turn.constants.game.nature is not None:
        turn.module.reserve(*CHANCE)
        turn.fill("chances")


def _planes(turn: Turn) -> list[Statement]:
    """Return the statements that draw the planes of a position: one for each state, mark, and digit of a counter."""
    emitter, layout = turn.emitter(0), turn.layout
    array, codes, i = local("a_planes"), local("a_cells"), local("i")
    with emitter.function(Sink()) as code:
        flow, states = turn.flow(0), range(len(turn.constants.states))
        planes = [board_of(emitter, flow, frozenset({state})).value for state in states]
        planes += map(local, layout.sets[len(turn.constants.boards.states) :])
        for number, plane in enumerate(planes):
            code.assign("W", plane)
            place = (i * layout.plane_count + number) * len(turn.constants.board.bits)
            code.add(Do(call("draw", array, codes, local("W"), place)))
    return code.body
