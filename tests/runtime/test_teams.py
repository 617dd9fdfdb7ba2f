"""Teams: who is an enemy and who an ally, and that the players of a team win and lose together, on every engine."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from tests.support.commands import run
from tests.support.engines import COMPILED, game, play
from tilewright.model import validate
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State
from tilewright.runtime.matches.events import Kind
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.proof.invariants import check_invariants
from tilewright.runtime.record_state import RecordState
from tilewright.runtime.restoring import parts_of, position_of
from tilewright.runtime.results import told
from tilewright.runtime.search.uct import search
from tilewright.runtime.simulation import simulate

PAIRS = "A of Sun, B of Moon, C of Sun, D of Moon"
THREE = "A of Sun, B of Moon, C, D of Sun"
ALONE = "A, B of Pack, C of Pack"
NONE = "A of Sun, B of Moon, C of Star"
HALF = Fraction(1, 2)


def ended(players: str, end: str, engine: str, last: int = 0) -> State:
    """Return the state at an end that follows the only move. What is good of the players is 4, 5, 2 and *last*."""
    count = len(players.split(","))
    good = " | ".join(map(str, (4, 5, 2, last)[:count]))
    text = f"""game Ends {{
      players {players}
      board 1x1
      counter good per = {{ {good} }}
      counter bad per = {{ {" | ".join("1" * count)} }}
      ranking max good, min bad
      move Go = option "go" -> {end}
    }}"""
    state = play(game(text, engine).initial_state(), "go")
    assert (engine in COMPILED) == isinstance(state, RecordState)
    return state


@pytest.mark.parametrize(
    ("players", "end", "last", "returns", "words"),
    [
        (PAIRS, "win", 0, (1, -1, 1, -1), "A and C have won"),
        (PAIRS, "do as D { win }", 0, (-1, 1, -1, 1), "B and D have won"),
        (PAIRS, "lose", 0, (-1, 1, -1, 1), "B and D have won"),
        (PAIRS, "draw", 0, (0, 0, 0, 0), "the game is drawn"),
        (PAIRS, "score good", 0, (1, -1, 1, -1), "A and C have won"),  # though B alone has most
        (PAIRS, "score good", 1, (0, 0, 0, 0), "the game is drawn"),
        (PAIRS, "score good", 2, (-1, 1, -1, 1), "B and D have won"),
        (PAIRS, "pay good", 3, (4, 5, 2, 3), "B has won"),
        (THREE, "win", 0, (1, -HALF, -HALF, 1), "A and D have won"),
        (ALONE, "lose", 0, (-1, 1, 1), "B and C have won"),
        (THREE, "do as C { win }", 0, (-HALF, -HALF, 1, -HALF), "C has won"),
        (THREE, "score good", 0, (-HALF, 1, -HALF, -HALF), "B has won"),
        (THREE, "score good", 1, (0, 0, 0, 0), "the game is drawn"),
        (ALONE, "win", 0, (1, -1, -1), "A has won"),
        (ALONE, "do as C { win }", 0, (-1, 1, 1), "B and C have won"),
        (ALONE, "score good", 0, (-1, 1, 1), "B and C have won"),
        (PAIRS, "rank", 0, (1, -1, 1, -1), "A and C have won"),
        (PAIRS, "rank", 1, (0, 0, 0, 0), "the game is drawn"),
        (THREE, "rank", 0, (0, 1, -1, 0), "B has won"),
        (THREE, "rank", 3, (1, 0, -1, 1), "A and D have won"),
        (ALONE, "rank", 0, (-1, 1, 1), "B and C have won"),
        (NONE, "do as B { win }", 0, (-0.5, 1, -0.5), "B has won"),  # as if there were no teams
    ],
)
def test_a_team_is_one_player_when_the_game_ends(
    players: str, end: str, last: int, returns: tuple[float, ...], words: str, engine: str
) -> None:
    state = ended(players, end, engine, last)
    assert state.is_over and state.returns == returns
    assert told([player.name for player in state.game.players], state.returns) == words
    assert position_of(state.game, parts_of(state.position)) == state.position


WHO = """game Who {
  players A of Sun, B of Moon, C of Sun, D of Moon
  board 4x1
  pieces Man:A/B/C/D
  counter good per 0..99
  setup { "ABCD" }
  move Look = LOOK -> select
  effect = EFFECT
}"""


@pytest.mark.parametrize(
    ("look", "cells"),
    [
        ("own", "a"), ("ally", "c"), ("enemy", "bd"), ("own or ally", "ac"), ("!ally", "abd"), ("!enemy", "ac"),
        ("ally Man", "c"), ("goto all -> wherenot { ally }", "abd"),
        ("has as ally { goto all -> own } -> own", "a"),
        ("first { no as ally { goto all -> own } -> own | ally }", "c"),
        ("has as enemy { goto all -> ally -> D } -> own", "a"), ("first { has as enemy { goto all -> ally -> C } -> own | enemy }", "bd"),
        ("if by A -> ally", "c"),
    ],
)  # fmt: skip
def test_who_is_an_ally_and_who_an_enemy(look: str, cells: str, engine: str) -> None:
    found = game(WHO.replace("LOOK", look).replace("EFFECT", "good += 1"), engine)
    assert sorted(map(str, found.initial_state().legal_moves)) == [f"{cell}1" for cell in cells]


def test_the_turn_is_given_to_an_ally(engine: str) -> None:
    state = game(WHO.replace("LOOK", "own").replace("EFFECT", "turn ally"), engine).initial_state()
    assert [str(play(state, moves).player) for moves in ("", "a1", "a1 c1")] == ["A", "C", "A"]


def test_partners_win_when_all_of_the_others_have_left() -> None:
    found = game(WHO.replace("LOOK", "own").replace("EFFECT", "good += 1"), "interpreter")
    match = Match(found, Terms.of(found, ["human"] * 4))
    for seat in (0, 1):
        match.submit(Kind.RESIGN, seat)
    assert match.result is None and match.who(0) == "random"
    match.submit(Kind.RESIGN, 3)
    assert match.result is not None and match.result.returns == (1, -1, 1, -1)


def test_unequal_teams_keep_the_invariants(engine: str) -> None:
    """The returns of the sides add up to zero; those of the players do not."""
    text = FOUR.replace("D of Moon", "D of Sun")
    assert check_invariants(game(text, engine), 2, seed=5, max_plies=60).violations == ()


def test_several_who_win_as_a_team_share_nothing() -> None:
    found = simulate(game(FOUR, "python"), 20, seed=1)
    assert found.wins[0] == found.wins[2] and found.wins[1] == found.wins[3] and sum(found.wins) > 0
    assert found.shared == 0 and sum(found.wins[:2]) + found.draws == found.games


def test_what_is_told_of_teams(tmp_path: Path) -> None:
    model = tmp_path / "four.game"
    model.write_text(FOUR, encoding="utf-8")
    assert "players: A of Sun, B of Moon, C of Sun, D of Moon" in run("show", str(model)).stdout
    refused = run("explain", str(model), "a1", "--after", "a2 e4 e3 b1").stdout
    assert "none of a2, b1 is an ally's or empty" in refused
    rules = run("show", str(model), "--rules").stdout
    assert "keep those that are an ally's or empty" in rules and "keep those that are an enemy's" in rules


def test_the_allies_of_a_player_are_derived() -> None:
    """In the classes that readers build, and in those for PyEcore."""
    found = game(FOUR, "interpreter")
    assert [player.team for player in found.players] == ["Sun", "Moon", "Sun", "Moon"]
    players = found.document.game.players
    assert [[ally.name for ally in player.allies] for player in players] == [["C"], ["D"], ["A"], ["B"]]
    with pytest.raises(AttributeError, match="derived"):
        players[0].allies = ()


def test_numbers_and_chains_of_an_ally(engine: str) -> None:
    effect = "ally good += 2 -> do as enemy { good += 3 } -> good += ally good"
    state = play(game(WHO.replace("LOOK", "own").replace("EFFECT", effect), engine).initial_state(), "a1")
    assert state.counters["good"] == (2, 3, 2, 3)


FOUR = """game Four {
  players A of Sun, B of Moon, C of Sun, D of Moon
  board 5x4
  pieces Man:A/B/C/D
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter taken per 0..99
  mark lost
  place Put = empty -> has { step orth -> ally or empty }
  effect = do { step orth -> enemy -> wherenot { step orth -> empty } -> mark lost -> taken += count -> set empty }
  effect = set own Man
  effect = line 3 own -> win
  stuck = score taken
}"""


def test_random_games(engine: str) -> None:
    """With all invariants at every ply; the ends are those of the interpreter, and a search finds a move."""
    found, reference = game(FOUR, engine), game(FOUR, "interpreter")
    assert check_invariants(found, 3, seed=3, max_plies=60).violations == ()
    ends = set()
    for seed in range(8):
        random, state, other = Random(seed), found.initial_state(), reference.initial_state()
        while not state.is_over:
            move = random.choice(list(map(str, state.legal_moves)))
            state, other = play(state, move), play(other, move)
        assert other.is_over and state.returns == other.returns and state.position == other.position
        ends.add(state.returns)
    assert len(ends) > 1 and all(returns[0] == returns[2] == -returns[1] == -returns[3] for returns in ends)
    if engine in COMPILED:
        assert search(found.initial_state(), visits=50, seed=1).best is not None


@pytest.mark.parametrize(
    ("teams", "warned"),
    [
        ("Sun Moon Son Moon", 2),
        ("Sun Moon Sun Moon", 0),
        ("T1 T2 T2 T3", 0),
        ("A Pack Pack Pack", 0),
    ],
)
def test_a_misspelt_team_is_a_warning(teams: str, warned: int) -> None:
    players = ", ".join(f"{name} of {team}" for name, team in zip("ABCD", teams.split(), strict=True))
    text = FOUR.replace("A of Sun, B of Moon, C of Sun, D of Moon", players)
    found = game(text, "interpreter").document
    assert [one.code for one in validate(found)].count("alone-in-team") == warned


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("players A of Sun, B of Sun", "teams-must-have-opponents", "nobody is left to play against"),
        ("players A, B", "allies-must-be-in-a-team", "no player has allies"),
    ],
)
def test_what_is_wrong_with_teams(text: str, code: str, words: str) -> None:
    source = f"game Wrong {{\n  {text}\n  board 2x1\n  pieces Man:A/B\n  place Put = ally or empty\n  effect = set own Man\n}}"
    with pytest.raises(ModelError) as refused:
        game(source, "interpreter")
    assert any(words in found.message for found in refused.value.diagnostics), refused.value
