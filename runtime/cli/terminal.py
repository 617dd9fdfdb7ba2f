"""Whether a stream is a terminal, and the board as it is printed: in colours there, as plain text in a pipe."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.text import Text

    from tilewright.runtime import Move, State
    from tilewright.runtime.pictures.view import BoardView, CellView

_LAST = "#f2c230"
"""The colour that is mixed into the cells of the last move."""


def board_of(state: State, hints: bool = True, last: Move | None = None, viewer: int | None = None) -> str:
    """Return the board as text for stdout. In a terminal it has colours; elsewhere *hints* and *last* are ignored.

    *hints* marks the cells of legal moves, and *last* is a move whose cells are highlighted. *viewer*, the number of a
    player, restricts the board to what this player sees.
    """
    if is_terminal(sys.stdout):
        return _coloured(state, hints, last, viewer)
    return str(state) if viewer is None else str(state.view(viewer))


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal. A stream that was closed when the process began is None."""
    return stream is not None and stream.isatty()


def has_colours(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal with colours: users who want none set ``NO_COLOR``, or ``TERM=dumb``."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _coloured(state: State, hints: bool, last: Move | None, viewer: int | None) -> str:
    """Return the board in the colours of the model. With *hints*, cells on which a legal move can begin have a dot."""
    from tilewright.runtime.pictures.view import view_of

    whole = view_of(state, last, legal=hints, first=True, viewer=viewer)
    players = [player.name for player in state.game.players]
    board = [_grid(whole, players), *_stacks(whole)] if whole.cells else []
    return "\n".join([*board, *(f"{zone.title}\n{_grid(zone, players)}" for zone in whole.zones)])


def initial(cell: CellView, players: Sequence[str]) -> str:
    """Return the character that stands for what is on a cell.

    It is the symbol; but where a player has only one kind of pieces the first letter of the player's name, if no other
    name begins so: white stones are ``W``.
    """
    letters = [name[0].upper() for name in players]
    if cell.owner is None or cell.letter or len(set(letters)) < len(letters):
        return cell.symbol
    return cell.owner[0].upper()


def _stacks(view: BoardView) -> Iterator[str]:
    """Yield a line for each stack: its cell, and its layers from bottom to top, in colours."""
    from rich.style import Style
    from rich.text import Text

    from tilewright.runtime.pictures.colours import contrast

    for cell in view.cells.values():
        if cell.stack:
            text = Text().append(f"{cell.name} ", "dim")
            for layer in cell.stack:
                text.append(layer.symbol, Style(color=contrast(layer.colour), bgcolor=layer.colour, bold=True))
            yield _printed(text, len(cell.name) + len(cell.stack) + 2)


def _grid(view: BoardView, players: Sequence[str]) -> str:
    """Return the board or a zone in colours.

    Each row of hexagons is shifted right by half a cell against the row above it, so that each cell touches its six
    neighbours. The name of a column stands below its last cell.
    """
    from rich.style import Style
    from rich.text import Text

    from tilewright.model.cell_names import column_name
    from tilewright.runtime.drawing import with_count
    from tilewright.runtime.pictures.colours import contrast, mix, shade
    from tilewright.runtime.pictures.view import HEXAGONAL

    margin = len(str(view.height)) + 1
    shown = {
        place: cell.count if cell.empty else with_count(initial(cell, players), cell.count)
        for place, cell in view.cells.items()
    }
    wide = max(1, *map(len, shown.values())) + 2
    half = 0
    if view.layout == HEXAGONAL:
        wide += wide % 2
        half = wide // 2
    text = Text()
    first = min((row for row, _ in view.cells), default=0) if half else 0
    ends = (
        {column: row for row, column in sorted(view.cells)}
        if half
        else dict.fromkeys(range(view.width), view.height - 1)
    )
    for row in range(first, view.height):
        text.append(f"{view.height - row:>{margin - 1}} ", "dim")
        text.append(" " * (half * (row - first)))
        for column in range(view.width):
            cell = view.cells.get((row, column))
            if cell is None:
                named = half and ends.get(column) == row - 1
                text.append(f"{column_name(column) if named else '':^{wide}}", "dim")
                continue
            ground = shade(cell.ground, 0.82) if cell.darker or (half and (row + column) % 2) else cell.ground
            if (row, column) in view.last:
                ground = mix(ground, _LAST, 0.5)
            if not cell.empty:
                background = cell.colour if cell.owner is not None else ground
                style = Style(color=contrast(background), bgcolor=background, bold=True)
                if (row, column) in view.last:
                    style += Style(underline=True)
                written = f"{shown[row, column]:^{wide}}"
                text.append(f"{written[:-1]}·" if (row, column) in view.legal else written, style)
            else:
                mark = "·" if (row, column) in view.legal else " "
                text.append(f"{shown[row, column] or mark:^{wide}}", Style(color=contrast(ground), bgcolor=ground))
        text.append("\n")
    left = " " * (margin + half * (view.height - first))
    names = (column_name(column) if ends.get(column) == view.height - 1 else "" for column in range(view.width))
    text.append(left + "".join(f"{name:^{wide}}" for name in names), "dim")
    return _printed(text, len(left) + wide * view.width + 4)


def _printed(text: Text, width: int) -> str:
    """Return a text with the terminal's escape sequences for its colours. *width* is that of its longest line."""
    from rich.console import Console

    console = Console(force_terminal=True, width=width)
    with console.capture() as captured:
        console.print(text, end="")
    return captured.get()
