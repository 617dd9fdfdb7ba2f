"""What a position looks like, for everything that draws: text, terminal and pictures.

A view is made from a state on demand; play does not need it. A theme of the model gives the board its colours, and
pieces their colours, texts and pictures. Colours and pictures are checked here, since a model need not have been
validated: a picture is part of the model, ``data:image/…``; no file is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import cos, pi, sin, sqrt
from typing import assert_never

from tilewright.metamodel.language import Board, Constant, Game, Glyph, Heap, Piece, Player, Region, Theme, Tile
from tilewright.model.hints import near_miss
from tilewright.model.titles import titled
from tilewright.runtime.drawing import count_on, numbers_beside
from tilewright.runtime.information.seen import Seen
from tilewright.runtime.information.views import Unknown, known_boards, seen_of
from tilewright.runtime.interpreter.cells import INVERSE, NOWHERE, Vector, bits, turn
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.move import Cell, Move
from tilewright.runtime.pictures.captions import captions_of
from tilewright.runtime.pictures.colours import contrast, full_colour, shade
from tilewright.runtime.pictures.figures import BACK, FOG, POINTING, WHOLE, WRITTEN
from tilewright.runtime.pictures.lines import Segment, segments_of
from tilewright.runtime.position import Position
from tilewright.runtime.rulebook import Moment, Rulebook

SQUARE = "Square"
"""The layout of boards whose cells are squares in rows and columns."""
HEXAGONAL = "Hexagonal"
"""The layout of boards whose cells are hexagons in slanted coordinates: a cell has its six neighbours at the vectors
(1,0), (-1,0), (0,1), (0,-1), (1,-1) and (-1,1)."""

POINTS = "Points"
"""The layout of boards whose cells are points in rows and columns, which lines join."""

FLAT = "Flat"
"""The layout of hexagons that lie on a side, with neighbours at the same vectors as ``HEXAGONAL``."""
FAN, STACK = "Fan", "Stack"
"""The layouts of zones whose cards are fanned out, or lie on one another."""
USUAL = "Usual"
"""The figure of pieces for which the model names none: a disc, a block, or a text that is a picture by itself."""

BACK_COLOUR = "#39507a"
"""The colour of the backs of cards."""
FOG_COLOUR = "#3d434b"
"""The colour of what lies over cells of which nothing is known."""
PLAIN = "Plain"
"""The ground of boards without a grain."""

_BRACED = re.compile(r"\{(\w+)\}")
_PICTURE = re.compile(r"data:image/[a-z+.-]+;base64,[A-Za-z0-9+/=]+")


@dataclass(frozen=True, slots=True)
class Outline:
    """Where and how a theme draws a cell, in hundredths of the width of a cell."""

    shift: Vector
    """The vector by which the middle of the cell is moved."""
    corners: tuple[Vector, ...]
    """The corners of its outline, relative to its middle; empty if the outline is that of the layout."""
    round: bool
    """Whether the outline is a curve that touches the sides of the polygon in their middles."""


@dataclass(frozen=True, slots=True)
class HeapView:
    """How a number or a mark on a cell is drawn as a heap of pieces."""

    colour: str
    figure: str
    size: int
    """The size of the pieces, in hundredths of that of pieces on the board; if it is 0, nothing is drawn."""
    most: int
    """The greatest number of pieces that are drawn. If there are more, their number is written on the last one."""
    places: tuple[Vector, ...]
    """Where the pieces lie, relative to the middle of the cell, in units of the picture. The last one is also the place
    of a number, so that there is always one."""
    numbered: bool = True
    """Whether the number is written at all: not on the pieces if it also stands there alone."""

    @property
    def ink(self) -> str:
        """The colour of a number: one with contrast to the pieces, or their own if none are drawn."""
        return contrast(self.colour) if self.most else self.colour

    @property
    def edge(self) -> str:
        """The colour of the edge of a number that stands alone, so that it is read on pieces, too; else ``none``."""
        return "none" if self.most else contrast(self.ink)

    def shows(self, value: int, on_piece: bool = False) -> bool:
        """Return whether anything is drawn for a value: pieces for one above 0, a number alone for any but 0.

        *on_piece*: whether a piece stands on the cell; then a number alone is also written if it is 0.
        """
        return self.size > 0 and (value > 0 if self.most else value != 0 or on_piece)


class Source(Enum):
    """What a heap shows."""

    NUMBER = "number"
    """A counter; it is found by its place in ``names.piles``."""
    MARK = "mark"
    """A mark; it is found by the number of its set."""
    CONSTANT = "constant"
    """A constant; here it is the number itself."""


@dataclass(frozen=True, slots=True)
class HeapOn:
    """A heap that may lie on a cell: what it shows, by a number that says where this is found, and how."""

    source: Source
    number: int
    look: HeapView


@dataclass(frozen=True, slots=True)
class Layer:
    """What a piece of a stack looks like from the side."""

    colour: str
    letter: str
    """The character that tells the piece from others of its owner; empty if these are all of one kind."""
    symbol: str
    """The character that stands for it in a text."""


@dataclass(frozen=True, slots=True)
class CellView:
    """What one cell looks like. ``row`` counts from 0 at the top; colours are ``#rrggbb``."""

    row: int
    column: int
    name: str
    """The name of the cell in notation."""
    symbol: str
    """The character that stands for what is on the cell."""
    label: str
    """The text that a picture writes on the piece: that of a glyph, or else its symbol, where the figure needs one;
    empty if all pieces of its owner are of one kind."""
    count: str
    """The numbers on the cell, such as its seeds and the height of a stack, with ``/`` between them; empty without."""
    owner: str | None
    """The player who owns what is on the cell."""
    colour: str
    """The colour of what is on the cell."""
    ground: str
    """The colour of the cell itself."""
    darker: bool
    """Whether the colour is darkened, since the cell is one of the dark cells of a board without a colour for them."""
    empty: bool
    fixed: bool
    """Whether the cell is scenery: its state can never change."""
    sprite: str = ""
    """The picture that stands for what is on the cell, ``data:image/…``; empty if there is none."""
    figure: str = USUAL
    """What is drawn: the name of a ``Figure``."""
    angle: int = 0
    """By how many degrees the figure is turned, clockwise."""
    beside: str | None = None
    """The numbers on the cell that are not drawn as heaps; None if no number is drawn as a heap."""
    covers: tuple[Vector, ...] = ()
    """The cells of the shape of the piece, from the upper left corner of its picture, if it is drawn whole."""
    heaps: tuple[tuple[HeapView, int], ...] = ()
    """The looks of the numbers and marks that are drawn as heaps, with these numbers; a mark is 1."""
    below: tuple[tuple[HeapView, int], ...] = ()
    """The same of constants, which are drawn under the piece."""
    stack: tuple[Layer, ...] = ()
    """The pieces beneath the cell, from below, and last of all the piece on it; empty if nothing lies beneath."""
    letter: str = ""
    """The character that tells the piece from others of its owner; empty if these are all of one kind."""

    @property
    def pale(self) -> bool:
        """Whether a number that stands there alone is 0: the piece is only the sample of a supply that is used up."""
        return any(not heap.most and not number for heap, number in self.heaps)

    @property
    def written(self) -> str:
        """The numbers on the cell that a picture writes."""
        return self.count if self.beside is None else self.beside


