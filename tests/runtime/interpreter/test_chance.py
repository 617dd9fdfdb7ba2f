"""Chance: nature's moves and their odds, amounts, whose turn it is, and what lasts for a turn."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.chance_rules import WRONG
from tests.support.commands import run
from tests.support.engines import ENGINES, game, need, play
from tests.support.rules import LIARS_DICE, PIG
from tests.support.thinning import diagonal
from tests.support.whole_trees import beside_open_spiel
from tilewright.model.files import read_text
from tilewright.runtime import ModelError, State, load, perft
from tilewright.runtime.contest import contest
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.odds import Lot, drawn, probabilities
from tilewright.runtime.players import Kind
from tilewright.runtime.playouts import playout
from tilewright.runtime.proof.invariants import check_invariants
from tilewright.runtime.simulation import simulate
from tilewright.runtime.uncompiled import uncompiled

HEAD = """
  players A, B, C
  nature Luck
  board 3x1
  pieces Man:x/y/z
  counter n move
  counter low move 0..3
  counter big move 0..2000000000
  counter kept
  counter pips cell = { 5 0 1 }
  mark here, there
  move Go = option "go" -> turn nature
"""


REFUSED = {
    "a share with a mark of the move",
    "shared-chance",
    "budget-exceeded",
    "none",
    "up to what there is",
    "behind a click",
}
"""What is not compiled: moves that may be found twice, and amounts of many numbers."""


def chance(rules: str, start: str = "start Luck", engine: str = "interpreter") -> State:
    """Return the first state of a small game with chance."""
    need(engine)
    return game(f"game Small {{\n{HEAD}\n{start}\n{rules}\n}}", engine).initial_state()


def on_engines(table: dict[str, object]) -> list[Any]:
    """Return the rows of a table for the interpreter and, where it is compiled, the engine "python"."""
    rows = [
        (engine, name)
        for name in table
        for engine in ENGINES[:2]
        if engine == "interpreter" or name.strip() not in REFUSED
    ]
    return [pytest.param(engine, name, id=f"{name}-{engine}") for engine, name in rows]


def outcomes(state: State) -> dict[str, Fraction]:
    return {str(move): probability for move, probability in state.chance_outcomes}


ODDS = {
    "one rule is uniform": ('chance A = amount n 1..4', {"1": "1/4", "2": "1/4", "3": "1/4", "4": "1/4"}),
    "rules have the same weight": ('chance A = amount n 1..2\nchance B = option "b"', {"1": "1/4", "2": "1/4", "b": "1/2"}),
    "a weight": ('chance A weight 3 = option "a"\nchance B = option "b"', {"a": "3/4", "b": "1/4"}),
    "a weight that is computed": (
        'chance A weight pips { goto all } = option "a"\nchance B weight count = option "b"', {"a": "2/3", "b": "1/3"}
    ),
    "a rule of no weight": ('chance A weight 0 = option "a"\nchance B = option "b"', {"b": "1"}),
    "a rule without a move": ('chance A weight 9 = own -> option "a"\nchance B = option "b"', {"b": "1"}),
    "a rule of another phase": ('phases p, q\nchance A in q = option "a"\nchance B in p = option "b"', {"b": "1"}),
    "a share counts the last click": ('chance A share pips = empty -> select', {"a1": "5/6", "c1": "1/6"}),
    "without a click all cells": ('chance A share pips = amount n 1..2', {"1": "1/2", "2": "1/2"}),
    "a share counts before the move": ('chance A share pips = empty -> select -> pips := 3', {"a1": "5/6", "c1": "1/6"}),
    "a share with a mark of the move": (
        'chance A share count { goto here } = choose { empty -> mark here -> each -> option "a" | any -> option "b" }',
        {"a": "1"},
    ),
    "a share with a number of the move": ('chance A share n = amount n 0..3', {"1": "1/6", "2": "1/3", "3": "1/2"}),
    "weights and shares": (
        'chance A weight 2 share n = amount n 1..2\nchance B weight 6 = option "b"',
        {"1": "1/12", "2": "1/6", "b": "3/4"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("engine", "name"), on_engines({**ODDS}))
def test_odds(engine: str, name: str) -> None:
    rules, expected = ODDS[name]
    state = chance(rules, engine=engine)
    assert state.is_chance and str(state.player) == "Luck" and state.player not in state.game.players
    assert outcomes(state) == {move: Fraction(text) for move, text in expected.items()}


DRAWN = {
    "one rule": ("chance A = amount kept 0..3", 4),
    "a weight": ("chance A weight 3 = amount kept 0..1\nchance B = amount kept 2..2", 3),
    "weights that are computed": (
        'chance A weight pips { goto all } = amount kept 0..0\nchance B weight count = amount kept 1..1', 2
    ),
    "a rule without a move": ('chance A weight 9 = own -> option "a"\nchance B = amount kept 0..1', 2),
    "clicks": ("chance A = empty -> select -> set own Man", 3),
    "clicks and amounts": ("chance A = empty -> select -> amount kept 0..1 -> goto anchor -> set own Man", 6),
    "shares of clicks": ("chance A share pips = empty -> select -> set own Man", 2),
    "weights and shares": (
        'chance A weight 2 share n + 1 = amount n 0..2 -> kept := n\nchance B weight 6 = option "b" -> kept := 9', 4
    ),
}  # fmt: skip
"""Chance rules, and the positions to which they lead."""

DRAWS = 2_000

CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27, 5: 20.52}
"""The chi-squared of so many degrees of freedom that one sample of a thousand exceeds; the draws are the same in all runs."""


@pytest.mark.parametrize(("name", "engine"), diagonal({name: name for name in DRAWN}, ENGINES))
def test_draws_follow_the_odds(engine: str, name: str) -> None:
    rules, positions = DRAWN[name]
    state = chance(rules, engine=engine)
    expected = Counter[State]()
    for move, probability in state.chance_outcomes:
        expected[state.play(move)] += probability  # type: ignore[assignment]
    playing = state.game.engine
    if isinstance(playing, Compiled):
        drawn = [state.game.state(playing.advance(state.position, seed)) for seed in range(DRAWS)]
    else:
        drawn = [state.play(state.sample(Random(seed))) for seed in range(DRAWS)]
    found = Counter(drawn)
    assert len(expected) == positions and set(found) == set(expected)
    error = sum((found[each] - DRAWS * float(odds)) ** 2 / (DRAWS * float(odds)) for each, odds in expected.items())
    assert error < CRITICAL[positions - 1]


@pytest.mark.parametrize(("engine", "code"), on_engines({**WRONG}))
def test_chance_goes_wrong(engine: str, code: str) -> None:
    """Where the model is wrong it is said where, and how; that nothing is left over is not a game that is over."""
    with pytest.raises(ModelError) as raised:
        len(chance(WRONG[code], engine=engine).legal_moves)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code == code.strip()
    assert diagnostic.place.line > HEAD.count("\n") or code.strip() == "no-chance"


def test_the_odds_are_drawn_as_they_are() -> None:
    """Each number below the sums is drawn once: so every move is, as often as its odds say."""
    odds = (Lot(2, (1, 2)), Lot(3, (4,)))
    assert list(probabilities(odds)) == [Fraction(2, 15), Fraction(4, 15), Fraction(3, 5)]
    found = Counter[int]()
    for rule in range(5):
        for share in range(12):
            numbers = [share, rule]
            found[drawn(odds, lambda below, numbers=numbers: numbers.pop() % below)] += 1  # type: ignore[misc]
    assert [Fraction(found[move], 60) for move in range(3)] == list(probabilities(odds))


def test_a_draw_asks_for_the_sums_alone() -> None:
    asked: list[int] = []
    drawn((Lot(2, (1, 2)), Lot(3, (4,))), lambda below: asked.append(below) or below - 1)
    assert asked == [5, 4]


TURNS = {
    "the next in turn": ("", "A B C A"),
    "the mover": ("-> turn mover", "A A A A"),
    "the same is the mover": ("-> turn same", "A A A A"),
    "the next": ("-> turn next", "A B C A"),
    "the previous": ("-> turn previous", "A C B A"),
    "a name": ("-> turn B", "A B B B"),
}


@pytest.mark.parametrize(("engine", "name"), on_engines({**TURNS}))
def test_who_moves_after_chance(engine: str, name: str) -> None:
    """The player as whom a chance rule is read is the one who moved last."""
    turn, movers = TURNS[name]
    state = chance(f"chance A = amount n 1..2 {turn}", start="", engine=engine)
    found = []
    for _ in range(4):
        found.append(str(state.player))
        state = play(state, "go")
        assert state.is_chance
        state = state.play("2")
    assert " ".join(found) == movers


@pytest.mark.parametrize("engine", ENGINES)
def test_at_the_start_chance_is_that_of_the_last_player(engine: str) -> None:
    rules = 'counter mine per\nchance A = option "a" -> mine += 1 -> first { if mine == 1 -> turn nature | any }'
    state = play(chance(rules, engine=engine), "a a")
    assert (str(state.player), state.counters["mine"]) == ("A", (0, 0, 2))
    state = play(state, "go a")
    assert (str(state.player), state.counters["mine"]) == ("Luck", (1, 0, 2))


@pytest.mark.parametrize("engine", ENGINES)
def test_nature_has_no_effects_and_no_post_check(engine: str) -> None:
    rules = 'chance A = option "a"\neffect = kept += 1\nensure = if kept < 2'
    state = play(chance(rules, start="", engine=engine), "go a")
    assert state.counters["kept"] == 1
    assert state.is_over  # B may not go, and nobody else


LASTING = {
    "go": (1, ("a1",)),
    "go on": (1, ("a1",)),
    "go on stay": (1, ("a1",)),
    "go on stay stay": (1, ("a1",)),
    "go pass": (0, ()),
    "leave": (0, ()),
}


@pytest.mark.parametrize(("engine", "moves"), on_engines({**LASTING}))
def test_what_lasts_for_a_turn(engine: str, moves: str) -> None:
    """It ends when the turn passes to another player, and not when chance comes in between."""
    need(engine)
    text = """game Lasting {
      players A, B
      nature Luck
      board 2x1
      counter total turn
      mark here turn
      region spot = cells (0,0)
      move Go = option "go" -> total += 1 -> at spot -> mark here -> turn nature
      move Stay = option "stay" -> turn same
      move Leave = option "leave" -> total += 1
      chance On = option "on" -> turn mover
      chance Pass = option "pass"
    }"""
    state = play(game(text, engine).initial_state(), moves)
    assert (state.counters["total"], state.marks["here"]) == LASTING[moves]


# -- amounts

AMOUNTS = {
    "from low to high": ("amount n 2..4", "2 3 4"),
    "one": ("amount n 0..0", "0"),
    "none": ('first { amount n kept + 1..kept | option "none" }', "none"),
    "up to what there is": ("amount n 1..pips { goto all }", "1 2 3 4 5 6"),
    "behind a click": ("empty -> select -> amount n 1..pips", "a1=1 a1=2 a1=3 a1=4 a1=5 c1=1"),
    "two": ("amount n 1..2 -> amount low 1..n", "1=1 2=1 2=2"),
    "as many as are compiled": ("amount n 45..1068", " ".join(map(str, range(45, 1069)))),
}


@pytest.mark.parametrize(("engine", "name"), on_engines({**AMOUNTS}))
def test_amounts(engine: str, name: str) -> None:
    chain, moves = AMOUNTS[name]
    state = chance(f"move A = {chain}\nchance B = any", start="", engine=engine)
    own = [str(move) for move in state.legal_moves if str(move) != "go"]
    assert " ".join(own) == moves
    for move in own:
        assert str(state.game.parse_move(move)) == move and move in state.legal_moves
        assert [str(longer) for longer in state.completions(move)][:1] == [move]
    for wrong in ("01", "7", "99999999999"):
        assert wrong not in state.legal_moves


MANY = """game Many {{
  players A, B
  board 1x1
  counter coins 0..2000 = 3
  counter put 0..2000
  move Put = amount put {} -> coins -= put
  over = draw
}}"""


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ("0..coins", ("2001 numbers, 0..2000", "'amount put 0..min(coins, 1023)'")),
        ("2..2000", ("1999 numbers, 2..2000", "'amount put 2..min(coins, 1025)'")),
        ("0..min(coins, 1023)", ()),
        ("coins - 2000..coins - 977", ()),
    ],
)
def test_what_to_do_about_amounts_of_many_numbers(bounds: str, told: tuple[str, ...]) -> None:
    found = [one.message for one in uncompiled(read_text(MANY.format(bounds), "many.game"))]
    assert len(found) == bool(told) and all(part in found[0] for part in told)
    assert not told or "; at most 1024 are compiled: narrow the bounds of 'put' or of the amount" in found[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_amount_is_written_to_its_counter_and_is_no_click(engine: str) -> None:
    rules = "move A = empty -> select -> amount kept 0..3 -> goto anchor -> set own Man\nchance B = any"
    state = chance(rules, start="", engine=engine)
    after = state.play("b1=3")
    assert (after.counters["kept"], str(after["b1"]), after["a1"]) == (3, "x", None)


# -- whole games: liar's dice, pig


def test_liars_dice_beside_another_engine(engine: str) -> None:
    actions = ("1", "2", "3", "4", "liar")
    assert beside_open_spiel(LIARS_DICE, engine, "liars_dice", {"dice_sides": 2}, actions) == (127, 32)


@pytest.mark.parametrize("engine", ENGINES)
def test_pig_has_the_counts_of_another_engine(engine: str) -> None:
    """Those of OpenSpiel 2.0.2."""
    need(engine)
    state = game(PIG.text, engine).initial_state()
    assert tuple(perft(state, depth) for depth in range(1, 8)) == PIG.counts[:7]


def pig() -> State:
    return load(read_text(PIG.text, "pig.game")).initial_state()


@pytest.mark.parametrize("moves", ["", "roll", "roll 4 roll", "roll 4 stop roll 1"])
def test_positions_are_kept(moves: str) -> None:
    """As text, in a pickle, as a copy: whose turn it is, and who moved last."""
    state = play(pig(), moves)
    read = state.game.position(state.to_text())
    assert read == state and read.key == state.key and read.chance_outcomes == state.chance_outcomes
    for again in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert again == state and again.player == state.player and again.node.odds == state.node.odds
    assert play(read, "1" if state.is_chance else "roll") == play(state, "1" if state.is_chance else "roll")


def test_a_position_says_who_moved_last() -> None:
    state = play(pig(), "roll 5 stop roll")
    assert "to Dice after B" in state.to_text()
    other = state.game.position(state.to_text().replace("after B", "after A"))
    assert other != state and other.key != state.key
    for text, part in (("to Dice after Dice", "no player 'Dice'"), ("to Die", "no player 'Die'; did you mean 'Dice'")):
        with pytest.raises(ModelError, match=part):
            state.game.position(state.to_text().replace("to Dice after B", text))


def test_only_nature_draws() -> None:
    state = pig()
    assert not state.is_chance and state.chance_outcomes == ()
    with pytest.raises(ValueError, match="nobody's chance"):
        state.sample(Random(1))
    assert play(state, "roll").sample(Random(1)) in play(state, "roll").legal_moves


def test_games_are_played_to_the_end() -> None:
    """By playouts, simulations and contests; the same seed gives the same games."""
    ended = playout(pig().game, 5)
    assert ended.is_over and ended == playout(pig().game, 5) and max(ended.counters["score"]) >= 100
    assert simulate(pig().game, 4, seed=2).unfinished == 0
    kinds = (Kind("random"), Kind("random"))
    assert contest(pig(), kinds, 3, seed=1).wins == contest(pig(), kinds, 3, seed=1).wins
    assert check_invariants(pig().game, 1, seed=1, max_plies=30).violations == ()


def test_the_commands_play_it(tmp_path: Path) -> None:
    file = tmp_path / "pig.game"
    file.write_text(PIG.text, encoding="utf-8")

    def said(*arguments: str) -> str:
        result = run(*arguments)
        assert result.exit_code == 0, result.output
        return result.output

    model = str(file)
    assert "no problems found" in said("validate", model)
    assert said("moves", model, "--after", "roll").split() == ["1", "2", "3", "4", "5", "6"]
    assert "Dice to move" in said("show", model, "--after", "roll")
    assert said("perft", model, "3") == "20\n"
    assert "1. A r" in said("play", model, "--seed", "3") or "1. A s" in said("play", model, "--seed", "3")
    assert "Dice 1" in said("play", model, "--seed", "3")
    assert "6 is legal by the rule Die" in said("explain", model, "6", "--after", "roll")
    assert "a number from 1 to 6 is expected here, for die" in run("explain", model, "7", "--after", "roll").output
    assert "chance Die" in said("trace", model, "6", "--after", "roll")
    assert "13 of 13 filters have fired" in said("coverage", model, "--games", "3")
    assert "recorded" in said("prove", model, "--games", "1", "--record")
    assert "the recorded game is played alike" in said("prove", model, "--games", "1")
    assert "ROLL" in said("analyse", model, "--visits", "100").upper()
    assert "nature's turn" in run("analyse", model, "--after", "roll", "--visits", "100").output
    assert "<svg" in said("render", model, "--after", "roll")


def test_where_a_chance_rule_is_not_compiled_it_is_told_which() -> None:
    text = f"game Small {{\n{HEAD}\nstart Luck\nchance A = amount n 1..2\nRULES\n}}"
    for rules, reason in (
        (
            "chance B share n = empty -> each -> amount n 4..5",
            "the chance rule 'B' has a share and may find a move twice",
        ),
        ("chance B = amount n 2..3", "the chance rules 'A' and 'B' may have a move in common"),
    ):
        (found,) = uncompiled(read_text(text.replace("RULES", rules), "small.game"))
        assert reason in found.message and (found.place.line, found.place.column) == (17, 8)


def test_what_is_recorded_and_a_label_are_told_apart(engine: str) -> None:
    """In compiled rules, too: the moves of one rule are cells, those of the other an option."""
    text = f'game Hunt {{\n{HEAD}\nstart Luck\nchance Hunt = empty -> each -> record\nchance Stay = option "stay"\n}}'
    assert uncompiled(read_text(text, "hunt.game")) == []
    found = outcomes(game(text, engine).initial_state())
    assert found == {**dict.fromkeys(("a1", "b1", "c1"), Fraction(1, 6)), "stay": Fraction(1, 2)}


def test_chance_does_not_compete_with_what_a_player_maximises(engine: str) -> None:
    text = """game Greatest {
  players Ann, Ben
  nature Luck
  board 3x1
  pieces Man:M
  counter most move 0..9
  counter lot
  constant height = { 1 3 2 }
  chance Draw = amount lot 1..2 -> turn next
  move Put maximise most = empty -> select -> most := height -> set own Man -> turn nature
  over = score count { own }
}"""
    state = game(text, engine).initial_state()
    assert str(state.legal_moves) == "b1"
    assert outcomes(play(state, "b1")) == {"1": Fraction(1, 2), "2": Fraction(1, 2)}
    assert [str(play(state, f"b1 {draw}").legal_moves) for draw in ("1", "2")] == ["c1", "c1"]
    assert perft(state, 4) == 4 and play(state, "b1 1 c1 2 a1 1").scores == (2, 1)
