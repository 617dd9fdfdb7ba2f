"""A hostile metamodel makes neither the generator nor what it generates do anything of its own."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.generator.classes.hostile import metamodels
from tests.support.places import ROOT


@pytest.mark.parametrize("stride", [24, pytest.param(1, marks=pytest.mark.prove)])
def test_no_payload_in_any_position_does_anything(stride: int, tmp_path: Path) -> None:
    run = [sys.executable, "-W", "error", "-m", metamodels.__name__, str(tmp_path), str(stride)]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    refused, generated = map(int, done.stdout.split())
    assert refused + generated == len(list(islice(metamodels.attacks(), 0, None, stride)))
    assert min(refused, generated) * stride > 700


def test_the_watch_notices(tmp_path: Path) -> None:
    """The proof above is worth something: what it forbids is seen when it happens."""
    code = (
        "import pathlib, socket, subprocess, sys\n"
        "from tests.generator.classes.hostile.metamodels import watch, CANARY\n"
        "seen = watch(pathlib.Path(sys.argv[1]))\n"
        "open(sys.argv[1] + '/mine', 'w').close()\n"
        "assert not seen, seen\n"
        "for path in ('/etc/hostname', sys.argv[1] + '/secret.ecore'):\n"
        "    try: open(path).close()\n"
        "    except OSError: pass\n"
        "socket.socket().close()\n"
        "subprocess.run(['true'])\n"
        "exec(CANARY)\n"
        "assert owned\n"
        "print(len({event.split()[0] for event in seen}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) >= 3


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "from os import path",
        "exec('1')",
        "f(1)",
        "_ecore.f(g())",
        "x = lambda: 1",
        "def f(): pass",
        "def f():\n    'a'\n    raise f()",
        "def f(x=1):\n    'a'\n    raise NotImplementedError",
    ],
)
def test_the_check_of_sources_notices(line: str, tmp_path: Path) -> None:
    module = tmp_path / "m.py"
    module.write_text(f"{line}\n")
    with pytest.raises(AssertionError):
        metamodels.check_source(module)