@dataclass(frozen=True, slots=True)
class StateView:
    """What a state of a cell looks like, on any cell. The fields are those of ``CellView``."""

    label: str
    owner: str | None
    colour: str
    empty: bool
    fixed: bool
    sprite: str
    figure: str
    angle: int
    covers: tuple[Vector, ...] = ()
    """The cells of the shape of the piece, from the upper left corner of its picture, if it is drawn whole."""
    letter: str = ""
    """The character that tells the piece from others of its owner; empty if these are all of one kind."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a board or a zone looks like. Its cells are found by row and column; a hole of the board has none."""

    title: str
    layout: str
    """``SQUARE``, ``HEXAGONAL``, ``FLAT`` or ``POINTS``, of a zone also ``FAN`` or ``STACK``."""
    width: int
    height: int
    cells: Mapping[Cell, CellView]
    legal: frozenset[Cell]
    """The cells of the last clicks of legal moves, or of the first ones."""
    last: frozenset[Cell]
    """The cells of the move that was played last."""
    background: str = ""
    """The colour around the cells; empty if the model says none."""
    lines: str = ""
    """The colour of the lines between the cells; empty if the model says none."""
    numbers: tuple[str, ...] = ()
    """The numbers that belong to no cell, in lines of text."""
    zones: tuple[BoardView, ...] = ()
    """The zones beside the board, each with its name as the title."""
    segments: tuple[Segment, ...] = ()
    """The lines that are drawn from cell to cell."""
    stars: frozenset[Cell] = frozenset()
    """The cells with a dot in the middle."""
    edges: tuple[tuple[Cell, Vector, str], ...] = ()
    """The sides of the board that players own: the cell, the vector towards the side, and the colour."""
    axes: tuple[Vector, Vector] | None = None
    """The vectors to the next column and the next row, in hundredths of the width of a cell; None for the layout's."""
    shapes: Mapping[Cell, Outline] = field(default_factory=dict)
    """The cells that a theme draws differently from the layout."""
    ground: str = PLAIN
    """The material of the board: the name of a ``Ground``."""
    named: bool = True
    """Whether columns and rows have names."""
    owner: int | None = None
    """The number of the player whose zone it is; None for the board, and for zones of nobody."""
    whose: str = ""
    """The name of that player; empty where there is none."""

    @property
    def caption(self) -> str:
        """The title as pictures show it: A's hand for the zone A.hand, whose cells have this name."""
        if not self.whose:
            return self.title
        ending = "'" if self.whose.endswith("s") else "'s"
        return f"{self.whose}{ending} {self.title.removeprefix(f'{self.whose}.')}"


