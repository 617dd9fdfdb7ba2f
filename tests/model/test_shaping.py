"""Shaping: a game of another shape is the game that was written so."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.engines import ENGINES, need, rows
from tests.support.thinning import diagonal
from tilewright.model.diagnostics import ModelError, has_errors
from tilewright.model.document import Document, Syntax
from tilewright.model.files import read_text, write
from tilewright.model.objects import difference
from tilewright.model.shaping import in_shape
from tilewright.model.validation import validate
from tilewright.runtime import Game, load, perft, playout

CHOSEN = """game Many {
  players Ann, Ben FlipRows, Cid
  seats count
  parameter n 2..6 = 3
  parameter m 1..4 = 2
  parameter count 1..3 = 2
  parameter coins 0..9 = 4
  board n x m
  pieces Man:a/b/c
  transition Cell first : Empty -> AnnMan
  transition Cell second : Empty -> BenMan
  transition Cell third : Empty, AnnMan -> CidMan
  transition Cell on : BenMan, CidMan -> AnnMan
  region home per = column 0 | column 1 | row 0
  mark seen per game
  counter hand per -50..50 = coins
  counter lead per = { 1 | 2 | 3 }
  counter left cell 0..1 = 1
  move Put = if hand > 0 -> empty !at seen -> select -> mark seen += -> set own Man -> left := 0 -> hand -= (1, 2, 3)
  move Home = at home -> enemy -> select -> set own -> lead += 1
  stuck = score 10 * lead + count { goto all -> own } + left { goto home }
  Theme Plain { glyphs { Glyph { player Ann text "1" }, Glyph { player Cid text "3" } } }
}
"""

WRITTEN = [
    ({}, "Ann, Ben FlipRows", "3x2", "a/b", "column 0 | column 1", 4, "{ 1 | 2 }", "(1, 2)"),
    ({"count": "3"}, "Ann, Ben FlipRows, Cid", "3x2", "a/b/c", "column 0 | column 1 | row 0", 4, "{ 1 | 2 | 3 }", "(1, 2, 3)"),
    ({"n": "4", "m": "1", "coins": "2"}, "Ann, Ben FlipRows", "4x1", "a/b", "column 0 | column 1", 2, "{ 1 | 2 }", "(1, 2)"),
    ({"n": "2", "m": "3", "coins": "9"}, "Ann, Ben FlipRows", "2x3", "a/b", "column 0 | column 1", 9, "{ 1 | 2 }", "(1, 2)"),
    ({"count": "1", "n": "2"}, "Ann", "2x2", "a/b", "column 0", 4, "{ 1 }", "(1)"),
]  # fmt: skip


def written(players: str, size: str, symbols: str, home: str, coins: int, lead: str, cost: str) -> str:
    """Return the game as it is written for one choice."""
    count = players.count(",") + 1
    text = CHOSEN.replace("Ann, Ben FlipRows, Cid", players).replace("n x m", size).replace("  seats count\n", "")
    text = text.replace("Man:a/b/c", f"Man:{'/'.join('abc'[:count])}").replace("column 0 | column 1 | row 0", home)
    text = text.replace("= coins", f"= {coins}").replace("{ 1 | 2 | 3 }", lead).replace("(1, 2, 3)", cost)
    if count < 3:
        text = text.replace("  transition Cell third : Empty, AnnMan -> CidMan\n", "").replace(
            "BenMan, CidMan", "BenMan"
        )
        text = text.replace(', Glyph { player Cid text "3" }', "")
    if count < 2:
        text = text.replace("  transition Cell second : Empty -> BenMan\n", "").replace(
            "  transition Cell on : BenMan -> AnnMan\n", ""
        )
    return text


def document(text: str) -> Document:
    """Return the model of a text, which has no errors."""
    found = read_text(text, "many.game")
    assert not has_errors(validate(found)), [str(each) for each in validate(found)]
    return found


def lines(game: Game) -> list[tuple[str, tuple[float, ...]]]:
    """Return the boards and results at the end of random games."""
    ends = [playout(game, seed) for seed in range(5)]
    return [(str(end).lower(), end.returns) for end in ends]


@pytest.mark.parametrize(("row", "engine"), diagonal({str(row[0]): row for row in WRITTEN}, ENGINES))
def test_a_choice_is_the_game_that_was_written_so(row: tuple[dict[str, str], str], engine: str) -> None:
    need(engine)
    settings, *said = row
    chosen = load(document(CHOSEN), engine, settings=settings)
    plain = load(document(written(*said)), engine)  # type: ignore[arg-type]
    assert perft(chosen.initial_state(), 3) == perft(plain.initial_state(), 3) > 0
    assert lines(chosen) == lines(plain)
    assert len(list(chosen.document.game.eAllContents())) == len(list(plain.document.game.eAllContents()))


def test_a_model_that_is_given_keeps_its_shape() -> None:
    given, same = document(CHOSEN), document(CHOSEN)
    for settings in ({}, {"count": "3", "n": "5"}):
        load(given, "interpreter", settings=settings)
        assert difference(given.root, same.root) is None


def test_a_game_that_was_shaped_is_shaped_again() -> None:
    game = load(document(CHOSEN), "interpreter", settings={"count": "3", "n": "4"})
    assert lines(pickle.loads(pickle.dumps(game))) == lines(game)
    again = load(game.document, "interpreter", settings={"count": "2", "n": "3"})
    assert lines(again) == lines(load(document(CHOSEN), "interpreter"))
    with pytest.raises(ModelError, match="3 players are to play, and there are 2"):
        load(again.document, "interpreter", settings={"count": "3"})


def test_every_syntax_says_the_shape() -> None:
    text = write(document(CHOSEN), Syntax.GAME)
    assert all(line in text for line in ("  seats count\n", "  board n x m\n", "  counter hand per -50..50 = coins\n"))
    for syntax in Syntax.XMI, Syntax.GAME, Syntax.BGDSL:
        other = read_text(write(document(CHOSEN), syntax), f"many.{syntax.value}", syntax)
        assert other.root is not None and not in_shape(other.game)
        assert lines(load(other, "interpreter", settings={"n": "5"})) == lines(
            load(document(CHOSEN), "interpreter", settings={"n": "5"})
        )


OPENINGS = """game Openings {
  players White, Black, Grey
  seats count
  parameter count 2..3 = 3
  parameter opening = rows | crossed | thrones
  board 3x3
  pieces Man:M/m/g
  tile Throne:T empty
  setup { "mgm" "T ." "MMM" }
  setup if opening == crossed { "m.M" ". ." "Mgm" }
  setup if opening == thrones WhiteMan:x { "..." "x x" "..m" }
  move Go = own -> select -> set empty
  stuck = draw
}
"""

SET_UP = [
    ({}, "mgm/T./MMM"),
    ({"opening": "crossed"}, "m.M/T./Mgm"),
    ({"opening": "thrones"}, ".../MM/..m"),
    ({"opening": "crossed", "count": "2"}, "m.M/T./M.m"),
    ({"count": "2"}, "m.m/T./MMM"),
]


@pytest.mark.parametrize(("row", "engine"), diagonal({str(row[0]): row for row in SET_UP}, ENGINES))
def test_a_parameter_chooses_what_is_set_up(row: tuple[dict[str, str], str], engine: str) -> None:
    need(engine)
    settings, expected = row
    text = write(document(OPENINGS), Syntax.GAME)
    assert "  setup if opening == crossed { " in text and " Setup " not in text
    for given in (document(OPENINGS), document(text)):
        state = load(given, engine, settings=settings).initial_state()
        assert rows(state) == expected
        assert perft(state, 1) == expected.count("M")


def test_a_model_that_has_its_shape_keeps_its_places() -> None:
    text = OPENINGS.replace("= 3\n", "= 2\n").replace("2..3", "1..3")
    for settings, kept in (({}, False), ({"count": "3"}, False)):
        given = document(text)
        game = load(given, "interpreter", settings=settings)
        assert (game.document is given) is kept
    given = document(OPENINGS)
    assert load(given, "interpreter").document is given


ZONES = """game Hands {
  players Ann, Ben, Cid
  seats count
  parameter count 2..3 = 2
  board 2x1
  pieces Man:a/b/c
  kind Coin:$
  zone hand 2x1 per { "$." }
  zone deck 1x1 { "b" }
  counter mine per cell hand = { 1 2 3 4 5 6 | 1 1 1 1 1 1 | 2 2 2 2 2 2 }
  counter all cell hand = { 1 2 3 4 5 6 }
  counter deep per cell deck = { 7 | 8 | 9 }
  counter same per cell hand = { 1 2 }
  mark from
  move Go = goto hand -> Coin -> select from -> goto deck -> set own Man -> goto all -> empty -> pick -> set like from
  stuck = score mine { goto hand } + all { goto hand } + deep { goto deck } + 100 * same { goto hand }
}
"""


def test_what_is_in_the_zones_of_the_absent_goes_with_them(engine: str) -> None:
    two = (
        ZONES.replace(", Cid", "").replace("  seats count\n", "").replace("a/b/c", "a/b").replace(" | 2 2 2 2 2 2", "")
    )
    two = two.replace("{ 1 2 3 4 5 6 | 1 1 1 1 1 1 }", "{ 1 2 3 4 | 1 1 1 1 }").replace(
        "{ 1 2 3 4 5 6 }", "{ 1 2 3 4 }"
    )
    chosen, plain = load(document(ZONES), engine), load(document(two.replace("| 8 | 9", "| 8")), engine)
    assert lines(chosen) == lines(plain) and str(chosen.initial_state().counters) == str(plain.initial_state().counters)
    assert len(load(document(ZONES), engine, settings={"count": "3"}).players) == 3


NAMED = [
    ("effect = turn Cid", {}, "the Player 'Cid' is not there"),
    ("move No = CidMan -> select", {}, "the State 'CidMan' is not there"),
    ("effect = at home -> set Cell.BenMan", {"count": "1"}, "the State 'BenMan' is not there"),
    ("directions ring = links (2,0) > (0,0)\n  move No = own -> step ring -> select", {"n": "2"}, "the cell (2,0) is not there"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "settings", "message"), NAMED, ids=[row[0] for row in NAMED])
def test_rules_must_not_name_what_is_not_there(line: str, settings: dict[str, str], message: str) -> None:
    text = CHOSEN.replace("  stuck", f"  {line}\n  stuck")
    found = read_text(text, "many.game")
    assert [each.code for each in validate(found) if each.code == "perhaps-not-there"] == ["perhaps-not-there"]
    with pytest.raises(ModelError) as caught:
        load(found, "interpreter", settings=settings)
    (problem,) = caught.value.diagnostics
    assert message in problem.message and problem.code == "not-there"
    load(found, "interpreter", settings={"count": "3", "n": "3"})


WRONG = [
    ({"n": "7"}, "'7' cannot be chosen for n: a number from 2 to 6"),
    ({"count": "0"}, "'0' cannot be chosen for count: a number from 1 to 3"),
]


@pytest.mark.parametrize(("settings", "message"), WRONG, ids=[row[1] for row in WRONG])
def test_what_cannot_be_chosen(settings: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(document(CHOSEN), "interpreter", settings=settings)


def test_a_board_may_be_too_large_for_some_choice() -> None:
    text = CHOSEN.replace("n 2..6", "n 2..999999").replace("m 1..4", "m 1..999999")
    with pytest.raises(ModelError, match="a board of 500000x2 is chosen; it has from 1 to 16384 cells"):
        load(document(text), "interpreter", settings={"n": "500000"})
    with pytest.raises(ModelError, match="rangeMustBeInsideBoard"):  # the home of the second player
        load(document(CHOSEN.replace("n 2..6", "n 1..6")), "interpreter", settings={"n": "1"})


def test_what_is_chosen_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "many.game"
    file.write_text(CHOSEN, encoding="utf-8")
    shown = run("show", str(file), "--set", "n=5", "--set", "count=3").stdout
    assert (
        "board: 5x2" in shown and "players: Ann, Ben, Cid" in shown and "parameter n = 5: a number from 2 to 6" in shown
    )
