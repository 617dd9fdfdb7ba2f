"""Shaping: a game of another shape is the game that was written so."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.engines import ENGINES, need, rows
from tests.support.thinning import diagonal
from tilewright.model.diagnostics import ModelError, has_errors
from tilewright.model.document import Document, Syntax
from tilewright.model.files import read_text, write
from tilewright.model.objects import difference, walk
from tilewright.model.shaping import in_shape
from tilewright.model.validation import validate
from tilewright.runtime import Game, State, load, perft, playout

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
    ends = [playout(game, seed, max_plies=500) for seed in range(5)]
    return [(str(end).lower(), end.returns) for end in ends]


@pytest.mark.parametrize(("row", "engine"), diagonal({str(row[0]): row for row in WRITTEN}, ENGINES))
def test_a_choice_is_the_game_that_was_written_so(row: tuple[dict[str, str], str], engine: str) -> None:
    need(engine)
    settings, *said = row
    chosen = load(document(CHOSEN), engine, settings=settings)
    plain = load(document(written(*said)), engine)  # type: ignore[arg-type]
    assert perft(chosen.initial_state(), 3) == perft(plain.initial_state(), 3) > 0
    assert lines(chosen) == lines(plain)
    kept = [each for each in chosen.document.game.eAllContents() if each.eClass.name != "ChosenNumber"]
    assert len(kept) == len(list(plain.document.game.eAllContents()))


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


ORDER = """game Order {
  players Ann, Ben, Cid, Dan
  nature Luck
  start Luck
  parameter n 2..4 = 3
  seats n
  board 3x1
  counter place per 0..4
  counter now 0..4
  counter drawn 0..4
  counter lot move 0..4
  phases drawing, playing
  chance Draw in drawing = amount lot 1..n -> no as each { if place == lot }
    -> do as each { if drawn == (0, 1, 2, 3) -> place := lot } -> drawn += 1
    -> if drawn < n { turn nature } else { phase playing -> now := 1 -> turn next { if place == 1 } }
  move Go in playing = option "go" -> now := now mod n + 1 -> turn next { if place == now }
}
"""
"""Nature draws for each player the place in the order of turns."""


@pytest.mark.parametrize(
    ("count", "lots", "order"),
    [
        ("2", "2 1", "Ben Ann Ben"),
        ("3", "3 1 2", "Ben Cid Ann Ben"),
        ("4", "2 4 1 3", "Cid Ann Dan Ben Cid"),
    ],
)
def test_nature_draws_the_order_of_those_who_play(count: str, lots: str, order: str, engine: str) -> None:
    need(engine)
    state = load(document(ORDER), engine, settings={"n": count}).initial_state()
    left = int(count)
    for lot in lots.split():
        assert state.is_chance and len(state.chance_outcomes) == left
        state, left = state.play(lot), left - 1
    movers = []
    for _ in order.split():
        movers.append(state.player.name)
        state = state.play("go")
    assert " ".join(movers) == order


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


NUMBERS = """game Numbers {
  players Ann, Ben
  parameter n 3..6 = 4
  parameter k 2..4 = 3
  board n x n
  kind Coin:$ { worth k }
  pieces Stone:a/b
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions block = within k x n
  region border = row 0 row n - 1 column 0 column n - 1
  region middle = rect (1,1)(n - 2,n - 2)
  region corners = cells (0,0)(n - 1,n - 1)
  region half = column k - 1..n - 1
  counter left per 0..2 * n = n + 1
  counter lead per -9..99 = { k | 1 }
  place Put = if left > 0 -> empty -> wherenot { step orth k - 1..n through empty -> own } -> wherenot { ray orth k..* own }
    -> wherenot { at border -> along orth -> bend orth k -> step 0..1 -> own }
  effect = set own Stone -> left -= 1 -> lead += (1, k - 2) -> do { at corners -> lead += worth }
    -> do { repeat k { step orth } -> at half -> own -> lead += 1 } -> do { step block -> at middle -> own -> lead += 2 }
    -> do { if lead > 2 -> repeated k -> draw }
  effect = line k own
  stuck = score lead + left
}
"""
"""A number that a parameter says wherever one may stand."""

NUMBERED = [{}, {"n": "5"}, {"k": "2"}, {"n": "6", "k": "4"}]


def numbered(n: int, k: int) -> str:
    """Return the same with numbers."""
    kept = [line for line in NUMBERS.split("\n") if "parameter" not in line]
    text = re.sub(r"2 \* n", str(2 * n), "\n".join(kept))
    for name, number in (("n", n), ("k", k)):
        text = re.sub(
            rf"\b{name}\b(?: ([+-]) (\d))?",
            lambda found, number=number: str(number + int(f"{found[1]}{found[2]}" if found[1] else 0)),  # type: ignore[misc]
            text,
        )
    return re.sub(r"(\d) x (\d)", r"\1x\2", text)


@pytest.mark.parametrize(("settings", "engine"), diagonal({str(row): row for row in NUMBERED}, ENGINES))
def test_a_parameter_says_a_number_wherever_one_may_stand(settings: dict[str, str], engine: str) -> None:
    need(engine)
    plain = load(document(numbered(int(settings.get("n", 4)), int(settings.get("k", 3)))), engine)
    chosen = load(document(NUMBERS), engine, settings=settings)
    assert perft(chosen.initial_state(), 2) == perft(plain.initial_state(), 2) > 0
    assert lines(chosen) == lines(plain)
    assert str(plain.initial_state().counters) == str(chosen.initial_state().counters)


def test_what_a_parameter_says_is_written_in_every_syntax() -> None:
    given = document(NUMBERS)
    for syntax in Syntax.XMI, Syntax.GAME, Syntax.BGDSL:
        again = read_text(write(given, syntax), f"numbers.{syntax.value}", syntax)
        assert again.root is not None and difference(again.root, given.root) is None
    text = write(given, Syntax.GAME)
    for said in (
        "row n - 1",
        "(n - 2,n - 2)",
        "0..2 * n = n + 1",
        "{ k | 1 }",
        "k - 1..n through",
        "k..* own",
        "within k x n",
    ):
        assert said in text, text
    for said in (
        "bend orth k",
        "repeat k {",
        "repeated k",
        "line k own",
        "(1, k - 2)",
        "worth k",
        "column k - 1..n - 1",
    ):
        assert said in text, text


def test_a_number_is_not_valid_for_some_choice() -> None:
    """What is not chosen is only warned of; what is chosen is refused, with its place."""
    given = document(
        NUMBERS.replace("-9..99 = { k | 1 }", "-9..n = { k | 4 }")
        .replace("n 3..6", "n 4..6")
        .replace("k 2..4", "k 2..6")
    )
    told = {each.place.line: each.message for each in validate(given) if each.code == "wrong-for-a-choice"}
    assert "where k is 6: a number of the counter lead" in told[15] and 13 in told and 16 in told
    with pytest.raises(ModelError) as caught:
        load(given, "interpreter", settings={"k": "5"})
    refused = {(each.code, each.place.line) for each in caught.value.diagnostics if has_errors([each])}
    assert {("initialCellsMustBeWithinBounds", 15), ("rangeMustBeInsideBoard", 13)} <= refused
    load(given, "interpreter", settings={"k": "5", "n": "6"})


def test_the_numbers_of_those_who_do_not_play_go_with_them() -> None:
    text = CHOSEN.replace("{ 1 | 2 | 3 }", "{ 1 | coins | n }").replace("(1, 2, 3)", "(n, 2, m)")
    for count in "2", "3":
        settings = {"count": count, "coins": "5", "n": "5", "m": "3"}
        game = load(document(text), "interpreter", settings=settings)
        plain = document(CHOSEN.replace("{ 1 | 2 | 3 }", "{ 1 | 5 | 5 }").replace("(1, 2, 3)", "(5, 2, 3)"))
        assert lines(game) == lines(load(plain, "interpreter", settings=settings))
        assert (
            len([each for each in walk(game.document.root) if each.eClass.name == "ChosenNumber"]) == 2 * int(count) - 1
        )


ZONES = """game Hands {
  players Ann, Ben, Cid
  seats count
  parameter count 2..3 = 2
  board 2x1
  pieces Man:a/b/c
  kind Coin:$
  zone hand 2x1 per { "$." / "b$" / "cc" }
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
        ZONES.replace(", Cid", "")
        .replace("  seats count\n", "")
        .replace("a/b/c", "a/b")
        .replace(" | 2 2 2 2 2 2", "")
        .replace(' / "cc"', "")
    )
    two = two.replace("{ 1 2 3 4 5 6 | 1 1 1 1 1 1 }", "{ 1 2 3 4 | 1 1 1 1 }").replace(
        "{ 1 2 3 4 5 6 }", "{ 1 2 3 4 }"
    )
    chosen, plain = load(document(ZONES), engine), load(document(two.replace("| 8 | 9", "| 8")), engine)
    assert lines(chosen) == lines(plain) and str(chosen.initial_state().counters) == str(plain.initial_state().counters)
    assert len(load(document(ZONES), engine, settings={"count": "3"}).players) == 3


