"""Batches: that each of their positions is played as a state is, that they are reproducible, stop, and say what is wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.engines import game, need
from tests.gallery import GAMES
from tests.rules import GAMES as RULES
from tilewright.generator.engine.errors import TOO_LONG
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import Batch, Game, Move, State, load
from tilewright.runtime.engines import batch as batches
from tilewright.runtime.engines import rows
from tilewright.runtime.engines.batch import NOTHING
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.stopping import Stop

compiled_engines = pytest.mark.parametrize("name", ["python", "native"])

HOPS = """
game Hops {
  players White, Black
  board 4x2
  pieces Man:M
  directions line = (1,0) (0,1)
  mark from
  setup { "M.m." "...." }
  move Go = own -> select from -> repeat 1..3 { step line -> empty -> select } -> move from
  move Turn = own -> select from -> option "stay" -> choose { option "long" | option "short" }
  stuck = lose
}
"""
"""Moves that others go on from, so that they need an end, and options."""

LOST = """
game Lost {
  players White, Black, Red
  board 3x1
  pieces Stone:S
  neutral Wall:#
  setup { "..." }
  place Put = empty
  effect = set Wall
  stuck = lose
}
"""
"""Three players, of which one loses."""

FORCED = """
game Forced {
  players White, Black
  board 3x1
  pieces Man:M
  directions east = (1,0)
  mark from
  setup { "m.M" }
  move Go = own -> select from -> step east -> empty -> select -> move from
  stuck { over = win }
}
"""

SMALL = {"hops": HOPS, "lost": LOST, **{name: rules.text for name, rules in RULES.items()}}


def actions_of(state: State, clicked: Move | None, batch: Batch) -> dict[int, list[Move]]:
    """Return what may be clicked next in a state, and for each action the legal moves that go on so."""
    before = clicked.steps if clicked is not None else ()
    found: dict[int, list[Move]] = {}
    for move in state.legal_moves:
        if move.steps[: len(before)] == before:
            rest = move.steps[len(before) :]
            step = rest[0] if rest else "end"
            action = state.game.cell_numbers[step] if isinstance(step, tuple) else batch.actions.index(step)
            found.setdefault(action, []).append(move)
    return found


def agree(played: Game, reference: Game, seed: int, plies: int, positions: int = 2) -> int:
    """Play random actions in a batch and the same moves in states; return how many actions were compared."""
    random = Random(seed)
    batch = played.batch(positions)
    states = [reference.initial_state()] * positions
    clicked: list[Move | None] = [None] * positions
    compared = 0
    for _ in range(plies):
        mask = batch.legal()
        assert list(batch.counts) == [len(state.legal_moves) for state in states]
        actions = [NOTHING] * positions
        for number, state in enumerate(states):
            possible = actions_of(state, clicked[number], batch)
            assert {a for a in range(len(batch.actions)) if mask[number, a]} == set(possible)
            if not possible:
                continue
            actions[number] = action = random.choice(sorted(possible))
            name, moves = batch.actions[action], possible[action]
            depth = len(moves[0].steps) if name == "end" else 1 + len(clicked[number].steps if clicked[number] else ())
            if all(len(move.steps) == depth for move in moves):
                (move,) = moves
                states[number], clicked[number] = state.play(move), None
            else:
                clicked[number] = Move(moves[0].steps[:depth], reference.names.height)
            compared += 1
        batch.step(actions)
        for number, state in enumerate(states):
            assert batch.state(number).position == state.position
            assert batch.begun(number).steps == (clicked[number].steps if clicked[number] else ())
        assert list(batch.done) == [state.is_over for state in states]
        assert batch.returns.tolist() == [list(state.returns) for state in states]
        assert list(batch.plies) == [state.ply for state in states]
        assert list(batch.player) == [state.position.player for state in states]
    return compared


@pytest.mark.parametrize("example", GAMES, ids=str)
def test_every_game_of_the_gallery_is_played_alike(example: object) -> None:
    name = str(example)
    assert agree(load(name, "python"), load(name, "interpreter"), 1, 10) > 3


@compiled_engines
@pytest.mark.parametrize("model", SMALL)
def test_small_games_are_played_alike(model: str, name: str) -> None:
    need(name)
    assert agree(game(SMALL[model], name), game(SMALL[model], "interpreter"), 2, 60, 4) > 10
