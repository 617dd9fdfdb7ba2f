"""Logs of games on maps of the sl-hackathon-2026 game, in the format of its own programs: units and deltas.

There each base, pawn and food is a unit that keeps its number; in the model, a cell has a count of pawns. Units are
numbered from 1 in the order in which they appear: those of each player in turn, bases before pawns, then food row by
row. A pawn that moves keeps its number. If several stand on its cell, the named one moves, or else the one with the
least number that has not moved in this turn.

A turn consists of all orders of a player, their consequences, and the moves of nature that follow. A *delta* says what
a turn has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tilewright.metamodel.language import Counter
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.formats.record import Record
from tilewright.runtime.interpreter.cells import NOWHERE, bits
from tilewright.runtime.move import Move
from tilewright.runtime.rulebook import Rulebook
from tilewright.runtime.state import State

DIRECTIONS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1)
}  # fmt: skip
"""The step of each direction by its name: columns to the right, and rows downwards."""
END = "end"
"""The move that ends a turn."""
_KINDS = {"Base": "BASE", "Food": "FOOD"}
"""The types of units that are pieces of the model, by the names of the pieces. Pawns are counters."""
_PAWN, _WALL = "PAWN", "Wall"
_PAWNS = ("ready", "done")
"""The counters of pawns: the pawns of each player that may move, and those of the mover that have moved this turn."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A base, a pawn or food. ``x`` is the column and ``y`` the row, from 0 at the top left; ``owner`` is a player."""

    number: int
    owner: int | None
    kind: str
    x: int
    y: int

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the unit as JSON in the format of the log; *names* are the names of the players."""
        owner = None if self.owner is None else names[self.owner]
        return {"id": self.number, "owner": owner, "type": self.kind, "position": {"x": self.x, "y": self.y}}


def no_map(game: Rulebook) -> str | None:
    """Return why a game is not on such a map, or None if it is: it needs bases, food and counters of pawns."""
    pieces = {piece.name for piece in game.document.game.pieces}
    counted = {counter.name for counter in game.document.game.counters if counter.perCell}
    if pieces >= set(_KINDS) and counted >= set(_PAWNS):
        return None
    return f"{game.name} is no game on a map with bases, pawns and food"


class Units:
    """The units of a game, which follow its moves. ``NotSaid`` if the game is not on such a map."""

    def __init__(self, start: State) -> None:
        game = start.game
        reason = no_map(game)
        if reason is not None:
            raise NotSaid(reason)
        counters = {counter.name: counter for counter in game.document.game.counters}
        self._game = game
        self._pawns: list[Counter] = [counters[name] for name in _PAWNS]
        self.now: dict[int, Unit] = {}
        """The units after the last move, by their numbers."""
        self.turns: list[dict[int, Unit]] = []
        """The units at the beginning, and after each finished turn, by their numbers."""
        self._last = 0
        self._moved: set[int] = set()
        self._ends = True
        self._settle(start, start.player.number)
        self._close(start)

    # -- following a game

    def follow(self, before: State, move: Move, after: State, number: int | None = None) -> None:
        """Apply a move that leads from state *before* to *after*. *number* is the unit that moves, if it is known."""
        if before.is_chance or len(move.cells) != 2:
            self._ends = self._ends or not before.is_chance
            self._settle(after)
        else:
            (row, column), (to_row, to_column) = (cell[:2] for cell in move.cells)
            own = [
                unit
                for unit in self.now.values()
                if (unit.kind, unit.owner, unit.x, unit.y) == (_PAWN, before.player.number, column, row)
                and unit.number not in self._moved
            ]
            chosen = next((unit for unit in own if unit.number == number), own[0])
            self.now[chosen.number] = replace(chosen, x=to_column, y=to_row)
            self._moved.add(chosen.number)
        self._close(after)

    def _close(self, state: State) -> None:
        """Add the units to ``turns`` if a turn has ended and nature has moved."""
        if self._ends and not state.is_chance:
            self.turns.append(dict(self.now))
            self._ends = False
            self._moved.clear()

    def _settle(self, state: State, mover: int | None = None) -> None:
        """Remove the units that are gone, and number the new ones.

        *mover* is the player whose turn goes on, if there is one: their pawns that have moved are counted as well.
        """
        there = list(self._there(state, mover))
        wanted: dict[tuple[int | None, str, int, int], int] = {}
        for key in there:
            wanted[key] = wanted.get(key, 0) + 1
        kept: dict[int, Unit] = {}
        for number, unit in self.now.items():
            key = (unit.owner, unit.kind, unit.x, unit.y)
            if wanted.get(key, 0) > 0:
                wanted[key] -= 1
                kept[number] = unit
        for owner, kind, x, y in there:
            if wanted[owner, kind, x, y] > 0:
                wanted[owner, kind, x, y] -= 1
                self._last += 1
                kept[self._last] = Unit(self._last, owner, kind, x, y)
        self.now = kept

    def _there(self, state: State, mover: int | None) -> Iterator[tuple[int | None, str, int, int]]:
        """Yield owner, kind, column and row of each unit in a state, in the order of numbering."""
        tables, position = self._game.tables, state.start
        standing = [
            (None if info.owner == NOWHERE else info.owner, _KINDS[info.element.piece.name], cell)
            for info, board in zip(tables.states, position.boards, strict=True)
            if info.element.piece is not None and info.element.piece.name in _KINDS
            for cell in bits(board)
        ]
        ready, done = (tables.counters[counter] for counter in self._pawns)
        for me in range(len(self._game.players)):
            for owner, kind, cell in standing:
                if owner == me:
                    yield owner, kind, *self._place(cell)
            for cell in bits(tables.cells.board):
                moved = position.counters[done.at(0, cell)] if me == mover else 0
                for _ in range(position.counters[ready.at(me, cell)] + moved):
                    yield me, _PAWN, *self._place(cell)
        for owner, kind, cell in sorted(standing, key=lambda what: what[2]):
            if owner is None:
                yield owner, kind, *self._place(cell)

    def _place(self, cell: int) -> tuple[int, int]:
        row, column, *_ = self._game.names.cells[cell]
        return column, row

    # -- writing

    def deltas(self, names: Sequence[str], stamp: int) -> list[dict[str, Any]]:
        """Return the delta of each turn. The first one is the beginning, with all units.

        *stamp* is the time that each delta names, in milliseconds since 1970.
        """
        found = []
        before: dict[int, Unit] = {}
        for after in self.turns:
            changed = [unit.as_json(names) for number, unit in after.items() if before.get(number) != unit]
            gone = [number for number in before if number not in after]
            found.append({"addedOrModified": changed, "removed": gone, "timestamp": stamp})
            before = after
        return found


def units_of(start: State, moves: Iterable[Move]) -> Units:
    """Return the units after the moves of a game."""
    units, state = Units(start), start
    for move in moves:
        after = state.play(move)
        units.follow(state, move, after)
        state = after
    return units


def map_of(game: Rulebook) -> dict[str, Any]:
    """Return the size of the map and the places of its walls, as JSON."""
    names, initial = game.names, game.tables.initial
    walls = [
        {"x": names.cells[cell][1], "y": names.cells[cell][0]}
        for info, board in zip(game.tables.states, initial.boards, strict=True)
        if info.element.piece is not None and info.element.piece.name == _WALL
        for cell in bits(board)
    ]
    return {"dimension": {"width": names.width, "height": names.height}, "walls": walls}


def write_log(record: Record, stamp: int = 0) -> str:
    """Return the log of a game, a line of JSON: the map, the winner, and a delta for each turn.

    *stamp* is the time that it names, in milliseconds since 1970. ``NotSaid`` if the game is not on such a map.
    """
    game = record.start.game
    units = units_of(record.start, record.moves)
    names = [name if name not in ("", "?") else p.name for name, p in zip(_named(record), game.players, strict=True)]
    end = record.end
    winner = None if not end.is_over or end.winner is None else names[end.winner.number]
    there = map_of(game)
    log = {
        "players": names,
        "mapDimensions": there["dimension"],
        "walls": there["walls"],
        "winner": winner,
        "timestamp": stamp,
        "turns": units.deltas(names, stamp),
    }
    return json.dumps(log, ensure_ascii=False, separators=(",", ":")) + "\n"


def _named(record: Record) -> tuple[str, ...]:
    """Return the names of the players; ``?`` for an unknown one, and for all if two have the same."""
    count = len(record.start.game.players)
    names = (*record.names, *("?" for _ in range(count)))[:count]
    return names if len(set(names)) == count else ("?",) * count
