"""Expansion: makes the tiles, states and cells for which declarations of pieces, tiles and pictures are short.

The docstring of the package describes the names, symbols and colours of everything that is made here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import Related
from tilewright.model.game.names import states_of
from tilewright.model.limits import MOST_CELLS
from tilewright.model.places import Place
from tilewright.model.text.scanner import Token

if TYPE_CHECKING:
    from tilewright.model.game.numbers import Amount
    from tilewright.model.game.parser import Parser

DEFAULT_TILE = "Cell"
"""The name of the default tile."""
EMPTY = "Empty"
"""The name of an initial state without a piece."""
INITIAL = "."
"""The symbol of the initial state of a cell, and of the default tile."""
NO_CELL = " "
"""The symbol of a hole, where there is no cell."""
NEUTRAL_COLOUR = "#8d8d8d"
MOST_STATES = 65_536
"""The most states that are made for all tiles together."""
MOST_VECTORS = 1_024
"""The most vectors of a set of directions that is joined from others."""

_PALETTE = (
    *("#f0f0f0", "#202020", "#d62728", "#1f77b4", "#2ca02c", "#ffbf00"),
    *("#9467bd", "#17becf", "#8c564b", "#e377c2", "#bcbd22", "#ff7f0e"),
)


_NAMED = {
    "black": "#26262a", "white": "#f7f7f2", "red": "#d1373f", "blue": "#2f6db3", "green": "#3a9d4b",
    "yellow": "#f2c12e", "orange": "#ef7f1a", "purple": "#8250a8", "brown": "#8a5a3b", "pink": "#e37fb5",
    "grey": "#8e8e93", "gray": "#8e8e92", "gold": "#d4a017", "silver": "#b8bcc2",
}  # fmt: skip
"""The colours of players whose names are colours. None of them is in the palette."""


def colour(index: int, name: str | None = None) -> str:
    """Return the colour of the player with this index and name, as ``#rrggbb``.

    It is that of the name if the name is a colour, in upper or lower case. Otherwise it is taken from the palette, and
    computed from the index after the end of the palette.
    """
    if name is not None and name.lower() in _NAMED:
        return _NAMED[name.lower()]
    if index < len(_PALETTE):
        return _PALETTE[index]
    return f"#{(index * 0x9E3779) & 0xFFFFFF:06x}"


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


@dataclass(frozen=True)
class _StateLine:
    """A state that tiles may have."""

    name: str
    piece: EObject
    owner: EObject | None
    symbol: str
    place: Place


class Expansion:
    """Makes the tiles, states and cells of one game."""

    def __init__(self, parser: Parser, game: EObject, board: EObject, outline: Outline) -> None:
        self.parser = parser
        self.game = game
        self.board = board
        self.outline = outline
        self.symbols: dict[str, Place] = {}
        self.unowned: set[str] = set()
        """The symbols of pieces that nobody owns."""
        self.default: EObject | None = next(
            (line.tile for line in outline.tiles if line.symbol is None and line.tile.name == DEFAULT_TILE), None
        )
        self.made_default = False
        self.states: list[_StateLine] = []
        self.states_of: dict[EObject, list[int]] = {}
        self.pieces = {line.piece.name: line.piece for line in outline.pieces}
        self.count = 0

    def expand(self) -> None:
        """Give the board its tiles and cells, the zones theirs, and fill the set-ups."""
        self.states = [state for line in self.outline.pieces for state in self._states_of(line)]
        for number, state in enumerate(self.states):
            self.states_of.setdefault(state.piece, []).append(number)
        for line in self.outline.tiles:
            if line.symbol is not None:
                self._fill(line, line.symbol)
        cells = self.outline.placements or list(self._cells())
        for zone in self.outline.zones:
            self._fill_zone(zone)
        if self.made_default:
            self.parser.add(self.board, "tiles", self.default)
        for line in self.outline.tiles:
            self.parser.add(self.board, "tiles", line.tile)
        for cell in cells:
            self.parser.add(self.board, "tileplacement", cell)
        for picture in self.outline.setups:
            self._set_up(picture)

    # -- states

    def _states_of(self, line: PieceLine) -> Iterator[_StateLine]:
        """Yield the states of a piece: one that nobody owns, or one for each player, in their order."""
        piece = line.piece
        if line.neutral:
            self.unowned.add(line.symbols[0].text)
            yield self._state(piece.name, piece, None, line.symbols[0].text, line.symbols[0].place)
            return
        players = list(self.game.players)
        symbols = [token.text for token in line.symbols]
        places = [token.place for token in line.symbols]
        if len(symbols) == 1 and len(players) <= 2:
            symbol = symbols[0]
            symbols, places = [symbol.upper(), symbol.lower()][: len(players)], places * len(players)
            if any(len(s) != 1 for s in symbols) or (len(players) == 2 and symbols[0] == symbols[1]):
                message = f"'{symbol}' has no upper and lower case; give a symbol for each player, as in X/O"
                self.parser.report("bad-symbol", message, places[0])
                return
        if len(symbols) != len(players):
            message = f"'{piece.name}' has {len(symbols)} symbols for {len(players)} players; write one for each"
            self.parser.report("wrong-number", message, line.symbols[0].place)
            return
        for player, symbol, place in zip(players, symbols, places, strict=True):
            yield self._state(f"{player.name}{piece.name}", piece, player, symbol, place)

    def _state(self, name: str, piece: EObject, owner: EObject | None, symbol: str, place: Place) -> _StateLine:
        self._enter_symbol(symbol, place)
        return _StateLine(name, piece, owner, symbol, place)

    def _enter_symbol(self, symbol: str, place: Place) -> None:
        if symbol == INITIAL:
            message = "the symbol '.' stands for the initial state of a cell; choose another"
            self.parser.report("duplicate-symbol", message, place)
        elif symbol in self.symbols:
            related = (Related("the other one", self.symbols[symbol]),)
            self.parser.report("duplicate-symbol", f"the symbol '{symbol}' is taken", place, related)
        else:
            self.symbols[symbol] = place

    def _fill(self, line: TileLine, symbol: Token) -> None:
        """Give a tile that ``tile`` declares its initial state and its other states."""
        tile = line.tile
        self._enter_symbol(symbol.text, symbol.place)
        if tile.initialState is None:
            name = EMPTY if line.empty else tile.name
            features = {"name": name, "piece": line.piece, "symbol": symbol.text}
            if not line.empty:
                features["hexColor"] = NEUTRAL_COLOUR
            self.parser.add(tile, "initialState", self.parser.make("State", symbol.place, **features))
        states = self.states if line.empty else []
        if line.holds is not None:
            held = {self._held(token) for token in line.holds} - {None}
            numbers = sorted(number for piece in held for number in self.states_of.get(piece, []))
            states = [self.states[number] for number in numbers]
        self._add_states(tile, states)

    def _held(self, token: Token) -> EObject | None:
        found = self.pieces.get(token.text)
        if found is None:
            hint = self.parser.hint(token.text, self.pieces)
            message = f"no Piece is called '{token.text}'{hint}"
            self.parser.report("unresolved-reference", message, token.place, remedies=hint.remedies)
        else:
            self.parser.names.use(token.place, found)
        return found

    def _add_states(self, tile: EObject, states: list[_StateLine]) -> None:
        self.count += len(states)
        if self.count > MOST_STATES:
            if self.count - len(states) <= MOST_STATES:
                message = f"the tiles have more than {MOST_STATES} states together"
                self.parser.report("too-large", message, self.parser.places.of(tile))
            return
        for line in states:
            state = self.parser.make(
                "State",
                line.place,
                name=line.name,
                hexColor=NEUTRAL_COLOUR if line.owner is None else line.owner.hexColor,
                owner=line.owner,
                piece=line.piece,
                symbol=line.symbol,
            )
            self.parser.add(tile, "states", state)

    def _default(self) -> EObject:
        """Return the default tile, made when a cell needs it."""
        if self.default is None:
            self.made_default = True
            pieces = self.outline.pieces
            place = pieces[0].symbols[0].place if pieces else self.parser.places.of(self.board)
            initial = self.parser.make("State", place, name=EMPTY)
            self.default = self.parser.make(
                "Tile", place, name=DEFAULT_TILE, tileType=DEFAULT_TILE, initialState=initial
            )
            self._add_states(self.default, self.states)
        return self.default

    # -- cells

    def _cells(self) -> Iterator[EObject]:
        """Yield the cells row by row."""
        width, height = self.board.width, self.board.height
        place = self.parser.places.of(self.board)
        if width * height > MOST_CELLS:
            message = f"a board of {width}x{height} has more than {MOST_CELLS} cells"
            self.parser.report("too-large", message, place)
            return
        tiles = self._grid("tiles")
        setup = self._grid("setup")
        if tiles is None and setup is None:
            if self.outline.has_cells:
                return
            for row in range(height):
                for column in range(width):
                    yield self._cell(place, row, column, self._default(), None)
            return
        known = _Symbols(self, tiles is None)
        for row in range(height):
            for column in range(width):
                state = None if setup is None else setup.get((row, column))
                tile = None if tiles is None else tiles.get((row, column))
                found = known.look_up(tile, state)
                if found is not None:
                    token = state or tile
                    yield self._cell(token.place if token else place, row, column, *found)

    def _set_up(self, picture: ChosenSetup) -> None:
        """Fill the set-ups of pictures ``setup if`` with the states of cells, which must exist already."""
        grid, what = self.board, "board"
        if picture.zone is not None:
            grid, what = next((z for z in self.game.zones if z.name == picture.zone.text), None), "zone"
        if grid is None or not self._are_of_players(picture, grid):
            return
        cells = {(cell.row, cell.column): cell for cell in grid.tileplacement}
        known = _Symbols(self, one_picture=False, legend=picture.legend)
        for setup, rows in zip(picture.setups, picture.pictures, strict=True):
            place = picture.token.place
            for (row, column), token in self._characters(rows, grid.width, grid.height, what, place).items():
                cell = cells.get((row, column))
                state = None if cell is None else known.look_up_state(cell.tile, token)
                if cell is None and token.text != NO_CELL:
                    known.report(token, None, "there is no cell here")
                elif state is not None and cell is not None and state is not cell.tile.initialState:
                    found = self.parser.make("SetupState", token.place, cell=cell, state=state)
                    self.parser.add(setup, "states", found)

    def _are_of_players(self, picture: ChosenSetup, grid: EObject) -> bool:
        """Give each of several set-ups of a zone its player; report and return False if there is not one for each."""
        if len(picture.setups) == 1:
            return True
        if not self._is_one_for_each(len(picture.setups), grid, picture.token.place):
            return False
        for setup, player in zip(picture.setups, self.game.players, strict=True):
            self.parser.add(setup, "player", player)
        return True

    def _fill_zone(self, line: ZoneLine) -> None:
        """Give a zone its cells, row by row, and if there are pictures for several players, a set-up for each."""
        zone, place = line.zone, line.token.place
        width, height = zone.width, zone.height
        if width * height > MOST_CELLS:
            message = f"a zone of {width}x{height} has more than {MOST_CELLS} cells"
            self.parser.report("too-large", message, place)
            return
        shown = [self._characters(rows, width, height, "zone", place) for rows in line.pictures] or [{}]
        setups = self._setups(line) if len(shown) > 1 else []
        known = _Symbols(self, True, legend={})
        own: list[tuple[EObject, EObject | None]] = []
        for row in range(height):
            for column in range(width):
                token = shown[0].get((row, column))
                found = (self._default(), None) if token is None else known.look_up(None, token)
                if found is not None:
                    tile, state = found
                    cell = self._cell(token.place if token else place, row, column, tile, None if setups else state)
                    self.parser.add(zone, "tileplacement", cell)
                    own.append((cell, state))
        for setup, picture in zip(setups, shown, strict=False):
            if picture is not shown[0]:
                own = [(cell, self._alike(cell, picture.get((cell.row, cell.column)), known)) for cell, _ in own]
                self._no_more(picture, shown[0])
            for cell, state in own:
                if state is not None and state is not cell.tile.initialState:
                    placed = self.parser.make("SetupState", self.parser.places.of(cell), cell=cell, state=state)
                    self.parser.add(setup, "states", placed)

    def _alike(self, cell: EObject, token: Token | None, known: _Symbols) -> EObject | None:
        """Return the state of a cell in the picture of a further player; None for the initial state.

        Report a cell that is missing there, or has another tile, than in the picture of the first player.
        """
        if token is None:
            return None
        found = None if token.text == NO_CELL else known.look_up(None, token)
        if token.text == NO_CELL or (found is not None and found[0] is not cell.tile):
            message = f"the zones of all players have the same cells; here is a {cell.tile.name} in the first picture"
            self.parser.report("wrong-picture", message, token.place)
            return None
        return None if found is None else found[1]

    def _no_more(self, picture: Mapping[tuple[int, int], Token], first: Mapping[tuple[int, int], Token]) -> None:
        """Report cells of the picture of a further player that the first one does not have."""
        for place, token in picture.items():
            if token.text != NO_CELL and place in first and first[place].text == NO_CELL:
                message = "the zones of all players have the same cells; here is none in the first picture"
                self.parser.report("wrong-picture", message, token.place)

    def _setups(self, line: ZoneLine) -> list[EObject]:
        """Return new set-ups of a zone, one for each player in their order.

        If there is not one picture for each player, report that and return none.
        """
        players = list(self.game.players)
        if not self._is_one_for_each(len(line.pictures), line.zone, line.token.place):
            return []
        setups = [self.parser.make("Setup", line.token.place, player=player) for player in players]
        for setup in setups:
            self.parser.add(line.zone, "setups", setup)
        return setups

    def _is_one_for_each(self, count: int, zone: EObject, place: Place) -> bool:
        """Return whether so many pictures of a zone are one for each player; report if they are not."""
        players = len(self.game.players)
        if zone.perPlayer and count == players:
            return True
        what = f"{players} players" if zone.perPlayer else "a zone that is not of each player"
        message = f"there are {count} pictures for {what}; write one, or in a zone 'per' one for each"
        self.parser.report("wrong-picture", message, place)
        return False

    def _cell(self, place: Place, row: int, column: int, tile: EObject, state: EObject | None) -> EObject:
        return self.parser.make("TilePlacement", place, row=row, column=column, tile=tile, initialState=state)

    def _grid(self, name: str) -> dict[tuple[int, int], Token] | None:
        """Return the characters of the picture ``tiles`` or ``setup`` by row and column; None if there is none."""
        picture = self.outline.pictures.get(name)
        if picture is None:
            return None
        return self._characters(picture.rows, self.board.width, self.board.height, "board", picture.token.place)

    def _characters(
        self, rows: list[Token], width: int, height: int, what: str, place: Place
    ) -> dict[tuple[int, int], Token]:
        """Return the characters of a picture by row and column; report a wrong number of rows or characters."""
        if len(rows) != height:
            message = f"the picture has {len(rows)} rows, the {what} {height}"
            if what == "zone" and len(rows) == height * len(self.game.players):
                message += "; '/' stands between the rows of two players"
            self.parser.report("wrong-picture", message, place)
        grid = {}
        for row, token in enumerate(rows[:height]):
            if len(token.value) != width:
                message = f"this row of the picture has {len(token.value)} characters, the {what} {width} columns"
                self.parser.report("wrong-picture", message, token.place)
            for column, character in enumerate(token.value[:width]):
                grid[row, column] = character_at(token, column, character)
        return grid


def character_at(row: Token, column: int, character: str) -> Token:
    """Return a character of a row of a picture as a token. Its place is exact if no escapes precede it in the row."""
    place = Place(row.place.file, row.place.line, row.place.column + 1 + column)
    return Token(row.kind, character, character, place, row.offset + 1 + column, False)


class _Symbols:
    """What the characters of pictures stand for."""

    def __init__(self, expansion: Expansion, one_picture: bool, legend: dict[str, list[Token]] | None = None) -> None:
        """*one_picture*: it shows tiles and states at once. *legend*: that of states, by default that of ``setup``."""
        self.expansion = expansion
        self.parser = expansion.parser
        self.one_picture = one_picture
        self.reported: set[tuple[str, EObject | None]] = set()
        tiles = [line.tile for line in expansion.outline.tiles]
        self.tiles: dict[str, list[EObject]] = {}
        self.named: dict[str | None, list[EObject]] = {}
        for tile in tiles:
            self.named.setdefault(tile.name, []).append(tile)
            if tile.initialState is not None and tile.initialState.symbol is not None:
                self.tiles.setdefault(tile.initialState.symbol, []).append(tile)
        pictures = expansion.outline.pictures
        self.tile_legend = {
            symbol: self._tile_named(names)
            for symbol, names in (pictures["tiles"].legend if "tiles" in pictures else {}).items()
        }
        self.state_legend = legend or {}
        if legend is None and "setup" in pictures:
            self.state_legend = pictures["setup"].legend
        self.states: dict[EObject, dict[str, list[EObject]]] = {}

    def look_up(self, tile_token: Token | None, state_token: Token | None) -> tuple[EObject, EObject | None] | None:
        """Return the tile and the state of a cell, None for its initial state, from its characters in the pictures.

        Return None if there is no cell, or if a character means nothing, which is reported.
        """
        blank = [token is None or token.text == NO_CELL for token in (tile_token, state_token)]
        if self.one_picture:
            return None if blank[1] or state_token is None else self._by_one(state_token)
        if blank[0] or tile_token is None:
            if not blank[1] and state_token is not None:
                self.report(state_token, None, "there is no cell here in the picture 'tiles'")
            return None
        tile = self._tile(tile_token)
        if tile is None or state_token is None or state_token.text == INITIAL:
            return None if tile is None else (tile, None)
        state = self.look_up_state(tile, state_token)
        return None if state is None else (tile, state)

    def look_up_state(self, tile: EObject, token: Token) -> EObject | None:
        """Return the state that a character means on a cell; None for the initial state.

        A character that means nothing is reported, and gives None, too.
        """
        if token.text == INITIAL:
            return None
        if token.text == NO_CELL:
            self.report(token, None, "there is a cell here; write '.'")
            return None
        state = self._state(tile, token)
        if state is None:
            self._unknown(token, tile, f"the Tile '{tile.name}' has no State with the symbol")
        return state

    def _by_one(self, token: Token) -> tuple[EObject, EObject | None] | None:
        """Return the tile and state that a character of a picture without ``tiles`` means; report if there is none.

        It means a tile, in its initial state, or a state of the default tile.
        """
        if token.text == INITIAL:
            return self.expansion._default(), None
        tiles = self.tiles.get(token.text, [])
        if len(tiles) == 1 and token.text not in self.state_legend:
            return tiles[0], None
        if len(tiles) > 1:
            self._unknown(token, None, "several Tiles have the symbol")
            return None
        default = self.expansion._default()
        state = self._state(default, token)
        if state is None:
            self._unknown(token, None, "no Tile or State has the symbol")
            return None
        return default, state

    def _tile(self, token: Token) -> EObject | None:
        if token.text in self.tile_legend:
            return self.tile_legend[token.text]
        if token.text == INITIAL:
            return self.expansion._default()
        tiles = self.tiles.get(token.text, [])
        if len(tiles) != 1:
            self._unknown(token, None, "several Tiles have the symbol" if tiles else "no Tile has the symbol")
            return None
        return tiles[0]

    def _tile_named(self, names: list[Token]) -> EObject | None:
        token = names[0]
        if len(names) > 1:
            message = f"a character stands for a tile alone, '{token.text}', not '{token.text}.{names[1].text}'"
            self.parser.report("unexpected-token", message, names[1].place)
            return None
        found = self.named.get(token.text, [])
        if len(found) == 1:
            self.parser.names.use(token.place, found[0])
            return found[0]
        if len(found) > 1:
            self.parser.report("ambiguous-reference", f"several Tiles are called '{token.text}'", token.place)
        else:
            hint = self.parser.hint(token.text, (name for name in self.named if name is not None))
            message = f"no Tile is called '{token.text}'{hint}"
            self.parser.report("unresolved-reference", message, token.place, remedies=hint.remedies)
        return None

    def _state(self, tile: EObject, token: Token) -> EObject | None:
        """Return the only state of a tile that a symbol means, by the legend or by itself; None if there is none."""
        names = self.state_legend.get(token.text)
        if names is not None:
            if len(names) == 2 and names[0].text != tile.name:
                return None
            found = [state for state in states_of(tile) if state.name == names[-1].text]
            if len(found) == 1:
                self.parser.names.use(names[-1].place, found[0])
            if len(names) == 2:
                self.parser.names.use(names[0].place, tile)
        else:
            if tile not in self.states:
                table = self.states[tile] = {}
                for state in states_of(tile):
                    table.setdefault(state.symbol, []).append(state)
            found = self.states[tile].get(token.text, [])
        return found[0] if len(found) == 1 else None

    def _unknown(self, token: Token, tile: EObject | None, message: str) -> None:
        if (token.text, tile) not in self.reported:
            known = " ".join(sorted(self.expansion.symbols))
            hint = f" (there are: . {known})" if known else ""
            other = token.text.swapcase()
            if other in self.expansion.unowned:
                hint += (
                    f"; '{other}' belongs to nobody, as all that 'kind' and 'neutral' declare: 'pieces' are of players"
                )
            self.report(token, tile, f"{message} '{token.text}'{hint}")
        self.reported.add((token.text, tile))

    def report(self, token: Token, tile: EObject | None, message: str) -> None:
        """Report a character that means nothing where it stands."""
        self.parser.report("unknown-symbol", message, token.place)
