"""Names of a model may hold anything that XML can: no verb lets a terminal obey it, or take one line for two."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.gallery import EXAMPLES
from tilewright.model.printable import printable
from tilewright.runtime.cli import _VERBS

UNSEEN = "\n\t\r\x85\x9b31m\u200b\u200e\u2028\u202e\u2066\ufeff\U000e0001"
"""Ends of lines, a control sequence, characters that are not seen or that turn the direction of writing."""
NAME = f"N{UNSEEN}|split"

WHOLE, BROKEN = "whole.xmi", "broken.xmi"
COMMANDS: list[tuple[int, list[str]]] = [
    (0, ["validate", WHOLE]),
    (1, ["validate", BROKEN]),
    (1, ["validate", BROKEN, "--format", "json"]),
    (1, ["validate", BROKEN, "--format", "sarif"]),
    (0, ["show", WHOLE]),
    (0, ["show", WHOLE, "--format", "json"]),
    (1, ["show", BROKEN]),
    (2, ["show", WHOLE, "--set", f"{NAME}=1"]),
    (2, ["show", WHOLE, "--set", NAME]),
    (2, ["show", WHOLE, "--variant", NAME]),
    (2, ["show", NAME]),
    (2, ["show", f"{NAME}.xmi"]),
    (2, ["show", WHOLE, "--position", NAME]),
    (0, ["moves", WHOLE]),
    (0, ["moves", WHOLE, "--format", "json"]),
    (1, ["moves", WHOLE, "--after", "a1,a1"]),
    (1, ["moves", WHOLE, "--after", "\x9b31m"]),
    (0, ["explain", WHOLE, "a1"]),
    (1, ["explain", WHOLE, "a1", "--after", "a1"]),
    (1, ["explain", WHOLE, "a1", "--after", "a1", "--format", "json"]),
    (0, ["perft", WHOLE, "1", "--divide"]),
    (2, ["perft", WHOLE, NAME]),
    (0, ["play", WHOLE]),
    (2, ["play", WHOLE, "--seat", "Nobody=human"]),
    (2, ["serve", NAME, "--store", "sqlite:///matches.db"]),
    (0, ["simulate", WHOLE, "--games", "3"]),
    (0, ["simulate", WHOLE, "--games", "3", "--format", "json"]),
    (0, ["tournament", WHOLE, "--player", "random", "--player", f"{NAME}=random", "--games", "1"]),
    (2, ["tournament", WHOLE, "--player", NAME]),
    (0, ["trace", WHOLE, "a1"]),
    (0, ["trace", WHOLE, "a1", "--format", "json"]),
    (2, ["trace", WHOLE, "a1", "--rule", "Nothing"]),
    (0, ["coverage", WHOLE, "--games", "2"]),
    (0, ["coverage", WHOLE, "--games", "2", "--format", "json"]),
    (0, ["prove", WHOLE, "--games", "1", "--engine", "python"]),
    (0, ["prove", WHOLE, "--games", "1", "--engine", "python", "--format", "json"]),
    (0, ["bench", WHOLE, "--rounds", "1"]),
    (1, ["convert", BROKEN, "out.game"]),
    (2, ["convert", WHOLE, NAME]),
    (2, ["transcribe", WHOLE, NAME, "-"]),
    (2, ["transcribe", WHOLE, f"{NAME}.pgn", "-"]),
    (2, ["show", WHOLE, "--format", "fen"]),
    (2, ["render", WHOLE, "--theme", NAME]),
    (2, ["render", WHOLE, "--as", "othello-ascii"]),
    (0, ["render", WHOLE, "--as", "text"]),
    (2, ["generate", "engine", WHOLE, "--print", NAME]),
    (0, ["analyse", WHOLE, "--visits", "50"]),
    (0, ["analyse", WHOLE, "--search", "minimax", "--depth", "2"]),
    (0, ["simulate", WHOLE, "--games", "2", "--seat", f"X{NAME}=mcts:10"]),
    (2, ["simulate", WHOLE, "--seat", f"X{NAME}={NAME}"]),
    (1, ["generate", "classes", WHOLE, "-o", "out"]),
    (0, ["completion", "bash"]),
    (2, ["lsp", NAME]),
    (2, [NAME]),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game all of whose names are hostile, and the same game with mistakes."""
    found = tmp_path_factory.mktemp("hostile")
    text = next(example for example in EXAMPLES if example.name == "tic-tac-toe").file("xmi").read_text("utf-8")
    written = "".join(f"&#{ord(sign)};" if not sign.isprintable() else sign for sign in NAME)
    for name in ("TicTacToe", "X", "Stone", "XStone", "Empty", "Cell", "Mark"):
        assert text.count(f' name="{name}"') == 1
        text = text.replace(f' name="{name}"', f' name="{name}{written}"')
    (found / WHOLE).write_text(text.replace('symbol="X"', 'symbol="&#x202e;"'), encoding="utf-8")
    broken = text.replace('tile="Cell"', f'tile="{written}"', 1).replace('"#202020"', f'"{written}"')
    (found / BROKEN).write_text(broken.replace("<board ", f'<board colour="{written}" '), encoding="utf-8")
    return found


@pytest.mark.parametrize(("status", "arguments"), COMMANDS, ids=[ascii(" ".join(row[1])) for row in COMMANDS])
def test_what_is_printed_is_seen_and_stays_on_its_line(
    status: int, arguments: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    result = run(*arguments)
    assert result.exit_code == status, result.output
    lines = result.output.split("\n")
    assert [line for line in lines if not line.isprintable() and "completion" not in arguments] == []
    assert not [line for line in lines if line.startswith("|split")]


def test_every_verb_is_tried() -> None:
    assert {arguments[0] for _, arguments in COMMANDS} >= set(_VERBS)


def test_what_is_seen_is_left_alone() -> None:
    for text in ("Élan vital", "将棋", "A \\n \u0301", ""):
        assert printable(text) == text
    assert printable(NAME) == r"N\n\t\r\u0085\u009B31m\u200B\u200E\u2028\u202E\u2066\uFEFF\U000E0001|split"
