"""Ends that pay or rank: what each player gets, on every engine and in every form, and what all commands say of it."""

from __future__ import annotations

import copy
import pickle
import runpy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import run
from tests.support.engines import COMPILED, ENGINES, game, need, play
from tests.support.places import ROOT
from tests.support.rules import KUHN
from tests.support.whole_trees import beside_open_spiel
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State
from tilewright.runtime.cli.generate import standalone_engine
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.proof.invariants import check_invariants
from tilewright.runtime.record_state import RecordState
from tilewright.runtime.restoring import parts_of, position_of
from tilewright.runtime.results import foretold, told
from tilewright.runtime.search.minimax import MinimaxSearch
from tilewright.runtime.search.uct import TreeSearch, search
from tilewright.runtime.simulation import simulate

POT = """game Pot {{
  players A, B, C
  board 1x1
  counter pot = 5
  counter good per = {{ 1 | 1 | 0 }}
  counter owed per = {{ 3 | -2 | 0 }}
  move Go = option "go" -> {end}
}}"""


def example(name: str) -> str:
    return (ROOT / "examples" / name / f"{name}.game").read_text(encoding="utf-8")


def paid(end: str, engine: str = "interpreter") -> State:
    state = play(game(POT.format(end=end), engine).initial_state(), "go")
    assert (engine in COMPILED) == isinstance(state, RecordState)
    return state


PAID = {
    "to each": ("pay owed", (3, -2, 0), "A"),
    "divided": ("pay pot per 2", (Fraction(5, 2),) * 3, ""),
    "a pot that is shared": ("do as each { if good == 1 -> owed := pot } -> pay owed per 2", None, "A B"),
    "by what is each one's": ("pay 6 per good + 2", (2, 2, 3), "C"),
    "by a negative number": ("pay owed per -2", (Fraction(-3, 2), 1, 0), "B"),
    "a third": ("pay owed per 9", (Fraction(1, 3), Fraction(-2, 9), 0), "A"),
    "nothing": ("pay 0", (0, 0, 0), ""),
    "what comes first ends": ("do as each { pay owed } -> win", (3, -2, 0), "A"),
    "beside a victory": ("win", (1, -0.5, -0.5), "A"),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("end", "returns", "winners"), PAID.values(), ids=list(PAID))
def test_what_is_paid(end: str, returns: tuple[Any, ...] | None, winners: str, engine: str) -> None:
    need(engine)
    state = paid(end, engine)
    if returns is None:
        returns = (Fraction(5, 2), Fraction(5, 2), 0)
    assert state.is_over and state.returns == returns
    assert all(isinstance(part, int | Fraction) for part in state.returns) or end == "win"
    assert [str(player) for player in state.winners] == winners.split()
    assert str(state.winner) == (winners if len(winners) == 1 else "None")


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_is_divided_by_zero(engine: str) -> None:
    need(engine)
    with pytest.raises(ModelError, match="what C is paid would be divided by 0"):
        paid("pay pot per good", engine)
    with pytest.raises(ModelError, match="what C is paid would be divided by 0"):
        simulate(game(POT.format(end="pay pot per good"), engine), 3, seed=1)


@pytest.mark.parametrize("engine", ENGINES)
def test_positions_with_what_was_paid_are_kept(engine: str) -> None:
    """In a pickle and as a copy; different payments are different positions."""
    need(engine)
    states = [paid(end, engine) for end, *_ in PAID.values()]
    for state in states:
        for again in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
            assert again == state and again.returns == state.returns and again.key == state.key
    assert len({state.key for state in states}) == len({state.returns for state in states}) == len(states) - 1


FORGED = [
    (1, 2),
    (True, 0, 0),
    (1, 2, "3"),
    (1, 2, (1, 0)),
    (1, 2, (1, -2)),
    (1, 2, (1 << 96, 1)),
    (1, 2, float("nan")),
]


@pytest.mark.parametrize("returns", FORGED, ids=str)
def test_forged_payments_are_refused(returns: tuple[Any, ...]) -> None:
    state = paid("pay owed per 2")
    parts = list(parts_of(state.position))
    assert position_of(state.game, tuple(parts)) == state.position
    parts[7] = returns
    with pytest.raises(ValueError, match="this is no position"):
        position_of(state.game, tuple(parts))


