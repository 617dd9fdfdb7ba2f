"""Project L beside its referee with any number of players, other settings: legal moves, odds, positions and ranks."""

from __future__ import annotations

from random import Random

import pytest

from tests.independent.project_l import NAMES, ProjectL, placements
from tests.support.engines import game as text_game
from tests.support.puzzling import agree
from tilewright.runtime import Game, load
from tilewright.runtime.refusals import IllegalMove

SETTINGS = [
    ("two players", {"number": 2, "pieces": 15, "whites": 32, "blacks": 20}),
    ("a short game", {"number": 2, "pieces": 6, "whites": 6, "blacks": 6}),
    ("alone, hardly any pieces", {"number": 1, "pieces": 4, "whites": 8, "blacks": 5}),
    ("three players", {"number": 3, "pieces": 8, "whites": 5, "blacks": 7}),
    ("four players", {"number": 4, "pieces": 15, "whites": 9, "blacks": 5}),
]

WAYS = """game Ways {{
  players A
  board 1x1
  {kinds}
  zone box 9x1 {{ "123456789" }}
  zone desk 1x1
  zone grid 5x5 per desk
  mark piece
  move Lay = goto box -> select piece -> goto grid -> shape piece -> record
}}"""


def game(settings: dict[str, int], engine: str) -> Game:
    """Return the game with some settings."""
    return load("project-l", engine, settings={name: str(value) for name, value in settings.items()})


def rival(settings: dict[str, int]) -> ProjectL:
    """Return the referee with the same settings."""
    return ProjectL(settings["number"], settings["pieces"], settings["whites"], settings["blacks"])


def test_there_are_as_many_placements_as_there_should_be() -> None:
    counts = {"O1": 25, "I2": 40, "I3": 30, "L2": 64, "O2": 16, "I4": 20, "L3": 96, "Z": 48, "T": 48}
    assert {name: len(placements(name)) for name in NAMES} == counts
    assert sum(counts.values()) == 387


def test_the_model_has_as_many_placements(engine: str) -> None:
    """On an empty block each piece lies in as many ways."""
    pieces = load("project-l", "interpreter").tables.game.pieces
    shapes = {piece.name: piece.shape for piece in pieces if piece.name in NAMES}
    assert list(shapes) == NAMES
    kinds = "\n".join(f'kind {name}:{n} {{ shape "{shape}" }}' for n, (name, shape) in enumerate(shapes.items(), 1))
    legal = text_game(WAYS.format(kinds=kinds), engine).initial_state().legal_moves
    for number, name in enumerate(NAMES):
        mine = {str(move) for move in legal if move.clicks[0] == f"box.{'abcdefghi'[number]}1"}
        cells = {text.replace("@", "grid.a1") for text in placements(name).values()}
        assert mine == {f"box.{'abcdefghi'[number]}1-{text}" for text in cells}


@pytest.mark.parametrize("settings", [row[1] for row in SETTINGS[1:3]], ids=[row[0] for row in SETTINGS[1:3]])
def test_a_game_agrees_with_the_referee(settings: dict[str, int]) -> None:
    assert agree(game(settings, "interpreter").initial_state(), rival(settings), Random(5), 200) > 50


@pytest.mark.prove
@pytest.mark.parametrize("settings", [row[1] for row in SETTINGS], ids=[row[0] for row in SETTINGS])
def test_games_agree_with_the_referee(settings: dict[str, int], engine: str) -> None:
    known = game(settings, engine)
    plies = [agree(known.initial_state(), rival(settings), Random(f"{seed}"), 1500) for seed in range(40)]
    print(f"{settings}: {len(plies)} games, {sum(plies)} plies")
    assert sum(plies) > 1000


DEAL = "pool.a2 pool.m2 pool.z2 pool.ad2 pool.a1 pool.h1 pool.o1 pool.t1"
TAKEN = f"{DEAL} row.a2 pool.b2"
MASTER = f"{TAKEN} Ann.hand.a1-Ann.grid.a1.e3=master"
REFUSED = [
    ("a piece that one does not have, changed", DEAL, "Ann.hand.b1-box.c1", "You do not have this piece."),
    ("a piece that one does not have, laid", TAKEN, "Ann.hand.d1-Ann.grid.a1.e3", "You do not have this piece."),
    ("no way to change", DEAL, "Ann.hand.a1-box.i1", "You may change a piece into"),
    ("no puzzle", DEAL, "Ann.hand.a1-Ann.grid.a1.a5", "You have no puzzle."),
    ("a cell that is filled", TAKEN, "Ann.hand.a1-Ann.grid.a1.a5", "This cell is filled already."),
    ("another shape", TAKEN, "Ann.hand.c1-Ann.grid.a1.e3-Ann.grid.a1.d2", "This piece does not lie like that."),
    ("another kind is taken", DEAL, "box.b1", "box.b1 must be an O1"),
    ("a fifth puzzle", f"{TAKEN} row.b2 pool.c2 row.c2 pool.d2 nothing nothing nothing row.d2 pool.e2", "row.a1",
     "You have four puzzles already."),
    ("finishing too early", DEAL, "finish", "The finishing touches have not begun."),
    ("an end of what has not begun", DEAL, "enough", "is for the phase mastering"),
    ("something else within a master action", MASTER, "nothing", "is for the phase normal"),
    ("a puzzle twice in a master action", MASTER, "Ann.hand.c1-Ann.grid.a1.d3-Ann.grid.a1.d2", "each puzzle gets one piece"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "move", "reason"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_why_a_move_is_refused(line: str, move: str, reason: str) -> None:
    state = load("project-l", "interpreter").initial_state()
    for each in line.split():
        state = state.play(each)
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert reason.rstrip(".") in str(refused.value)
