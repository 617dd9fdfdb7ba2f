"""What becomes of output that cannot be written: a full disk, a stream that is closed."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.commands import run
from tests.support.places import GALLERY, ROOT
from tilewright.runtime import load
from tilewright.runtime.cli import main

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is full")

PRINTING = [
    ("--help",), ("--version",), ("moves", "othello"), ("validate", "othello"), ("explain", "othello", "d6"),
    ("simulate", "tic-tac-toe", "--games", "1", "--format", "json"), ("generate", "engine", "--help"),
]  # fmt: skip


def command(
    *arguments: str, stdout: int | None = subprocess.PIPE, before: Callable[[], object] | None = None, cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, after doing something in it."""
    line = [sys.executable, "-c", "from tilewright.runtime.cli import main; main(prog_name='tilewright')", *arguments]
    return subprocess.run(
        line, stdout=stdout, stderr=subprocess.PIPE, text=True, preexec_fn=before, cwd=cwd, check=False
    )


@needs_full
@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_a_full_disk_below_stdout(arguments: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        result = command(*arguments, stdout=full.fileno())
    assert (result.returncode, result.stderr) == (2, "standard output: No space left on device\n")


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_a_closed_stdout(arguments: tuple[str, ...]) -> None:
    result = command(*arguments, stdout=None, before=lambda: os.close(1))
    assert (result.returncode, result.stderr) == (2, "standard output: Bad file descriptor\n")


def test_who_prints_nothing_needs_no_stdout(tmp_path: Path) -> None:
    target = tmp_path / "othello.game"
    result = command("convert", "othello", str(target), stdout=None, before=lambda: os.close(1))
    assert (result.returncode, result.stderr) == (0, "") and target.is_file()


def test_nobody_types_into_a_closed_stdin() -> None:
    result = command("play", "tic-tac-toe", "--seat", "X=human", before=lambda: os.close(0))
    assert (result.returncode, result.stderr) == (0, "") and result.stdout.endswith("Goodbye.\n")


@needs_full
def test_a_status_is_given_where_the_message_cannot_be_printed() -> None:
    line = [sys.executable, "-c", "from tilewright.runtime.cli import main; main()", "moves", "nothing-like-it"]
    with FULL.open("w") as full:
        assert subprocess.run(line, stderr=full, cwd=ROOT, check=False).returncode == 2


@needs_full
@pytest.mark.parametrize(
    "arguments", [("generate", "engine", "othello", "-o"), ("render", "othello", "-o")], ids=" ".join
)
def test_a_full_device_is_named(arguments: tuple[str, ...]) -> None:
    result = run(*arguments, str(FULL))
    assert (result.exit_code, result.stderr) == (2, f"{FULL}: No space left on device\n")


WRITING = [
    ("convert", "othello", "out.xmi"),
    ("generate", "engine", "othello", "-o", "out.py"),
    ("render", "othello", "-o", "out.svg"),
    ("generate", "classes", str(ROOT / "metamodel" / "game.ecore"), "-o", "out"),
]


@pytest.mark.parametrize("arguments", WRITING, ids=lambda arguments: " ".join(arguments[:2]))
def test_a_file_that_grows_too_large_is_named_and_nothing_is_left(arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = command(*arguments, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200)), cwd=tmp_path)
    name = "out/game" if arguments[1] == "classes" else arguments[-1]
    assert (result.returncode, result.stderr) == (2, f"{name}: File too large\n")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_playthrough_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    model = tmp_path / "mine.game"
    model.write_bytes((GALLERY / "tic-tac-toe" / "tic-tac-toe.game").read_bytes())
    arguments = ("prove", str(model), "--games", "0", "--record", "--engine", "interpreter")
    result = command(*arguments, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200)))
    assert (result.returncode, result.stderr) == (2, f"{model.with_suffix('.playthrough')}: File too large\n")
    assert load(model).name == "TicTacToe"


@needs_full
@pytest.mark.parametrize("options", [("--perft", "2"), ("--seed", "1")], ids=" ".join)
def test_the_stand_alone_engine_tells_the_same(options: tuple[str, ...], tmp_path: Path) -> None:
    alone = tmp_path / "alone.py"
    assert run("generate", "engine", "tic-tac-toe", "-o", str(alone)).exit_code == 0
    line = [sys.executable, str(alone), *options]
    with FULL.open("w") as full:
        result = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "standard output: No space left on device\n")
    closed = subprocess.run(line, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(1), check=False)
    assert (closed.returncode, closed.stderr) == (1, "standard output is closed\n")


