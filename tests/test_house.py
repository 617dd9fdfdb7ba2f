"""The house stands: imports point left only, packages match the folders, starting up is light."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ["metamodel", "model", "generator", "runtime", "examples"]
MODULES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


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
            if parts[0] == "tilewright":
                found.add(parts[1])
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_left_only(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    assert imported(path) <= set(ROOMS[: ROOMS.index(room) + 1])


def test_every_folder_with_modules_is_a_package_that_ships() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    declared = set(config["tool"]["setuptools"]["packages"])
    folders = {".".join(("tilewright", *path.parent.relative_to(ROOT).parts)) for path in MODULES}
    assert declared == folders | {"tilewright.examples"}


def test_no_line_of_python_under_examples() -> None:
    assert [path for path in (ROOT / "examples").rglob("*.py") if path.stat().st_size] == []


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_starting_up_loads_no_heavy_library(arguments: list[str]) -> None:
    code = (
        "import conftest, sys\n"
        "from tilewright.runtime.cli import main\n"
        f"try:\n    main({arguments!r}, prog_name='tilewright')\nexcept SystemExit as end:\n    assert not end.code\n"
        "heavy = {'pyecore', 'lxml', 'rich', 'pyecoregen'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
