"""Boards of any size: every engine plays them alike, within bounds of memory, and says where machine code ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.engines import ENGINES, need
from tests.support.places import ROOT
from tests.support.thinning import diagonal
from tests.support.trace import trace
from tilewright.generator.compiler.driver import compile_game
from tilewright.generator.compiler.emit import tables
from tilewright.generator.compiler.emit.filters import repeating
from tilewright.generator.compiler.kernel.language import check
from tilewright.model.files import read_text
from tilewright.runtime import Game, load, perft
from tilewright.runtime.engines import choosing
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.kernels import native
from tilewright.runtime.kernels.native import too_large
from tilewright.runtime.kernels.python import python_kernel
from tilewright.runtime.loading import FallbackWarning
from tilewright.runtime.protocols import Chosen
from tilewright.runtime.states import States

COMPILED = tuple(name for name in ENGINES if name != "interpreter")


def large(width: int, height: int, engine: str) -> Game:
    """Return a game with rays, floods, links, rides, rows and repetitions on a board of a size."""
    right, bottom = width - 1, height - 1
    rows = ["MK" + "." * (width - 4) + "Mk", *["." * width] * (height - 2), "m" * (width - 1) + "K"]
    text = f"""game Large {{
  players X, O FlipRows
  board {width}x{height}
  pieces Man:M King:K
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions diag = (1,1) (-1,1) (-1,-1) (1,-1)
  directions line = (1,0) (-1,0)
  directions ahead relative = (0,-1)
  directions ring = links (0,0) > ({right},0) > ({right},{bottom}) > (0,{bottom}) > (1,{bottom - 1}) > (0,0)
  directions skip = links (0,0) > (1,0) > (3,0) > (6,0) > (10,0) > (0,1) > (7,1) > (2,1) > (9,1) > (5,0) > (1,1) > (8,1)
  region near = rect (0,0)(11,1)
  mark from
  mark path
  mark seen game
  counter seeds cell 0..9
  setup {{ {" ".join(f'"{row}"' for row in rows)} }}
  move Slide = option "s" -> own King -> select from -> step orth * through empty -> select -> move from
  move Hop = option "h" -> own Man -> select from -> step diag 2 -> empty -> select -> move from
  move Ring = option "r" -> own -> select from -> union {{ | step ring | step skip }} -> !own -> select -> move from
  move Run = option "u" -> own Man -> select from -> along diag -> repeat 1..* {{ step -> empty -> !at path -> mark path += }}
    -> select -> move from
  place Drop = empty -> at near -> where {{ step ahead -> ray orth enemy until own }} -> if count {{ flood line own }} < 3
  effect = goto anchor -> seeds += 1 -> mark seen +=
  effect = own -> where {{ if count {{ flood line own }} >= 4 }} -> win
  effect = goto all -> at seen -> where {{ if seeds == 9 }} -> draw
}}
"""
    return load(read_text(text, "large.game"), engine)


LARGER = {"13x10": (13, 10), "130x2": (130, 2), "20x20": (20, 20)}


@pytest.mark.parametrize(("size", "engine"), diagonal(LARGER, COMPILED))
def test_large_boards_are_played_alike(engine: str, size: tuple[int, int]) -> None:
    width, height = size
    traced = trace(large(width, height, "interpreter"), large(width, height, engine), engine, 60, 1, patience=2)
    assert traced.checked > 15


WIDE = """game Wide {
  players Black, White
  board 46x45
  pieces Disc:B
  directions lines = (1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)
  setup { ROWS }
  sub captured = ray lines enemy until own
  place Enclose = empty -> captured
  effect = captured -> set own Disc
  effect = set own Disc
}"""
"""A game of rays whose sets have 33 words, from rows that lead along all sides, and up to them."""


@pytest.mark.parametrize("engine", COMPILED)
def test_what_rays_see_is_found_by_one_function_where_sets_are_wide(engine: str) -> None:
    rows = [
        "b" * 44 + ".B",
        *["b" + "." * 43 + "b."] * 21,
        "." + "b" * 44 + "B",
        *["B" + "." * 43 + "bB"] * 21,
        "." * 45 + "B",
    ]
    text = WIDE.replace("ROWS", " ".join(f'"{row}"' for row in rows))
    by = {name: load(read_text(text, "wide.game"), name) for name in ("interpreter", engine)}
    source = compile_game(by[engine].document.game, by[engine].document.places).source
    assert source.count("\ndef bracketed_") == source.count("\ndef rows_") == 1
    assert trace(by["interpreter"], by[engine], engine, 12, 1, patience=2).checked > 4


LARGEST = [(40, 40, 60, COMPILED), (1000, 3, 60, COMPILED), (64, 64, 20, COMPILED), (128, 128, 4, ("python", "native"))]


@pytest.mark.prove
@pytest.mark.parametrize(
    ("engine", "width", "height", "plies"),
    [(engine, *size) for *size, engines in LARGEST for engine in engines],
)
def test_the_largest_boards_are_played_alike(engine: str, width: int, height: int, plies: int) -> None:
    played = large(width, height, engine)
    traced = trace(large(width, height, "interpreter"), played, engine, plies, 1, patience=2)
    assert traced.checked >= plies // 4


@pytest.mark.prove
def test_a_board_that_is_too_large_for_an_engine_is_played_by_another() -> None:
    why = "sets of 256 words are too large for WebAssembly"
    with pytest.warns(FallbackWarning, match=f"^Large is played by the engine python: .*{why}$"):
        assert large(128, 128, "wasm").played_by == "python"


@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize("name", ["go-19x19", "hex-7x7", "gomoku"])
def test_boards_of_several_words_are_played_alike(name: str, engine: str) -> None:
    traced = trace(load(name, "interpreter"), load(name, engine), engine, 200, 1, patience=20)
    assert traced.checked >= 10


@pytest.mark.parametrize(
    "name",
    [
        "chess",
        "lines-of-action",
        "pentago",
        "yavalath",
        "nine-mens-morris",
        pytest.param("surakarta", marks=pytest.mark.prove),
    ],
)
def test_where_tables_are_too_large_sets_are_calculated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reference = load(name, "interpreter")
    monkeypatch.setattr(tables, "LARGEST", 0)
    assert isinstance(reference.engine, Interpreter)
    program = compile_game(reference.document.root, reference.document.places)
    assert not any(stem in program.source for stem in ("T_RAY", "T_NEXT", "T_AROUND", "T_ROW", "T_PLACE"))
    check(program.source)
    engine = Compiled(program, python_kernel(program.source), reference.engine)
    other = Game(reference.players, reference.names, Chosen(engine, "python"), reference.document, States())
    assert trace(reference, other, "python", 120, 1, patience=3).checked > 10


def test_a_repetition_goes_less_deep_where_sets_are_large() -> None:
    """What it leaves to the interpreter is counted alike; the stack of a thread would not hold 400 rounds of it."""
    for width, deepest in ((12, repeating.MAX_DEPTH), (64, repeating.MAX_DEPTH // 4)):
        document = large(width, width, "interpreter").document
        source = compile_game(document.root, document.places).source
        assert f"> {deepest}:" in source and "def again" in source


# -- too large for machine code


def test_what_is_too_large_for_machine_code_is_played_in_python(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    need("native")
    monkeypatch.setattr(native, "LARGEST", 100)
    with pytest.warns(
        FallbackWarning,
        match="^TicTacToe is played by the engine python: for 9 cells its rules are too long for machine code; a smaller board or shorter rules would help$",
    ):
        game = load("tic-tac-toe", "native")
    assert isinstance(game.engine, Compiled) and not game.engine.is_parallel()
    assert perft(game.initial_state(), 3) == 504
    assert (game.played_by, game.fallback is None) == ("python", False)
    auto = load("tic-tac-toe", "auto")
    assert isinstance(auto.engine, choosing.Auto)
    auto.engine.prepare("perft").join()
    assert perft(auto.initial_state(), 3) == 504
    assert "TicTacToe is played slower, because it was not compiled: " in caplog.text


def test_how_large_a_kernel_may_be() -> None:
    assert too_large("WORDS = 256\n" + "\n" * 2300, BOARD) is None
    assert too_large("WORDS = 1\n" + "\n" * 100_000, BOARD) is None
    assert too_large("WORDS = 257\n", BOARD) is not None


BOARD = [(row, column) for row in range(7) for column in range(7)]


@pytest.mark.parametrize(
    ("beside", "words"),
    [
        (0, "for 49 cells its rules are too long for machine code; a smaller board or shorter rules would help"),
        (9, "for 58 cells, 9 of them in zones, its rules are too long for machine code; a smaller board or shorter rules would help"),
        (98, "for 147 cells, 98 of them in zones, its rules are too long for machine code; smaller zones, or a carried counter "
         "in place of stacks whose order does not matter, or shorter rules would help"),
    ],
)  # fmt: skip
def test_what_is_too_large_is_told_with_the_cells_of_zones(beside: int, words: str) -> None:
    assert too_large("WORDS = 256\n" + "\n" * 2400, [*BOARD, *((0, cell, 1) for cell in range(beside))]) == words


# -- memory

MEMORY = """
import resource
from tilewright.runtime.kernels.native import native_kernel
from tilewright.runtime import load, perft, playout
if {engine!r} == "native":
    native_kernel("WORDS = 1\\n\\n\\ndef one(n):\\n    return n\\n", ("one",))  # LLVM itself is there before
