"""Opponents on the command line: in a terminal there is one by default, and who cannot play says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.commands import run
from tests.support.terminals import terminal
from tilewright.generator.compiler import NotLowered
from tilewright.model.places import Place
from tilewright.runtime.cli import main


def test_a_person_plays_against_a_search(tmp_path: Path) -> None:
    with terminal(["play", "tic-tac-toe"], tmp_path) as screen:
        screen.wait_for("Tic Tac Toe: X is human, O is mcts:1s", "X>")
        screen.enter("b2")
        screen.wait_for("O plays ", "X>")


def test_where_nothing_is_compiled_the_opponent_plays_at_random(tmp_path: Path) -> None:
    with terminal(["play", "tic-tac-toe", "--engine", "interpreter"], tmp_path) as screen:
        screen.wait_for("Tic Tac Toe: X is human, O is random", "X>")
        screen.enter("b2")
        screen.wait_for("O plays ", "X>")


@pytest.mark.parametrize("verb", ["play", "simulate"])
def test_who_cannot_play_says_why(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(verb, "tic-tac-toe", "--seat", "X=mcts:10", "--engine", "interpreter")
    assert result.exit_code == 2 and "'mcts:10' cannot play: " in result.stderr

    def refused(*_: object, **__: object) -> None:
        raise NotLowered("its rules are strange", Place("a.game", 5, 9))

    monkeypatch.setattr("tilewright.runtime.kernels.programs.program_of", refused)
    result = run(verb, "tic-tac-toe", "--seat", "X=mcts:10")
    assert result.exit_code == 2 and "cannot be compiled: a.game:5:9: its rules are strange" in result.stderr


def test_what_is_counted_beside_the_board_is_shown() -> None:
    """In a game of dice what a turn has brought so far, and the scores."""
    seats = ["--seat", "A=human", "--seat", "B=human", "--seed", "3"]
    played = CliRunner().invoke(main, ["play", "pig", *seats], input="roll\nstop\n")
    assert "\n\ntotal " in played.stdout and "\n\nA: score " in played.stdout
    shown = run("show", "pig", "--after", "roll 5 roll 3 stop").stdout
    assert "\n\nA: score 8\nB: score 0\n\n" in shown
    assert "score" not in run("show", "pig").stdout.split("position")[0]


AREAS = """game Areas {
  players A, B
  board 2x1
  zone rack 2x1
  counter worth cell 0..9 = { 4 5 }
  counter cubes per cell 0..9
  counter tiles cell rack 0..9
  move Put = goto all -> select -> cubes += 1
  over = draw
}
"""


def test_of_several_numbers_on_a_cell_it_is_said_which_is_which(tmp_path: Path) -> None:
    (tmp_path / "areas.game").write_text(AREAS)
    line = "\n\non cells: worth/cubes of A/cubes of B\n\n"
    assert line in run("show", str(tmp_path / "areas.game")).stdout
    played = CliRunner().invoke(main, ["play", str(tmp_path / "areas.game"), "--seat", "A=human"], input="quit\n")
    assert line in played.stdout
    (tmp_path / "areas.game").write_text(AREAS.replace("per cell", "per"))
    assert "on cells" not in run("show", str(tmp_path / "areas.game")).stdout


def test_a_person_sees_the_own_view_and_plays_against_a_search() -> None:
    typed = "a1\nb2\nc3\na3\na2\nc1\nquit\n"
    seats = ["--seat", "X=human", "--seat", "O=mcts:20", "--seed", "2"]
    played = CliRunner().invoke(main, ["play", "phantom-tic-tac-toe", *seats], input=typed)
    assert played.exit_code == 0 and "\n3 ? ? ?\n2 ? ? ?\n1 X ? ?\n  a b c\nX sees; X to move\n" in played.stdout
    assert "Something has happened." in played.stdout and "\\n" not in played.stdout
    refused = CliRunner().invoke(main, ["play", "phantom-tic-tac-toe", "--seat", "O=minimax:2"])
    assert refused.exit_code == 2 and "hides something from its players" in refused.stderr


def test_a_search_takes_part_in_contests_of_hidden_games() -> None:
    result = run("simulate", "phantom-tic-tac-toe", "--games", "3", "--seat", "X=mcts:10", "--seed", "1")
    assert result.stdout.startswith("PhantomTicTacToe: 3 games")
