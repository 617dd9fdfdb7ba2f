"""Zones: what filters mean in them, what their cells are called, who sees them, how they are shown."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from lxml import etree

from tests.support.engines import COMPILED, game, play
from tests.support.growing import at_most
from tilewright.generator.compiler.rules.board import Board, cells_of
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.model.validation import validate
from tilewright.runtime import State, load
from tilewright.runtime.browser.scene import scene_of
from tilewright.runtime.cli import terminal
from tilewright.runtime.information.views import Unknown
from tilewright.runtime.interpreter.cells import Cell, Cells
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import view_of
from tilewright.runtime.refusals import IllegalMove, UnreadableMove

TABLE = """game Table {{
  players A, B FlipRows
  board 3x2
  pieces Man:M King:K
  neutral Stone:s
  zone rack 3x1 {{ "Ms." }}
  zone hand 2x2 per {{ "MK" ".m" }}
  zone gap 3x1 {{ "M M" }}
  region lid of hand = row 0
  region ends of rack = column 0 column 2
  region mine relative of hand = row 1
  region split per of hand = row 0 | column 1
  directions east = (1,0)
  directions line = (1,0) (-1,0)
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions far = (0,1) (0,2) (0,3) (3,0) (-3,0)
  mark here, there
  counter n
  counter left cell hand = {{ 1 2 3 4 }}
  counter both per cell rack = {{ 1 2 3 | 4 5 6 }}
  counter all cell = {{ 1 1 1 1 1 1 }}
  setup {{ "..k" "M.." }}
{rules}
}}
"""


def table(rules: str, engine: str) -> State:
    """Return the first state of a game with a board of 3x2, a rack, and a hand for each of two players."""
    return game(TABLE.format(rules=rules), engine).initial_state()


LEGAL = [
    ("rules begin on the board", "move A = piece -> select", "", "c2 a1"),
    ("all is the board", "move A = goto rack -> goto all -> piece -> select", "", "c2 a1"),
    ("a place is of the board", "place A = any", "", "a2 b2 c2 a1 b1 c1"),
    ("a zone of all", "move A = goto rack -> piece -> select", "", "rack.a1 rack.b1"),
    ("one's own zone", "move A = goto hand -> own -> select", "", "A.hand.a2 A.hand.b2"),
    ("the zone of the next player", "move A = goto hand -> own -> select", "A.hand.a2", "B.hand.b1"),
    ("the other's zone, as he sees it", "move A = do as enemy { goto hand -> own -> mark here } -> goto here -> select",
     "", "B.hand.b1"),
    ("a region of a zone", "move A = goto ends -> select", "", "rack.a1 rack.c1"),
    ("a region of one's own zone", "move A = goto lid -> select", "A.hand.a2", "B.hand.a2 B.hand.b2"),
    ("a region as the player sees it", "move A = goto mine -> select", "", "A.hand.a1 A.hand.b1"),
    ("a region as the other one sees it", "move A = goto mine -> select", "A.hand.a1", "B.hand.a2 B.hand.b2"),
    ("a region per player", "move A = goto split -> select", "A.hand.a2", "B.hand.b2 B.hand.b1"),
    ("zones together", "move A = goto rack -> add hand -> own -> select", "", "rack.a1 A.hand.a2 A.hand.b2"),
    ("at a zone", "move A = goto rack -> add hand -> at hand -> own -> select", "", "A.hand.a2 A.hand.b2"),
    ("not at a zone", "move A = goto rack -> add hand -> !at hand -> own -> select", "", "rack.a1"),
    ("a pattern at a zone", "move A = add rack -> own at rack -> select", "", "rack.a1"),
    ("a pattern not at a zone", "move A = add rack -> own !at rack -> select", "", "a1"),
    ("steps", "move A = goto rack -> own -> step line -> select", "", "rack.b1"),
    ("steps stay in their zone", "move A = goto hand -> step far -> select", "", "A.hand.a1 A.hand.b1"),
    ("off the zone", "move A = goto rack -> off @(1,0) -> select", "", "rack.c1"),
    ("a hole of a zone", "move A = goto gap -> off @(1,0) -> select", "", "gap.a1 gap.c1"),
    ("rays", "move A = goto rack -> own -> ray east Stone until empty end -> select", "", "rack.c1"),
    ("floods", "move A = goto rack -> own -> flood line any -> select", "", "rack.a1 rack.b1 rack.c1"),
    ("an image", "move A = goto hand -> own -> image FlipRows -> select", "", "A.hand.a1 A.hand.b1"),
    ("an image is in its own zone", "move A = goto rack -> own -> image Rotate180 -> select", "", "rack.c1"),
    ("into a zone", "move A = own -> into hand -> select", "", "A.hand.a1"),
    ("into one's own zone", "move A = own -> into hand -> select", "A.hand.a1", 'pass'),
    ("from one zone into another", "move A = goto hand -> into rack -> select", "", "rack.a1 rack.b1"),
    ("into the board", "move A = goto rack -> Stone -> into board -> select", "", "b2"),
    ("into where there is no cell", 'move A = goto all -> into gap -> select', "", "gap.a1 gap.c1"),
    ("the first cell is one of the board", "move A = add rack -> own -> pick -> select", "", "a1"),
    ("the last cell", "move A = add rack -> add hand -> pick last -> select", "", "A.hand.b1"),
    ("counted", 'move A = if count { goto hand -> piece } == 3 -> option "three"', "", "three"),
    ("numbers of cells", "move A = goto hand -> where { if left > 2 } -> select", "", "A.hand.a1 A.hand.b1"),
    ("numbers of players and cells", "move A = goto rack -> where { if both > 4 } -> select", "", 'pass'),
    ("numbers of the next player", "move A = goto rack -> where { if next both > 4 } -> select", "", "rack.b1 rack.c1"),
    ("where there is no number it is 0", 'move A = goto rack -> if left == 0 -> if all == 0 -> option "none"', "", "none"),
    ("a sum over zones", 'move A = goto hand -> add rack -> if left == 10 -> if both == 6 -> option "ten"', "", "ten"),
    ("the best of a zone", "move A = goto hand -> most left -> select", "", "A.hand.b1"),
]  # fmt: skip


BLOCKS = """game Blocks {{
  players A, B
  board 2x2
  pieces Man:M
  zone case 2x1 {{ "M." }}
  zone desk 2x1 per {{ "M." }}
  zone drawer 2x2 per case
  zone grid 2x2 per desk {{ "M." ".." }}
  region top of grid = row 0
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark here
  counter left cell grid = {{ 1 2 3 4 }}
  setup {{ "M." ".." }}
{rules}
}}
"""

IN_BLOCKS = [
    ("all blocks of a player", "move A = goto grid -> piece -> select", "", "A.grid.a1.a2 A.grid.b1.a2"),
    ("those of the next player", "move A = goto grid -> piece -> select", "A.grid.a1.a2", "B.grid.a1.a2 B.grid.b1.a2"),
    ("blocks of all", "move A = goto drawer -> at here -> select\n  move B = goto drawer -> pick last -> select",
     "drawer.b1.b1", "drawer.b1.b1"),
    ("from a cell into its block", "move A = goto desk -> own -> into grid -> pick last -> select", "", "A.grid.a1.b1"),
    ("from several cells", "move A = goto desk -> into grid -> at top -> select", "",
     "A.grid.a1.a2 A.grid.a1.b2 A.grid.b1.a2 A.grid.b1.b2"),
    ("from a block to its cell", "move A = goto grid -> pick last -> into desk -> select", "", "A.desk.b1"),
    ("from several blocks", "move A = goto grid -> own -> into desk -> select", "", "A.desk.a1 A.desk.b1"),
    ("from another zone into its row and column", "move A = goto grid -> pick -> into case -> select", "", "case.a1"),
    ("from another zone to the cells of blocks", "move A = goto case -> own -> into desk -> select", "", "A.desk.a1"),
    ("into the blocks of another zone", "move A = goto case -> into grid -> select", "", ""),
    ("out of both at once", "move A = goto case -> pick -> add grid -> at top -> into desk -> select", "",
     "A.desk.a1 A.desk.b1"),
    ("the other's block is his", "move A = do as enemy { goto grid -> pick -> mark here } -> goto here -> into desk -> select",
     "", "B.desk.a1"),
    ("where blocks are so", "move A = goto drawer -> where { into case -> own } -> pick -> select", "", "drawer.a1.a2"),
    ("where a block is so", "move A = goto desk -> where { into grid -> own } -> select", "", "A.desk.a1 A.desk.b1"),
    ("steps stay in their block", "move A = goto grid -> own -> step orth -> pick last -> select", "", "A.grid.b1.a1"),
    ("numbers are alike in all blocks", "move A = goto grid -> where { if left == 3 } -> select", "",
     "A.grid.a1.a1 A.grid.b1.a1"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "moves", "legal"), [row[1:] for row in IN_BLOCKS], ids=[row[0] for row in IN_BLOCKS])
def test_what_is_legal_in_blocks(rules: str, moves: str, legal: str, engine: str) -> None:
    state = play(game(BLOCKS.format(rules=f"  {rules}"), engine).initial_state(), moves)
    assert str(state.legal_moves) == legal


ON_CELLS = """game OnCells {{
  players A, B
  board 3x2
  pieces Man:M King:K
  zone hand 1x1 {{ "K" }}
  zone pile 3x1 per cell{stack}
  region top of pile = column 2
  directions east = (1,0)
  directions lower = (-1,0)
  mark here, there
  setup {{ "Mm." "kK " }}
{rules}
}}
"""

BENEATH_CELLS = [
    ("all blocks", "move A = goto pile -> at top -> pick -> select", "", "pile.a2.c1"),
    ("into the block of a cell", "move A = own King -> into pile -> pick last -> select", "", "pile.b1.c1"),
    ("into the blocks of several", "move A = own -> into pile -> at top -> select", "", "pile.a2.c1 pile.b1.c1"),
    ("out of blocks onto the board", "move A = goto pile -> pick last -> into board -> select", "", "b1"),
    ("from a zone into its row and column of the board", "move A = goto hand -> into board -> select", "", "a2"),
    ("a zone is no cell of the board", "move A = goto hand -> into pile -> select", "", ""),
    ("steps stay in their block", "move A = goto pile -> at top -> step lower -> pick -> select", "", "pile.a2.b1"),
    ("where a block is so", "move A = where { no { into pile -> piece } } -> pick last -> select", "", "b1"),
]  # fmt: skip

STACKED = [
    ("on an empty cell", "move A = own King -> select here -> goto all -> empty -> select -> stack here in pile",
     "b1-c2", 'setup { "MmK" "k. " } to B }'),
    ("on another one", "move A = own -> select here -> goto all -> !own -> select -> stack here in pile", "a2-b2",
     'setup { ".M." "kK " } to B, zone pile { b2 "m" } }'),
    ("the column keeps its order", "move A = own -> select here -> goto all -> !own -> select -> stack here in pile",
     "a2-b2 a1-b2 b1-a2 b2-c2", 'setup { "K.k" ".. " } to A, zone pile { c2 "mM" } }'),
    ("the top of it", "move A = own -> select here -> goto all -> !own -> select -> stack 1 here in pile",
     "a2-b2 a1-b2 b1-b2", 'setup { ".K." ".. " } to B, zone pile { b2 "mMk" } }'),
    ("what is left is on the cell", "move A = own -> select here -> goto all -> !own -> select -> stack 1 here in pile",
     "a2-b2 a1-b2 b1-c2 b2-c2", 'setup { ".Mk" ".. " } to A, zone pile { b2 "m" c2 "K" } }'),
    ("two of three", "move A = own -> select here -> goto all -> !own -> select\n"
     "    -> first { if count { goto here -> into pile -> piece } == 2 -> stack 2 here in pile | stack here in pile }",
     "a2-b2 a1-b2 b1-c2 b2-c2", 'setup { ".mk" ".. " } to A, zone pile { c2 "KM" } }'),
    ("from where there is no block", "move A = goto hand -> own -> select here -> goto all -> piece -> select -> stack here in pile",
     "hand.a1-b2", 'setup { "MK." "kK " } to B, zone hand { "." }, zone pile { b2 "m" } }'),
    ("to where there is no block", "move A = own -> select here -> goto hand -> do { set empty } -> select -> stack 1 here in pile",
     "a2-hand.a1", 'setup { ".m." "kK " } to B, zone hand { "M" } }'),
    ("the lowest one goes", "move A = own -> select here -> goto all -> enemy -> select -> stack here in pile\n"
     "    -> do { into pile -> if count { piece } == 2 -> shift lower }",
     "a2-b2 a1-b2", 'setup { ".k." ".K " } to A, zone pile { b2 "M" } }'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "moves", "legal"), [row[1:] for row in BENEATH_CELLS], ids=[row[0] for row in BENEATH_CELLS]
)
def test_what_is_legal_beneath_cells(rules: str, moves: str, legal: str, engine: str) -> None:
    state = play(game(ON_CELLS.format(rules=f"  {rules}", stack=""), engine).initial_state(), moves)
    assert str(state.legal_moves) == legal


@pytest.mark.parametrize(("rules", "moves", "after"), [row[1:] for row in STACKED], ids=[row[0] for row in STACKED])
def test_what_lies_on_cells(rules: str, moves: str, after: str, engine: str) -> None:
    state = play(game(ON_CELLS.format(rules=f"  {rules}", stack=" stack"), engine).initial_state(), moves)
    assert state.to_text() == f"position Position {{ {after}"
    assert state.game.position(state.to_text()).start == replace(state.start, ply=0)


ON_TERRAIN = """game OnTerrain {{
  players A, B
  board 4x1
  pieces Man:M King:K
  tile Hill:^ empty
  tile Keep:# empty holds King
  tile Lake:~
  tiles {{ ".^#~" }}
  zone pile 3x1 per cell
  mark here
  move A = piece -> select here -> goto all -> !at here -> select -> {rule}
}}
"""

OVER_TERRAIN = [
    ("a hill is as good as a plain", "stack here in pile", "a1-b1", 'setup { ".MK." } to B, zone pile { b1 "kkM" c1 "M" }'),
    ("and the other way round", "stack 1 here in pile", "b1-a1", 'setup { "kkK." } to B, zone pile { a1 "MM" c1 "M" }'),
    ("one that a king leaves behind does not stay in his keep", "stack 1 here in pile", "c1-b1", "no-such-state"),
    ("a keep takes kings alone", "stack 1 here in pile", "b1-c1", 'setup { "Mkk." } to B, zone pile { a1 "M" c1 "MK" }'),
    ("a keep takes no man", "stack 1 here in pile", "a1-c1", "no-such-state"),
    ("a lake takes nobody", "stack 1 here in pile", "b1-d1", "no-such-state"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "move", "after"), [row[1:] for row in OVER_TERRAIN], ids=[row[0] for row in OVER_TERRAIN]
)
def test_stacks_on_cells_of_several_kinds(rule: str, move: str, after: str, engine: str) -> None:
    start = 'position P { setup { "MkK." } to A, zone pile { a1 "M" b1 "k" c1 "M" } }'
    state = game(ON_TERRAIN.format(rule=rule), engine).position(start)
    if after.startswith("no-"):
        with pytest.raises(ModelError, match=rf"\[{after}\]"):
            state.play(move)
    else:
        assert state.play(move).to_text() == f"position Position {{ {after} }}"


@pytest.mark.parametrize(("rules", "moves", "legal"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL])
def test_legal_moves(rules: str, moves: str, legal: str, engine: str) -> None:
    assert str(play(table(rules, engine), moves).legal_moves) == legal


UNLIKE = """game Unlike {
  players A, B FlipRows
  board 1x1
  pieces Man:M King:K
  neutral Stone:s
  zone hand 2x2 per { "MK" ".s" / "k." "mm" }
  move Show = goto hand -> piece -> select
}
"""


def test_zones_of_players_begin_unlike_each_other(engine: str) -> None:
    first = game(UNLIKE, engine).initial_state()
    assert str(first.legal_moves) == "A.hand.a2 A.hand.b2 A.hand.b1"
    assert str(first.play("A.hand.a2").legal_moves) == "B.hand.a2 B.hand.a1 B.hand.b1"
    assert "hand" not in first.to_text()
    alike = 'position Position { setup { "." } to A, zone hand { "MK" ".s" / "MK" ".s" } }'
    assert game(UNLIKE, engine).position(alike).to_text() == alike


PLAYED = [
    ("set", "move A = goto rack -> empty -> select -> set own King", "rack.c1", 'zone rack { "MsK" }'),
    ("set in one's own zone", "move A = goto hand -> empty -> select -> set Stone", "A.hand.a1",
     'zone hand { "MK" "sm" / "MK" ".m" }'),
    ("a move from the board", "move A = own -> select here -> goto hand -> empty -> select -> move here", "a1-A.hand.a1",
     'setup { "..k" "..." } to B, zone hand { "MK" "Mm" / "MK" ".m" }'),
    ("a move to the board", "move A = goto hand -> own -> mark here -> pick -> mark here -> goto all -> empty -> select -> move here",
     "b1", 'setup { "..k" "MM." } to B, zone hand { ".K" ".m" / "MK" ".m" }'),
    ("a swap between zones", "move A = goto rack -> Stone -> mark here -> goto hand -> own King -> select -> swap here",
     "A.hand.b2", 'zone rack { "MK." }, zone hand { "Ms" ".m" / "MK" ".m" }'),
    ("a shift", 'move A = goto rack -> piece -> option "go" -> shift east', "go", 'zone rack { ".Ms" }'),
    ("a mirror on the board and in zones", 'move A = add rack -> add hand -> option "go" -> shift FlipColumns', "go",
     'setup { "k.." "..M" } to B, zone rack { ".sM" }, zone hand { "KM" "m." / "MK" ".m" }'),
    ("a mirror of a rectangle in a zone", 'move A = goto rack -> piece -> option "go" -> shift Rotate180', "go",
     'setup { "..k" "M.." } to B, zone rack { "sM." }'),
    ("numbers", 'move A = goto hand -> add all -> option "n" -> left += 1 -> all += 2', "n",
     "counter left = { A.hand.a2 2 A.hand.b2 3 A.hand.a1 4 A.hand.b1 5 }, "
     "counter all = { a2 3 b2 3 c2 3 a1 3 b1 3 c1 3 }"),
    ("numbers of each cell", 'move A = goto hand -> add rack -> option "n" -> left := 2 * left', "n",
     "counter left = { A.hand.a2 2 A.hand.b2 4 A.hand.a1 6 A.hand.b1 8 } }"),
    ("numbers of the other player", 'move A = goto rack -> option "n" -> enemy both := 9', "n",
     "counter both = { rack.a1 1/9 rack.b1 2/9 rack.c1 3/9 }"),
    ("a mark", "mark kept game\nmove A = goto hand -> own -> select -> mark kept", "A.hand.a2", "marks kept = A.hand.a2"),
    ("each player in turn", 'move A = do as each { goto hand -> own -> set empty } -> option "all"', "all",
     'zone hand { ".." ".m" / "MK" ".." }'),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "moves", "part"), [row[1:] for row in PLAYED], ids=[row[0] for row in PLAYED])
def test_what_moves_do(rules: str, moves: str, part: str, engine: str) -> None:
    state = play(table(rules, engine), moves)
    assert part in state.to_text()
    assert state.game.position(state.to_text()).start == replace(state.start, ply=0)


def test_a_line_is_one_on_the_board(engine: str) -> None:
    rules = "move A = goto rack -> select -> set own Man\neffect = line 2 own"
    state = play(table(rules, engine), "rack.b1 rack.c1")
    assert not state.is_over
    rules = "move A = empty -> select -> set own Man\neffect = line 2 own"
    assert play(table(rules, engine), "b1").is_over


def test_a_ranking_counts_on_the_board(engine: str) -> None:
    rules = "ranking max count { own }\nmove A = goto hand -> own -> select -> set empty -> rank"
    assert play(table(rules, engine), "A.hand.a2").returns == (0, 0)


def test_what_is_seen_is_replaced_zone_by_zone(tmp_path: Path) -> None:
    (tmp_path / "base.game").write_text(CARDS, encoding="utf-8")
    file = tmp_path / "open.game"
    file.write_text(
        "game Open extends base { sight pile = any sight deck = own }".replace(" sight", "\n  sight"), encoding="utf-8"
    )
    view = load(file, "interpreter").initial_state().view(0)
    assert [str(view[f"pile.{cell}"] or ".") for cell in ("a1", "b1")] == ["l", "h"]
    assert view["deck.a1"] is not Unknown.UNSEEN
    assert view["deck.b1"] is Unknown.UNSEEN and view["B.hand.a1"] is Unknown.COVERED


def test_cells_have_names(engine: str) -> None:
    state = table("move A = goto hand -> own -> select", engine)
    board = state.game.board
    assert board.cells[5:] == (
        *("c1", "rack.a1", "rack.b1", "rack.c1", "A.hand.a2", "A.hand.b2", "A.hand.a1", "A.hand.b1"),
        *("B.hand.a2", "B.hand.b2", "B.hand.a1", "B.hand.b1", "gap.a1", "gap.c1"),
    )
    assert str(state["B.hand.b2"]) == "K" and state["rack.c1"] is None
    move = state.legal_moves[0]
    assert (str(move), move.clicks, move.cells) == ("A.hand.a2", ("A.hand.a2",), ((0, 0, 2),))
    assert state.game.parse_move("A.hand.a2") == move
    assert pickle.loads(pickle.dumps(move)).notation == "A.hand.a2"
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize(
    ("move", "part"),
    [
        ("hand.a2", "neither a cell nor an option; a cell is called like a2 or rack.a1 or A.hand.a2"),
        ("A.hand.c1", "the zone A.hand has no cell A.hand.c1; it has the columns a to b and the rows 1 to 2"),
        ("gap.b1", "gap.b1 is a hole of the zone gap, not a cell"),
        ("d1", "the board has no cell d1"),
    ],
)
def test_cells_that_there_are_not(move: str, part: str) -> None:
    state = table("move A = goto hand -> own -> select", "interpreter")
    with pytest.raises(UnreadableMove, match=part):
        state.play(move)


def test_a_refusal_names_the_cells() -> None:
    state = table("move A = goto hand -> own -> into rack -> Stone -> select", "interpreter")
    with pytest.raises(IllegalMove):
        state.play("rack.a1")
    assert "rack.a1" in state.explain("rack.a1").sentence
    state = table("move A = goto rack -> Stone -> into hand -> select", "interpreter")
    assert "has not the row and column of rack.b1" in state.explain("A.hand.a2").sentence


def test_names_of_players_that_are_no_words() -> None:
    text = TABLE.format(rules="move A = goto hand -> own -> select")
    document = read_text(text, "test.game")
    document.game.players[0].name = "Player = 1"
    state = load(document, "interpreter").initial_state()
    assert str(state.legal_moves[0]) == "_0.hand.a2"
    assert state.play("_0.hand.a2").start.ply == 1


# -- positions

WRONG = [
    ('position P { setup { "..k" "M.." } to A, zone shelf { "..." } }', "no zone 'shelf'"),
    ('position P { setup { "..k" "M.." } to A, zone rack { "..." "..." } }', "the zone rack has 1 rows, not 2"),
    ('position P { setup { "..k" "M.." } to A, zone hand { ".." ".." } }', "'/' is expected"),
    ('position P { setup { "..k" "M.." } to A, zone gap { "..." } }', "the zone has no cell here"),
    ('position P { setup { "..k" "M.." } to A, zone rack { a1 "..." } }', "a row in quotes"),
    ('position P { setup { "..k" "M.." } to A, zone rack { "..x" } }', "'x' is no state of this cell"),
    ('position P { setup { "..k" "M.." } to A, counter left = { a1 3 } }', "'left' has no number on this cell"),
    ('position P { setup { "..k" "M.." } to A, counter left = { A.hand.c1 3 } }', "the zone A.hand has no cell"),
    (
        'position P { setup { "..k" "M.." } to A, counter left = { hand 3 } }',
        "cells are called as in a1 and b2 or rack.a1",
    ),
]


WRONG_STACKS = [
    ('zone pile { "mM." }', "a cell is expected"),
    ('zone pile { b2 "mM" c1 "m" }', "c1"),
    ('zone pile { hand.a1 "m" }', "for each cell of the board, not of a zone"),
    ('zone pile { b2 "mMmM" }', "the zone has no cell here"),
    ('zone pile { b2 }', "the zone pile.b2 has 1 rows, not 0"),
]  # fmt: skip


@pytest.mark.parametrize(("zone", "part"), WRONG_STACKS)
def test_wrong_stacks_of_positions(zone: str, part: str) -> None:
    with pytest.raises(ModelError, match="(?s).*" + part):
        piled("").game.position(f'position P {{ setup {{ ".k." ".K " }} to A, {zone} }}')


@pytest.mark.parametrize(("text", "part"), WRONG)
def test_wrong_positions(text: str, part: str) -> None:
    with pytest.raises(ModelError, match="(?s).*" + part):
        table("move A = own -> select", "interpreter").game.position(text)


# -- what is seen

CARDS = """game Cards {
  players A, B
  board 1x1
  pieces Low:l/L High:h/H
  zone deck 2x1 hidden { "lH" }
  zone hand 2x1 per owner { "lh" }
  zone shown 2x1 { ".h" }
  zone pile 2x1 { "lh" }
  back hand = any
  sight pile = own
  move Show = goto hand -> piece -> select -> set empty
}
"""


def test_what_is_seen_of_zones(engine: str) -> None:
    state = game(CARDS, engine).initial_state().play("A.hand.a1")
    view = state.view(0)
    assert [view[f"A.hand.{cell}"] for cell in ("a1", "b1")] == [None, state["A.hand.b1"]]
    assert [view[f"B.hand.{cell}"] for cell in ("a1", "b1")] == [Unknown.COVERED, Unknown.COVERED]
    assert [view[f"deck.{cell}"] for cell in ("a1", "b1")] == [Unknown.UNSEEN, Unknown.UNSEEN]
    assert [view[f"pile.{cell}"] for cell in ("a1", "b1")] == [state["pile.a1"], state["pile.b1"]]
    other = state.view(1)
    assert [other[f"A.hand.{cell}"] for cell in ("a1", "b1")] == [None, Unknown.COVERED]
    assert [other[f"pile.{cell}"] for cell in ("a1", "b1")] == [Unknown.UNSEEN, Unknown.UNSEEN]
    assert [other[f"shown.{cell}"] for cell in ("a1", "b1")] == [None, state["shown.b1"]]
    assert "A.hand\n1 . #" in other.to_text()


LEAKS = [
    ("one's own hand", "goto hand -> piece -> select", None),
    ("what lies open", "goto shown -> piece -> select", None),
    ("the deck", "goto deck -> own -> select", (12, 28)),
    ("the hand of the other one", "no as enemy { goto hand -> High } -> select", (12, 15)),
    ("one's own pieces in a pile", "goto pile -> own -> select", None),
    ("any pieces in a pile", "goto pile -> piece -> select", (12, 28)),
    ("a mark in one's own hand", "goto hand -> piece -> select here -> goto here -> High -> select", None),
    ("a mark in the deck", "goto deck -> mark here -> goto here -> High -> select", (12, 54)),
    ("into the deck", "goto hand -> into deck -> piece -> select", (12, 41)),
    ("a chain with a name", "goto hand -> look", None),
    ("a chain that is called in the deck, too", "union { goto hand -> look | goto deck -> look }", (11, 14)),
]


@pytest.mark.parametrize(("rule", "place"), [row[1:] for row in LEAKS], ids=[row[0] for row in LEAKS])
def test_leaks(rule: str, place: tuple[int, int] | None) -> None:
    rules = f"  mark here\n  sub look = piece -> select\n  move Show = {rule}"
    text = CARDS.replace("  move Show = goto hand -> piece -> select -> set empty", rules)
    line = text[: text.index("  move Show")].count("\n") + 1
    found = [d.place for d in validate(read_text(text, "test.game")) if d.code == "leak-not-excluded"]
    shift = line - 12
    expected = [] if place is None else [(place[0] + shift, place[1])]
    assert [(each.line, each.column) for each in found] == expected


# -- how it is shown


def test_zones_are_drawn(engine: str) -> None:
    state = table("move A = goto hand -> own -> select", engine)
    assert "rack\n1 M1/4 s2/5  3/6\n     a    b    c\n" in str(state)
    assert "A.hand\n2 M1 K2\n1  3 m4\n   a  b\nB.hand" in str(state)


def test_zones_are_in_the_picture() -> None:
    state = table("move A = goto hand -> own -> select", "interpreter")
    view = view_of(state)
    assert [(zone.title, zone.width, zone.height) for zone in view.zones] == [
        *(("rack", 3, 1), ("A.hand", 2, 2), ("B.hand", 2, 2), ("gap", 3, 1)),
    ]
    assert view.zones[1].legal == {(0, 0), (0, 1)} and not view.legal
    svg = etree.fromstring(render_svg(view))
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"rack", "A's hand", "B's hand", "gap"} <= set(texts)
    assert {"rack", "A's hand", "gap"} <= {str(title.text) for title in svg.iter("{http://www.w3.org/2000/svg}title")}
    assert (
        replace(view.zones[1], title="Goats.hand", whose="Goats").caption == "Goats' hand"
        and view.caption == view.title
    )
    names = [name for name, *_ in scene_of(state.game).facts["names"]]
    assert [name for name in names if "hand" in name] == ["A's hand", "B's hand"]
    x, y, width, height = map(int, svg.get("viewBox", "").split())
    assert (x, y) == (0, 0)
    for part in svg.findall("{http://www.w3.org/2000/svg}svg"):
        box = {name: int(part.get(name, "")) for name in ("x", "y", "width", "height")}
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


PILED = """  move A = own -> select here -> goto all -> !own -> select -> stack here in pile
  Theme Table { glyphs { Glyph { piece King figure King } } }"""


def piled(moves: str = "a2-b2 a1-b2") -> State:
    """Return a state where a man lies on a man, and a king on both, on b2."""
    return play(game(ON_CELLS.format(rules=PILED, stack=" stack"), "interpreter").initial_state(), moves)


def test_stacks_are_drawn_on_their_cells() -> None:
    state = piled()
    assert str(state) == "2 . k .\n1 . K\n  a b c\nhand\n1 K\n  a\npile.b2 mM"
    view = view_of(state)
    assert [zone.title for zone in view.zones] == ["hand"]
    cell = view.cells[0, 1]
    assert [layer.symbol for layer in cell.stack] == ["m", "M", "k"] and cell.count == "3"
    assert {layer.letter for layer in cell.stack} == {"M", "K"}
    assert all(not other.stack for place, other in view.cells.items() if place != (0, 1))
    svg = etree.fromstring(render_svg(view))
    (stack,) = (group for group in svg.iter("{http://www.w3.org/2000/svg}g") if group.get("class") == "stack")
    slices = stack.findall("{http://www.w3.org/2000/svg}rect")
    assert [each.get("fill") for each in slices] == [layer.colour for layer in cell.stack]
    tops = [int(each.get("y", "")) for each in slices]
    assert tops == sorted(tops, reverse=True)  # the lowest piece is the lowest one in the picture
    assert "3" in [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_a_terminal_shows_stacks_below_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "is_terminal", lambda stream: True)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", terminal.board_of(piled())).splitlines()
    board, beneath, others = lines[:3], lines[3], lines[4:]
    assert [line.split() for line in board] == [["2", "k3"], ["1", "K", "·"], ["a", "b", "c"]]
    assert beneath == "b2 mMk" and others[0] == "hand"


def test_a_stack_that_is_not_seen_is_not_told() -> None:
    text = ON_CELLS.format(rules=PILED, stack=" hidden stack")
    state = play(game(text, "interpreter").initial_state(), "a2-b2 a1-b2")
    view = view_of(state, viewer=0)
    assert not view.cells[0, 1].stack and not view.cells[0, 1].count


def test_a_scene_shows_stacks_on_their_cells() -> None:
    state = piled("")
    facts, numbers = scene_of(state.game).facts, {name: n for n, name in enumerate(state.game.board.cells)}
    beneath = [numbers[f"pile.b2.{layer}1"] for layer in "abc"]
    assert facts["stacks"][numbers["b2"]] == beneath
    assert {tuple(facts["cells"][cell][:2]) for cell in beneath} == {tuple(facts["cells"][numbers["b2"]][:2])}
    assert len(facts["slices"]) == len(state.game.tables.states)
    assert [name for name, *_ in facts["names"]] == ["a", "b", "c", "2", "1", "hand"]
    assert scene_of(table("move A = own -> select", "interpreter").game).facts["stacks"] == {}


def test_batches_have_all_cells() -> None:
    state = table("move A = goto hand -> own -> select -> set empty", COMPILED[0])
    batch = state.game.batch(2)
    assert batch.actions[: len(state.game.board)] == state.game.board.cells
    boards = batch.boards()
    assert boards.shape is not None and boards.shape[2] == len(state.game.board)
    plane = batch.planes.index("BMan")
    cells = [name for number, name in enumerate(state.game.board.cells) if boards[0, plane, number]]
    assert cells == ["A.hand.b1", "B.hand.b1"]


def test_a_file_that_stands_alone_draws_stacks(tmp_path: Path) -> None:
    from tilewright.runtime.cli.generate import standalone_engine

    state = game(ON_CELLS.format(rules=PILED, stack=" stack"), COMPILED[0]).initial_state()
    (tmp_path / "piled.py").write_text(standalone_engine(state.game, "piled.game"), encoding="utf-8")
    script = "import piled as p; s = p.play(p.play(p.initial_state(), 'a2-b2'), 'a1-b2'); print(p.draw(s))"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == f"{play(state, 'a2-b2 a1-b2')}\n"


def test_a_file_that_stands_alone(tmp_path: Path) -> None:
    from tilewright.runtime.cli.generate import standalone_engine

    state = table("move A = goto hand -> own -> select -> set empty -> left += 1", COMPILED[0])
    (tmp_path / "table.py").write_text(standalone_engine(state.game, "table.game"), encoding="utf-8")
    script = "import table; s = table.play(table.initial_state(), 'A.hand.a2'); print(table.draw(s)); print(table.legal_moves(s))"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    after = state.play("A.hand.a2")
    assert done.stdout == f"{after}\n{[str(move) for move in after.legal_moves]}\n"


def test_random_games_are_the_same(engine: str) -> None:
    rules = (
        "move Take = goto rack -> add hand -> piece -> select here -> goto all -> empty -> select -> move here -> left += 1\n"
        "move Walk = own -> select here -> step orth -> empty -> select -> move here -> into rack -> both += 1\n"
    )
    state, reference = table(rules, engine), table(rules, "interpreter")
    random = Random(7)
    for _ in range(60):
        assert [str(move) for move in state.legal_moves] == [str(move) for move in reference.legal_moves]
        assert state.start == reference.start and state.key == reference.key
        if state.is_over:
            break
        move = random.choice(list(map(str, state.legal_moves)))
        state, reference = state.play(move), reference.play(move)


PILES = """game Piles {
  players X, O
  board 20x20
  pieces Stone:X/O
  zone under 3x1 per cell stack
  move A = empty -> select -> set own Stone
  move B = own -> select -> into under -> empty -> set own Stone
  over = lose
}
"""


def test_a_zone_for_each_of_many_cells_is_laid_out_without_a_look_at_all_cells_for_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = 0
    set_of = Cells.set_of

    def look(self: Cells, places: Iterable[Cell]) -> int:
        nonlocal looks
        looks += 1
        return set_of(self, places)

    monkeypatch.setattr(Cells, "set_of", look)
    found = []
    for side in (3, 6):
        looks = 0
        rules = PILES.replace("20x20", f"{side}x{side}")
        assert len(game(rules, "interpreter").initial_state().legal_moves) == side**2
        found.append(looks)
    assert found[0] == found[1]


def test_the_compiler_lays_out_a_zone_for_each_of_many_cells_in_linear_time() -> None:
    rules = read_text(PILES, "piles.game").game
    (under,) = rules.zones
    with at_most(20_000):
        board = Board(rules)
        blocks = list(board.blocks(under))
        back = board.into(None, 0)
    assert len(blocks) == 400 and blocks[0] == (1, board.in_grid(1)) and back.table.keys() == set(cells_of(board.board))
