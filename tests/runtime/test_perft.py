"""The numbers of positions of known games: the proof that the rules are played right."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.engines import game
from tests.support.rules import GAMES, HEX
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State, divide, perft

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_known_counts(name: str, engine: str) -> None:
    state = game(GAMES[name].text, engine).initial_state()
    assert tuple(perft(state, depth) for depth in range(1, len(GAMES[name].counts) + 1)) == GAMES[name].counts


@every_game
def test_divide_adds_up(name: str, engine: str) -> None:
    state = game(GAMES[name].text, engine).initial_state()
    depth = min(2, len(GAMES[name].counts))
    split = divide(state, depth)
    assert list(split) == list(state.legal_moves)
    assert all(count == perft(state.play(move), depth - 1) for move, count in split.items())
    assert sum(split.values()) == GAMES[name].counts[depth - 1]


def test_depth_0_is_the_position_itself(engine: str) -> None:
    state = game(HEX, engine).initial_state()
    assert perft(state, 0) == 1
    for wrong in (lambda: perft(state, -1), lambda: divide(state, 0)):
        with pytest.raises(ValueError, match="depth"):
            wrong()


def test_a_game_that_is_over_has_no_leaves_below(engine: str) -> None:
    state = game(HEX, engine).initial_state()
    for move in ["a3", "b3", "a2", "b2", "a1"]:
        state = state.play(move)
    assert state.is_over and (perft(state, 0), perft(state, 1), perft(state, 2)) == (1, 0, 0)


OVER = """game Over {
  players A, B
  board 3x3
  pieces Man:M
  counter n 0..2
  move Put = empty -> select -> set own Man -> n += 1
}"""
"""Rules that fail at the third move."""


def in_parts(state: State, depth: int) -> int:
    with ThreadPoolExecutor(2) as pool:
        return perft(state, depth, executor=pool)


@pytest.mark.parametrize("count", [perft, divide, in_parts])
def test_rules_that_fail_are_told_with_the_moves_that_lead_there(
    count: Callable[[State, int], object], engine: str
) -> None:
    state = game(OVER, engine).initial_state()
    assert perft(state, 2) == 72
    for depth in (3, 4):
        with pytest.raises(ModelError, match="counter-overflow") as caught:
            count(state, depth)
        assert caught.value.occasion is not None and caught.value.occasion.moves == ("a3", "b3")


def test_the_command_tells_them_from_the_beginning(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "over.game"
    file.write_text(OVER, encoding="utf-8")
    for options in ([], ["--divide"]):
        said = run("perft", str(file), "3", "--after", "b2", "--engine", engine, *options)
        assert said.exit_code == 1 and said.stderr.endswith('  the rules fail with --after "b2 a3"\n')


@pytest.mark.prove
def test_all_games_of_hex_3x3(engine: str) -> None:
    """257760 games, 165600 of them won by the first player."""

    def games(state: State) -> tuple[int, int]:
        if state.is_over:
            return 1, int(state.winner == state.game.players[0])
        below = [games(state.play(move)) for move in state.legal_moves]
        return sum(some for some, _ in below), sum(won for _, won in below)

    assert games(game(HEX, engine).initial_state()) == (257760, 165600)
