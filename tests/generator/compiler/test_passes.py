"""The passes of the compiler: what each makes of small texts, and that none changes what a game plays."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.drawn_games import ONCE_WRONG
from tests.support.kernel_texts import statements
from tests.support.thinning import thinned
from tilewright.generator.compiler import compile_game
from tilewright.generator.compiler.driver import FORM, PROGRAM, Compiling, stage_names, stages
from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.language import check
from tilewright.generator.compiler.kernel.reaching import reaching
from tilewright.generator.compiler.passes.program.meter import meter
from tilewright.generator.compiler.passes.rewriting import FormPass, ProgramPass
from tilewright.generator.compiler.printers.python import constant_text
from tilewright.generator.compiler.rules import ir
from tilewright.model.files import read, read_text
from tilewright.model.gallery import locate
from tilewright.model.places import Nowhere
from tilewright.runtime import Game, load
from tilewright.runtime.kernels.python import python_kernel

MODEL = """game Case {
  players X, O
  board 3x1
  pieces Man:M/m
  tile Throne:T empty
  directions east = (1,0)
  region left = column 0
  region middle = column 1
  mark here
  phases one, two
  setup { "MT." }
  move Rule = RULE
}"""
"""States: 0 nothing, 1 a man of X, 2 a man of O; on the throne, which is the middle cell, 3, 4, 5."""

SAME = "same"

ON_FORM = {
    "drop_idle_tests": [
        ("any -> select", "select mark=None record=True"),
        ("own -> any -> select", "keep patterns=([{1 4}&0x7]) whole=False\nselect mark=None record=True"),
        ("[own and any]", "keep patterns=([{1 4}&0x7]) whole=False"),
        ("has { any }", "guard negate=False per_cell=False\n  as 0:"),
        ("any or off @(1,0) -> select", "select mark=None record=True"),
        ("any @(1,0)", SAME),
        ("any at left", SAME),
        ("any at here", SAME),
        ("any !at here", SAME),
    ],
    "narrow_patterns": [
        ("empty at middle", "keep patterns=([{3}&0x2]) whole=False"),
        ("Throne at left", "keep patterns=([]) whole=False"),
        ("own or Throne at left", "keep patterns=([{1 4}&0x7]) whole=False"),
        ("step east * through empty at left", "step ways=(+1) least=1 most=-1 through=[{0}&0x1]"),
        ("own", SAME),
    ],
    "resolve_transforms": [
        ("goto all -> shift FlipColumns", "combine how=Replace mask=7 mark=None\nshift way={0>2 1>1 2>0} transform=None surely=True"),
        ("goto left -> add middle -> option \"go\" -> shift FlipColumns", "combine how=Replace mask=1 mark=None\ncombine how=Union mask=2 mark=None\noption label=0\nshift way={0>1 1>0} transform=None surely=True"),
        ("goto all -> shift Rotate270 -> shift FlipColumns", "combine how=Replace mask=7 mark=None\nshift way=-2 transform=None surely=True\nshift way=+0 transform=None surely=True"),
        ("goto all -> own -> shift FlipColumns", SAME),
        ("along east -> goto all -> bend east -> shift FlipColumns", SAME),
        ("own -> goto here -> shift FlipColumns", SAME),
        ("goto all -> shift east", SAME),
    ],
    "decide_choices": [
        ("own -> select -> choose { Man -> set own Man | empty -> set enemy Man }", "keep patterns=([{1 4}&0x7]) whole=False\nselect mark=None record=True\nchoice mode=First\n  as 0:\n    keep patterns=([{1 2 4 5}&0x7]) whole=False\n    setstate targets=((0 1) (2 1) (3 4) (5 4))\n  as 0:\n    keep patterns=([{0 3}&0x7]) whole=False\n    setstate targets=((0 2) (1 2) (3 5) (4 5))"),
        ("own -> select -> choose { at middle -> mark here | !at middle -> set enemy Man }", "keep patterns=([{1 4}&0x7]) whole=False\nselect mark=None record=True\nchoice mode=First\n  as 0:\n    combine how=Intersect mask=2 mark=None\n    mark mark=0 how=Replace\n  as 0:\n    combine how=Minus mask=2 mark=None\n    setstate targets=((0 2) (1 2) (3 5) (4 5))"),
        ("own -> select here -> choose { at here -> option \"a\" -> set enemy Man | !at here -> option \"b\" }", "keep patterns=([{1 4}&0x7]) whole=False\nselect mark=0 record=True\nchoice mode=First\n  as 0:\n    combine how=Intersect mask=None mark=0\n    option label=0\n    setstate targets=((0 2) (1 2) (3 5) (4 5))\n  as 0:\n    combine how=Minus mask=None mark=0\n    option label=1"),
        ("own -> select -> choose { has { step east } -> set enemy Man | no { step east } -> phase two }", "keep patterns=([{1 4}&0x7]) whole=False\nselect mark=None record=True\nchoice mode=First\n  as 0:\n    guard negate=False per_cell=False\n      as 0:\n        step ways=(+1) least=1 most=1 through=None\n    setstate targets=((0 2) (1 2) (3 5) (4 5))\n  as 0:\n    guard negate=True per_cell=False\n      as 0:\n        step ways=(+1) least=1 most=1 through=None\n    setphase phase=1"),
        ("own -> choose { if count { goto all -> enemy } < 1 -> set enemy Man | if count { goto all -> enemy } == 1 -> phase two | if count { goto all -> enemy } > 1 -> mark here } -> select", "keep patterns=([{1 4}&0x7]) whole=False\nchoice mode=First\n  as 0:\n    compare relation=< right=int[1]\n      as 0:\n        combine how=Replace mask=7 mark=None\n        keep patterns=([{2 5}&0x7]) whole=False\n    setstate targets=((0 2) (1 2) (3 5) (4 5))\n  as 0:\n    compare relation=== right=int[1]\n      as 0:\n        combine how=Replace mask=7 mark=None\n        keep patterns=([{2 5}&0x7]) whole=False\n    setphase phase=1\n  as 0:\n    compare relation=> right=int[1]\n      as 0:\n        combine how=Replace mask=7 mark=None\n        keep patterns=([{2 5}&0x7]) whole=False\n    mark mark=0 how=Replace\nselect mark=None record=True"),
        ("own -> choose { if count { goto all -> enemy } <= count { goto all -> own } -> set enemy Man | if count { goto all -> enemy } > count { goto all -> own } -> phase two }", "keep patterns=([{1 4}&0x7]) whole=False\nchoice mode=First\n  as 0:\n    compare relation=<=\n      as 0:\n        combine how=Replace mask=7 mark=None\n        keep patterns=([{2 5}&0x7]) whole=False\n      as 0:\n        combine how=Replace mask=7 mark=None\n        keep patterns=([{1 4}&0x7]) whole=False\n    setstate targets=((0 2) (1 2) (3 5) (4 5))\n  as 0:\n    compare relation=>\n      as 0:\n        combine how=Replace mask=7 mark=None\n        keep patterns=([{2 5}&0x7]) whole=False\n      as 0:\n        combine how=Replace mask=7 mark=None\n        keep patterns=([{1 4}&0x7]) whole=False\n    setphase phase=1"),
        ("own -> select -> choose { at middle -> choose { own -> set enemy Man | enemy -> mark here } | at left -> step east }", "keep patterns=([{1 4}&0x7]) whole=False\nselect mark=None record=True\nchoice mode=First\n  as 0:\n    combine how=Intersect mask=2 mark=None\n    choice mode=First\n      as 0:\n        keep patterns=([{1 4}&0x7]) whole=False\n        setstate targets=((0 2) (1 2) (3 5) (4 5))\n      as 0:\n        keep patterns=([{2 5}&0x7]) whole=False\n        mark mark=0 how=Replace\n  as 0:\n    combine how=Intersect mask=1 mark=None\n    step ways=(+1) least=1 most=1 through=None"),
        ("own -> choose { at middle -> set enemy Man | !at middle -> mark here }", SAME),
        ("own -> select -> choose { at middle -> step east | !at middle -> step east }", SAME),
        ("own -> select -> choose { at middle -> set enemy Man | at here -> mark here }", SAME),
        ("own -> select -> choose { if count { goto all -> enemy } < 2 -> set enemy Man | if count { goto all -> enemy } > 0 -> phase two }", SAME),
        ("own -> choose { if count < 2 -> set enemy Man | if count >= 2 -> phase two }", SAME),
        ("own -> select -> choose { mark here -> at here -> set enemy Man | !at here -> phase two }", SAME),
        ("own -> select -> choose { at middle -> select -> set enemy Man | !at middle -> mark here }", SAME),
        ("own -> select -> step east -> choose { at middle -> set enemy Man | !at middle -> mark here }", SAME),
        ("own -> select -> choose { own @(1,0) -> set enemy Man | enemy @(1,0) -> mark here }", SAME),
    ],
    "drop_repeated_moves": [
        ("own -> select here -> step east -> select -> move here\n  move Other = own -> select here -> goto all -> select -> move here", "keep patterns=([{1 4}&0x7]) whole=False\nselect mark=0 record=True\nstep ways=(+1) least=1 most=1 through=None\nselect mark=None record=True\nmove source=0 swap=False\n\nkeep patterns=([{1 4}&0x7]) whole=False\nselect mark=0 record=True\ncombine how=Replace mask=7 mark=None\ndrop\n  as 0:\n    combine how=Replace mask=None mark=None\n    step ways=(+1) least=1 most=1 through=None\nselect mark=None record=True\nmove source=0 swap=False"),
        ("own at left -> select -> step east -> select\n  move Other = own -> select -> step east -> select", "keep patterns=([{1 4}&0x1]) whole=False\nselect mark=None record=True\nstep ways=(+1) least=1 most=1 through=None\nselect mark=None record=True\n\nkeep patterns=([{1 4}&0x7]) whole=False\ndrop\n  as 0:\n    combine how=Replace mask=7 mark=None\n    keep patterns=([{1 4}&0x1]) whole=False\nselect mark=None record=True\nstep ways=(+1) least=1 most=1 through=None\nselect mark=None record=True"),
        ("empty -> select\n  move Other = empty at left -> select", "keep patterns=([{0 3}&0x7]) whole=False\nselect mark=None record=True\n\nkeep patterns=([{0 3}&0x1]) whole=False\ndrop\n  as 0:\n    combine how=Replace mask=7 mark=None\n    keep patterns=([{0 3}&0x7]) whole=False\nselect mark=None record=True"),
        ("empty -> select\n  move Other = own -> select", SAME),
        ("empty -> select -> set own Man\n  move Other = empty at left -> select", SAME),
        ("own -> mark here -> empty at here -> select\n  move Other = empty at left -> select", SAME),
        ("own -> select -> along east -> step -> select\n  move Other = own -> select -> goto all -> select", SAME),
        ("own at here -> select here -> step east -> select\n  move Other = own -> select here -> goto all -> select", SAME),
        ("any at here\n  move Early in one = empty -> select\n  move Late = empty at left -> select", SAME),
        ("any at here\n  move Early in one = empty -> select\n  move Late in two, one = empty at left -> select", SAME),
        ("any at here\n  move Early in one = empty -> select\n  move Late in one = empty at left -> select", "keep patterns=([{0 1 2 3 4 5}&0x7 in mark 0]) whole=False\n\nkeep patterns=([{0 3}&0x7]) whole=False\nselect mark=None record=True\n\nkeep patterns=([{0 3}&0x1]) whole=False\ndrop\n  as 0:\n    combine how=Replace mask=7 mark=None\n    keep patterns=([{0 3}&0x7]) whole=False\nselect mark=None record=True"),
    ],
}  # fmt: skip
"""For each pass on the form rules and what it makes of them."""

ON_PROGRAM = {
    "fold_constants": [
        ("def f(a):\n    if 0 >= 150 or a:\n        return 1 if 1 == 0 else 2\n    return a", "def f(a):\n    if a:\n        return 2\n    return a"),
        ("def f(a):\n    if 1:\n        a = a + 1\n    else:\n        a = 0\n    return a", "def f(a):\n    a = a + 1\n    return a"),
        ("def f(a):\n    if a:\n        a = 5\n    elif 0:\n        a = 6\n    return a", "def f(a):\n    if a:\n        a = 5\n    return a"),
        ("def f(A):\n    A = (A if 3 <= 2 else 0x1f) & A\n    return A", "def f(A):\n    A = 0x1f & A\n    return A"),
        ("def f(A):\n    return popc(A | (A << 1 if 1 else 0))", "def f(A):\n    return popc(A | (A << 1))"),
        ("def f(A, n):\n    if A and (1 >= 64 or 1 <= -64):\n        return 0\n    return n", "def f(A, n):\n    return n"),
        ("def f(A, n):\n    if n == 2 and 1 and A:\n        return 0\n    return n", "def f(A, n):\n    if n == 2 and A:\n        return 0\n    return n"),
        ("def f(a):\n    while 0:\n        a = g(a)\n    while 1:\n        return a", "def f(a):\n    while 1:\n        return a"),
        ("def f(a):\n    if not 0:\n        return g(1)\n    return a", "def f(a):\n    return g(1)\n    return a"),
        ("def f(a):\n    if g(a) and 0:\n        return 1\n    return 0 - 1", SAME),
        ("def f(a):\n    if a + 1 == 2 or a == 1 + 1:\n        return 1\n    return a & 1 == 1", SAME),
        ("def f(a):\n    return a_x[1] > 2", SAME),
    ],
    "drop_after_return": [
        ("def f(a):\n    if a:\n        return 1\n    else:\n        return 0\n    a = 2\n    return a", "def f(a):\n    if a:\n        return 1\n    else:\n        return 0"),
        ("def f(a):\n    while a:\n        break\n        a = a - 1\n    return a", "def f(a):\n    while a:\n        break\n    return a"),
        ("def f(a):\n    if a:\n        return 1\n        return 2\n    return 0\n    return 3", "def f(a):\n    if a:\n        return 1\n    return 0"),
        ("def f(a):\n    while 1:\n        return 0\n    return 1", SAME),
    ],
    "eliminate_dead_code": [
        ("def f(B):\n    T1 = B << 8\n    n = popc(B)\n    return n", "def f(B):\n    n = popc(B)\n    return n"),
        ("def f(B):\n    T1 = B << 8\n    T2 = T1 | B\n    return 0", "def f(B):\n    return 0"),
        ("def f(B):\n    if B:\n        n = 1\n    else:\n        a_err[0] = 1\n    return 0", "def f(B):\n    if not (B):\n        a_err[0] = 1\n    return 0"),
        ("def f(B):\n    while B:\n        n = 1\n    return 0", "def f(B):\n    return 0"),
        ("def f(B):\n    n, m = g(B)\n    return m", SAME),
        ("def f(B, h):\n    n = 0\n    while n < h:\n        n = n + 1\n    return popc(B)", "def f(B, h):\n    return popc(B)"),
        ("def f(B, h):\n    n = 0\n    while n < h:\n        n = n + 1\n    return n", SAME),
    ],
    "coalesce_copies": [
        ("def perft(n):\n    if n:\n        n1 = n + 1\n        n2 = n1\n    else:\n        n2 = n\n    return n2", "def perft(n):\n    if n:\n        n = n + 1\n    return n"),
        ("def perft(n):\n    n1 = n\n    n1 = n1 + 1\n    return n1 * n", SAME),
        ("def perft(n):\n    n1 = n\n    n2 = n\n    return n1 * n2 + n", "def perft(n):\n    return n * n + n"),
        ("def perft(n, m):\n    n1 = n\n    n = m\n    m = n1\n    return n - m", SAME),
        ("def perft(n):\n    n1 = n\n    while n1:\n        n1 = n1 - 1\n    return n1", SAME),
        ("def perft(n):\n    n1 = n + 1\n    n2 = n1\n    while n2:\n        n2 = n2 - 1\n    return n2", "def perft(n):\n    n1 = n + 1\n    while n1:\n        n1 = n1 - 1\n    return n1"),
        ("def perft(n):\n    n1 = n + 1\n    n2 = n1\n    while n2:\n        n2 = n2 - n1\n    return n2", SAME),
        ("def perft(n):\n    n1 = 0\n    while n:\n        n2 = n1\n        if n == 3:\n            break\n        n1 = n\n        n = n - n2\n    return n1 + n2", SAME),
        ("def perft(n):\n    T1 = n\n    return n", SAME),
    ],
    "convert_ifs": [
        ("def perft(n):\n    if n == 1:\n        m = 2\n    else:\n        m = n\n    return m", "def perft(n):\n    m = 2 if n == 1 else n\n    return m"),
        ("def perft(n):\n    if n == 1:\n        m = n + 1\n    else:\n        m = n\n    return m", SAME),
        ("def perft(n):\n    if n:\n        m = 2\n    else:\n        k = n\n    return m", SAME),
    ],
    "drop_unreferenced": [
        ("T_A = (1, 2)\n\n\nT_B = (3, 4)\n\n\ndef f(n):\n    return T_A[n]\n\n\ndef g(n):\n    return T_B[n]\n\n\ndef perft(n):\n    return f(n)", "T_A = (1, 2)\n\n\ndef f(n):\n    return T_A[n]\n\n\ndef perft(n):\n    return f(n)"),
    ],
    "fold_identical_functions": [
        ("def f(n):\n    return n + 1\n\n\ndef g(n):\n    return n + 1\n\n\ndef h(n):\n    return f(n)\n\n\ndef i(n):\n    return g(n)\n\n\ndef perft(n):\n    return h(n) + i(n)", "def f(n):\n    return n + 1\n\n\ndef h(n):\n    return f(n)\n\n\ndef perft(n):\n    return h(n) + h(n)"),
        ("def f(n):\n    return n + 1\n\n\ndef g(m):\n    return m + 1\n\n\ndef perft(n):\n    return f(n) + g(n)", "def f(n):\n    return n + 1\n\n\ndef perft(n):\n    return f(n) + f(n)"),
        ("def f(A):\n    return A\n\n\ndef g(a):\n    return a\n\n\ndef perft(n):\n    return popc(f(1)) + g(n)", SAME),
        ("def f(n, m):\n    return n - m\n\n\ndef g(m, n):\n    return n - m\n\n\ndef perft(n):\n    return f(n, 1) + g(n, 1)", SAME),
        ("def perft(n):\n    return n\n\n\ndef count(n):\n    return n", SAME),
        ("def f(n):\n    if n:\n        return g(n - 1)\n    return 1\n\n\ndef g(m):\n    return f(m)\n\n\ndef h(n):\n    if n:\n        return i(n - 1)\n    return 1\n\n\ndef i(m):\n    return h(m)\n\n\ndef perft(n):\n    return f(n) + h(n)", "def f(n):\n    if n:\n        return g(n - 1)\n    return 1\n\n\ndef g(m):\n    return f(m)\n\n\ndef perft(n):\n    return f(n) + f(n)"),
        ("def f(n):\n    if n:\n        return g(n - 1)\n    return 1\n\n\ndef g(m):\n    return f(m)\n\n\ndef h(n):\n    if n:\n        return i(n - 1)\n    return 2\n\n\ndef i(m):\n    return h(m)\n\n\ndef perft(n):\n    return f(n) + h(n)", SAME),
    ],
    "meter": [
        ("def perft(n):\n    a_err = [0] * 4\n    while n:\n        n = n - f(n)\n    return n\ndef f(n):\n    while n:\n        n = n - 1\n    return n", "def perft(n):\n    a_err = [0] * 4\n    while n:\n        n = n - f(n)\n        spend(a_err, 19)\n    return n\ndef f(n):\n    while n:\n        n = n - 1\n    return n"),
        ("def perft(n):\n    a_err = [0] * 4\n    return f(n)\ndef f(n):\n    if n:\n        return f(n - 1)\n    return 1", "def perft(n):\n    a_err = [0] * 4\n    return f(n, a_err)\ndef f(n, a_err):\n    spend(a_err, 3)\n    if n:\n        return f(n - 1, a_err)\n    return 1"),
        ("def perft(n):\n    a_err = [0] * 4\n    while n:\n        while n:\n            n = n - 1\n            if n == 9:\n                continue\n        while n:\n            while n:\n                n = n - 1\n    return n", "def perft(n):\n    a_err = [0] * 4\n    while n:\n        while n:\n            n = n - 1\n            if n == 9:\n                continue\n        while n:\n            while n:\n                n = n - 1\n            spend(a_err, 17)\n        spend(a_err, 50)\n    return n"),
        ("def perft(n):\n    a_err = [0] * 4\n    while n:\n        if n == 9:\n            continue\n        while n:\n            n = n - 1\n    return n", "def perft(n):\n    a_err = [0] * 4\n    while n:\n        spend(a_err, 19)\n        if n == 9:\n            continue\n        while n:\n            n = n - 1\n    return n"),
        ("def key(n):\n    while n:\n        while n:\n            n = n - 1\n    return n", SAME),
    ],
}  # fmt: skip
"""For each pass on the program texts of programs and what it makes of them."""

PASSES: tuple[FormPass | ProgramPass, ...] = (*FORM, *PROGRAM)

GAMES = [
    locate("tic-tac-toe"),
    locate("checkers"),
    *thinned(ONCE_WRONG),
]


def cases(table: dict[str, list[tuple[str, str]]]) -> Iterable[object]:
    for name, rows in table.items():
        for before, after in rows:
            yield pytest.param(name, before, after, id=f"{name}: {before[:60]!r}")


def chains(rules: ir.Rules) -> str:
    return "\n\n".join(str(rule.chain) for rule in rules.groups[0].rules)


@pytest.mark.parametrize(("name", "rule", "after"), list(cases(ON_FORM)))
def test_what_passes_make_of_rules(name: str, rule: str, after: str) -> None:
    compiling = Compiling(read_text(MODEL.replace("RULE", rule), "case.game").root, Nowhere(), (), ())
    change = next(change for change in FORM if change.__name__ == name)
    before = compiling.rules[0]
    changed = change(before, compiling.constants)
    assert chains(changed) == (chains(before) if after == SAME else after)
    assert change(changed, compiling.constants) == changed


@pytest.mark.parametrize(("name", "before", "after"), list(cases(ON_PROGRAM)))
def test_what_passes_make_of_programs(name: str, before: str, after: str) -> None:
    change = next(change for change in PROGRAM if change.__name__ == name)
    changed = change(program(before))
    assert shown(changed) == shown(program(before if after == SAME else after))
    assert shown(change(changed)) == shown(changed)


def test_loops_in_loops_count_where_sets_are_large_or_steps_are_many() -> None:
    text = "def perft(n):\n    a_err = [0] * 4\n    while n:\n        while n & 3:\n            n = n - 1\n        n = n - 1\n    return n"
    assert "spend(" not in shown(meter(program(text, 4)))
    assert "spend(" in shown(meter(program(text, 5)))
    assert "spend(" in shown(meter(program(text.replace("n = n - 1", "n = n - 1\n" + "        n = n + 0\n" * 900), 4)))


def test_a_function_that_counts_itself_is_one_step_of_a_loop_that_calls_it() -> None:
    text = "def perft(n):\n    a_err = [0] * 4\n    while n:\n        while n & 3:\n            n = f(n)\n        n = n - 1\n    return n\n"
    long = "def f(n):\n" + "    n = n + 0\n" * 2048 + "    return n - 1"
    counted = shown(meter(program(text + long, 4))).partition("def f(")
    assert "spend(" not in counted[0] and "charge(a_err, 2049)" in counted[2]
    shorter = long.replace("    n = n + 0\n", "", 1848)
    assert "spend(" in shown(meter(program(text + shorter, 4))).partition("def f(")[0]


def test_what_ends_soon_in_any_case_adds_up_its_steps_and_leaves_it_to_others_to_look_at_them() -> None:
    text = (
        "def perft(n):\n    a_err = [0] * 4\n    return f(n)\n"
        "def f(n):\n    while n:\n        while n & 3:\n            n = n - 1\n        n = n - 1\n    return n"
    )
    assert [line for line in shown(meter(program(text, 5))).splitlines() if "a_err," in line] == [
        "        charge(a_err, 18)"
    ]
    deeper = text.replace("while n & 3:\n", "while n & 3:\n            while n & 3:\n                n = n - 1\n")
    assert "charge(" not in shown(meter(program(deeper, 5)))
    assert "spend(" in shown(meter(program(deeper, 5)))
    cells = (
        "def perft(n):\n    a_err = [0] * 4\n    return f(n, bit(n))\n"
        "def f(n, T0):\n    while n:\n        T1 = T0\n        while n & 3:\n            T1 = T1 & (T1 - 1)\n            T2 = T0\n"
        "            while T2:\n                T2 = T2 & (T2 - 1)\n            n = n - 1\n        n = n - 1\n    return n"
    )
    assert "charge(" in shown(meter(program(cells, 5)))
    assert "spend(" not in shown(meter(program(cells, 5)))


def test_every_pass_has_cases() -> None:
    assert list(ON_FORM) == [change.__name__ for change in FORM]
    assert list(ON_PROGRAM) == sorted(ON_PROGRAM, key=[change.__name__ for change in PROGRAM].index)
    assert set(ON_PROGRAM) == {change.__name__ for change in PROGRAM}


@pytest.mark.parametrize("change", PASSES, ids=lambda change: change.__name__)
def test_every_pass_stands_in_a_file_of_its_name_with_a_picture(change: FormPass | ProgramPass) -> None:
    module = __import__(change.__module__, fromlist=["__doc__"])
    assert change.__module__.rpartition(".")[2] == change.__name__
    assert "\n    before   " in module.__doc__ and " after   " in module.__doc__


@pytest.mark.parametrize("file", GAMES)
def test_no_pass_changes_what_a_game_plays(file: Path) -> None:
    loaded = load(str(file), "interpreter")
    emitted = compiled(loaded)
    plain, rules, module = play(loaded, emitted), emitted.rules, emitted.module
    assert module is not None
    text = emitted.text
    for on_form in FORM:
        changed = tuple(on_form(each, emitted.constants) for each in rules)
        assert changed == rules or play(loaded, compiled(loaded, (on_form,))) == plain, on_form.__name__
    for on_program in PROGRAM:
        emitted.module = on_program(module)
        assert emitted.text == text or play(loaded, emitted) == plain, on_program.__name__
    emitted.module = module
    assert emitted.text == text, "no pass changes the program that it is given"
    assert play(loaded, compiled(loaded, FORM, PROGRAM)) == plain


@pytest.mark.parametrize("name", ["tic-tac-toe", "checkers", "kalah"])
def test_every_stage_has_a_name_and_a_text(name: str) -> None:
    document = read(locate(name))
    found = stages(document.root, document.places, stage_names())
    assert tuple(found) == stage_names()
    assert found["ir"].startswith("player 0\n  move ")
    assert found["source"] == found[PROGRAM[-1].__name__] == compile_game(document.root, document.places).source
    for stage in ("emitted", *(change.__name__ for change in PROGRAM)):
        check(found[stage])
    lengths = [found[change.__name__].count("\n") for change in PROGRAM if change is not meter]
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] < found["emitted"].count("\n")


@pytest.mark.parametrize("name", ["ir", "narrow_patterns", "emitted", "fold_constants", "source"])
def test_the_command_prints_every_stage(name: str) -> None:
    document = read(locate("tic-tac-toe"))
    printed = run("generate", "engine", "tic-tac-toe", "--print", name)
    assert printed.exit_code == 0
    assert printed.stdout == stages(document.root, document.places, {name})[name]


def test_only_the_stages_that_are_wanted_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of a game may be so long that all texts together would take more than the time to compile it."""
    document, written, text = read(locate("tic-tac-toe")), [], Compiling.text

    def counted(self: Compiling) -> str:
        written.append(text.__get__(self))
        return written[-1]

    monkeypatch.setattr(Compiling, "text", property(counted))
    found = stages(document.root, document.places, {"source"})
    assert written == [found["source"]]
    assert [*stages(document.root, document.places, {"ir", "narrow_patterns"})] == ["ir", "narrow_patterns"]
    assert len(written) == 3


