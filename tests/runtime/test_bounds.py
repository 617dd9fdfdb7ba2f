"""Whatever a model asks for, it is answered or refused in bounded time and memory, by all engines alike."""

from __future__ import annotations

import functools
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.engines import need
from tests.support.hostile_models import ENDLESS, TOO_LONG
from tests.support.thinning import diagonal

MEMORY = 2 << 30
"""The bytes of address space that a process may take: those of the engines, and some hundred million more."""

FOREVER = 300
"""The seconds after which something is taken to have no end. What is bounded takes a few."""


RUN = "import sys; from tilewright.runtime.cli import main; main()"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a verb in a process of its own, with a bound on its memory, and without a cache."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        capture_output=True, text=True, check=False, timeout=FOREVER, preexec_fn=bounded, env=os.environ | {"TILEWRIGHT_CACHE": ""},
    )  # fmt: skip


BY = ("python", "native", "auto")
"""The engines that are asked for."""


@pytest.fixture
def model(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return a file with the model that a test is given."""
    path = tmp_path / "hostile.game"
    path.write_text(request.param, encoding="utf-8")
    return path


@functools.cache
def reference(model: str) -> tuple[str, int]:
    """Return what the interpreter prints of a model's first position, and its status."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hostile.game")
        path.write_text(model, encoding="utf-8")
        done = run("perft", str(path), "1", "--engine", "interpreter")
    assert "Traceback" not in done.stderr
    return done.stdout, done.returncode


@pytest.mark.parametrize(("model", "engine"), diagonal(TOO_LONG, BY), indirect=["model"])
def test_rules_that_are_too_long_for_a_compiler(model: Path, engine: str) -> None:
    need(engine)
    text = model.read_text(encoding="utf-8")
    done = run("perft", str(model), "1", "--engine", engine)
    assert (done.stdout, done.returncode) == reference(text)
    if engine != "auto":
        line = text.count("\n") - 1
        assert f"is played by the interpreter: {model}:{line}:" in done.stderr
        assert "compiled, these rules would be too long" in done.stderr


@pytest.mark.parametrize(("model", "engine"), diagonal(ENDLESS, BY), indirect=["model"])
def test_rules_that_take_too_many_steps(model: Path, engine: str) -> None:
    need(engine)
    text = model.read_text(encoding="utf-8")
    done = run("perft", str(model), "1", "--engine", engine)
    assert "[budget-exceeded]" in done.stderr and "Traceback" not in done.stderr
    assert "is played by the interpreter" not in done.stderr
    assert (done.stdout, done.returncode) == reference(text)


@pytest.mark.parametrize("model", list(TOO_LONG.values())[::3], ids=list(TOO_LONG)[::3], indirect=True)
def test_validation_warns_of_rules_that_will_not_compile(model: Path) -> None:
    """Where, why, and what to change; and that the game can be played."""
    line = model.read_text(encoding="utf-8").count("\n") - 1
    done = run("validate", str(model))
    (warning,) = (line for line in done.stdout.splitlines() if "[not-compiled]" in line)
    assert warning.startswith(f"{model}:{line}:") and ": warning: the interpreter plays this game" in warning
    assert "would be too long" in warning and "; " in warning
    assert (done.returncode, done.stderr) == (0, "")


def test_validation_does_not_warn_of_rules_that_compile(tmp_path: Path) -> None:
    for model in ("tic-tac-toe", "checkers"):
        assert "[not-compiled]" not in run("validate", model).stdout
