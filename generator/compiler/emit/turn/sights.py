"""What players see of positions: the template ``sights``, and the chains of the model that say what each player sees.

sight_P(position)   the cells that player P sees, and the covered ones: there he only sees that something is on them
see_many            the same for many positions, for one player of each
glance_P(position)  a hash of these cells and of all that P sees on cells and of numbers
glance_many         a hash of what a player sees of each of many positions, of the turn and the result, too
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.performing import perform
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, constant, join_all, meet, without
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import (
    ZERO,
    Assign,
    Do,
    Expression,
    If,
    Statement,
    binary,
    call,
    equal,
    item,
    local,
)
from tilewright.generator.compiler.program import SIGHTS
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import WORD
from tilewright.metamodel.language import Visibility


def emit_sights(turn: Turn, sights: Sequence[Sequence[ir.Sight]]) -> None:
    """Emit these functions for all players; *sights* has for each player the board and each zone."""
    turn.module.reserve(*(f"{what}_{me}" for what in ("sight", "glance") for me in range(len(sights))), *SIGHTS)
    for me, grids in enumerate(sights):
        _sight(turn, me, grids)
        _glance(turn, me)
    turn.fill("sights", TELL_SIGHT=_told(turn, len(sights)), TELL_GLANCE=_glanced(turn, len(sights)))


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


def _glance(turn: Turn, me: int) -> None:
    """Emit ``glance_P``: what is hidden from the player takes no part in it."""
    emitter = turn.emitter(me)
    sights = _visible(turn, me)
    with emitter.function(Sink()) as code:
        code.add(Assign(("W", "U"), call(f"sight_{me}", *turn.given())))
        parts: list[Expression] = [local("W"), local("U")]
        for name in turn.layout.sets:
            if sights[name] is not None:
                parts.append(local(name) & local("W") if sights[name] else local(name))
        if len(parts) % 2:
            parts.append(local("U"))
        key: Expression = ZERO
        for one, other in zip(parts[::2], parts[1::2], strict=True):
            key = code.name(call("digest", code.name(one, "T"), code.name(other, "T"), key), "n")
        for name in turn.layout.ints:
            if sights[name] is not None:
                key = code.name(call("mix", key ^ binary("&", local(name), (1 << WORD) - 1)), "n")
        code.answer(key)
    turn.define(f"glance_{me}", turn.arguments(), code)


def _visible(turn: Turn, me: int) -> dict[str, bool | None]:
    """Return for each variable of a position whether it is seen only where cells are in sight; None: nowhere."""
    constants, layout = turn.constants, turn.layout
    found: dict[str, bool | None] = {name: name.startswith("B") for name in layout.position}
    for mark in constants.game.marks:
        for player in range(constants.players):
            name = f"M_{constants.mark(mark, player)}"
            if name in found:
                found[name] = _where(mark.visibility, not mark.perPlayer or player == me, mark.perPlayer)
    for facts in constants.counters.values():
        for player in range(facts.players):
            sight = _where(facts.element.visibility, facts.players == 1 or player == me, facts.players > 1)
            for digit in range(facts.planes):
                for name in (f"P_{facts.number}_{player}_{digit}", f"c_{facts.number}_{player}"):
                    if name in found:
                        found[name] = sight
    return found


def _where(visibility: Visibility, own: bool, per_player: bool) -> bool | None:
    """Return whether a player sees the cells of a mark or counter only where they are in sight; None: nowhere."""
    if visibility is Visibility.All:
        return False
    if visibility is Visibility.Sight:
        return not (own and per_player)
    return False if visibility is Visibility.Owner and own else None


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


def _glanced(turn: Turn, players: int) -> list[Statement]:
    """Return the statements that give ``key`` the hash of what the player of a row sees of its position."""
    emitter = turn.emitter(0)
    with emitter.function(Sink()) as code:
        for me in range(players):
            with code.block(If(equal(item("a_viewers", local("i")), me))):
                code.add(Assign(("key",), call(f"glance_{me}", *turn.given())))
    return code.body