class NoTheme(ValueError):
    """A game has no theme of this name. The text names a similar one, or those that there are."""


def theme_called(game: Game, name: str) -> Theme:
    """Return a theme of a game; ``NoTheme`` if there is none of this name."""
    known = {theme.name: theme for theme in game.themes}
    if name not in known:
        there = near_miss(name, known) if known else "; the game has no themes"
        raise NoTheme(f"there is no theme '{name}'{there}")
    return known[name]


def view_of(
    state: Moment,
    last: Move | None = None,
    *,
    legal: bool = True,
    first: bool = False,
    theme: Theme | None = None,
    viewer: int | None = None,
) -> BoardView:
    """Return the view of a state; *last* is the move that has led to it.

    With *legal* the legal moves are computed, and the cells of their last clicks marked, or with *first* those of their
    first ones. Without a *theme* the first one of the game is used, if it has
    any. *viewer* is the number of the player as whom the state is seen: hidden cells are shown as unknown, and legal
    moves are marked only at that player's turn. Without a viewer everything is shown. ``ValueError`` if the game has no
    such player.
    """
    game = state.game
    tables = game.tables
    board = tables.game.board
    looks = _Looks(theme_of(tables, theme))
    grounds = _grounds(board, looks.light)
    tints = looks.tints(tables)
    heaps = heaps_of(game, theme)
    looked: dict[Cell, CellView] = {}
    layers: dict[Cell, Layer] = {}
    shown = state.position if viewer is None else seen_of(game, state.position, game.seat(viewer))

    def ground_at(index: int) -> tuple[str, bool]:
        """Return the colour of a cell, and whether it is darkened."""
        placement = tables.placements[index]
        colour = tints.get(index) or (looks.dark if placement.darker and looks.dark else grounds[placement.tile])
        return colour, bool(placement.darker) and not looks.dark and index not in tints

    boards = known_boards(shown, tables) if isinstance(shown, Seen) else shown.boards
    for number, (look, cells_in_state) in enumerate(zip(states_of(game, theme), boards, strict=True)):
        for index in bits(cells_in_state):
            place = tables.cells.places[index]
            ground, darker = ground_at(index)
            if not look.empty:
                layers[place] = Layer(look.colour, look.letter, game.names.states[number])
            looked[place] = CellView(
                place[0],
                place[1],
                name=game.names.cell_name(place),
                symbol=game.names.states[number],
                label=look.label,
                count=count_on(index, shown.counters, game.names),
                owner=look.owner,
                colour=look.colour,
                ground=ground,
                darker=darker,
                empty=look.empty,
                fixed=look.fixed,
                sprite=look.sprite,
                figure=look.figure,
                angle=look.angle,
                beside=count_on(index, shown.counters, game.names, drawn) if (drawn := _piles(heaps, index)) else None,
                covers=look.covers,
                letter=look.letter,
                heaps=tuple(_heaped(game, index, shown, heaps.get(index, ()), not look.empty)),
                below=tuple(_below(heaps.get(index, ()))),
            )
    for index, place in enumerate(tables.cells.places if viewer is not None else ()):
        if place not in looked:
            covered = isinstance(shown, Seen) and shown.covered >> index & 1
            what = Unknown.COVERED if covered else Unknown.UNSEEN
            looked[place] = _unknown(place, game.names.cell_name(place), *ground_at(index), what)
    for cell, beneath in _stacks(tables, looked, layers):
        height = str(len(beneath))
        count = f"{looked[cell].count}/{height}" if looked[cell].count else height
        looked[cell] = replace(looked[cell], stack=beneath, count=count)
    legal = legal and viewer in (None, state.player.number)
    targets = [move.cells[0 if first else -1] for move in state.legal_moves if move.cells] if legal else []
    played = last.cells if last is not None else ()

    def grid(title: str, width: int, height: int, layout: str, number: tuple[int, ...]) -> BoardView:
        return BoardView(
            title=title,
            layout=layout,
            width=width,
            height=height,
            cells=dict(sorted((place[:2], cell) for place, cell in looked.items() if place[2:] == number)),
            legal=frozenset(place[:2] for place in targets if place[2:] == number),
            last=frozenset(place[:2] for place in played if place[2:] == number),
            background=looks.background,
            lines=looks.lines,
            ground=looks.ground,
            named=looks.named,
        )

    drawn_as = {
        number: SQUARE if (name := zone.arrangement.name) == "Grid" else name
        for zone in tables.zones
        for number in tables.grids_of(zone)
    }
    zones = (
        replace(
            _surely(grid(g.name, g.width, g.height, drawn_as[number], (number,))),
            owner=g.owner,
            whose="" if g.owner is None else tables.players[g.owner].name,
        )
        for number, g in enumerate(tables.grids, 1)
        if g.drawn
    )
    whole = replace(
        grid(titled(game.name), board.width, board.height, layout_of(board), ()),
        numbers=tuple(numbers_beside(shown, tables, viewer, captions_of(theme_of(tables, theme)).counters)),
        zones=tuple(zones),
    )
    if tables.is_board_idle:
        return replace(whole, cells={})
    return replace(
        whole,
        segments=segments_of(tables, _scenery(tables)),
        stars=frozenset(_stars(tables)),
        edges=tuple(_edges(tables)),
        axes=_axes(board),
        shapes=looks.shapes(tables),
    )


