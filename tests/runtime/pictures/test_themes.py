"""Themes: the colours of pictures, and what stands for pieces in them."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner
from lxml import etree, html

from tilewright.model.files import read_text
from tilewright.runtime import load
from tilewright.runtime.cli import main
from tilewright.runtime.loading import game_of
from tilewright.runtime.pictures.page import render_page
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import NoTheme, colours_of, theme_called, view_of

DOT = "data:image/png;base64,iVBORw0KGgo="
TEXT = f"""game Looks {{
  players White, Black
  board 4x2 checkered
  pieces Man:M King:K
  neutral Wall:#
  setup {{ "MK.#" "mk.." }}
  place Put = empty
  effect = set own Man
  over = score count {{ own }}
  Theme Wood {{
    background "#321" lightCells "#F0D9B5" darkCells "#b58863" lines "#222222"
    glyphs {{
      Glyph {{ piece Man text "man" }}, Glyph {{ player Black hexColor "#00f" }},
      Glyph {{ piece King sprite "king.png" text "any" }}, Glyph {{ piece King player White sprite "{DOT}" text "hers" }}
    }}
  }}
  Theme Night {{ background "#000000" }}
  Theme Plain
}}
"""


def looks(name: str | None) -> Any:
    game = load(read_text(TEXT, "looks.game"))
    theme = None if name is None else theme_called(game.document.root, name)
    return view_of(game.initial_state(), theme=theme)


def test_the_first_theme_is_used_unless_another_is_named() -> None:
    wood, night, plain = looks(None), looks("Night"), looks("Plain")
    assert wood == looks("Wood")
    assert (wood.background, wood.lines) == ("#332211", "#222222")
    assert (night.background, night.lines, plain.background, plain.lines) == ("#000000", "", "", "")
    assert {cell.ground for cell in wood.cells.values()} == {"#f0d9b5", "#b58863"}
    assert not any(cell.darker for cell in wood.cells.values())
    assert any(cell.darker for cell in night.cells.values())
    assert [cell.ground for cell in night.cells.values()] == [cell.ground for cell in plain.cells.values()]


def test_the_discs_beside_the_players_have_the_colours_of_the_theme() -> None:
    game = load(read_text(TEXT, "looks.game"), "interpreter")
    for theme in (None, theme_called(game.document.root, "Plain")):
        table = html.document_fromstring(render_page(game.initial_state(), theme=theme)).find(".//table")
        assert [disc.get("fill") for disc in table.iter("circle")] == colours_of(game, theme)
    assert colours_of(game) != colours_of(game, theme)


@pytest.mark.parametrize(
    ("theme", "expected"),
    [
        (None, {"Black": "#0000ff"}),  # the theme gives all that Black has one colour
        ("Plain", {}),
        ('Glyph { piece Man player White hexColor "#f00" }', {}),  # and White's king another one
        ('Glyph { player White hexColor "#f00" }', {"White": "#ff0000"}),
        ('Glyph { piece Man hexColor "#f00" }, Glyph { piece King hexColor "#f00" }', {}),  # else they are alike
    ],
)
def test_players_have_the_colour_of_all_they_own(theme: str | None, expected: dict[str, str]) -> None:
    text = (
        TEXT
        if theme is None or "{" not in theme
        else TEXT.replace("Theme Plain", f"Theme Plain {{ glyphs {{ {theme} }} }}")
    )
    game = load(read_text(text, "looks.game"))
    chosen = None if theme is None else theme_called(game.document.root, "Plain")
    own = {player.name: player.color for player in game.players}
    assert colours_of(game, chosen) == list((own | expected).values())


def test_the_glyph_that_says_most_counts() -> None:
    cells = looks("Wood").cells
    shown = [(cells[0, column].label, cells[0, column].sprite) for column in range(4)]
    assert shown == [("man", ""), ("hers", DOT), ("", ""), ("", "")]
    assert (cells[1, 0].label, cells[1, 0].colour) == ("man", "#0000ff")
    assert (cells[1, 1].label, cells[1, 1].colour, cells[1, 1].sprite) == ("any", "#0000ff", "")
    assert cells[0, 0].colour != "#0000ff"
    assert {cell.label for cell in looks("Plain").cells.values()} == {"", "M", "K"}


def test_the_picture_has_the_colours_and_the_sprites() -> None:
    svg = render_svg(looks("Wood"))
    tree = etree.fromstring(svg)
    assert tree.find("{*}rect").get("fill") == "#332211"
    grounds = {group.get("fill"): group.get("stroke") for group in tree.iterfind("{*}g[@class='cells']")}
    assert grounds == {"#f0d9b5": "#222222", "#b58863": "#222222"}
    assert [image.get("href") for image in tree.iter("{*}image")] == [DOT]
    assert "king.png" not in svg, "no file is named in a picture"
    pieces = tree.findall("{*}g[@class='pieces']/{*}circle")
    assert len(pieces) == 3, "a sprite stands in the place of the disc"
    assert "hers" not in svg and svg.count(">man<") == 2
    assert not list(etree.fromstring(render_svg(looks("Night"))).iter("{*}image"))


def test_the_page_has_the_picture_in_these_colours() -> None:
    game = load(read_text(TEXT, "looks.game"))
    state = game.initial_state()
    assert 'fill="#332211"' in render_page(state)
    night = render_page(state, theme=theme_called(game.document.root, "Night"))
    assert 'fill="#332211"' not in night and 'fill="#000000"' in night


@pytest.mark.parametrize(
    "sprite",
    ["https://example.org/a.png", "data:text/html;base64,AAAA", "javascript:alert(1)", 'data:image/png;base64,A" onload="x',
     f"{DOT}\n", "../a.png"],
)  # fmt: skip
def test_nothing_unchecked_comes_into_a_picture(sprite: str) -> None:
    document = read_text(TEXT, "looks.game")
    for glyph in document.root.themes[0].glyphs:
        glyph.sprite, glyph.hexColor, glyph.text = sprite, '#fff"/><script/>', "</text><script/>"
    for feature in ("background", "lightCells", "darkCells", "lines"):
        setattr(document.root.themes[0], feature, 'red"/><script/>')
    svg = render_svg(view_of(game_of(document).initial_state()))
    tree = etree.fromstring(svg)
    assert not list(tree.iter("{*}script", "{*}image"))
    assert sprite not in svg and "red" not in svg


def test_a_theme_that_is_not_there(tmp_path: Any) -> None:
    file = tmp_path / "looks.game"
    file.write_text(TEXT, encoding="utf-8")
    done = CliRunner().invoke(main, ["render", str(file), "--theme", "Nigt"])
    assert (done.exit_code, done.stdout) == (2, "") and "did you mean 'Night'?" in done.stderr
    done = CliRunner().invoke(main, ["render", str(file), "--theme", "Night"])
    assert (done.exit_code, 'fill="#000000"' in done.stdout) == (0, True)
    file.write_text(TEXT[: TEXT.index("  Theme Wood")] + "}\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["render", str(file), "--theme", "Night"])
    assert done.exit_code == 2 and "the game has no themes" in done.stderr
    with pytest.raises(NoTheme):
        theme_called(load("chess").document.root, "")


def test_a_symbol_stands_without_a_disc() -> None:
    """Figures of Unicode are pictures by themselves, in the colours of their owners; letters are not."""
    text = TEXT.replace('piece Man text "man"', 'piece Man text "♟\ufe0e"')
    state = load(read_text(text, "looks.game")).initial_state()
    picture = etree.fromstring(render_svg(view_of(state, legal=False)))
    figures = picture.findall(".//{*}g[@class='figures']")
    assert [figure.get("fill") == "#0000ff" for figure in figures] == [False, True]
    assert {written.text for figure in figures for written in figure} == {"♟\ufe0e"}
    discs = picture.findall(".//{*}g[@class='pieces']/{*}circle")
    assert len(discs) == 1, "the black king's"
