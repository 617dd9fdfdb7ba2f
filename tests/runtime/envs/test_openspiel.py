"""OpenSpiel's own tests pass on the gallery; its states are copied and serialised where they are."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.support.engines import game
from tests.support.gallery import EXAMPLES, Example
from tests.support.spiel import spiel
from tilewright.model.gallery import names
from tilewright.runtime import load

SOME = ("tic-tac-toe", "othello", "minishogi", "yavalath-three-players", "peg-solitaire", "race-of-four")


NOUGHT = """
game Nought {
  players X, O
  board 1x1
  pieces Stone:S
  place Put = empty
  effect = set own Stone
  stuck = lose
}
"""


SERIALISED = 80
"""The actions of a game whose states are serialised, at most: each is written, and read, with all actions before it."""


def conforms(name: str, games: int, length: int) -> None:
    import pyspiel

    shorter = spiel(name, max_game_length=min(length, SERIALISED))
    pyspiel.random_sim_test(shorter, num_sims=games, serialize=True, verbose=False)
    pyspiel.random_sim_test(spiel(name, max_game_length=length), num_sims=games, serialize=False, verbose=False)


@pytest.mark.parametrize("name", SOME)
def test_random_games(name: str) -> None:
    conforms(name, 1, 60)


@pytest.mark.prove
@pytest.mark.filterwarnings("ignore:The chararray class is deprecated:DeprecationWarning")  # of NumPy, to OpenSpiel
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_random_games_of_all_games(example: Example, tmp_path: Path) -> None:
    conforms(str(example), 2, 1000)
    played_back(str(example), tmp_path / "playthrough")


def played_back(name: str, file: Path) -> None:
    """Write a playthrough and replay it."""
    from absl import flags
    from open_spiel.python.algorithms.generate_playthrough import playthrough, replay

    flags.FLAGS.mark_as_parsed()
    file.write_text(playthrough(str(spiel(name, max_game_length=50)), None, seed=7), encoding="utf-8")
    original, replayed = replay(str(file))
    assert original == replayed and "# State 1\n" in original


@pytest.mark.filterwarnings("ignore:The chararray class is deprecated:DeprecationWarning")  # of NumPy, to OpenSpiel
@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker"])
def test_a_playthrough(name: str, tmp_path: Path) -> None:
    played_back(name, tmp_path / "playthrough")


def test_all_games_are_registered_each_with_its_players() -> None:
    import pyspiel

    spiel("othello")
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    ours = {name: kinds[f"tilewright_{name.replace('-', '_')}"] for name in names()}
    assert {kind.max_num_players for kind in ours.values()} >= {1, 2, 3, 4}
    utility = pyspiel.GameType.Utility
    for name, kind in ours.items():
        general = kind.max_num_players == 1 or load(name, "interpreter").tables.pays
        assert kind.utility == (utility.GENERAL_SUM if general else utility.ZERO_SUM)


def test_a_state_is_copied_and_serialised_within_a_move() -> None:
    import pyspiel

    random = Random(8)
    chess = spiel("chess")
    state = chess.new_initial_state()
    for _ in range(31):
        state.apply_action(random.choice(state.legal_actions()))
    assert state.begun.clicked
    restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(chess, state))[1]
    for other in (copy.deepcopy(state), state.clone(), restored):
        assert other.begun == state.begun and other.legal_actions() == state.legal_actions()
        other.apply_action(other.legal_actions()[0])
        assert not other.begun.clicked and state.begun.clicked


def test_what_is_told_of_a_state() -> None:
    state = spiel("tic-tac-toe").new_initial_state()
    for cell in ("a1", "a2", "b1", "b2"):
        state.apply_action(state.string_to_action(cell))
    assert state.action_to_string(8) == "c1" and state.current_player() == 0
    assert state.observation_string(0) == "3 . . .\n2 O O .\n1 X X .\n  a b c\nX to move"
    assert sum(state.observation_tensor(0)) == 9 + 9  # each cell is in one state; the plane of the player to move
    state.apply_action(8)
    assert state.is_terminal() and state.returns() == [1, -1] and state.legal_actions() == []


def test_a_game_that_lasts_too_long_is_a_draw() -> None:
    chess = spiel("chess", max_game_length=4)
    state = chess.new_initial_state()
    assert chess.max_game_length() == 4
    for action in ("e2", "e4", "e7", "e5"):
        assert not state.is_terminal()
        state.apply_action(state.string_to_action(action))
    assert state.is_terminal() and state.returns() == [0, 0] and state.legal_actions() == []
    with pytest.raises(NotImplementedError, match="made by playing"):
        chess.new_initial_state({"board": []})


def test_a_game_of_ones_own() -> None:
    import pyspiel

    from tilewright.envs.openspiel import register

    own = game(NOUGHT, "python")
    assert register(own, "my-nought") == "tilewright_my_nought"
    state = pyspiel.load_game("tilewright_my_nought").new_initial_state()
    state.apply_action(0)
    assert state.returns() == list(own.initial_state().play("a1").returns) == [1, -1]


def test_a_game_is_registered_from_its_file(tmp_path: Path) -> None:
    import pyspiel

    from tilewright.envs.openspiel import register

    file = tmp_path / "own.game"
    file.write_text(NOUGHT, "utf-8")
    for given, name in ((file, "of_path"), (str(file), "of_text"), ("tic-tac-toe", "2nd-ttt")):
        loaded = pyspiel.load_game(register(given, name))
        assert loaded.get_type().short_name == f"tilewright_{name.replace('-', '_')}"


@pytest.mark.parametrize("name", ["my frogs!", "", "a(b=1)", "ü", "a\nb"])
def test_a_name_that_cannot_be_loaded(name: str) -> None:
    from tilewright.envs.openspiel import register

    with pytest.raises(ValueError, match=r"^a game is registered under a name of letters, digits, - and _, and not "):
        register("tic-tac-toe", name)


def test_its_search_in_python_and_ours_find_the_winning_move() -> None:
    from numpy.random import RandomState
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    from tilewright.runtime.search.uct import TreeSearch

    spieled = spiel("tic-tac-toe")
    state = spieled.new_initial_state()
    for cell in ("a1", "a2", "b1", "b2"):
        state.apply_action(state.string_to_action(cell))
    bot = MCTSBot(spieled, 1.0, 100, RandomRolloutEvaluator(1, RandomState(1)), random_state=RandomState(1))
    search = TreeSearch(state.begun.state, seed=1)
    assert state.action_to_string(bot.step(state)) == str(search.run(100).best) == "c1"


def test_a_program_that_holds_a_game_ends_as_it_should() -> None:
    """OpenSpiel lets go of the games that are registered after Python has ended."""
    program = (
        "import pyspiel, tilewright.envs.openspiel\nheld = pyspiel.load_game('tilewright_othello').new_initial_state()"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=300, check=False).returncode == 0


@pytest.mark.parametrize(("players", "is_general"), [("A of Sun, B, C of Sun", True), ("A of Sun, B, C", False)])
def test_utilities_of_unequal_teams_do_not_add_up_to_zero(players: str, is_general: bool) -> None:
    import pyspiel

    from tilewright.envs.openspiel import register

    text = f'game Pack {{\n  players {players}\n  board 1x1\n  move Go = option "go" -> win\n}}'
    loaded = pyspiel.load_game(register(game(text, "python"), f"pack-{is_general}"))
    state = loaded.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert (loaded.utility_sum() is None) is is_general and (sum(state.returns()) != 0) is is_general
    general = pyspiel.GameType.Utility.GENERAL_SUM
    assert (loaded.get_type().utility == general) is is_general
