"""Games that are played side by side, in the lanes of vectors, are those that are played one after the other."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from threading import Timer
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.boards import on_larger_boards, resized
from tests.support.engines import game, need
from tests.support.random_kernels import Author, played
from tilewright.generator.compiler import compile_game
from tilewright.generator.compiler.kernel.language import check, parse
from tilewright.generator.compiler.kernel.nodes import While
from tilewright.generator.compiler.kernel.rewriting import assigned, reads
from tilewright.generator.compiler.printers.flattening import Games
from tilewright.generator.compiler.printers.lanes import ENTRIES, FEW, FEWEST, MANY, MOVER, WIDEST, side_by_side
from tilewright.model.diagnostics import ModelError
from tilewright.model.document import Document
from tilewright.model.files import read
from tilewright.model.gallery import locate
from tilewright.runtime import Game, load
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.kernels.native import host_of_llvm, native_kernel
from tilewright.runtime.kernels.python import python_kernel
from tilewright.runtime.simulation import simulate

SUITED = (
    "breakthrough", "connect-four", "dark-hex", "einstein-wuerfelt-nicht", "gomoku", "goofspiel", "hex",
    "nim-three-players", "othello", "othello-two-moves", "peg-solitaire", "phantom-tic-tac-toe", "pig", "rolit",
    "tic-tac-toe", "y", "yavalath", "yavalath-three-players",
)  # fmt: skip
"""Games whose rules have no loops but floods. In some of them who is next depends on the move, or on a throw, and in
some sets of cells have two words or more.
"""

LARGER = on_larger_boards()

OTHERS = {
    "rules with loops": "checkers",
    "earlier positions count": "dodgem",
    "rules that branch much": "kuhn-poker",
    "a move in one of eight ways": "pentago",
}


@pytest.fixture(autouse=True, scope="module")
def _native() -> None:
    need("native")


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")


def printed(name: str, entry: str = "survey") -> str | None:
    """Return the text of an entry of a game that plays side by side."""
    document = named(name, "interpreter").document
    return side_by_side(parse(compile_game(document.game, document.places).source), entry)


def named(name: str, engine: str) -> Game:
    """Return a game of the gallery, or one on a larger board."""
    return game(LARGER[name], engine) if name in LARGER else load(locate(name), engine)


def board_of(side: int) -> Document:
    """Return Gomoku on a square board."""
    return game(resized("gomoku", f"board {side}x{side}"), "interpreter").document


def both(made: Callable[[], Game], patch: pytest.MonkeyPatch) -> tuple[Game, Game]:
    """Return a game that is played side by side, where that is possible, and one that is not."""
    found = []
    for lanes in (True, False):
        patch.setattr(host_of_llvm(), "has_wide_vectors", lanes)
        found.append(made())
        assert found[-1].engine.kernel.is_side_by_side is lanes
    return found[0], found[1]


@pytest.mark.parametrize("name", [*SUITED, *LARGER])
def test_each_game_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From anywhere, and whether the games fill the lanes or not; cut off after some plies or not."""
    one, other = both(lambda: named(name, "native"), monkeypatch)
    assert printed(name) is not None
    random = Random(name)
    state = other.initial_state()
    for _ in range(4):
        for games in (range(1), range(5, 4 + MANY), range(MANY), range(3, 4 + MANY), range(100, 102 + 5 * MANY)):
            seed, plies = random.getrandbits(40), random.choice((0, 1, 5, 1000))
            for entry in ("survey", "playouts"):
                rows = [
                    getattr(each.engine, entry)(state.position, games, seed, plies, Stop()) for each in (one, other)
                ]
                assert replace(rows[0], seconds=0) == replace(rows[1], seconds=0), (name, entry, games, seed, plies)
        for _ in range(random.randrange(1, 5)):
            state = state if state.is_over else state.play(random.choice(state.legal_moves))
    statistics = [replace(simulate(each, 3 * MANY + 1, seed=7), seconds=0) for each in (one, other)]
    assert statistics[0] == statistics[1]


def test_sets_of_many_words_are_not_in_lanes() -> None:
    """They would not be held in registers."""
    words = {side: parse(compile_game(each.game, each.places).source) for side in (22, 23) if (each := board_of(side))}
    assert [module.names.words for module in words.values()] == [WIDEST, WIDEST + 1]
    assert [side_by_side(module, "survey") is not None for module in words.values()] == [True, False]


