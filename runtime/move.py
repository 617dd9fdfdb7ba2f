"""A move and its notation.

    d3  e2-e4  c3-e5-g7     clicks, joined by -
    e7-e8=q  pass  P=e5     options: after =, alone, or before a later click
    Fill                    a move of this rule that has neither clicks nor options
    deck.c1  White.hand.b1  cells of a zone: of one that all share, of one that each player has

Columns are letters from ``a`` (after ``z`` comes ``aa``); rows count from 1 at the bottom. In numbers, rows count from
0 at the top, as in models.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self, TypeAlias

from tilewright.model.cell_names import CELL_NAME, column_called, column_name
from tilewright.model.nameless import NAMELESS

Cell: TypeAlias = tuple[int, ...]
"""Row and column, both from 0, the row at the top first; of a cell in a zone the number of its grid, from 1, is third.
"""


@dataclass(frozen=True, slots=True)
class Grid:
    """The rectangle of cells of a zone: of the zone of all players, of one player's, or of one cell's."""

    name: str
    """The name of the zone, such as ``deck``, or with its owner ``White.hand``; a cell that has it follows."""
    width: int
    height: int
    owner: int | None = None
    """The number of the player, if each player has such a zone."""
    under: Cell | None = None
    """The cell of the board beneath which the grid lies, if it is shown there."""
    drawn: bool = True
    """Whether pictures show the grid beside the board."""


def cell_name(cell: Cell, height: int, zones: Sequence[Grid] = ()) -> str:
    """Return the name of a cell; *height* is the number of rows of the board."""
    row, column, *number = cell
    if number:
        zone = zones[number[0] - 1]
        return f"{zone.name}.{column_name(column)}{zone.height - row}"
    return f"{column_name(column)}{height - row}"


def cell_called(name: str, height: int, zones: Sequence[Grid] = ()) -> Cell | None:
    """Return the cell that a name stands for, whether the board has it or not; None if it has not the form of a name.

    *height* is the number of rows of the board. None, too, if the name has a prefix that is no zone.
    """
    prefix, _, own = name.rpartition(".")
    if prefix:
        number = next((number for number, zone in enumerate(zones, 1) if zone.name == prefix), None)
        found = None if number is None else cell_called(own, zones[number - 1].height)
        return None if found is None or number is None else (*found, number)
    match = CELL_NAME.fullmatch(name)
    if match is None or len(name) > 12:
        return None
    return height - int(match[2]), column_called(match[1])


def notation(steps: Iterable[Cell | str], height: int, nameless: str = NAMELESS, zones: Sequence[Grid] = ()) -> str:
    """Return a move in notation: ``-`` between two clicks, ``=`` before and after an option.

    *nameless* is the text of a move without steps.
    """
    text = ""
    before: Cell | str | None = None
    for step in steps:
        if before is not None:
            text += "=" if isinstance(step, str) or isinstance(before, str) else "-"
        text += step if isinstance(step, str) else cell_name(step, height, zones)
        before = step
    return text or nameless


@dataclass(frozen=True)
class Move:
    """A move: its cells and options, the steps, in the order in which a player gives them.

    >>> move = Move(steps=((1, 4), (0, 4), "q"), height=8)
    >>> str(move), move.cells, move.options
    ('e7-e8=q', ((1, 4), (0, 4)), ('q',))
    >>> move
    Move.of('e7-e8=q', 8)
    """

    steps: tuple[Cell | str, ...]
    height: int
    """The number of rows of the board, by which rows are named."""
    nameless: str = field(default=NAMELESS, compare=False, repr=False)
    """What the move is called if it has no steps."""
    zones: tuple[Grid, ...] = field(default=(), compare=False, repr=False)
    """The grids of the zones, by which their cells are named."""
    words: bytes | None = field(default=None, init=False, compare=False, repr=False)
    """The encoding of the move in a compiled engine, if one has listed it."""

    @classmethod
    def of(cls, notation: str, height: int) -> Self:
        """Return the move of a text in notation on a board with so many rows, on which no zone has cells."""
        words = notation.replace("=", "-").split("-")
        cells = [cell_called(word, height) for word in words]
        return cls(tuple(word if cell is None else cell for word, cell in zip(words, cells, strict=True)), height)

    @cached_property
    def notation(self) -> str:
        """The move as people write it."""
        return notation(self.steps, self.height, self.nameless, self.zones)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, without the options."""
        return tuple(step for step in self.steps if not isinstance(step, str))

    @property
    def clicks(self) -> tuple[str, ...]:
        """The names of the cells, without the options."""
        return tuple(cell_name(cell, self.height, self.zones) for cell in self.cells)

    @property
    def options(self) -> tuple[str, ...]:
        """The options, without the cells."""
        return tuple(step for step in self.steps if isinstance(step, str))

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        """Return an expression for the move: with its notation, unless that does not say all of it."""
        in_zones = any(len(cell) > 2 for cell in self.cells)
        if not in_zones and Move.of(self.notation, self.height) == self:
            return f"Move.of({self.notation!r}, {self.height})"
        return f"Move(steps={self.steps!r}, height={self.height})"

    def __reduce__(self) -> tuple[type[Move], tuple[object, ...]]:
        return Move, (self.steps, self.height, self.nameless, self.zones)
