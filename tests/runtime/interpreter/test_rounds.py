"""Rounds: when they end, what happens then, what lasts so long; and players who move at the same time."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.commands import run
from tests.support.engines import game, play
from tests.support.rules import GOOFSPIEL, OSHI_ZUMO
from tests.support.tools import lack
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.model.validation import validate
from tilewright.runtime import State
from tilewright.runtime.session import Session

CIRCLE = """game Circle {{
  players A, B, C
  nature Luck
  start {start}
  board 1x1
  counter ended
  counter brief move
  counter turns turn
  counter here per round = 7
  mark spot round
  move Go = option "go" -> brief := 3 -> here := 1 -> turns += 1 -> mark spot
  move Stay = option "stay" -> turn same
  move Back = option "back" -> turn previous
  move Draw = option "draw" -> turn nature
  move To = option "reset" -> turn A
  move Win = option "win" -> win
  chance On = option "on"
  chance Again = option "again" -> turn mover
  chance Jump = option "jump" -> turn A
  round = ended += 1{then}
}}"""


def circle(engine: str, then: str = "", start: str = "A") -> State:
    return game(CIRCLE.format(then=f" -> {then}" if then else "", start=start), engine).initial_state()


ENDS = {
    "": (0, "A"),
    "go go": (0, "C"),
    "go go go": (1, "A"),
    "go go go go go go": (2, "A"),
    "go go stay": (0, "C"),
    "go go stay go": (1, "A"),
    "back": (0, "C"),
    "go back": (1, "A"),
    "go go reset": (1, "A"),
    "reset": (0, "A"),
    "go go draw": (0, "Luck"),
    "go go draw on": (1, "A"),
    "go go draw again": (0, "C"),
    "go go draw again go": (1, "A"),
    "go draw jump": (1, "A"),
    "draw jump": (0, "A"),
    "go go win": (0, "A"),
}
"""After moves, how many rounds have ended, and whose turn it is."""


@pytest.mark.parametrize(("moves", "expected"), ENDS.items())
def test_when_a_round_ends(moves: str, expected: tuple[int, str], engine: str) -> None:
    state = play(circle(engine), moves)
    assert (state.counters["ended"], str(state.player)) == expected


STARTS = {
    "": (0, "B"), "go": (0, "C"), "go go": (0, "A"), "go go go": (1, "B"), "back": (0, "A"), "go back": (1, "B"),
}  # fmt: skip


@pytest.mark.parametrize(("moves", "expected"), STARTS.items())
def test_a_round_begins_with_who_moves_first(moves: str, expected: tuple[int, str], engine: str) -> None:
    state = play(circle(engine, start="B"), moves)
    assert (state.counters["ended"], str(state.player)) == expected


def test_chance_before_the_first_move_ends_no_round(engine: str) -> None:
    state = circle(engine, start="Luck")
    assert play(state, "on").counters["ended"] == play(state, "jump").counters["ended"] == 0
    assert play(state, "on go go go").counters["ended"] == 1


THEN = {
    "whose turn it is": ("turn B", "go go go", 1, "B"),
    "chance comes in between": ("turn nature", "go go go", 1, "Luck"),
    "chance ends no round again": ("turn nature", "go go go on", 1, "A"),
    "chance goes on with the last": ("turn nature", "go go go again", 1, "C"),
    "the next round": ("turn nature", "go go go on go go go", 2, "Luck"),
    "seen as the last player": ("if (0, 0, 1) == 1 -> ended := 5", "go go go", 5, "A"),
    "with all cells": ("if count { any } == 1 -> ended := 5", "go go go", 5, "A"),
    "without what the move wrote": ("if brief == 0 -> ended := 5", "go go go", 5, "A"),
    "with what the turn wrote": ("if turns == 1 -> ended := 5", "go go go", 5, "A"),
    "with what the round wrote": ("if here + next here + previous here == 3 -> ended := 5", "go go go", 5, "A"),
    "with the marks of the round": ("goto spot -> ended := 5", "go go go", 5, "A"),
    "the last player goes on": ("turn same", "go go go", 1, "C"),
}


@pytest.mark.parametrize(("then", "moves", "ended", "player"), THEN.values(), ids=list(THEN))
def test_what_happens_then(then: str, moves: str, ended: int, player: str, engine: str) -> None:
    state = play(circle(engine, then), moves)
    assert (state.counters["ended"], str(state.player)) == (ended, player)


def test_a_game_may_end_with_a_round(engine: str) -> None:
    state = play(circle(engine, "win"), "go go")
    assert state.play("win").returns == (-0.5, -0.5, 1)
    assert state.play("draw").play("on").returns == (-0.5, -0.5, 1)
    assert play(circle(engine, "draw"), "go go go").returns == (0, 0, 0)


def test_what_lasts_for_a_round(engine: str) -> None:
    state = play(circle(engine), "go go")
    assert (state.counters["here"], state.marks["spot"], state.counters["turns"]) == ((1, 1, 7), ("a1",), 0)
    state = state.play("go")
    assert (state.counters["here"], state.marks["spot"], state.counters["turns"]) == ((7, 7, 7), (), 0)


def test_a_forced_pass_may_end_a_round(engine: str) -> None:
    text = """game Passing {
      players A, B
      board 1x1
      counter ended
      move Go = if (1, 0) == 1 -> option "go"
      round = ended += 1
    }"""
    state = game(text, engine).initial_state()
    assert play(state, "go pass go pass").counters["ended"] == 2


def test_alone_every_turn_is_a_round(engine: str) -> None:
    text = 'game Alone { players A\n board 1x1\n counter ended\n move Go = option "go"\n round = ended += 1\n }'
    assert play(game(text, engine).initial_state(), "go go go").counters["ended"] == 3


def test_whether_there_would_be_a_move_ends_no_round(engine: str) -> None:
    text = """game Asked {
      players A, B
      board 1x1
      counter ended 0..1
      move Go = option "go" -> movable
      round = ended += 1
    }"""
    state = play(game(text, engine).initial_state(), "go")
    assert str(state.legal_moves) == "go" and state.play("go").counters["ended"] == 1


# -- players who move at the same time

BIDS = """game Bids {
  players A, B, C
  simultaneous
  board 3x1
  pieces Man:a/b/c
  counter coins per 0..9 = { 1 | 2 | 0 }
  counter bid per round owner
  counter scratch move
  mark spot per round owner
  mark shared
  phases early, late
  sub more = bid += 1
  move Bid owner = if coins > 0 -> amount scratch 1..coins -> bid := scratch -> more
  move Wait owner = option "wait" -> mark spot -> goto spot -> do { if scratch < bid -> bid := 0 } -> turn same
  effect = any -> scratch += bid
  ensure = if bid < 9
  round = do as each { coins -= bid } -> phase late -> win
}"""


def test_the_rules_of_a_round_are_in_order() -> None:
    assert [d.code for d in validate(read_text(BIDS, "bids.game")) if d.severity.name == "ERROR"] == []


ORDER = {
    "a move that is told": ("move Bid owner", "move ^Bid", "be told to the others: write 'move Bid owner'"),
    "a click on each cell": ("move Wait", "place Told = ^empty\n  move Wait", "so that it must be a 'move NAME owner'"),
    "a number that all see": ("-> more", "-> ^coins -= 1", "write 'coins', which is not its player's alone"),
    "a mark that all see": ("mark spot -> goto", "mark spot -> ^clear later -> goto", "write 'later'"),
    "a click that all see": ("mark spot -> goto", "mark spot -> goto all -> ^select later -> goto", "write 'later'"),
    "an amount that all see": ("amount scratch", "^amount coins", "write 'coins', which is not its player's alone"),
    "another's number": ("sub more = bid", "sub more = ^next bid", "write 'bid' of another one"),
    "as another one": ("-> more", "-> do as next { ^bid += 1 }", "write 'bid' of another one"),
    "the board": ("-> more", "-> ^set own Man", "(a mark or counter 'per owner' may note what is chosen"),
    "the phase": ("-> more", "-> ^phase late", "change the phase"),
    "an end": ("effect = any", "effect = if bid > 3 -> ^win\n  effect = any", "change what all see"),
    "a win condition": ("effect = any", "effect = ^line { own }\n  effect = any", "change what all see"),
    "the turn of another": ("turn same", "^turn previous", "give the turn to another one"),
    "the turn of one who is looked for": ("turn same", "^turn same { any }", "give the turn to another one"),
    "what becomes of who has no move": ("ensure =", "stuck = ^win\n  ensure =", "change what all see"),
    "another's number is read": ("scratch < bid", "scratch < ^next bid", "read 'bid' of another one"),
    "another's number, as that one": ("if bid < 9", "no as each { if ^bid > 8 }", "read 'bid' of another one"),
    "another's mark is read": ("if bid < 9", "no as next { ^goto spot }", "read 'spot' of another one"),
    "another's mark in a pattern": ("if bid < 9", "no as next { ^any at spot }", "read 'spot' of another one"),
    "another's mark in a count": ("if bid < 9", "if next count { ^at spot } == 0", "read 'spot' of another one"),
}


@pytest.mark.parametrize(("old", "new", "what"), ORDER.values(), ids=list(ORDER))
def test_what_would_let_the_order_matter_is_named(old: str, new: str, what: str) -> None:
    assert BIDS.count(old) == 1
    text = BIDS.replace(old, new).replace("mark shared", "mark shared\n  mark later game")
    place = text.index("^")
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    found = [d for d in validate(read_text(text.replace("^", ""), "bids.game")) if d.code == "order-matters"]
    assert found and what in found[0].message
    assert (found[0].place.line, found[0].place.column) == (line, column)
    with pytest.raises(ModelError):
        game(text.replace("^", ""), "interpreter")


def test_of_many_places_it_is_told_together_what_to_do_instead() -> None:
    changes = " -> ".join(["turn next"] * 9)
    text = BIDS.replace("^", "").replace("if bid < 9", f"{changes} -> if bid < 9")
    found = [one.message for one in validate(read_text(text, "bids.game")) if one.code == "order-matters"]
    assert len(found) == 5 and sum("give the turn" in message for message in found) == 4
    assert sum(message.endswith("; 'turn same' lets the player give another order") for message in found) == 4
    assert "in 5 more places" in found[0] and "leave out 'simultaneous'" in found[0]


def test_who_decides(engine: str) -> None:
    state = game(BIDS, engine).initial_state()

    def now(state: State) -> dict[str, str]:
        return {str(player): " ".join(map(str, state.legal_moves_of(player))) for player in state.movers}

    assert state.game.is_simultaneous
    assert now(state) == {"A": "1 wait", "B": "1 2 wait", "C": "wait"}
    assert now(state.play("wait")) == {"A": "1 wait", "B": "1 2 wait", "C": "wait"}
    assert now(play(state, "wait 1")) == {"B": "1 2 wait", "C": "wait"}
    assert play(state, "1").legal_moves_of(0) == () and play(state, "1").legal_moves_of(1) == state.legal_moves_of(1)


def test_who_decides_where_players_take_turns(engine: str) -> None:
    state = circle(engine)
    assert not state.game.is_simultaneous
    assert [str(player) for player in state.movers] == ["A"] and state.legal_moves_of(1) == ()
    assert [str(player) for player in play(state, "draw").movers] == ["Luck"]
    assert play(state, "draw").legal_moves_of(0) == ()
    assert state.play("win").movers == () and state.play("win").legal_moves_of(0) == ()
    with pytest.raises(ValueError, match="player: 3 is not between 0 and 2"):
        state.legal_moves_of(3)


def test_nobody_is_told_before_the_round_ends(engine: str) -> None:
    session = Session(game(OSHI_ZUMO, engine))
    other = Session(game(OSHI_ZUMO, engine))
    session.play("3")
    other.play("2")
    assert session.information_key(1) == other.information_key(1)
    assert session.information_key(0) != other.information_key(0)
    session.play("1")
    other.play("1")
    assert session.information_key(1) != other.information_key(1)


CARDS = "abcd"


@pytest.mark.parametrize(
    ("rules", "name", "parameters", "names"),
    [
        (OSHI_ZUMO, "oshi_zumo", {"coins": 6, "size": 2, "horizon": 12}, "0 1 2 3 4 5 6"),
        (GOOFSPIEL, "goofspiel", {"num_cards": 4}, "a1 b1 c1 d1"),
    ],
    ids=["oshi-zumo", "goofspiel"],
)
def test_rounds_beside_another_engine(
    rules: str, name: str, parameters: dict[str, int], names: str, engine: str
) -> None:
    """OpenSpiel plays true simultaneous rounds: legal moves of both at the beginning of each, chances, results.

    Its goofspiel plays the last card itself.
    """
    try:
        import pyspiel
    except ImportError:
        lack("pyspiel")
    ours, theirs, random = game(rules, engine), pyspiel.load_game(name, parameters), Random(5)
    words, plies = names.split(), 0
    for _ in range(12):
        state, other = ours.initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert state.is_chance == other.is_chance_node()
            if state.is_chance:
                odds = {str(move): float(chance) for move, chance in state.chance_outcomes}
                assert odds == pytest.approx({words[action]: chance for action, chance in other.chance_outcomes()})
                action = random.choice(other.legal_actions())
                state, plies = state.play(words[action]), plies + 1
                other.apply_action(action)
                continue
            chosen: list[Any] = []
            assert [player.number for player in state.movers] == [0, 1]
            for player in (0, 1):
                legal = [words[action] for action in other.legal_actions(player)]
                assert sorted(legal) == sorted(map(str, state.legal_moves_of(player)))
                chosen.append(random.choice(other.legal_actions(player)))
            other.apply_actions(chosen)
            state, plies = play(state, " ".join(words[action] for action in chosen)), plies + 2
        while not state.is_over:
            (move,) = state.legal_moves
            state = state.play(move)
        assert list(state.returns) == other.returns()
    assert plies > 60


def test_the_commands_know_rounds(tmp_path: Path) -> None:
    file = tmp_path / "oshi.game"
    file.write_text(OSHI_ZUMO, encoding="utf-8")

    def said(*arguments: str) -> str:
        result = run(*arguments)
        assert result.exit_code == 0, result.output
        return result.output

    model = str(file)
    assert "no problems found" in said("validate", model)
    assert "coins of A: 6 becomes 3" in said("explain", model, "2", "--after", "3")
    assert f"round ({model}:15:11)\n" in said("trace", model, "2", "--after", "3")
    assert "move Bid" not in said("trace", model, "2", "--after", "3", "--rule", "round")
    assert "round (" not in said("trace", model, "2")
    assert "have fired" in said("coverage", model, "--games", "3")
    assert said("perft", model, "2") == "49\n"
    assert "Wrestler" in said("render", model, "--after", "3 2", "--as", "html")