def _surely(zone: BoardView) -> BoardView:
    """Return the view of a zone in which unknown places among cards are empty, but for the lowest one of a stack."""
    if zone.layout not in (FAN, STACK):
        return zone
    lowest = 1 if zone.layout == STACK else 0
    doubted = [place for place, cell in zone.cells.items() if cell.figure == FOG and place[0] + place[1] >= lowest]
    return replace(zone, cells={**zone.cells, **{place: replace(zone.cells[place], empty=True) for place in doubted}})


def _stacks(
    tables: Tables, looked: Mapping[Cell, CellView], layers: Mapping[Cell, Layer]
) -> Iterator[tuple[Cell, tuple[Layer, ...]]]:
    """Yield the cells of the board beneath which something lies, each with its stack from below, if all is seen."""
    beneath: dict[Cell, list[Cell]] = {}
    for place in tables.cells.places:
        under = tables.grids[place[2] - 1].under if place[2:] else None
        if under is not None and not looked[place].empty:
            beneath.setdefault(under, []).append(place)
    for cell, places in beneath.items():
        if all(place in layers for place in places):
            yield cell, tuple(layers[place] for place in (*places, cell) if place in layers)


def states_of(game: Rulebook, theme: Theme | None = None) -> list[StateView]:
    """Return the looks of the states of a game, by their numbers; without a *theme* in the first one of the game."""
    tables = game.tables
    scenery = _scenery(tables)
    looks = _Looks(theme_of(tables, theme))
    found: list[StateView] = []
    for info, text in zip(tables.states, _labels(tables, game.names.states, scenery), strict=True):
        owner = tables.players[info.owner] if info.owner != NOWHERE else None
        colour = full_colour(owner.hexColor if owner is not None else info.element.hexColor, "#888888")
        piece = tables.game.pieces[info.piece] if info.piece != NOWHERE else None
        glyphs = [] if info.empty else looks.glyphs(piece, owner)
        figure = next((name for glyph in glyphs if (name := glyph.figure.name) != USUAL), USUAL)
        found.append(
            StateView(
                letter=text,
                label=next(
                    (_filled(glyph.text, piece) for glyph in glyphs if glyph.text), text if figure in WRITTEN else ""
                ),
                owner=owner.name if owner is not None else None,
                colour=next((own for glyph in glyphs if (own := full_colour(glyph.hexColor, ""))), colour),
                empty=info.empty,
                fixed=info.tile in scenery,
                sprite=next((g.sprite for g in glyphs if g.sprite and _PICTURE.fullmatch(g.sprite)), ""),
                figure=figure,
                angle=_angle(owner) if figure in POINTING else 0,
                covers=tables.pictured(info.piece) if figure == WHOLE and piece is not None else (),
            )
        )
    return found


