"""Wherever a compiled engine goes in a random game, the interpreter can go: every game of the gallery."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.support.engines import ENGINES
from tests.support.gallery import EXAMPLES, GAMES, Example
from tests.support.thinning import sampled
from tests.support.trace import Differs, compare, trace
from tilewright.runtime import Game, load
from tilewright.runtime.position import Position
from tilewright.runtime.protocols import Chosen
from tilewright.runtime.states import States

SEED = int(os.environ.get("TILEWRIGHT_SEED") or 20261121)
COMPILED = tuple(name for name in ENGINES if name != "interpreter")
QUICK, THOROUGH = 500, 4_000
"""The plies that are played of each game in every run, and in the slow proof."""
PATIENCE, LONG_PATIENCE = 10, 20
"""The plies that are played without a check, at most: after one with many moves, whose check takes long, so many more."""


@pytest.mark.parametrize("example", sampled(GAMES))
@pytest.mark.parametrize("engine", COMPILED)
def test_every_ply_is_a_move(engine: str, example: Example) -> None:
    right, compiled = load(example.name, "interpreter"), load(example.name, engine)
    traced = trace(right, compiled, engine, QUICK, seed=1, patience=PATIENCE)
    assert traced.plies >= QUICK
    assert traced.checked >= 40


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
@pytest.mark.parametrize("engine", COMPILED)
def test_every_ply_of_many_is_a_move(engine: str, example: Example) -> None:
    right, compiled = load(example.name, "interpreter"), load(example.name, engine)
    print(f"{example}, {engine}: {compare(right, compiled, engine, SEED, plies=2, most=40)}")
    print(f"{example}, {engine}: {trace(right, compiled, engine, THOROUGH, SEED, LONG_PATIENCE)}")


class Cheat:
    """The interpreter, which when it plays by itself takes the first move and then changes something."""

    def __init__(self, game: Game, change: Any) -> None:
        self.game = game
        self.change = change

    def count(self, position: Position) -> int:
        return len(self.game.engine.settle(position).moves)

    def settle(self, position: Position) -> Any:
        return self.game.engine.settle(position)

    def advance(self, position: Position, seed: int, plies: int = 1) -> Position:
        for _ in range(plies):
            node = self.game.engine.settle(position)
            if not node.moves:
                return node.position
            position = self.game.engine.take(node, next(iter(node.moves)))
        return self.change(position)


def _left_behind(position: Position) -> Position:
    """Return a position in which a cell of the first board is left as it was, so that it has two states."""
    from dataclasses import replace

    return replace(position, boards=(position.boards[0] | 1, *position.boards[1:]))


def _won_by_nobody(position: Position) -> Position:
    from dataclasses import replace

    return position if position.returns is None else replace(position, returns=(0, 0))


@pytest.mark.parametrize(
    ("change", "message"), [(_left_behind, "no legal move leads to"), (_won_by_nobody, "no legal move")]
)
def test_a_wrong_position_is_found(change: Any, message: str) -> None:
    right = load("tic-tac-toe", "interpreter")
    assert trace(right, _game(right, lambda position: position), "honest", 100, 1).games > 10
    with pytest.raises(Differs, match=message):
        trace(right, _game(right, change), "cheat", 100, 1)


def _game(game: Game, change: Any) -> Game:
    return Game(game.players, game.names, Chosen(Cheat(game, change), "python"), game.document, States())  # type: ignore[arg-type]
