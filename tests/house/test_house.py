"""The house stands: imports point left only, packages match the folders, starting up is light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

import tilewright
from tests.support.places import ROOT, SOURCE
from tilewright import runtime

ROOMS = ["metamodel", "model", "generator", "runtime", "examples"]
DOORS = "envs"
"""A folder of the runtime that is imported by its own name, and by nobody else."""
MODULES = [path for room in ROOMS for path in sorted((SOURCE / room).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """Return the rooms that a module imports from, wherever in the module it does so."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            generated = "generated" in path.parts
            assert node.level == 0 or generated, f"{path}: import tilewright.* by its full name"
            names = [node.module or ""]
            if node.module == "tilewright":
                names = [f"tilewright.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            assert parts[0] not in ROOMS, f"{path}: import tilewright.{name}, not {name}"
            if parts[0] == "tilewright" and name != "tilewright.__version__":
                found.add(parts[1])
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_left_only(path: Path) -> None:
    room, *inner = path.relative_to(SOURCE).parts
    assert imported(path) <= {*ROOMS[: ROOMS.index(room) + 1], *({DOORS} & {*inner})}


def test_the_engine_imports_nothing_of_what_knows_a_game() -> None:
    """``runtime/foreign`` is for the programs of one game; entry points lead there, and nothing else does."""
    names = [path for path in MODULES if "foreign" not in path.parts]
    assert [path for path in names if "tilewright.runtime.foreign" in path.read_text(encoding="utf-8")] == []


def test_every_folder_with_modules_is_a_package() -> None:
    assert [path.parent for path in MODULES if not (path.parent / "__init__.py").exists()] == []


def test_the_package_shows_what_the_runtime_offers() -> None:
    more = {
        "Bot", "MinimaxSearch", "Session", "TreeSearch", "contest", "minimax", "render", "search", "simulate",
    }  # fmt: skip
    assert sorted(tilewright.__all__) == sorted({*runtime.__all__, *more, "__version__"}) == dir(tilewright)
    assert all(getattr(tilewright, name) is getattr(runtime, name) for name in runtime.__all__)
    assert all(getattr(tilewright, name).__name__ == name for name in more)
    with pytest.raises(AttributeError, match="nothing"):
        _ = tilewright.nothing


@pytest.mark.parametrize("room", [*(room for room in ROOMS if room != "examples"), DOORS])
def test_a_folder_is_not_imported_by_its_own_name(room: str) -> None:
    """From the root it could be found; its classes would be there twice."""
    with pytest.raises(ImportError, match=f"^import tilewright.{room}, not {room}$"):
        run_path(str(SOURCE / room / "__init__.py"), run_name=room)


def test_every_test_stands_in_a_folder_that_is_called_like_what_it_tests() -> None:
    folders = {path.relative_to(ROOT / "tests").parts[0] for path in (ROOT / "tests").rglob("test_*.py")}
    assert folders == {*ROOMS, "cli", "docs", "house"}


def test_what_tests_share_stands_in_no_test() -> None:
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "test_house.py"]
    assert [
        path for path in tests if re.search(r"(from|import) tests\..*\btest_", path.read_text(encoding="utf-8"))
    ] == []


def test_no_line_of_python_under_examples() -> None:
    assert [path for path in (SOURCE / "examples").rglob("*.py") if path.stat().st_size] == []


STARTED = [
    (["--version"], "lxml"),
    (["--help"], "lxml"),
    (["moves", "othello"], "llvmlite"),
    (["validate", "othello"], "llvmlite"),
]


@pytest.mark.parametrize(("arguments", "other"), STARTED, ids=[" ".join(arguments) for arguments, _ in STARTED])
def test_starting_up_loads_no_heavy_library(arguments: list[str], other: str) -> None:
    code = (
        "import sys\n"
        "from tilewright.runtime.cli import main\n"
        f"try:\n    main({arguments!r}, prog_name='tilewright')\nexcept SystemExit as end:\n    assert not end.code\n"
        f"heavy = {{'prompt_toolkit', 'pyecore', 'rich', 'pyecoregen', 'numpy', {other!r}}} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