def test_the_commands_tell_what_is_paid(tmp_path: Path) -> None:
    file = tmp_path / "pot.game"
    file.write_text(POT.format(end="do as each { if good == 1 -> owed := pot } -> pay owed per 2"), encoding="utf-8")

    def said(*arguments: str) -> str:
        result = run(*arguments)
        assert result.exit_code == 0, result.output
        return result.output

    model = str(file)
    assert "no problems found" in said("validate", model)
    assert "A and B have won, 5/2 to 5/2 to 0." in said("show", model, "--after", "go")
    assert '"winners": ["A", "B"], "ranks": [1, 1, 2], "returns": [2.5, 2.5, 0.0]' in said(
        "show", model, "--after", "go", "--format", "json"
    )
    assert "A and B have won, 5/2 to 5/2 to 0." in said("play", model, "--seed", "1")
    assert "the game is over: A and B have won" in said("explain", model, "go")
    assert "A wins 3: 100.0%" in said("simulate", model, "--games", "3")
    assert "gets 2.50 (2.50 to 2.50)" in said("simulate", model, "--games", "3")
    assert "A and B have won, 5/2 to 5/2 to 0" in said("render", model, "--after", "go", "--as", "html")
    assert "recorded" in said("prove", model, "--games", "1", "--record")
    assert "over, returns 5/2 5/2 0" in (tmp_path / "pot.playthrough").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("returns", "words", "before"),
    [
        ((1, -1), "Ann has won", "Ann wins"),
        ((1, 1, 0), "Ann and Bob have won", "Ann and Bob win"),
        ((0, 0), "the game is drawn", "a draw"),
        ((Fraction(1, 2),) * 3, "all have won", "all win"),
        ((-1, -1), "all have lost", "all lose"),
        ((3,), "the game is won", "Ann wins"),
        ((-1,), "the game is lost", "Ann loses"),
        ((0,), "the game is over", "the game ends"),
    ],
)
def test_how_a_game_has_ended_and_will_end(returns: tuple[Any, ...], words: str, before: str) -> None:
    names = ("Ann", "Bob", "Eve")[: len(returns)]
    assert (told(names, returns), foretold(names, returns)) == (words, before)