def colours_of(game: Rulebook, theme: Theme | None = None) -> list[str]:
    """Return the colours of the players.

    The colour of a player is that of all the player's pieces, if they have only one, and else the one that the model
    gives the player. If two players would have the same colour, as in shogi, all have those of the model.
    """
    looks = states_of(game, theme)
    own = [full_colour(player.hexColor, "#888888") for player in game.tables.players]
    found = []
    for player, colour in zip(game.tables.players, own, strict=True):
        owned = {look.colour for look in looks if look.owner == player.name}
        found.append(owned.pop() if len(owned) == 1 else colour)
    return found if len(set(found)) == len(found) else own


def heaps_of(game: Rulebook, theme: Theme | None = None) -> dict[int, list[HeapOn]]:
    """Return by the number of each cell what a theme draws as heaps there: counters in the order of ``names.piles``,
    then marks, then constants.

    A cell may show a number as pieces and alone; of each, the last heap that fits counts.
    """
    tables = game.tables
    found: dict[int, dict[tuple[Source, int, bool], HeapOn]] = {}
    theme = theme_of(tables, theme)
    for heap in () if theme is None else theme.heaps:
        places = tuple(_heap_places(heap))
        within = _cells_of(tables, heap.region) if heap.region is not None else None
        for source, key, owner, numbers in _sources(game, heap):
            colour = None if owner is None else tables.players[owner].hexColor
            look = HeapView(
                full_colour(heap.hexColor, "") or full_colour(colour, "#888888"),
                heap.figure.name, heap.size, heap.most, places,
            )  # fmt: skip
            for cell, number in numbers.items():
                if within is None or cell in within:
                    found.setdefault(cell, {})[source, key, not heap.most] = HeapOn(source, number, look)
    order = list(Source)
    return {
        cell: [
            replace(each, look=replace(each.look, numbered=alone or (source, key, True) not in of))
            for (source, key, alone), each in sorted(
                of.items(), key=lambda entry: (order.index(entry[0][0]), entry[0][1:])
            )
        ]
        for cell, of in found.items()
    }