def test_the_command_lists_all_stages_if_there_is_no_such_one() -> None:
    refused = run("generate", "engine", "tic-tac-toe", "--print", "nothing")
    assert refused.exit_code == 2
    told = "".join(refused.stderr.split())
    assert all(name in told for name in (*stage_names(), "llvm"))


def compiled(loaded: Game, form: tuple[FormPass, ...] = (), passes: tuple[ProgramPass, ...] = ()) -> Compiling:
    """Return a game that has been compiled with some passes."""
    compiling = Compiling(loaded.document.game, loaded.document.places, form, passes)
    assert [*compiling.stages()]
    return compiling


def play(loaded: Game, made: Compiling) -> list[list[int]]:
    """Return what a program lists, and its numbers of moves and of leaves, in the positions of one random game."""
    kernel, layout, start = python_kernel(made.text), made.layout, loaded.engine.initial()
    size, generator = 1 << 14, random.Random(5)
    record, history, out, work = kernel.array(layout.size), kernel.array(99), kernel.array(size), kernel.array(9)
    record[:] = layout.pack(start.boards, start.marks, start.counters, start.phase, start.player)
    found: list[list[int]] = []
    for ply in range(12):
        moves = kernel.call("moves", record, history, ply, out, size)
        numbers = [kernel.call("count", record, history, ply, work, 9), moves]
        numbers.append(kernel.call("perft", record, history, ply, 2, work, 9, kernel.array(1)))
        places = [layout.size]
        for _ in range(moves):
            places.append(places[-1] + 1 + out[places[-1]] + layout.size)
        found.append([*numbers, *out[: places[-1]]])
        if moves <= 0:
            break
        history[ply] = kernel.call("key", record)
        end = places[1 + generator.randrange(moves)]
        record[:] = out[end - layout.size : end]
    return found