SIZED = """game Sized {
  players Ann, Ben
  parameter n 2..4 = 3
  parameter m 1..3 = 2
  board n x 2
  pieces Man:a/b
  zone hand n + 1 x m per owner
  zone desk n x 1 per
  zone grid 2 * m - 1 x n per desk
  zone tray 3x m
  zone pile m x 2 per cell
  region last of hand = column n
  region corner of tray = rect (1,0)(2,m - 1)
  counter worth cell tray = 5
  move Take = goto hand -> empty -> select -> set own Man -> worth += 1
  move Lay = goto tray -> empty -> select -> set own Man -> do { into hand -> own -> set empty }
  move Deep = goto desk -> into grid -> empty -> select -> set own Man
  move Stand = empty -> select -> set own Man -> into pile -> set own Man
  stuck = score count { at last -> own } + 10 * count { goto tray -> own } + worth { goto corner }
}
"""
"""Zones whose sizes parameters say."""


def sized(n: int, m: int) -> str:
    """Return the same with numbers."""
    text = "\n".join(line for line in SIZED.split("\n") if "parameter" not in line)
    for said, number in (("n + 1", n + 1), ("2 * m - 1", 2 * m - 1), ("m - 1", m - 1), ("n", n), ("m", m)):
        text = re.sub(rf"(?<![a-z]){re.escape(said)}(?![a-z])", str(number), text)
    return re.sub(r"(\d) ?x (\d)", r"\1x\2", text)


