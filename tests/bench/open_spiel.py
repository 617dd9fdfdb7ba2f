"""The rival: OpenSpiel's games, and the fastest that they can be played at random from Python: natively."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

try:
    import pyspiel
except ModuleNotFoundError:
    pyspiel = None

SPIEL = {
    "tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four", "othello": "othello", "breakthrough": "breakthrough",
    "hex": "hex", "clobber": "clobber", "checkers": "checkers", "chess": "chess", "go": "go(board_size=9)",
    "nine-mens-morris": "nine_mens_morris", "amazons": "amazons", "kalah": "mancala", "oware": "oware",
    "lines-of-action": "lines_of_action", "gomoku": "gomoku", "pentago": "pentago", "y": "y(board_size=13)",
    "dots-and-boxes": "dots_and_boxes", "nim": "nim", "shogi": "shogi", "xiangqi": "xiangqi",
    "crazyhouse": "crazyhouse", "pig": "pig", "einstein-wuerfelt-nicht": "einstein_wurfelt_nicht",
    "twenty-forty-eight": "2048", "backgammon": "backgammon",
}  # fmt: skip
"""OpenSpiel's names of our games. Its plies may be parts of ours: three make a move in amazons, two or more in others."""


WHOLE_GAMES = frozenset({"backgammon"})
"""The games of which whole games are compared: an action of OpenSpiel is made of several moves of ours."""

WHOLE_MOVES = frozenset({"amazons"})
"""The games of which whole moves are counted, as ours are; elsewhere a move may count more than once for OpenSpiel."""


@cache
def mean_length(name: str, games: int = 400) -> float:
    """Return how many states OpenSpiel's random games of one of our games last."""
    random, states = Random(1), 0
    for _ in range(games):
        state, last = pyspiel.load_game(SPIEL[name]).new_initial_state(), None
        while not state.is_terminal():
            player = state.current_player()
            states += not (name in WHOLE_MOVES and player == last)
            last = player
            state.apply_action(drawn(state, random))
    return states / games


def drawn(state: Any, random: Random) -> int:
    """Return an action of a state at random: by its odds where nature moves."""
    if not state.is_chance_node():
        return random.choice(state.legal_actions())
    actions, odds = zip(*state.chance_outcomes(), strict=True)
    return random.choices(actions, odds)[0]


def native_rollouts(name: str) -> Callable[[int], int]:
    """Return what plays so many random games in C++ and says how many states that were.

    A search of one simulation does nothing but evaluate its root, by as many rollouts as are wanted; nothing shorter leads
    from Python to OpenSpiel's native rollouts. It does not count states: the mean length of its random games stands for them.
    Games that pay on the way have no such search; there a native bot moves at random for each player.
    """
    game, length = pyspiel.load_game(SPIEL[name]), mean_length(name)
    state = game.new_initial_state()
    if game.get_type().reward_model != pyspiel.GameType.RewardModel.TERMINAL:
        return random_bots(game, length)
    while state.is_chance_node():  # nobody searches there
        state.apply_action(state.legal_actions()[0])
    seed = 0

    def play(games: int) -> int:
        nonlocal seed
        seed += 1
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, seed, False).mcts_search(state)
        return round(games * length)

    return play


def random_bots(game: Any, length: float) -> Callable[[int], int]:
    """Return the same for native bots that move at random: a call for each game."""
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    seed = 0

    def play(games: int) -> int:
        nonlocal seed
        for _ in range(games):
            seed += 1
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return round(games * length)

    return play
