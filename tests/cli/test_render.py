"""The verb render: its three forms, and the page about a position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from lxml import etree, html

from tilewright.model.files import read, read_text
from tilewright.model.gallery import locate
from tilewright.runtime import State, load
from tilewright.runtime.cli import main
from tilewright.runtime.loading import game_of
from tilewright.runtime.pictures.page import MAX_MOVES, render_page


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["render", *arguments])


def played(game: str, moves: str) -> State:
    state = load(game).initial_state()
    for move in moves.split():
        state = state.play(move)
    return state


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.svg", "<svg "), ("a.SVG", "<svg "), ("a", "<svg "), ("a.txt", "8 "), ("a.html", "<!DOCTYPE html>\n<html "),
     ("a.htm", "<!DOCTYPE html>\n")],
)  # fmt: skip
def test_the_name_of_the_file_says_what_it_holds(tmp_path: Path, name: str, begins: str) -> None:
    assert run("othello", "-o", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_the_form_may_be_said_instead(tmp_path: Path) -> None:
    assert run("othello", "-o", str(tmp_path / "a.svg"), "--as", "text").exit_code == 0
    text = f"{played('othello', '')}\n"
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == text
    assert run("othello", "--as", "text").stdout == text
    assert run("othello", "--as", "text", "-o", "-").stdout == text
    assert run("othello").stdout.startswith("<svg ")
    wrong = run("othello", "-o", str(tmp_path / "a.gif"))
    assert wrong.exit_code == 2 and "--format svg, png, text or html" in wrong.output
    assert not (tmp_path / "a.gif").exists()


def test_marks_and_names_can_be_left_out() -> None:
    def count(kind: str, *arguments: str) -> int:
        svg = etree.fromstring(run("othello", "--after", "d6, c4", *arguments).stdout)
        return len(svg.findall(f".//{{*}}*[@class='{kind}']"))

    assert [count(kind) > 0 for kind in ("legal", "names", "last")] == [True, True, True]
    assert count("legal", "--no-legal") == 0 < count("names", "--no-legal")
    assert count("names", "--no-coordinates") == 0 < count("legal", "--no-coordinates")


def test_the_last_move_is_marked() -> None:
    svg = etree.fromstring(run("chess", "--after", "e2-e4 d7-d5").stdout)
    assert len(svg.findall("{*}g[@class='last']/{*}path")) == 2
    assert b'class="last"' not in etree.tostring(etree.fromstring(run("chess").stdout))
    assert run("go", "--after", "a1 pass").exit_code == 0


def words(page: str) -> str:
    """Return the text of a page, without its style."""
    tree = html.document_fromstring(page)
    for style in list(tree.iter("style")):
        style.drop_tree()
    return " ".join(tree.text_content().split())


def test_the_page_tells_the_position() -> None:
    state = played("chess", "e2-e4 d7-d5")
    page = render_page(state, state.game.parse_move("d7-d5"))
    text = words(page)
    for part in ("White to move", "The last move was d7-d5", f"Legal moves: {len(state.legal_moves)}", "8×8, 64 cells"):
        assert part in text
    assert [code.text for code in html.document_fromstring(page).iter("code")][1:] == [
        str(m) for m in state.legal_moves
    ]
    assert "KingK k" in text and state.to_text() in page.replace("&quot;", '"')
    assert "Legal moves" not in words(render_page(state, legal=False))
    assert f"and {2176 - MAX_MOVES} more" in words(render_page(played("amazons", "")))
    assert "Counters" not in text and "hand" in words(render_page(played("nine-mens-morris", ""))).lower()


@pytest.mark.parametrize(
    ("game", "moves", "status"),
    [
        ("tic-tac-toe", "a1 b1 a2 b2 a3", "X has won"),
        ("tic-tac-toe", "a3 b3 c3 b2 b1 c2 a2 a1 c1", "The game is drawn"),
    ],
)
def test_the_page_tells_how_a_game_has_ended(game: str, moves: str, status: str) -> None:
    text = words(render_page(played(game, moves)))
    assert status in text and "to move" not in text and "Legal moves" not in text and "Result" in text


@pytest.mark.parametrize(
    ("players", "paid", "status"),
    [
        ("Ann, Bob", -1, "All have lost, -1 to -1"),
        ("Ann, Bob", 1, "All have won, 1 to 1"),
        ("Ann", 0, "The game is over, 0"),
    ],
)
def test_the_page_tells_what_is_the_same_for_all(players: str, paid: int, status: str) -> None:
    text = f"game G {{\n  players {players}\n  board 1x1\n  move Go = any -> select -> pay {paid}\n}}"
    state = load(read_text(text, "g.game"), "interpreter").initial_state().play("a1")
    assert html.document_fromstring(render_page(state)).find_class("turn")[0].text == status


def test_nothing_of_a_model_is_markup() -> None:
    game = game_of(read(locate("tic-tac-toe")))
    root = game.document.root
    hostile = "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"
    game.name = hostile
    root.pieces[0].name = hostile
    root.players[0].hexColor = '#fff"/><script/>'
    tree = html.document_fromstring(render_page(game.initial_state()))
    assert tree.findtext(".//h1") == hostile and tree.findtext(".//title") == f"{hostile}, ply 0"
    assert not list(tree.iter("script", "img", "link", "iframe"))
    assert not [name for element in tree.iter() for name in element.attrib if name.startswith("on") or name == "style"]


def test_the_page_needs_no_other_file_and_has_two_colour_schemes() -> None:
    page = render_page(played("othello", ""))
    assert "prefers-color-scheme: dark" in page
    assert re.findall(r"(?:src|href|url|import)\b", page.replace("http://www.w3.org/2000/svg", "")) == []
