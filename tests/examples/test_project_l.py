"""Project L beside its referee with any number of players, other settings: legal moves, odds, positions and ranks."""

from __future__ import annotations

from random import Random

import pytest

from tests.independent.project_l import NAMES, ProjectL, placements
from tests.support.engines import game as text_game
from tests.support.puzzling import agree
from tilewright.runtime import Game, load

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
