"""Stand-alone engines: one file that plays as the interpreter does, and needs nothing.

Each is run by a Python of its own that sees neither tilewright nor any other package, with warnings as errors.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from itertools import takewhile
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.support.engines import game as game_of_text
from tests.support.gallery import EXAMPLES, Example
from tests.support.places import ROOT
from tests.support.rules import FLOOD, HEX
from tests.support.thinning import sampled
from tilewright.generator.compiler import NotLowered, compile_game
from tilewright.generator.compiler.kernel.nodes import KernelError
from tilewright.generator.compiler.printers.standalone import Facts, _broken, literal, standalone
from tilewright.model.files import read_text
from tilewright.runtime import Game, State, load
from tilewright.runtime.cli import main
from tilewright.runtime.cli.generate import standalone_engine
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.proof.perft_tables import INITIAL, perft_table_of

PLIES = 12
"""The plies of a random game that are compared with the interpreter."""
LEAVES = 2000
"""The leaves that are counted, at most."""
LENGTH = 80
"""The plies after which games are left that the code of playouts plays."""
SEED = 7

DRIVER = """\
import importlib.util, json, sys

def module(path):
    spec = importlib.util.spec_from_file_location("engine", path)
    found = importlib.util.module_from_spec(spec)
    sys.modules["engine"] = found  # where dataclasses look
    spec.loader.exec_module(found)
    return found

engine = module(sys.argv[1])
task = json.load(sys.stdin)

def seen(state):
    return [engine.legal_moves(state), engine.player(state), engine.is_over(state), list(engine.returns(state)),
            engine.draw(state)]

state = engine.initial_state()
states, seens = [state], [seen(state)]
for move in task["moves"]:
    before = hash(state), state.words, state.history
    following = engine.play(state, move)
    assert before == (hash(state), state.words, state.history)
    state = following
    states.append(state)
    seens.append(seen(state))
