"""Expressions over coordinates are computed here, and nothing else of a text is."""

from __future__ import annotations

import math

import pytest

from tilewright.model.foreign.constructor.colours import colour_called
from tilewright.model.foreign.constructor.expressions import (
    MOST_LEVELS,
    MOST_TOKENS,
    NotComputed,
    Value,
    expression,
    number_of,
)

AT = {"x": 3.0, "y": 0.0, "z": 1.0}
COMPUTED: list[tuple[str, Value]] = [
    ("'red'", "red"),
    ('"Blue"', "Blue"),
    ("x ? 1 : 2", 1),
    ("y ? 1 : 2", 2),
    ("((x + y) % 2) ? 1 : 2", 1),
    ("x - 3 ? 1 : 2", 2),
    ("-x + 3 == 0", True),
    ("!y && x > 2", True),
    ("y || x === 3", True),
    ("y && z", 0),
    ("x * 2 + 1 >= 7", True),
    ("-7 % 3", -1),
    ("x / 2", 1.5),
    ("y ? 1 : x ? 2 : 3", 2),
    ("x != 3 || z !== 1", False),
    ("1 + 2 * 3 - 4 <= 3", True),
    ("Math.sqrt(x + 1) * 2", 4),
    ("Math.abs(-x)", 3),
    ("Math.floor(-x / 2)", -2),
    ("Math.ceil(x / 2)", 2),
    ("Math.trunc(-x / 2)", -1),
    ("Math.round(x / 2)", 2),
    ("Math.round(-x / 2)", -1),
    ("Math.sign(-x)", -1),
    ("Math.sin(Math.PI / 6)", math.sin(math.pi / 6)),
    ("Math.cos(y)", 1),
    ("Math.SQRT2 * Math.SQRT1_2 > 0.99", True),
]


@pytest.mark.parametrize(("text", "value"), COMPUTED)
def test_expressions_have_the_values_of_javascript(text: str, value: Value) -> None:
    assert expression(text, frozenset(AT))(AT) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "x ?", "x ? 'red'", "w", "alert(1)", "x.constructor", "x[0]", "'red", "`red`", "x = 1", "x => x",
        "1 / 0", "x % 0", "'red' + 'blue'", "x x", ")", "(x", "x; 'red'", "process", "-'red'", "x ** 2", "x.x", "Math", "Math.",
        "Math.constructor", "Math.sqrt", "Math.sqrt x", "Math.sqrt()", "Math.sqrt(-1)", "Math.PI(x)", "Math.floor('1')", "constructor(x)",
        "(" * (MOST_LEVELS + 1) + "x" + ")" * (MOST_LEVELS + 1), "!" * (MOST_LEVELS + 1) + "x", "x" + "+x" * MOST_TOKENS,
        "Math.abs(" * (MOST_LEVELS + 1) + "x" + ")" * (MOST_LEVELS + 1), "__import__('os')",
    ],
)  # fmt: skip
def test_anything_else_is_none(text: str) -> None:
    with pytest.raises(NotComputed):
        expression(text, frozenset(AT))(AT)


@pytest.mark.parametrize("text", ["'red'", "x ? 'a' : 'b'", "1" + "0" * 400 + " * 1", "x / 0"])
def test_places_are_finite_numbers(text: str) -> None:
    with pytest.raises(NotComputed):
        number_of(text, frozenset(AT))(AT)


@pytest.mark.parametrize(
    ("value", "colour"),
    [("red", "#ff0000"), ("LightGray", "#d3d3d3"), ("grey", "#808080"), ("#12aBc0", "#12aBc0"), ("#1aB", "#11aaBB"),
     ("rebeccapurple", "#663399"), ("crimson lake", None), ("#12", None), ("", None), (3.0, None), (True, None)],
)  # fmt: skip
def test_colours_are_those_of_style_sheets(value: Value, colour: str | None) -> None:
    assert colour_called(value) == colour
