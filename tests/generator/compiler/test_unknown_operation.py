"""An operation that nobody knows is refused before anything plays; with honest rows filled in it plays on all engines.

The operation is ``Invert``: all other cells. Where nobody looked, it once moved nothing, and programs lost moves.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import SOURCE
from tests.support.switches import full_switches
from tests.support.tools import need
from tilewright.runtime.kernels.native import missing_native

RULES = Path("generator", "compiler", "rules", "ir.py")

KIND = '''@dataclass(frozen=True)
class Invert:
    """All other cells."""
'''

TRAITS = """
    traits: ClassVar[Traits[Chain]] = Traits(Becomes.NEW, True, CELLS, revives=True)
"""

EMISSION = '''

@straight(ir.Invert)
def invert(emitter: Emitter, op: ir.Invert, flow: Flow) -> None:
    """Go to all other cells."""
    flow.cells = without(constant(emitter.constants.board.cells), emitter.named(flow).cells)
    flow.states, flow.alive = None, False
    emitter.named(flow)
'''

LOWERING = """

@lowers(ImageFilter)
def _(lowering: Lowering, element: ImageFilter, me: int) -> ir.Op:
    return ir.Invert()
"""

MEANING = '''

@meaning(ImageFilter)
def invert_filter(element: ImageFilter, builder: Builder, effect: bool) -> Step:
    """Go to all other cells."""

    def apply(flow: Flow) -> None:
        flow.cells = builder.tables.cells.everything & ~flow.cells

    return Step(element, apply)
'''
"""In the copy the text ``image Rotate180`` means the new operation: the metamodel stays as it is."""

GAMES = {
    "two rules": "move A = own -> INVERT -> select\n move B = enemy -> select",
    "a move": "move A = own -> select from -> INVERT -> empty -> where { step orth -> own } -> select -> move from",
    "many at once": "move A = own -> select from -> step orth -> empty -> INVERT -> enemy -> select -> set empty",
    "questions": "move A = has { own -> INVERT -> enemy } -> empty -> select -> set own Man\n"
    "move B = enemy -> where { INVERT -> own -> step orth -> empty } -> select -> set empty",
    "none is left": "move A = own -> select -> first { enemy -> INVERT -> select | INVERT -> empty -> select }\n"
    "move B = goto all -> INVERT -> select",
    "numbers": "move A = empty -> if count { goto all -> own -> INVERT } > 6 -> select -> set own Man\n"
    "move B = own -> each -> if count { INVERT -> own } == 1 -> select -> union { step orth | INVERT } -> empty -> select",
    "effects": "move A = empty -> select -> set own Man -> do { INVERT -> own -> step orth -> enemy -> set empty }\n"
    "effect = INVERT -> empty -> mark last",
    "rounds": "move A = own -> select here -> repeat 1..2 { mark from -> INVERT -> empty at middle -> step orth -> empty -> select }",
}

MODEL = """game Case {
  players X, O
  board 3x3
  pieces Man:M/m
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  region middle = row 1
  mark from, here
  mark last ply
  setup { "M.m" "..." "m.M" }
  RULES
}"""

PLAY = """
import json, sys
from tilewright.model.files import read_text
from tilewright.runtime import load, perft

def played(text, engine):
    document = read_text(text, "case.game")
    assert document.root is not None, document.diagnostics
    game = load(document, engine)
    assert (type(game.engine).__name__ == "Interpreter") == (engine == "interpreter"), game.engine
    return [perft(game.initial_state(), depth) for depth in (1, 2, 3)]

games, engines = json.load(sys.stdin)
print(json.dumps({name: [played(text, engine) for engine in engines] for name, text in games.items()}))
"""


def _with_kind(text: str, body: str = "") -> str:
    """Return the module of operations with one more."""
    union = "Op: TypeAlias = (\n"
    assert text.count(union) == 1
    return text.replace(union, f"{KIND}{body}\n\n{union}    Invert | ")


def test_types_refuse_it(tmp_path: Path) -> None:
    """Each switch over operations is refused, and each module that asks for its traits."""
    need(shutil.which("mypy", path=Path(sys.executable).parent.as_posix()) is not None, "mypy")
    shadow = tmp_path / "ir.py"
    shadow.write_text(_with_kind((SOURCE / RULES).read_text("utf-8")), "utf-8")
    (tmp_path / "mypy.ini").write_text(
        f"[mypy]\nstrict = true\nmypy_path = {SOURCE.parent}\n"
        "[mypy-pyecore.*,lxml.*,llvmlite.*]\nignore_missing_imports = true\nfollow_imports = skip\n",
        "utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--cache-dir", "cache", "--no-pretty"]
    command += ["--shadow-file", str(SOURCE / RULES), str(shadow), "-p", "tilewright.generator.compiler"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    refused = re.findall(r'(\S+?):\d+: error: Argument 1 to "assert_never" has incompatible type "Invert"', done.stdout)
    assert sorted(path.rpartition("generator/compiler/")[2] for path in refused) == sorted(full_switches())
    assert re.search(r'analysis/paths\.py:\d+: error: .*"Invert" of .* has no attribute "traits"', done.stdout)


def _filled_in(folder: Path) -> None:
    """Make a copy of the package that knows the operation: its switches say of it what they say of a flood."""
    package = folder / "tilewright"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("examples", "__pycache__"))
    for path in set(full_switches()):
        file = package / "generator" / "compiler" / path
        text = file.read_text("utf-8")
        told = re.sub(r"(?<=\| )ir\.Flood\(\)|ir\.Flood\(\)(?= *\n? *\|)", "ir.Flood() | ir.Invert()", text)
        assert told != text, path
        file.write_text(told, "utf-8")
    rules = package / RULES
    rules.write_text(_with_kind(rules.read_text("utf-8"), TRAITS), "utf-8")
    for part, text in (
        ("generator/compiler/emit/filters/cursor.py", EMISSION),
        ("generator/compiler/lowering/filters.py", LOWERING),
        ("runtime/interpreter/cursor.py", MEANING),
    ):
        with (package / part).open("a", encoding="utf-8") as file_:
            file_.write(text)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[int]]]:
    """The leaves below each game, by engine, as the copy counts them."""
    folder = tmp_path_factory.mktemp("copy")
    _filled_in(folder)
    engines = ["interpreter", "python", *(["native"] if missing_native() is None else [])]
    games = {name: MODEL.replace("RULES", rules).replace("INVERT", "image Rotate180") for name, rules in GAMES.items()}
    environment = {**os.environ, "PYTHONPATH": str(folder), "TILEWRIGHT_CACHE": ""}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], input=json.dumps([games, engines]), env=environment, cwd=folder,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, list[list[int]]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_with_honest_rows_it_plays_alike(name: str, played: dict[str, list[list[int]]]) -> None:
    by_engine = played[name]
    assert all(leaves == by_engine[0] for leaves in by_engine[1:]), by_engine
    assert by_engine[0][0] > 0


def test_two_rules_that_find_the_same_moves_are_not_told_apart(played: dict[str, list[list[int]]]) -> None:
    assert played["two rules"][0] == [7, 49, 343]