def _sources(game: Rulebook, heap: Heap) -> Iterator[tuple[Source, int, int | None, Mapping[int, int]]]:
    """Yield what a heap shows: its kind, a number that tells it from others of this kind, the player whose it is (None:
    nobody's), and for each cell the ``number`` of ``HeapOn``.
    """
    tables = game.tables
    if heap.mark is not None:
        for slot, mark in enumerate(tables.marks):
            if mark.element is heap.mark:
                yield Source.MARK, slot, mark.player, dict.fromkeys(bits(tables.cells.everything), slot)
    elif heap.constant is not None:
        numbers = dict(enumerate(_numbers_of(tables, heap.constant)))
        yield Source.CONSTANT, list(tables.game.constants).index(heap.constant), None, numbers
    else:
        (info,) = (info for info in tables.counters.values() if info.element is heap.counter)
        for player in range(info.players):
            for number, pile in enumerate(game.names.piles):
                if pile.slot == info.slot(player):
                    cells = range(pile.first, pile.first + pile.cells)
                    owner = player if info.players > 1 else None
                    yield Source.NUMBER, number, owner, dict.fromkeys(cells, number)


def _heap_places(heap: Heap) -> Iterator[Vector]:
    """Yield where the pieces of a heap lie, in units of a picture.

    If the model gives no step from one piece to the next, they lie on a spiral, each turned by the golden angle.
    """
    for number in range(max(heap.most, 1)):
        x, y = (heap.startAcross + number * heap.across) * 0.48, (heap.startDown + number * heap.down) * 0.48
        if not (heap.across or heap.down):
            away, turned = heap.size * 0.22 * sqrt(number), number * pi * (3 - sqrt(5))
            x, y = x + away * cos(turned), y + away * sin(turned)
        yield round(x), round(y)


def _piles(heaps: Mapping[int, Sequence[HeapOn]], cell: int) -> set[int]:
    """Return the places in ``names.piles`` of the numbers on a cell that are drawn as heaps."""
    return {heap.number for heap in heaps.get(cell, ()) if heap.source is Source.NUMBER}


def _heaped(
    game: Rulebook, cell: int, shown: Position | Seen, heaps: Sequence[HeapOn], on_piece: bool
) -> Iterator[tuple[HeapView, int]]:
    """Yield the look and the number of each heap of a counter or a mark on a cell, as far as something is drawn."""
    for heap in heaps:
        match heap.source:
            case Source.NUMBER:
                pile = game.names.piles[heap.number]
                value = shown.counters[pile.slot + cell - pile.first]
            case Source.MARK:
                value = shown.marks[heap.number] >> cell & 1
            case Source.CONSTANT:
                continue
            case _:
                assert_never(heap.source)
        if heap.look.shows(value, on_piece and heap.source is Source.NUMBER):
            yield heap.look, value


def _below(heaps: Sequence[HeapOn]) -> Iterator[tuple[HeapView, int]]:
    """Yield the look and the number of each heap of a constant on a cell, as far as something is drawn."""
    for heap in heaps:
        if heap.source is Source.CONSTANT and heap.look.shows(heap.number):
            yield heap.look, heap.number


def _numbers_of(tables: Tables, constant: Constant) -> tuple[int, ...]:
    """Return the number of each cell, as the player means it for whom the board is drawn, if players differ."""
    below = (number for number, player in enumerate(tables.players) if player.transform.name == "Identity")
    return tables.constant(constant, next(below, 0))