ZONE_SIZES = [{}, {"n": "2"}, {"n": "4", "m": "1"}, {"m": "3"}]


@pytest.mark.parametrize(("settings", "engine"), diagonal({str(row): row for row in ZONE_SIZES}, ENGINES))
def test_a_parameter_says_how_large_a_zone_is(settings: dict[str, str], engine: str) -> None:
    need(engine)
    plain = load(document(sized(int(settings.get("n", 3)), int(settings.get("m", 2)))), engine)
    chosen = load(document(SIZED), engine, settings=settings)
    assert chosen.names.zones == plain.names.zones
    assert perft(chosen.initial_state(), 2) == perft(plain.initial_state(), 2) > 0
    assert lines(chosen) == lines(plain)
    assert difference(load(chosen.document, engine, settings=settings).document.root, chosen.document.root) is None


def test_the_size_of_a_zone_is_written_in_every_syntax() -> None:
    given = document(SIZED)
    for syntax in Syntax.XMI, Syntax.GAME, Syntax.BGDSL:
        again = read_text(write(given, syntax), f"sized.{syntax.value}", syntax)
        assert again.root is not None and difference(again.root, given.root) is None
    text = write(given, Syntax.GAME)
    for said in ("zone hand n + 1 x m per owner\n", "zone grid 2 * m - 1 x n per desk\n", "zone tray 3 x m\n"):
        assert said in text, text


