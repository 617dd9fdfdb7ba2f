"""The command line: what it prints, where, and the exit statuses 0, 1 and 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree

from tests.support.commands import run
from tests.support.gallery import EXAMPLES
from tests.support.places import DOCS, GALLERY, ROOT
from tests.support.terminals import terminal
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.gallery import names
from tilewright.runtime.cli import main
from tilewright.runtime.cli import terminal as terminals


@pytest.mark.parametrize(
    ("arguments", "status", "stdout", "stderr"),
    [
        (["moves", "othello"], 0, "d6\nc5\nf4\ne3\n", ""),
        (["moves", "othello", "--after", "d6"], 0, "c6\ne6\nc4\n", ""),
        (["moves", "othello", "--after", "d6,c4 b3"], 0, None, ""),
        (["moves", "othello", "--after", "d6,d6"], 1, "", "move 2: d6: "),
        (["moves", "chess", "--after", "e4 c7c5 Nf3"], 0, None, ""),
        (["moves", "chess", "--after", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4.Qxf7#"], 0, "", "White has won"),
        (["moves", "chess", "--after", "1. e4 1...e5"], 0, None, ""),
        (["play", "oshi-zumo", "--after", "9", "--seat", "A=random", "--seat", "B=random"], 0, None, ""),
        (
            ["moves", "chess", "--after", "1. e4 Nf3"],
            1,
            "",
            "move 2: Nf3: Black has no such legal move; legal are: b8-a6 b8-c6",
        ),
        (["moves", "chess", "--after", "none.pgn"], 2, "", "none.pgn: there is no such file"),
        (["moves", "chess", "--after", "e4 e2e3"], 1, "", "move 2: e2-e3: e2 must be Black's, but it is empty"),
        (["moves", "breakthrough", "--after", "b3"], 1, "", "move 1: b3: this could be any of: "),
        (["explain", "chess", "e2e4"], 0, None, ""),
        (["render", "othello", "--format", "txt"], 2, "", "'--format' / '--as': 'txt' is not one of"),
        (["render", "nim", "-o", "a.foo"], 2, "", "say --format svg, png, text or html"),
        (["convert", "nim", "-", "--format", "xmi"], 0, None, ""),
        (["convert", "nim", "-"], 2, "", "or say --format"),
        (["transcribe", "nim", "a.txt", "-", "--format", "pgm"], 2, "", "there is no form 'pgm'; did you mean 'pgn'?"),
        (["explain", "chess", "e2e5"], 1, None, ""),
        (["explain", "chess", "Nd2"], 1, "", "Nd2: White has no such legal move"),
        (["explain", "chess", "O-O", "--position", "Kiwipete"], 0, None, ""),
        (["trace", "chess", "Nf3"], 0, None, ""),
        (["trace", "chess", "Nd2"], 1, "", "Nd2: White has no such legal move"),
        (["moves", "othello", "--after", "z9"], 1, "", "move 1: z9: the board has no cell z9"),
        (["perft", "othello", "0"], 0, "1\n", ""),
        (["perft", "othello", "3"], 0, "56\n", ""),
        (["perft", "othello", "2", "--divide"], 0, "d6 3\nc5 3\nf4 3\ne3 3\n12\n", ""),
        (["perft", "othello", "-1"], 2, "", "DEPTH"),
        (["perft", "othello", "--", "-1"], 2, "", "'-1' is not a whole number from 0 to 1000."),
        (["perft", "othello", "1.5"], 2, "", "'1.5' is not a whole number from 0 to 1000."),
        (["serve", "othello", "--port", "x"], 2, "", "'--port': 'x' is not a whole number from 0 to 65535."),
        (["show", ""], 2, "", "the name of a model is empty"),
        (["perft", "othello", "x"], 2, "", "DEPTH"),
        (["perft", "othello", "1", "--engine", "warp"], 2, "", "warp"),
        (["perft", "othello", "3", "--engine", "python"], 0, "56\n", ""),
        (["simulate", "othello", "--engine", "warp"], 2, "", "warp"),
        (["play", "othello", "--engine", "warp"], 2, "", "warp"),
        (["prove", "othello", "--engine", "warp"], 2, "", "warp"),
        (["bench", "othelo"], 2, "", "did you mean othello?"),
        (["bench", "othello", "--rounds", "0"], 2, "", "rounds"),
        (["perft", "chess", "1", "--position", "Kiwipete"], 0, "48\n", ""),
        (["perft", "chess", "1", "--position", "Kiwipete", "--after", "e1-g1"], 0, "43\n", ""),
        (["perft", "chess", "1", "--position", "Kiwpete"], 2, "", "did you mean 'Kiwipete'?"),
        (["perft", "chess", "1", "--position", "initial"], 0, "20\n", ""),
        (["moves", "othello", "--position", str(ROOT / "README.md")], 1, "", "README.md:1:"),
        (["moves", "othello", "--position", str(ROOT)], 2, "", "there is no file"),
        (["simulate", "othello", "--games", "0"], 2, "", "games"),
        (["simulate", "othelo"], 2, "", "did you mean othello?"),
        (["simulate", "nim", "--seat", "Red=random", "--seat", "Red=random"], 2, "", "people for 'Red'"),
        (["tournament", "nim", "--player", "foo"], 2, "", "minimax:2s, cmd:…, llm:…"),
        (["prove", "othelo"], 2, "", "did you mean othello"),
        (["show", "tic-tac-toe", "--after", "a1 a2 b1 b2 c1"], 0, None, ""),
        (["show", "nothing-like-it"], 2, "", "there is no such file and no example of this name"),
        (["show", "othelo"], 2, "", "did you mean othello?"),
        (["show", "nosuch"], 2, "", "no example of this name\n"),
        (["show", "n" * 300], 2, "", "File name too long"),
        (["moves", "othello", "--position", "n" * 300], 2, "", "there is no file"),
        (["show", "missing.game"], 2, "", "missing.game: there is no such file"),
        (["validate", "missing.game"], 2, "", "missing.game: there is no such file"),
        (["validate", "othello", "tic-tac-toe"], 0, "othello: no problems found\ntic-tac-toe: no problems found\n", ""),
        (["validate"], 2, "", "MODEL"),
        (["convert", "othello", "out.md"], 2, "", "does not tell a syntax"),
        (["frobnicate"], 2, "", "there is no command 'frobnicate' (there are: analyse, bench, completion,"),
        (["exlpain", "othello", "d6"], 2, "", "there is no command 'exlpain'; did you mean 'explain'?"),
        (["generate", "clases"], 2, "", "there is no command 'clases'; did you mean 'classes'?"),
        (["play", "othello", "--seat", "Black"], 2, "", "NAME=WHO"),
        (["play", "othello", "--seat", "Blakc=human"], 2, "", "did you mean 'Black'?"),
        (["play", "othello", "--seat", "Black=alphazero"], 2, "", "there are: human, random"),
        (
            ["play", "othello", "--seat", "Black=arnea:80"],
            2,
            "",
            "'arnea:80' cannot play; did you mean 'arena:…'?; there are: human, ",
        ),
        (["play", "othello", "--seat", "Black=mtcs:9"], 2, "", "did you mean 'mcts:"),
        (["play", "othello", "--seat", "Black=mcts:0"], 2, "", "cannot play"),
        (["play", "othello", "--seat", "Black=mcts:999999999999"], 2, "", "from 1 to "),
        (["simulate", "othello", "--seat", "Black=human"], 2, "", "'human' cannot play"),
        (["analyse", "othello", "--after", "a1"], 1, "", "move 1"),
        (["analyse", "tic-tac-toe", "--after", "a1 b1 a2 b2 a3"], 1, "", "the game is over"),
        (["analyse", "tic-tac-toe", "--engine", "interpreter"], 1, "", "played by the interpreter"),
        (["analyse", "tic-tac-toe", "--visits", "0"], 2, "", "--visits"),
        (["analyse", "tic-tac-toe", "--search", "minimax", "--visits", "9"], 2, "", "say --depth or --time"),
        (
            ["analyse", "tic-tac-toe", "--search", "mcts", "--depth", "3"],
            2,
            "",
            "--depth and --margins are for --search minimax",
        ),
        (["analyse", "tic-tac-toe", "--search", "minimax", "--depth", "201"], 2, "", "--depth"),
        (["analyse", "tic-tac-toe", "--search", "minimax", "--engine", "interpreter"], 1, "", "by the interpreter"),
        (["play", "othello", "--seat", "Black=minimax:201"], 2, "", "it can be given from 1 to 200 plies"),
        (["play", "othello", "--seat", "Black=minmax:3"], 2, "", "did you mean 'minimax:"),
    ],
)
def test_what_is_printed(arguments: list[str], status: int, stdout: str | None, stderr: str) -> None:
    result = run(*arguments)
    assert result.exit_code == status, result.output
    if stdout is not None:
        assert result.stdout == stdout
    assert stderr in result.stderr
    if not stderr:
        assert result.stderr == ""


def test_one_game_has_no_interval_and_one_player_no_advantage() -> None:
    lines = run("simulate", "peg-solitaire", "--games", "1").stdout.splitlines()
    assert [line.split(" (")[0] for line in lines if "first-move" in line or "inf" in line] == []
    assert [line.split()[0] for line in lines[-3:]] == ["length", "branching", "decisions"]
    assert "first-move advantage" in run("simulate", "tic-tac-toe", "--games", "2").stdout


def test_the_package_is_a_program() -> None:
    """Where no script is on the path, ``python -m tilewright`` is the command line."""
    command = [sys.executable, "-m", "tilewright"]
    said = subprocess.run([*command, "moves", "tic-tac-toe"], capture_output=True, text=True, timeout=60, check=True)
    assert said.stdout == run("moves", "tic-tac-toe").stdout
    said = subprocess.run([*command, "move"], capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 2 and said.stderr.startswith("Usage: tilewright ")


@pytest.mark.parametrize(
    ("name", "text", "status", "said"),
    [
        ("late.pgn", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *", 0, "White has won"),
        ("late.pgn", '1. e4 e5 *\n\n[White "?"]\n1. d4 *', 2, "late.pgn holds 2 games; a file with one is needed"),
        ("late.pgn", "1. e4 e4 *", 1, "late.pgn:1:7: error: e4 is no legal move of Black"),
        ("late.txt", "no game", 1, "late.txt: "),
    ],
)
@pytest.mark.parametrize("verb", ["moves", "play"])
def test_moves_of_a_saved_game(verb: str, name: str, text: str, status: int, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    result = run(verb, "chess", "--after", str(tmp_path / name))
    assert result.exit_code == status and said in result.output
    assert run(verb, "chess", "--after", str(tmp_path / name), "--position", "Kiwipete").exit_code == 2


def test_a_game_that_begins_elsewhere_goes_on_there(tmp_path: Path) -> None:
    """The moves of a saved game are played from where it says that it begins, also when it is played on."""
    file = tmp_path / "end.pgn"
    file.write_text('[SetUp "1"]\n[FEN "k7/8/1K6/8/8/8/8/7R w - - 0 1"]\n\n1. Rh7 Kb8 *', encoding="utf-8")
    assert "h7-h8\n" in run("moves", "chess", "--after", str(file)).stdout
    played = run("play", "chess", "--after", str(file), "--seed", "1").stdout.splitlines()
    assert played[1].split()[:2] == ["3.", "White"]


def test_a_position_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "late.txt"
    shown = run("show", "othello", "--after", "d6 c6").stdout.splitlines()[-1]
    file.write_text(shown, encoding="utf-8")
    there = run("moves", "othello", "--position", str(file))
    assert there.exit_code == 0 and there.stdout == run("moves", "othello", "--after", "d6 c6").stdout
    file.write_text(f"{shown}\n{shown.replace('Position', 'Other')}", encoding="utf-8")
    assert (
        result := run("moves", "othello", "--position", str(file))
    ).exit_code == 2 and "2 positions" in result.stderr
    file.write_bytes(b"\xff\xfe\x00")
    assert (result := run("moves", "othello", "--position", str(file))).exit_code == 2 and "UTF-8" in result.stderr
    file.write_text('position Wrong { setup { "x" } }', encoding="utf-8")
    assert (result := run("moves", "othello", "--position", str(file))).exit_code == 1
    assert "late.txt:1:30: error: the board has 8 rows, not 1" in result.stderr


def test_help_names_every_verb() -> None:
    text = run("--help").output
    for verb in ("validate", "show", "moves", "perft", "play", "convert", "render", "generate", "completion"):
        assert f"\n  {verb} " in text
        assert run(verb, "--help").exit_code == 0


def test_a_directory_is_no_model(tmp_path: Path) -> None:
    result = run("show", str(tmp_path))
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr


def test_a_folder_hides_no_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is no model; what is in the current one says nothing of what an example extends."""
    monkeypatch.chdir(tmp_path)
    expected = run("moves", "chess").stdout
    (tmp_path / "chess").mkdir()
    assert run("moves", "chess").stdout == expected
    text = (ROOT / "examples/crazyhouse/crazyhouse.game").read_text(encoding="utf-8")
    (tmp_path / "mine.game").write_text(text, encoding="utf-8")
    assert run("validate", "mine.game").stdout == "mine.game: no problems found\n"
    (tmp_path / "chess").rmdir()
    (tmp_path / "chess").write_text("nothing", encoding="utf-8")
    assert run("validate", "mine.game").stdout == "mine.game: no problems found\n"
    assert "chess:1:1" in run("validate", "chess").stdout
    for folder in ("./", "nothing"):
        (tmp_path / folder).mkdir(exist_ok=True)
        result = run("show", folder)
        assert (result.exit_code, result.stderr) == (2, f"{folder}: this is a folder, not a model\n")


