"""What a model says of its looks: figures, grounds, tints, edges, axes, names; and pictures as PNG."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from lxml import etree

from tests.support.elements import gallery
from tests.support.engines import game as text_game
from tests.support.gallery import GAMES
from tests.support.hexagons import BOARDS, NEIGHBOURS
from tests.support.tools import need
from tilewright.metamodel.language import Figure, Ground
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.runtime import Game, load
from tilewright.runtime.browser.scene import scene_of
from tilewright.runtime.cli import main
from tilewright.runtime.drawing import numbers_beside
from tilewright.runtime.pictures import png
from tilewright.runtime.pictures.colours import channels
from tilewright.runtime.pictures.figures import DRAWINGS, POINTING, WRITTEN, dots_of
from tilewright.runtime.pictures.layouts import layout_for
from tilewright.runtime.pictures.night import by_night
from tilewright.runtime.pictures.svg import GROUND, MARGIN, extent_of, piece_of, render_svg, svg_of
from tilewright.runtime.pictures.under import GRAINS
from tilewright.runtime.pictures.view import PLAIN, USUAL, states_of, view_of

TEXT = """game Looks {{
  players White, Black Rotate180
  board {board}
  pieces Man:M King:K
  directions up = (0,-1) (1,-1)
  directions ahead relative = (0,-1)
  region half relative = row 2..3
  region corner = cells (0,0)
  {more}
  setup {{ "mk.." "...." "...." "..KM" }}
  place Put = empty
  effect = set own Man
  over = score count {{ own }}
  Theme Look {{ lightCells "#ffffff" {theme} }}
}}
"""


def looks(theme: str = "", more: str = "", board: str = "4x4") -> Game:
    return load(read_text(TEXT.format(theme=theme, more=more, board=board), "looks.game"), "interpreter")


def drawn(game: Game, **options: Any) -> Any:
    return etree.fromstring(render_svg(view_of(game.initial_state(), legal=False), **options))


def test_every_figure_and_ground_of_the_metamodel_is_drawn() -> None:
    figures, grounds = ({literal.name for literal in kind} for kind in (Figure, Ground))
    assert {USUAL, *DRAWINGS} == figures
    assert {PLAIN, *GRAINS} == grounds
    assert figures > WRITTEN | POINTING


def parts(piece: Any) -> list[tuple[str, dict[str, str], str]]:
    """Return the elements of a piece with their attributes and texts."""
    return [(etree.QName(e).localname, dict(e.attrib), (e.text or "").strip()) for e in piece.iterdescendants()]


@pytest.mark.parametrize("figure", sorted(DRAWINGS))
def test_a_figure_is_the_same_in_pictures_and_browsers(figure: str) -> None:
    game = looks(f'glyphs {{ Glyph {{ piece Man figure {figure} hexColor "#aabbcc" text "4" }} }}')
    pieces = drawn(game).findall("{*}g[@class='drawn']")
    assert [piece.get("transform") for piece in pieces] == ["translate(0 0)", "translate(144 144)"]
    defined = [parts(piece) for piece in scene_of(game).pieces.iter("{*}g") if piece.get("id")]
    for piece in pieces:
        assert parts(piece) in defined and parts(piece) != []
        assert not piece.xpath(".//@id | .//*[local-name()='script' or local-name()='style']")


WHOLE = """game Whole {
  players A, B
  board 3x1
  kind Bend:b is Few { worth 3 gives Bar shape "##/#." } Bar:r is Few { worth 2 shape "###" } Dot:d
  setup { "brd" }
  place Put = empty
  Theme Table { glyphs {
    Glyph { group Few hexColor "#102030" figure Whole text "{worth} {gives} {else}" },
    Glyph { piece Bar hexColor "#405060" },
    Glyph { piece Dot figure Whole }
  } }
}"""


def test_a_shape_is_drawn_whole_with_what_its_piece_has() -> None:
    """A glyph of a piece says more of it than that of its group; what has no shape is a block."""
    game = text_game(WHOLE, "interpreter")
    drawn = etree.fromstring(render_svg(view_of(game.initial_state())).encode()).findall("{*}g[@class='drawn']")
    paths = [piece.find("{*}path") for piece in drawn]
    assert [path is not None and path.get("d").count("z") for path in paths] == [3, 3, False]
    assert [path.get("fill") for path in paths[:2]] == ["#102030", "#405060"]
    assert ["".join(piece.itertext()).strip() for piece in drawn] == ["3 Bar {else}", "2 {gives} {else}", ""]
    assert re.findall(r"M(\S+ \S+)h12v12h-12z", paths[0].get("d")) == ["-12 -17", "0 -17", "-12 -5"]


@pytest.mark.parametrize(("figure", "turned"), [("Wedge", 1), ("Arrow", 1), ("Die", 0), ("Stone", 0)])
def test_what_points_is_turned_for_its_owner(figure: str, turned: int) -> None:
    text = render_svg(view_of(looks(f"glyphs {{ Glyph {{ piece Man figure {figure} }} }}").initial_state()))
    assert text.count('transform="rotate(180)"') == turned


def test_a_die_shows_dots() -> None:
    for number in range(1, 7):
        assert len(dots_of("Die", str(number), "#ffffff")) == number
    assert dots_of("Die", "7", "#ffffff") == dots_of("Die", "", "#ffffff") == dots_of("Card", "1", "#ffffff") == []


@pytest.mark.parametrize("text", ["<b>", '"/><script/>', "&amp;"])
def test_the_text_of_a_figure_is_no_markup(text: str) -> None:
    game = looks(f"glyphs {{ Glyph {{ piece Man figure Card text {json.dumps(text)} }} }}")
    texts = [written.text for written in drawn(game).findall("{*}g[@class='drawn']//{*}text")]
    assert texts == 4 * [text], "in two corners of two cards"
    assert text in [written.text for written in scene_of(game).pieces.iter("{*}text")]


@pytest.mark.parametrize(
    ("tints", "tinted"),
    [
        ("Tint { %s divisor 2 }", {(r, c) for r in range(4) for c in range(4) if (r + c) % 2 == 0}),
        ("Tint { %s divisor 2 remainder 1 rowFactor 0 }", {(r, c) for r in range(4) for c in (1, 3)}),
        ("Tint { %s divisor 3 columnFactor 2 }", {(r, c) for r in range(4) for c in range(4) if (r + 2 * c) % 3 == 0}),
        ("Tint { %s region corner }", {(0, 0)}),
        ("Tint { %s region half divisor 2 columnFactor 0 }", {(r, c) for r in (0, 2) for c in range(4)}),
        (
            'Tint { %s }, Tint { hexColor "#000000" divisor 4 rowFactor 0 }',
            {(r, c) for r in range(4) for c in (1, 2, 3)},
        ),
        ("", set()),
    ],
)
def test_cells_are_tinted_by_rule(tints: str, tinted: set[tuple[int, int]]) -> None:
    coloured = tints.replace("%s", 'hexColor "#a1b2c3"')
    game = looks(f"tints {{ {coloured} }}" if tints else "")
    cells = view_of(game.initial_state()).cells
    assert {place for place, cell in cells.items() if cell.ground == "#a1b2c3"} == tinted
    assert ("#a1b2c3" in scene_of(game).facts["grounds"]) == bool(tinted)


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ("White up", {((0, c), (0, -1)) for c in range(4)} | {((0, c), (1, -1)) for c in range(4)} | {((r, 3), (1, -1)) for r in range(4)}),
        ("White ahead", {((0, c), (0, -1)) for c in range(4)}),
        ("Black ahead", {((3, c), (0, 1)) for c in range(4)}),
        ("White ahead at corner", {((0, 0), (0, -1))}),
        ("White ahead at half", set()),
    ],
)  # fmt: skip
def test_edges_belong_to_players(edges: str, expected: set[Any]) -> None:
    game = looks(more=f"edges {edges}")
    colour = {player.name: player.color for player in game.players}
    assert set(view_of(game.initial_state()).edges) == {(*edge, colour[edges.split()[0]]) for edge in expected}


def test_edges_are_drawn_along_the_sides() -> None:
    edges = drawn(looks(more="edges White up at corner", board="4x4 hexagonal")).findall("{*}g[@class='under']/{*}path")
    assert [edge.get("d") for edge in edges] == ["M-24 -14L0 -28M0 -28L24 -14"]


@pytest.mark.parametrize(("board", "sign"), BOARDS.values(), ids=BOARDS)
def test_edges_of_hexagons_are_drawn_towards_the_neighbour(board: str, sign: int) -> None:
    """The middle of each side lies midway between the centres, whichever way the board slants."""
    layout = layout_for(view_of(looks(board=f"4x4 {board}").initial_state()))
    x, y = layout.centre((1, 1))
    for a, b, _ in NEIGHBOURS:
        side = layout.side((1, 1), (sign * a, b))
        assert side is not None
        (left, top), (right, bottom) = side
        across, down = layout.centre((1 + b, 1 + sign * a))
        assert abs(left + right - x - across) <= 2 and abs(top + bottom - y - down) <= 2
    assert layout.side((1, 1), (sign, 1)) is None


def test_axes_say_where_cells_lie() -> None:
    texts = drawn(looks(more="axes (100,0) (-50,88)", board="4x4 hexagonal")).findall("{*}g[@class='pieces']/{*}circle")
    assert [(int(c.get("cx")), int(c.get("cy"))) for c in texts][:2] == [(0, 0), (48, 0)]
    assert (144 - 3 * 24, 3 * 42) in [(int(c.get("cx")), int(c.get("cy"))) for c in texts]
    slanted = scene_of(looks(more="axes (50,50) (-50,50)")).facts["cells"]
    (x, y), *others = (cell[:2] for cell in slanted[:5])
    assert [(left - x, top - y) for left, top in others] == [(24, 24), (48, 48), (72, 72), (-24, 24)]


SHAPED = "shapes { Shape { region half across 50 down -25 corners { -48, -50, 48, -50, 0, 100 } }, Shape { region corner round true corners { -50, -50, 50, -50, 50, 50, -50, 50 } } }"


def test_cells_are_drawn_where_a_theme_says_and_as_it_says() -> None:
    """The same in pictures and in browsers; rows 0 and 1 are the half of the second player."""
    view = view_of(looks(SHAPED).initial_state())
    layout = layout_for(view)
    assert layout.centre((2, 1)) == (48 + 24, 96 - 12) and layout.centre((0, 0)) == (0, 0)
    assert layout.outline((2, 1)) == "M49 60l46 0l-23 72z" and layout.shape_of((2, 1)) == "M-23 -24l46 0l-23 72z"
    assert layout.shape_of((0, 0)) == "M-24 0q0 -24 24 -24q24 0 24 24q0 24 -24 24q-24 0 -24 -24z"
    scene = scene_of(looks(SHAPED)).facts
    drawn_as = [scene["outlines"][cell[3]] for cell in scene["cells"]]
    assert drawn_as[0] == layout.shape_of((0, 0)) and set(drawn_as[1:]) == {layout.shape_of((2, 1))}
    x, _, width, _ = extent_of(view)
    assert x + width == layout.centre((0, 3))[0] + 23 + MARGIN
    names = dict(layout.names(view.cells, view.height))
    assert min(y for name, (_, y) in names.items() if name in "abcd") > layout.centre((3, 0))[1] + 48


def test_a_shape_without_a_region_is_that_of_all_cells() -> None:
    shapes = view_of(looks("shapes { Shape { corners { 0, -50, 50, 50, -50, 50 } } }").initial_state()).shapes
    assert len(shapes) == 16 and len(set(shapes.values())) == 1


HEAPED = "heaps { Heap { counter seeds figure Stone hexColor %s size 50 across 40 startAcross -60 most 3 }, Heap { counter seeds region corner size 20 most 5 } }"


@pytest.mark.parametrize(("colour", "expected"), [('"#a1b2c3"', ["#a1b2c3"] * 2), (None, ["#f7f7f2", "#26262a"])])
def test_numbers_on_cells_are_drawn_as_heaps(colour: str | None, expected: list[str]) -> None:
    theme = HEAPED % colour if colour else HEAPED.replace("hexColor %s", "")
    game = looks(theme, f"counter seeds per cell 0..9 = {{ 0 2 5 {'0 ' * 13}| 0 0 0 1 {'0 ' * 12}}}")
    cells = view_of(game.initial_state()).cells
    assert [cells[0, column].written for column in range(4)] == [""] * 4
    assert [cells[0, column].count for column in range(4)] == ["", "2/0", "5/0", "0/1"]  # as in the terminal
    assert [[number for _, number in cells[0, column].heaps] for column in range(4)] == [[], [2], [5], [1]]
    picture = drawn(game)
    placed = [heap.get("transform") for heap in picture.findall("{*}g[@class='heap']")]
    lie = ((1, -29), (1, -10), (2, -29), (2, -10), (2, 10), (3, -29))
    assert placed == [f"translate({48 * column + x} 0) scale(0.5)" for column, x in lie]
    written = [text.text or "" for text in picture.findall("{*}g[@class='symbols']/{*}text")]
    assert [text for text in written if text.isdigit()] == ["5"]
    assert {colour_of(heap[0]) for heap in picture.findall("{*}g[@class='heap']")} == set(expected)
    facts, (own, other) = scene_of(game).facts, (0, 1)
    assert facts["heaps"].keys() == set(range(16)) and [at for _, at, _ in facts["heaps"][5]] == [own, other]
    sizes = [[facts["looks"][look][1] for _, _, look in facts["heaps"][cell]] for cell in (0, 5)]
    assert sizes == [[0.2, 0.2], [0.5, 0.5]]


def heaps_in(game: Game, *moves: str) -> dict[str, list[tuple[int, int]]]:
    """Return for each cell with heaps their sizes and numbers, first of those under the piece."""
    state = game.initial_state()
    for move in moves:
        state = state.play(move)
    return {
        cell.name: [(look.size, number) for look, number in (*cell.below, *cell.heaps)]
        for cell in view_of(state).cells.values()
        if cell.below or cell.heaps
    }


MARKED = """game Marked {
  players X, O
  board 3x1
  pieces Stone:X/O
  mark old game
  mark own per game
  mark seen ply
  counter fish cell = { 0 12 -3 }
  constant depth = { 0 2 5 }
  constant side relative = column
  place Put = empty
  effect = set own Stone -> mark old +=; mark own +=; mark seen
  over = draw
  Theme Sea {
    lightCells "#ffffff"
    tints { Tint { hexColor "#8899aa" constant depth }, Tint { hexColor "#223344" constant depth least 5 } }
    heaps { HEAPS }
  }
}"""


@pytest.mark.parametrize(
    ("heaps", "moves", "expected"),
    [
        ("Heap { mark old size 10 }", "", {}),
        ("Heap { mark old size 10 }", "a1 b1", {"a1": [(10, 1)], "b1": [(10, 1)]}),
        ("Heap { mark seen size 10 }", "a1 b1", {"b1": [(10, 1)]}),
        ("Heap { mark own size 10 }", "a1 b1", {"a1": [(10, 1)], "b1": [(10, 1)]}),
        ("Heap { constant depth size 20 most 3 }", "c1", {"b1": [(20, 2)], "c1": [(20, 5)]}),
        ("Heap { constant side }", "", {"b1": [(100, 1)], "c1": [(100, 2)]}),
        ("Heap { counter fish }", "", {"b1": [(100, 12)]}),
        ("Heap { counter fish most 0 }", "", {"b1": [(100, 12)], "c1": [(100, -3)]}),
        ("Heap { counter fish size 0 }", "", {}),
        (
            "Heap { mark old size 10 }, Heap { counter fish size 30 }, Heap { constant depth size 20 }, Heap { mark old size 11 }",
            "b1",
            {"b1": [(20, 2), (30, 12), (11, 1)], "c1": [(20, 5)]},
        ),
    ],
)
def test_marks_and_constants_are_drawn_as_heaps(
    heaps: str, moves: str, expected: dict[str, list[tuple[int, int]]]
) -> None:
    """Of two heaps of one mark the last one counts; constants lie under pieces, marks come after numbers."""
    game = load(read_text(MARKED.replace("HEAPS", heaps), "marked.game"), "interpreter")
    assert heaps_in(game, *moves.split()) == expected


def test_a_number_that_is_drawn_alone_has_its_own_colour_and_others_contrast() -> None:
    heaps = 'Heap { counter fish most 0 hexColor "#112233" }, Heap { constant depth most 2 hexColor "#445566" startAcross 50 }'
    game = load(read_text(MARKED.replace("HEAPS", heaps), "marked.game"), "interpreter")
    texts = {
        text.text: group.get("fill")
        for group in drawn(game).findall("{*}g[@class='symbols']")
        for text in group.findall("{*}text")
    }
    assert texts == {"12": "#112233", "-3": "#112233", "5": "#ffffff"}
    assert len(drawn(game).findall("{*}g[@class='heap']")) == 4
    facts = scene_of(game).facts
    assert facts["heaps"] == {0: [[0, 0, 0]], 1: [[0, 0, 0], [2, 2, 1]], 2: [[0, 0, 0], [2, 5, 1]]}
    assert [look[2:4] + look[5:] for look in facts["looks"]] == [
        ["#112233", 0, True, "#ffffff"],
        ["#ffffff", 2, True, "none"],
    ]


SUPPLY = """game Supply {
  players X, O
  board 2x1
  neutral Coin:c
  zone purse 2x1 { "cc" }
  counter coins cell purse = { 3 0 }
  place Put = empty
  effect = set Coin
  over = draw
  Theme Table {
    glyphs { Glyph { piece Coin figure FIGURE } }
    heaps { HEAPS }
  }
}"""

ALONE = "Heap { counter coins size 50 most 0 }"


@pytest.mark.parametrize(
    ("heaps", "pale", "written"),
    [
        ("Heap { counter coins size 20 most 2 }", [False, False], ["3"]),
        (ALONE, [False, True], ["3", "0"]),
        (f"Heap {{ counter coins size 20 most 2 }}, {ALONE}", [False, True], ["3", "0"]),
        (f"{ALONE}, Heap {{ counter coins size 0 most 0 }}", [False, False], []),
    ],
)
@pytest.mark.parametrize("figure", ["Disc", "Usual"])
def test_the_sample_of_a_supply_that_is_used_up_is_pale(
    heaps: str, pale: list[bool], written: list[str], figure: str
) -> None:
    """A number is drawn as pieces and also alone; where it stands alone it is not written on the pieces."""
    text = SUPPLY.replace("HEAPS", heaps).replace("FIGURE", figure)
    game = load(read_text(text, "supply.game"), "interpreter")
    view = view_of(game.initial_state())
    assert [cell.pale for cell in view.zones[0].cells.values()] == pale
    picture = svg_of(view.zones[0])
    assert len(picture.findall("{*}g[@opacity='0.3']")) == sum(pale)
    numbers = [text.text for text in picture.findall("{*}g[@class='symbols']/{*}text")]
    assert sorted(numbers) == sorted(written)


LEFT = """game Left {
  players X, O
  board 2x1
  counter here cell = 1
  counter moved cell turn
  move Go = where { if here > 0 } -> select -> here -= 1 -> moved += 1 -> turn same
  move End = option "end"
  Theme Sea { heaps { Heap { counter here size 10 }, Heap { counter moved size 20 } } }
}"""


def test_a_number_that_lasts_for_a_turn_is_drawn_and_told() -> None:
    game = load(read_text(LEFT, "left.game"), "interpreter")
    assert heaps_in(game, "a1") == {"a1": [(20, 1)], "b1": [(10, 1)]}
    assert heaps_in(game, "a1", "end") == {"b1": [(10, 1)]}
    assert "0/1 1/0" in str(game.initial_state().play("a1"))


def test_a_card_bears_its_text_in_two_corners() -> None:
    game = load("goofspiel", "interpreter")
    (ace, *_) = (look for look in states_of(game) if look.figure == "Card")
    texts = [(group.get("transform"), text.text) for group in piece_of(ace) for text in group.findall("{*}text")]
    assert texts == [("rotate(0)", ace.label), ("rotate(180)", ace.label)]


@pytest.mark.parametrize(("name", "letters"), [("xiangqi", {*"RNBAKCP"}), ("little-whist", set()), ("chess", set())])
def test_a_letter_stands_beside_characters_that_many_fonts_do_not_have(name: str, letters: set[str]) -> None:
    pieces = [piece_of(look) for look in states_of(load(name, "interpreter")) if not look.empty]
    assert {text.text for piece in pieces for text in piece.findall("{*}g[@class='letters']/{*}text")} == letters


def test_a_heap_of_each_players_mark_has_the_players_colour() -> None:
    game = load(read_text(MARKED.replace("HEAPS", "Heap { mark own }"), "marked.game"), "interpreter")
    state = game.initial_state().play("a1").play("b1")
    colours = [[look.colour for look, _ in cell.heaps] for cell in view_of(state).cells.values()]
    assert colours == [[game.players[0].color], [game.players[1].color], []]
    assert scene_of(game).facts["marked"] == [[1, "own"], [2, "own"]]


def test_cells_are_tinted_by_a_constant() -> None:
    game = load(read_text(MARKED.replace("heaps { HEAPS }", ""), "marked.game"), "interpreter")
    grounds = [cell.ground for cell in view_of(game.initial_state()).cells.values()]
    assert grounds == ["#ffffff", "#8899aa", "#223344"]


CAPTIONED = """game Captioned {
  players X, O
  board 3x1
  pieces Stone:X/O
  counter quiet = 1
  counter purse per = 3
  phases lay, rest
  move Lay in lay = empty -> select -> option "q" -> set own Stone -> quiet += 1 -> phase rest
  move Rest in rest = option "r" -> purse -= 1 -> phase lay
  over = draw
  Theme Plain { captions { CAPTIONS } }
  Theme Other { }
}"""


@pytest.mark.parametrize(
    ("captions", "numbers", "facts"),
    [
        ("", ("quiet 1", "X: purse 3", "O: purse 3"), ({}, {}, {})),
        (
            'Caption { counter purse text "coins" }',
            ("quiet 1", "X: coins 3", "O: coins 3"),
            ({}, {"purse": "coins"}, {}),
        ),
        ('Caption { counter quiet text "" }', ("X: purse 3", "O: purse 3"), ({}, {"quiet": ""}, {})),
        (
            'Caption { counter purse text "" }, Caption { counter quiet text "a" }, Caption { counter quiet text "b" }',
            ("b 1",),
            ({}, {"purse": "", "quiet": "b"}, {}),
        ),
        (
            'Caption { option "q" text "Queen" }, Caption { phase lay text "Lay a stone" }',
            ("quiet 1", "X: purse 3", "O: purse 3"),
            ({"q": "Queen"}, {}, {"lay": "Lay a stone"}),
        ),
    ],
)
def test_captions_say_what_players_read(
    captions: str, numbers: tuple[str, ...], facts: tuple[dict[str, str], dict[str, str], dict[str, str]]
) -> None:
    """Those of the theme that is drawn; the position and the terminal have the names of the model."""
    game = load(read_text(CAPTIONED.replace("CAPTIONS", captions), "captioned.game"), "interpreter")
    state = game.initial_state()
    plain = ("quiet 1", "X: purse 3", "O: purse 3")
    assert view_of(state).numbers == numbers and tuple(numbers_beside(state.position, game.tables)) == plain
    assert view_of(state, theme=game.document.game.themes[1]).numbers == plain
    assert scene_of(game).facts["captions"] == dict(zip(("options", "counters", "phases"), facts, strict=True))


def colour_of(element: Any) -> str:
    return str(element.get("fill"))


@pytest.mark.parametrize("name", ["backgammon", "go", "leduc-poker", "tic-tac-toe"])
def test_by_night_the_board_is_darker_and_pieces_are_not(name: str) -> None:
    day = view_of(load(name, "interpreter").initial_state())
    night = by_night(day)
    for bright, dark in zip((day, *day.zones), (night, *night.zones), strict=True):
        for place, cell in bright.cells.items():
            assert sum(channels(dark.cells[place].ground)) < sum(channels(cell.ground))
            assert replace(dark.cells[place], ground=cell.ground) == cell
        assert sum(channels(dark.background)) < sum(channels(bright.background or GROUND))
    drawn = CliRunner().invoke(main, ["render", name, "--dark"])
    assert drawn.exit_code == 0 and drawn.output == render_svg(night)


def test_names_may_be_left_out() -> None:
    game = looks("coordinates false")
    assert drawn(game).find("{*}g[@class='names']") is None and scene_of(game).facts["names"] == []
    assert drawn(looks()).find("{*}g[@class='names']") is not None
    assert drawn(looks(), coordinates=False).find("{*}g[@class='names']") is None


@pytest.mark.parametrize("ground", sorted(GRAINS))
def test_grain_lies_over_the_board_and_inside_the_picture(ground: str) -> None:
    game = looks(f"ground {ground}")
    [grain] = drawn(game).findall("{*}g[@class='under']/{*}path")
    assert 0 < float(grain.get("stroke-opacity")) < 0.2
    assert ["path", dict(grain.attrib)] == [
        scene_of(game).facts["under"][0][0],
        {key: str(value) for key, value in scene_of(game).facts["under"][0][1].items()},
    ]


def test_looks_survive_both_syntaxes() -> None:
    game = looks(
        'ground Felt coordinates false tints { Tint { hexColor "#aabbcc" region half divisor 3 columnFactor 2 remainder 1 } } '
        "glyphs { Glyph { piece King figure King } }",
        "axes (100,0) (50,87)\n  edges White up at half, Black ahead",
        "4x4 flat",
    )
    text = write(game.document, Syntax.GAME)
    for line in ("board 4x4 flat", "axes (100,0) (50,87)", "edges White up at half, Black ahead"):
        assert f"  {line}\n" in text
    again = read_text(write(game.document, Syntax.XMI), "looks.xmi")
    assert again.diagnostics == [] and write(again, Syntax.GAME) == text


@pytest.mark.parametrize("example", GAMES, ids=lambda example: example.name)
def test_every_game_has_a_theme(example: Any) -> None:
    assert len(gallery()[example.name].root.themes) > 0


# -- PNG


def test_png(tmp_path: Path) -> None:
    need(png.find_spec("cairosvg") is not None or png.shutil.which("rsvg-convert") is not None, "librsvg2-bin")
    file = tmp_path / "chess.png"
    done = CliRunner().invoke(main, ["render", "chess", "-o", str(file)])
    assert (done.exit_code, done.output) == (0, "")
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG\r\n") and int.from_bytes(data[16:20]) == png.WIDTH


def test_png_without_a_converter_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "find_spec", lambda name: None)
    monkeypatch.setattr(png.shutil, "which", lambda name: None)
    file = tmp_path / "chess.png"
    done = CliRunner().invoke(main, ["render", "chess", "-o", str(file)])
    assert done.exit_code == 2 and "rsvg-convert" in done.stderr and "cairosvg" in done.stderr
    assert not file.exists()
    done = CliRunner().invoke(main, ["render", "chess", "--as", "png"])
    assert done.exit_code == 2 and "-o FILE.png" in done.stderr


def test_a_converter_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "rsvg-convert"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setattr(png, "find_spec", lambda name: None)
    monkeypatch.setattr(png.shutil, "which", lambda name: str(program))
    with pytest.raises(png.NoConverter, match="exit status 3"):
        png.png_of("<svg/>")