def _cells_of(tables: Tables, region: Region) -> set[int]:
    """Return the numbers of the cells that a region has for any of the players."""
    return {cell for me in range(len(tables.players)) for cell in bits(tables.region(region, me))}


def _filled(text: str, piece: Piece | None) -> str:
    """Return a text in which the names of attributes in braces are replaced by their values for a piece."""
    values = {} if piece is None else {value.attribute.name: value for value in piece.attributes}

    def value_of(found: re.Match[str]) -> str:
        value = values.get(found[1])
        if value is None:
            return found[0]
        return value.kind.name if value.kind is not None else str(value.number)

    return _BRACED.sub(value_of, text)


def _angle(owner: Player | None) -> int:
    """Return by how many degrees, clockwise, a player sits turned from a place below the board."""
    ahead = turn("Identity" if owner is None else _from_view(owner), (0, -1))
    return {(0, -1): 0, (1, 0): 90, (0, 1): 180, (-1, 0): 270}[ahead]


def _from_view(player: Player) -> str:
    """Return the transform from a player's view to the common board."""
    return INVERSE.get(player.transform.name, player.transform.name)


def theme_of(tables: Tables, theme: Theme | None) -> Theme | None:
    """Return *theme*, or the first theme of the game; None if it has none."""
    return tables.game.themes[0] if theme is None and len(tables.game.themes) > 0 else theme


def _stars(tables: Tables) -> Iterator[Cell]:
    """Yield the cells with a dot in the middle."""
    for region in tables.game.board.stars:
        for me in range(len(tables.players)):
            yield from (tables.cells.places[cell] for cell in bits(tables.region(region, me)))


def _edges(tables: Tables) -> Iterator[tuple[Cell, Vector, str]]:
    """Yield the sides of the board that players own: the cell, the vector towards the side, and the colour."""
    places = tables.cells.places
    for edge in tables.game.board.edges:
        colour = full_colour(edge.player.hexColor, "#888888")
        view = _from_view(edge.player) if edge.directions.relative else "Identity"
        me = tables.player_of[edge.player]
        cells = tables.cells.board if edge.within is None else tables.region(edge.within, me)
        for vector in (turn(view, (written.x, written.y)) for written in edge.directions.vectors):
            table = tables.neighbour(vector).table
            yield from ((places[cell], vector, colour) for cell in bits(cells) if table[cell] == NOWHERE)


def _axes(board: Board) -> tuple[Vector, Vector] | None:
    if board.across is None or board.down is None:
        return None
    return (board.across.x, board.across.y), (board.down.x, board.down.y)


def _unknown(place: Cell, name: str, ground: str, darker: bool, what: Unknown) -> CellView:
    """Return the view of a cell of which the viewer does not know what is there."""
    figure, colour = (BACK, BACK_COLOUR) if what is Unknown.COVERED else (FOG, FOG_COLOUR)
    return CellView(
        place[0], place[1], name=name, symbol=str(what), label="", count="", owner=None, colour=colour,
        ground=ground, darker=darker, empty=False, fixed=False, figure=figure,
    )  # fmt: skip