@pytest.mark.parametrize("name", OTHERS.values(), ids=OTHERS)
def test_other_games_are_played_one_after_the_other(name: str) -> None:
    """The lanes would wait for each other."""
    assert printed(name) is None


@pytest.mark.parametrize(
    ("name", "lanes"),
    [
        ("tic-tac-toe", MANY),
        ("othello", FEW),
        ("gomoku", FEW),
        ("gomoku 19x19", FEWEST),
        ("pig", FEW),
        ("nim-three-players", FEWEST),
        ("goofspiel", FEWEST),
    ],
)
def test_fewer_lanes_where_a_game_has_many_variables(name: str, lanes: int) -> None:
    assert f"%Lanes = type <{lanes} x i64>" in (printed(name) or "")


def test_the_stack_begins_with_a_line_of_the_cache() -> None:
    """LLVM does not see to that by itself where it keeps vectors there only because it runs out of registers."""
    heads = re.findall(r"^define i64 .*", printed("pig") or "", re.MULTILINE)
    assert ["alignstack(64)" in head for head in heads if "kernel.survey" in head] == [True]


def test_only_entries_that_play_games() -> None:
    assert printed("tic-tac-toe", "playouts") is not None
    assert printed("tic-tac-toe", "count") is None


FAILS = """game Fails {
  players X, O
  board 4x4
  pieces Man:X/O
  counter men 0..9
  place Put = empty
  effect = set own Man -> men += 1
}"""


def test_rules_that_fail_in_one_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is that of the first game that has one, with the moves that lead there."""
    text = FAILS.replace("men += 1", "if has { at corner } { men += 1 -> if men == 2 { win } } else { men += 3 }")
    text = text.replace("  place", "  region corner = cells a1 a4 d1 d4\n  place")
    told = []
    for each in both(lambda: game(text, "native"), monkeypatch):
        with pytest.raises(ModelError) as error:
            simulate(each, 200, seed=3)
        told.append((str(error.value), error.value.occasion))
    assert told[0] == told[1]
    assert "men" in told[0][0] and told[0][1]


def test_a_stop_ends_all_lanes() -> None:
    document = read(locate("othello"))
    program = compile_game(document.root, document.places)
    kernel = native_kernel(program.source, lanes=True)
    control, record, out = kernel.array(1), kernel.array(program.layout.size), kernel.array(400)
    control[0] = 1
    assert kernel.call("playouts", record, kernel.array(1), 0, 20, 0, 1, 100, out, kernel.array(1), 1, control) == 0
    assert not any(out)


def test_what_was_played_before_a_stop_is_whole() -> None:
    """All games with lower numbers than the result are over, though each lane is at another one."""
    begun = load(locate("othello"), "interpreter")
    program = compile_game(begun.document.root, begun.document.places)
    start = begun.initial_state().position

    def played(lanes: bool, games: int, seconds: float | None) -> list[int]:
        kernel = native_kernel(program.source, lanes=lanes)
        kernel.compile("playouts")
        control, out = kernel.array(1), kernel.array(2 * games)
        if seconds is not None:
            Timer(seconds, control.__setitem__, (0, 1)).start()
        record, none = kernel.array(program.layout.size), kernel.array(1)
        record[:] = program.layout.pack(start.boards, start.marks, start.counters, start.phase, start.player)
        done = kernel.call("playouts", record, none, 0, games, 0, 1, 100, out, none, 1, control)
        return list(out[: 2 * done])

    most = 400_000
    stopped = next(ends for _ in range(50) if 0 < len(ends := played(True, most, 0.005)) < 2 * most)
    assert len(set(stopped[1::2])) > 5, "the games have several lengths"
    assert stopped == played(False, len(stopped) // 2, None)


@pytest.mark.parametrize("name", SUITED)
@pytest.mark.parametrize("entry", ENTRIES)
def test_games_begin_while_others_go_on(name: str, entry: str) -> None:
    """Both loops of an entry are found, and at each turn the rules of one player."""
    document = read(locate(name))
    games = Games.of(parse(compile_game(document.root, document.places).source), entry, MOVER)
    assert games is not None
    for mover in (name for turn in games.turns for name in turn.condition.names):
        assert MOVER in mover and mover in assigned(games.before) and mover in assigned(games.plies.body)
    for turn in games.turns:
        assert sum(name.startswith("step_") for name in reads(turn.body)) == 1
    assert not any(isinstance(each, While) for each in (*games.before, *games.after))


GUARDED = """WORDS = 1
t_values = (5, -6, 7, 8)