def test_the_names_that_are_nearest_are_few() -> None:
    assert sum(name in run("show", "nosuch").stderr for name in names()) < 10


def test_moves_for_programs() -> None:
    assert json.loads(run("moves", "othello", "--format", "json").stdout)[0] == {
        "notation": "d6", "cells": [{"row": 2, "column": 3}], "options": [], "steps": [{"row": 2, "column": 3}],
    }  # fmt: skip


def test_perft_for_programs() -> None:
    assert json.loads(run("perft", "othello", "2", "--divide", "--format", "json").stdout) == {
        "depth": 2, "count": 12, "engine": "interpreter", "divide": {"d6": 3, "c5": 3, "f4": 3, "e3": 3},
    }  # fmt: skip


def test_show_for_programs() -> None:
    facts = json.loads(run("show", "tic-tac-toe", "--after", "a1 a2 b1 b2 c1", "--format", "json").stdout)
    assert facts["over"] and facts["winner"] == "X" and facts["legal"] == [] and facts["board"]["size"] == 9


def test_show_tells_the_outcome() -> None:
    assert "X has won." in run("show", "tic-tac-toe", "--after", "a1 a2 b1 b2 c1").stdout
    assert "the game is drawn." in run("show", "tic-tac-toe", "--after", "a1 b1 c1 b2 a2 c2 b3 a3 c3").stdout.lower()


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "wrong model.xmi"
    text = (GALLERY / "othello/othello.xmi").read_text(encoding="utf-8")
    path.write_text(text.replace('name="White"', 'name="Black"').replace("hexColor", "hexColour", 1), encoding="utf-8")
    return path


