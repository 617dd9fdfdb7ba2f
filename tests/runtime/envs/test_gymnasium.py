"""Gymnasium's checks pass; one position and many see the same; opponents answer; games begin anew in the next step."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.gallery import EXAMPLES, Example
from tilewright.runtime import Game, Move, State, load

SOME = ("tic-tac-toe", "peg-solitaire", "othello", "checkers", "yavalath-three-players")

carried = pytest.mark.parametrize(
    "carry", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)


def conforms(name: str) -> None:
    from gymnasium import make
    from gymnasium.utils.env_checker import check_env

    from tilewright.envs.gymnasium import GameEnv

    env = make("tilewright/Game-v0", game=name, render_mode="ansi").unwrapped
    assert isinstance(env, GameEnv)
    check_env(env)


@pytest.mark.parametrize("name", SOME)
def test_the_checks_of_gymnasium(name: str) -> None:
    conforms(name)


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_checks_of_gymnasium_in_all_games(example: Example) -> None:
    conforms(str(example))


class First:
    """Chooses the first legal move, and remembers in which states it was asked."""

    def __init__(self) -> None:
        self.asked: list[State] = []

    def choose(self, state: State) -> Move:
        self.asked.append(state)
        return state.legal_moves[0]


def act(env: Any, name: str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
    """Let the player who learns act by the name of an action."""
    result: tuple[Any, float, bool, bool, dict[str, Any]] = env.step(env.actions.names.index(name))
    return result


def test_the_opponent_answers_a_move_that_is_complete() -> None:
    from tilewright.envs.gymnasium import GameEnv

    first = First()
    chess = GameEnv("chess", opponent=first, render_mode="ansi")
    chess.reset()
    seen, reward, ended, truncated, info = act(chess, "e2")
    assert not first.asked and (reward, ended, truncated) == (0, False, False)
    assert [chess.actions.names[action] for action in info["action_mask"].nonzero()[0]] == ["e4", "e3"]
    assert (chess.action_masks() == info["action_mask"].astype(bool)).all() and seen.shape == chess.planes.shape
    act(chess, "e4")
    assert len(first.asked) == 1 and first.asked[0].player.name == "Black"
    assert chess.begun.state.ply == 2 and chess.begun.player.name == "White"


def test_whoever_sits_second_finds_the_first_move_made_and_may_lose() -> None:
    from tilewright.envs.gymnasium import GameEnv

    env = GameEnv("tic-tac-toe", seat=1, opponent=First())
    env.reset()
    assert env.begun.state.ply == 1
    act(env, "a1")
    _, reward, ended, truncated, info = act(env, "b1")
    assert (reward, ended, truncated) == (-1, True, False) and not info["action_mask"].any()
    with pytest.raises(ValueError, match="reset"):
        act(env, "c2")
    with pytest.raises(ValueError, match="player: 2 is not between 0 and 1"):
        GameEnv("tic-tac-toe", seat=2)


def test_a_seed_gives_the_same_answers() -> None:
    from tilewright.envs.gymnasium import GameEnv

    def game(seed: int) -> list[str]:
        env = GameEnv("othello", seat=1, render_mode="ansi")
        env.reset(seed=seed)
        boards = [str(env.render())]
        while env.begun.possible:
            env.step(env.begun.possible[0])
            boards.append(str(env.render()))
        return boards

    assert game(1) == game(1) != game(2)


def test_an_action_that_is_not_possible_loses() -> None:
    from tilewright.envs.gymnasium import GameEnv

    env = GameEnv("tic-tac-toe", opponent=First())
    env.reset()
    _, reward, ended, _, info = act(env, "end")
    assert (reward, ended) == (-1, True) and "end, is not possible here" in info["illegal"]
    assert not info["action_mask"].any() and not env.action_masks().any()
    with pytest.raises(ValueError, match="the game is over: reset the environment"):
        act(env, "a1")
    assert env.reset()[1]["action_mask"].sum() == 9 and act(env, "a1")[1:3] == (0, False)


def test_one_player_alone_is_truncated_after_so_many_plies() -> None:
    from tilewright.envs.gymnasium import GameEnv

    env = GameEnv("peg-solitaire", plies=1)
    env.reset()
    ends = []
    while not any(ends):
        _, reward, *ends, _ = env.step(env.begun.possible[0])
        assert reward == 0
    assert ends == [False, True] and env.begun.state.ply == 1 and env.render() is None


@carried
def test_a_copy_and_a_pickle_go_on_from_the_same_position(carry: Any) -> None:
    from tilewright.envs.gymnasium import GameEnv

    env = GameEnv(load("checkers", "python"))
    env.reset(seed=4)
    env.step(env.begun.possible[0])
    other = carry(env)
    assert other.begun == env.begun and other.begun.clicked
    for _ in range(6):
        action = env.begun.possible[-1]
        assert (other.step(action)[0] == env.step(action)[0]).all()


@carried
def test_an_opponent_that_searches_is_carried_along(carry: Any) -> None:
    from tilewright.envs.gymnasium import GameEnv

    env = GameEnv(load("checkers", "python"), opponent="mcts:10", seat="White")
    env.reset()
    other = carry(env)
    while other.begun.state == env.begun.state:
        other.step(other.begun.possible[0])
    assert other.begun.state.ply == 3 and other.begun.player.number == 1


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "chess", "amazons", "yavalath-three-players", "kalah", "dark-chess", "leduc-poker"]
)
def test_many_positions_are_played_and_seen_as_one_is(name: str) -> None:
    together(load(name, "python"), 25)


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_many_positions_are_played_and_seen_as_one_is_in_all_games(example: Example) -> None:
    together(load(str(example)), 300)


@pytest.mark.parametrize("name", ["othello", "yavalath-three-players", "kalah"])
def test_many_positions_are_seen_by_whoever_moves_as_one_is(name: str) -> None:
    together(load(name), 20, rotated=True)


ROTATED = {
    "tic-tac-toe": [("XStone", "OStone"), ("X to move", "X to move"), ("Empty", "Empty"), ("clicked", "clicked")],
    "othello": [("WhiteDisc", "BlackDisc"), ("BlackDisc", "WhiteDisc")],
    "nine-mens-morris": [("hand/0/0", "hand/1/0"), ("hand/1/3", "hand/0/3"), ("turns/0/0", "turns/0/0")],
}
"""A plane, and the one that stands in its place when the second of two players is to move."""


@pytest.mark.parametrize("name", ROTATED)
def test_what_is_ones_own_comes_first(name: str) -> None:
    from tilewright.envs.clicks import Actions, Begun
    from tilewright.envs.planes import Planes

    game = load(name)
    actions = Actions(game)
    plain, rotated = Planes(game, actions), Planes(game, actions, rotated=True)
    assert plain.names == rotated.names
    state, differ = game.initial_state(), False
    for _ in range(6):
        planes = dict(zip(plain.names, plain.of(Begun(actions, state)), strict=True))
        turned = dict(zip(plain.names, rotated.of(Begun(actions, state)), strict=True))
        for plane, other in ROTATED[name]:
            shown = other if state.player.number == 1 else plane
            assert (turned[plane] == planes[shown]).all()
            differ = differ or (state.player.number == 1 and bool((planes[plane] != planes[other]).any()))
        state = state.play_number(0)
    assert differ


def test_three_players_take_turns_at_being_first() -> None:
    from tilewright.envs.clicks import Actions, Begun
    from tilewright.envs.planes import Planes

    game = load("yavalath-three-players")
    actions = Actions(game)
    rotated = Planes(game, actions, rotated=True)
    owned = [place for place, state in enumerate(game.tables.states) if state.owner >= 0]
    state = game.initial_state()
    for _ in range(2):
        state = state.play_number(0)
    stones = [int(rotated.of(Begun(actions, state))[place].sum()) for place in owned]
    assert stones == [0, 1, 1]  # the third player has nothing yet, and the next ones have a stone each


def test_what_is_not_alike_for_all_players_is_not_rotated(tmp_path: Path) -> None:
    from tilewright.envs.gymnasium import GameEnv

    text = next(example for example in EXAMPLES if example.name == "tic-tac-toe").file("xmi").read_text("utf-8")
    state = re.search(r'<states name="OStone"[^>]*>', text)
    assert state is not None
    model = tmp_path / "uneven.xmi"
    model.write_text(text.replace(state[0], re.sub(r' piece="[^"]*"', "", state[0])), "utf-8")
    with pytest.raises(ValueError, match=r"^planes of TicTacToe cannot be rotated: O has no state like 'XStone'$"):
        GameEnv(load(model), rotated=True)


def test_numbers_that_belong_to_no_cell_are_planes() -> None:
    """Their binary digits, the same on all cells: what a player has in hand."""
    from tilewright.envs.gymnasium import GameEnv

    env = GameEnv("nine-mens-morris")
    seen, _ = env.reset()
    planes = dict(zip(env.planes.names, seen, strict=True))
    assert env.begun.state.counters["hand"] == (9, 9)
    for player in (0, 1):
        digits = [planes[f"hand/{player}/{digit}"] for digit in range(4)]
        assert [int(plane.max()) for plane in digits] == [1, 0, 0, 1]
        assert all((plane == plane.max() * env.planes.grid.mask).all() for plane in digits)


def test_the_grid_of_a_board_with_holes_has_a_mask() -> None:
    from tilewright.envs.gymnasium import GameEnv

    env = GameEnv("peg-solitaire")
    mask = env.planes.grid.mask
    assert mask.shape == env.planes.grid.shape == (7, 7) and mask.sum() == 33
    assert not env.planes.of(env.begun)[:, mask == 0].any()


def together(game: Game, steps: int, *, rotated: bool = False) -> None:
    """Play random games in many positions and one by one; games begin anew in the step after their end."""
    from tilewright.envs.clicks import Begun
    from tilewright.envs.gymnasium import GameVectorEnv
    from tilewright.envs.planes import Planes

    random, plies = Random(5), 12
    env = GameVectorEnv(game, 3, plies=plies, rotated=rotated)
    planes = Planes(game, env.actions, rotated=rotated)
    shown = tuple(name for name in planes.names if name not in ("covered", "unseen"))
    assert shown[: len(env.batch.planes)] == env.batch.planes
    seen, infos = env.reset(seed=1)

    def drawn(one: Begun, number: int) -> Begun:
        """Return the state after what nature has drawn in one of the many, where it is her turn."""
        return Begun(env.actions, env.batch.state(number)) if one.state.is_chance else one

    begun = [drawn(Begun(env.actions, game.initial_state()), number) for number in range(3)]
    ended = [False] * 3
    for _ in range(steps):
        for number, one in enumerate(begun):
            assert (seen[number] == planes.of(one)).all()
            assert tuple(infos["action_mask"][number].nonzero()[0]) == one.possible
            assert (infos["player"][number], infos["returns"][number].tolist()) == (
                one.player.number,
                list(one.state.returns),
            )
        actions = [random.choice(one.possible or (0,)) for one in begun]
        seen, rewards, ends, truncations, infos = env.step(actions)
        for number, (action, was_over) in enumerate(zip(actions, ended, strict=True)):
            player = begun[number].player.number
            one = Begun(env.actions, game.initial_state()) if was_over else begun[number].click(action)
            begun[number] = drawn(one, number)
            state = begun[number].state
            assert rewards[number] == (state.returns[player] if state.is_over else 0)
            assert ends[number] == state.is_over and truncations[number] == (state.ply >= plies and not state.is_over)
            ended[number] = state.is_over or state.ply >= plies


def test_nothing_has_changed_after_an_action_that_is_not_possible() -> None:
    from gymnasium import make_vec

    from tilewright.envs.gymnasium import GameVectorEnv

    env = make_vec("tilewright/Game-v0", 2, vectorization_mode="vector_entry_point", game="tic-tac-toe").unwrapped
    assert isinstance(env, GameVectorEnv)
    env.reset()
    for wrong in ([0, 9], [0, -1]):
        with pytest.raises(ValueError, match="action"):
            env.step(wrong)
    assert env.action_masks()[:, :9].all() and env.render() is None


FIRST_WINS = """game FirstWins {{
  players A, B
  board 3x1
  pieces Q:a/b
  place P = empty
  effect = set own Q
  effect = by A -> {} -> win
}}
"""


def test_games_that_end_before_the_learning_player_moves(tmp_path: Path) -> None:
    from tilewright.envs.gymnasium import GameEnv

    model = tmp_path / "first.game"
    model.write_text(FIRST_WINS.format("any"))
    with pytest.raises(ValueError, match="FirstWins was over before B could move, each time"):
        GameEnv(model, seat=1).reset(seed=1)
    model.write_text(FIRST_WINS.format("at middle").replace("  place", "  region middle = cells b1\n  place"))
    env = GameEnv(model, seat=1)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].sum() == 2 and not env.begun.state.is_over
