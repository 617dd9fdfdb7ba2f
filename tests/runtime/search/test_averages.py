"""Alpha-beta search where values are averaged or paid: means over what nature may do, and what players get."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.runtime.search.plain_minimax import drawn_evaluation, likely, values_found, wandered
from tests.support.commands import run
from tests.support.engines import COMPILED, game, need
from tests.support.rules import PIG
from tests.support.thinning import diagonal
from tilewright.generator.minimax import SURE, UNIT
from tilewright.runtime import State, load
from tilewright.runtime.contest import contest
from tilewright.runtime.odds import probabilities
from tilewright.runtime.players import Kind
from tilewright.runtime.search.evaluation import Evaluation, evaluation_of
from tilewright.runtime.search.minimax import MinimaxSearch

HEAD = """
  players {players}
  nature Luck
  board 3x2
  pieces Man:{symbols}
  counter n move
  counter pips cell = {{ 5 0 1 2 9 1 }}
  counter left = 5
  counter bag per = 2
  place Put = empty -> select -> left -= 1 -> turn nature
  effect = set own Man
  effect = if left <= 0 -> {end}
"""

RULES = {
    "one rule": "chance A = amount n 0..3 -> bag += n",
    "weights": 'chance A weight 3 = amount n 1..2 -> bag += n\nchance B = option "b"',
    "weights that are computed": """
      chance A weight pips { empty } = option "a" -> bag += 1
      chance B weight count { own } = amount n 1..2
    """,
    "a rule without a move": """
      chance A weight 9 = own -> step (9,9) -> option "a"
      chance B = amount n 1..2 -> bag += n
    """,
    "shares of clicks": "chance A share pips + 1 = empty -> select -> bag += 1",
    "weights and shares": 'chance A weight 2 share n + 1 = amount n 0..2 -> bag += n\nchance B weight 5 = option "b"',
    "chance again": """
      chance A = if left > 2 -> option "a" -> left -= 1 -> turn nature
      chance B weight 2 = amount n 1..2 -> bag += n -> turn mover
    """,
    "captures": 'chance A share pips + 1 = enemy -> select -> set empty\nchance B = option "b"',
}
"""Chance rules of a small game: a player puts down a man, then something happens."""

ENDS = {
    "by a win": ("A, B", "first { if bag > enemy bag -> win | draw }"),
    "paid": ("A, B", "pay bag"),
    "paid in parts": ("A, B, C", "pay bag - left per 3"),
    "of three": ("A, B, C", "first { if bag > 3 -> win | draw }"),
    "of one": ("A", "pay bag"),
}
"""Its players, and how it ends."""


def small(rules: str, end: str, engine: str = "python") -> State:
    need(engine)
    players, over = ENDS[end]
    head = HEAD.format(players=players, symbols="/".join("xyz"[: players.count(",") + 1]), end=over)
    return game(f"game Small {{\n{head}\n{RULES[rules]}\n}}", engine).initial_state()


@pytest.mark.parametrize(("rules", "end"), diagonal({rules: rules for rules in RULES}, [*ENDS]))
def test_values_are_those_of_expectiminimax(rules: str, end: str) -> None:
    for seed in range(2):
        values_found(wandered(small(rules, end), seed), seed, 3, seed)


@pytest.mark.prove
@pytest.mark.parametrize("engine", COMPILED[1:])
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("rules", RULES)
def test_all_values_are_those_of_expectiminimax(rules: str, end: str, engine: str) -> None:
    for seed in range(8):
        values_found(wandered(small(rules, end, engine), seed), seed, 4, seed % 3)


@pytest.mark.parametrize("rules", RULES)
def test_probabilities_are_whole_and_near(rules: str) -> None:
    state = small(rules, "paid").play_number(1)
    parts, odds = likely(state.node.odds), state.node.odds
    assert state.is_chance and odds is not None and sum(parts) == SURE
    assert all(
        abs(Fraction(part, SURE) - exact) < Fraction(2, SURE)
        for part, exact in zip(parts, probabilities(odds), strict=True)
    )


def test_what_cannot_matter_is_not_looked_at() -> None:
    """Where three quarters of the outcomes are bad, the last one makes no move the best."""
    need("native")
    state = game(PIG.text, "native").initial_state()
    search = MinimaxSearch(state, evaluation=drawn_evaluation(state, 3))
    search.run(depth=8)
    assert search.nodes < sum(PIG.counts[:8])


COIN = """game Coin {
  players A, B
  nature Luck
  board 1x1
  counter sure move
  phases choosing, tossing
  move Draw in choosing = option "draw" -> draw
  move Toss in choosing = option "toss" -> phase tossing -> turn nature
  chance Good weight 5 in tossing = option "good" -> win
  chance Bad weight 3 in tossing = option "bad" -> lose
}"""
PRIZE = """game Prize {
  players A, B
  nature Luck
  board 1x1
  counter prize per
  phases choosing, tossing
  move Take in choosing = option "take" -> do { prize := 7 } -> pay prize per 2
  move Toss in choosing = option "toss" -> phase tossing -> turn nature
  chance Good weight 1 in tossing = option "good" -> do { prize := 20 } -> pay prize
  chance Bad weight 3 in tossing = option "bad" -> do { prize := -3 } -> pay prize
}"""
CERTAIN = [
    (COIN, "toss", Fraction(1, 4)),
    (PRIZE, "take", Fraction(7, 2)),
    (PRIZE.replace("20", "30"), "toss", Fraction(21, 4)),
]


@pytest.mark.parametrize("number", range(len(CERTAIN)))
def test_a_mean_is_proven(number: int) -> None:
    text, best, value = CERTAIN[number]
    state = game(text, "python").initial_state()
    known = MinimaxSearch(state, evaluation=drawn_evaluation(state, 1)).run(depth=9)
    assert (str(known.best), known.value, known.proven, known.plies, known.margin) == (best, value, True, None, None)
    assert [str(move) for move in known.moves] == [best]


def test_a_win_counts_more_than_what_is_expected() -> None:
    state = game(COIN, "python").initial_state()
    terms = MinimaxSearch(state, evaluation=drawn_evaluation(state, 1))._engine.program.layout.terms
    weights = [0] * terms.size
    weights[terms.turns + 2] = 900 * UNIT  # nature's turn after A
    hopeful = Evaluation((tuple(weights), tuple(-weight for weight in weights)))
    found = MinimaxSearch(state, evaluation=hopeful).run(depth=1)
    assert str(found.best) == "toss" and 0.99 < found.value < 1 and not found.proven


def test_weights_of_those_who_are_paid_are_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.runtime.search.evaluation.POSITIONS", 60)
    paid, won = (evaluation_of(small("one rule", end).game) for end in ("paid", "by a win"))
    assert paid.weights[1] != tuple(-weight for weight in paid.weights[0]) and any(paid.weights[0])
    assert won.weights[1] == tuple(-weight for weight in won.weights[0]) and any(won.weights[0])


def test_what_is_refused() -> None:
    state = small("one rule", "by a win")
    with pytest.raises(ValueError, match="Small has chance: there ends count by what is gained, not by margins"):
        MinimaxSearch(state, margins=True)
    with pytest.raises(ValueError, match="nature's turn: there is nothing to choose"):
        MinimaxSearch(state.play_number(0), evaluation=drawn_evaluation(state, 1)).run(depth=1)


def test_the_command_tells_means(tmp_path: Path) -> None:
    for name, text in (("coin", COIN), ("prize", PRIZE)):
        (tmp_path / f"{name}.game").write_text(text, encoding="utf-8")
    coin, prize = str(tmp_path / "coin.game"), str(tmp_path / "prize.game")
    assert "proven: A gets +0.250 on average" in run("analyse", coin, "--search", "minimax", "--depth", "3").output
    assert "proven: A gets +3.500" in run("analyse", prize, "--search", "minimax", "--depth", "3").output
    said = run("analyse", coin, "--search", "minimax", "--depth", "3", "--margins")
    assert said.exit_code == 1 and "not by margins" in said.output
    assert "nature's turn" in run("analyse", coin, "--after", "toss", "--search", "minimax", "--depth", "3").output
    assert "A wins" in run("simulate", coin, "--games", "2", "--seed", "1", "--seat", "A=minimax:2").output


@pytest.mark.prove
@pytest.mark.parametrize("name", ["einstein-wuerfelt-nicht", "pig"])
def test_it_plays_games_of_chance_well(name: str) -> None:
    """Dice let a player who moves at random win sometimes, but seldom."""
    need("native")
    start, search, chance = load(name, "native"), Kind("minimax:3"), Kind("random")
    one, other = contest(start, [search, chance], 50, seed=1), contest(start, [chance, search], 50, seed=1)
    won = one.wins[0] + other.wins[1]
    print(f"{name}: {won} of 100 won")
    assert won >= 85
