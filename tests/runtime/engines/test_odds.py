"""What nature draws in compiled games has the odds that the interpreter finds, and is the same for the same numbers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.support.engines import COMPILED, game, need
from tests.support.gallery import EXAMPLES
from tilewright.generator.compiler import compile_game
from tilewright.runtime import Game, load
from tilewright.runtime.engines.stopping import Stop

CHANCE = [example.name for example in EXAMPLES if example.document.game.nature is not None]

ROUNDS = """
game Rounds {
  players A, B
  nature Luck
  start Luck
  board 4x1
  pieces Man:M
  counter left 0..6 = 6
  counter seen 0..60
  counter kept move 0..6
  setup { "M..m" }
  chance Fall weight left = goto all -> empty -> select -> left -= 1 -> turn A
  chance Draw weight 2 share kept + 1 = amount kept 0..left -> seen += kept -> left -= 1 -> turn A
  chance Late weight seen = option "late" -> left -= 1 -> turn A
  move Wait = own -> select -> turn nature
  over = where { if left == 0 }
  effect = repeated 9 -> draw
}
"""
"""Rules whose weights change and become 0, whose moves have shares or none, and which remember positions."""


def alike(reference: Game, compiled: Game, seed: int, plies: int) -> int:
    """Compare the odds at nature's turns of random games; return how many there were."""
    expected, state, random, turns = reference.initial_state(), compiled.initial_state(), Random(seed), 0
    for _ in range(plies):
        if expected.is_over:
            expected, state = reference.initial_state(), compiled.initial_state()
        number = random.randrange(expected.count_moves())
        if expected.is_chance:
            turns += 1
            assert state.chance_outcomes == expected.chance_outcomes
            ours, theirs = Random(turns), Random(turns)
            assert [state.drawn(ours) for _ in range(3)] == [expected.drawn(theirs) for _ in range(3)]
            number = expected.drawn(random)
        else:
            assert state.chance_outcomes == () == expected.chance_outcomes
        expected, state = expected.play_number(number), state.play_number(number)
    return turns


@pytest.mark.parametrize("engine", COMPILED)
def test_odds_are_those_of_the_interpreter(engine: str) -> None:
    need(engine)
    assert alike(game(ROUNDS, "interpreter"), game(ROUNDS, engine), 1, 60) > 20


@pytest.mark.parametrize("name", ["einstein-wuerfelt-nicht", "leduc-poker", "minesweeper", "pig"])
def test_odds_of_some_games_are_those_of_the_interpreter(name: str) -> None:
    assert alike(load(name, "interpreter"), load(name, "python"), 1, 12) > 1


PHASED = """
game Phased {
  players A, B
  nature Luck
  start Luck
  board 4x1
  pieces Man:M
  counter left 0..12 = 12
  phases low, high
  setup { "M..m" }
  chance Fall weight left + 1 in low = goto all -> empty -> select -> phase high -> turn A
  chance Draw weight 3 in high = amount left 0..left -> phase low -> turn B
  move Wait = own -> select -> turn nature
}
"""


@pytest.mark.parametrize("engine", COMPILED)
def test_a_rule_is_drawn_without_a_number_where_no_other_can_be(engine: str) -> None:
    """Numbers are passed over all the same, so that the moves are those that were drawn if others could be."""
    need(engine)
    asked = PHASED.replace("in low =", "= in low ->").replace("in high =", "= in high ->")
    found = []
    for text, drawn in ((PHASED, False), (asked, True)):
        played = game(text, engine)
        source = compile_game(played.document.root, played.document.places).source
        assert ("mix" in source[source.index("def step_2(") :].split("\ndef ")[0]) is drawn
        state = played.initial_state()
        found.append(
            [replace(played.engine.survey(state.position, range(20), seed, 50, Stop()), seconds=0) for seed in range(5)]
        )
    assert found[0] == found[1]


@pytest.mark.prove
@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize("name", CHANCE)
def test_odds_of_long_games_are_those_of_the_interpreter(name: str, engine: str) -> None:
    need(engine)
    assert alike(load(name, "interpreter"), load(name, engine), 2, 300) > 0
