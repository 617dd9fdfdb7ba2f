"""The terminal: whether there is one, and the board in it: in colours if it has any, as plain text in a pipe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from tilewright.runtime import State
    from tilewright.runtime.pictures.view import BoardView


def board_of(state: State, hints: bool = True) -> str:
    """Return the board as it is to be printed on stdout, where there are colours with a hint on each legal cell."""
    return _coloured(state, hints) if is_terminal(sys.stdout) else str(state)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether somebody looks at a stream of the process, which is None if it was closed from the beginning."""
    return stream is not None and stream.isatty()


def _coloured(state: State, hints: bool) -> str:
    """Return the board with the colours of the model; with hints the cells of legal moves bear a dot."""
    from tilewright.runtime.pictures.view import view_of

    whole = view_of(state, legal=hints)
    return "\n".join([_grid(whole), *(f"{zone.title}\n{_grid(zone)}" for zone in whole.zones)])


def _grid(view: BoardView) -> str:
    """Return the board or a zone in colours."""
    from rich.console import Console
    from rich.style import Style
    from rich.text import Text

    from tilewright.runtime.move import column_name
    from tilewright.runtime.pictures.view import contrast, shade

    margin = len(str(view.height)) + 1
    wide = max(len(cell.count) + (not cell.empty) for cell in view.cells.values()) if view.cells else 1
    wide = max(wide, 1) + 2
    text = Text()
    for row in range(view.height):
        text.append(f"{view.height - row:>{margin - 1}} ", "dim")
        for column in range(view.width):
            cell = view.cells.get((row, column))
            if cell is None:
                text.append(" " * wide)
                continue
            ground = shade(cell.ground, 0.82) if cell.darker else cell.ground
            if not cell.empty:
                background = cell.colour if cell.owner is not None else ground
                style = Style(color=contrast(background), bgcolor=background, bold=True)
                text.append(f"{cell.symbol + cell.count:^{wide}}", style)
            else:
                mark = "·" if (row, column) in view.legal else " "
                text.append(f"{cell.count or mark:^{wide}}", Style(color=contrast(ground), bgcolor=ground))
        text.append("\n")
    text.append(" " * margin + "".join(f"{column_name(column):^{wide}}" for column in range(view.width)), "dim")
    console = Console(force_terminal=True, width=margin + wide * view.width + 4)
    with console.capture() as captured:
        console.print(text, end="")
    return captured.get()
