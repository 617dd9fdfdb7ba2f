"""Turns with the same text but for some choices become one turn, where a turn may come again before the other does."""

from __future__ import annotations

import re
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.engines import need
from tests.support.random_kernels import Author, played
from tilewright.generator.compiler import compile_game
from tilewright.generator.compiler.kernel.language import Module, check, parse
from tilewright.generator.compiler.kernel.nodes import While
from tilewright.generator.compiler.kernel.rewriting import reads
from tilewright.generator.compiler.printers.flattening import Games
from tilewright.generator.compiler.printers.lanes import ENTRIES, MANY, MOVER
from tilewright.generator.compiler.printers.merging import with_merged_turns
from tilewright.generator.compiler.printers.succession import Succession, Unclear
from tilewright.model.files import read, read_text
from tilewright.model.gallery import locate
from tilewright.runtime.kernels.native import native_kernel
from tilewright.runtime.kernels.python import python_kernel

MODEL = """game Small {
  players X, O
  board 3x3
  pieces Man:X/O
  counter men per 0..9
  region corner = cells a1
  move Put = empty -> select -> RULE
  effect = no { goto all -> empty } -> draw
}"""
SMALL = {
    "set own Man": "0 1",
    "set own Man -> turn next": "0 1",
    "first { at corner -> set own Man -> turn same | set own Man }": "0_step_1",
    "first { at corner -> X to move -> set own Man -> turn same | set own Man }": "0 1",  # the texts have other shapes
}
"""What a move does, and the turns of a round."""


def loops(source: str, entry: str) -> tuple[Games, Module, Games]:
    """Return the loops of an entry, and the module and the loops with merged turns."""
    module = parse(source)
    games = Games.of(module, entry, MOVER)
    assert games is not None
    return games, *with_merged_turns(module, games)


def steps(games: Games) -> list[str]:
    """Return the functions by which the turns of a round play."""
    return [name for turn in games.turns for name in reads(turn.body) if name.startswith("step_")]


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("pig", "0 2 1 3 4", "0_step_1 2_step_3_step_4"),
        ("einstein-wuerfelt-nicht", "0 2 1 3 4", "0 2_step_3_step_4 1 2_step_3_step_4"),
        ("phantom-tic-tac-toe", "0 1", "0_step_1"),
        ("connect-four", "0 1", "0 1"),
        ("othello", "0 1", "0 1"),
        ("nim-three-players", "0 1 2", "0 1 2"),
    ],
)
def test_rounds_of_the_gallery(name: str, before: str, after: str, entry: str) -> None:
    """A turn that has been merged stands wherever one of its parts did, but not twice in succession."""
    document = read(locate(name))
    games, module, merged = loops(compile_game(document.root, document.places).source, entry)
    assert steps(games) == [f"step_{number}" for number in before.split()]
    assert steps(merged) == [f"step_{number}" for number in after.split()]
    assert (merged is games) is (before == after)
    assert merged.function.calls <= module.names.signatures.keys()
    for function in module.reachable(sorted(merged.function.calls)):  # all of them are well typed
        assert function.calls <= module.names.signatures.keys()


@pytest.mark.parametrize(("rule", "after"), SMALL.items())
def test_turns_of_small_games(rule: str, after: str) -> None:
    document = read_text(MODEL.replace("RULE", rule), "small.game")
    _, _, merged = loops(compile_game(document.root, document.places).source, "playouts")
    assert steps(merged) == [f"step_{number}" for number in after.split()]


FLOWS = {
    "return 1, 1, 0": {1},
    "if a_x[0]:\n        return 1, 0, 0\n    return 1, 1, 0": {0, 1},
    "return 0, 0, 1": set(),  # the game is over
    "e = 2 if a_x[0] else 3\n    return 0, 0, e": set(),
    "t = -1\n    if a_x[0]:\n        t = 1\n    return 1, 0 if t < 0 else t, 0": {0, 1},
    "return 1, a_x[0], 0": {None},
    "return other(1, a_x)": {1, 2},
    "t, n, m = other(2, a_x)\n    return t, m, 0": {0},
}
"""What a function does, and who may be to move where the game is not over."""

