"""Symbols: what the characters of pictures stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.metamodel.typing import EObject
from tilewright.model.game.names import states_of
from tilewright.model.game.outline import Outline
from tilewright.model.places import Place
from tilewright.model.text.scanner import Token

if TYPE_CHECKING:
    from tilewright.model.game.parser import Parser

INITIAL = "."
"""The symbol of the initial state of a cell, and of the default tile."""
NO_CELL = " "
"""The symbol of a hole, where there is no cell."""


def character_at(row: Token, column: int, character: str) -> Token:
    """Return a character of a row of a picture as a token. Its place is exact if no escapes precede it in the row."""
    place = Place(row.place.file, row.place.line, row.place.column + 1 + column)
    return Token(row.kind, character, character, place, row.offset + 1 + column, False)


@dataclass
class PieceSymbols:
    """The symbols that pieces declare for their states, with the places where they are declared first."""

    places: dict[str, Place] = field(default_factory=dict)
    unowned: set[str] = field(default_factory=set)
    """Those of pieces that nobody owns."""
    pairs: dict[str, str] = field(default_factory=dict)
    """For those of which a piece declares two by one letter, a sentence that says so."""
    refused: set[str] = field(default_factory=set)
    """Those that are declared twice, which has been reported: the first declaration counts."""


class Symbols:
    """What the characters of pictures stand for."""

    def __init__(
        self,
        parser: Parser,
        outline: Outline,
        pieces: PieceSymbols,
        default: Callable[[], EObject],
        *,
        one_picture: bool,
        legend: dict[str, list[Token]] | None = None,
    ) -> None:
        """*pieces* are the symbols that pieces declare; *default* returns the default tile, which is made if need be.

        *one_picture*: it shows tiles and states at once. *legend*: that of states, by default that of ``setup``.
        """
        self.parser = parser
        self.lacks_symbols = outline.lacks_symbols
        self.pieces = pieces
        self.default = default
        self.one_picture = one_picture
        self.reported: set[tuple[str, EObject | None]] = set()
        tiles = [line.tile for line in outline.tiles]
        self.tiles: dict[str, list[EObject]] = {}
        self.named: dict[str | None, list[EObject]] = {}
        for tile in tiles:
            self.named.setdefault(tile.name, []).append(tile)
            if tile.initialState is not None and tile.initialState.symbol is not None:
                self.tiles.setdefault(tile.initialState.symbol, []).append(tile)
        pictures = outline.pictures
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

        Return None if there is no cell. A character that means nothing is reported, and read as the initial state.
        """
        blank = [token is None or token.text == NO_CELL for token in (tile_token, state_token)]
        if self.one_picture:
            return None if blank[1] or state_token is None else self._by_one(state_token)
        if blank[0] or tile_token is None:
            if not blank[1] and state_token is not None:
                self.report(state_token, "there is no cell here in the picture 'tiles'")
            return None
        tile = self._tile(tile_token)
        if tile is None or state_token is None or state_token.text == INITIAL:
            return tile or self.default(), None
        return tile, self.look_up_state(tile, state_token, "the picture 'tiles'", "'setup'")

    def look_up_state(self, tile: EObject, token: Token, first: str, further: str) -> EObject | None:
        """Return the state that a character means on a cell; None for the initial state.

        A character that means nothing is reported, and gives None, too. The message says with *first* what makes the
        cell one of its tile, and with *further* in which picture the character stands.
        """
        if token.text == INITIAL:
            return None
        if token.text == NO_CELL:
            self.report(token, "there is a cell here; write '.'")
            return None
        state = self._state(tile, token)
        if state is not None:
            return state
        others = [] if token.text in self.state_legend else self.tiles.get(token.text, [])
        if not others:
            self._unknown(token, tile, f"the Tile '{tile.name}' has no State with the symbol")
        elif self._is_new(token, tile):
            meant = f"{further} says what stands there, and cannot make it a {others[0].name}"
            self.report(token, f"{first} makes this cell a {tile.name}; {meant}")
        return None

    def _by_one(self, token: Token) -> tuple[EObject, EObject | None]:
        """Return the tile and state that a character of a picture without ``tiles`` means; report if there is none.

        It means a tile, in its initial state, or a state of the default tile.
        """
        if token.text == INITIAL:
            return self.default(), None
        tiles = self._tiles_of(token)
        if len(tiles) == 1 and token.text not in self.state_legend:
            return tiles[0], None
        if len(tiles) > 1:
            self._unknown(token, None, "several Tiles have the symbol")
            return tiles[0], None
        default = self.default()
        state = self._state(default, token)
        if state is None:
            self._unknown(token, None, "no Tile or State has the symbol")
        return default, state

    def _tile(self, token: Token) -> EObject | None:
        if token.text in self.tile_legend:
            return self.tile_legend[token.text]
        if token.text == INITIAL:
            return self.default()
        tiles = self._tiles_of(token)
        if len(tiles) != 1:
            self._unknown(token, None, "several Tiles have the symbol" if tiles else "no Tile has the symbol")
            return None
        return tiles[0]

    def _tiles_of(self, token: Token) -> list[EObject]:
        """Return the tiles whose symbol a character is: of a symbol that was refused, the first one at most."""
        found = self.tiles.get(token.text, [])
        return found[:1] if token.text in self.pieces.refused else found

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
            if token.text in self.pieces.refused:
                found = found[:1]
        return found[0] if len(found) == 1 else None

    def _unknown(self, token: Token, tile: EObject | None, message: str) -> None:
        """Report a character that means nothing, on a cell of a tile or on any, with those that do.

        Not if what it means may stand where something could not be read.
        """
        if self._is_new(token, tile) and not self.lacks_symbols:
            symbols = self.pieces.places if tile is None else {state.symbol for state in states_of(tile)} - {None}
            known = " ".join(sorted(symbols))
            hint = f" (there are: . {known})" if known else ""
            other = token.text.swapcase()
            if other in self.pieces.unowned:
                hint += (
                    f"; '{other}' belongs to nobody, as all that 'kind' and 'neutral' declare: 'pieces' are of players"
                )
            self.report(token, f"{message} '{token.text}'{hint}")

    def _is_new(self, token: Token, tile: EObject | None) -> bool:
        """Return whether a character that means nothing on a cell of a tile is met for the first time."""
        before = len(self.reported)
        self.reported.add((token.text, tile))
        return len(self.reported) > before

    def report(self, token: Token, message: str) -> None:
        """Report a character that means nothing where it stands."""
        self.parser.report("unknown-symbol", message, token.place)
