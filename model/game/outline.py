"""The outline of a game: what the heads of its declarations say, before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.text.scanner import Token

if TYPE_CHECKING:
    from tilewright.model.game.numbers import Amount

UNOWNED = ("neutral", "kind")
"""The words that declare pieces that nobody owns."""
MOST_VECTORS = 1_024
"""The most vectors of a set of directions that is joined from others."""


@dataclass
class PieceLine:
    """A piece that ``pieces``, ``neutral`` or ``kind`` declares, with the symbols of its states as they are written."""

    piece: EObject
    symbols: list[Token]
    neutral: bool = False


@dataclass
class TileLine:
    """A tile that ``tile`` or the class form declares. In class form it has no symbol, and nothing is added to it."""

    tile: EObject
    symbol: Token | None = None
    empty: bool = False
    piece: EObject | None = None
    holds: list[Token] | None = None


@dataclass(eq=False)
class Picture:
    """The rows of ``tiles`` or ``setup``, and a legend: the names behind symbols that are used in this picture only."""

    token: Token
    legend: dict[str, list[Token]]
    rows: list[Token] = field(default_factory=list)


@dataclass(eq=False)
class ChosenSetup(Picture):
    """The picture ``setup if`` of the board; with ``zone`` that of a zone, or one picture of it for each player."""

    zone: Token | None = None
    setups: list[EObject] = field(default_factory=list)
    """The elements that the pictures fill."""
    pictures: list[list[Token]] = field(default_factory=list)
    """The rows of each picture."""


@dataclass
class ZoneLine:
    """A zone that ``zone`` declares, with the rows of its pictures: none, one, or one for each player."""

    zone: EObject
    token: Token
    pictures: list[list[Token]]


@dataclass
class Outline:
    """What the heads of declarations collect, for expansion and for what follows it."""

    pieces: list[PieceLine] = field(default_factory=list)
    tiles: list[TileLine] = field(default_factory=list)
    zones: list[ZoneLine] = field(default_factory=list)
    placements: list[EObject] = field(default_factory=list)
    setups: list[ChosenSetup] = field(default_factory=list)
    """The pictures ``setup if``."""
    sizes: list[tuple[EObject, Quantity, Amount]] = field(default_factory=list)
    """The widths and heights of boards and zones that parameters say."""
    lacks_symbols: bool = False
    """Whether a declaration of pieces or tiles could not be read, so that symbols of pictures may be unknown."""
    lacks_players: bool = False
    """Whether the declaration of the players could not be read, so that there may be fewer or more of them."""
    has_cells: bool = False
    """Whether the board is in class form, so that no cells are made if there is no picture."""
    directions: dict[EObject, list[EObject | Token]] = field(default_factory=dict)
    """For each set of directions its vectors and the names of the sets that are joined, in the order of the text."""
    pictures: dict[str, Picture] = field(default_factory=dict)
    """The pictures ``tiles`` and ``setup``, by these words."""
    _cells: dict[tuple[int, int], EObject] | None = None

    def cells(self, board: EObject) -> dict[tuple[int, int], EObject]:
        """Return the cells of the board by row and column, once they have been made."""
        if self._cells is None:
            self._cells = {(cell.row, cell.column): cell for cell in board.tileplacement}
        return self._cells
