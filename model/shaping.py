"""Shaping: applying the parameters that set the sizes of a board and its zones, the number of players, and numbers.

A model has the shape that its parameters choose; after another choice the model must be given another shape.

    before   seats n, players Ann, Ben, Cid, counter coins per = { 1 | 2 | 3 }, and n is 2
    after    players Ann, Ben, counter coins per = { 1 | 2 }

What belongs to a player who does not play is removed as well: states, cells of a region, numbers. Rules that still name
such a player, and links to cells that are removed, are errors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeAlias

from tilewright.metamodel import Kind, schema
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    Adjustable,
    Board,
    ChosenNumber,
    Counter,
    Fen,
    Game,
    Parameter,
    Pattern,
    PerPlayerValue,
    Pgn,
    Player,
    Quantity,
    Region,
    Setup,
    Theme,
    Tile,
    TilePlacement,
    Zone,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError
from tilewright.model.document import Document
from tilewright.model.limits import MOST_CELLS
from tilewright.model.objects import append, assign, create, remove, values_of, walk

FEATURES: dict[Quantity, str | None] = {
    Quantity.Initial: "initial",
    Quantity.InitialCells: "initialCells",
    Quantity.Min: "min",
    Quantity.Max: "max",
    Quantity.Row: "row",
    Quantity.Column: "column",
    Quantity.ToRow: "toRow",
    Quantity.ToColumn: "toColumn",
    Quantity.Width: "width",
    Quantity.Height: "height",
    Quantity.Length: None,
    Quantity.By: "by",
    Quantity.Times: "times",
    Quantity.Offset: "offset",
    Quantity.Number: "number",
    Quantity.Values: "values",
    Quantity.X: "x",
    Quantity.Y: "y",
}
"""The features that hold the numbers. The length of a pattern has none: it is the number of its offsets."""

Grid: TypeAlias = Board | Zone
"""What has cells in columns and rows."""

_CUT = {
    ("TilePlacement", "initialState"),
    ("PlayerRegion", "player"),
    ("Setup", "player"),
    ("Transition", "source"),
    ("Transition", "target"),
    ("Glyph", "player"),
    ("Letter", "player"),
    ("SetupState", "state"),
    ("SetupRegion", "player"),
    ("RegionNumber", "player"),
}
"""The references to players and their states that ``_cut`` removes together with these."""


def in_shape(game: Game) -> bool:
    """Return whether a game has the shape that its parameters choose."""
    seated = game.seats is None or number_chosen(game.seats) == len(game.players)
    sized = all((grid.width, grid.height) == size for grid, size in sizes_of(game).items())
    counted = len(game.parameters) == 0 or all(
        number_of(chosen) == _number(element, chosen) for element, chosen in _chosen_numbers(game)
    )
    return seated and sized and counted


def number_chosen(parameter: Parameter) -> int | None:
    """Return the value of a parameter as a number; None if it is not one."""
    digits = str(parameter.value).removeprefix("-")
    return int(parameter.value) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


NumberOf: TypeAlias = Callable[[Parameter], int | None]
"""A function that says which number is chosen, or would be chosen, for a parameter; None if none is."""


def number_of(chosen: ChosenNumber, number: NumberOf = number_chosen) -> int | None:
    """Return the number that a parameter gives an element; None if its value is not a number, or cannot be divided."""
    value = number(chosen.parameter)
    return None if value is None or chosen.divisor < 1 else chosen.factor * value // chosen.divisor + chosen.plus


def setup_of(grid: Grid, player: Player | None = None) -> Setup | None:
    """Return the set-up that counts for the board, or for a zone as a player has it; None if the cells themselves say.

    One of the choice that was made counts before one of no choice.
    """
    own = [setup for setup in grid.setups if setup.player in (None, player)]
    chosen = [setup for setup in own if setup.when is not None and setup.when.parameter.value == setup.when.value]
    return next(iter(chosen or [setup for setup in own if setup.when is None]), None)


def _chosen_numbers(game: Game) -> Iterator[tuple[Element, ChosenNumber]]:
    """Yield the numbers that parameters choose, each with its element."""
    for element in walk(game):
        if isinstance(element, Adjustable):
            for chosen in element.chosen:
                yield element, chosen


def _number(element: Element, chosen: ChosenNumber) -> int | None:
    """Return the number that an element has now where a parameter chooses it."""
    feature = FEATURES[chosen.quantity]
    if feature is None:
        assert isinstance(element, Pattern)
        return len(element.relativecoordinates)
    value = getattr(element, feature)
    return value[chosen.index] if element.eClass.by_name[feature].many else value  # type: ignore[no-any-return]


def shape(document: Document) -> None:
    """Give the game of a document, which has no errors, the shape that its parameters choose, in place.

    ``ModelError`` if this is impossible: too many players, a board that is too large, or rules that name a player or a
    cell that would be removed. Then nothing is changed.
    """
    game = document.game
    count = len(game.players) if game.seats is None else number_chosen(game.seats) or 0
    sizes = sizes_of(game)
    problems = [diagnose("not-there", message, document.place(game)) for message in _impossible(game, count, sizes)]
    if not problems:
        gone = absent(game, count).union(*(lost(grid, *size) for grid, size in sizes.items()))
        problems = [
            diagnose(
                "not-there",
                f"{what} is not there in this shape of the game, but is named here",
                document.place(element),
            )
            for element, what in named(game, gone)
        ]
    if problems:
        raise ModelError(problems)
    for element, chosen in list(_chosen_numbers(game)):
        if not isinstance(element, Zone):
            _choose(element, chosen)
    _seat(game, count)
    for grid, size in sizes.items():
        _resize(grid, *size)


def _impossible(game: Game, count: int, sizes: Mapping[Grid, tuple[int, int]]) -> Iterator[str]:
    """Yield why a game cannot have so many players, and a board and zones of these sizes."""
    if not 1 <= count <= len(game.players):
        yield f"{count} players are to play, and there are {len(game.players)}"
    yield from impossible_sizes(sizes).values()


def impossible_sizes(sizes: Mapping[Grid, tuple[int, int]]) -> dict[Grid, str]:
    """Return the boards and zones that cannot have these sizes, and a sentence about each."""
    return {
        grid: f"a {f'zone {grid.name}' if isinstance(grid, Zone) else 'board'} of {width}x{height} is chosen; "
        f"it has from 1 to {MOST_CELLS} cells"
        for grid, (width, height) in sizes.items()
        if min(width, height) < 1 or width * height > MOST_CELLS
    }


# -- what is removed


def absent(game: Game, count: int) -> set[Element]:
    """Return the players after the first *count*, and their states."""
    players = list(game.players)[count:]
    gone: set[Element] = {*players, *(p.associatedState for p in players if p.associatedState is not None)}
    return gone | {state for tile in game.board.tiles for state in tile.states if state.owner in gone}


def lost(grid: Grid, width: int, height: int) -> set[Element]:
    """Return the cells that a board or zone of another size does not have."""
    return {cell for cell in grid.tileplacement if cell.row >= height or cell.column >= width}


def named(game: Game, gone: Collection[Element]) -> Iterator[tuple[Element, str]]:
    """Yield the elements that refer to one of *gone* and are not removed with it, and a name of what they refer to."""
    for element in walk(game) if gone else ():
        for feature in schema().of(element).stored:
            if feature.kind is Kind.REFERENCE and feature.written and (element.eClass.name, feature.name) not in _CUT:
                for value in values_of(element, feature):
                    if value in gone and element not in gone:
                        yield element, _called(value)


def _called(element: Element) -> str:
    if isinstance(element, TilePlacement):
        return f"the cell ({element.column},{element.row})"
    return f"the {element.eClass.name} '{getattr(element, 'name', None)}'"


# -- changing the model


def _choose(element: Element, chosen: ChosenNumber) -> None:
    """Give an element the number that its parameter chooses."""
    number, feature = number_of(chosen), FEATURES[chosen.quantity]
    if number is None or number == _number(element, chosen):
        return
    if feature is None:
        _lengthen(element, number)
    elif element.eClass.by_name[feature].many:
        values = list(getattr(element, feature))
        values[chosen.index] = number
        _set(element, feature, values)
    else:
        _set(element, feature, number)


def _lengthen(pattern: Element, length: int) -> None:
    """Give a pattern *length* offsets in a row, continuing in the direction of the first two."""
    assert isinstance(pattern, Pattern)
    offsets = list(pattern.relativecoordinates)
    way = offsets[1]
    for offset in offsets[length:]:
        _remove(pattern, "relativecoordinates", offset)
    for number in range(len(offsets), length):
        offset = create("RelativeCoordinate")
        _set(offset, "x", way.x * number)
        _set(offset, "y", way.y * number)
        append(pattern, pattern.eClass.by_name["relativecoordinates"], offset)


def _set(obj: Element, name: str, value: object) -> None:
    assign(obj, obj.eClass.by_name[name], value)


def _remove(obj: Element, name: str, value: object) -> None:
    remove(obj, obj.eClass.by_name[name], value)


def _seat(game: Game, count: int) -> None:
    """Remove all players after the first *count*, and what belongs to them."""
    gone = absent(game, count)
    if gone:
        for element in list(walk(game)):
            _cut(element, gone, count, game)
        for player in list(game.players)[count:]:
            _remove(game, "players", player)


def _cut(element: Element, gone: Collection[Element], count: int, game: Game) -> None:
    """Remove from an element what belongs to the players and states in *gone*."""
    match element:
        case PerPlayerValue():
            _keep(element, Quantity.Values, list(range(count)))
        case Counter():
            for numbered in [one for one in element.initialRegions if one.player in gone]:
                _remove(element, "initialRegions", numbered)
            if len(element.initialCells) > 0:
                cells = len((element.zone or game.board).tileplacement) if element.perCell else 1
                numbers = list(range(len(element.initialCells)))
                _keep(element, Quantity.InitialCells, _first(numbers, cells, len(game.players), count))
        case Region():
            for part in [part for part in element.perPlayer if part.player in gone]:
                _remove(element, "perPlayer", part)
        case TilePlacement() if element.initialState in gone:
            _set(element, "initialState", None)
        case Board():
            for edge in [edge for edge in element.edges if edge.player in gone]:
                _remove(element, "edges", edge)
        case Theme():
            for glyph in [glyph for glyph in element.glyphs if glyph.player in gone]:
                _remove(element, "glyphs", glyph)
        case Fen() | Pgn():
            for letter in [letter for letter in element.letters if letter.player in gone]:
                _remove(element, "letters", letter)
        case Zone():
            for setup in [setup for setup in element.setups if setup.player in gone]:
                _remove(element, "setups", setup)
        case Setup():
            for placed in [placed for placed in element.states if placed.state in gone]:
                _remove(element, "states", placed)
            for held in [held for held in element.regions if held.player in gone]:
                _remove(element, "regions", held)
        case Tile():
            _cut_tile(element, gone)


def _keep(element: PerPlayerValue | Counter, quantity: Quantity, kept: list[int]) -> None:
    """Keep only the numbers of an element at the indexes *kept*, and adjust the indexes of those that are chosen."""
    feature = str(FEATURES[quantity])
    numbers = list(getattr(element, feature))
    _set(element, feature, [numbers[place] for place in kept])
    now = {before: place for place, before in enumerate(kept)}
    for chosen in [chosen for chosen in element.chosen if chosen.quantity is quantity]:
        if chosen.index in now:
            _set(chosen, "index", now[chosen.index])
        else:
            _remove(element, "chosen", chosen)


def _first(numbers: list[int], cells: int, players: int, count: int) -> list[int]:
    """Return those of *numbers* that belong to the first *count* players.

    The list has a block of the same length for each player, and perhaps blocks inside them for the owners of zones; the
    innermost blocks have a number for each cell.
    """
    if len(numbers) <= cells:
        return numbers
    each = len(numbers) // players
    return [n for me in range(count) for n in _first(numbers[me * each : (me + 1) * each], cells, players, count)]


def _cut_tile(tile: Tile, gone: Collection[Element]) -> None:
    """Remove the states in *gone* from a tile, and the transitions that have no source or target without them."""
    for transition in list(tile.transitions):
        ends = transition.target in gone or all(state in gone for state in transition.source)
        for state in [state for state in transition.source if ends or state in gone]:
            _remove(transition, "source", state)
        if ends:
            _set(transition, "target", None)
            _remove(tile, "transitions", transition)
    for state in [state for state in tile.states if state in gone]:
        _remove(tile, "states", state)


def sizes_of(game: Game, number: NumberOf = number_chosen) -> dict[Grid, tuple[int, int]]:
    """Return the numbers of columns and rows of the board and the zones if parameters have the values *number*."""
    board = game.board
    width = board.width if board.columns is None else number(board.columns) or 0
    height = board.height if board.rows is None else number(board.rows) or 0
    return {board: (width, height), **{zone: _size(zone, number) for zone in game.zones}}


def _size(zone: Zone, number: NumberOf) -> tuple[int, int]:
    said = {chosen.quantity: number_of(chosen, number) or 0 for chosen in zone.chosen}
    return said.get(Quantity.Width, zone.width), said.get(Quantity.Height, zone.height)


def _resize(grid: Grid, width: int, height: int) -> None:
    """Give a board or zone *width* columns and *height* rows; new cells have the tile of the first cell."""
    if (width, height) == (grid.width, grid.height):
        return
    tile = grid.tileplacement[0].tile
    for cell in lost(grid, width, height):
        _remove(grid, "tileplacement", cell)
    places = {(cell.row, cell.column) for cell in grid.tileplacement}
    for row, column in ((row, column) for row in range(height) for column in range(width)):
        if (row, column) not in places:
            cell = create("TilePlacement")
            for name, value in (("row", row), ("column", column), ("tile", tile)):
                _set(cell, name, value)
            append(grid, grid.eClass.by_name["tileplacement"], cell)
    _set(grid, "width", width)
    _set(grid, "height", height)
