"""Every block of the README and of the docs is run, and prints what stands below it.

- ``console`` blocks hold commands after ``$`` and what they print; ``…`` stands for anything on the rest of a line, a
  line of ``…`` alone for any number of lines. A command's exit status is 0 unless ``# exit N`` follows it.
- ``python`` blocks are doctests that share one namespace per file.
- A block below ``<!-- file: NAME -->`` is written to that file, in a folder of its own for each document.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.places import DOCS, GALLERY, ROOT
from tests.support.tools import OF_OTHERS, need
from tilewright.runtime.cli import main

DOCUMENTS = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
_BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Block:
    kind: str
    text: str
    file: str | None
    line: int


def blocks(path: Path) -> list[Block]:
    text = path.read_text(encoding="utf-8")
    return [
        Block(m["kind"], m["text"], m["file"], text.count("\n", 0, m.start("text")) + 1) for m in _BLOCK.finditer(text)
    ]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_block_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(GALLERY)
    monkeypatch.setenv("COLUMNS", "100")
    names: dict[str, object] = {}
    for library in libraries(path):
        import_module(library)
    for block in blocks(path):
        place = f"{path.name}:{block.line}"
        if block.file is not None:
            Path(block.file).write_text(block.text, encoding="utf-8")
        elif block.kind == "console":
            run_console(block, place)
        elif block.kind == "python":
            run_python(block, place, names)
        else:
            read_elsewhere = ("xml",) if path.name == "reference.md" else ()  # it is made of what was read
            assert block.kind in ("text", "game", "json", *read_elsewhere), (
                f"{place}: a block of kind '{block.kind}' would not be tested"
            )


def libraries(path: Path) -> list[str]:
    """Return the libraries of others that the programs of a document import, themselves or by the doors to them."""
    named = re.findall(r"^(?:>>> )?(?:import|from) (?:tilewright\.envs\.)?(\w+)", path.read_text("utf-8"), re.MULTILINE)
    return [library for library in OF_OTHERS if library in named]


def run_console(block: Block, place: str) -> None:
    for command, expected in commands(block.text):
        line, _, status = command.partition("  # exit ")
        printed, code = execute(line)
        assert code == int(status or 0), f"{place}: {line} ended with {code}\n{printed}"
        assert matches(expected, printed), f"{place}: {line} prints\n{printed}"


def commands(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return [(command, "\n".join(output)) for command, output in found]


def execute(line: str) -> tuple[str, int]:
    """Run a command line; return what it printed on both streams, and its exit status."""
    words = shlex.split(line)
    if words[0] == "tilewright":
        # A line may start another program: it is the one that these tests run in, as it would be for a reader.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        result = CliRunner(env={"PATH": path}).invoke(main, words[1:], prog_name="tilewright")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.output, result.exit_code
    if words[0] == "make":
        return make(words[1:])
    assert words[0] == "python", f"'{words[0]}' is no command of this document"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, *words[1:]], capture_output=True, text=True, timeout=300, check=False, env=environment
    )
    return done.stdout + done.stderr, done.returncode


def make(targets: list[str]) -> tuple[str, int]:
    """Run make in the checkout, with the environment of this test in place of the one that make would set up."""
    need(shutil.which("make") is not None, "make")
    if targets == ["test"]:
        return "", 0  # these are the tests that it runs
    scripts = Path(sys.executable).parent
    need((scripts / "tilewright").exists(), "tilewright (pip install -e .)")
    done = subprocess.run(
        ["make", "--silent", "-o", ".venv/.play", *targets, f"BIN={scripts}"],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr, done.returncode


def matches(expected: str, printed: str) -> bool:
    """Return whether a text is what was expected, with ``…`` for anything."""
    pattern = ""
    for line in expected.rstrip().splitlines():
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += r"[^\n]*".join(re.escape(part) for part in line.rstrip().split("…")) + r"[ ]*\n"
    return re.fullmatch(pattern, printed.rstrip() + "\n" if printed.strip() else "") is not None


def run_python(block: Block, place: str, names: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, place, place, block.line)
    assert test.examples, f"{place}: a python block shows what it prints, after >>>"
    test.globs = names  # get_doctest copies
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    result = runner.run(test, out=output.append, clear_globs=False)
    assert result.failed == 0, "".join(output)


def test_a_page_without_its_libraries_is_skipped() -> None:
    assert libraries(DOCS / "learning.md") == ["gymnasium"]
    assert libraries(DOCS / "openspiel.md") == ["numpy", "open_spiel", "pyspiel"]
    assert libraries(DOCS / "engines.md") == []


def test_matching_sees_a_difference() -> None:
    assert matches("a\n…\nc …", "a\nb\nb\nc d\n")
    assert matches("", "\n")
    assert not matches("a", "b\n")
    assert not matches("a\n…", "b\na\n")
    assert not matches("", "a\n")
