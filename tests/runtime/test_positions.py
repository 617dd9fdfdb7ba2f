"""Positions as text: read, written, and everything that may be wrong with one."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.engines import game, rows, tiny
from tests.support.rules import CHESS_START, GAMES, chess
from tilewright.metamodel.typing import EObject
from tilewright.model.files import read_text
from tilewright.model.text.writer import quoted
from tilewright.runtime import Game, ModelError, perft
from tilewright.runtime.loading import game_of
from tilewright.runtime.positions import read_position, write_position
from tilewright.runtime.proof.perft_tables import read_perft_table

RULES = """
  phases Open, Close
  mark held ply
  mark old game
  counter hand per = 3
  counter seeds cell 0..9
  counter both per cell
  counter brief move
  move A = own -> select
"""


def example() -> Game:
    return tiny("M.m/ ..", RULES, "interpreter").game


def test_what_is_not_named_has_its_initial_value() -> None:
    initial = example().initial_state()
    assert example().position("position Same { }").position == initial.position
    state = example().position('position Other { setup { "..K" " k." } to O }')
    assert (rows(state), state.player.name, str(state.legal_moves)) == ("..K/k.", "O", "b1")
    assert state.position.counters == initial.position.counters


READ = [
    ("marks held = a2 c1", lambda game, p: p.marks[2:] == (game.tables.cells.set_of([(0, 0), (1, 2)]), 0)),
    ("marks old = , marks held = a2", lambda game, p: p.marks[2:] == (1, 0)),
    ("counter hand = 4", lambda game, p: p.counters[1:3] == (4, 4)),
    ("counter hand = 4/-5", lambda game, p: p.counters[1:3] == (4, -5)),
    ("counter seeds = 2", lambda game, p: p.counters[3:8] == (2,) * 5),
    ("counter seeds = { b2 7 c1 1 }", lambda game, p: p.counters[3:8] == (0, 7, 0, 0, 1)),
    ("counter both = { a2 1/2 }", lambda game, p: p.counters[8:18] == (1, 0, 0, 0, 0, 2, 0, 0, 0, 0)),
    ("phase Close", lambda game, p: p.phase == 1),
]


@pytest.mark.parametrize(("text", "holds"), READ, ids=[row[0] for row in READ])
def test_items(text: str, holds: object) -> None:
    loaded = example()
    name, position = read_position(f"position P {{ {text} }} // a comment", loaded)
    assert name == "P" and callable(holds) and holds(loaded, position)
    again = read_position(write_position(position, loaded), loaded)[1]
    assert again.key == position.key


@pytest.mark.parametrize("zone", ["setup", "zone", "to", "marks", "counter", "phase"])
def test_marks_on_cells_of_a_zone_that_is_called_like_an_item_are_read_back(zone: str) -> None:
    rules = f"zone {zone} 2x1\nmark hot game\nmove A = goto {zone} -> empty -> select hot -> set own Man"
    state = tiny("M.", rules, "interpreter").play(f"{zone}.b1")
    assert state.to_text().endswith(f"marks hot = {zone}.b1 }}") and state.game.position(state.to_text()) == state


WRONG = [
    ("", "unexpected-token", 1, 1),
    ("position { }", "unexpected-token", 1, 10),
    ("position P { setup }", "unexpected-token", 1, 20),
    ('position P { setup { "M.m" } }', "bad-value", 1, 28),
    ('position P { setup { "M.x" " .." } }', "bad-value", 1, 25),
    ('position P { setup { "M.m" "m.." } }', "bad-value", 1, 29),
    ('position P { setup { "M.m" " ." } }', "bad-value", 1, 31),
    ('position P { setup { "M.m." " .." } }', "bad-value", 1, 26),
    ('position P { setup { "M.m }', "bad-token", 1, 22),
    ("position P { to Q }", "unresolved-reference", 1, 17),
    ("position P { marks here = a1 }", "unresolved-reference", 1, 20),
    ("position P { marks old = a9 }", "bad-value", 1, 26),
    ("position P { counter hend = 3 }", "unresolved-reference", 1, 22),
    ("position P { counter brief = 1 }", "unresolved-reference", 1, 22),
    ("position P { counter hand = x }", "unexpected-token", 1, 29),
    ("position P { counter hand = 1/2/3 }", "bad-value", 1, 29),
    ("position P { counter hand = { a2 3 } }", "bad-value", 1, 34),
    ("position P { counter seeds = 10 }", "bad-value", 1, 30),
    ("position P { counter hand = 123456789012 }", "unexpected-token", 1, 29),
    ("position P { phase Opn }", "unresolved-reference", 1, 20),
    ("position P { to O, to O }", "duplicate-feature", 1, 20),
    ("position P { phase Open, phase Close }", "duplicate-feature", 1, 26),
    ("position P { marks old = , marks old = a2 }", "duplicate-feature", 1, 34),
    ("position P { counter hand = 1, counter hand = 1 }", "duplicate-feature", 1, 40),
    ("position P { counter seeds = { a2 1 a2 2 } }", "duplicate-feature", 1, 37),
    ('position P { setup { "M.m" " .." } setup { "M.m" " .." } }', "duplicate-feature", 1, 36),
    ("position P { stetup { } }", "unexpected-token", 1, 14),
    ("position P { } more", "unexpected-token", 1, 16),
    ("position P { to", "unexpected-token", 1, 16),
    ("x" * 1_000_001, "file-too-large", 1, 1),
]


@pytest.mark.parametrize(("text", "code", "line", "column"), WRONG, ids=[row[0][:40] for row in WRONG])
def test_what_is_wrong_has_a_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(ModelError) as caught:
        example().position(text)
    found = [(d.code, d.place.line, d.place.column) for d in caught.value.diagnostics]
    assert (code, line, column) in found


@pytest.mark.parametrize(
    ("cell", "words"), [("a1", "a hole"), ("a9", "no cell a9"), ("z", "cells are called as in a1")]
)
def test_what_is_no_cell_is_told_apart(cell: str, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        example().position(f"position P {{ marks old = {cell} }}")


def test_the_interpreter_plays_from_what_no_rule_leads_to() -> None:
    """Compiled code of a game with many kinds counts on its rules."""
    symbols = [chr(ord("\u0100") + number) for number in range(30)]
    kinds = "\n  ".join(f"neutral K{number}:{symbol}" for number, symbol in enumerate(symbols))
    text = f'''game Many {{
  players A, B
  board 3x1
  {kinds}
  setup {{ "{symbols[0]}.." }}
  move Put = empty -> select -> set K2
  stuck = lose
}}'''
    position = f'position P {{ setup {{ "{symbols[5]}.." }} }}'
    document = read_text(text, "many.game")
    assert str(game_of(document, "interpreter").position(position).legal_moves) == "b1 c1"
    with pytest.raises(ModelError, match=r"K5 is on a1, .* only the engine 'interpreter' plays from there"):
        game_of(document, "auto").position(position)


def test_a_zone_is_drawn_once_for_each_cell() -> None:
    loaded = tiny("M..", "zone pile 1x1 per cell\nmove A = own -> select", "interpreter").game
    assert loaded.position('position P { zone pile { a1 "M" b1 "M" } }').to_text().endswith('{ a1 "M" b1 "M" } }')
    with pytest.raises(ModelError, match="the zone 'pile' of b1 is given twice") as caught:
        loaded.position('position P { zone pile { b1 "M" b1 "." } }')
    assert [related.place.column for related in caught.value.diagnostics[0].related] == [26]
    with pytest.raises(ModelError, match="the zone 'pile' is given twice"):
        loaded.position('position P { zone pile { b1 "M" } zone pile { a1 "M" } }')


def test_what_is_no_cell_is_not_given_twice() -> None:
    with pytest.raises(ModelError) as caught:
        example().position("position P { counter seeds = { a2 1 z9 2 z9 3 } }")
    assert [found.code for found in caught.value.diagnostics] == ["bad-value"] * 2


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("marks brief = a2", "the game has no mark 'brief' that outlasts a move (there are: held, old)"),
        ("counter brief = 1", "the game has no counter 'brief' that outlasts a move (there are: both, hand, n, seeds)"),
        ("counter hand = 1/2/3", "'hand' has one number, or 2, not 3"),
        ("counter seeds = 1/2", "'seeds' has one number, not 2"),
        ("marks old = a2 / c1", "'old' has one set of cells, not 2"),
    ],
)
def test_what_is_said_of_marks_and_counters(item: str, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        example().position(f"position P {{ {item} }}")
    assert message in [found.message for found in caught.value.diagnostics]


def test_a_mark_of_each_player_has_one_set_of_cells_or_one_for_each() -> None:
    loaded = tiny("M.m", "mark mine per game\nmove A = own -> select", "interpreter").game
    with pytest.raises(ModelError, match="'mine' has one set of cells, or 2, not 3"):
        loaded.position("position P { marks mine = a1 / b1 / c1 }")


def test_every_problem_is_reported() -> None:
    with pytest.raises(ModelError) as caught:
        example().position("position P { to Q, phase R, marks s = z9 }")
    assert len(caught.value.diagnostics) == 4


def test_a_known_position(engine: str) -> None:
    """Position 4 of the Chess Programming Wiki's "Perft Results": 6, 264; White may not castle."""
    rows = '"r...k..r" "Pppp.ppp" ".b...nbN" "nP......" "BBP.P..." "q....N.." "Pp.P..PP" "R..Q.RK."'
    loaded = game(chess(CHESS_START), engine)
    state = loaded.position(f"position Promotions {{ setup {{ {rows} }} to White, marks moved = e1 a1 h1 }}")
    assert (perft(state, 1), perft(state, 2)) == (6, 264)


