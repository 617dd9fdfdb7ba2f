"""The files of the bg dialect, read where they are: ``make prove SEEDS=DIR``.

The folder is searched for ``.bgdsl`` files and for one XMI file that does not conform to its own metamodel. The tests that
always run have twins of these games of their own.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.tools import need
from tilewright.model.document import Syntax
from tilewright.model.files import read, read_text, write
from tilewright.model.objects import difference
from tilewright.model.validation import validate
from tilewright.runtime import load, perft

pytestmark = pytest.mark.prove

SEEDS = os.environ.get("TILEWRIGHT_SEEDS", "")
COUNTS = {
    "TicTacToe": [9, 72, 504, 3024, 15120, 54720],
    "FourInARow": [7, 49, 343, 2401],
    "Othello": [4, 12, 56, 244, 1396],
}


def found(pattern: str) -> list[Path]:
    if not SEEDS:
        pytest.skip("say make prove SEEDS=DIR to read the files of a folder")
    paths = sorted(Path(SEEDS).rglob(pattern))
    need(bool(paths), f"{pattern} files in {SEEDS}")
    return paths


def test_the_games_are_read_unchanged_and_played() -> None:
    played = set()
    for path in found("*.bgdsl"):
        document = read(path)
        assert document.diagnostics == []
        assert [d for d in validate(document) if d.severity.value == "error"] == []
        game = load(path)
        counts = COUNTS[game.name]
        assert [perft(game.initial_state(), depth) for depth in range(1, len(counts) + 1)] == counts
        for syntax in (Syntax.XMI, Syntax.GAME, Syntax.BGDSL):
            again = read_text(write(document, syntax), f"again.{syntax.value}", syntax)
            assert again.diagnostics == []
            assert difference(document.root, again.root) is None
        played.add(game.name)
        print(f"{path.name}: {' '.join(map(str, counts))}")
    assert played == set(COUNTS)


def test_the_model_that_does_not_conform_gets_every_one_of_its_errors() -> None:
    (path,) = found("TicTacToe.xmi")
    findings = {(d.code, d.place.line, d.place.column) for d in validate(read(path))}
    assert findings >= {
        ("unknown-feature", 4, 5),
        ("missing-feature", 4, 5),
        ("unknown-class", 12, 7),
        ("unknown-class", 13, 9),
        ("unknown-class", 17, 7),
        ("unknown-class", 18, 9),
        ("bad-value", 33, 3),
    }
