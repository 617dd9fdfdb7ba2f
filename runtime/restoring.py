"""Pickling of positions, and the checks of a position that was unpickled.

A position travels as plain numbers, its history compressed. The checks refuse what a position of the game cannot hold.
They accept a position that no game reaches, since users may set up any position.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from tilewright.runtime.interpreter.effects import won_by
from tilewright.runtime.limits import LONGEST
from tilewright.runtime.position import Position, Return, Returns

if TYPE_CHECKING:
    from tilewright.runtime.interpreter.tables import Tables
    from tilewright.runtime.rulebook import Rulebook

Parts: TypeAlias = tuple[Any, ...]
"""The parts of a position: boards, marks, counters, phase, player, seat, ply, returns, scores, history."""

MOST_BYTES = 1 << 28
"""The greatest number of bytes of a history, decompressed."""

_WORD = 1 << 31
_PAID = 1 << 96
"""An upper bound of what is paid, which is a sum of products of two words."""


def parts_of(position: Position) -> Parts:
    """Return the parts of a position."""
    history = zlib.compress(json.dumps(position.history).encode(), 1) if position.history else b""
    return (
        position.boards, position.marks, position.counters, position.phase, position.player, position.seat,
        position.ply, _plain(position.returns), position.scores, history,
    )  # fmt: skip


def _plain(returns: Returns | None) -> tuple[Any, ...] | None:
    """Return results as plain numbers; a fraction becomes a pair of numerator and denominator."""
    if returns is None:
        return None
    return tuple((part.numerator, part.denominator) if isinstance(part, Fraction) else part for part in returns)


def _exact(returns: Sequence[Any] | None) -> Returns | None:
    """Return the results of which ``_plain`` made numbers. ``ValueError`` if one is no possible result."""
    if returns is None:
        return None
    found: list[Return] = []
    for part in returns:
        pair = part if isinstance(part, tuple) else (part, 1)
        if isinstance(part, float):
            found.append(part)
        elif _are_ints(pair, 2) and pair[1] > 0 and max(map(abs, pair)) < _PAID:
            found.append(pair[0] if pair[1] == 1 else Fraction(*pair))
        else:
            raise ValueError("a game does not end so")
    return tuple(found)


def restored(game: Any, *parts: Any) -> Any:
    """Return the state of a ``Game`` with the position of these parts. ``ValueError`` if there is no such position."""
    return game.state(position_of(game, parts))


def position_of(game: Rulebook, parts: Parts) -> Position:
    """Return the position of these parts. ``ValueError`` says what is wrong if it is no position of the game."""
    try:
        boards, marks, counters, phase, player, seat, ply, returns, scores, history = parts
        found = Position(
            tuple(boards), tuple(marks), tuple(counters), phase, player, seat, ply,
            _exact(returns), None if scores is None else tuple(scores),
            _history(history),
        )  # fmt: skip
        wrong = _wrong(game, found)
    except (TypeError, ValueError, RecursionError, zlib.error) as error:
        wrong = str(error)
    if wrong is not None:
        raise ValueError(f"this is no position of {game.name}: {wrong}")
    return found


def _history(data: bytes) -> tuple[tuple[object, int], ...]:
    if not data:
        return ()
    reader = zlib.decompressobj()
    text = reader.decompress(data, MOST_BYTES)
    if not reader.eof:
        raise ValueError("its history is too long, or cut off")
    return tuple(((tuple(boards), tuple(numbers)), player) for (boards, numbers), player in json.loads(text))


def _wrong(game: Rulebook, position: Position) -> str | None:
    """Return what is wrong with a position, or None."""
    tables = game.tables
    players, cells = len(game.players), tables.cells.everything
    counters = [(info, slot) for info in tables.counters.values() for slot in info.slots]
    if not _are_boards(tables, position.boards):
        return "a cell is in no state, in two, or in one of another tile"
    if not (_are_ints(position.marks, len(tables.marks)) and all(0 <= mark <= cells for mark in position.marks)):
        return "a mark is on cells that there are not"
    if any(mark and info.lifetime == "Move" for mark, info in zip(position.marks, tables.marks, strict=True)):
        return "a mark has outlasted its move"
    if not _are_ints(position.counters, len(counters)):
        return "its counters are not those of the game"
    begun = tables.counters_with(position.boards)
    for (info, slot), value in zip(counters, position.counters, strict=True):
        if not info.least <= value <= info.greatest:
            return f"{value} is out of the bounds of '{info.name}', {info.least}..{info.greatest}"
        if info.lifetime == "Move" and value != begun[slot]:
            return f"'{info.name}' has outlasted its move"
    if not _are_ints((position.phase, position.player, position.seat, position.ply), 4):
        return "its phase, its player and its ply are numbers"
    movers = range(len(tables.movers))
    if not (0 <= position.phase < max(1, len(tables.phases)) and position.player in movers):
        return "the game has no such phase or player"
    if position.seat not in (movers if position.player == tables.nature else (position.player,)):
        return "nobody moved last who could have"
    if not 0 <= position.ply <= LONGEST:
        return f"its ply is not from 0 to {LONGEST}"
    won = [won_by(player, players) for player in range(players)]
    ends = [None, (0,) * players, *won, *(tuple(-part for part in returns) for returns in won)]
    if position.returns not in ends and not (
        (tables.pays or tables.ranks or tables.has_teams) and _is_paid(position.returns or (), players)
    ):
        return "a game does not end so"
    scores = position.scores
    if scores is not None and not (_are_ints(scores, players) and all(-_WORD <= score < _WORD for score in scores)):
        return "its scores are not those of the players"
    return _wrong_with_history(game, position.history)


def _is_paid(returns: Returns, players: int) -> bool:
    return len(returns) == players and not any(isinstance(part, float) for part in returns)


def _wrong_with_history(game: Rulebook, history: Sequence[tuple[Any, Any]]) -> str | None:
    tables = game.tables
    slots = [info for info in tables.counters.values() if info.per_cell for _ in info.slots]
    for (boards, numbers), player in history:
        bounds = _are_ints(numbers, len(slots)) and all(
            info.least <= number <= info.greatest for info, number in zip(slots, numbers, strict=True)
        )
        if not (
            _are_boards(tables, boards) and bounds and _are_ints((player,), 1) and player in range(len(tables.movers))
        ):
            return "an earlier position is none of the game"
    return None


def _are_boards(tables: Tables, boards: Sequence[Any]) -> bool:
    """Return whether every cell is in exactly one state, which belongs to its tile."""
    if not _are_ints(boards, len(tables.states)):
        return False
    seen = 0
    for info, board in zip(tables.states, boards, strict=True):
        if board < 0 or board & (seen | ~tables.tile_cells[info.tile]):
            return False
        seen |= board
    return seen == tables.cells.everything


def _are_ints(values: Sequence[Any], count: int) -> bool:
    return len(values) == count and all(type(value) is int for value in values)