SIGINT_OURSELVES = "import os, signal; from tilewright.runtime import loading; loading.load = lambda *_, **__: os.kill(os.getpid(), signal.SIGINT); "
"""The beginning of a program in which Ctrl-C comes while a game is loaded."""


def test_the_status_after_ctrl_c() -> None:
    program = f"{SIGINT_OURSELVES}from tilewright.runtime.cli import main; main()"
    line = [sys.executable, "-c", program, "moves", "tic-tac-toe"]
    result = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "\n")


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_output_that_nobody_reads_any_more(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = command(*arguments, stdout=writing)
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (141, "")


JSON_ERRORS: list[tuple[tuple[str, ...], int, str | None, str, int | None]] = [
    (("explain", "tic-tac-toe", "b9"), 1, "illegal-move", "b9: the board has no cell b9", None),
    (("moves", "tic-tac-toe", "--after", "zz"), 1, "illegal-move", "move 1: zz: 'zz' is neither a cell", None),
    (("moves", "tic-tac-toe", "--after", "b2,b2"), 1, "illegal-move", "move 2: b2: b2 must be empty", 6),
    (
        ("analyse", "tic-tac-toe", "--after", "a1 b1 a2 b2 a3"),
        1,
        "game-over",
        "the game is over: there is no move",
        None,
    ),
    (
        ("analyse", "kuhn-poker"),
        1,
        "nature-to-move",
        "it is nature's turn: there is no move to look for; say what happens, as in --after '1 2'",
        None,
    ),
    (("moves", "nowhere.game"), 2, None, "nowhere.game: there is no such file", None),
    (("moves", "MODEL"), 1, "unknown-keyword", "no declaration begins with 'player'", 2),
    (("validate", "nowhere.game"), 2, None, "nowhere.game: there is no such file", None),
]
"""Commands, their exit status, the code, the beginning of the message and the line that is told."""


@pytest.mark.parametrize(("arguments", "status", "code", "message", "line"), JSON_ERRORS)
def test_errors_are_told_as_json(
    arguments: tuple[str, ...], status: int, code: str | None, message: str, line: int | None, tmp_path: Path
) -> None:
    model = tmp_path / "mine.game"
    model.write_text("game Mine {\n  player X, O\n  board 1x1\n}\n", "utf-8")
    result = run(*(str(model) if part == "MODEL" else part for part in arguments), "--format", "json")
    first = json.loads(result.stdout)["errors"][0]
    assert (result.exit_code, first["code"]) == (status, code) and first["message"].startswith(message)
    assert first["message"] in result.stderr and (first["place"] and first["place"]["line"]) == line
    told = run(*(str(model) if part == "MODEL" else part for part in arguments))
    assert (told.exit_code, told.stdout, told.stderr) == (status, "", result.stderr)


SOURCE = (GALLERY / "tic-tac-toe" / "tic-tac-toe.game").read_text("utf-8")

PIPED: list[tuple[tuple[str, ...], str, int, str]] = [
    (("convert", "-", "-", "--to", "game"), SOURCE, 0, SOURCE[:20]),
    (("convert", "-", "-", "--to", "xmi"), SOURCE, 0, "<?xml"),
    (("validate", "-"), SOURCE, 0, "<stdin>: no problems found"),
    (("validate", "-"), "game Mine {\n  player X\n}", 1, "<stdin>:1:1: error: a game needs a board"),
    (("moves", "-"), SOURCE, 0, "a3"),
    (("moves", "-", "--quirks", "none"), SOURCE, 0, "a3"),
    (("explain", "-", "b2"), SOURCE, 0, "b2 is legal"),
    (("moves", "-"), "", 1, ""),
    (("transcribe", "chess", "-", "-", "--from", "pgn", "--to", "text"), "1. e4 e5 *\n", 0, '[Game "Chess"]'),
    (("transcribe", "chess", "-", "-", "--from", "png"), "", 2, ""),
]
"""Commands, what is piped into them, their exit status, and how their output begins."""


@pytest.mark.parametrize(("arguments", "typed", "status", "said"), PIPED)
def test_standard_input_is_read(arguments: tuple[str, ...], typed: str, status: int, said: str) -> None:
    result = CliRunner().invoke(main, arguments, input=typed, prog_name="tilewright")
    assert (result.exit_code, result.stdout[: len(said)]) == (status, said), result.output


def test_a_standard_input_that_is_closed() -> None:
    result = command("moves", "-", before=lambda: os.close(0))
    assert (result.returncode, result.stderr) == (2, "standard input: Bad file descriptor\n")
