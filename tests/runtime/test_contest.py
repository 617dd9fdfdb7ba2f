"""Programs that play: they choose legal moves, are called by name, and play contests."""

from __future__ import annotations

import pytest

from tests.support.engines import COMPILED, need, play
from tilewright.runtime import State, load
from tilewright.runtime.contest import contest
from tilewright.runtime.move import Move
from tilewright.runtime.players import Kind, MinimaxPlayer, RandomPlayer, TreePlayer

RANDOM, TREE = Kind("random"), Kind("mcts:150")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "mcts",
        "mcts:",
        "mcts:0",
        "mcts:-1",
        "mcts:1e3",
        "mcts:1.s",
        "mcts:s",
        "minimax:x",
        "minimax",
        "minimax:0",
        "minimax:1.5",
        "human",
        "Random",
    ],
)
def test_nobody_is_called_so(name: str) -> None:
    with pytest.raises(ValueError, match="cannot play"):
        Kind(name)


def test_who_is_called_so() -> None:
    assert isinstance(RANDOM.player(1), RandomPlayer) and isinstance(TREE.player(1), TreePlayer)
    assert isinstance(Kind("minimax:4").player(1), MinimaxPlayer)
    assert (Kind("minimax:4").player()._depth, Kind("minimax:0.5s").player()._seconds) == (4, 0.5)  # type: ignore[attr-defined]
    assert (Kind("mcts:2s").player()._seconds, Kind("mcts:0.25s").player()._seconds) == (2.0, 0.25)  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", COMPILED)
def test_search_beats_chance(engine: str) -> None:
    need(engine)
    game = load("tic-tac-toe", engine)
    first = contest(game, [TREE, RANDOM], 20, seed=1)
    second = contest(game, [RANDOM, TREE], 20, seed=1)
    assert first.wins[1] == second.wins[0] == 0 and first.wins[0] >= 15 and second.wins[1] >= 12
    assert first.games == 20 == sum(first.wins) + first.draws and first.length.value <= 9 and first.shortest >= 5


def test_alpha_beta_beats_chance_and_varies_with_the_seed() -> None:
    need("native")
    game, search = load("connect-four", "native"), Kind("minimax:3")
    assert contest(game, [search, RANDOM], 10, seed=1).wins[0] >= 9
    same = ("games", "plies", "wins", "length", "branching")
    one, other = (contest(game, [search, search], 8, seed=5, jobs=jobs) for jobs in (1, 3))
    assert [getattr(one, part) for part in same] == [getattr(other, part) for part in same]
    assert one.shortest < one.longest, "two programs play more than one game"


def test_the_same_seed_gives_the_same_games() -> None:
    need("native")
    game = load("connect-four", "native")
    one, other = (contest(game, [TREE, RANDOM], 6, seed=3, jobs=jobs) for jobs in (1, 3))
    assert contest(game, ["mcts:150", "random"], 6, seed=3).wins == one.wins
    again = contest(game, [TREE, RANDOM], 6, seed=4)
    same = ("games", "plies", "wins", "length", "branching", "decisions")
    assert [getattr(one, part) for part in same] == [getattr(other, part) for part in same]
    assert (one.plies, one.branching) != (again.plies, again.branching)


@pytest.mark.parametrize("engine", COMPILED)
def test_what_was_found_is_kept_from_move_to_move(engine: str) -> None:
    need(engine)
    state = load("connect-four", engine).initial_state()
    player = TreePlayer(visits=100, seed=1)
    first = player.choose(state)
    search = player._search
    after = state.play(first).play("a1")
    player.choose(after)
    assert player._search is search is not None and search.analysis().visits > 0
    player.choose(state)  # a state from elsewhere is searched anew
    assert player._search is not search
    only = play(load("tic-tac-toe", engine).initial_state(), "a1 b2 c3 a3 c1 b1 b3 c2")
    assert str(player.choose(only)) == "a2"


def test_games_of_random_players_are_fair_to_the_interpreter() -> None:
    found = contest(load("tic-tac-toe", "interpreter"), [RANDOM, RANDOM], 30, max_plies=4)
    assert found.unfinished == 30 and found.plies == 120


def test_each_player_needs_a_program() -> None:
    with pytest.raises(ValueError, match="TicTacToe has 2 players, not 1"):
        contest(load("tic-tac-toe"), [RANDOM], 1)
    with pytest.raises(ValueError, match="'mtcs:3' cannot play"):
        contest(load("tic-tac-toe"), ["mtcs:3", "random"], 1)
    with pytest.raises(ValueError, match="'random' is one program"):
        contest(load("tic-tac-toe"), "random", 1)
    with pytest.raises(ValueError, match="3 cannot play: a program is a name"):
        contest(load("tic-tac-toe"), [3, "random"], 1)  # type: ignore[list-item]


@pytest.mark.prove
@pytest.mark.parametrize(
    ("name", "least"),
    [
        *((name, 97) for name in ("connect-four", "othello", "breakthrough", "checkers", "clobber", "gomoku")),
        ("tic-tac-toe", 85),
    ],
)
def test_a_thousand_visits_beat_chance(name: str, least: int) -> None:
    """At least 97 of 100, and fewer in tic-tac-toe, where chance may get draws: nothing is lost there."""
    need("native")
    game, tree = load(name, "native"), Kind("mcts:1000")
    found = [contest(game, pair, 50, seed=7, jobs=2) for pair in ([tree, RANDOM], [RANDOM, tree])]
    wins, losses = found[0].wins[0] + found[1].wins[1], found[0].wins[1] + found[1].wins[0]
    print(f"{name}: {wins} wins, {100 - wins - losses} draws, {losses} losses")
    assert wins >= least and losses <= (0 if name == "tic-tac-toe" else 3)


class First:
    """Chooses the first legal move, and counts how often it was made and asked."""

    made = asked = 0

    def __init__(self, seed: int = 0) -> None:
        First.made += 1

    def choose(self, state: State) -> Move:
        First.asked += 1
        return state.legal_moves[0]


def test_programs_of_ones_own_play() -> None:
    """An object in all games, or a class in one game each."""
    game = load("tic-tac-toe", "interpreter")
    First.made = First.asked = 0
    assert contest(game, [First(), First()], 3).wins == (3, 0)
    assert (First.made, First.asked) == (2, 3 * 7)
    assert contest(game, [First, "random"], 4, seed=1).games == 4
    assert First.made == 6
    one, other = (contest(game, [RandomPlayer, RandomPlayer], 20, seed=2, jobs=jobs) for jobs in (1, 2))
    assert one.wins == other.wins and one.plies == other.plies