def playouts(a_in, a_out, games, a_ctl):
    i = 0
    while i < games and a_ctl[0] == 0:
        n = a_in[i]
        a_out[4 * i] = t_values[n] if n >= 0 and n < 4 else -1
        a_out[4 * i + 1] = 1 if n >= 0 and n < 4 and t_values[n] > 6 else 0
        a_out[4 * i + 2] = 1 if n < 0 or n > 3 or a_in[n] == 2 else 0
        a_out[4 * i + 3] = 100 // n if n else 0 - 1
        i = i + 1
    return i
"""


def test_what_a_condition_guards_is_not_read() -> None:
    """The others are lanes, too, whose places in memory are nowhere."""
    check(GUARDED)
    numbers = [0, 1 << 40, 3, 1 << 60, 2, 5000000, 1, 1 << 50, 2, 1 << 33, 0, 3, 1]
    found = []
    for kernel in (python_kernel(GUARDED), native_kernel(GUARDED, lanes=True)):
        handed, out = kernel.array(len(numbers)), kernel.array(4 * len(numbers))
        handed[:] = numbers
        assert kernel.call("playouts", handed, out, len(numbers), kernel.array(1)) == len(numbers)
        found.append(out[:])
    assert list(found[0]) == list(found[1])
    assert list(found[0][:8]) == [5, 0, 0, -1, -1, 0, 1, 0]


LOOP = """WORDS = 1
EDGE = 0x8000000000000001

def playouts(a_out, games, a_ctl):
    i = 0
    while i < games:
        n = i
        {line}
        a_out[i] = n
        i = i + 1
    return i
"""


@pytest.mark.parametrize(
    ("line", "depth"),
    [
        ("if n > 2:\n            break", 1000),
        ("n = 1" + " + n" * 300, 150),
        ("n = popc((EDGE << 63) & bit(63 - n))", 1000),
    ],
    ids=["a jump", "nested too deeply", "a number of more bits than a set"],
)
def test_what_lanes_cannot_print_is_played_one_after_the_other(line: str, depth: int) -> None:
    """The usual printer says what is wrong, if anything is."""
    module = check(LOOP.format(line=line))
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + depth)
    try:
        assert side_by_side(module, "playouts") is None
    finally:
        sys.setrecursionlimit(before)


# Random texts

GAMES = 2 * MANY + 3
"""Some lanes have nothing to do at the end."""

PLAYS = """

def playouts(a_in, a_out, games, a_ctl):
    a_x = [0] * {size}
    i = 0
    while i < games and a_ctl[0] == 0:
        {read}
        n = run(a_x, a_in[{words} * i + {size}], a_in[{words} * i + {size} + 1])
        {written}
        a_out[{words} * i + {size}] = n
        i = i + 1
    return i
"""


@patch("tilewright.generator.compiler.printers.lanes.BRANCHING", 0)
@patch("tilewright.generator.compiler.printers.lanes.CASES", 1 << 30)
@patch("tilewright.generator.compiler.printers.lanes.LONGEST", 1 << 30)
@given(seed=st.integers(0, 1 << 32), cells=st.sampled_from((1, 2, 3, WIDEST)))
def test_random_kernels(seed: int, cells: int) -> None:
    """Whatever a function without loops computes, lanes do, each from other numbers. *cells*: the words of a set."""
    random = Random(seed)
    author = Author(random, cells, loops=False)
    text, size = author.text(), author.size
    words = size + 2
    read = "\n        ".join(f"a_x[{n}] = a_in[{words} * i + {n}]" for n in range(size))
    written = "\n        ".join(f"a_out[{words} * i + {n}] = a_x[{n}]" for n in range(size))
    text += PLAYS.format(size=size, words=words, read=read, written=written)
    check(text)
    numbers = [random.getrandbits(random.choice((2, 20, 63))) for _ in range(words * GAMES)]
    for row in range(GAMES):
        bounds = random.choices((4, 70, Author.LIMIT), k=2)
        numbers[row * words + size : (row + 1) * words] = [random.randrange(-bound, bound) for bound in bounds]
    pdep = random.random() < 0.5
    assert side_by_side(parse(text), "playouts", pdep=pdep) is not None
    one, other = played((python_kernel(text), native_kernel(text, lanes=True, pdep=pdep)), numbers, words, GAMES)
    assert one == other
