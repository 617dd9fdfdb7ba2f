"""The board as text, with the names of its rows and columns, and the symbols that stand for states."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Protocol

from tilewright.runtime.move import Cell, column_name
from tilewright.runtime.position import Position
from tilewright.runtime.protocols import Names

if TYPE_CHECKING:
    from tilewright.runtime.interpreter.tables import StateInfo, Tables

EMPTY = "."


class Counted(Protocol):
    """What has numbers: a position, or what somebody sees of one."""

    @property
    def counters(self) -> Sequence[int]: ...


def count_on(cell: int, counters: Sequence[int], names: Names, but: Collection[int] = ()) -> str:
    """Return the numbers that a cell shows, such as its seeds, *but* those of some piles; nothing if all are 0."""
    piles = (
        pile for at, pile in enumerate(names.piles) if pile.first <= cell < pile.first + pile.cells and at not in but
    )
    numbers = [counters[pile.slot + cell - pile.first] for pile in piles]
    return "/".join(map(str, numbers)) if any(numbers) else ""


def draw(position: Position, names: Names, notes: Mapping[int, str] | None = None) -> str:
    """Return the board of a position: one line for each row, the one with number 1 last, then the columns.

    *notes* say what stands beside a piece, or in place of an empty cell, by the number of the cell.
    """
    symbols = {}
    for state, board in enumerate(position.boards):
        for number, cell in enumerate(names.cells):
            if board >> number & 1:
                count = count_on(number, position.counters, names) if notes is None else notes.get(number, "")
                symbols[cell] = with_count(names.states[state], count)
    return draw_symbols(symbols, names)


def with_count(symbol: str, count: str) -> str:
    """Return what a cell shows: its symbol and its numbers, which take the place of that of an empty cell.

    What is a digit itself stands apart from them.
    """
    if not count or symbol == EMPTY:
        return count or symbol
    return f"{symbol}:{count}" if symbol.isdigit() else symbol + count


def draw_symbols(symbols: Mapping[Cell, str], names: Names) -> str:
    """Return the board with a symbol on each cell, given by its place, and below it the zones, each with its name.

    What lies beneath a cell of the board is one line of symbols, from below, if anything is there.
    """
    grids: dict[Cell, dict[Cell, str]] = {}
    for place, symbol in symbols.items():
        grids.setdefault(place[2:], {})[place[:2]] = symbol
    drawn = [_grid(grids.get((), {}), names.width, names.height)]
    for number, zone in enumerate(names.zones, 1):
        grid = grids.get((number,), {})
        if zone.under is None:
            drawn.append(f"{zone.name}\n{_grid(grid, zone.width, zone.height)}")
        elif lying := layers_of(grid):
            drawn.append(f"{zone.name} {lying}")
    return "\n".join(drawn)


def layers_of(grid: Mapping[Cell, str]) -> str:
    """Return what lies in a block of cells, given by a symbol for each, as a line; nothing if all are empty."""
    return "".join(symbol for _, symbol in sorted(grid.items())).rstrip(EMPTY)


def _grid(symbols: Mapping[Cell, str], width: int, height: int) -> str:
    columns = [column_name(column) for column in range(width)]
    wide = max(map(len, [*columns, *symbols.values()]))
    margin = len(str(height))
    lines = []
    for row in range(height):
        line = " ".join(symbols.get((row, column), " ").rjust(wide) for column in range(width))
        lines.append(f"{height - row:>{margin}} {line}".rstrip())
    lines.append(" " * (margin + 1) + " ".join(name.rjust(wide) for name in columns))
    return "\n".join(lines)


def numbers_beside(position: Counted, tables: Tables, viewer: int | None = None) -> list[str]:
    """Return the numbers that belong to no cell: a line for those that all share, then one for each player.

    What is 0 for everybody is left out, and what lasts for a move alone. Of those that each player sees for himself, a
    *viewer* is shown his own; the numbers of what is hidden are 0 in what somebody sees.
    """
    shown = [
        info
        for info in tables.counters.values()
        if not info.per_cell and info.lifetime != "Move" and any(position.counters[slot] for slot in info.slots)
    ]
    common = [f"{info.name} {position.counters[info.offset]}" for info in shown if info.players == 1]
    lines = [", ".join(common)] if common else []
    own = [info for info in shown if info.players > 1]
    for number, player in enumerate(tables.players if own else ()):
        seen = [i for i in own if viewer in (None, number) or i.element.visibility.name == "All"]
        if seen:
            numbers = ", ".join(f"{info.name} {position.counters[info.slot(number)]}" for info in seen)
            lines.append(f"{player.name}: {numbers}")
    return lines


def state_symbols(tables: Tables) -> tuple[str, ...]:
    """Return a symbol for each state: its own or that of its piece; states without one get what is free."""
    taken: dict[str, tuple[str | None, int, int]] = {}
    symbols = []
    for info in tables.states:
        same = (info.name, info.owner, info.piece)
        free = (s for s in _candidates(info, tables) if s.isprintable() and taken.get(s, same) == same)
        symbol = next(free, "?")
        taken[symbol] = same
        symbols.append(symbol)
    return tuple(symbols)


def _candidates(info: StateInfo, tables: Tables) -> Iterator[str]:
    if info.element.symbol:
        yield info.element.symbol[0]
    if info.empty:
        yield EMPTY
    if info.piece >= 0:
        yield from _piece_symbols(tables.game.pieces[info.piece].symbol, info.owner)
    name = info.name or ""
    yield from (letter for letter in name if letter.isalnum())
    yield from ascii_letters + digits


def _piece_symbols(symbol: str | None, owner: int) -> Iterator[str]:
    if not symbol:
        return
    shared = symbol.split("/")
    if len(shared) > 1:
        if 0 <= owner < len(shared):
            yield shared[owner][0]
    elif owner == 0:
        yield symbol[0].upper()
    elif owner == 1:
        yield symbol[0].lower()
    else:
        yield symbol[0]
