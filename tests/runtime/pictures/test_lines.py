"""The lines that a model draws: which cells they join, their paths, and that browsers draw the same."""

from __future__ import annotations

import pytest
from lxml import etree

from tests.support.elements import gallery
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.runtime import load
from tilewright.runtime.browser.scene import scene_of
from tilewright.runtime.loading import game_of
from tilewright.runtime.move import Cell
from tilewright.runtime.pictures.lines import Segment, path_of
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import BoardView, view_of

TEXT = """game Drawn {{
  players White, Black Rotate180
  board 3x3 points
  pieces Man:M
  tile Gap:-
  tile Wall:#
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions ahead relative = (1,-1)
  directions ring = links (1,0) > (0,0) > (2,2)
  region half relative = row 1..2
  region corner = cells (0,0)(2,2)
  region home per = cells (0,0)(1,0) | cells (1,2)(2,2)
  {lines}
  {setup}
  place Put = empty
  effect = set own Man
}}
"""
OPEN = 'setup { "..." "..." "..." }'


def drawn(lines: str, setup: str = OPEN) -> BoardView:
    text = TEXT.format(lines=lines, setup=setup)
    return view_of(load(read_text(text, "drawn.game")).initial_state(), legal=False)


def joined(lines: str, setup: str = OPEN) -> set[tuple[Cell, Cell]]:
    return {(line.start, line.end) for line in drawn(lines, setup).segments}


ROWS = {((row, column), (row, column + 1)) for row in range(3) for column in range(2)}
COLUMNS = {((row, column), (row + 1, column)) for row in range(2) for column in range(3)}
HALVES = {((0, c), (1, c)) for c in range(3)} | {((1, c), (2, c)) for c in range(3)}


@pytest.mark.parametrize(
    ("lines", "setup", "expected"),
    [
        ("lines orth", OPEN, ROWS | COLUMNS),
        ("lines orth at half", OPEN, ROWS | HALVES),
        ("lines orth at corner", OPEN, set()),
        ("lines orth at home", OPEN, {((0, 0), (0, 1)), ((2, 1), (2, 2))}),
        ("lines ahead", OPEN, {((r, c), (r - 1, c + 1))[::-1] for r in (1, 2) for c in (0, 1)}),
        ("lines ring", OPEN, {((0, 0), (0, 1)), ((0, 0), (2, 2))}),
        ("lines orth", 'setup { ".#." "#.#" ".#." }', set()),
        ("lines orth", 'setup { ".-." "---" ".-." }', set()),
        ("lines orth through Gap", 'setup { ".-." "-#-" ".-." }', {((0, 0), (0, 2)), ((0, 0), (2, 0)), ((0, 2), (2, 2)), ((2, 0), (2, 2))}),
        ("lines orth through Gap through Wall", 'setup { "-.-" ".#." "-.-" }', {((0, 1), (2, 1)), ((1, 0), (1, 2))}),
        ("lines orth at corner\n  lines ahead, orth at home", OPEN, {((r - 1, c + 1), (r, c)) for r in (1, 2) for c in (0, 1)} | {((0, 0), (0, 1)), ((2, 1), (2, 2))}),
    ],
)  # fmt: skip
def test_lines_join_what_the_model_says(lines: str, setup: str, expected: set[tuple[Cell, Cell]]) -> None:
    assert joined(lines, setup) == expected


def at(cell: Cell) -> tuple[int, int]:
    return cell[1] * 10, cell[0] * 10


@pytest.mark.parametrize(
    ("segments", "path"),
    [
        ([Segment((0, 0), (0, 1)), Segment((0, 1), (0, 2))], "M0 0L20 0"),
        ([Segment((0, 1), (0, 2)), Segment((0, 0), (0, 1)), Segment((1, 0), (1, 1))], "M0 0L20 0M0 10L10 10"),
        ([Segment((0, 0), (1, 1)), Segment((1, 1), (2, 0))], "M0 0L10 10M10 10L0 20"),
        ([Segment((0, 1), (1, 0), round=True)], "M10 0A10 10 0 1 0 0 10"),
        ([Segment((1, 4), (0, 3), round=True)], "M40 10A10 10 0 1 0 30 0"),
        ([Segment((3, 0), (4, 1), round=True)], "M0 30A10 10 0 1 0 10 40"),
        ([], ""),
    ],
)
def test_paths(segments: list[Segment], path: str) -> None:
    assert path_of(segments, at, (20, 20)) == path


def test_a_loop_lies_inside_the_picture() -> None:
    svg = etree.fromstring(render_svg(view_of(load("surakarta").initial_state())))
    left, top, width, height = map(int, svg.get("viewBox", "").split())
    [plate] = svg.findall("{*}g[@class='under']/{*}rect")
    x, y, across, down = (int(plate.get(name, "")) for name in ("x", "y", "width", "height"))
    assert (x, y) < (-96, -96) and x + across > 5 * 48 + 96 and y + down > 5 * 48 + 96
    assert left < x and top < y and x + across < left + width and y + down < top + height
    for name in svg.findall("{*}g[@class='names']/{*}text"):
        assert int(name.get("x", "")) < x or int(name.get("y", "")) > y + down


def test_stars_are_where_the_region_is() -> None:
    view = drawn("lines orth\n  stars corner, home")
    assert view.stars == {(0, 0), (2, 2), (0, 1), (2, 1)}
    assert render_svg(view).count('r="5"') == 4


@pytest.mark.parametrize("name", ["go", "xiangqi", "surakarta", "nine-mens-morris"])
def test_a_browser_draws_what_the_picture_has(name: str) -> None:
    game = game_of(gallery()[name])
    svg = etree.fromstring(render_svg(view_of(game.initial_state(), legal=False)))
    under = [[etree.QName(part).localname, dict(part.attrib)] for part in svg.findall("{*}g[@class='under']/*")]
    told = [
        [tag, {key: str(value) for key, value in attributes.items()}]
        for tag, attributes in scene_of(game).facts["under"]
    ]
    assert told == under != []


def test_lines_and_stars_survive_both_syntaxes() -> None:
    lines = "lines orth at half through Wall, ring round\n  stars corner, home"
    document = read_text(TEXT.format(lines=lines, setup=OPEN), "drawn.game")
    text = write(document, Syntax.GAME)
    assert "  lines orth at half through Wall, ring round\n" in text and "  stars corner, home\n" in text
    again = read_text(write(document, Syntax.XMI), "drawn.xmi")
    assert write(again, Syntax.GAME).splitlines()[1:] == text.splitlines()[1:]
