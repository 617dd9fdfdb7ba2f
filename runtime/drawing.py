"""The board as text, with the names of its rows and columns, and the symbols of states."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Protocol

from tilewright.model.cell_names import column_name
from tilewright.runtime.move import Cell
from tilewright.runtime.position import Position
from tilewright.runtime.protocols import GameNames

if TYPE_CHECKING:
    from tilewright.runtime.interpreter.tables import StateInfo, Tables

EMPTY = "."


class Counted(Protocol):
    """Anything with counters: a position, or what a player sees of one."""

    @property
    def counters(self) -> Sequence[int]: ...


def count_on(cell: int, counters: Sequence[int], names: GameNames, but: Collection[int] = ()) -> str:
    """Return the numbers on a cell, such as its seeds, joined by ``/``; an empty text if all are 0.

    *but* holds the places in ``names.piles`` of those that are left out.
    """
    piles = (
        pile for at, pile in enumerate(names.piles) if pile.first <= cell < pile.first + pile.cells and at not in but
    )
    numbers = [counters[pile.slot + cell - pile.first] for pile in piles]
    return "/".join(map(str, numbers)) if any(numbers) else ""


def draw(position: Position, names: GameNames, notes: Mapping[int, str] | None = None) -> str:
    """Return the board of a position: one line for each row from the top, then the names of the columns.

    *notes* replace the numbers on cells: for the number of a cell, the text beside its piece, or in an empty cell.
    """
    symbols = {}
    for state, board in enumerate(position.boards):
        for number, cell in enumerate(names.cells):
            if board >> number & 1:
                count = count_on(number, position.counters, names) if notes is None else notes.get(number, "")
                symbols[cell] = with_count(names.states[state], count)
    return draw_symbols(symbols, names)


def with_count(symbol: str, count: str) -> str:
    """Return the symbol of a cell with its numbers. An empty cell shows the numbers alone.

    A colon separates the numbers from a symbol that is a digit itself.
    """
    if not count or symbol == EMPTY:
        return count or symbol
    return f"{symbol}:{count}" if symbol.isdigit() else symbol + count


def draw_symbols(symbols: Mapping[Cell, str], names: GameNames) -> str:
    """Return the board with the given symbols, and below it the zones, each with its name.

    A zone that lies beneath a cell of the board is one line of symbols, from the bottom up; it is left out if empty.
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
    """Return the symbols of a grid in the order of its cells, without empty cells at the end."""
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


def numbers_beside(
    position: Counted, tables: Tables, viewer: int | None = None, captions: Mapping[str, str] | None = None
) -> list[str]:
    """Return the counters that belong to no cell: one line for the shared ones, then one for each player.

    *captions* has other names for some of them; a counter with an empty one is left out.
    Counters that are 0 for everybody are left out, and those that last for one move. For a *viewer*, a counter that
    each player alone sees is shown of this player only. Hidden counters are 0 in what a player sees, so they are left
    out, too.
    """
    named = captions or {}
    shown = [
        info
        for info in tables.counters.values()
        if not info.per_cell and info.lifetime != "Move" and any(position.counters[slot] for slot in info.slots)
        if named.get(info.name) != ""
    ]
    common = [
        f"{named.get(info.name, info.name)} {position.counters[info.offset]}" for info in shown if info.players == 1
    ]
    lines = [", ".join(common)] if common else []
    own = [info for info in shown if info.players > 1]
    for number, player in enumerate(tables.players if own else ()):
        seen = [i for i in own if viewer in (None, number) or i.element.visibility.name == "All"]
        if seen:
            numbers = (f"{named.get(i.name, i.name)} {position.counters[i.slot(number)]}" for i in seen)
            lines.append(f"{player.name}: {', '.join(numbers)}")
    return lines


def numbers_on_cells(tables: Tables) -> list[str]:
    """Return what the numbers on cells are, in the order of ``count_on``: one line for each grid that has several."""
    grids: dict[int, list[str]] = {}
    for info in tables.counters.values():
        if info.per_cell and info.lifetime != "Move":
            owners = [f" of {player.name}" for player in tables.players] if info.players > 1 else [""]
            grids.setdefault(info.first, []).extend(f"{info.name}{owner}" for owner in owners)
    return [f"on cells: {'/'.join(names)}" for names in grids.values() if len(names) > 1]


def state_symbols(tables: Tables) -> tuple[str, ...]:
    """Return one character for each state, in the order of the states.

    It is the state's own symbol, or that of its piece, or else a letter or digit that is still free. Two states share a
    symbol only if name, owner and piece are the same. ``?`` if nothing is free.
    """
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
