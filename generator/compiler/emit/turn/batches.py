"""Functions on many positions: the template ``batches``, and the parts of it that depend on the rules."""

from __future__ import annotations

from tilewright.generator.compiler.emit.emitter import STEPS
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.turn.seeking import NEXT, emit_words, seek
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Do, Statement, call, local
from tilewright.generator.compiler.program import BATCHES, CHANCE
from tilewright.generator.errors import NO_MOVE

CLICKED = -2
"""In place of the number of a move: the move that has been clicked."""


def emit_batches(turn: Turn, pass_label: int, labels: int) -> None:
    """Emit all functions on many positions. *pass_label*: the label of a forced pass; *labels*: how many there are."""
    turns, row, places = range(len(turn.constants.turns)), turn.layout.row, dict(turn.layout.offsets())
    for name in (
        "recall",
        "forget",
        "draw",
        "clicked",
        "begins",
        "note",
        "mark",
        *(f"seek_{me}" for me in turns),
        *BATCHES,
    ):
        turn.module.reserve(name)
    emit_words(turn)
    for me in turns:
        seek(turn, me)
    turn.fill(
        "batches",
        ROW=row.size,
        PLY=row.ply,
        KNOWN=row.known,
        CLICKS=row.clicks,
        SEED=row.seed,
        TURN=places["p"],
        OVER=places["e"],
        END=turn.layout.end,
        WIDTH=len(turn.constants.board.bits) + labels + 1,
        PASS=-1 - pass_label,
        STEPS=STEPS,
        NEXT=NEXT,
        CLICKED=CLICKED,
        NO_MOVE=NO_MOVE,
        PLANES=_planes(turn),
    )
    if turn.constants.game.nature is not None:
        for name in CHANCE:
            turn.module.reserve(name)
        turn.fill("chances", ROW=row.size, PLY=row.ply, KNOWN=row.known, CLICKS=row.clicks, SEED=row.seed)


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