def test_a_zone_is_too_small_for_some_choice() -> None:
    """What is not chosen is only warned of, at what does not fit; what is chosen is refused."""
    text = SIZED.replace("column n\n", "column 3\n").replace("zone hand n + 1", "zone hand n - 1")
    text = text.replace("tray = 5", "tray = { 1 2 3 4 5 6 }").replace("= 3\n", "= 4\n").replace("n 2..4", "n 1..5")
    given = read_text(text.replace("column 3", "column 2"), "sized.game")
    told = {(each.place.line, each.message) for each in validate(given) if each.code == "wrong-for-a-choice"}
    assert told == {
        (7, "where n is 1: a zone hand of 0x2 is chosen; it has from 1 to 16384 cells"),
        (14, "where m is 1: the counter worth has 6 numbers at the start, but needs 3, one for each cell"),
    }
    small = read_text(text.replace("column 3", "column 2").replace("n 1..5", "n 2..5"), "sized.game")
    told = {(each.place.line, each.message) for each in validate(small) if each.code == "wrong-for-a-choice"}
    assert (12, "where n is 2: the range leaves the zone hand, whose last row is 1 and last column 0") in told
    for settings, message in (
        ({"n": "2"}, "the range leaves the zone hand"),
        ({"m": "1"}, "needs 3, one for each cell"),
    ):
        with pytest.raises(ModelError, match=message):
            load(small, "interpreter", settings=settings)
    with pytest.raises(ModelError, match="a zone hand of 0x2 is chosen; it has from 1 to 16384 cells"):
        load(given, "interpreter", settings={"n": "1"})
    load(small, "interpreter", settings={"n": "5"})


def test_a_range_may_leave_a_board_of_another_size() -> None:
    text = CHOSEN.replace("n 2..6", "n 1..6")
    told = [(each.place.line, each.message) for each in validate(document(text)) if each.code == "wrong-for-a-choice"]
    assert told == [(14, "where n is 1: the range leaves the board, whose last row is 1 and last column 0")]


DEALT = """game Dealt {
  players Ann, Ben, Cid
  seats count
  parameter count 2..3 = 3
  parameter deal = plain | odd | alike | heap
  board 2x1
  pieces Man:a/b/c King:d/e/f
  zone hand 3x1 per owner { "a.." / "b.." / "c.." }
  zone tray 2x1 { "a." }
  zone pile 2x1 per cell
  setup hand if deal == odd { "aa." / ".b." / "dcc" }
  setup hand if deal == alike AnnMan:x { "xb." }
  setup tray if deal == odd { ".c" }
  setup tray if deal == heap { ".." }
  setup pile if deal == heap { "b." }
  mark from
  move Play = goto hand -> piece -> select from -> goto tray -> empty -> select -> move from
  move Pile = goto all -> empty -> select -> into pile -> piece -> set empty -> goto tray -> set own King
  stuck = score count { goto hand -> piece }
}
"""

DEALS = [
    ({}, "a../b../c.. a. ../.."),
    ({"deal": "odd"}, "aa./.b./dcc .c ../.."),
    ({"deal": "odd", "count": "2"}, "aa./.b. .. ../.."),
    ({"deal": "alike"}, "ab./ab./ab. a. ../.."),
    ({"deal": "heap"}, "a../b../c.. .. b./b."),
    ({"deal": "heap", "count": "2"}, "a../b.. .. b./b."),
]
"""What is chosen, and what stands in the hands, the tray and the piles then."""


def in_zones(state: State) -> str:
    """Return what stands in the zones, each as a row."""
    found = dict(re.findall(r"^(\S+)\n1 (.+)$", str(state), re.MULTILINE))
    shown: dict[str, list[str]] = {"hand": [], "tray": [], "pile": []}
    for name, row in found.items():
        shown[next(zone for zone in shown if zone in name)].append(row.replace(" ", ""))
    return " ".join("/".join(of_zone) for of_zone in shown.values())


