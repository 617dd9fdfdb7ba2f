"""Positions with thousands of moves: compiled engines play them themselves, and as the interpreter does."""

from __future__ import annotations

import pytest

from tests.support.engines import COMPILED, game, need
from tilewright.runtime import Game
from tilewright.runtime.engines.choosing import compiled_engine

THROWN = """
game Thrown {
  players A, B
  nature Luck
  board 1x1
COUNTERS
  counter rounds 0..10
  move Roll = option "roll" -> turn nature
  chance Throw = AMOUNTS -> rounds += 1 -> if rounds == 10 { draw } else { turn next }
}
"""
BIDS = """
game Bids {
  players A, B
  board 5x5
  pieces Man:M
  counter bid 0..99
  counter rounds 0..6
  move Bid = empty -> select -> amount bid 0..99 -> set own Man
  effect = rounds += 1 -> if rounds == 6 -> draw
}
"""


def thrown(dice: str, engine: str) -> Game:
    counters = "\n".join(f"  counter {die} 0..6" for die in dice)
    amounts = " -> ".join(f"amount {die} 1..6" for die in dice)
    return game(THROWN.replace("COUNTERS", counters).replace("AMOUNTS", amounts), engine)


@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize(("model", "moves"), [("abcd", 6**4), ("abcde", 6**5), (BIDS, 2500)])
def test_they_are_played_by_the_program(model: str, moves: int, engine: str) -> None:
    """``wandered`` returns None where the program leaves a position to the interpreter."""
    need(engine)
    played, reference = (
        game(model, name) if model is BIDS else thrown(model, name) for name in (engine, "interpreter")
    )
    state, expected = played.initial_state(), reference.initial_state()
    if model is not BIDS:
        state, expected = state.play("roll"), expected.play("roll")
    assert state.count_moves() == moves == len(expected.legal_moves)
    assert list(map(str, state.legal_moves)) == list(map(str, expected.legal_moves))
    after = compiled_engine(played.engine, played.name).wandered(state.position, 1, 1)
    assert after is not None and after.ply == state.ply + 1
