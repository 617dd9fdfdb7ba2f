"""The doors of games that hide something: an agent observes what its player sees, and nothing depends on the rest."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.engines import COMPILED, need
from tests.support.gallery import HIDDEN
from tests.support.spiel import spiel
from tilewright.envs.clicks import Actions, Begun
from tilewright.envs.planes import Planes
from tilewright.envs.rounds import Round
from tilewright.runtime import Game, load
from tilewright.runtime.information.determinising import determinise
from tilewright.runtime.session import Session

TOGETHER = [name for name in HIDDEN if load(name, "interpreter").is_simultaneous]
SOME = ("kuhn-poker", "phantom-tic-tac-toe", "dark-hex", "battleship")


def indistinct(name: str, games: int, plies: int) -> int:
    """Draw what a player may not know anew, and compare what is observed; return how often it was another state."""
    game = load(name)
    actions = Actions(game)
    planes = Planes(game, actions)
    others = 0
    for number in range(games):
        random = Random(f"{name}/{number}")
        session = Session(game)
        while not session.state.is_over and session.state.ply < plies:
            state = session.state
            session.play(state.sample(random) if state.is_chance else random.choice(state.legal_moves))
        here = Begun(actions, session.state)
        for player in range(len(game.players)):
            drawn = determinise(session.start, player, session.transcript(player), random, 2000)
            if drawn is None:
                continue
            there = Begun(actions, drawn)
            assert (planes.of(here, player) == planes.of(there, player)).all()
            others += session.state != drawn
    return others


@pytest.mark.parametrize("name", SOME)
def test_planes_do_not_depend_on_what_is_unseen(name: str) -> None:
    assert indistinct(name, 6, 7) > 0


@pytest.mark.prove
@pytest.mark.parametrize("name", HIDDEN)
def test_planes_do_not_depend_on_what_is_unseen_in_all_games(name: str) -> None:
    indistinct(name, 60, 30)


def alike(game: Game, count: int, steps: int, *, rotated: bool = False) -> int:
    """Compare the planes of a batch with those of each of its positions, for all viewers; return how often."""
    actions = Actions(game)
    planes = Planes(game, actions, rotated=rotated)
    batch = game.batch(count, seed=3)
    compared = 0
    for _ in range(steps):
        clicked: NDArray[np.int8] = np.zeros((count, len(actions)), np.int8)
        last: NDArray[np.int8] = np.zeros((count, actions.cells), np.int8)
        begun = []
        for number in range(count):
            clicks = actions.of(batch.begun(number))
            clicked[number, list(clicks)] = 1
            last[number, [click for click in clicks[-1:] if click < actions.cells]] = 1
            begun.append(Begun(actions, batch.state(number), clicks))
        for viewer in (None, *range(len(game.players))):
            shown = planes.of_batch(batch, clicked[:, :-1], last, viewer)
            for number, each in enumerate(begun):
                expected = planes.of(each, viewer)
                wrong = [name for place, name in enumerate(planes.names) if (shown[number] != expected)[place].any()]
                assert not wrong, (number, viewer)
                compared += 1
        batch.step_random()
    return compared


@pytest.mark.parametrize("name", HIDDEN)
def test_a_batch_shows_what_states_show(name: str) -> None:
    need("native")
    assert alike(load(name, "native"), 2, 6) >= 24


@pytest.mark.prove
@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize("name", HIDDEN)
def test_a_batch_shows_what_states_show_everywhere(name: str, engine: str, rotated: bool) -> None:
    need(engine)
    alike(load(name, engine), 8, 60, rotated=rotated)


def hashed(game: Game, count: int, steps: int) -> tuple[int, int]:
    """Compare the hashes of what players see in a batch with their views; return the views, and the different ones."""
    batch = game.batch(count, seed=5)
    hashes: dict[tuple[int, object], int] = {}
    seen: dict[tuple[int, int], object] = {}
    views = 0
    for _ in range(steps):
        for viewer in range(len(game.players)):
            for number, found in enumerate(batch.view_hashes([viewer] * count)):
                content = batch.state(number).view(viewer).content
                assert hashes.setdefault((viewer, content), found) == found, (number, viewer)
                assert seen.setdefault((viewer, found), content) == content, (number, viewer)
                views += 1
        batch.random()
    return views, len(hashes)


@pytest.mark.parametrize("name", HIDDEN)
def test_hashes_are_equal_where_views_are(name: str) -> None:
    need("native")
    views, different = hashed(load(name, "native"), 12, 9)
    assert views > different > 7


@pytest.mark.prove
@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize("name", HIDDEN)
def test_hashes_are_equal_where_views_are_in_whole_games(name: str, engine: str) -> None:
    need(engine)
    hashed(load(name, engine), 8, 200)


def test_a_game_that_hides_nothing_has_no_hashes_of_views() -> None:
    with pytest.raises(ValueError, match=r"Othello hides nothing: take hashes\(\)"):
        load("othello", "python").batch(1).view_hashes()


MISTS = """
game Mists {
  players A, B
  board 4x3
  pieces Man:M
  zone hand 3x1 per owner
  zone store 2x1 hidden
  zone shop 2x1
  counter worth -2..3 cell sight
  counter held per owner 1..4 = 1
  mark spied per game owner
  mark foggy per game hidden
  setup { "M.mM" "...." "mM.m" }
  sight = first { own -> at spied | union { own -> step (0,1) | at spied } }
  back = where { if count { goto all -> own } > 2 }
  sight shop = where { if held > 2 }
  back shop = any
  move Go = own -> select -> step (1,0)(0,1)(-1,0)(0,-1) -> !own -> select spied
    -> first { if worth < 3 -> worth += 1 | worth := -2 }
    -> first { if held < 4 -> held += 1 | held := 1 } -> move spied
}
"""


@pytest.mark.parametrize("engine", COMPILED)
def test_sight_by_chains_is_that_of_the_interpreter(engine: str) -> None:
    from tests.support.engines import game as of

    views, different = hashed(of(MISTS, engine), 12, 20)
    assert views > different > 60

    need(engine)
    assert alike(of(MISTS, engine), 6, 8) == 6 * 8 * 3


def test_what_is_observed_of_cells() -> None:
    game = load("phantom-tic-tac-toe", "python")
    actions = Actions(game)
    planes = Planes(game, actions)
    begun = Begun(actions, game.initial_state()).click(actions.names.index("b2")).click(actions.names.index("a1"))
    names = [*planes.names]
    seen = [planes.of(begun, player) for player in (0, 1)]
    marked = ([name for name in names if planes.of(begun, me)[names.index(name), 1, 1]] for me in (0, 1))
    assert [*marked] == [["XStone", "X to move"], ["unseen", "X to move"]]
    assert [array[names.index("unseen")].sum() for array in seen] == [8, 8]


def test_clicks_are_the_movers_alone() -> None:
    game = load("dark-chess", "python")
    actions = Actions(game)
    planes = Planes(game, actions)
    begun = Begun(actions, game.initial_state()).click(actions.names.index("e2"))
    clicked = planes.names.index("clicked")
    assert [planes.of(begun, player)[clicked].sum() for player in (0, 1)] == [1, 0]


def informed(name: str, games: int, length: int) -> int:
    """Play beside a session; return how many decisions there were."""
    decisions = 0
    texts: dict[str, int] = {}
    for number in range(games):
        random = Random(f"{name}/{number}")
        state = spiel(name, max_game_length=length).new_initial_state()
        session = Session(load(name))
        while not state.is_terminal():
            if state.is_chance_node():
                outcome = random.choice(state.chance_outcomes())[0]
                session.play(session.state.move_of(outcome))
                state.apply_action(outcome)
                continue
            before = state.begun
            if state.is_simultaneous_node():
                state.apply_actions([random.choice(state.legal_actions(me)) for me in range(state.num_players())])
            else:
                me = state.current_player()
                text = state.information_state_string(me)
                key = session.information_key(me)
                if not before.clicked:
                    assert texts.setdefault(text, key) == key
                state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
            made = state.begun.state
            if made.ply != before.state.ply:
                for move in moves_between(before, state.begun):
                    session.play(move)
            assert session.state == made
            assert state.begun.known is not None
            assert [known.key for known in state.begun.known] == [
                session.information_key(player) for player in session.game.players
            ]
    assert len({*texts.values()}) == len(texts)
    return decisions


def moves_between(before: Begun, after: Begun) -> list[Any]:
    """Return the moves of the plies between two states, from what their movers were told of their own."""
    assert before.known is not None and after.known is not None
    moves = {}
    for known, earlier in zip(after.known, before.known, strict=True):
        for told in known.transcript[len(earlier.transcript) :]:
            if told.mover is not None:
                moves[told.mover.number] = told.move
    return [moves[number] for number in sorted(moves)]


@pytest.mark.parametrize("name", ["kuhn-poker", "phantom-tic-tac-toe", "oshi-zumo"])
def test_information_states_are_as_many_as_keys(name: str) -> None:
    assert informed(name, 30, 40) > 60


def test_openspiel_solves_a_game_of_hidden_cards() -> None:
    """Kuhn poker is worth 1/18 to the second player (H. W. Kuhn, 1950)."""
    from open_spiel.python.algorithms.cfr import CFRPlusSolver
    from open_spiel.python.algorithms.expected_game_score import policy_value

    game = spiel("kuhn-poker")
    solver = CFRPlusSolver(game)
    for _ in range(25):
        solver.evaluate_and_update_policy()
    values = policy_value(game.new_initial_state(), [solver.average_policy()] * 2)
    assert values == pytest.approx([-1 / 18, 1 / 18], abs=0.02)


@pytest.mark.parametrize("name", ["goofspiel", "snake"])
def test_players_of_a_round_act_at_the_same_time_in_openspiel(name: str) -> None:
    import pyspiel

    state = spiel(name, max_game_length=50).new_initial_state()
    random = Random(5)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
            continue
        assert state.current_player() == pyspiel.PlayerId.SIMULTANEOUS
        restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]
        actions = [random.choice(state.legal_actions(me)) for me in (0, 1)]
        for other in (restored, state.clone(), copy.deepcopy(state)):
            other.apply_actions(actions)
        state.apply_actions(actions)
        assert restored.begun == state.begun
        assert restored.information_state_string(0) == state.information_state_string(0)
    assert state.begun.state.ply > 20


TWO_CLICKS = """
game Both {
  players A, B
  simultaneous
  board 3x2
  mark first per round owner
  mark second per round owner
  counter rounds 0..3
  move Pair owner = select -> mark first -> step (1,0) -> select -> mark second
  move One owner = off @(-1,0) -> select -> mark first
  round = rounds += 1 -> if rounds == 3 -> draw
}
"""


def test_whoever_has_chosen_waits_for_the_others() -> None:
    from tests.support.engines import game as of

    game = of(TWO_CLICKS, "python")
    actions = Actions(game)
    number = actions.names.index
    begun = Round(Begun(actions, game.initial_state()))
    assert actions.end in begun.click([number("a1"), number("b2")]).possible(0)
    waiting = begun.click([number("a1"), number("b2")]).click([actions.end, number("c2")])
    assert isinstance(waiting, Round) and waiting.begun.state.ply == 2
    once = begun.click([number("a1"), number("b2")])
    assert isinstance(once, Round)
    assert [once.clicked(me) for me in (0, 1)] == [(number("a1"),), (number("b2"),)]
    with pytest.raises(ValueError, match="the action 5, c1, is not possible here; possible is b1 end"):
        once.click([number("c1"), number("c2")])
    assert Round.of(once.begun, once.plain).possible(1) == once.possible(1)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize("name", TOGETHER)
def test_the_parallel_tests_of_pettingzoo(name: str) -> None:
    from pettingzoo.test import parallel_api_test

    from tilewright.envs.pettingzoo import parallel_env

    parallel_api_test(parallel_env(name, plies=200), num_cycles=60)


def test_a_fraction_is_no_action_of_a_parallel_environment() -> None:
    from tilewright.envs.pettingzoo import parallel_env

    env = parallel_env("goofspiel")
    env.reset(seed=1)
    before = env.round
    actions = {agent: int(np.flatnonzero(mask_of(env, agent))[0]) for agent in env.agents}
    with pytest.raises(TypeError, match="is not a whole number"):
        env.step({**actions, env.agents[1]: actions[env.agents[1]] + 0.7})
    assert env.round is before


def test_a_parallel_environment_goes_on_as_its_copy_does() -> None:
    from tilewright.envs.pettingzoo import parallel_env

    env = parallel_env("goofspiel", render_mode="ansi")
    env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env))
    over = False
    while env.agents:
        actions = {agent: int(np.flatnonzero(mask_of(env, agent))[0]) for agent in env.agents}
        ours, theirs = env.step(actions), other.step(actions)
        assert ours[1:] == theirs[1:]
        over = all(ours[2].values())
    assert over and set(ours[1].values()) == {0.0} and "prizes" in env.render()


def mask_of(env: Any, agent: str) -> Any:
    """Return the possible actions of an agent."""
    return env._observed()[agent]["action_mask"]


def test_what_cannot_be_had_of_such_games() -> None:
    from tilewright.envs.gymnasium import GameEnv, GameVectorEnv
    from tilewright.envs.pettingzoo import parallel_env
    from tilewright.runtime.players import RandomPlayer

    with pytest.raises(ValueError, match="viewer: 2 is not between 0 and 1"):
        GameVectorEnv("dark-hex", 2).observe(2)
    with pytest.raises(
        ValueError, match="DarkHex hides something from its players, and an opponent is shown all of it"
    ):
        GameEnv("dark-hex", opponent=RandomPlayer(1))
    with pytest.raises(ValueError, match="Othello has no parallel form: its players move one after the other"):
        parallel_env("othello")
