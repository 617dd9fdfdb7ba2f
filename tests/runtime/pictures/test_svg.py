"""Pictures of boards: reviewed ones, and what holds of all.

The reviewed pictures are in the folder ``reviewed``. ``python -m tests.runtime.pictures.test_svg`` draws them anew; look at them, also in small,
before you keep them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from tests.support.engines import game
from tilewright.model.files import read
from tilewright.model.gallery import locate
from tilewright.runtime import load
from tilewright.runtime.loading import game_of
from tilewright.runtime.move import Cell
from tilewright.runtime.pictures.colours import full_colour
from tilewright.runtime.pictures.layouts import NAME_SIZE, FlatHexagons, Hexagons, Layout, Squares, layout_for, width_of
from tilewright.runtime.pictures.svg import is_figure, render_svg
from tilewright.runtime.pictures.view import (
    FLAT,
    HEXAGONAL,
    POINTS,
    SQUARE,
    BoardView,
    CellView,
    layout_of,
    view_of,
)

FOLDER = Path(__file__).parent / "reviewed"
LAYOUTS = (SQUARE, HEXAGONAL, FLAT, POINTS)


@dataclass(frozen=True)
class Picture:
    """What a reviewed picture shows: a game after some moves."""

    name: str
    game: str
    moves: str
    layout: str = SQUARE
    legal: bool = True

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.svg"

    def draw(self) -> str:
        return render_svg(replace(view_after(self.game, self.moves, legal=self.legal), layout=self.layout))


REVIEWED = [
    Picture("hexagonal", "othello-hexagonal", "f4 d3 c4 f3 g6 b4 c2", HEXAGONAL),
    Picture("hexagonal-pieces", "intellector", "h10-f8 g5-h6 c7-b6 e4-e5 b6-b5 e3-f4", HEXAGONAL),
    Picture("masked", "othello-circle", "f4 f3 e3 f5 g3 g2 e6 d3"),
    Picture("large", "go-19x19", "q16 d4 q4 d16 c14 f17 r14 o17 k10 c6 f3", POINTS, legal=False),
    Picture("three-players", "rolit", "f3 c3 d3 d2 c5 b2 e6 f7 f6"),
    Picture("checkered", "chess", "e2-e4 d7-d5 b1-c3 d5-e4 f1-c4 g8-f6"),
    Picture("numbers", "crazyhouse", "e2-e4 d7-d5 e4-d5 d8-d5"),
    Picture("counts", "kalah", "f1 d3 d1 g1 b3 e1"),
    Picture("points", "nine-mens-morris", "d2 e5 e4 g1 b2 a7 e3", POINTS),
    Picture("loops", "surakarta", "b2-b3 c5-c4", POINTS),
    Picture("nobody-owns", "amazons-6x6", "f2-e2-f2 f5-f6-d4 e2-f3-a3 a5-e5-e4", legal=False),
]


def view_after(game: str, moves: str, *, legal: bool = True) -> BoardView:
    """Return the view of a packaged game after some moves."""
    state = load(game).initial_state()
    last = None
    for move in moves.split():
        last = state.game.parse_move(move)
        state = state.play(last)
    return view_of(state, last, legal=legal)


@pytest.mark.parametrize("picture", REVIEWED, ids=lambda picture: picture.name)
def test_a_reviewed_picture_is_drawn_again(picture: Picture) -> None:
    assert picture.draw() == picture.file.read_text(encoding="utf-8")


def test_there_is_no_other_picture() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {picture.file.name for picture in REVIEWED}


# -- what holds of all pictures

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), min_size=1, max_size=1)
PLACES = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 27)), min_size=1, max_size=40)
COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)

KNOWN = {
    "svg": {"viewBox", "role"},
    "title": set(),
    "g": {
        "class",
        "fill",
        "stroke",
        "stroke-width",
        "paint-order",
        "font-size",
        "font-family",
        "font-weight",
        "text-anchor",
    },
    "path": {"d", "fill", "stroke", "stroke-width", "stroke-linecap"},
    "rect": {"x", "y", "width", "height", "rx", "fill", "stroke"},
    "circle": {"class", "cx", "cy", "r", "fill", "stroke", "stroke-width"},
    "text": {"x", "y"},
}
"""The elements of a picture and their attributes: nothing that runs, loads anything or has an identifier."""


def cell_at(place: Cell, **looks: Any) -> CellView:
    plain = CellView(*place, "a1", ".", "", "", None, "#888888", "#ffffff", darker=False, empty=True, fixed=False)
    return replace(plain, **looks)


def board_of(cells: Mapping[Cell, CellView], layout: str = SQUARE) -> BoardView:
    height, width = (max(place[axis] for place in cells) + 1 for axis in (0, 1))
    return BoardView("Game", layout, width, height, cells, frozenset(cells), frozenset(cells))


@st.composite
def boards(draw: st.DrawFn) -> BoardView:
    """Boards of any shape with anything on their cells."""
    cells = {}
    for place in sorted(draw(PLACES)):
        empty = draw(st.booleans())
        symbol = draw(st.one_of(TEXTS, st.sampled_from(["♞", "♔\ufe0e"])))
        cells[place] = cell_at(
            place, symbol=symbol, label=draw(st.sampled_from(["", symbol])), empty=empty,
            count=draw(st.sampled_from(["", "7", "12/3", "2147483647"])), colour=draw(COLOURS), ground=draw(COLOURS),
            owner=None if empty else draw(st.sampled_from([None, "A"])), darker=draw(st.booleans()),
            fixed=draw(st.booleans()),
        )  # fmt: skip
    some = st.sets(st.sampled_from(sorted(cells))).map(frozenset)
    view = board_of(cells, draw(st.sampled_from(LAYOUTS)))
    return replace(view, title=draw(st.text(TEXTS, max_size=9)), legal=draw(some), last=draw(some))


@given(boards(), st.booleans())
def test_every_picture_is_sound(view: BoardView, coordinates: bool) -> None:
    svg = etree.fromstring(render_svg(view, coordinates=coordinates))
    for element in svg.iter():
        assert set(element.attrib) <= KNOWN[etree.QName(element).localname]
    paths = [path.get("d") for path in svg.findall("{*}g[@class='cells']/{*}path")]
    assert len(paths) == len(set(paths)) == (0 if view.layout == POINTS else len(view.cells))
    assert len(svg.findall("{*}g[@class='last']/{*}path")) == len(view.last)
    assert len(svg.findall("{*}circle[@class='legal']")) == len(view.legal)
    present = [cell for cell in view.cells.values() if not cell.empty and not (cell.fixed and view.layout == POINTS)]
    things = [cell for cell in present if not cell.fixed and not is_figure(cell.label)]
    assert len(svg.findall("{*}g[@class='pieces']/{*}circle")) == sum(cell.owner is not None for cell in things)
    assert len(svg.findall("{*}g[@class='things']/{*}rect")) == sum(cell.owner is None for cell in things)
    figures = svg.findall("{*}g[@class='figures']/{*}text")
    assert sorted(figure.text for figure in figures) == sorted(cell.label for cell in present if is_figure(cell.label))
    named = {text.text for text in svg.findall("{*}g[@class='names']/{*}text")}
    assert bool(named) == coordinates and {str(view.height - row) for row, _ in view.cells} & named == {
        str(view.height - row) for row, _ in view.cells if coordinates
    }


@given(boards(), st.booleans())
def test_everything_is_inside_the_picture(view: BoardView, coordinates: bool) -> None:
    svg = etree.fromstring(
        render_svg(replace(view, cells={p: cell_at(p) for p in view.cells}), coordinates=coordinates)
    )
    left, top, width, height = map(int, svg.get("viewBox").split())
    paths = [] if view.layout == POINTS else svg.iterfind(".//{*}path")
    points = [corner for path in paths for corner in corners(path.get("d"))]
    for plate in svg.findall("{*}g[@class='under']/{*}rect"):
        x, y, across, down = (int(plate.get(name)) for name in ("x", "y", "width", "height"))
        points += [(x, y), (x + across, y + down)]
    points += [(int(text.get("x")), int(text.get("y"))) for text in svg.iterfind(".//{*}text")]
    assert all(left < x < left + width and top < y < top + height for x, y in points)


@given(PLACES, st.sampled_from(LAYOUTS))
@example({(0, 0), (1, 1)}, HEXAGONAL)
@example({(0, 27), (1, 26), (2, 26), (3, 24)}, HEXAGONAL)
def test_names_lie_beside_the_cells_and_each_other(places: set[Cell], name: str) -> None:
    layout = layout_for(board_of({place: cell_at(place) for place in places}, name))
    boxes = []
    for text, (x, y) in layout.names(places, 12):
        across, down = width_of(text, NAME_SIZE) // 2, NAME_SIZE * 2 // 5
        boxes.append((text, x - across, x + across, y - down, y + down))
    for (one, left, right, top, bottom), (other, *box) in combinations(boxes, 2):
        assert right <= box[0] or box[1] <= left or bottom <= box[2] or box[3] <= top, (one, other)
    for place in places:
        x, y = layout.centre(place)
        for text, left, right, top, bottom in boxes:
            for across, down in ((left, top), (left, bottom), (right, top), (right, bottom)):
                slope = abs(across - x) * 14 // 24 if name == HEXAGONAL else 0
                outside = abs(down - y) > layout.above - slope
                slope = abs(down - y) * 14 // 24 if name == FLAT else 0
                assert outside or abs(across - x) > layout.beside - slope, (text, place)


def corners(path: str) -> list[Cell]:
    """Return the corners of a cell's outline."""
    words = re.findall(r"[Mlhvz]|-?\d+", path)
    points: list[Cell] = []
    x = y = 0
    letter = ""
    numbers = iter(words)
    for word in numbers:
        if word.isalpha():
            letter = word
            if word == "z":
                break
            word = next(numbers)
        step = (int(word), 0) if letter == "h" else (0, int(word)) if letter == "v" else (int(word), int(next(numbers)))
        x, y = x + step[0], y + step[1]
        points.append((x, y))
    return points


