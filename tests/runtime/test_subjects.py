"""The words by which a game is found in the gallery of the server."""

from __future__ import annotations

import pytest

from tests.support.gallery import EXAMPLES
from tilewright.model.gallery import locate
from tilewright.runtime.web.subjects import about, described

TEXTS = [
    (
        "// Cards for\n// two.\n\n// not this\ngame G {\n  players A, B // and nobody else\n}",
        "Cards for two. 2 players",
    ),
    ("game G {\n  players A\n  board 3x3 hexagonal\n  chance Roll = any\n}", "1 player chance dice hexagonal hexagons"),
    (
        "game G {\n  players A, B, C\n  zone hand 1x1 per hidden\n  simultaneous\n}",
        "3 players hidden secret simultaneous",
    ),
    ("game G {\n  players A, B\n  sight = own\n}", "2 players hidden secret"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "words"), TEXTS, ids=range(len(TEXTS)))
def test_words_of_a_text(text: str, words: str) -> None:
    assert about(text) == words


@pytest.mark.parametrize(
    ("word", "name"),
    [("hexagonal", "hex"), ("dice", "backgammon"), ("3 players", "yavalath-three-players"), ("hidden", "battleship")],
)
def test_games_are_found_by_what_they_have(word: str, name: str) -> None:
    found = {each.name for each in EXAMPLES if word in about(locate(each.name, (".game",)).read_text("utf-8"))}
    assert name in found and "tic-tac-toe" not in found


def test_what_is_said_of_a_game_and_of_the_one_that_it_extends() -> None:
    base = described(locate("othello", (".game",)).read_text("utf-8"))
    assert base == ("Othello", ["Othello: enclose the other's discs in a line, and they are yours."])
    assert described('// Small.\ngame Mine extends "othello" {\n}') == ("Mine", ["Small.", *base[1]])
    assert described('game "Mine, too" extends othello {\n}') == ("Mine, too", base[1])
    assert described("game Mine extends elsewhere {\n}") == ("Mine", []) and described("") == ("", [])
