"""A plain installation has everything: the metamodel, the examples, the types."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the checkout and unpack it; return the folder."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "source"
    ignored = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__", "tests", "tools")
    shutil.copytree(ROOT, copy, ignore=ignored)
    code = "from setuptools.build_meta import build_wheel; print(build_wheel('..'))"
    subprocess.run([sys.executable, "-c", code], cwd=copy, check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    code = (
        "import sys, tilewright.runtime\n"
        f"assert tilewright.runtime.__file__.startswith({str(installed)!r}), tilewright.runtime.__file__\n"
        "from tilewright.runtime.cli import main\n"
        "main(sys.argv[1:], prog_name='tilewright')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=installed.parent, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_examples_are_found_by_name(installed: Path) -> None:
    assert run(installed, "perft", "othello", "4") == "244\n"
    assert run(installed, "validate", "tic-tac-toe") == "tic-tac-toe: no problems found\n"


def test_the_types_ship(installed: Path) -> None:
    for room in ("metamodel", "model", "generator", "runtime"):
        assert (installed / "tilewright" / room / "py.typed").exists()


def test_nothing_ships_that_is_no_part_of_the_package(installed: Path) -> None:
    assert {path.name for path in (installed / "tilewright").iterdir()} == {
        "metamodel", "model", "generator", "runtime", "examples",
    }  # fmt: skip
    assert len([path for path in installed.iterdir() if not path.name.endswith(".dist-info")]) == 1