last = engine.playout(task["seed"], plies=task["length"])
games = engine.playouts(3, task["seed"], plies=task["length"])
print(json.dumps({
    "seen": seens,
    "distinct": len(set(states)),
    "perft": [engine.perft(states[0], depth) for depth in range(task["depth"] + 1)],
    "playouts": [[list(one.returns), one.plies] for one in games],
    "last": list(engine.returns(last)),
    "foreign": sorted(name for name in sys.modules if name.partition(".")[0] in ("tilewright", "click", "lxml", "pyecore")),
}))
"""


def engine_of(game: Game, folder: Path) -> Path:
    path = folder / "engine.py"
    path.write_text(standalone_engine(game, "test.game"), encoding="utf-8")
    return path


def run(arguments: Sequence[str | Path], given: str = "", python: str = sys.executable) -> str:
    """Return what an isolated Python prints."""
    isolated = [python, "-I", "-S", *([] if "pypy" in python else ["-W", "error"]), "-X", "utf8"]
    done = subprocess.run(
        [*isolated, *map(str, arguments)], input=given, capture_output=True, encoding="utf-8", timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(path: Path, folder: Path, python: str = sys.executable, **task: object) -> Any:
    driver = folder / "driver.py"
    driver.write_text(DRIVER, encoding="utf-8")
    return json.loads(run([driver, path], json.dumps({"seed": SEED, "length": LENGTH, **task}), python))


def seen(state: State) -> list[object]:
    """Return what the driver writes down of a state."""
    return [
        [str(move) for move in state.legal_moves], state.player.number, state.is_over, list(state.returns), str(state)
    ]  # fmt: skip


def random_states(game: Game, plies: int) -> tuple[list[str], list[State]]:
    random = Random(SEED)
    states, moves = [game.initial_state()], []
    while not states[-1].is_over and len(moves) < plies:
        moves.append(str(random.choice(list(states[-1].legal_moves))))
        states.append(states[-1].play(moves[-1]))
    return moves, states


def assert_plays_alike(game: Game, folder: Path, python: str = sys.executable) -> None:
    moves, states = random_states(game, PLIES)
    table = perft_table_of(game)
    counts = table.counts.get(INITIAL, ()) if table is not None else ()
    small = [*takewhile(lambda count: count <= LEAVES, counts)]
    found = told(engine_of(game, folder), folder, python, moves=moves, depth=len(small))
    for number, (one, other) in enumerate(zip(found["seen"], map(seen, states), strict=True)):
        assert one == other, f"after {moves[:number]}"
    assert found["distinct"] == len(set(states))
    assert found["perft"] == [1, *small]
    engine: Any = load(game.document, "python").engine
    games = engine.survey(game.engine.initial(), range(3), SEED, LENGTH, Stop())
    expected = [list(returns or [0] * len(game.players)) for returns in games.returns]
    assert found["playouts"] == [[returns, plies] for returns, plies in zip(expected, games.plies, strict=True)]
    assert found["last"] == expected[0]
    assert found["foreign"] == []


@pytest.mark.parametrize("example", sampled(EXAMPLES))
def test_plays_as_the_interpreter(example: Example, tmp_path: Path) -> None:
    assert_plays_alike(load(example.file("game"), "interpreter"), tmp_path)


def run_version(python: str) -> tuple[int, ...]:
    printed = subprocess.run(
        [python, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, check=True
    )
    return tuple(map(int, printed.stdout.split()))


@pytest.mark.parametrize("name", ["othello", "oware", "go"])
def test_runs_under_pypy(name: str, tmp_path: Path) -> None:
    pypy = shutil.which("pypy3.11") or shutil.which("pypy3")
    if pypy is None or not run_version(pypy) >= (3, 11):
        pytest.skip("there is no PyPy here that speaks Python 3.11")
    assert_plays_alike(load(name, "interpreter"), tmp_path, pypy)


# -- as a module


def module(game: Game, folder: Path) -> ModuleType:
    """Return an engine, imported."""
    spec = spec_from_file_location("engine", engine_of(game, folder))
    assert spec is not None and spec.loader is not None
    found = module_from_spec(spec)
    sys.modules["engine"] = found
    spec.loader.exec_module(found)
    del sys.modules["engine"]
    return found


def test_states_are_values(tmp_path: Path) -> None:
    engine = module(load("tic-tac-toe", "interpreter"), tmp_path)
    state = engine.initial_state()
    one = engine.play(engine.play(engine.play(state, "a1"), "b2"), "c3")
    other = engine.play(engine.play(engine.play(state, "c3"), "b2"), "a1")
    assert one == other and hash(one) == hash(other) and {one, other} == {one} and one != state
    with pytest.raises(AttributeError):
        one.words = ()
    engine.legal_moves(state).clear()
    assert len(engine.legal_moves(state)) == 9


REPEATING = """
game Steps {
  players X, O
  board 2x2
  pieces Man:M
  directions across = (1,0) (-1,0)
  mark here
  setup { "M." "m." }
  move Step = own -> select here -> step across -> empty -> select -> move here
  effect = repeated 2 -> draw
}
"""


def test_a_move_without_clicks_and_options_is_called_like_its_rule(tmp_path: Path) -> None:
    engine = module(game_of_text(FLOOD, "interpreter"), tmp_path)
    state = engine.initial_state()
    assert engine.legal_moves(state)[0] == "Fill" and engine.is_over(engine.play(state, "Fill"))


def test_a_state_remembers_what_its_game_asks_for(tmp_path: Path) -> None:
    engine = module(game_of_text(REPEATING, "interpreter"), tmp_path)
    states = [engine.initial_state()]
    for move in ("a2-b2", "a1-b1", "b2-a2", "b1-a1"):
        assert not engine.is_over(states[-1])
        states.append(engine.play(states[-1], move))
    assert [len(state.history) for state in states] == [0, 1, 2, 3, 4]
    assert engine.is_over(states[-1]) and engine.returns(states[-1]) == (0, 0)
    assert engine.perft(states[0], 4) == 2 * engine.perft(states[0], 3) - 1 == engine.perft(states[0], 5) + 1 == 1
    for seed in range(5):
        last = engine.playout(seed)
        assert engine.is_over(last) and len(last.history) == 4
        assert engine.playouts(1, seed) == [engine.Playout((0, 0), 4)]


@pytest.mark.parametrize(
    ("name", "moves", "wrong", "reason"),
    [
        ("tic-tac-toe", "a1", "a1", "a1 is not legal here; there are a3, b3"),
        ("tic-tac-toe", "", "d1", "'d1' is neither a cell of this board nor an option"),
        ("tic-tac-toe", "", "", "'' is neither"),
        ("tic-tac-toe", "", "x" * 1000, "x' is neither"),
        ("tic-tac-toe", "", "pass", "pass is not legal here"),
        ("tic-tac-toe", "a1 b1 a2 b2 a3", "c1", "c1 cannot be played: the game is over"),
        ("breakthrough", "", "a2", "a2 is only the beginning of a2-a3, a2-b3"),
        ("breakthrough", "", "a2-a4", "a2-a4 is not legal here; there are "),
        ("breakthrough", "", "a2=a3", "a2=a3 is not legal here"),
    ],
)
def test_refusals_say_why(name: str, moves: str, wrong: str, reason: str, tmp_path: Path) -> None:
    engine = module(load(name, "interpreter"), tmp_path)
    state = engine.initial_state()
    for move in moves.split():
        state = engine.play(state, move)
    with pytest.raises(ValueError, match=re.escape(reason)):
        engine.play(state, wrong)
    assert wrong not in engine.legal_moves(state)


BROKEN = """
game Broken {
  players X, O
  board 2x1
  pieces Man:M King:K
  counter c 0..2
  setup { ".." }
  %s
}
"""


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("move A = empty -> select -> set own Man\nmove B = empty -> select -> set own King", "two ways to make"),
        ("move A = empty -> select -> c := 3", "a counter leaves its range"),
    ],
)
def test_rules_that_go_wrong_are_told(rules: str, message: str, tmp_path: Path) -> None:
    engine = module(game_of_text(BROKEN % rules, "interpreter"), tmp_path)
    for ask in (engine.legal_moves, engine.is_over, engine.draw):
        with pytest.raises(RuntimeError, match=message):
            ask(engine.initial_state())


def test_random_games_depend_on_the_seed_alone(tmp_path: Path) -> None:
    engine = module(load("othello", "interpreter"), tmp_path)
    begun = engine.play(engine.initial_state(), "d6")
    for start in (None, begun):
        games = engine.playouts(4, 3, start)
        assert games == engine.playouts(4, 3, start) and games[:2] == engine.playouts(2, 3, start)
        assert games != engine.playouts(4, 4, start)
        assert engine.returns(engine.playout(3, start)) == games[0].returns
    assert engine.playouts(1, -1) == engine.playouts(1, (1 << 64) - 1)
    assert engine.playouts(2, 0, None, 5) == [engine.Playout((0, 0), 5)] * 2
    assert not engine.is_over(engine.playout(0, None, 5)) and engine.playouts(0) == []
    over = engine.playout(1)
    assert engine.playout(9, over) == over and {one.plies for one in engine.playouts(3, 9, over)} == {0}
    assert (engine.perft(over, 0), engine.perft(over, 3)) == (1, 0)


@pytest.mark.parametrize("number", [-1, 10**20])
def test_numbers_have_bounds(number: int, tmp_path: Path) -> None:
    engine = module(load("tic-tac-toe", "interpreter"), tmp_path)
    for work in (
        lambda: engine.perft(engine.initial_state(), number),
        lambda: engine.playout(plies=number),
        lambda: engine.playouts(1, plies=number),
        lambda: engine.playouts(number),
    ):
        with pytest.raises(ValueError, match=f"{number} is not between 0 and"):
            work()
    assert engine.perft(engine.initial_state(), engine.DEEPEST) == 0


def test_runs_as_a_program(tmp_path: Path) -> None:
    path = engine_of(load("tic-tac-toe", "interpreter"), tmp_path)
    assert run([path, "--perft", "5"]) == "15120\n"
    printed = run([path, "--seed", "4"])
    moves, *_, x, o = printed.splitlines()
    assert run([path, "--seed", "4"]) == printed and (x[:3], o[:3]) == ("X: ", "O: ")
    state = load("tic-tac-toe").initial_state()
    for move in moves.split():
        state = state.play(move)
    assert state.is_over and str(state) in printed


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--seed", "1"], 1, "a counter leaves its range\n"),
        (["--perft", "5"], 1, "a counter leaves its range\n"),
        (["--perft", "-1"], 2, "--perft: -1 is not between 0 and 200\n"),
        (["--perft", "1" + 30 * "0"], 2, "is not between 0 and 200\n"),
        (["--perft", "one"], 2, "invalid int value: 'one'\n"),
        (["--seed", "9" * 5000], 2, "invalid int value"),
        (["--move", "a1"], 2, "unrecognized arguments: --move a1\n"),
    ],
    ids=str,
)
def test_what_goes_wrong_is_said_in_a_sentence(arguments: list[str], status: int, message: str, tmp_path: Path) -> None:
    rules = BROKEN.replace('".."', '"M."') % "move A = own -> select -> c += 1"
    path = engine_of(game_of_text(rules, "interpreter"), tmp_path)
    done = subprocess.run([sys.executable, "-I", path, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (status, "") and message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    path = engine_of(load("tic-tac-toe", "interpreter"), tmp_path)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-I", path, "--seed", "1"], stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert (process.stderr.read(), process.wait(60)) == (b"", 1)


@pytest.mark.parametrize(("error", "message"), [(KeyboardInterrupt, "stopped"), (RecursionError, "too many steps")])
def test_an_end_from_outside_is_told(
    error: type[BaseException], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = module(load("tic-tac-toe", "interpreter"), tmp_path)

    def end(*_: object) -> None:
        raise error

    monkeypatch.setattr(engine, "perft", end)
    monkeypatch.setattr(sys, "argv", ["engine.py", "--perft", "1"])
    with pytest.raises(SystemExit, match=message):
        engine.main()


# -- as a text


def tool(*arguments: str | Path) -> None:
    """Run a tool of Python's, which must have nothing to say against it."""
    done = subprocess.run([sys.executable, "-m", *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["tic-tac-toe", "kalah", "kuhn-poker", "race-of-four"])
def test_is_formatted_and_typed(name: str, tmp_path: Path) -> None:
    path = engine_of(load(name, "interpreter"), tmp_path)
    for width in (88, 120):
        tool("ruff", "format", "--isolated", "--no-cache", "--check", "--line-length", str(width), path)
    tool("ruff", "check", "--isolated", "--no-cache", path)
    tool("mypy", "--strict", "--config-file", os.devnull, "--cache-dir", tmp_path / "cache", path)


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig"])
def test_its_first_steps_are_those_that_it_shows(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = module(load(name, "interpreter"), tmp_path)
    shown = [line[4:] for line in (found.__doc__ or "").splitlines() if line.startswith("    ")]
    steps = [line for line in shown if "(state" in line]
    engine = vars(found) | {"random": Random(1)}
    exec("\n".join([shown[0], *steps]), engine)
    assert engine["is_over"](engine["state"])
    assert engine["draw"](engine["initial_state"]()) in capsys.readouterr().out


@pytest.mark.parametrize("name", ["tic-tac-toe", "othello", "kalah", "go", "nim-three-players"])
def test_everybody_can_read_it(name: str, tmp_path: Path) -> None:
    tree = ast.parse(engine_of(load(name, "interpreter"), tmp_path).read_text(encoding="utf-8"))
    assert {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names} == {
        "argparse", "os", "random", "re", "sys"
    }  # fmt: skip
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    public = [node for node in functions if not node.name.startswith("_")]
    assert all(ast.get_docstring(node) for node in public)
    names = {node.name for node in functions}
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert {name for name in names if name.startswith("_")} <= called  # nothing is there in vain


@pytest.mark.parametrize(
    "line",
    [
        "    x = first(a1, b2) + (c3 & ~d4 if e5 else f6 << 8)",
        "    return a1 if b2 else c3, not d4, first((e5 | f6) == 0)",
        "    x1, y2, z3 = first(a1, b2, c3 - 1, second(d4, e5))",
        "    a_x[i + 1] = (n1 + n2) * (n3 + n4) & 0xffffffffffffffff",
        "    first(a1, b2, c3, d4, e5, f6, g7, h8, 0)",
        "    if a1 and (b2 or c3) and not d4 and first(e5):",
        "    while a1 != b2 and c3 < d4 or first(e5, f6) >= g7:",
    ],
)
def test_breaking_a_line_changes_no_meaning(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def meaning(lines: Sequence[str]) -> str:
        text = "\n".join(["def f():", *lines, *(["        pass"] if line.endswith(":") else ["    pass"])])
        return ast.dump(ast.parse(text))

    assert _broken(line) == [line]
    for width in range(12, len(line)):
        monkeypatch.setattr("tilewright.generator.compiler.printers.standalone.WIDTH", width)
        broken = _broken(line)
        assert len(broken) > 1 and meaning(broken) == meaning([line])
        assert all(len(part) <= max(width, 35) for part in broken)


# -- hostile models

NAMES = [
    '"""', "'" + '"' + "\\", "\\", '\\"""', "a\nb", '"""\nimport os\nprint(os)\n"""', "x\ndef moves(a_pos):\n    return 0",
    "é☃\u202e\x7f\u2028", "$name {0} %s", "x" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_names_are_but_texts(name: str, tmp_path: Path) -> None:
    document = read_text(HEX.encode(), "hex.game")
    root = document.root
    assert root is not None
    root.name = name
    for player in root.players:
        player.name = f"{player.name}{name}"
    for piece, symbol in zip(root.pieces, '"', strict=False):
        piece.symbol = symbol
    game = load(document, "interpreter")
    path = tmp_path / "engine.py"
    path.write_text(standalone_engine(game, f"{name}.game --set {name}"), encoding="utf-8")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    usual = ast.parse(standalone_engine(game_of_text(HEX, "interpreter"), "hex.game"))
    assert [type(node) for node in tree.body] == [type(node) for node in usual.body]
    tool("ruff", "format", "--isolated", "--no-cache", "--check", path)
    engine = module(load(document, "interpreter"), tmp_path)
    assert name == engine.GAME and list(engine.PLAYERS) == [player.name for player in game.players]
    state = engine.play(engine.initial_state(), "a1")
    assert engine.draw(state) == str(game.initial_state().play("a1"))
    run([path, "--seed", "1"])


@pytest.mark.parametrize("text", [*NAMES, "\ud800", "\0", "it's", '"', ""], ids=repr)
def test_literals_are_read_as_what_they_stand_for(text: str) -> None:
    assert ast.literal_eval(literal(text)) == text
    assert literal(text).isprintable()


def test_what_is_no_kernel_is_refused() -> None:
    game = load("tic-tac-toe", "interpreter")
    program = compile_game(game.document.root, game.document.places)
    facts = Facts("x", "x", ("X", "O"), ("a", "b", "c"), (), (), (".", "X", "O"), (0,) * program.layout.size, "_")
    with pytest.raises(KernelError):
        standalone(replace(program, source=program.source + "import os\n"), facts)
    with pytest.raises(KernelError):
        standalone(replace(program, source=program.source.replace("    n = 0\n", "    n = open(0)\n")), facts)


# -- the command


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["generate", "engine", *map(str, arguments)], prog_name="tilewright")


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "othello_engine.py"
    model = Example("othello", "othello").file("game")
    assert (invoke(model, "-o", path).exit_code, [*tmp_path.iterdir()]) == (0, [path])
    text = path.read_text(encoding="utf-8")
    assert invoke(model, "-o", "-").stdout == text
    assert re.search(r"\nMade by tilewright( \d[\w.]*)? from\n\n    othello\.game\n", text)
    assert str(tmp_path) not in text and str(ROOT) not in text


def test_the_command_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a model of one's own, here for a packaged one, and so that it can be imported."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    own = tmp_path / "3 in-a-row.game"
    own.write_text(Example("tic-tac-toe", "tic-tac-toe").file("game").read_text("utf-8"), encoding="utf-8")
    assert invoke("tic-tac-toe").stdout == "tic_tac_toe_engine.py\n"
    assert invoke(own).stdout == f"{tmp_path / '_3_in_a_row_engine.py'}\n"
    assert {path.name for path in tmp_path.rglob("*.py")} == {"tic_tac_toe_engine.py", "_3_in_a_row_engine.py"}


def test_the_same_model_gives_the_same_text() -> None:
    program = "from tilewright.runtime.cli import main; main()"
    texts = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program, "generate", "engine", "othello", "-o", "-"],
            cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        texts.add(done.stdout)
    assert len(texts) == 1


@pytest.mark.parametrize("choice", [["--variant", "Rapid"], ["--set", "moves=2", "--set", "goal=least"]], ids=str)
def test_the_command_plays_what_is_chosen(choice: list[str], tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    assert invoke("othello-choices", *choice, "-o", path).exit_code == 0
    assert f"\n    othello-choices.xmi {' '.join(choice)}\n" in path.read_text(encoding="utf-8")
    settings = {"moves": "2", "goal": "least"} if choice[0] == "--set" else {}
    variant = choice[1] if choice[0] == "--variant" else None
    game = load("othello-choices", "interpreter", variant=variant, settings=settings)
    moves, states = random_states(game, 8)
    assert told(path, tmp_path, moves=moves, depth=0)["seen"] == [seen(state) for state in states]


def test_the_command_prints_what_is_on_the_way() -> None:
    game = load("tic-tac-toe", "interpreter")
    source = compile_game(game.document.root, game.document.places).source
    assert invoke("tic-tac-toe", "--print", "source").stdout == source
    assert invoke("tic-tac-toe", "--print", "ir").stdout.startswith("player 0\n  move ")
    assert "\ndefine i64 @" in invoke("tic-tac-toe", "--print", "llvm").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["tic-tac-toe", "-o", "x.py", "--print", "ir"], 2, "say either"),
        (["tic-tac-toe", "--print", "nothing"], 2, "is not one of"),
        (["tic-tac-toe", "-o", "nowhere/x.py"], 2, "nowhere"),
        (["nothing-there", "-o", "x.py"], 2, "nothing-there"),
        (["othello-choices", "--set", "moves=9", "-o", "x.py"], 2, "moves"),
        (["wrong.game", "-o", "x.py"], 1, "wrong.game:1:"),
    ],
    ids=str,
)
def test_the_command_says_what_is_wrong(
    arguments: list[str], status: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.game").write_text("game Wrong {}", encoding="utf-8")
    Path("x.py").write_text("mine", encoding="utf-8")
    result = invoke(*arguments)
    assert result.exit_code == status and message in result.output, result.output
    assert Path("x.py").read_text(encoding="utf-8") == "mine" and len([*Path().iterdir()]) == 2


def test_the_command_says_what_cannot_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NotLowered("it cannot be done")

    monkeypatch.setattr("tilewright.generator.compiler.compile_game", refuse)
    result = invoke("tic-tac-toe", "-o", tmp_path / "x.py")
    assert (result.exit_code, result.stderr) == (1, "tic-tac-toe: it cannot be done\n")
    assert [*tmp_path.iterdir()] == []
