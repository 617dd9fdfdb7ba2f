"""The reader of the game notation: what declarations, pictures and filters stand for, and that whole games read clean."""

from __future__ import annotations

import re

import pytest

from tests.support.game_lines import CHAINS, HEAD, NAMES, SAME, STRUCTURE
from tests.support.rules import GAMES
from tilewright.metamodel import Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Document, Syntax
from tilewright.model.files import read_text, write
from tilewright.model.game.extending import read_game
from tilewright.model.objects import fragment, is_default, values_of, walk


def read(*lines: str) -> Document:
    """Read a game with these further lines; they must have no problems."""
    document = read_game(HEAD + "".join(f"  {line}\n" for line in lines) + "}\n", "test.game")
    assert document.diagnostics == []
    return document


def game(*lines: str) -> EObject:
    """Return the model of a game with these further lines."""
    return read(*lines).root


def chain(text: str) -> EObject:
    """Read a chain."""
    return game(NAMES, f"effect = {text}").board.effectPipeline.filters[0]


def listing(obj: EObject) -> str:
    """Return an element on one line: what is set, in metamodel order."""
    parts = [obj.eClass.name]
    for feature in schema().of(obj).stored:
        if is_default(obj, feature) and not (obj.eClass.name == "IntValue" and feature.name == "value"):
            continue
        values = values_of(obj, feature)
        if feature.kind is Kind.CONTAINMENT:
            parts.append(f"{feature.name}:[{', '.join(map(listing, values))}]")
        else:
            parts.append(f"{feature.name}={','.join(str(getattr(value, 'name', value)) for value in values)}")
    return " ".join(parts)


@pytest.mark.parametrize("text", CHAINS)
def test_what_a_chain_stands_for(text: str) -> None:
    expected = CHAINS[text]
    found = listing(chain(text))
    assert sorted(found.replace(",", "").split()) == sorted(expected.replace(",", "").split())


@pytest.mark.parametrize("text", SAME)
def test_other_ways_to_write_a_chain(text: str) -> None:
    assert listing(chain(text)) == listing(chain(SAME[text]))


@pytest.mark.parametrize("line", STRUCTURE)
def test_declarations_read_clean(line: str) -> None:
    read(line)


@pytest.mark.parametrize("name", GAMES)
def test_games_read_clean(name: str) -> None:
    document = read_game(GAMES[name].text, name)
    assert document.diagnostics == []
    assert all(document.place(obj).line > 1 for obj in walk(document.root))


def test_chess() -> None:
    root: EObject = read_game(GAMES["chess"].text, "chess").root
    assert [piece.name for piece in root.pieces] == ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"]
    cell = root.board.tiles[0]
    assert (len(root.board.tiles), cell.name, cell.initialState.name, len(cell.states)) == (1, "Cell", "Empty", 12)
    king = next(state for state in cell.states if state.symbol == "k")
    assert (king.name, king.owner.name, king.piece.name) == ("BlackKing", "Black", "King")
    corner = root.board.tileplacement[0]
    assert (corner.row, corner.column, corner.initialState.name) == (0, 0, "BlackRook")
    assert sum(cell.initialState is not None for cell in root.board.tileplacement) == 32
    all8 = next(found for found in root.directionSets if found.name == "all8")
    assert len({(vector.x, vector.y) for vector in all8.vectors}) == 8
    assert root.initialPlayer is root.players[0]
    assert [mark.lifetime.name for mark in root.marks if mark.name in ("ep", "moved", "from")].count("Move") == 1


def test_pieces_make_the_states_of_the_default_tile() -> None:
    root = game()
    cell = root.board.tiles[0]
    assert [(s.name, s.symbol, s.owner and s.owner.name, s.piece.name, s.hexColor) for s in cell.states] == [
        ("WhiteMan", "M", "White", "Man", root.players[0].hexColor),
        ("BlackMan", "m", "Black", "Man", root.players[1].hexColor),
        ("WhiteQueen", "Q", "White", "Queen", root.players[0].hexColor),
        ("BlackQueen", "q", "Black", "Queen", root.players[1].hexColor),
        ("Wall", "*", None, "Wall", cell.states[4].hexColor),
    ]
    assert (cell.initialState.symbol, cell.initialState.owner, cell.initialState.piece) == (None, None, None)
    assert len(root.board.tileplacement) == 9
    assert root.players[0].hexColor != root.players[1].hexColor


