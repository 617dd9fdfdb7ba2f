"""What is built is complete: the source distribution runs the tests, and the wheel that is made of it plays."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.places import ROOT, SOURCE

PARTS = (
    ".ci", ".gitattributes", ".github", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md", "CONTRIBUTING.md",
    "LICENSE", "MANIFEST.in", "Makefile", "README.md", "docs", "examples", "generator", "metamodel", "model",
    "pyproject.toml", "runtime", "src", "tests",
)  # fmt: skip


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the parts of the checkout, without what tools leave in it."""
    copy = tmp_path_factory.mktemp("copy") / "checkout"
    copy.mkdir()
    for part in filter(Path.exists, map(ROOT.joinpath, PARTS)):
        if part.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(part, copy / part.name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(part, copy)
    return copy


@pytest.fixture(scope="module")
def unpacked(checkout: Path) -> Path:
    """Build the source distribution and unpack it; a wheel that is made of it leaves ``build`` there."""
    with tarfile.open(build("sdist", checkout)) as archive:
        archive.extractall(checkout.parent, filter="data")
    (folder,) = (path for path in checkout.parent.glob("tilewright-*") if path.is_dir())
    return folder


@pytest.fixture(scope="module")
def installed(unpacked: Path) -> Path:
    """Build the wheel from the unpacked source distribution; return the folder that it would be installed in."""
    site = unpacked.parent / "site"
    with zipfile.ZipFile(build("wheel", unpacked)) as archive:
        archive.extractall(site)
    return site


def build(kind: str, folder: Path) -> Path:
    """Build as an installer does; return the archive, which is left beside the folder."""
    code = f"from setuptools.build_meta import build_{kind}; build_{kind}('..')"
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, timeout=300)
    (archive,) = folder.parent.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return archive


def files(folder: Path) -> set[str]:
    """Return the files below a folder, seen from there, through links to folders."""
    found = set()
    for top, _, names in os.walk(folder, followlinks=True):
        found |= {Path(top, name).relative_to(folder).as_posix() for name in names}
    return found


def once(names: set[str]) -> set[str]:
    """Return the files of a checkout without those that are there a second time: this folder has a link of its own."""
    return {name for name in names if not name.startswith(("runtime/envs/", "src/tilewright/runtime/envs/"))}


def run(program: str, path: Path, folder: Path) -> str:
    """Run a program that finds tilewright in *path* only."""
    environment = {**os.environ, "PYTHONPATH": str(path)}
    program = f"import tilewright\nassert tilewright.__file__.startswith({str(path)!r}), tilewright.__file__\n{program}"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment,
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_source_distribution_holds_the_whole_checkout(checkout: Path, unpacked: Path) -> None:
    linked = tuple(f"{path.name}/" for path in SOURCE.iterdir() if path.is_dir())
    made = {name for name in files(unpacked) if ".egg-info/" in name or name.startswith("build/")}
    made |= {"PKG-INFO", "setup.cfg"}
    wanted = {name for name in once(files(checkout)) if not name.startswith(linked) and ".egg-info/" not in name}
    assert files(unpacked) - made == wanted


def test_the_source_distribution_runs_its_tests(unpacked: Path) -> None:
    arguments = [
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/house/test_house.py",
        "tests/runtime/test_perft.py",
        "-k",
        "house or hexapawn",
    ]
    program = f"import pytest, sys\nsys.exit(pytest.main({arguments!r}))"
    assert " passed" in run(program, unpacked / "src", unpacked)


def test_the_wheel_holds_the_package_and_nothing_else(checkout: Path, installed: Path) -> None:
    assert {name for name in files(installed) if ".dist-info/" not in name} == {
        f"tilewright/{name}" for name in once(files(checkout / "src" / "tilewright"))
    }


def test_an_installed_copy_finds_the_examples_by_name(installed: Path) -> None:
    command = "from tilewright.runtime.cli import main\nmain({!r}, prog_name='tilewright')"
    assert run(command.format(["perft", "othello", "4"]), installed, installed.parent) == "244\n"
    assert "no problems found" in run(command.format(["validate", "tic-tac-toe"]), installed, installed.parent)
