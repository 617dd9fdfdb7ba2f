"""Ends that pay: what each player gets, who has won, and what all commands say of it. Only the interpreter plays them."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import run
from tests.support.engines import game, play
from tests.support.rules import KUHN
from tests.support.whole_trees import beside_open_spiel
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State
from tilewright.runtime.proof.invariants import check_invariants
from tilewright.runtime.restoring import parts_of, position_of
from tilewright.runtime.simulation import simulate

POT = """game Pot {{
  players A, B, C
  board 1x1
  counter pot = 5
  counter good per = {{ 1 | 1 | 0 }}
  counter owed per = {{ 3 | -2 | 0 }}
  move Go = option "go" -> {end}
}}"""


def paid(end: str) -> State:
    return play(game(POT.format(end=end), "interpreter").initial_state(), "go")


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


@pytest.mark.parametrize(("end", "returns", "winners"), PAID.values(), ids=list(PAID))
def test_what_is_paid(end: str, returns: tuple[Any, ...] | None, winners: str) -> None:
    state = paid(end)
    if returns is None:
        returns = (Fraction(5, 2), Fraction(5, 2), 0)
    assert state.is_over and state.returns == returns
    assert all(isinstance(part, int | Fraction) for part in state.returns) or end == "win"
    assert [str(player) for player in state.winners] == winners.split()
    assert str(state.winner) == (winners if len(winners) == 1 else "None")


def test_nothing_is_divided_by_zero() -> None:
    with pytest.raises(ModelError, match="what C is paid would be divided by 0"):
        paid("pay pot per good")


def test_positions_with_what_was_paid_are_kept() -> None:
    """In a pickle and as a copy; different payments are different positions."""
    states = [paid(end) for end, *_ in PAID.values()]
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
    assert "an end that pays is not compiled" in said("validate", model)
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


RANKED = {
    "one after the other": ("max good, max owed", (1, 0, -1), (1, 2, 3)),
    "the least": ("min owed", (-1, 1, 0), (3, 1, 2)),
    "some alike": ("max good", (Fraction(1, 2), Fraction(1, 2), -1), (1, 1, 2)),
    "the next criterion": ("max good, min owed", (0, 1, -1), (2, 1, 3)),
    "a sum over cells, and a constant": ("max pot + count { any }, max 3", (0, 0, 0), (1, 1, 1)),
}


@pytest.mark.parametrize(("ranking", "returns", "ranks"), RANKED.values(), ids=list(RANKED))
def test_a_ranking(ranking: str, returns: tuple[Any, ...], ranks: tuple[int, ...]) -> None:
    state = paid(f"rank\n ranking {ranking}")
    assert (state.returns, state.ranks) == (returns, ranks)
    assert [player.number for player in state.winners] == [n for n, rank in enumerate(ranks) if rank == 1 < max(ranks)]
    assert pickle.loads(pickle.dumps(state)) == state
    assert check_invariants(state.game, 1, seed=1, max_plies=2).violations == ()


def test_ranks_come_with_the_end() -> None:
    start = game(POT.format(end="win"), "interpreter").initial_state()
    assert start.ranks is None and start.play("go").ranks == (1, 2, 2)


def test_who_is_alone_is_first() -> None:
    text = 'game Alone { players A\n board 1x1\n move Go = option "go" -> rank\n ranking max count { any }\n }'
    state = game(text, "interpreter").initial_state().play("go")
    assert (state.returns, state.ranks, state.winner) == ((0,), (1,), None)


def test_a_view_tells_what_is_paid() -> None:
    assert "over: A 5/2, B 5/2, C 5/2" in paid("pay pot per 2").view(0).to_text()


# -- a whole game: Kuhn poker


def test_kuhn_poker_beside_another_engine() -> None:
    actions = ("pass", "bet")
    nodes, sets = beside_open_spiel(KUHN, "interpreter", "kuhn_poker", {}, actions)
    assert (nodes, sets) == (58, 12)


def test_kuhn_poker_is_played_at_random() -> None:
    poker = game(KUHN, "interpreter")
    found = simulate(poker, 60, seed=3)
    assert found.unfinished == found.draws == 0 and sum(found.wins) == 60
    assert found.paid[0].value == -found.paid[1].value == found.first.value
    assert check_invariants(poker, 2, seed=1, max_plies=20).violations == ()
