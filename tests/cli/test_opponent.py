"""Opponents on the command line: in a terminal there is one by default, and who cannot play says why."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from tests.support.commands import run
from tests.support.places import ROOT
from tilewright.generator.compiler import NotLowered
from tilewright.model.places import Place
from tilewright.runtime.cli import main

pty = pytest.importorskip("pty", reason="there are pseudo-terminals on Unix only")


def played(arguments: list[str], typed: list[str]) -> str:
    """Return what the command play prints in a terminal in which this is typed, a line at each prompt."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from tilewright.runtime.cli import main; main()", "play", *arguments]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, close_fds=True)
    os.close(theirs)
    said, asked, end = "", 0, time.monotonic() + 300
    try:
        while time.monotonic() < end:
            if select.select([ours], [], [], 1)[0]:
                try:
                    said += os.read(ours, 4096).decode()
                except OSError:  # it has ended
                    break
            if said.count("> ") > asked and asked < len(typed):
                os.write(ours, f"{typed[asked]}\n".encode())
                asked += 1
    finally:
        os.close(ours)
        process.kill()
        process.wait()
    return said


def test_a_person_plays_against_a_search() -> None:
    said = played(["tic-tac-toe"], ["b2", "quit"])
    assert "TicTacToe: X is human, O is mcts:1s" in said and "O plays " in said


def test_where_nothing_is_compiled_the_opponent_plays_at_random() -> None:
    said = played(["tic-tac-toe", "--engine", "interpreter"], ["b2", "quit"])
    assert "TicTacToe: X is human, O is random" in said and "O plays " in said


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


def test_a_person_sees_the_own_view_and_plays_against_a_search() -> None:
    typed = "a1\nb2\nc3\na3\na2\nc1\nquit\n"
    seats = ["--seat", "X=human", "--seat", "O=mcts:20", "--seed", "2"]
    played = CliRunner().invoke(main, ["play", "phantom-tic-tac-toe", *seats], input=typed)
    assert played.exit_code == 0 and "\n3 ? ? ?\n2 ? ? ?\n1 X ? ?\n  a b c\nX sees; O to move\n" in played.stdout
    assert "Something has happened." in played.stdout and "\\n" not in played.stdout
    refused = CliRunner().invoke(main, ["play", "phantom-tic-tac-toe", "--seat", "O=minimax:2"])
    assert refused.exit_code == 2 and "hides something from its players" in refused.stderr


def test_a_search_takes_part_in_contests_of_hidden_games() -> None:
    result = run("simulate", "phantom-tic-tac-toe", "--games", "3", "--seat", "X=mcts:10", "--seed", "1")
    assert result.stdout.startswith("PhantomTicTacToe: 3 games")