load("tic-tac-toe", "interpreter").initial_state().legal_moves
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
game = load({game!r}, {engine!r})
assert perft(game.initial_state(), 1) == {leaves}
assert playout(game, 1).ply > 0
once = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for seed in range(5):
    playout(game, seed)
print(once - before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - once)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of what the system tells about memory")
@pytest.mark.parametrize(("game", "leaves"), [("go-19x19", 362)])
@pytest.mark.parametrize("engine", COMPILED)
def test_a_large_game_takes_little_memory(engine: str, game: str, leaves: int, tmp_path: Path) -> None:
    """The game, its code and its compilation take less than 50 MB, and playing on takes nothing more to speak of."""
    need(engine)
    code = MEMORY.format(engine=engine, game=game, leaves=leaves)
    environment = {"PATH": "", "HOME": str(tmp_path), "TILEWRIGHT_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    grown, more = map(int, done.stdout.split())
    assert grown < 50 * 1024 and more < 8 * 1024


LONG_MOVES = [
    ("more cells than a program writes down", 70, "goto all -> record -> set own Man", 1),
    ("more cells than a program compares", 24, "goto all -> record -> set own Man", 2),
    ("more clicks than it compares", 2, "goto spot -> repeat 300 { select -> record -> n += 1 } -> set own Man", 2),
]


@pytest.mark.parametrize(
    ("size", "rule", "times"), [case[1:] for case in LONG_MOVES], ids=[case[0] for case in LONG_MOVES]
)
@pytest.mark.parametrize("engine", COMPILED)
def test_moves_of_many_steps_are_written_down_or_left_to_the_interpreter(
    engine: str, size: int, rule: str, times: int
) -> None:
    need(engine)
    rows = " ".join(['"' + "." * size + '"'] * size)
    rules = "".join(f"  move R{number} = {rule}\n" for number in range(times))
    text = f"""game Long {{
  players X, O
  board {size}x{size}
  pieces Man:M/m
  setup {{ {rows} }}
  region spot = cells (0,0)
  counter n 0..1000
{rules}}}
"""
    reference, played = (load(read_text(text, "long.game"), name) for name in ("interpreter", engine))
    state, right = played.initial_state(), reference.initial_state()
    assert list(map(str, state.legal_moves)) == list(map(str, right.legal_moves))
    assert len(state.legal_moves) == perft(state, 1) == 1
    assert state.play(state.legal_moves[0]).to_text() == right.play(right.legal_moves[0]).to_text()
    batch = played.batch(1)
    batch.legal()
    batch.random(1)
    assert (batch.counts[0], batch.plies[0]) == (1, 1)