class _Looks:
    """The looks that a theme defines. What it does not define is an empty text or an empty collection."""

    def __init__(self, theme: Theme | None) -> None:
        self.background, self.light, self.dark, self.lines = (
            full_colour(None if theme is None else getattr(theme, name), "")
            for name in ("background", "lightCells", "darkCells", "lines")
        )
        self.ground = PLAIN if theme is None else theme.ground.name
        self.named = theme is None or theme.coordinates
        self._tints = [] if theme is None else list(theme.tints)
        self._glyphs = [] if theme is None else list(theme.glyphs)
        self._shapes = [] if theme is None else list(theme.shapes)

    def tints(self, tables: Tables) -> dict[int, str]:
        """Return the colours of the tinted cells of the board, by their numbers."""
        found: dict[int, str] = {}
        for tint in self._tints:
            colour = full_colour(tint.hexColor, "")
            cells = set(bits(tables.cells.board)) if tint.region is None else _cells_of(tables, tint.region)
            numbers = None if tint.constant is None else _numbers_of(tables, tint.constant)
            for cell in cells if colour and tint.divisor > 0 else ():
                row, column = tables.cells.places[cell][:2]
                enough = numbers is None or numbers[cell] >= tint.least
                if enough and (row * tint.rowFactor + column * tint.columnFactor) % tint.divisor == tint.remainder:
                    found[cell] = colour
        return found

    def shapes(self, tables: Tables) -> dict[Cell, Outline]:
        """Return the outlines of the cells of the board that the theme draws differently, by row and column."""
        found: dict[Cell, Outline] = {}
        for shape in self._shapes:
            corners = tuple(zip(shape.corners[::2], shape.corners[1::2], strict=False))
            outline = Outline((shape.across, shape.down), corners, shape.round)
            cells = bits(tables.cells.board) if shape.region is None else _cells_of(tables, shape.region)
            found |= {tables.cells.places[cell][:2]: outline for cell in cells}
        return found

    def glyphs(self, piece: Piece | None, owner: Player | None) -> list[Glyph]:
        """Return the glyphs that fit a piece of a player, the most specific one first.

        A glyph for a piece comes before one for a group, and that before one for a player.
        """
        fitting = [
            glyph
            for glyph in self._glyphs
            if (glyph.piece or glyph.group or glyph.player)
            and glyph.piece in (None, piece)
            and (glyph.group is None or (piece is not None and glyph.group in piece.groups))
            and glyph.player in (None, owner)
        ]
        return sorted(fitting, key=lambda glyph: (glyph.piece is None, glyph.group is None, glyph.player is None))


def layout_of(board: Board) -> str:
    """Return the layout of a board: ``SQUARE`` unless the model says otherwise."""
    literal = getattr(board, "layout", None)
    return SQUARE if literal is None else str(literal.name)


def _scenery(tables: Tables) -> set[int]:
    """Return the numbers of the tiles with a single state; an empty set if all tiles are so."""
    single = {number for tile, number in tables.tiles.items() if not tile.states}
    return single if len(single) < len(tables.tiles) else set()


def _labels(tables: Tables, symbols: Sequence[str], scenery: set[int]) -> list[str]:
    """Return the labels of states: empty if the owner (a player or nobody) has a single kind of piece, else the symbol.

    The symbol of a player's piece is in upper case if that still tells the kinds of the player apart, since the colour
    says whose it is. Scenery keeps its symbol.
    """
    kinds: dict[int, dict[tuple[int, str | None], str]] = {}
    for info, symbol in zip(tables.states, symbols, strict=True):
        if not info.empty and info.tile not in scenery:
            kind = (info.piece, None if info.piece != NOWHERE else info.name)
            kinds.setdefault(info.owner, {})[kind] = symbol
    labels = []
    for info, symbol in zip(tables.states, symbols, strict=True):
        others = kinds.get(info.owner, {}).values()
        if info.empty or (len(others) == 1 and info.tile not in scenery):
            labels.append("")
        else:
            apart = len({other.upper() for other in others}) == len(set(others)) and len(symbol.upper()) == 1
            labels.append(symbol.upper() if apart and info.owner != NOWHERE else symbol)
    return labels


def _grounds(board: Board, colour_of_theme: str) -> dict[Tile, str]:
    """Return the colours of the tiles: that of a theme for all, if it has one, or their own.

    If several tiles have one colour, each is a little darker than the one before it.
    """
    grounds: dict[Tile, str] = {}
    alike: dict[str, int] = {}
    for tile in board.tiles:
        colour = colour_of_theme or full_colour(tile.hexColor, "#ffffff")
        grounds[tile] = shade(colour, max(1 - 0.09 * alike.get(colour, 0), 0.5))
        alike[colour] = alike.get(colour, 0) + 1
    return grounds