SIX = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
FOUR = {(1, 0), (-1, 0), (0, 1), (0, -1)}


@pytest.mark.parametrize(("layout", "vectors"), [(Hexagons(), SIX), (FlatHexagons(), SIX), (Squares(), FOUR)])
def test_exactly_the_neighbours_have_a_side_in_common(layout: Layout, vectors: set[Cell]) -> None:
    mine = set(corners(layout.outline((5, 5))))
    for x in range(-3, 4):
        for y in range(-3, 4):
            common = mine & set(corners(layout.outline((5 + y, 5 + x))))
            assert (len(common) == 2) == ((x, y) in vectors)
            side = layout.side((5, 5), (x, y))
            assert (set() if side is None else set(side)) == (common if (x, y) in vectors else set())


@pytest.mark.parametrize("symbol", ["<", "&", ">", '"', "]]>", "é", "車"])
def test_symbols_and_names_are_no_markup(symbol: str) -> None:
    view = board_of({(0, 0): cell_at((0, 0), label=symbol, owner=symbol, empty=False, count=symbol)})
    svg = etree.fromstring(render_svg(replace(view, title=f"<script>{symbol}</script>")))
    assert svg.findtext("{*}title") == f"<script>{symbol}</script>"
    assert [text.text for text in svg.iterfind(".//{*}text")] == [symbol, symbol, "a", "1"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_board_of_one_cell_and_one_of_many(layout: str) -> None:
    one = render_svg(board_of({(0, 0): cell_at((0, 0))}, layout))
    assert one.count("<path") == (1 if layout == POINTS else 2)
    looks = {"symbol": "M", "label": "M", "owner": "A", "count": "12/34", "empty": False}
    places = [(row, column) for row in range(128) for column in range(128)]
    many = render_svg(board_of({place: cell_at(place, **looks) for place in places}, layout))
    assert len(many) < 600 * len(places)


@pytest.mark.parametrize(
    "colour", ["", "#12", "#12345", '#fff"/><script/>', "url(#a)", "red", "#ggg", "#１２３", "#fff\n", "＃ffffff"]
)
def test_what_is_no_colour_is_not_drawn(colour: str) -> None:
    game = game_of(read(locate("tic-tac-toe")))
    state = game.initial_state().play("a1")
    root = game.document.root
    for element in (*root.players, *root.board.tiles, *root.board.tiles[0].states, root.board.tiles[0].initialState):
        element.hexColor = colour
    assert full_colour(colour, "#010203") == "#010203"
    svg = etree.fromstring(render_svg(view_of(state)))
    for element in svg.iter():
        for name in ("fill", "stroke"):
            assert re.fullmatch("#[0-9a-f]{6}|none", element.get(name, "none"))


def test_colours_are_those_of_the_model() -> None:
    game = game_of(read(locate("tic-tac-toe")))
    root = game.document.root
    del root.themes[:]
    root.players[0].hexColor, root.players[1].hexColor, root.board.tiles[0].hexColor = "#A12", "#3b4C5d", "#0e1f2a"
    drawn = render_svg(view_of(game.initial_state().play("a1").play("b2"), legal=False))
    assert [drawn.count(f'fill="{colour}"') for colour in ("#aa1122", "#3b4c5d", "#0e1f2a")] == [1, 1, 1]


# -- what a view tells


def test_a_label_is_there_where_the_colour_does_not_say_enough() -> None:
    assert {cell.label for cell in view_after("othello", "").cells.values()} == {""}
    assert {cell.label for cell in view_after("intellector", "").cells.values()} == {"", *"IDAFLP"}
    assert {cell.label for cell in view_after("lines-of-action", "").cells.values()} == {""}
    scenery = view_after("connect-four-floor", "").cells
    assert scenery[6, 1].fixed and scenery[6, 1].label == "#" and not scenery[0, 0].fixed


def test_legal_moves_are_found_only_if_they_are_wanted() -> None:
    state = load("othello").initial_state()
    assert view_of(state, legal=False).legal == frozenset()
    assert view_of(state).legal == {(2, 3), (3, 2), (4, 5), (5, 4)}


def test_a_board_lies_as_its_model_says() -> None:
    @dataclass
    class Named:
        name: str

    @dataclass
    class Board:
        layout: Named | None

    assert [layout_of(board) for board in (object(), Board(None), Board(Named(HEXAGONAL)))] == [
        SQUARE,
        SQUARE,
        HEXAGONAL,
    ]


def test_notebooks_show_the_picture() -> None:
    state = load("tic-tac-toe").initial_state()
    assert state._repr_svg_() == render_svg(view_of(state))


if __name__ == "__main__":
    for reviewed in REVIEWED:
        reviewed.file.write_text(reviewed.draw(), encoding="utf-8")


NUMBERED = """game Numbered {
  players A, B
  board 1x1
  counter pot 0..9 = 3
  counter nothing 0..9
  counter scratch move 0..9 = 7
  counter each cell 0..9 = 1
  counter points per, more per
  move Take = option "take" -> pot -= 1 -> points += 12
}
"""


def test_numbers_of_no_cell_stand_below_the_board() -> None:
    state = game(NUMBERED, "interpreter").initial_state()
    assert view_of(state).numbers == ("pot 3",)
    state = state.play("take")
    assert view_of(state).numbers == ("pot 2", "A: points 12", "B: points 0")
    svg = etree.fromstring(render_svg(view_of(state)))
    texts = {text.text: float(text.get("y")) for text in svg.iter("{*}text")}
    _, top, _, height = map(float, svg.get("viewBox").split())
    places = [texts[line] for line in view_of(state).numbers]
    assert max(texts["a"], texts["1"]) < places[0] < places[1] < places[2] < top + height


@pytest.mark.parametrize(
    ("title", "whose", "caption"),
    [
        ("rack", "", "rack"),
        ("A.hand", "A", "A's hand"),
        ("Goats.hand", "Goats", "Goats' hand"),
        ("A.b.c", "A.b", "A.b's c"),
    ],
)
def test_a_zone_of_a_player_is_called_by_both_names(title: str, whose: str, caption: str) -> None:
    assert BoardView(title, SQUARE, 1, 1, {}, frozenset(), frozenset(), whose=whose).caption == caption