@pytest.mark.parametrize(("row", "engine"), diagonal({str(row[0]): row for row in DEALS}, ENGINES))
def test_a_parameter_chooses_what_is_set_up_in_zones(row: tuple[dict[str, str], str], engine: str) -> None:
    need(engine)
    settings, expected = row
    text = write(document(DEALT), Syntax.GAME)
    assert '  setup hand if deal == odd { "aa." / ".b." / "dcc" }\n' in text and " Setup " not in text
    counts = set()
    for given in (document(DEALT), document(text), load(document(DEALT), engine, settings={"deal": "odd"}).document):
        state = load(given, engine, settings={"deal": "plain"} | settings).initial_state()
        assert in_zones(state) == expected
        counts.add(perft(state, 2))
    reference = load(document(DEALT), "interpreter", settings=settings).initial_state()
    assert counts == {perft(reference, 2)} and perft(reference, 1) > 0


REGIONS = """game Regions {
  players Ann, Ben Rotate180, Cid
  seats count
  parameter count 2..3 = 3
  parameter n 3..6 = 3
  parameter opening = rows | corners
  board n x n
  pieces Man:A/B/C King:K/L/M
  neutral Rock:r
  zone tray n x 1
  zone hand n x 1 per
  region home per = row n - 1 | row 0 | column 0
  region far relative = cells (n - 1,n - 1)
  region middle = cells (n div 2,4 * n div 3 - 3)
  region first of hand = column 0
  region last of hand = column n - 1
  region end of tray = column n - 1
  setup { at home Man  at far Ann King  at middle Ben King  at middle Cid Man }
  setup if opening == corners { at far King  at middle Rock }
  setup hand { at first Man  at last Ben King  at last Ann King }
  setup hand if opening == corners { at last King }
  setup tray { at end Rock }
  move Go = own -> select -> set empty
  stuck = draw
}
"""

STARTS = [
    ({}, "CBB/CC./CAK", "..r A.K/B.L/C.."),
    ({"count": "2"}, "BBB/.L./AAK", "..r A.K/B.L"),
    ({"n": "4"}, "CBBB/C.../C.C./CAAK", "...r A..K/B..L/C..."),
    ({"opening": "corners"}, "L../.r./..M", "..r ..K/..L/..M"),
    ({"opening": "corners", "count": "2", "n": "5"}, "L..../...../...../..r../....K", "....r ....K/....L"),
]
"""What is chosen, and what stands on the board, in the tray and in the hands then."""


@pytest.mark.parametrize(("row", "engine"), diagonal({str(row[0]): row for row in STARTS}, ENGINES))
def test_pieces_stand_in_regions_at_the_start(row: tuple[dict[str, str], str, str], engine: str) -> None:
    need(engine)
    settings, expected, beside = row
    given = document(REGIONS)
    text = write(given, Syntax.GAME)
    assert "  setup { at home Man  at far Ann King  at middle Ben King  at middle Cid Man }\n" in text
    assert "  setup hand if opening == corners { at last King }\n" in text and " Setup " not in text
    others = [
        read_text(write(given, syntax), f"regions.{syntax.value}", syntax) for syntax in (Syntax.XMI, Syntax.BGDSL)
    ]
    for one in (given, document(text), *others, load(given, engine, settings={"n": "6"}).document):
        state = load(one, engine, settings={"n": "3"} | settings).initial_state()
        grids = [grid.splitlines() for grid in re.split(r"^  a b.*$", str(state), flags=re.MULTILINE)[:-1]]
        board, *zones = ["/".join(row[2:].replace(" ", "") for row in grid if row[:1].isdigit()) for grid in grids]
        assert (board, f"{zones[0]} {'/'.join(zones[1:])}") == (expected, beside)
        assert perft(state, 1) == expected.count("A") + expected.count("K")


