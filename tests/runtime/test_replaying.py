"""A running game under edited rules: each edit, and the first move that is no longer allowed."""

from __future__ import annotations

import pytest

from tilewright.model.files import read_text
from tilewright.model.validation import validate
from tilewright.runtime import Game, load
from tilewright.runtime.replaying import replay

GAME = """game Duel {
  players White, Black FlipRows
  board 5x5
  pieces Pawn:P Rook:R
  directions ahead relative = (0,-1)
  directions orth = (0,1) (0,-1) (1,0) (-1,0)
  mark from
  counter taken per
  region far relative = row 0
  setup { "r.p.r" "....." "....." "....." "R.P.R" }
  move Walk = own Pawn -> select from -> step ahead -> empty -> select -> move from
  move Slide = own Rook -> select from -> step orth * through empty -> !own -> select
    -> do { enemy -> taken += 1 } -> move from
  effect = has { goto far -> own Pawn } -> win
}
"""

MOVES = ["c1-c2", "e5-e3", "c2-c3", "e3-c3", "a1-a5", "c3-c1", "a5-c5", "c1-e1", "c5-c1", "e1-c1"]
"""Two pawns walk, and the rooks take what they meet: at the plies 4, 5, 7, 8, and 10; after the last one is left."""

EDITS = [
    ("a name", "Pawn", "Soldier", None),
    ("the name of a player", "White", "Red", None),
    ("the name of a rule", "move Walk", "move March", None),
    ("a colour", "players White", 'players White with { hexColor "#aa0000" }', None),
    ("a mark with another name", "from", "origin", None),
    ("a comment", "board 5x5", "board 5x5 // small", None),
    ("the order of rules", "move Walk", "move Wait = own Pawn at far -> select -> option \"wait\"\n  move Walk", None),
    ("a rule less: pawns stand still", "own Pawn -> select from -> step ahead", "own Pawn at far -> select from -> step ahead", 1),
    ("pawns walk backwards", "ahead relative = (0,-1)", "ahead relative = (0,1)", 1),
    ("pawns walk two cells", "step ahead ->", "step ahead 2 ->", 1),
    ("Black begins", "board 5x5", "start Black\n  board 5x5", 1),
    ("rooks go two cells at most", "orth * through", "orth 1..2 through", 5),
    ("rooks go one cell", "orth * through", "orth 1 through", 2),
    ("rooks take nothing", "!own -> select", "empty -> select", 4),
    ("rooks move along columns alone", "orth = (0,1) (0,-1) (1,0) (-1,0)", "orth = (0,1) (0,-1)", 4),
    ("a pawn that comes to the middle wins", "region far relative = row 0", "region far relative = row 2", 4),
    ("who has taken two wins", "effect = has", "effect = if taken >= 2 -> win\n  effect = has", 8),
    ("a draw after six plies", "effect = has", "counter plies\n  effect = plies += 1 -> if plies >= 6 -> draw\n  effect = has", 7),
    ("Black has no rook on the right", '"r.p.r"', '"r.p.."', 2),
    ("a rook more in the way", '"....." "R.P.R"', '"R...." "R.P.R"', 5),
    ("the board is larger, above and on the right", "board 5x5", "board 6x6 // above", None),
    ("the board is larger, below and on the right", "board 5x5", "board 6x6 // below", 1),
    ("the board is smaller", "board 5x5", "board 3x5", 2),
    ("the board has a hole", '"....." "....." "R.P.R"', '".... " "....." "R.P.R"', 2),
]  # fmt: skip

RESIZED = {
    "board 6x6 // above": '"......" "r.p.r." "......" "......" "......" "R.P.R."',
    "board 6x6 // below": '"r.p.r." "......" "......" "......" "R.P.R." "......"',
    "board 3x5": '"rp." "..." "..." "..." "RPR"',
}
"""What stands on the boards of other sizes."""


def duel(text: str) -> Game:
    document = read_text(text, "duel.game")
    assert not [found for found in validate(document) if found.severity.value == "error"]
    return load(document, "interpreter")


def test_the_game_is_played_as_it_was() -> None:
    found = replay(duel(GAME), MOVES)
    assert found.refusal is None and found.state.ply == len(MOVES) and not found.state.is_over
    assert len(found.states) == len(MOVES) + 1


@pytest.mark.parametrize(("old", "new", "ply"), [row[1:] for row in EDITS], ids=[row[0] for row in EDITS])
def test_edits(old: str, new: str, ply: int | None) -> None:
    assert old in GAME
    text = GAME.replace(old, new)
    if new in RESIZED:
        start, end = text.index("setup { ") + 8, text.index(" }\n  move")
        text = text[:start] + RESIZED[new] + text[end:]
    found = replay(duel(text), MOVES)
    if ply is None:
        assert found.refusal is None and found.state.ply == len(MOVES)
    else:
        assert found.refusal is not None
        assert (found.refusal.ply, found.refusal.move) == (ply, MOVES[ply - 1]), found.refusal
        assert found.refusal.why and found.state.ply == ply - 1 == len(found.states) - 1


def test_there_are_twenty_edits_and_each_is_another() -> None:
    assert len({row[1:3] for row in EDITS}) == len(EDITS) >= 20


@pytest.mark.parametrize(
    ("move", "why"),
    [("c1-c4", "c4 is not reached from c1 by 'step ahead'"), ("z9", "has no cell z9"), ("a1-a2-a3", "is a whole move")],
)
def test_the_reason_is_told_without_places(move: str, why: str) -> None:
    found = replay(duel(GAME), [move])
    assert found.refusal is not None and why in found.refusal.why and "duel.game" not in found.refusal.why
