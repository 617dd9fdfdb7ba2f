"""Project L beside its referee with any number of players, other settings: legal moves, odds, positions and ranks."""

from __future__ import annotations

from random import Random

import pytest

from tests.independent.project_l import FULL, NAMES, PLAYERS, SIDE, ProjectL, placements
from tests.support.engines import game as text_game
from tilewright.runtime import Game, State, load

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


def agree(state: State, referee: ProjectL, random: Random, plies: int) -> int:
    """Play a random game on both; return its plies."""
    for ply in range(plies):
        legal = {str(move) for move in state.legal_moves}
        assert legal == set(referee.moves())
        assert state.is_over is referee.over
        compare_positions(state, referee)
        if state.is_over:
            assert state.ranks == tuple(referee.ranks())
            return ply
        if state.is_chance:
            assert {str(move): float(odds) for move, odds in state.chance_outcomes} == pytest.approx(referee.chances())
            move = str(state.sample(random))
        else:
            move = random.choice(sorted(legal))
        state = state.play(move)
        referee.play(move)
    return plies


def compare_positions(state: State, referee: ProjectL) -> None:
    """Compare all that the referee knows: cards, pieces, what is filled, scores."""
    held, reserve = state.counters["held"], state.counters["reserve"]
    assert isinstance(held, dict) and isinstance(reserve, dict)
    finished = [(seat.score, seat.finished) for seat in referee.seats]
    count = len(referee.seats)
    of = [
        value if isinstance(value, tuple) else (value,)
        for value in (state.counters["score"], state.counters["finished"])
    ]
    assert list(zip(*of, strict=True)) == finished[:count]
    for number, name in enumerate(NAMES):
        place = f"{'abcdefghi'[number]}1"
        assert reserve[f"box.{place}"] == referee.reserve[name]
        for player, seat in zip(PLAYERS, referee.seats, strict=False):
            assert held[f"{player}.hand.{place}"] == seat.pieces[name]
    for black, row in referee.rows.items():
        for place, card in enumerate(row):
            assert piece_at(state, f"row.{'abcd'[place]}{1 if black else 2}") == (card and card.name)
    for player, seat in zip(PLAYERS, referee.seats, strict=False):
        for slot, begun in enumerate(seat.slots):
            cell = f"{'abcd'[slot]}1"
            assert piece_at(state, f"{player}.desk.{cell}") == (begun and begun.puzzle.name)
            open_cells = sum(
                1 << row * SIDE + column
                for row in range(SIDE)
                for column in range(SIDE)
                if piece_at(state, f"{player}.grid.{cell}.{'abcde'[column]}{SIDE - row}") == "Open"
            )
            assert open_cells == (FULL & ~begun.filled if begun else 0)


def piece_at(state: State, cell: str) -> str | None:
    """Return the kind of the piece on a cell."""
    found = state[cell]
    return None if found is None else found.name


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