COUNTERS = """  counter seeds cell = { 2  at far n + 1  at home Cid 7 }
  counter gold per cell = { at home 1  at middle Ben n }
  counter left cell hand 1..9 = { 1  at last n div 2 + 1  at first Ann 3 }
  counter worth cell carried = { 1  at far n  at middle 9 }
"""
BEGUN = [
    ({}, "722722724", ("000000111", "111030000", "100100100"), "312112112", "311190113"),
    (
        {"n": "4", "count": "2"},
        "5222222222222225",
        ("0000000000001111", "1111000000400000"),
        "31131113",
        "4111000000901114",
    ),
]
"""What is chosen, and the numbers with which the counters begin then: seeds, gold, left, and worth on the board."""


@pytest.mark.parametrize(("row", "engine"), diagonal({str(row[0]): row for row in BEGUN}, ENGINES))
def test_counters_begin_with_numbers_in_regions(
    row: tuple[dict[str, str], str, tuple[str, ...], str, str], engine: str
) -> None:
    need(engine)
    settings, seeds, gold, left, worth = row
    given = document(REGIONS.replace("  setup { at home", f"{COUNTERS}  setup {{ at home"))
    text = write(given, Syntax.GAME)
    assert all(f"{line}\n" in text for line in COUNTERS.splitlines())
    others = [
        read_text(write(given, syntax), f"regions.{syntax.value}", syntax) for syntax in (Syntax.XMI, Syntax.BGDSL)
    ]
    for one in (given, document(text), *others, load(given, engine, settings={"n": "6"}).document):
        counters = load(one, engine, settings={"n": "3"} | settings).initial_state().counters
        of_players = [
            "".join(str(numbers[player]) for numbers in counters["gold"].values()) for player in range(len(gold))
        ]
        found = ["".join(map(str, counters[name].values())) for name in ("seeds", "left", "worth")]
        found[2] = found[2][: len(seeds)]
        assert (*found, *of_players) == (seeds, left, worth, *gold)


MARKS = """  mark wet, cold game = { at far  at last  at end }
  mark own per game = { at home  at last }
  mark fresh game carried = { at home  at middle }
"""
MARKED = [
    ({}, "a3 c1 Ann.hand.c1 Ben.hand.c1 Cid.hand.c1 tray.c1", ("a1 b1 c1 Ann.hand.c1", "a3 b3 c3 Ben.hand.c1"),
     "a3 b3 c3 a2 b2 a1 b1 c1"),
    ({"n": "4", "count": "2", "opening": "corners"}, "a4 d1 Ann.hand.d1 Ben.hand.d1 tray.d1",
     ("a1 b1 c1 d1 Ann.hand.d1", "a4 b4 c4 d4 Ben.hand.d1"), "a4 c2 d1"),
]  # fmt: skip
"""What is chosen, and the cells with which the marks begin then: wet, those of two players of own, and fresh."""


@pytest.mark.parametrize(("row", "engine"), diagonal({str(row[0]): row for row in MARKED}, ENGINES))
def test_marks_begin_with_the_cells_of_regions(
    row: tuple[dict[str, str], str, tuple[str, str], str], engine: str
) -> None:
    need(engine)
    settings, wet, own, fresh = row
    given = document(REGIONS.replace("  setup { at home", f"{MARKS}  setup {{ at home"))
    text = write(given, Syntax.GAME)
    assert MARKS in text
    others = [
        read_text(write(given, syntax), f"regions.{syntax.value}", syntax) for syntax in (Syntax.XMI, Syntax.BGDSL)
    ]
    for one in (given, document(text), *others, load(given, engine, settings={"n": "6"}).document):
        marks = load(one, engine, settings={"n": "3"} | settings).initial_state().marks
        assert set(marks["wet"]) == set(marks["cold"]) == set(wet.split())
        assert [set(cells) for cells in marks["own"][:2]] == [set(cells.split()) for cells in own]
        assert set(marks["fresh"]) == set(fresh.split())