@pytest.mark.parametrize(
    "name", ["Player One", "", "1st", "to", "a-b", 'a"b\\', "a\nb\x9b\u202ec", "Spieler Ö", "setup", "}"]
)
def test_names_that_are_no_words_are_read_back(name: str) -> None:
    """A model in XMI may call things as it likes; the game that is named so has the same positions."""
    document = example().document
    root: EObject = document.root
    named = [root.players[0], root.marks[-1], root.counters[1], root.phases[1]]
    for thing in named:
        thing.name = name
    again = game_of(document)
    bare = quoted(name)
    state = again.position(f"position P {{ marks {bare} = a2, counter {bare} = 4/5, phase {bare}, to {bare} }}")
    position = state.position
    assert (state.player.name, position.phase, position.counters[1:3], position.marks[-1]) == (name, 1, (4, 5), 1)
    written = write_position(position, again, name)
    assert written.isprintable() and again.position(written) == state
    table = read_perft_table(f"{written} {named_in(written)} 1 2 3", again)
    assert table.counts == {name: (1, 2, 3)}


def named_in(text: str) -> str:
    """Return the name of a written position as it stands there."""
    return text.removeprefix("position ").partition(" { setup")[0]


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_games_are_read_back(name: str, engine: str) -> None:
    random = Random(name)
    state = game(GAMES[name].text, engine).initial_state()
    for _ in range(30):
        if state.is_over:
            break
        text = write_position(state.position, state.game, "Here")
        assert state.game.position(text) == state
        state = state.play(random.choice(list(state.legal_moves)))
