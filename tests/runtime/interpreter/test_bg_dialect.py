"""What the bg dialect's own engine does, quirks included, and must stay so."""

from __future__ import annotations

import pytest

from tests.support.engines import game, play, rows, tiny
from tilewright.runtime import State

LINE = "effect = line { own @(0,0)(1,0) }"

WINS = [
    ("a line wins", "M..", f"place A = empty\neffect = set own Man\n{LINE}", "b1", "X"),
    ("another line does not", "M...", f"place A = empty\neffect = set own Man\n{LINE}", "c1", None),
    ("before the effect that completes it", "M..", f"place A = empty\n{LINE}\neffect = set own Man", "b1", "X"),
    ("behind a chain that dies", "M..", "place A = empty\neffect = set own Man -> enemy -> line { own @(0,0)(1,0) }", "b1", "X"),
    ("one of several patterns", "M..", "place A = empty\neffect = set own Man -> line { enemy own @(0,0)(1,0) }", "b1", "X"),
    ("the enemy's line is not mine", "mm.", f"place A = empty\neffect = set own Man\n{LINE}", "c1", None),
    ("not after another end", "M..", f"place A = empty\neffect = set own Man -> lose\n{LINE}", "b1", "O"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "rules", "move", "winner"), [row[1:] for row in WINS], ids=[row[0] for row in WINS])
def test_win_conditions_are_tested_after_all_effects(
    board: str, rules: str, move: str, winner: str | None, engine: str
) -> None:
    state = play(tiny(board, rules, engine), move)
    assert (state.winner.name if state.winner else None) == winner


def test_nothing_behind_a_win_condition_is_run(engine: str) -> None:
    rules = "place A = empty\neffect = line { own @(0,0)(1,0) } -> set own Man"
    assert rows(play(tiny("MM.", rules, engine), "c1")) == "MM."


GROW = "transition Cell a: Empty -> XMan\n transition Cell b: Empty -> OMan\n"

TRANSITIONS = [
    ("along a transition", GROW, "b1", "mMM"),
    ("other changes are skipped silently", GROW, "a1", "m.M"),
    ("no change at all", GROW, "c1", "m.M"),
    ("along another transition", GROW + "transition Cell c: OMan -> XMan", "a1", "M.M"),
    (
        "one of several sources",
        "transition Cell a: Empty, OMan -> XMan\n transition Cell b: Empty -> OMan",
        "a1",
        "M.M",
    ),
]


def pointing(transitions: str, rules: str, engine: str) -> State:
    setup = 'setup { "m.M" }'
    text = f"game Grow {{\n players X, O\n board 3x1\n pieces Man:M\n {setup}\n {transitions}\n {rules}\n}}"
    return game(text, engine).initial_state()


@pytest.mark.parametrize(
    ("transitions", "move", "after"), [row[1:] for row in TRANSITIONS], ids=[row[0] for row in TRANSITIONS]
)
def test_states_change_along_transitions_only(transitions: str, move: str, after: str, engine: str) -> None:
    state = pointing(transitions, "place A = any\neffect = set own Man", engine)
    assert rows(state.play(move)) == after


def test_a_move_needs_no_transition(engine: str) -> None:
    rules = "mark here\nmove A = own -> select here -> goto all -> enemy -> select -> move here"
    assert rows(pointing(GROW, rules, engine).play("c1-a1")) == "M.."


def test_roots_are_run_for_each_cell_alone(engine: str) -> None:
    """With all cells at once the count would be 2."""
    assert str(tiny("MM.", "place A = own -> if count == 1", engine).legal_moves) == "a1 b1"


def test_several_roots_are_alternatives_for_the_same_cell(engine: str) -> None:
    rules = "place A = empty -> own @(-1,0)\nplace B = empty -> own @(1,0)"
    assert str(tiny(".M.M.", rules, engine).legal_moves) == "c1 e1 a1"


def test_roots_come_before_the_rules_of_their_priority(engine: str) -> None:
    rules = 'move B = option "b"\nplace A = own\nmove C priority 1 = enemy King -> option "c"'
    assert str(tiny("M.", rules, engine).legal_moves) == "a1 b"


def test_a_click_that_dies_later_is_no_move(engine: str) -> None:
    assert str(tiny("M.M", "place A = empty -> ray line own -> step line -> own", engine).legal_moves) == ""


@pytest.mark.parametrize(("require", "after"), [("", "KKm"), ("all ", "MMm")])
def test_all_cells_or_each(require: str, after: str, engine: str) -> None:
    """A working set of three cells, one of which does not match."""
    rules = f'move A = option "go"\neffect = goto all -> {require}own -> set own King'
    assert rows(play(tiny("MMm", rules, engine), "go")) == after
