"""Random games of Project L beside its referee: legal moves, odds, positions and ranks."""

from __future__ import annotations

from random import Random

from pytest import approx

from tests.independent.project_l import FULL, NAMES, PLAYERS, SIDE, ProjectL
from tilewright.runtime import State


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
            assert {str(move): float(odds) for move, odds in state.chance_outcomes} == approx(referee.chances())
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
