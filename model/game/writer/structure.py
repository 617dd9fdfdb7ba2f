"""Finds the declarations of pieces and tiles that make the tiles and states of a model: the inverse of expansion.

A piece or a tile that expansion would make differently is written in class form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tilewright.metamodel.typing import EObject
from tilewright.model.game.colours import neutral
from tilewright.model.game.expansion import DEFAULT_TILE, EMPTY, MOST_STATES
from tilewright.model.game.writer.patterns import uncovered
from tilewright.model.game.writer.pictures import is_symbol
from tilewright.model.game.writer.words import is_word

_DEFAULT_COLOUR = "#dddddd"


@dataclass
class Structure:
    """The declarations of pieces and tiles. What is in none of the tables is written in class form."""

    pieces: dict[EObject, list[str]] = field(default_factory=dict)
    """The pieces that ``pieces`` declares, with the symbols after the colon."""
    neutrals: dict[EObject, str] = field(default_factory=dict)
    """The pieces that ``neutral`` or ``kind`` declares, with their symbols."""
    tiles: dict[EObject, str] = field(default_factory=dict)
    """The tiles that ``tile`` declares, with the text after the name."""
    born: dict[EObject, EObject] = field(default_factory=dict)
    """The pieces that ``tile`` declares together with a tile, and that tile."""
    made: EObject | None = None
    """The default tile, if expansion makes it."""


def structure_of(game: EObject) -> Structure:
    """Return the declarations that make the pieces and tiles of a game; none of them if no tile shows how.

    The states of the first tile, or else of the tile with most states, tell which pieces are declared.
    """
    board = game.board
    first = board.tiles[0] if len(board.tiles) > 0 else None
    defaults = [tile for tile in board.tiles if tile.name == DEFAULT_TILE]
    richest = max(board.tiles, key=lambda tile: len(tile.states), default=None)
    for reference in dict.fromkeys((first, richest)) if first is not None else ():
        found = _Finder(game, reference).find()
        if found is not None and (found.made is None or defaults == [found.made]):
            return found
    return Structure()


class _Finder:
    """Derives the declared pieces from the states of one tile, the reference, then the tiles with those states."""

    def __init__(self, game: EObject, reference: EObject) -> None:
        self.game = game
        self.reference = reference
        self.players = list(game.players)
        self.symbols: set[str] = set()
        self.states: dict[EObject, list[EObject]] = {}
        for state in reference.states:
            self.states.setdefault(state.piece, []).append(state)
        self.found = Structure()

    def find(self) -> Structure | None:
        """Return the declarations; None if they do not make the reference itself."""
        for piece in self.game.pieces:
            self._classify(piece)
        expected = self._expected()
        if len(expected) * len(self.game.board.tiles) > MOST_STATES:
            return None
        grids = (self.game.board, *self.game.zones)
        used_default = any(cell.tile is self.reference for grid in grids for cell in grid.tileplacement)
        if used_default and self._is_default(expected):
            self.found.made = self.reference
        for tile in self.game.board.tiles:
            if tile is not self.found.made:
                self._tile(tile, expected)
        has_reference = self.found.made is not None or self.reference in self.found.tiles
        return self._without_lost_pieces() if has_reference else None

    def _classify(self, piece: EObject) -> None:
        """Take a piece if ``pieces`` or ``neutral`` makes its states."""
        states = self.states.get(piece, [])
        if not is_word(piece.name):
            return
        if len(states) == 1 and states[0].owner is None:
            if piece.symbol == states[0].symbol and self._is_state(states[0], piece, None) and self._take(piece.symbol):
                self.found.neutrals[piece] = piece.symbol
        elif [state.owner for state in states] == self.players and self.players:
            symbols = self._symbols(piece, [state.symbol for state in states])
            proper = all(self._is_state(s, piece, p) for s, p in zip(states, self.players, strict=True))
            if proper and symbols is not None and self._take(*(state.symbol for state in states)):
                self.found.pieces[piece] = symbols

    def _symbols(self, piece: EObject, symbols: list[str | None]) -> list[str] | None:
        """Return the symbols in the declaration of a piece, from those of its states; None if none give these."""
        if not all(is_symbol(symbol or "") for symbol in symbols):
            return None
        if piece.symbol is None:
            return [symbol or "" for symbol in symbols] if len(symbols) > 1 else None
        cases = [piece.symbol.upper(), piece.symbol.lower()][: len(symbols)]
        return [piece.symbol] if len(symbols) <= 2 and cases == symbols and is_symbol(piece.symbol) else None

    def _is_state(self, state: EObject, piece: EObject, owner: EObject | None) -> bool:
        """Return whether a state has the name and colour that expansion gives it."""
        name = piece.name if owner is None else f"{owner.name}{piece.name}"
        colour = neutral(name) if owner is None else owner.hexColor
        return bool(state.name == name and state.hexColor == colour)

    def _take(self, *symbols: str | None) -> bool:
        """Reserve symbols and return True; False if one of them is no symbol or taken."""
        proper = [symbol for symbol in symbols if symbol is not None and is_symbol(symbol)]
        if len(proper) < len(symbols) or len(set(proper)) < len(proper) or self.symbols & set(proper):
            return False
        self.symbols |= set(proper)
        return True

    def _expected(self) -> list[EObject]:
        """Return the states of the reference that the pieces make, in the order in which they are made."""
        kinds = [p for p in self.game.pieces if p in self.found.pieces or p in self.found.neutrals]
        return [state for piece in kinds for state in self.states[piece]]

    def _is_default(self, expected: list[EObject]) -> bool:
        """Return whether the reference is what expansion makes as the default tile."""
        tile, initial = self.reference, self.reference.initialState
        return bool(
            tile is self.game.board.tiles[0]
            and (tile.name, tile.tileType, tile.hexColor) == (DEFAULT_TILE, DEFAULT_TILE, "#ffffff")
            and len(tile.transitions) == 0
            and initial is not None
            and (initial.name, initial.hexColor, initial.symbol) == (EMPTY, _DEFAULT_COLOUR, None)
            and initial.owner is None
            and initial.piece is None
            and list(tile.states) == expected
        )

    def _tile(self, tile: EObject, expected: list[EObject]) -> None:
        """Take a tile if ``tile`` declares it."""
        initial = tile.initialState
        if initial is None or not is_word(tile.name) or tile.tileType != tile.name or len(tile.transitions) > 0:
            return
        born = initial.piece
        if born is None:
            proper = (initial.name, initial.hexColor) == (EMPTY, _DEFAULT_COLOUR)
        else:
            proper = self._is_born(tile, born)
        if not proper or initial.owner is not None:
            return
        holds = self._holds(tile, expected, born is None)
        if holds is not None and self._take(initial.symbol):
            self.found.tiles[tile] = f":{initial.symbol}{' empty' if born is None else ''}{holds}"
            if born is not None:
                self.found.born[born] = tile

    def _is_born(self, tile: EObject, piece: EObject) -> bool:
        """Return whether ``tile`` declares a piece together with a tile."""
        initial = tile.initialState
        return bool(
            (piece.name, initial.name, initial.hexColor) == (tile.name, tile.name, neutral(tile.name))
            and piece.symbol == initial.symbol
            and not uncovered(piece, {"name", "symbol"})
            and piece not in self.found.pieces
            and piece not in self.found.neutrals
            and piece not in self.found.born
        )

    def _holds(self, tile: EObject, expected: list[EObject], is_empty: bool) -> str | None:
        """Return the text ``holds …`` of a tile, which may be empty; None if its states are not those of pieces."""
        if _same_states(tile.states, expected if is_empty else []):
            return ""
        kinds = list(dict.fromkeys(state.piece for state in tile.states))
        held = [state for state in expected if state.piece in kinds]
        if not _same_states(tile.states, held):
            return None
        return " holds" + "".join(f" {piece.name}" for piece in kinds)

    def _without_lost_pieces(self) -> Structure | None:
        """Return what was found; None if tiles and the pieces declared with them are in different orders."""
        positions = {piece: number for number, piece in enumerate(self.game.pieces)}
        tiles = [tile for tile in self.game.board.tiles if tile in self.found.born.values()]
        piece_of = {tile: piece for piece, tile in self.found.born.items()}
        order = [positions.get(piece_of[tile], -1) for tile in tiles]
        return self.found if order == sorted(order) and -1 not in order else None


def _same_states(states: Sequence[EObject], expected: Sequence[EObject]) -> bool:
    """Return whether two lists of states are equal in names, colours, symbols, owners and pieces."""
    return len(states) == len(expected) and all(map(_same_state, states, expected))


def _same_state(one: EObject, other: EObject) -> bool:
    return bool(
        (one.name, one.hexColor, one.symbol) == (other.name, other.hexColor, other.symbol)
        and one.owner is other.owner
        and one.piece is other.piece
    )


def reader_default(game: EObject, found: Structure) -> EObject:
    """Return the default tile that the reader uses: one that it makes, or one in class form; None if there is none."""
    if found.made is not None:
        return found.made
    named = (tile for tile in game.board.tiles if tile.name == DEFAULT_TILE and tile not in found.tiles)
    return next(named, None)
