"""What players see of positions: the template ``sights``, and the chains of the model that say what each player sees.

sight_P(position)   the cells that player P sees, and the covered ones: there he only sees that something is on them
see_many            the same for many positions, for one player of each
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.performing import perform
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, constant, join_all, meet, without
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Assign, Do, If, Statement, call, equal, item, local
from tilewright.generator.compiler.program import SIGHTS
from tilewright.generator.compiler.rules import ir


def emit_sights(turn: Turn, sights: Sequence[Sequence[ir.Sight]]) -> None:
    """Emit ``sight_P`` for all players, and ``see_many``; *sights* has for each player the board and each zone."""
    turn.module.reserve(*(f"sight_{me}" for me in range(len(sights))), *SIGHTS)
    for me, grids in enumerate(sights):
        _sight(turn, me, grids)
    turn.fill("sights", TELL_SIGHT=_told(turn, len(sights)))


def _sight(turn: Turn, me: int, grids: Sequence[ir.Sight]) -> None:
    """Emit ``sight_P``, which returns the seen cells and the covered cells."""
    emitter = turn.emitter(me)
    with emitter.function(Sink()) as code:
        seen = [part for grid in grids for part in (constant(grid.shown), _left(turn, emitter, grid.sight, grid.cells))]
        sees = emitter.name(join_all(seen))
        backs = join_all([_left(turn, emitter, grid.back, grid.cells) for grid in grids])
        states = frozenset(number for number, state in enumerate(turn.constants.states) if not state.empty)
        covered = without(meet(backs, board_of(emitter, turn.flow(me), states)), sees) if backs.maybe else EMPTY
        code.answer(*turn.typed(code, [sees.value, covered.value], sets=2))
    turn.define(f"sight_{me}", turn.arguments(), code)


def _left(turn: Turn, emitter: Emitter, chain: ir.Chain | None, cells: int) -> Cells:
    """Return the cells that a chain leaves of some cells; none if there is no chain."""
    if chain is None:
        return EMPTY
    flow = turn.flow(chain.me)
    flow.cells = constant(cells)
    flow.alive = bool(cells)
    perform(emitter, chain.ops, flow)
    return emitter.name(meet(flow.cells, constant(cells)))


def _told(turn: Turn, players: int) -> list[Statement]:
    """Return the statements that draw two planes for the player of a row: what he sees, and what is covered."""
    emitter, cells = turn.emitter(0), len(turn.constants.board.bits)
    with emitter.function(Sink()) as code:
        for me in range(players):
            with code.block(If(equal(item("a_viewers", local("i")), me))):
                code.add(Assign(("W", "U"), call(f"sight_{me}", *turn.given())))
                for number, plane in enumerate(("W", "U")):
                    place = (local("i") * 2 + number) * cells
                    code.add(Do(call("draw", local("a_seen"), local("a_cells"), local(plane), place)))
    return code.body