@pytest.mark.parametrize(
    ("line", "initial", "states"),
    [
        ("tile T:#", "T", []),
        ("tile T:# empty", "Empty", ["WhiteMan", "BlackMan", "WhiteQueen", "BlackQueen", "Wall"]),
        ("tile T:# empty holds Wall Man", "Empty", ["WhiteMan", "BlackMan", "Wall"]),
        ("tile T:# holds Queen", "T", ["WhiteQueen", "BlackQueen"]),
        ("tile T:# empty holds", "Empty", []),
    ],
)
def test_tiles(line: str, initial: str, states: list[str]) -> None:
    root = game(line, 'setup { "#.." "..." "..." }')
    tile = root.board.tiles[1]
    assert (tile.name, tile.tileType, tile.initialState.name, tile.initialState.symbol) == ("T", "T", initial, "#")
    assert [state.name for state in tile.states] == states
    assert [piece.name for piece in root.pieces][3:] == ([] if initial == "Empty" else ["T"])
    assert tile.initialState.piece is (None if initial == "Empty" else root.pieces[3])
    assert root.board.tileplacement[0].tile is tile and root.board.tileplacement[0].initialState is None


@pytest.mark.parametrize(
    ("lines", "cells"),
    [
        (['setup { "M.." " *." "..q" }'], "Cell.WhiteMan Cell Cell - Cell.Wall Cell Cell Cell Cell.BlackQueen"),
        (['tiles { "+.+" "..." "  +" }'], "T Cell T Cell Cell Cell - - T"),
        (
            ['tiles { "+.." "..." "  +" }', 'setup { "M.M" "..." "  ." }'],
            "T.WhiteMan Cell Cell.WhiteMan Cell Cell Cell - - T",
        ),
        (['tiles T:x Cell:o { "xoo" "ooo" "oo." }'], "T Cell Cell Cell Cell Cell Cell Cell Cell"),
        (['setup WhiteMan:1 { "1.." "..." "..." }'], "Cell.WhiteMan" + " Cell" * 8),
        (['tiles { "+.." "..." "..." }', 'setup T.Wall:w { "w.." "..." "..." }'], "T.Wall" + " Cell" * 8),
    ],
)
def test_pictures(lines: list[str], cells: str) -> None:
    declared = ['Tile Cell { name "Cell" initialState State Empty states { State WhiteMan, State Wall } }']
    lines = ["tile T:+ empty", *(declared if "Cell:" in lines[0] else []), *lines]
    board = game(*lines).board
    found = {(cell.row, cell.column): cell for cell in board.tileplacement}
    shown = []
    for row in range(3):
        for column in range(3):
            cell = found.get((row, column))
            state = "" if cell is None or cell.initialState is None else f".{cell.initialState.name}"
            shown.append("-" if cell is None else cell.tile.name + state)
    assert " ".join(shown) == cells


@pytest.mark.parametrize("size", ["3x2", "3 x 2", "3x 2", "3 x2"])
def test_sizes_lex_alike(size: str) -> None:
    root: EObject = read_game(f"game G {{\n players A\n board {size}\n}}", "g").root
    board = root.board
    assert (board.width, board.height, len(board.tileplacement)) == (3, 2, 6)


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("mark one  mark two game", ["mark one", "mark two game"]),
        ("mark mark, one  mark two  mark counter", ["mark mark, one", "mark two", "mark counter"]),
        ("counter one per  counter two cell 0..counter  counter six", None),
        (
            "counter one per  mark two game  phases three, four  mark five",
            [
                "counter one per",
                "mark two game",
                "phases three, four",
                "mark five",
            ],
        ),
        ("counter one per = 3  counter counter, two", ["counter one per = 3", "counter counter, two"]),
        ("counter one 0..9 = 3  counter two", ["counter one 0..9 = 3", "counter two"]),
        ("phases one  phases phases, two", ["phases one", "phases phases, two"]),
        ("mark one  region two = row 0", None),
    ],
)
def test_short_declarations_share_a_line(line: str, lines: list[str] | None) -> None:
    if lines is None:
        assert read_game(f"{HEAD}  {line}\n}}\n", "test.game").diagnostics
    else:
        assert listing(game(line)) == listing(game(*lines))


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("counter pile owner 0..3 per move cell = 1", "counter pile per cell move owner 0..3 = 1"),
        ("counter pile sight cell 0..3 per, rest hidden turn", "counter pile per cell sight 0..3, rest turn hidden"),
        ("counter cubes cell per 0..3", "counter cubes per cell 0..3"),
        ("mark bid owner round per", "mark bid per round owner"),
    ],
)
def test_properties_stand_in_any_order(line: str, other: str) -> None:
    assert listing(game(line)) == listing(game(other))


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("region r = cells a1 c3 (1,1) b3", "region r = cells (0,2)(2,0)(1,1)(1,0)"),
        ("region r per = cells a1 b2 | cells c3", "region r per = cells (0,2)(1,1) | cells (2,0)"),
        ("region r of rack = cells b1", "region r of rack = cells (1,0)"),
        ("region r = row 0 cells c1 column 0", "region r = row 0 cells (2,2) column 0"),
        ("directions d = links (0,0)\n    > (1,0) >\n    (2,0), (1,1)\n    - (0,1)", "directions d = links (0,0) > (1,0) > (2,0), (1,1) - (0,1)"),
    ],
)  # fmt: skip
def test_two_ways_to_say_where_cells_are(line: str, other: str) -> None:
    assert listing(game(line)) == listing(game(other))


