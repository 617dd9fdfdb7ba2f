"""What is too deep or too large: it is refused or stopped, and nothing crashes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.engines import need
from tests.gallery import EXAMPLES, ROOT

DEEP = """
import sys
import conftest
from tilewright.runtime import load, perft

for model in sys.argv[2:]:
    game = load(model, sys.argv[1])
    perft(game.initial_state(), 1)
    try:
        perft(game.initial_state(), 260, limit=0.1)
    except TimeoutError:
        pass
    print(model, flush=True)
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_no_line_of_play_is_too_long_for_the_stack(engine: str) -> None:
    run_deep(engine, ["checkers", "nine-mens-morris", "shogi"])


@pytest.mark.prove
@pytest.mark.parametrize("engine", ["python", "native"])
def test_no_line_of_play_of_any_game_is_too_long_for_the_stack(engine: str) -> None:
    run_deep(engine, [str(example.file("game")) for example in EXAMPLES])


def run_deep(engine: str, models: list[str]) -> None:
    """Count in a process of its own: a stack that overflows ends it."""
    need(engine)
    done = subprocess.run(
        [sys.executable, "-c", DEEP, engine, *models], cwd=ROOT.parent, capture_output=True, text=True, check=False
    )
    assert (done.stdout.splitlines(), done.stderr, done.returncode) == (models, "", 0)