def test_validate_prints_findings(wrong: Path) -> None:
    result = run("validate", str(wrong))
    assert result.exit_code == 1
    assert (
        f"{wrong}:3:3: error: Player has no feature 'hexColour'; did you mean 'hexColor'? [unknown-feature]"
        in result.stdout
    )
    assert "[playersMustHaveUniqueNames]" in result.stdout


def test_what_is_wrong_is_told_before_the_rules_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "mine.game"
    model.write_text(
        "game Mine {\n  players X\n  board 3x3\n  pieces M:M\n  place Put = empty\n  effect = set own M\n}\n"
    )

    def stopped(_: object) -> list[Diagnostic]:
        raise OSError("the compiler stops here")

    monkeypatch.setattr("tilewright.runtime.uncompiled.uncompiled", stopped)
    result = run("validate", str(model))
    assert "warning: nobody can ever win" in result.stdout
    assert "the compiler stops here" in result.stderr


def test_validate_for_programs(wrong: Path) -> None:
    found = json.loads(run("validate", str(wrong), "--format", "json").stdout)
    assert {"unknown-feature", "playersMustHaveUniqueNames"} <= {finding["code"] for finding in found}
    assert all(finding["file"] == str(wrong) and finding["line"] > 0 and finding["column"] > 0 for finding in found)