@pytest.mark.parametrize(
    ("part", "words"), [("1", "all have won, 1 to 1 to 1."), ("-1", "all have lost, -1 to -1 to -1.")]
)
def test_players_win_and_lose_together(part: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "pot.game"
    file.write_text(POT.format(end=f"pay {part}"), encoding="utf-8")
    for command in (["show", "--after", "go"], ["play", "--seed", "1"]):
        assert words in run(command[0], str(file), *command[1:]).output.lower()
    assert f"the game is over: {words[: words.index(',')]}\n" in run("explain", str(file), "go").output


RANKED = {
    "one after the other": ("max good, max owed", (1, 0, -1), (1, 2, 3)),
    "the least": ("min owed", (-1, 1, 0), (3, 1, 2)),
    "some alike": ("max good", (Fraction(1, 2), Fraction(1, 2), -1), (1, 1, 2)),
    "the next criterion": ("max good, min owed", (0, 1, -1), (2, 1, 3)),
    "a sum over cells, and a constant": ("max pot + count { any }, max 3", (0, 0, 0), (1, 1, 1)),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("ranking", "returns", "ranks"), RANKED.values(), ids=list(RANKED))
def test_a_ranking(ranking: str, returns: tuple[Any, ...], ranks: tuple[int, ...], engine: str) -> None:
    need(engine)
    state = paid(f"rank\n ranking {ranking}", engine)
    assert (state.returns, state.ranks) == (returns, ranks)
    assert [type(part) for part in state.returns] == [type(part) for part in returns]
    assert [player.number for player in state.winners] == [n for n, rank in enumerate(ranks) if rank == 1 < max(ranks)]
    assert pickle.loads(pickle.dumps(state)) == state
    assert check_invariants(state.game, 1, seed=1, max_plies=2).violations == ()


def test_ranks_come_with_the_end() -> None:
    start = game(POT.format(end="win"), "interpreter").initial_state()
    assert start.ranks is None and start.play("go").ranks == (1, 2, 2)


FEW = """game Few {{
  players {players}
  board 1x1
  counter good per 0..9 = {good}
  move Go = option "go" -> rank
  ranking max count {{ any }}, min good
}}"""
FEW_RETURNS = {
    "one who is alone": ("A", "{ 1 }", (0,), (1,), ""),
    "the first of two": ("A, B", "{ 1 | 2 }", (1, -1), (1, 2), "A"),
    "the second of two": ("A, B", "{ 2 | 1 }", (-1, 1), (2, 1), "B"),
    "two who are alike": ("A, B", "{ 1 | 1 }", (0, 0), (1, 1), ""),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("players", "good", "returns", "ranks", "winner"), FEW_RETURNS.values(), ids=list(FEW_RETURNS))
def test_few_are_ranked(
    players: str, good: str, returns: tuple[int, ...], ranks: tuple[int, ...], winner: str, engine: str
) -> None:
    need(engine)
    rules = game(FEW.format(players=players, good=good), engine)
    state = rules.initial_state().play("go")
    assert (state.returns, state.ranks, str(state.winner or "")) == (returns, ranks, winner)
    assert simulate(rules, 2, seed=1).wins == tuple(2 * (name == winner) for name in players.split(", "))


def test_two_who_are_ranked_are_searched_as_those_who_win() -> None:
    state = game(FEW.format(players="A, B", good="{ 1 | 2 }"), "python").initial_state()
    assert MinimaxSearch(state).run(1).value == 1 and search(state, 10).lines[0].proven == (1, -1)


# -- many games at once, and other forms


@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize("end", [end for end, *_ in PAID.values()])
def test_games_in_bulk_are_paid(end: str, engine: str) -> None:
    """Playouts, surveys and batches tell what a state tells."""
    need(engine)
    state = paid(end, engine)
    start = state.game.initial_state()
    compiled: Any = state.game.engine
    for play_many in (compiled.playouts, compiled.survey):
        for position, plies in ((start.position, [1, 1]), (state.position, [0, 0])):
            found = play_many(position, range(2), 1, 10, Stop())
            assert list(found.returns) == [state.returns] * 2 and list(found.plies) == plies
            assert [type(part) for part in found.returns[0]] == [type(part) for part in state.returns]
    batch = start.game.batch(3)
    assert batch.returns.tolist() == [[0, 0, 0]] * 3
    batch.play([0, -1, 0])
    doubles = list(map(float, state.returns))
    assert batch.returns.tolist() == [doubles, [0, 0, 0], doubles]
    assert batch.state(0).returns == state.returns and batch.state(0) == state
    batch.reset()
    assert batch.returns.tolist() == [[0, 0, 0]] * 3


@pytest.mark.parametrize("end", [*(end for end, *_ in PAID.values()), "rank\n ranking min owed, max good"])
def test_a_file_of_its_own_pays(end: str, tmp_path: Path) -> None:
    state = paid(end)
    file = tmp_path / "engine.py"
    file.write_text(standalone_engine(state.game, "pot.game"), encoding="utf-8")
    engine = runpy.run_path(str(file))
    last = engine["play"](engine["initial_state"](), "go")
    assert engine["returns"](last) == state.returns
    assert [one.returns for one in engine["playouts"](2)] == [state.returns] * 2
    assert engine["returns"](engine["playout"]()) == state.returns


def test_doors_tell_what_is_paid() -> None:
    """OpenSpiel and PettingZoo get doubles."""
    import pyspiel

    from tilewright.envs.openspiel import register
    from tilewright.envs.pettingzoo import env

    pot = game(POT.format(end="pay owed per 2"), "python")
    returns = [1.5, -1.0, 0.0]
    state: Any = pyspiel.load_game(register(pot, "pot_of_tests")).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == returns
    played = env(pot)
    played.reset()
    played.step(played.unwrapped.actions.names.index("go"))
    assert list(played.rewards.values()) == returns


CHOICE = """game Choice {
  players A, B, C
  board 1x1
  counter taken move 0..3
  counter owed per
  move Leave = option "leave" -> pay 1 per 2
  move Take = amount taken 2..3 -> owed := taken -> pay owed - 2 per 3
}"""


def test_engines_grow_the_same_tree_where_rules_pay() -> None:
    need("native")
    for rules in (CHOICE, POT.format(end="rank\n ranking max owed"), example("race-of-four"), example("harvest")):
        found = []
        for engine in COMPILED:
            state = game(rules, engine).initial_state()
            while state.is_chance:
                state = state.play_number(0)
            tree = TreeSearch(state, seed=2, memory_limit=1 << 20, plies=300)
            tree.grow(visits=30)
            tree.advance(tree.best())
            if tree.state.is_over or tree.state.is_chance:
                found.append([(line.visits, line.value) for line in search(state, 30, seed=2).lines])
            else:
                found.append([(line.visits, line.value) for line in tree.run(visits=20).lines])
        assert found[0] == found[1]


@pytest.mark.parametrize("engine", COMPILED)
def test_tree_search_knows_what_is_paid(engine: str) -> None:
    """What a move is worth is what its player is paid on average; nothing is proven."""
    need(engine)
    state = game(CHOICE, engine).initial_state()
    found = {str(line.move): line for line in search(state, 300, seed=1).lines}
    assert {move: round(line.value or 0, 3) for move, line in found.items()} == {"leave": 0.5, "2": 0, "3": 0.333}
    assert all(line.proven is None for line in found.values())
    assert str(search(state, 300, seed=1, threads=2).lines[0].move) == "leave"
    assert found["leave"].visits > found["3"].visits > found["2"].visits > 0


@pytest.mark.parametrize("engine", COMPILED)
def test_alpha_beta_search_knows_what_is_paid(engine: str) -> None:
    need(engine)
    found = MinimaxSearch(game(CHOICE, engine).initial_state()).run(depth=2)
    assert (str(found.best), found.value, found.proven) == ("leave", 0.5, True)


def test_a_view_tells_what_is_paid() -> None:
    assert "over: A 5/2, B 5/2, C 5/2" in paid("pay pot per 2").view(0).to_text()


# -- a whole game: Kuhn poker


@pytest.mark.parametrize("engine", ENGINES)
def test_kuhn_poker_beside_another_engine(engine: str) -> None:
    need(engine)
    actions = ("pass", "bet")
    nodes, sets = beside_open_spiel(KUHN, engine, "kuhn_poker", {}, actions)
    assert (nodes, sets) == (58, 12)


@pytest.mark.parametrize("engine", ENGINES)
def test_kuhn_poker_is_played_at_random(engine: str) -> None:
    need(engine)
    poker = game(KUHN, engine)
    found = simulate(poker, 60, seed=3)
    assert found.unfinished == found.draws == 0 and sum(found.wins) == 60
    assert found.paid[0].value == -found.paid[1].value == found.first.value
    assert check_invariants(poker, 2, seed=1, max_plies=20).violations == ()
