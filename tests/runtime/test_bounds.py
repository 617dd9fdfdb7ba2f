"""Whatever a model asks for, it is answered or refused in bounded time and memory, by all engines alike."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.engines import need
from tests.support.gallery import ROOT
from tests.support.hostile_models import TOO_LONG

MEMORY = 2 << 30
"""The bytes of address space that a process may take: those of the engines, and some hundred million more."""

FOREVER = 300
"""The seconds after which something is taken to have no end. What is bounded takes a few."""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a verb in a process of its own, with a bound on its memory."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    command = [sys.executable, "-m", "tilewright", *arguments]
    return subprocess.run(
        command, cwd=ROOT.parent, capture_output=True, text=True, check=False, timeout=FOREVER, preexec_fn=bounded
    )


@pytest.fixture
def model(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return a file with the model that a test is given."""
    path = tmp_path / "hostile.game"
    path.write_text(request.param, encoding="utf-8")
    return path


@pytest.mark.parametrize("engine", ["interpreter", "python", "native", "auto"])
@pytest.mark.parametrize("model", TOO_LONG.values(), ids=TOO_LONG, indirect=True)
def test_rules_that_are_too_long_for_a_compiler(model: Path, engine: str) -> None:
    need(engine)
    reference = run("moves", str(model), "--engine", "interpreter")
    assert "Traceback" not in reference.stderr
    done = run("moves", str(model), "--engine", engine)
    assert (done.stdout, done.returncode) == (reference.stdout, reference.returncode)
    if engine in ("python", "native"):
        line = model.read_text(encoding="utf-8").count("\n") - 1
        assert f"is played by the interpreter: {model}:{line}:" in done.stderr
        assert "compiled, these rules would be too long" in done.stderr