def test_validate_as_sarif(wrong: Path) -> None:
    log = json.loads(run("validate", str(wrong), "--format", "sarif").stdout)
    assert log["version"] == "2.1.0"
    (one_run,) = log["runs"]
    result = next(result for result in one_run["results"] if result["ruleId"] == "unknown-feature")
    location = result["locations"][0]["physicalLocation"]
    assert location["region"] == {"startLine": 3, "startColumn": 3}
    assert location["artifactLocation"]["uri"].endswith("wrong%20model.xmi")
    assert {rule["id"] for rule in one_run["tool"]["driver"]["rules"]} == {
        result["ruleId"] for result in one_run["results"]
    }
    assert result["level"] == "error"


def test_rules_in_sarif_lead_to_where_the_docs_explain_them(wrong: Path, tmp_path: Path) -> None:
    """In this checkout, or where the docs are that were built."""
    violated = tmp_path / "violated.game"
    violated.write_text("game A {\n  players X, X\n  board 2x2\n  pieces Man:M\n  place P = empty\n}\n", "utf-8")
    for model in (wrong, violated):
        for options, address in (
            ([], (DOCS / "constraints.md").resolve().as_uri()),
            (["--docs", "https://host/docs/"], "https://host/docs/constraints.html"),
        ):
            log = json.loads(run("validate", str(model), "--format", "sarif", *options).stdout)
            rules = log["runs"][0]["tool"]["driver"]["rules"]
            assert rules and all(rule["helpUri"] == f"{address}#{rule['id']}" for rule in rules)
    assert "playersMustHaveUniqueNames" in {rule["id"] for rule in rules}


