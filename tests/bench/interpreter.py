"""The plies of random games that the interpreter plays in a second, and what an explanation costs it."""

from __future__ import annotations

import statistics
import time
from random import Random
from typing import Any

from tests.bench.measuring import medians
from tests.bench.open_spiel import SPIEL, pyspiel
from tests.support.gallery import GAMES
from tilewright.runtime import Game, Move, State, load, playout


def our_plies(game: Game, random: Random, least: float) -> float:
    """Return the plies a second of random games that are played for at least so many seconds."""
    plies, start = 0, time.thread_time()
    while (taken := time.thread_time() - start) < least:
        plies += playout(game, random, max_plies=400).ply
    return plies / taken


def spiel_plies(game: Any, random: Random, least: float) -> float:
    """Return the same for OpenSpiel, driven from Python."""
    plies, start = 0, time.thread_time()
    while (taken := time.thread_time() - start) < least:
        state = game.new_initial_state()
        for _ in range(400):
            if state.is_terminal():
                break
            state.apply_action(random.choice(state.legal_actions()))
            plies += 1
    return plies / taken


def bench_interpreter(rounds: int = 3, least: float = 0.15) -> None:
    """Print a row for each game of the gallery."""
    if pyspiel is None:
        print("OpenSpiel is not installed (open_spiel from PyPI): nothing to compare with")
    print(f"{'random play':>24} {'plies/s':>9} {'OpenSpiel':>10} {'ratio':>7}")
    random = Random(1)
    for example in GAMES:
        game = load(example.name, "interpreter")
        other = pyspiel.load_game(SPIEL[example.name]) if pyspiel and example.name in SPIEL else None
        ours, theirs, ratios = [], [], []
        for _ in range(rounds):
            ours.append(our_plies(game, random, least))
            if other is not None:
                theirs.append(spiel_plies(other, random, least))
                ratios.append(ours[-1] / theirs[-1])
        beside = f"{statistics.median(theirs):>10.0f} {statistics.median(ratios):>6.2f}x" if theirs else ""
        print(f"{example.name:>24} {statistics.median(ours):>9.0f} {beside}")


def illegal_moves(state: State, random: Random, count: int) -> list[Move]:
    """Return legal moves with one cell changed, so that they are not legal."""
    game, legal = state.game, state.legal_moves
    moves: list[Move] = []
    for _ in range(20 * count):
        steps = list(random.choice(list(legal)).steps)
        steps[random.randrange(len(steps))] = random.choice(game.names.cells)
        move = Move(tuple(steps), game.names.height)
        if move not in legal and len(moves) < count:
            moves.append(move)
    return moves


def bench_explain(positions: int = 3, moves: int = 8) -> None:
    """Print for each game how many generations of legal moves it takes to say why a move is not legal."""
    print(f"{'explain / legal moves':>24} {'median':>9} {'most':>9}")
    for example in GAMES:
        random, ratios = Random(1), []
        game = load(example.name, "interpreter")
        assert game.explainer and game.tables  # built when they are first asked for
        for _ in range(positions):
            state = playout(game, random, max_plies=random.randrange(30))
            asked = [] if state.is_over else illegal_moves(state, random, moves)
            if asked:
                position = state.position
                times = medians(
                    {
                        "explain": lambda g=game, p=position, a=asked: [g.state(p).explain(move) for move in a],
                        "generate": lambda g=game, p=position, a=asked: [g.engine.settle(p) for _ in a],
                    },
                    3,
                )
                ratios.append(times["explain"] / times["generate"])
        if ratios:
            print(f"{example.name:>24} {statistics.median(ratios):>8.1f}x {max(ratios):>8.1f}x")
