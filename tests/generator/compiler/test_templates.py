"""Templates: how each kind of hole is filled, and what is told of one that is not."""

from __future__ import annotations

import pytest

from tests.support.kernel_texts import statements
from tilewright.generator.compiler.driver import FORM, PROGRAM, Compiling
from tilewright.generator.compiler.emit.code import Module
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import KernelError, local, number
from tilewright.generator.compiler.kernel.templates import FOLDER, Hole, Template, template
from tilewright.generator.compiler.printers.python import lines
from tilewright.model.files import read
from tilewright.model.gallery import locate

BLOCKS = """
def ADD(NUMBER, ARRAY):
    n += NUMBER
    if g(ARRAY):
        return SIZE

def TWICE():
    n = 0
    while n < 2:
        yield
        ADD(1, a_err)
"""

CASES: list[tuple[str, dict[str, Hole], str]] = [
    ("def f(n):\n    'What it does.'\n    pass\n    return n + SIZE", {"SIZE": 12}, "def f(n):\n    return n + 12"),
    ("def f(n):\n    return n + SIZE", {"SIZE": local("k") + 1}, "def f(n):\n    return n + (k + 1)"),
    ("def f():\n    return 2 * (SIZE - 1)", {"SIZE": 12}, "def f():\n    return 22"),
    (
        "def f():\n    a_x = [0] * SIZE\n    return a_x[0]",
        {"SIZE": 12},
        "def f():\n    a_x = [0] * 12\n    return a_x[0]",
    ),
    (
        "def f(PARTS, h):\n    n, PARTS = g(PARTS, h)\n    return n, PARTS",
        {"PARTS": ("B_1", "p")},
        "def f(B_1, p, h):\n    n, B_1, p = g(B_1, p, h)\n    return n, B_1, p",
    ),
    (
        "def f():\n    PARTS = g(PARTS)\n    return PARTS",
        {"PARTS": ("B_1",)},
        "def f():\n    B_1 = g(B_1)\n    return B_1",
    ),
    ("def f(h):\n    return g(NEXT)", {"NEXT": ("B_1", local("h") + 1)}, "def f(h):\n    return g(B_1, h + 1)"),
    ("def f(n):\n    return n, NOTHING", {"NOTHING": ()}, "def f(n):\n    return n"),
    (
        "def f(ALL):\n    ALL = MADE",
        {"ALL": ("B_1", "p"), "MADE": ("RB_1", local("n") + 1)},
        "def f(B_1, p):\n    B_1 = RB_1\n    p = n + 1",
    ),
    (
        "def f(n):\n    MOVES\n    return n",
        {"MOVES": statements("n = 1\ng(n)")},
        "def f(n):\n    n = 1\n    g(n)\n    return n",
    ),
    ("def f(n):\n    if LONG:\n        n = 1\n    else:\n        n = 2", {"LONG": True}, "def f(n):\n    n = 1"),
    ("def f(n):\n    if not LONG:\n        n = 1\n    return n", {"LONG": True}, "def f(n):\n    return n"),
    ("def f(n):\n    n = 1 if LONG else n", {"LONG": False}, "def f(n):\n    n = n"),
    (
        "from tilewright.generator.errors import SPENT\nTWICE = 2 * SPENT\ndef f(n):\n    return n + TWICE",
        {},
        "def f(n):\n    return n + 2",
    ),
    (
        "from tilewright.generator.minimax import Bound\ndef f(n):\n    return n * len(Bound) + Bound.UPPER",
        {},
        "def f(n):\n    return (n * 3) + 2",
    ),
    ("def f_P(n):\n    return g_P_asked(n) + P", {"P": 2}, "def f_2(n):\n    return g_2_asked(n) + 2"),
    (
        "def f(n):\n    for P in range(ALL):\n        n += g_P(P)",
        {"ALL": 2},
        "def f(n):\n    n = n + g_0(0)\n    n = n + g_1(1)",
    ),
    ("def f(n, p):\n    n = g_p(n)", {"MOVERS": (number(0),)}, "def f(n, p):\n    n = g_0(n)"),
    (
        "def f(n, p):\n    n, p = g_p(n)",
        {"MOVERS": (number(0), number(2), number(1))},
        "def f(n, p):\n    if p == 0:\n        n, p = g_0(n)\n    elif p == 2:\n        n, p = g_2(n)\n    else:\n        n, p = g_1(n)",
    ),
    (
        f"{BLOCKS}\ndef f(a_x):\n    ADD(SIZE, a_x)\n    a_x[0] -= 1\n    return n",
        {"SIZE": 3},
        "def f(a_x):\n    n = n + 3\n    if g(a_x):\n        return 3\n    a_x[0] = a_x[0] - 1\n    return n",
    ),
    (
        f"{BLOCKS}\ndef f(a_err):\n    with TWICE():\n        g(n)",
        {"SIZE": 3},
        "def f(a_err):\n    n = 0\n    while n < 2:\n        g(n)\n        n = n + 1\n        if g(a_err):\n            return 3",
    ),
]


@pytest.mark.parametrize(("source", "holes", "expected"), CASES)
def test_holes_are_filled(source: str, holes: dict[str, Hole], expected: str) -> None:
    found = Template("test", source).functions(holes)
    made = (f"def {name}({', '.join(parameters)}):\n" + "\n".join(lines(body)) for name, parameters, body in found)
    assert "\n".join(made) == expected


@pytest.mark.parametrize(
    ("source", "holes", "message"),
    [
        ("def f():\n    return SIZE", {}, "test: nothing fills SIZE"),
        ("def f():\n    return 1", {"SIZE": 3}, "test: there is no hole SIZE"),
        ("def f_P():\n    return 1", {}, "test: nothing fills P"),
        ("def f(p):\n    n = g_p()\n    return n", {}, "test: nothing fills MOVERS"),
        (f"{BLOCKS}\ndef f(a_x):\n    ADD(1, a_x)", {}, "test: nothing fills SIZE"),
        (f"{BLOCKS}\ndef f(n):\n    return n", {"SIZE": 3}, "test: there is no hole SIZE"),
        ("def f():\n    for P in range(2):\n        g_P()\n    return P", {}, "nothing fills P here"),
        ("def f():\n    yield", {}, "nothing fills yield here"),
        ("def f():\n    return 1 + PARTS", {"PARTS": ("n", "m")}, "PARTS is not one expression"),
        ("def f():\n    SIZE", {"SIZE": 3}, "SIZE is not statements"),
        ("def f(n):\n    for P in range(n):\n        g_P()", {}, "a number is needed that is known"),
        ("def f():\n    ADD(1)", {}, "test: nothing fills ADD"),
        ("n = 1", {}, "test: a template has functions, blocks, constants and imports"),
    ],
)
def test_what_is_not_filled_is_an_error_that_names_it(source: str, holes: dict[str, Hole], message: str) -> None:
    with pytest.raises(KernelError, match=message):
        list(Template("test", source).functions(holes))


def test_every_hole_that_all_games_fill_is_in_a_template() -> None:
    document = read(locate("tic-tac-toe"))
    compiling = Compiling(document.root, document.places, FORM, PROGRAM)
    turn = Turn(compiling.constants, compiling.rules, compiling.layout, Module())
    names = [file.stem for file in FOLDER.glob("*.kernel")]
    assert {*turn.holes} <= {hole for name in names for hole in template(name).holes}