def test_keywords_are_names_where_no_keyword_can_stand() -> None:
    root = game("mark mark, game, ply game", "counter per per", "phases at", "effect = select ply -> mark game")
    assert [mark.name for mark in root.marks] == ["mark", "game", "ply"]


def test_places() -> None:
    document = read('setup { "M.." "..." "..." }', "effect = own", "    -> select")
    root: EObject = document.root
    board = root.board
    own = board.effectPipeline.filters[0]
    cell = board.tileplacement[1]
    for obj, place in ((own, (8, 12)), (own.nextFilter, (9, 10)), (cell, (7, 13)), (board.tiles[0].states[1], (4, 14))):
        found = document.place(obj)
        assert (found.line, found.column) == place, fragment(obj)


def test_class_form_as_a_whole_file() -> None:
    document = read_game("game::Game G { players { Player A } }", "g.game")
    root: EObject = document.root
    assert document.diagnostics == [] and root.players[0].name == "A"


RULE = "game A {{\n  players X, O\n  board 2x2\n  pieces Man:M\n  counter n\n  move M = {}\n}}"
SEMICOLONS = [
    ("empty -> select; set own Man", "empty -> select -> do { set own Man }"),
    ("empty; set own Man -> n += 1; n += 2", "empty -> do { set own Man -> n += 1 } -> do { n += 2 }"),
    ("do { n += 1; n += 2 } -> empty", "do { n += 1 -> do { n += 2 } } -> empty"),
    ("first { own; n += 1 | any }; n += 2", "first { own -> do { n += 1 } | any } -> do { n += 2 }"),
    ('empty because "No."; n += 1 because "So."', 'empty because "No." -> do { n += 1 because "So." }'),
    ("empty\n    ; n += 1\n    ; n += 2", "empty -> do { n += 1 } -> do { n += 2 }"),
]


@pytest.mark.parametrize(("chain", "meant"), SEMICOLONS)
def test_what_stands_after_a_semicolon_is_done(chain: str, meant: str) -> None:
    texts = [
        f"game A {{\n  players X, O\n  board 2x2\n  pieces Man:M\n  counter n\n  move M = {each}\n}}"
        for each in (chain, meant)
    ]
    one, other = (read_text(text, "a.game") for text in texts)
    assert one.diagnostics == other.diagnostics == []
    assert write(one, Syntax.GAME) == write(other, Syntax.GAME)


GOING_ON = [
    "players A, B\n  board 2x2\n  pieces Man:M\n  mark to\n  move Put = empty -> select",
    "players A, B\n  board 2x2\n  pieces Man:M\n  mark to\n  move Put = empty -> // the only click\n  select",
    "players A, B\n  board 2x2\n  pieces Man:M\n  mark to\n  move Put = empty ->\n\n  select ->\n  mark to",
    "players A, B\n  board 2x2\n  pieces Man:M\n  mark to\n  move Put = empty -> select; mark to",
    "players A, B\n  board 2x2\n  pieces Man:M\n  mark to\n  move Put = first { empty |\n  own } -> select",
    'players A, B\n  board 2x2\n  pieces Man:M\n  move Put = empty\n    because "Full."\n    -> select; own\n    because "No."',
]


@pytest.mark.parametrize("text", GOING_ON)
def test_a_rule_goes_on_in_the_next_line(text: str) -> None:
    broken, joined = (
        read_text(f"game A {{\n  {each}\n  stuck = lose\n}}", "a.game")
        for each in (text, re.sub(r"(//.*)?\n+ +(?=B\n|empty|select|mark to$|own|because)", " ", text))
    )
    assert broken.diagnostics == joined.diagnostics == []
    assert listing(broken.root) == listing(joined.root) and len(listing(broken.root)) > 100


@pytest.mark.parametrize("chain", ["; n += 1", "empty;", "empty;; n += 1", "empty -> ; n += 1"])
def test_a_semicolon_stands_between_chains(chain: str) -> None:
    assert [found.code for found in read_text(RULE.format(chain), "a.game").diagnostics] == ["unexpected-token"]