def program(text: str, words: int = 8) -> Module:
    """Return the program of a text, for sets of so many words."""
    module = Module(words)
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef():
                parameters = tuple(argument.arg for argument in node.args.args)
                body = [line for part in node.body for line in statements(ast.unparse(part))]
                module.define(Function(node.name, parameters, body))
            case ast.Assign(targets=[ast.Name(id=name)]):
                module.constants[name] = ast.literal_eval(node.value)
    return module


def shown(module: Module) -> str:
    """Return the text of a program, without its head."""
    constants = [f"{name} = {constant_text(value)}" for name, value in module.constants.items()]
    return "\n\n\n".join([*constants, *("\n".join(function.lines()) for function in module.functions.values())])


@pytest.mark.parametrize(("ends", "found"), [("d", "abcd"), ("b", "ab"), ("", ""), ("e", "e"), ("ad", "abcd")])
def test_what_reaches_some_ends(ends: str, found: str) -> None:
    assert reaching(ends, {"a": "b", "b": "cb", "c": "d", "d": "", "e": "e"}) == set(found)


def test_what_follows_a_choice_is_written_once() -> None:
    """Each die more adds to a program, and does not multiply it; so does each choice of two, and each end of the game."""

    def lines(rule: str) -> int:
        text = f"game G {{\nplayers A, B\nboard 2x2\npieces Man:M\ncounter a, b, c, d 0..6\nmove M = {rule}\n}}"
        document = read_text(text, "g.game")
        return compile_game(document.root, document.places).source.count("\n")

    ends = "first { if a == 1 -> win | if b == 2 -> first { if c > 3 -> lose | if c == 1 -> draw | any } | any }"
    dice = [f"amount {name} 1..6" for name in "abcd"]
    long = "first { if a == b -> c := 1 | if a > b -> c := 2 | if a + b == 7 -> c := 3 | c := 4 }"
    choices, clicked = ["choose { own | empty | any }"] * 8, ["empty", "select", *[ends] * 6]
    for parts, after in ((dice, long), (choices, long), (clicked, "any")):
        sizes = [lines(" -> ".join([*parts[:count], after])) for count in (len(parts) // 2, len(parts))]
        assert sizes[1] < 2.5 * sizes[0]


def test_a_long_effect_is_written_once() -> None:
    """A tile that is turned becomes one of many kinds, which is written out once, however often it is turned."""
    kinds = "".join(f"kind K{number}:{chr(97 + number)} {{ turned K{(number + 1) % 12} }}\n" for number in range(12))
    turn = "do { goto spare -> mark tile -> set like tile turned }"
    zone = 'zone spare 1x1 { "a" }\nmark tile\nsetup { ".." }'

    def lines(times: int) -> int:
        rule = " -> ".join(["empty", "select", *[turn] * times])
        document = read_text(f"game G {{\nplayers A, B\nboard 2x1\n{kinds}{zone}\nmove M = {rule}\n}}", "g.game")
        return compile_game(document.root, document.places).source.count("\n")

    assert lines(6) - lines(3) < 150


@pytest.mark.parametrize(
    ("name", "most", "taking"),
    [("tic-tac-toe", 450, 50), ("othello", 1030, 140), ("checkers", 1340, 0), ("chess", 2540, 0)],
)
def test_programs_are_short(name: str, most: int, taking: int) -> None:
    """*most* lines of the other functions, and *taking* lines of those that make a move by its number."""
    document = read(locate(name))
    source = compile_game(document.root, document.places).source
    functions = re.findall(r"^def take(?:_\d+)?\(.*?(?=^def |\Z)", source, re.MULTILINE | re.DOTALL)
    lines = sum(function.count("\n") for function in functions)
    assert source.count("\n") - lines < most and lines <= taking
