"""Clicks in one state are those of a batch, and both see the same: neither shares the other's code."""

from __future__ import annotations

import copy
import pickle
from random import Random
from runpy import run_path

import pytest

from tests.support.engines import game, need
from tests.support.gallery import EXAMPLES, Example
from tests.support.places import SOURCE
from tilewright.envs.clicks import Actions, Begun
from tilewright.runtime import Game, load

SOME = (
    "tic-tac-toe", "othello", "nine-mens-morris", "amazons", "checkers", "minishogi", "chess", "abalone",
    "yavalath-three-players", "peg-solitaire", "kalah", "rolit",
)  # fmt: skip
"""Games of each kind: one click and many, moves that others go on from, options before and after clicks, passes, holes."""

HOPS = """
game Hops {
  players White, Black
  board 4x2
  pieces Man:M
  directions line = (1,0) (-1,0) (0,1) (0,-1)
  mark from
  setup { "M.m." "...." }
  move Go = own -> select -> repeat 1..3 { own Man -> mark from -> step line -> empty -> select -> move from }
  move Stay = own -> select -> option "stay" -> choose { option "long" | option "short" }
  stuck = lose
}
"""


def agree(played: Game, seed: int, actions: int) -> int:
    """Give a state and a batch of one the same random actions; return how many were possible on the way."""
    random = Random(seed)
    batch = played.batch(1)
    begun = Begun(Actions(played), played.initial_state())
    assert begun.actions.names == batch.actions
    compared = 0
    for _ in range(actions):
        mask = batch.legal()
        assert begun.possible == tuple(action for action in range(len(batch.actions)) if mask[0, action])
        assert begun.clicked == begun.actions.of(batch.begun(0))
        state = begun.state
        assert (state.is_over, list(state.returns)) == (batch.done[0], batch.returns.tolist()[0])
        assert (state.ply, begun.player.number) == (batch.plies[0], batch.player[0])
        if state.is_over:
            batch.reset()
            begun = Begun(begun.actions, played.initial_state())
            continue
        compared += len(begun.possible)
        wrong = random.choice(sorted({*range(len(begun.actions))} - {*begun.possible}))
        with pytest.raises(ValueError, match="not possible here"):
            begun.click(wrong)
        action = random.choice(begun.possible)
        batch.step([action])
        begun = begun.click(action)
    return compared


@pytest.mark.parametrize("name", SOME)
def test_the_same_actions_are_possible_as_in_a_batch(name: str) -> None:
    assert agree(load(name, "python"), 1, 60) > 100


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_same_actions_are_possible_in_all_games(example: Example) -> None:
    need("native")
    assert agree(load(str(example), "native"), 2, 500) > 0


@pytest.mark.parametrize("engine", ["python", "native"])
def test_moves_that_others_go_on_from(engine: str) -> None:
    need(engine)
    assert agree(game(HOPS, engine), 2, 200) > 200


def test_a_click_plays_a_move_at_once_if_no_other_goes_on_from_it() -> None:
    hops = game(HOPS, "python")
    actions = Actions(hops)
    start = Begun(actions, hops.initial_state())

    def clicked(*names: str) -> Begun:
        begun = start
        for name in names:
            begun = begun.click(actions.names.index(name))
        return begun

    assert (clicked("a2").state, clicked("a2").clicked) == (start.state, (0,))
    assert clicked("a2", "stay", "long").state.ply == 1
    assert clicked("a2", "b2", "end").state == start.state.play("a2-b2")
    assert "end" in [actions.names[action] for action in clicked("a2", "b2").possible]


def test_actions_that_are_none() -> None:
    nothing = load("tic-tac-toe", "python")
    begun = Begun(Actions(nothing), nothing.initial_state())
    for action in (-1, len(begun.actions)):
        with pytest.raises(ValueError, match=f"no action {action}: they go from 0 to 10"):
            begun.click(action)
    for cell in (0, 3, 1, 4, 2):
        begun = begun.click(cell)
    assert begun.possible == ()
    with pytest.raises(ValueError, match="nothing, since the game is over"):
        begun.click(5)


def test_a_game_that_is_interpreted_has_no_numbers_of_actions() -> None:
    with pytest.raises(ValueError, match="played by the interpreter"):
        Actions(load("tic-tac-toe", "interpreter"))


def test_a_move_that_has_been_begun_travels() -> None:
    chess = load("chess", "python")
    begun = Begun(Actions(chess), chess.initial_state()).click(52)
    other = pickle.loads(pickle.dumps(begun))
    assert other == begun and hash(other) == hash(begun) and other != begun.click(36)
    assert other.possible == begun.possible == (36, 44)
    assert copy.copy(begun) is begun and copy.deepcopy(begun) is begun
    assert str(begun).endswith("a b c d e f g h\ne2-") and str(begun.click(36)) == str(
        chess.initial_state().play("e2-e4")
    )


def test_it_is_imported_by_one_name_only() -> None:
    with pytest.raises(ImportError, match=r"^import tilewright\.envs, not tilewright\.runtime\.envs$"):
        run_path(str(SOURCE / "envs" / "__init__.py"), run_name="tilewright.runtime.envs")