MELTING = """game Melting {
  players Ann, Ben
  board 3x1
  region all3 = row 0
  mark ice game = { at all3 }
  place Melt = at ice
  effect = mark ice -=
  stuck = lose
}
"""


@pytest.mark.parametrize(
    "effect",
    [
        "at ice -> draw",
        "mark ice -= -> if count { goto ice } > 2 -> draw",
        "mark ice -> if count { goto ice } > 2 -> draw",
    ],
)
def test_marks_that_begin_with_cells_need_no_rule_that_adds_cells(effect: str) -> None:
    """Nor is one that rules set to a single cell known to have one: before that it may have more."""
    assert validate(document(MELTING.replace("mark ice -=", effect))) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_texts_of_positions_say_what_is_marked_no_more(engine: str) -> None:
    need(engine)
    game = load(document(MELTING), engine)
    state = game.initial_state()
    assert "marks" not in state.to_text() and game.position(state.to_text()).marks == {"ice": ("a1", "b1", "c1")}
    for count, move in enumerate(("b1", "a1", "c1"), 1):
        state = state.play(move)
        again = game.position(state.to_text())
        assert len(again.marks["ice"]) == 3 - count and again == state
    assert state.is_over and perft(game.initial_state(), 3) == 6


ANEW = """game Anew {
  players Ann, Ben FlipRows
  board 2x2
  region home relative = row 0
  counter left cell turn 0..3 = { 1  at home 2  at home Ben 3 }
  counter total 0..99
  place Take = any
  effect = total += left { goto all }
  effect = left -= 1
}
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_in_regions_begin_anew(engine: str) -> None:
    """The numbers of a turn are as at the start when the turn is over: 2 in the upper row, and 3 in the lower one."""
    need(engine)
    state = load(document(ANEW), engine).initial_state()
    totals = []
    for move in ("a2", "b1", "b1", "a1"):
        state = state.play(move)
        totals.append(state.counters["total"])
    assert totals == [10, 20, 30, 40]


def test_set_ups_of_zones_are_written_in_every_syntax() -> None:
    given = document(DEALT)
    for syntax in Syntax.XMI, Syntax.GAME, Syntax.BGDSL:
        again = read_text(write(given, syntax), f"dealt.{syntax.value}", syntax)
        assert again.root is not None and difference(again.root, given.root) is None
    mixed = write(given, Syntax.XMI)
    first = mixed.index("<setups", mixed.index('name="tray"'))
    end = mixed.index("</setups>", first) + len("</setups>")
    only = (
        mixed[:first]
        + '<setups><when parameter="//@parameters.1" value="plain"/></setups>'
        + mixed[first:end]
        + mixed[end:]
    )
    again = read_text(only, "dealt.xmi", Syntax.XMI)
    text = write(again, Syntax.GAME)
    assert '  setup tray if deal == plain { ".." }\n' in text
    assert difference(read_text(text, "dealt.game").root, again.root) is None


def test_a_game_that_is_set_up_by_choice_is_set_up_again() -> None:
    crossed = load(document(OPENINGS), "interpreter", settings={"opening": "crossed"})
    again = load(crossed.document, "interpreter", settings={"opening": "rows"})
    assert rows(again.initial_state()) == "mgm/T./MMM"
    assert rows(load(pickle.loads(pickle.dumps(crossed)).document).initial_state()) == "m.M/T./Mgm"


LEAPS = """game Leaps {
  players Ann, Ben Rotate180
  parameter n 1..4 = 2
  parameter m 0..3 = 1
  board 6x6
  pieces Man:A/b
  mark from
  directions leap = (m,n) (n,-m) (-n,m) (-m,-n)
  directions ahead relative = (2 * m - 1,-n)
  directions all = leap (1,0) leap
  setup { "A....." "......" "..A..." "...b.." "......" ".....b" }
  move Leap = own -> select from -> step leap -> !own -> select -> move from
  move Charge = own -> select from -> along ahead -> step -> repeat 0..1 { step } -> select -> move from
  move Ray = own -> ray (n,2 * m - 1)(0,1) empty -> select -> set own Man
  move Near = empty -> own @relative (n,1 - 1) or enemy @(0,-m)(n - 1,0) -> select -> set own Man
  move Put = empty -> step (-n + 5,m - 4)(1,0) 1..n -> own @relative (n,-m + 1) -> step all -> select -> set own Man
  stuck = lose
}
""".replace("(n,1 - 1) or enemy @(0,-m)(n - 1,0)", "(n,0)(0,-m + 1)")
"""Vectors of directions, of steps and rays, and offsets of patterns that follow from parameters."""

LEAPT = [{}, {"n": "3"}, {"n": "1", "m": "2"}, {"m": "0", "n": "4"}]


def leapt(n: int, m: int) -> str:
    """Return the same with numbers."""
    text = "\n".join(line for line in LEAPS.split("\n") if "parameter" not in line)

    def number(found: re.Match[str]) -> str:
        factor = -1 if found[1] == "-" else int(found[1].removesuffix("* ")) if found[1] else 1
        plus = int(found[3].replace(" ", "")) if found[3] else 0
        return str(factor * {"n": n, "m": m}[found[2]] + plus)

    return re.sub(r"(-|\d \* )?\b([nm])\b( [+-] \d)?", number, text)


@pytest.mark.parametrize(("settings", "engine"), diagonal({str(row): row for row in LEAPT}, ENGINES))
def test_vectors_follow_from_parameters(settings: dict[str, str], engine: str) -> None:
    need(engine)
    plain = load(read_text(leapt(int(settings.get("n", 2)), int(settings.get("m", 1))), "leaps.game"), engine)
    chosen = load(document(LEAPS), engine, settings=settings)
    assert perft(chosen.initial_state(), 3) == perft(plain.initial_state(), 3) > 100
    assert lines(chosen) == lines(plain)


def test_vectors_are_written_in_every_syntax() -> None:
    given = document(LEAPS)
    for syntax in Syntax.XMI, Syntax.GAME, Syntax.BGDSL:
        again = read_text(write(given, syntax), f"leaps.{syntax.value}", syntax)
        assert again.root is not None and difference(again.root, given.root) is None
    text = write(given, Syntax.GAME)
    for said in (
        "= (m,n) (n,-m) (-n,m) (-m,-n)\n",
        "relative = (2 * m - 1,-n)\n",
        "step (-n + 5,m - 4)(1,0) 1..n ->",
        "@relative (n,-m + 1)",
    ):
        assert said in text, text
    named = LEAPS.replace(
        "directions all = leap (1,0) leap", "directions side = (m,0) (-m,0)\n  directions all = leap side"
    )
    assert "directions all = leap side\n" in write(document(named), Syntax.GAME)


def test_a_vector_leads_nowhere_for_some_choice() -> None:
    text = LEAPS.replace("(2 * m - 1,-n)", "(1,n - 2)")
    told = {
        (e.place.line, e.message) for e in validate(read_text(text, "leaps.game")) if e.code == "wrong-for-a-choice"
    }
    assert told == set()
    text = LEAPS.replace("(2 * m - 1,-n)", "(0,n - 1)").replace("ray (n,2 * m - 1)", "ray (m,0)")
    told = {
        (e.place.line, e.message) for e in validate(read_text(text, "leaps.game")) if e.code == "wrong-for-a-choice"
    }
    assert told == {
        (9, "where n is 1: the vector (0,0) leads nowhere"),
        (14, "where m is 0: the vector (0,0) leads nowhere"),
    }
    with pytest.raises(ModelError, match=r"the vector \(0,0\) leads nowhere"):
        load(document(text), "interpreter", settings={"n": "1"})


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
    (told,) = [each for each in validate(found) if each.code == "perhaps-not-there"]
    assert ("the game cannot be played unless more are chosen for count" in told.message) == (not settings)
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
