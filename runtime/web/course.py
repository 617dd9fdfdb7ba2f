"""The course of a match: the board and the counts after each ply."""

from __future__ import annotations

from typing import Any, TypeAlias

from tilewright.runtime.drawing import count_on
from tilewright.runtime.information.seen import Seen
from tilewright.runtime.information.views import known_boards
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.matches.events import Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.move import Cell
from tilewright.runtime.position import Position
from tilewright.runtime.state import Game

ON_BOARD = "on the board"
"""The name of the number of a player's pieces."""

_Owned: TypeAlias = dict[str, list[int]]
"""By the name of a count, its value for each player."""


def board_of(game: Game, shown: Position | Seen, last: tuple[Cell, ...] = ()) -> dict[str, Any]:
    """Return for each cell the number of its state and the count on it, and the cells of the *last* move.

    With n states, an unseen cell has the number n, and a covered one n + 1. ``marks`` has the cells of each mark that
    outlasts a move, by its number.
    """
    unseen = len(game.tables.states)
    states = [unseen] * len(game.names.cells)
    boards = known_boards(shown, game.tables) if isinstance(shown, Seen) else shown.boards
    for number, cells in enumerate(boards):
        for cell in bits(cells):
            states[cell] = number
    for cell in bits(shown.covered) if isinstance(shown, Seen) else ():
        states[cell] = unseen + 1
    return {
        "states": states,
        "marks": {
            number: list(bits(shown.marks[number]))
            for number, info in enumerate(game.tables.marks)
            if info.lifetime != "Move"
        },
        "counts": [count_on(cell, shown.counters, game.names) for cell in range(len(states))],
        "last": [game.cell_numbers[cell] for cell in last],
    }


def standing_of(game: Game, shown: Position | Seen) -> dict[str, Any]:
    """Return the counters, as pairs of a name and a value: for each player (``own``), and common ones (``common``).

    Counters that are 0 for all players are left out, and so are counters that last for one move only. A ``Seen`` has no
    pieces and sums of cells, and only the counters that its viewer may know.
    """
    own: list[list[tuple[str, Any]]] = [[] for _ in game.players]
    common: list[tuple[str, Any]] = []
    for name, values in _owned(game, shown).items() if isinstance(shown, Position) else ():
        for value, one in zip(values, own, strict=True):
            one += [(name, value)] if value else []
    for info in game.tables.counters.values():
        if info.per_cell or info.lifetime == "Move" or not any(shown.counters[slot] for slot in info.slots):
            continue
        if info.players == 1:
            common.append((info.name, shown.counters[info.offset]))
            continue
        for number, one in enumerate(own):
            if isinstance(shown, Position) or number == shown.viewer or info.element.visibility.name == "All":
                one.append((info.name, shown.counters[info.slot(number)]))
    if game.document.game.phases:
        common.append(("phase", game.document.game.phases[shown.phase].name))
    return {"own": own, "common": common}


def _owned(game: Game, position: Position) -> _Owned:
    """Return for each player the number of pieces on the board, and the sums of common counters on their cells.

    Cells with such a counter, for example a number of seeds, do not count as pieces.
    """
    owned = [0] * len(game.players)
    for info, cells in zip(game.tables.states, position.boards, strict=True):
        if info.owner >= 0:
            owned[info.owner] |= cells
    counted = 0
    sums: _Owned = {}
    for counter in game.tables.counters.values():
        if counter.per_cell and counter.lifetime == "Game" and counter.players == 1:
            cells = (1 << counter.cells) - 1 << counter.first
            counted |= cells
            sums[counter.name] = [
                sum(position.counters[counter.at(0, cell)] for cell in bits(own & cells)) for own in owned
            ]
    return {ON_BOARD: [(own & ~counted).bit_count() for own in owned]} | sums


def after(match: Match, ply: int) -> dict[str, Any]:
    """Return the board and the counters after a number of plies. ``Refused`` if there are fewer, or while hidden."""
    _check_open(match)
    moves = match.session.moves
    if ply > len(moves):
        raise Refused("no-such-ply", f"There is no state after ply {ply}; the last ply so far is {len(moves)}.")
    state = match.session.states[ply]
    last = moves[ply - 1].cells if ply else ()
    return {
        "ply": ply,
        "mover": None if state.is_over else state.player.name,
        "board": board_of(match.game, state.position, last),
        "standing": standing_of(match.game, state.position),
    }


def course(match: Match) -> dict[str, Any]:
    """Return the counts of players in the course of a match: for each name and ply, a value for each player.

    Counts that are always 0 are left out. ``Refused`` while a game goes on that hides something.
    """
    _check_open(match)
    positions = [state.position for state in match.session.states]
    owned = [_owned(match.game, position) for position in positions]
    found = {name: [each[name] for each in owned] for name in owned[0]}
    for info in match.game.tables.counters.values():
        if not info.per_cell and info.lifetime != "Move" and info.players > 1:
            slots = [info.slot(number) for number in range(info.players)]
            found[info.name] = [[position.counters[slot] for slot in slots] for position in positions]
    return {"series": [{"name": name, "values": values} for name, values in found.items() if any(map(any, values))]}


def _check_open(match: Match) -> None:
    if match.game.is_hidden and match.result is None:
        raise Refused("hidden", "What is hidden would stand in it: it is shown when the match is over.")
