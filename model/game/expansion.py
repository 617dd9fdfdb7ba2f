"""Expansion: makes the tiles, states and cells for which declarations of pieces, tiles and pictures are short.

The docstring of the package describes the names, symbols and colours of everything that is made here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import Related
from tilewright.model.game.colours import neutral
from tilewright.model.game.outline import ChosenSetup, Outline, PieceLine, TileLine, ZoneLine
from tilewright.model.game.symbols import INITIAL, NO_CELL, PieceSymbols, Symbols, character_at
from tilewright.model.limits import MOST_CELLS
from tilewright.model.places import Place
from tilewright.model.text.scanner import Token

if TYPE_CHECKING:
    from tilewright.model.game.parser import Parser

DEFAULT_TILE = "Cell"
"""The name of the default tile."""
EMPTY = "Empty"
"""The name of an initial state without a piece."""
MOST_STATES = 65_536
"""The most states that are made for all tiles together."""


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
        self.symbols = PieceSymbols()
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
            symbol, place = line.symbols[0].text, line.symbols[0].place
            self.symbols.unowned.add(symbol)
            self._enter_symbol(symbol, place)
            yield _StateLine(piece.name, piece, None, symbol, place)
            return
        players = list(self.game.players)
        pair: str | None = None
        symbols = [token.text for token in line.symbols]
        places = [token.place for token in line.symbols]
        if len(symbols) == 1 and len(players) <= 2:
            symbol = symbols[0]
            symbols, places = [symbol.upper(), symbol.lower()][: len(players)], places * len(players)
            if any(len(s) != 1 for s in symbols) or (len(players) == 2 and symbols[0] == symbols[1]):
                message = f"'{symbol}' has no upper and lower case; give a symbol for each player, as in X/O"
                self.parser.report("bad-symbol", message, places[0])
                return
            if len(players) == 2:
                pair = f"'{piece.name}:{symbol}' stands for {symbols[0]} and {symbols[1]}"
        if not players:  # they are missing, which is told
            return
        if len(symbols) != len(players) and not self.outline.lacks_players:
            message = f"'{piece.name}' has {len(symbols)} symbols for {len(players)} players; write one for each"
            self.parser.report("wrong-number", message, line.symbols[0].place)
            return
        for player, symbol, place in zip(players, symbols, places, strict=False):
            self._enter_symbol(symbol, place, pair)
            yield _StateLine(f"{player.name}{piece.name}", piece, player, symbol, place)

    def _enter_symbol(self, symbol: str, place: Place, pair: str | None = None) -> None:
        """Note that a symbol is taken; report one that cannot be. *pair* is as in ``PieceSymbols.pairs``.

        Of a piece that declares two symbols, one at most is reported.
        """
        if symbol == INITIAL:
            message = "the symbol '.' stands for the initial state of a cell; choose another"
            self.parser.report("duplicate-symbol", message, place)
        elif symbol not in self.symbols.places:
            self.symbols.places[symbol] = place
            if pair is not None:
                self.symbols.pairs[symbol] = pair
        else:
            last = self.parser.diagnostics[-1] if self.parser.diagnostics else None
            if last is None or last.code != "duplicate-symbol" or last.place != place:
                said = self.symbols.pairs.get(symbol, pair)
                message = f"the symbol '{symbol}' is taken" + ("" if said is None else f": {said}")
                related = (Related("the other one", self.symbols.places[symbol]),)
                self.parser.report("duplicate-symbol", message, place, related)
            self.symbols.refused.add(symbol)

    def _fill(self, line: TileLine, symbol: Token) -> None:
        """Give a tile that ``tile`` declares its initial state and its other states."""
        tile = line.tile
        self._enter_symbol(symbol.text, symbol.place)
        if tile.initialState is None:
            name = EMPTY if line.empty else tile.name
            features = {"name": name, "piece": line.piece, "symbol": symbol.text}
            if not line.empty:
                features["hexColor"] = neutral(tile.name)
            initial = self.parser.make("State", symbol.place, **features)
            self.parser.add(tile, "initialState", initial)
            if line.empty:
                self.parser.names.implicit.add(initial)
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
            if token.is_("empty"):
                message = "'empty' stands before 'holds', as in 'tile Throne:T empty holds King'"
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
                hexColor=neutral(line.name) if line.owner is None else line.owner.hexColor,
                owner=line.owner,
                piece=line.piece,
                symbol=line.symbol,
            )
            self.parser.add(tile, "states", state)
            if line.owner is not None:
                self.parser.names.implicit.add(state)

    def _known(self, *, one_picture: bool, legend: dict[str, list[Token]] | None = None) -> Symbols:
        """Return what the characters of pictures stand for; the arguments are those of ``Symbols``."""
        return Symbols(self.parser, self.outline, self.symbols, self._default, one_picture=one_picture, legend=legend)

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
            self.parser.names.implicit |= {self.default, initial}
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
        known = self._known(one_picture=tiles is None)
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
        known = self._known(one_picture=False, legend=picture.legend)
        first = "the first picture" if what == "board" and self.outline.pictures else f"the declaration of the {what}"
        for setup, rows in zip(picture.setups, picture.pictures, strict=True):
            place = picture.token.place
            for (row, column), token in self._characters(rows, grid.width, grid.height, what, place).items():
                cell = cells.get((row, column))
                state = None if cell is None else known.look_up_state(cell.tile, token, first, "a picture for a choice")
                if cell is None and token.text != NO_CELL:
                    known.report(token, "there is no cell here")
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
        known = self._known(one_picture=True, legend={})
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

    def _alike(self, cell: EObject, token: Token | None, known: Symbols) -> EObject | None:
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
        """Return the characters of a picture by row and column; report a wrong number of rows or characters.

        There are none in what has no cells, which a constraint tells.
        """
        if width < 1 or height < 1:
            return {}
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