@pytest.mark.parametrize("form", ["text", "json"])
def test_where_the_docs_are_is_said_for_sarif_alone(form: str, wrong: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable of the environment is for all commands, and is no mistake."""
    refused = run("validate", str(wrong), "--format", form, "--docs", "https://host/docs/")
    assert refused.exit_code == 2 and "--docs is about --format sarif" in refused.stderr
    for address in ("https://host/docs/", "nonsense"):
        monkeypatch.setenv("TILEWRIGHT_DOCS", address)
        assert run("validate", str(wrong), "--format", form).exit_code == 1


@pytest.mark.parametrize("move", ["", " "])
def test_a_move_that_is_empty_has_no_name(move: str) -> None:
    said = run("explain", "tic-tac-toe", move)
    assert (said.exit_code, said.stderr) == (1, "a move is written as its cells and options, as in e2-e4 or e7-e8=q\n")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("a1", "this is only the beginning of a move; go on as in a1-b1"),
        ("b1", "b1 must be empty, but B's Man is there"),
    ],
)
def test_what_a_move_was_read_as_is_told(move: str, why: str, tmp_path: Path) -> None:
    """A click that one rule refuses is the beginning, or the end, of the only move of another."""
    path = tmp_path / "leaps.game"
    path.write_text(LEAPS)
    first, verdict, *_ = run("explain", str(path), move).stdout.splitlines()
    assert first == f"{move} was read as a1-b1; {move} alone is not legal: {why}"
    assert verdict == run("explain", str(path), "a1-b1").stdout.splitlines()[0] == "a1-b1 is legal by the rule Leap"
    assert run("explain", str(path), "a1b1").stdout.startswith(verdict)


@pytest.mark.parametrize("address", ["docs", "javascript:alert(1)", "https://", "http://[", ""])
def test_the_docs_are_at_an_address(wrong: Path, address: str) -> None:
    refused = run("validate", str(wrong), "--format", "sarif", "--docs", address)
    assert refused.exit_code == 2 and "--docs is the address of a site, as https://host/docs: not" in refused.stderr


def test_a_model_with_errors_is_not_played(wrong: Path) -> None:
    for verb in (["show"], ["moves"], ["play"]):
        result = run(*verb, str(wrong))
        assert (result.exit_code, result.stdout) == (1, "")
        assert "[unknown-feature]" in result.stderr


@pytest.mark.parametrize("extension", ["xmi", "game", "bgdsl"])
def test_convert_there_and_back(tmp_path: Path, extension: str) -> None:
    for example in EXAMPLES:
        there, back = tmp_path / f"there.{extension}", tmp_path / "back.xmi"
        assert run("convert", example.name, str(there)).exit_code == 0
        assert run("convert", str(there), str(back)).exit_code == 0
        assert back.read_bytes() == example.file("xmi").read_bytes()


def test_convert_to_stdout() -> None:
    assert run("convert", "othello", "-", "--to", "xmi").stdout == EXAMPLES_BY_NAME["othello"].file("xmi").read_text(
        encoding="utf-8"
    )


EXAMPLES_BY_NAME = {example.name: example for example in EXAMPLES}


def test_what_cannot_be_converted_leaves_the_target_alone(wrong: Path, tmp_path: Path) -> None:
    target = tmp_path / "kept.game"
    target.write_text("kept", encoding="utf-8")
    assert run("convert", str(wrong), str(target)).exit_code == 1
    assert target.read_text(encoding="utf-8") == "kept"
    nowhere = tmp_path / "no/such/folder/x.game"
    result = run("convert", "othello", str(nowhere))
    assert (result.exit_code, result.stderr) == (2, f"{nowhere}: No such file or directory\n")
    assert list(tmp_path.glob(".*")) == []


def test_what_is_no_ordinary_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.game"
    os.mkfifo(pipe)
    code = "import sys; from tilewright.runtime.cli import main; main(['convert', 'othello', sys.argv[1]])"
    process = subprocess.Popen([sys.executable, "-c", code, str(pipe)], cwd=ROOT)
    assert (
        pipe.read_text(encoding="utf-8")
        == EXAMPLES_BY_NAME["othello"].file("game").read_text(encoding="utf-8").partition("\n")[2]
    )
    assert process.wait(timeout=60) == 0
    assert pipe.is_fifo()


def test_render_draws_every_piece(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    assert run("render", "othello", "-o", str(target), "--after", "d6").exit_code == 0
    svg = etree.parse(str(target)).getroot()
    assert len(svg.findall("{*}g[@class='drawn']")) == 5
    assert len(svg.findall("{*}circle[@class='legal']")) == 3
    labels = [text.text for text in svg.iterfind(".//{*}text")]
    assert labels[-16:] == [*"abcdefgh", *"87654321"]


def test_play_without_a_terminal_plays_a_game() -> None:
    first, second = run("play", "tic-tac-toe"), run("play", "tic-tac-toe")
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert first.stdout.startswith("Tic Tac Toe: X is random, O is random\n  1. X ")
    assert first.stdout.rstrip().endswith((".",))
    assert run("play", "tic-tac-toe", "--seed", "3").stdout != first.stdout


def test_play_as_a_person() -> None:
    typed = "help\nmoves\nundo\nz9\na1\na1\nundo\n" + "a3 b3 c3 b2 b1 c2 a2 a1 c1 ".replace(" ", "\n")
    result = CliRunner().invoke(main, ["play", "tic-tac-toe", "--seat", "X=human", "--seat", "O=human"], input=typed)
    assert result.exit_code == 0, result.output
    for text in ("There is nothing to take back.", "z9: the board has no cell z9", "O to move:", "The game is drawn."):
        assert text in result.output, result.output


def test_play_ends_with_the_input() -> None:
    result = CliRunner().invoke(main, ["play", "tic-tac-toe", "--seat", "X=human"], input="a1\n")
    assert result.exit_code == 0
    assert result.output.rstrip().endswith("Goodbye.")


def test_play_in_a_terminal_is_in_colour(tmp_path: Path) -> None:
    """A person at a real (pseudo) terminal: colours, legal moves as dots, and the game goes on after a wrong move."""
    with terminal(["play", "tic-tac-toe", "--seed", "1"], tmp_path) as screen:
        screen.type("z9\rb2\rquit\r")
        assert screen.wait_for_end() == 0
    text = screen.said.decode()
    assert "\x1b[" in text and "·" in text
    assert "X is human, O is mcts:1s" in text
    assert "O plays" in text


def test_completion_knows_the_examples() -> None:
    environment = {"_TILEWRIGHT_COMPLETE": "bash_complete", "COMP_WORDS": "tilewright show oth", "COMP_CWORD": "2"}
    result = CliRunner().invoke(main, [], prog_name="tilewright", env=environment)
    assert "plain,othello" in result.output
    for shell in ("bash", "zsh", "fish"):
        assert "_TILEWRIGHT_COMPLETE" in run("completion", shell).output


def test_every_example_can_be_named() -> None:
    for name in names():
        assert run("show", name).exit_code == 0


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_who_wants_no_colours_gets_none(
    variables: dict[str, str], coloured: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminals, "is_terminal", lambda stream: True)
    for name, value in {"TERM": "xterm", "NO_COLOR": "", **variables}.items():
        monkeypatch.setenv(name, value)
    model = tmp_path / "mine.game"
    model.write_text("game Mine {\n  player X\n}\n", "utf-8")
    said = CliRunner().invoke(main, ["validate", str(model)], color=True).output
    assert ("\x1b[" in said, "error:" in said) == (coloured, True)


LEAPS = """game Leaps {
  players A, B
  board 3x1
  pieces Man:a/b
  mark from
  setup { "ab." }
  place Put = empty
  move Leap = own -> select from -> goto all -> enemy -> select -> move from
  effect = own or empty -> do { empty -> set own Man }
  stuck = lose
}
"""

TINY = """game Tiny {
  players X, O
  board 2x2
  pieces Stone:X/O
  place Mark = empty
  effect = set own Stone
}
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "engine", "tiny.game", "-o"),
        ("generate", "html", "tiny.game", "-o"),
        ("render", "tiny.game", "--as", "svg", "-o"),
        ("transcribe", "tiny.game", "one.txt"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("target", ["tiny.game", "./tiny.game", "link", "other.xmi"])
def test_no_output_replaces_a_model(
    arguments: tuple[str, ...], target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.game").write_text(TINY)
    (tmp_path / "link").symlink_to("tiny.game")
    (tmp_path / "one.txt").write_text("a1\n")
    said = run(*arguments, target, *(("--to", "text") if arguments[0] == "transcribe" else ()))
    told = f"{Path(target)}: this is the file of a model, which would be lost; name another one\n"
    assert (said.exit_code, said.stderr) == (2, told)
    assert (tmp_path / "tiny.game").read_text() == TINY and not (tmp_path / "other.xmi").exists()


@pytest.mark.parametrize("name", ["tiny.game", "other.xmi"])
@pytest.mark.parametrize("verb", ["play", "serve"])
def test_no_talk_is_written_into_a_model(verb: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.game").write_text(TINY)
    said = run(verb, "tiny.game", "--talk", name)
    assert said.exit_code == 2 and f"{name} is the name of a model, which lines would spoil" in said.stderr
    assert (tmp_path / "tiny.game").read_text() == TINY and not (tmp_path / "other.xmi").exists()


OF_NEW = [
    ("--seat", "X=nonsense"),
    ("--after", "a1"),
    ("--position", "nosuch"),
    ("--move-time", "1"),
    ("--game-time", "60"),
]


@pytest.mark.parametrize("option", OF_NEW, ids=" ".join)
@pytest.mark.parametrize("saved", [("--load", "one.txt"), ("--resume",)], ids=" ".join)
def test_a_saved_game_takes_no_options_of_a_new_one(saved: tuple[str, ...], option: tuple[str, str]) -> None:
    said = run("play", "tic-tac-toe", *saved, *option)
    told = f"a saved game goes on as it was begun: {saved[0]} leaves no room for {option[0]}"
    assert said.exit_code == 2 and told in said.stderr


def test_a_saved_game_has_one_source_and_is_not_empty(tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text("\n")
    assert "say either --resume or --load FILE" in run("play", "tic-tac-toe", "--resume", "--load", str(file)).stderr
    said = run("play", "tic-tac-toe", "--load", str(file))
    assert (said.exit_code, said.stderr) == (1, f"{file}: the file is empty\n")


@pytest.mark.parametrize(
    ("model", "options", "told"),
    [
        ("othello", (), "othello: a playthrough stands beside the file of a model; name the file of one that is yours"),
        ("-", (), "-: a playthrough stands beside the file of a model; name the file of one that is yours"),
        ("mine.game", ("--set", "n=4"), "a playthrough is of the game as its model has it first; record it without --set n=4"),
    ],
)  # fmt: skip
def test_a_playthrough_is_of_a_file_and_without_choices(
    model: str, options: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sized = TINY.replace("  board 2x2", "  parameter n 2..4 = 2\n  board n x n")
    (tmp_path / "mine.game").write_text(sized)
    before = {path: path.read_bytes() for path in (GALLERY / "othello").iterdir() if path.is_file()}
    said = CliRunner().invoke(main, ["prove", model, "--record", "--games", "0", *options], input=TINY)
    assert (said.exit_code, said.stderr) == (2, f"{told}\n")
    assert {path: path.read_bytes() for path in before} == before
    assert [path.name for path in tmp_path.iterdir()] == ["mine.game"]


def test_a_tournament_compares_players_of_one_game() -> None:
    said = run("tournament", "peg-solitaire", "--player", "random", "--player", "mcts:10")
    assert said.exit_code == 2 and "PegSolitaire is for one player, and a tournament compares players" in said.stderr


@pytest.mark.parametrize(
    ("before", "form"), [("render othello", "--as text"), ("render nim", "--as html"), ("convert nim -", "--to game")]
)
def test_every_verb_takes_format(before: str, form: str) -> None:
    """The names that some verbs had for it remain."""
    said = run(*before.split(), *form.split())
    assert said.exit_code == 0
    assert said.stdout == run(*before.split(), "--format", form.split()[1]).stdout
