"""The cells of a board or zone as pictures: ``setup`` alone, or ``tiles`` and ``setup``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from string import ascii_letters, digits

from tilewright.metamodel.typing import EObject
from tilewright.model.game.names import states_of
from tilewright.model.game.symbols import INITIAL, NO_CELL
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.game.writer.vocabulary import said
from tilewright.model.game.writer.words import Words
from tilewright.model.limits import MOST_CELLS
from tilewright.model.text.writer import quoted

_SPARE = ascii_letters + digits + "+*#%&$~^=<>?!"
_BEFORE_REGION = frozenset(("at",))
"""The word that is not read as a name after a region: the next region follows it."""


class Pictures:
    """Draws the cells of a grid: a board, or a zone beside it. Methods raise ``Unwritable`` if no picture shows them.

    ``default`` is the tile that the reader takes for ``.``, or None.
    """

    def __init__(self, grid: EObject, board: EObject, words: Words, default: EObject) -> None:
        self.grid = grid
        self.board = board
        self.words = words
        self.default = default
        self.cells = {(cell.row, cell.column): cell for cell in grid.tileplacement}
        self.tile_symbols = self._tile_symbols()

    def draw(self, *, is_made: bool) -> list[str]:
        """Return the declarations of all cells of the board.

        There is none if every cell has the default tile and the reader makes that, as *is_made* says.
        """
        self._check()
        if is_made and self._is_plain():
            return []
        try:
            legend, rows = self._one()
            return [self._picture("setup", legend, rows)]
        except Unwritable:
            return self._two()

    def setups(self) -> list[tuple[str, list[EObject]]]:
        """Return the declarations ``setup`` of the grid, each with its set-ups: one, or one for each player.

        Those that the declaration of a zone shows are left out.
        """
        self._check()
        written = [setup for setup in self.grid.setups if setup.when is not None or len(setup.regions) > 0]
        others = len(self.grid.setups) - len(written)
        if list(self.grid.setups)[others:] != written:
            raise Unwritable
        if others and self.grid is self.board:  # its picture says the states of tiles and cells, and has no set-up
            raise Unwritable
        found = []
        for _, group in groupby(written, key=self._choice):
            setups = list(group)
            of = [setup.player for setup in setups]
            if of != [None] and of != list(self.board.eContainer().players):
                raise Unwritable
            found.append((self._in_regions(*setups) if len(setups[0].regions) > 0 else self._chosen(setups), setups))
        return found

    def _choice(self, setup: EObject) -> tuple[EObject, str | None]:
        """Return the parameter and the value of a set-up of a choice; None twice without a choice."""
        return (None, None) if setup.when is None else (setup.when.parameter, setup.when.value)

    def _head(self, setup: EObject) -> str:
        """Return the words before the braces of a set-up."""
        name = "" if self.grid is self.board else f" {self.words.refer(self.grid)}"
        parameter, value = self._choice(setup)
        return f"setup{name}" + ("" if value is None else f" if {self.words.refer(parameter)} == {said(value)}")

    def _chosen(self, setups: list[EObject]) -> str:
        """Return the pictures of the set-ups of one choice."""
        states = [self._states(setup) for setup in setups]
        symbols, legend = self._state_symbols({state for own in states for state in own.values()}, {INITIAL, NO_CELL})
        pictures = [
            {at: symbols[own[cell]] if cell in own else INITIAL for at, cell in self.cells.items()} for own in states
        ]
        return self._picture(self._head(setups[0]), legend, *pictures)

    def _in_regions(self, setup: EObject, *others: EObject) -> str:
        """Return the declaration of a set-up in regions, which is the only one of its choice."""
        if others or setup.player is not None or len(setup.states) > 0:
            raise Unwritable
        parts = [self._held(held) for held in setup.regions]
        whole = f"{self._head(setup)} {{ {'  '.join(parts)} }}"
        margin = "\n  "
        return whole if len(whole) <= 118 else f"{self._head(setup)} {{{margin}{margin.join(parts)}\n}}"

    def _held(self, obj: EObject) -> str:
        """Return what stands in a region."""
        owner = "" if obj.player is None else f" {self.words.refer(obj.player)}"
        return f"at {self.words.refer(obj.region)}{owner} {self.words.refer(obj.piece, taken=_BEFORE_REGION)}"

    def _states(self, obj: EObject) -> dict[EObject, EObject]:
        """Return the states that a set-up gives to cells, which it must name in the order of the grid."""
        states = {placed.cell: placed.state for placed in obj.states}
        given = [(placed.cell, placed.state) for placed in obj.states]
        in_order = [cell for cell in self.grid.tileplacement if cell in states]
        if [cell for cell, _ in given] != in_order:
            raise Unwritable
        if any(state is None or state is cell.tile.initialState for cell, state in given):
            raise Unwritable
        if any(state.eContainer() is not cell.tile for cell, state in given):
            raise Unwritable
        return states

    def zone(self) -> str:
        """Return the pictures of a zone in braces, with a blank before them; nothing if all cells are plain."""
        self._check()
        if self._is_plain() and not self._shown():
            return ""
        texts = [" ".join(self._rows(characters)) for characters in self._of_players()]
        return f" {{ {' / '.join(texts)} }}"

    def _of_players(self) -> Iterator[dict[tuple[int, int], str]]:
        """Yield the characters of the picture of a zone, or of the picture for each player if it has set-ups."""
        game = self.board.eContainer()
        setups = self._shown()
        if setups and [setup.player for setup in setups] != list(game.players):
            raise Unwritable
        if setups and (len(setups) == 1 or any(cell.initialState is not None for cell in self.cells.values())):
            raise Unwritable
        for setup in setups or [None]:
            legend, characters = self._one(None if setup is None else self._states(setup))
            if legend:
                raise Unwritable
            yield characters

    def _shown(self) -> list[EObject]:
        """Return the set-ups that the pictures in the declaration of a zone show."""
        return [setup for setup in self.grid.setups if setup.when is None and len(setup.regions) == 0]

    def _is_plain(self) -> bool:
        """Return whether every place of the grid is a cell with the default tile in its initial state."""
        plain = all(cell.tile is self.default and cell.initialState is None for cell in self.cells.values())
        return plain and len(self.cells) == self.grid.width * self.grid.height

    def _check(self) -> None:
        """Raise ``Unwritable`` for cells that no picture can show: out of order, outside, or in a wrong state."""
        width, height = self.grid.width, self.grid.height
        positions = [(cell.row, cell.column) for cell in self.grid.tileplacement]
        inside = all(0 <= row < height and 0 <= column < width for row, column in positions)
        if not positions or positions != sorted(set(positions)) or not inside or width * height > MOST_CELLS:
            raise Unwritable
        tiles = set(self.board.tiles)
        for cell in self.grid.tileplacement:
            if cell.tile not in tiles:
                raise Unwritable
            if cell.initialState is not None and cell.initialState.eContainer() is not cell.tile:
                raise Unwritable

    def _tile_symbols(self) -> dict[EObject, str]:
        """Return the symbols of tiles: those that stand for one tile only."""
        taken: dict[str | None, list[EObject]] = {}
        for tile in self.board.tiles:
            if tile is not self.default or tile.initialState is None or tile.initialState.symbol is not None:
                symbol = None if tile.initialState is None else tile.initialState.symbol
                taken.setdefault(symbol, []).append(tile)
        return {
            tiles[0]: symbol
            for symbol, tiles in taken.items()
            if symbol is not None and is_symbol(symbol) and len(tiles) == 1
        }

    def _one(self, states_at: Mapping[EObject, EObject] | None = None) -> tuple[list[str], dict[tuple[int, int], str]]:
        """Return the legend and the characters of a picture without ``tiles``.

        It shows tiles in their initial state, and states of the default tile: those of the cells, or *states_at*.
        """
        shown: dict[tuple[int, int], tuple[EObject, EObject | None]] = {}
        for position, cell in self.cells.items():
            state = cell.initialState if states_at is None else states_at.get(cell)
            if cell.tile is not self.default and state is not None:
                raise Unwritable
            if cell.tile is not self.default and cell.tile not in self.tile_symbols:
                raise Unwritable
            shown[position] = (cell.tile, state)
        states = {state for _, state in shown.values() if state is not None}
        taken = {INITIAL, NO_CELL, *(tile.initialState.symbol for tile in self.board.tiles if tile.initialState)}
        symbols, legend = self._state_symbols(states, taken)
        characters = {}
        for position, (tile, state) in shown.items():
            if tile is not self.default:
                characters[position] = self.tile_symbols[tile]
            else:
                characters[position] = INITIAL if state is None else symbols[state]
        return legend, characters

    def _two(self) -> list[str]:
        """Return the picture ``tiles``, and, if a cell is not in the initial state of its tile, ``setup``."""
        tiles = {cell.tile for cell in self.cells.values()}
        symbols = {tile: symbol for tile, symbol in self.tile_symbols.items() if tile in tiles}
        if self.default is not None:
            symbols[self.default] = INITIAL
        legend = []
        for tile in self.board.tiles:
            if tile in tiles and tile not in symbols:
                spare = [INITIAL] if self.default is None else []
                symbols[tile] = self._spare(tile.name, set(symbols.values()) | set(self.tile_symbols.values()), spare)
                legend.append(f"{self.words.refer(tile, 'Tile')}:{symbols[tile]}")
        texts = [self._picture("tiles", legend, {at: symbols[cell.tile] for at, cell in self.cells.items()})]
        states = {cell.initialState for cell in self.cells.values() if cell.initialState is not None}
        if states:
            state_symbols, state_legend = self._state_symbols(states, {INITIAL, NO_CELL})
            characters = {
                at: INITIAL if cell.initialState is None else state_symbols[cell.initialState]
                for at, cell in self.cells.items()
            }
            texts.append(self._picture("setup", state_legend, characters))
        return texts

    def _state_symbols(self, states: set[EObject], taken: set[str]) -> tuple[dict[EObject, str], list[str]]:
        """Return a symbol for each state, and the legend of those whose own symbol cannot be used."""
        symbols: dict[EObject, str] = {}
        legend: list[str] = []
        everything = [(tile, state) for tile in self.board.tiles for state in states_of(tile)]
        times = Counter((tile, state.symbol) for tile, state in everything)
        ordered = [(tile, state) for tile, state in everything if state in states]
        for tile, state in ordered:
            symbol = state.symbol
            if symbol is not None and is_symbol(symbol) and symbol not in taken and times[tile, symbol] == 1:
                symbols[state] = symbol
        own = {state.symbol for _, state in everything}
        for _, state in ordered:
            if state not in symbols:
                symbols[state] = self._spare(state.name, taken | own | set(symbols.values()), [])
                legend.append(f"{self._state_name(state)}:{symbols[state]}")
        return symbols, legend

    def _state_name(self, state: EObject) -> str:
        """Return the name of a state in a legend."""
        tile: EObject = state.eContainer()
        name: str = self.words.state(state, frozenset())
        same = [other for other in states_of(tile) if other.name == state.name]
        if len(same) != 1:
            raise Unwritable
        return name

    def _spare(self, name: str | None, taken: set[str], first: list[str]) -> str:
        """Return a symbol that is not taken: one of *first*, else a letter of the name, else any."""
        own = (letter for letter in name or "" if letter.isalnum())
        found: str | None = next((symbol for symbol in (*first, *own, *_SPARE) if symbol not in taken), None)
        if found is None:
            raise Unwritable
        return found

    def _picture(self, word: str, legend: list[str], *pictures: dict[tuple[int, int], str]) -> str:
        rows = [list(self._rows(characters)) for characters in pictures]
        names = "".join(f" {entry}" for entry in legend)
        whole = f"{word}{names} {{ {' / '.join(' '.join(own) for own in rows)} }}"
        if len(whole) <= 118:
            return whole
        margin = "\n  "
        return f"{word}{names} {{{margin}{f'{margin}/ '.join(margin.join(own) for own in rows)}\n}}"

    def _rows(self, characters: dict[tuple[int, int], str]) -> Iterator[str]:
        for row in range(self.grid.height):
            yield quoted("".join(characters.get((row, column), NO_CELL) for column in range(self.grid.width)))


def is_symbol(text: str) -> bool:
    """Return whether a text can be a symbol in the notation."""
    return len(text) == 1 and not text.isspace() and text != INITIAL
