"""What a position looks like, for everything that draws: text, terminal and pictures.

A view is made from a state when somebody looks at it; nothing of it takes part in play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilewright.metamodel.typing import EObject
from tilewright.runtime.drawing import count_on
from tilewright.runtime.move import cell_name
from tilewright.runtime.state import State


@dataclass(frozen=True, slots=True)
class CellView:
    """How one cell looks. ``row`` counts from 0 at the top; colours are ``#rrggbb``."""

    row: int
    column: int
    name: str
    """The name of the cell in notation."""
    symbol: str
    """The character that stands for what is on the cell."""
    count: str
    """The numbers on the cell, such as its seeds; empty if there are none."""
    owner: str | None
    """The player who owns what is on the cell."""
    colour: str
    """The colour of what is on the cell."""
    ground: str
    """The colour of the cell itself."""
    darker: bool
    empty: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """How a position looks: its cells by row and column, with holes where the board has none."""

    title: str
    width: int
    height: int
    cells: Mapping[tuple[int, int], CellView]
    legal: frozenset[tuple[int, int]]
    """The cells of the legal moves' last clicks."""


def view_of(state: State) -> BoardView:
    """Return how a state looks. Finds its legal moves unless the game is over."""
    game = state.game
    root: EObject = game.document.root
    board = root.board
    placements = {(p.row, p.column): p for p in board.tileplacement}
    owners = {p.associatedState: p for p in root.players if p.associatedState is not None}
    # a position numbers the states by tiles in model order, the initial state of a tile before its others
    elements = [element for tile in board.tiles for element in (tile.initialState, *tile.states)]
    cells: dict[tuple[int, int], CellView] = {}
    for number, cells_in_state in enumerate(state.position.boards):
        element = elements[number]
        owner = element.owner or owners.get(element)
        for index, place in enumerate(game.names.cells):
            if cells_in_state >> index & 1:
                placement = placements[place]
                cells[place] = CellView(
                    *place,
                    name=cell_name(place, board.height),
                    symbol=game.names.states[number],
                    count=count_on(index, state.position, game.names),
                    owner=owner.name if owner is not None else None,
                    colour=full_colour(owner.hexColor if owner is not None else element.hexColor, "#888888"),
                    ground=full_colour(placement.tile.hexColor, "#ffffff"),
                    darker=bool(placement.darker),
                    empty=element is placement.tile.initialState and owner is None and element.piece is None,
                )
    legal = frozenset(move.cells[-1] for move in state.legal_moves if move.cells)
    return BoardView(game.name, board.width, board.height, dict(sorted(cells.items())), legal)


def full_colour(colour: str | None, default: str) -> str:
    """Return a colour as ``#rrggbb``, whichever of the two forms a model uses; *default* for anything else."""
    if colour is not None and len(colour) in (4, 7) and colour.startswith("#"):
        digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
        if all(digit in "0123456789abcdefABCDEF" for digit in digits):
            return f"#{digits.lower()}"
    return default


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of ``#rrggbb``, from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def shade(colour: str, factor: float) -> str:
    """Return a colour made darker by a factor below 1."""
    return "#" + "".join(f"{round(channel * factor):02x}" for channel in channels(colour))


def contrast(colour: str) -> str:
    """Return black or white, whichever reads better on a colour (by the luma weights of ITU-R BT.601)."""
    red, green, blue = channels(colour)
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"
