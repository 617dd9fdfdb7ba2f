"""Expressions for colours are computed here, and nothing else of a text is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.model.constructor.configurations import skirmish
from tests.support.constructor_referee import document_of
from tilewright.model.constructor.colours import MOST_LEVELS, MOST_TOKENS, NotComputed, colour_of

RED, BLUE = "#ff0000", "#0000ff"
COMPUTED = [
    ("'red'", RED),
    ('"Blue"', BLUE),
    ("'#12aBc0'", "#12aBc0"),
    ("x ? 'red' : 'blue'", RED),
    ("y ? 'red' : 'blue'", BLUE),
    ("((x + y) % 2) ? 'red' : 'blue'", RED),
    ("x - 3 ? 'red' : 'blue'", BLUE),
    ("-x + 3 == 0 ? 'red' : 'blue'", RED),
    ("!y && x > 2 ? 'red' : 'blue'", RED),
    ("y || x === 3 ? 'red' : 'blue'", RED),
    ("y && z ? 'red' : 'blue'", BLUE),
    ("x * 2 + 1 >= 7 ? 'red' : 'blue'", RED),
    ("(-7 % 3) == -1 ? 'red' : 'blue'", RED),
    ("x / 2 == 1.5 ? 'red' : 'blue'", RED),
    ("y ? 'blue' : x ? 'red' : 'blue'", RED),
    ("x != 3 || z !== 1 ? 'blue' : 'gray'", "#808080"),
    ("1 + 2 * 3 - 4 <= 3 ? 'red' : 'blue'", RED),
]


@pytest.mark.parametrize(("text", "colour"), COMPUTED)
def test_expressions_have_the_values_of_javascript(text: str, colour: str) -> None:
    at = {"x": 3.0, "y": 0.0, "z": 1.0}
    assert colour_of(text, frozenset(at))(at) == colour


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "x ?", "x ? 'red'", "w", "alert(1)", "x.constructor", "x[0]", "'red", "`red`", "x = 1", "x => x", "'crimson lake'",
        "1 / 0 ? 'red' : 'red'", "x % 0 ? 'red' : 'red'", "'red' + 'blue'", "x x", ")", "(x", "x; 'red'", "process", "-'red'", "x ** 2",
        "(" * (MOST_LEVELS + 1) + "x" + ")" * (MOST_LEVELS + 1), "!" * (MOST_LEVELS + 1) + "x", "x" + "+x" * MOST_TOKENS,
        "__import__('os')",
    ],
)  # fmt: skip
def test_anything_else_is_none(text: str) -> None:
    with pytest.raises(NotComputed):
        colour_of(text, frozenset("xyz"))({"x": 3.0, "y": 0.0, "z": 1.0})


@pytest.mark.parametrize(
    ("fill", "expected"),
    [
        ("(a + b) % 2 ? 'red' : 'blue'", (True, BLUE, RED)),
        ("(a + b) % 2 ? 'blue' : 'red'", (True, RED, BLUE)),
        ("'red'", (False, RED, None)),
        ("a > 0 ? 'red' : 'blue'", None),
    ],
)
def test_chequered_boards_have_their_colours(fill: str, expected: tuple[Any, ...] | None) -> None:
    config = skirmish()
    config["cell"]["colors"] = {"fill": fill}
    document = document_of(config)
    themes = [(document.game.board.checkered, t.lightCells, t.darkCells) for t in document.game.themes]
    assert themes == ([] if expected is None else [expected])
    told = [found for found in document.diagnostics if "colours" in found.message]
    assert len(told) == (expected is None)