FLOW = """WORDS = 1

def other(n, a_x):
    if a_x[1]:
        n = 2
    return 1, n, 0

def step(a_x):
    {body}

def ply(p, a_x):
    e = 0
    while e == 0:
        t, p, e = step(a_x)
    return p
"""


@pytest.mark.parametrize(("body", "movers"), FLOWS.items())
def test_who_may_be_next(body: str, movers: set[int | None]) -> None:
    module = check(FLOW.format(body=body))
    loop = module.function("ply").body[1]
    assert isinstance(loop, While)
    assert Succession(module).after(loop.body, {"p": 0}, loop.condition, "p") == movers


@pytest.mark.parametrize(
    "body",
    [
        "i = 0\n    while i < 3:\n        i = i + 1\n    return 1, 0, 0",
        "".join(f"n{n} = 1 if a_x[{n}] else 2\n    " for n in range(20)) + "return 1, n0 + n19, 0",
    ],
    ids=["a loop", "too many paths"],
)
def test_who_is_next_is_not_clear(body: str) -> None:
    module = check(FLOW.format(body=body))
    loop = module.function("ply").body[1]
    assert isinstance(loop, While)
    with pytest.raises(Unclear):
        Succession(module).after(loop.body, {}, loop.condition, "p")


# Random texts

GAMES = 2 * MANY + 3

PLAYS = """

def playouts(a_in, a_out, games, a_ctl):
    a_x = [0] * {size}
    i = 0
    while i < games and a_ctl[0] == 0:
        {read}
        a = a_in[{words} * i + {size}]
        b = a_in[{words} * i + {size} + 1]
        p = b & 1
        n = 0
        while n < 4:
            if p == 0:
                a = run(a_x, a, b) & 0xffffffff
                p = 1 if a & 6 else 0
            else:
                a = run_1(a_x, a, b) & 0xffffffff
                p = 0 if a & 3 else 1
            n = n + 1
        {written}
        a_out[{words} * i + {size}] = a
        i = i + 1
    return i
"""


def other_text(text: str) -> str:
    """Return the functions of a text once more, with other names, where parameters and constants are others."""
    functions = text[text.index("def ") :]
    functions = re.sub(r"\b(f\d|run)\b", r"\1_1", functions)
    head, bodies = r"(def .*|    \w = load\(.*|    \w = a_x.*)", []
    for line in functions.splitlines():
        if not re.match(head, line):
            line = re.sub(r"\b[aA]\b", lambda found: {"a": "b", "A": "B"}[found[0]], line).replace("255", "254")
        bodies.append(line)
    return "\n".join(bodies) + "\n"


@patch("tilewright.generator.compiler.printers.lanes.BRANCHING", 0)
@patch("tilewright.generator.compiler.printers.merging.ADDED", 0)
@given(seed=st.integers(0, 1 << 32))
def test_random_kernels(seed: int) -> None:
    """Whatever two functions compute that differ in variables and constants, their common text does."""
    need("native")
    random = Random(seed)
    author = Author(random, 1, loops=False)
    text, size = author.text(), author.size
    words = size + 1
    read = "\n        ".join(f"a_x[{n}] = a_in[{words + 1} * i + {n}]" for n in range(size))
    written = "\n        ".join(f"a_out[{words} * i + {n}] = a_x[{n}]" for n in range(size))
    plays = PLAYS.replace("a_in[{words}", f"a_in[{words + 1}")
    text += other_text(text) + plays.format(size=size, words=words, read=read, written=written)
    check(text)
    numbers = [random.getrandbits(random.choice((2, 20, 63))) for _ in range((words + 1) * GAMES)]
    for row in range(GAMES):
        numbers[row * (words + 1) + size : (row + 1) * (words + 1)] = [random.getrandbits(30) for _ in range(2)]
    one, other = played((python_kernel(text), native_kernel(text, lanes=True)), numbers, words, GAMES)
    assert one == other
