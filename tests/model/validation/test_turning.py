"""Players who see a board of hexagons by a transform that is none of its symmetries: where that matters, and what is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hexagons import NEIGHBOURS, TO_THE_OTHER_SIDE, Cube, symmetries
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.files import read_text
from tilewright.model.hexagons import mapped, steps_of, symmetries_of
from tilewright.model.validation import validate
from tilewright.runtime.interpreter.cells import INVERSE, Vector, turn

TRANSFORMS = ("Identity", "FlipRows", "FlipColumns", "Rotate180", "Transpose", "Rotate90", "Rotate270")
LAYOUTS = {1: "hexagonal", -1: f"hexagonal\n  {TO_THE_OTHER_SIDE}"}

GAME = """game Turning {{
  players {players}
  board 5x5 {layout}
  pieces Man:A/b
  {declared}
  mark from
  setup {{ "bbbbb" "....." "....." "....." "AAAAA" }}
  move Go = own {asked} -> select from -> step ahead -> empty -> select -> move from
  stuck = lose
}}
"""


def told(
    declared: str, transform: str = "FlipRows", layout: str = "hexagonal", asked: str = "", first: str = "Identity"
) -> list[Diagnostic]:
    """Return the warnings of the transforms of two players in a game with some directions called *ahead*."""
    players = f"A {first}, B {transform}"
    text = GAME.format(players=players, layout=layout, declared=declared, asked=asked)
    found = validate(read_text(text, "turning.game"))
    assert {one.code for one in found} <= {"no-symmetry-of-hexagons", "unused"}, "\n".join(map(str, found))
    return [one for one in found if one.code == "no-symmetry-of-hexagons"]


def cube(vector: Vector, slant: int) -> Cube:
    """Return a vector as three coordinates: the column, the row or its opposite, and what makes their sum 0."""
    x, y = vector
    return x, slant * y, -x - slant * y


@pytest.mark.parametrize("slant", LAYOUTS)
def test_the_symmetries_are_the_twelve(slant: int) -> None:
    around = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if cube((x, y), slant) in NEIGHBOURS]
    found = symmetries_of(1 if slant == 1 else -1)
    images = {tuple(cube(mapped(matrix, vector), slant) for vector in around) for matrix in found}
    assert len(around) == 6 and len(found) == 12
    assert images == {tuple(symmetry(cube(vector, slant)) for vector in around) for symmetry in symmetries()}
    assert all(steps_of(vector, 1 if slant == 1 else -1) == 1 for vector in around)


@given(
    st.sets(st.tuples(st.integers(-2, 2), st.integers(-2, 2)).filter(any), min_size=1, max_size=4),
    st.sampled_from(TRANSFORMS),
    st.sampled_from(list(LAYOUTS)),
)
def test_it_is_told_where_no_symmetry_makes_the_same_of_the_directions(
    vectors: set[Vector], transform: str, slant: int
) -> None:
    """Beside what the interpreter makes of the vectors."""
    written = "".join(f"({x},{y})" for x, y in sorted(vectors))
    meant = {cube(turn(INVERSE.get(transform, transform), vector), slant) for vector in vectors}
    harmless = any({symmetry(cube(vector, slant)) for vector in vectors} == meant for symmetry in symmetries())
    assert bool(told(f"directions ahead relative = {written}", transform, LAYOUTS[slant])) == (not harmless)


@pytest.mark.parametrize("layout", ["hexagonal", "flat", *LAYOUTS.values()])
@pytest.mark.parametrize("transform", TRANSFORMS)
def test_the_symmetries_among_the_transforms(layout: str, transform: str) -> None:
    every = "(2,1)(1,0)(0,3)(-1,2)"
    right = transform in ("Identity", "Rotate180", "Transpose")
    assert bool(told(f"directions ahead relative = {every}", transform, layout)) == (not right)


HARMLESS = [
    ("squares", "directions ahead relative = (0,-1) (1,-1)", "", ""),
    ("points", "directions ahead relative = (0,-1) (1,-1)\n  lines ahead", "points", ""),
    ("a region", "directions ahead = (0,-1) (1,-1)\n  region far relative = row 0", "hexagonal", "!at far"),
    ("the opposite", "directions ahead relative = (0,-1)", "hexagonal", ""),
    ("all that may become neighbours", "directions ahead relative = (0,-1) (0,1)", "hexagonal", ""),
    ("not relative", "directions ahead = (0,-1) (1,-1)", "hexagonal", ""),
]


@pytest.mark.parametrize(
    ("declared", "layout", "asked"), [row[1:] for row in HARMLESS], ids=[row[0] for row in HARMLESS]
)
def test_where_it_does_no_harm(declared: str, layout: str, asked: str) -> None:
    assert told(declared, layout=layout, asked=asked) == []


WORDS = [
    (
        "a neighbour",
        "directions ahead relative = (0,-1) (1,-1)",
        "(1,-1), which leads to a neighbour, becomes (1,1), which leads to none",
    ),
    (
        "a leap",
        "directions ahead relative = (0,-2) (1,-2)",
        "(1,-2), which leads 2 cells far, becomes (1,2), which leads 3 cells far",
    ),
    (
        "a leap to a neighbour",
        "directions ahead relative = (1,1)",
        "(1,1), which leads 2 cells far, becomes (1,-1), which leads to a neighbour",
    ),
    (
        "angles",
        "directions ahead relative = (0,-1) (1,0)",
        "the angles between the relative vectors are others for this player",
    ),
]


@pytest.mark.parametrize(("declared", "words"), [row[1:] for row in WORDS], ids=[row[0] for row in WORDS])
def test_what_is_told(declared: str, words: str) -> None:
    (found,) = told(declared)
    assert found.message == (
        f"FlipRows of the player 'B' is no symmetry of hexagons: {words}; Rotate180 and Transpose are symmetries"
    )
    assert (found.place.line, found.place.column) == (2, 23)
    assert [(one.place.line, one.place.column) for one in found.related] == [(5, 14)]


def test_offsets_of_patterns_are_seen_as_well() -> None:
    (found,) = told("directions ahead = (0,-1)", asked="@relative(0,0)(1,-1)")
    assert "(1,-1), which leads to a neighbour" in found.message
    assert [one.place.line for one in found.related] == [8]
    assert told("directions ahead = (0,-1)", asked="@relative(0,0)(0,-1)") == []


def test_each_player_is_told_of() -> None:
    found = told("directions ahead relative = (1,-1)", "FlipRows", first="FlipColumns")
    names = [one.message.split(" is ")[0] for one in found]
    assert names == ["FlipColumns of the player 'A'", "FlipRows of the player 'B'"]
